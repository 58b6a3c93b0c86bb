// SPDX-License-Identifier: Apache-2.0
// Child: reading, timing and reaping one process.
#include "logphead/plan/child.h"

#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "logphead/base/descriptor.h"
#include "logphead/plan/memory.h"
#include "logphead/plan/spawn.h"

namespace logphead {
namespace {

using Clock = std::chrono::steady_clock;

// How long an ended child's pipes are still read when a process of its own holds them open.
constexpr std::chrono::milliseconds kDrain{200};
constexpr int kPollMilliseconds = 20;
constexpr std::chrono::milliseconds kMemoryLook{20};

// Reads all there is now and hands it to `take`; closes the descriptor at its end.
template <typename Take>
void ReadAvailable(Descriptor* fd, const Take& take) {
  std::array<char, 1 << 16> buffer;
  while (fd->is_open()) {
    const ssize_t got = ::read(fd->get(), buffer.data(), buffer.size());
    if (got > 0) {
      take(std::string_view(buffer.data(), static_cast<size_t>(got)));
    } else if (got == 0 || (errno != EINTR && errno != EAGAIN)) {
      fd->Close();
    } else if (errno == EAGAIN) {
      return;
    }
  }
}

double Gibibytes(uint64_t bytes) { return static_cast<double>(bytes) / (1 << 30); }

}  // namespace

struct Child::State {
  pid_t pid = -1;
  bool reaped = false;
  bool killed = false;
  ChildEnd killed_for = ChildEnd::kSignalled;
  Descriptor out;
  Descriptor err;
  Clock::time_point start = Clock::now();
  Clock::time_point end;
  std::optional<Clock::time_point> deadline;
  std::optional<uint64_t> memory_limit;
  Clock::time_point next_memory_look = start;
  uint64_t resident = 0;
  size_t max_stdout = 0;
  size_t max_stderr = 0;
  ChildResult result;

  ~State() {
    if (reaped || pid < 0) return;
    ::kill(pid, SIGKILL);
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
  }

  void ReadPipes() {
    ReadAvailable(&out, [this](std::string_view text) {
      const size_t room = max_stdout - result.stdout_bytes.size();
      result.stdout_truncated = result.stdout_truncated || text.size() > room;
      result.stdout_bytes += text.substr(0, room);
    });
    ReadAvailable(&err, [this](std::string_view text) {
      result.stderr_tail += text;
      // Trimmed rarely, so that a talkative child costs linear time.
      if (result.stderr_tail.size() > 2 * max_stderr + (1 << 16)) TrimStderr();
    });
  }

  void TrimStderr() {
    if (result.stderr_tail.size() <= max_stderr) return;
    result.stderr_tail.erase(0, result.stderr_tail.size() - max_stderr);
  }

  void Kill(ChildEnd why) {
    if (killed || reaped) return;
    killed = true;
    killed_for = why;
    ::kill(pid, SIGKILL);
  }

  void EnforceLimits(Clock::time_point now) {
    if (deadline.has_value() && now >= *deadline) Kill(ChildEnd::kTimedOut);
    if (now < next_memory_look) return;
    next_memory_look = now + kMemoryLook;
    resident = ResidentBytes(pid).value_or(0);
    result.peak_resident_bytes = std::max(result.peak_resident_bytes, resident);
    if (!memory_limit.has_value() || resident <= *memory_limit) return;
    result.memory_limit_bytes = *memory_limit;
    Kill(ChildEnd::kOutOfMemory);
  }

