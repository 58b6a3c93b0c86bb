// SPDX-License-Identifier: Apache-2.0
// RunPool: one loop that starts, steps and hands over.
#include "logphead/plan/pool.h"

#include <algorithm>
#include <array>
#include <list>
#include <thread>
#include <utility>
#include <vector>

namespace logphead {
namespace {

using Clock = std::chrono::steady_clock;

// What a child is taken to need before one has shown it.
constexpr uint64_t kFirstGuessBytes = uint64_t{2} << 30;
// How long after an interrupt that came to a child alone one to this process may still follow.
constexpr std::chrono::milliseconds kInterruptSpread{100};

double Seconds(Clock::duration time) { return std::chrono::duration<double>(time).count(); }

// Ended by what a keyboard or a supervisor sends to all processes of a group.
bool EndedByInterrupt(const ChildResult& child) {
  static constexpr std::array<int, 3> kSignals = {SIGINT, SIGTERM, SIGHUP};
  return child.end == ChildEnd::kSignalled &&
         std::find(kSignals.begin(), kSignals.end(), child.signal) != kSignals.end();
}

class Pool {
 public:
  Pool(size_t count, const JobCommand& command, const JobDone& done, const PoolOptions& options)
      : count_(count), command_(command), done_(done), options_(options), results_(count) {
    parallel_ = options.parallel;
    if (parallel_ == 0) parallel_ = std::max(1U, std::thread::hardware_concurrency());
    if (options.budget) deadline_ = start_ + *options.budget;
  }

  Status Run() {
    for (size_t job = 0; job < count_ && !Stopped(); ++job) FinishIfKnown(job);
    while (handed_ < count_) {
      if (Stopped()) return Interrupted();
      StartMore();
      LOGPHEAD_RETURN_IF_ERROR(HandOver());
      if (running_.empty()) continue;
      std::vector<Child*> children;
      for (Running& running : running_) children.push_back(&running.child);
      WaitForChildren(children);
      if (OutOfTime()) PruneRunning();
      StepAll();
    }
    return {};
  }

 private:
  struct Running {
    size_t job;
    Child child;
    bool pruned = false;
  };

  bool Stopped() const { return options_.stop != nullptr && *options_.stop != 0; }
  bool OutOfTime() const { return deadline_.has_value() && Clock::now() >= *deadline_; }

  bool FinishIfKnown(size_t job) {
    if (!options_.known || !options_.known(job)) return false;
    Finish(job, {JobEnd::kKnown});
    return true;
  }

  void StartMore() {
    while (next_ < count_ && running_.size() < parallel_ && !Stopped()) {
      if (results_[next_].has_value()) {
        ++next_;
        continue;
      }
      const bool pruned = OutOfTime();
      if (!pruned && !running_.empty() && !MemoryForOneMore()) return;
      const size_t job = next_++;
      if (pruned) {
        Finish(job, {JobEnd::kPruned});
      } else if (!FinishIfKnown(job)) {
        Start(job);
      }
    }
  }

  void Start(size_t job) {
    auto command = command_(job);
    if (!command.ok()) return Finish(job, {JobEnd::kRan, command.error()});
    auto child = Child::Start(*command);
    if (!child.ok()) return Finish(job, {JobEnd::kRan, child.error()});
    running_.push_back({job, std::move(child).value()});
  }

  // Those that run have not yet taken all that they will.
  bool MemoryForOneMore() const {
    if (!options_.available_memory) return true;
    const std::optional<uint64_t> available = options_.available_memory();
    if (!available.has_value()) return true;
    uint64_t most = most_seen_ == 0 ? kFirstGuessBytes : most_seen_;
    for (const Running& running : running_) {
      most = std::max(most, running.child.peak_resident_bytes());
    }
    if (options_.memory_limit_bytes) most = std::min(most, *options_.memory_limit_bytes);
    uint64_t needed = most;
    for (const Running& running : running_) {
      needed += most - std::min(most, running.child.resident_bytes());
    }
    return needed <= *available;
  }

  void PruneRunning() {
    for (Running& running : running_) {
      running.pruned = true;
      running.child.Kill();
    }
  }

  void StepAll() {
    for (auto it = running_.begin(); it != running_.end();) {
      if (!it->child.Step()) {
        ++it;
        continue;
      }
      ChildResult child = it->child.Take();
      if (!it->pruned && EndedByInterrupt(child)) AwaitStop();
      if (Stopped() && !child.ok()) {
        it = running_.erase(it);
        continue;
      }
      // One that came to its end before it was killed has a result like any other.
      const bool pruned = it->pruned && child.signal == SIGKILL;
      most_seen_ = std::max(most_seen_, child.peak_resident_bytes);
      worked_seconds_ += child.seconds;
      ++ran_;
      Finish(it->job, {pruned ? JobEnd::kPruned : JobEnd::kRan, std::move(child)});
      it = running_.erase(it);
    }
  }

  void AwaitStop() const {
    const auto until = Clock::now() + kInterruptSpread;
    while (options_.stop != nullptr && !Stopped() && Clock::now() < until) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }

  void Finish(size_t job, JobResult result) {
    if (options_.finished) options_.finished(job, result);
    results_[job] = std::move(result);
    ++finished_;
    if (!options_.progress) return;
    PoolProgress progress;
    progress.finished = finished_;
    progress.total = count_;
    progress.elapsed_seconds = Seconds(Clock::now() - start_);
    const size_t left = count_ - finished_;
    const auto lanes = static_cast<double>(std::max<size_t>(1, std::min(parallel_, left)));
    const double each = ran_ == 0 ? 0 : worked_seconds_ / static_cast<double>(ran_);
    progress.eta_seconds = each * static_cast<double>(left) / lanes;
    if (deadline_.has_value()) {
      const double until = std::max(0.0, Seconds(*deadline_ - Clock::now()));
      progress.eta_seconds = std::min(progress.eta_seconds, until);
    }
    options_.progress(progress);
  }

  Status HandOver() {
    while (handed_ < count_ && results_[handed_].has_value()) {
      const size_t job = handed_++;
      LOGPHEAD_RETURN_IF_ERROR(done_(job, std::move(*results_[job])));
      results_[job].reset();  // a program's bytes are not needed twice
    }
    return {};
  }

  Status Interrupted() {
    StepAll();  // what has ended by itself meanwhile
    // All are killed before any is waited for: one with much memory takes a while to go.
    for (Running& running : running_) running.child.Kill();
    running_.clear();
    for (; handed_ < count_; ++handed_) {
      if (!results_[handed_].has_value()) continue;
      LOGPHEAD_RETURN_IF_ERROR(done_(handed_, std::move(*results_[handed_])));
    }
    return Error(Code::kCancelled, "interrupted");
  }

  const size_t count_;
  const JobCommand& command_;
  const JobDone& done_;
  const PoolOptions& options_;
  size_t parallel_ = 1;
  const Clock::time_point start_ = Clock::now();
  std::optional<Clock::time_point> deadline_;
  std::list<Running> running_;
  std::vector<std::optional<JobResult>> results_;
  size_t next_ = 0;
  size_t handed_ = 0;
  size_t finished_ = 0;
  size_t ran_ = 0;
  double worked_seconds_ = 0;
  uint64_t most_seen_ = 0;
};

}  // namespace

Status RunPool(size_t count, const JobCommand& command, const JobDone& done,
               const PoolOptions& options) {
  return Pool(count, command, done, options).Run();
}

}  // namespace logphead
