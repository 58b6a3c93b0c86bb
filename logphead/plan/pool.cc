// SPDX-License-Identifier: Apache-2.0
// RunPool: one loop that starts, steps and hands over.
#include "logphead/plan/pool.h"

#include <algorithm>
#include <chrono>
#include <list>
#include <thread>
#include <utility>
#include <vector>

namespace logphead {
namespace {

using Clock = std::chrono::steady_clock;

class Pool {
 public:
  Pool(size_t count, const JobCommand& command, const JobDone& done, const PoolOptions& options)
      : count_(count), command_(command), done_(done), options_(options), results_(count) {
    parallel_ = options.parallel;
    if (parallel_ == 0) parallel_ = std::max(1U, std::thread::hardware_concurrency());
  }

  Status Run() {
    while (handed_ < count_) {
      while (running_.size() < parallel_ && next_ < count_) StartNext();
      LOGPHEAD_RETURN_IF_ERROR(HandOver());
      if (running_.empty()) continue;
      std::vector<Child*> children;
      for (Running& running : running_) children.push_back(&running.child);
      WaitForChildren(children);
      StepAll();
    }
    return {};
  }

 private:
  struct Running {
    size_t job;
    Child child;
  };

  void StartNext() {
    const size_t job = next_++;
    auto command = command_(job);
    if (!command.ok()) return Finish(job, command.error());
    auto child = Child::Start(*command);
    if (!child.ok()) return Finish(job, child.error());
    running_.push_back({job, std::move(child).value()});
  }

  void StepAll() {
    for (auto it = running_.begin(); it != running_.end();) {
      if (!it->child.Step()) {
        ++it;
        continue;
      }
      Finish(it->job, it->child.Take());
      it = running_.erase(it);
    }
  }

  void Finish(size_t job, Result<ChildResult> result) {
    if (result.ok()) worked_seconds_ += result->seconds;
    results_[job] = std::move(result);
    ++finished_;
    if (!options_.progress) return;
    PoolProgress progress;
    progress.finished = finished_;
    progress.total = count_;
    progress.elapsed_seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    const size_t left = count_ - finished_;
    const auto lanes = static_cast<double>(std::max<size_t>(1, std::min(parallel_, left)));
    progress.eta_seconds =
        worked_seconds_ / static_cast<double>(finished_) * static_cast<double>(left) / lanes;
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

  const size_t count_;
  const JobCommand& command_;
  const JobDone& done_;
  const PoolOptions& options_;
  size_t parallel_ = 1;
  const Clock::time_point start_ = Clock::now();
  std::list<Running> running_;
  std::vector<std::optional<Result<ChildResult>>> results_;
  size_t next_ = 0;
  size_t handed_ = 0;
  size_t finished_ = 0;
  double worked_seconds_ = 0;
};

}  // namespace

Status RunPool(size_t count, const JobCommand& command, const JobDone& done,
               const PoolOptions& options) {
  return Pool(count, command, done, options).Run();
}

}  // namespace logphead