  void NoticeEnd() {
    int status = 0;
    rusage usage = {};
    const pid_t got = ::wait4(pid, &status, WNOHANG, &usage);
    if (got == 0 || (got < 0 && errno == EINTR)) return;
    reaped = true;
    end = Clock::now();
    result.seconds = std::chrono::duration<double>(end - start).count();
    const auto kilobytes = got > 0 ? static_cast<uint64_t>(usage.ru_maxrss) : 0;
    result.peak_resident_bytes = std::max(result.peak_resident_bytes, kilobytes * 1024);
    if (killed && (got <= 0 || (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL))) {
      result.end = killed_for;
      result.signal = killed_for == ChildEnd::kSignalled ? SIGKILL : 0;
    } else if (got > 0 && WIFSIGNALED(status)) {
      result.end = ChildEnd::kSignalled;
      result.signal = WTERMSIG(status);
    } else {
      result.end = ChildEnd::kExited;
      // Where the program has told the system to reap children itself, the status is lost.
      result.exit_status = got > 0 ? WEXITSTATUS(status) : -1;
    }
  }
};

std::string ChildResult::Describe() const {
  switch (end) {
    case ChildEnd::kExited:
      return fmt::format("exited with status {}", exit_status);
    case ChildEnd::kSignalled:
      if (signal == SIGKILL) return "was killed, probably by the system for want of memory";
      return fmt::format("died of signal {} ({})", signal, ::strsignal(signal));
    case ChildEnd::kTimedOut:
      return fmt::format("timed out after {:.1f} s", seconds);
    case ChildEnd::kOutOfMemory:
      return fmt::format("took {:.2f} GiB of memory (the limit is {:.2f} GiB)",
                         Gibibytes(peak_resident_bytes), Gibibytes(memory_limit_bytes));
  }
  return {};
}

Child::Child(std::unique_ptr<State> state) : state_(std::move(state)) {}
Child::Child(Child&&) noexcept = default;
Child& Child::operator=(Child&&) noexcept = default;
Child::~Child() = default;

Result<Child> Child::Start(const ChildCommand& command) {
  auto state = std::make_unique<State>();
  LOGPHEAD_ASSIGN_OR_RETURN(SpawnedChild spawned, SpawnChild(command));
  state->pid = spawned.pid;
  state->out = std::move(spawned.out);
  state->err = std::move(spawned.err);
  if (command.time_limit.has_value()) state->deadline = state->start + *command.time_limit;
  state->memory_limit = command.memory_limit_bytes;
  state->max_stdout = command.max_stdout_bytes;
  state->max_stderr = command.max_stderr_bytes;
  return Child(std::move(state));
}

pid_t Child::pid() const { return state_->pid; }

std::vector<int> Child::descriptors() const {
  std::vector<int> open;
  if (state_->out.is_open()) open.push_back(state_->out.get());
  if (state_->err.is_open()) open.push_back(state_->err.get());
  return open;
}

bool Child::Step() {
  State& state = *state_;
  // Its end is looked for first: what it wrote before is then in the pipes already.
  if (!state.reaped) state.NoticeEnd();
  state.ReadPipes();
  const auto now = Clock::now();
  if (!state.reaped) {
    state.EnforceLimits(now);
    return false;
  }
  const bool drained = !state.out.is_open() && !state.err.is_open();
  if (!drained && now - state.end < kDrain) return false;
  state.TrimStderr();
  return true;
}

uint64_t Child::resident_bytes() const { return state_->reaped ? 0 : state_->resident; }

uint64_t Child::peak_resident_bytes() const { return state_->result.peak_resident_bytes; }

void Child::Kill() { state_->Kill(ChildEnd::kSignalled); }

ChildResult Child::Take() { return std::move(state_->result); }

Result<ChildResult> RunChild(const ChildCommand& command) {
  LOGPHEAD_ASSIGN_OR_RETURN(Child child, Child::Start(command));
  while (!child.Step()) WaitForChildren({&child});
  return child.Take();
}

void WaitForChildren(const std::vector<Child*>& children) {
  std::vector<pollfd> waits;
  for (const Child* child : children) {
    for (const int fd : child->descriptors()) waits.push_back({fd, POLLIN, 0});
  }
  // Interrupted or failing, the callers step and come back.
  ::poll(waits.data(), waits.size(), kPollMilliseconds);
}

}  // namespace logphead
