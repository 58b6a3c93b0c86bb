// SPDX-License-Identifier: Apache-2.0
// Child: one process run for its output, with limits, and its end told whatever it was.
#ifndef LOGPHEAD_PLAN_CHILD_H_
#define LOGPHEAD_PLAN_CHILD_H_

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "logphead/base/result.h"

namespace logphead {

// What to run. argv[0] is the path of the executable, used as it is (no search in PATH).
struct ChildCommand {
  std::vector<std::string> argv;
  std::string stdin_text;
  std::vector<std::pair<std::string, std::string>> env;  // added to this process's own
  std::optional<std::chrono::milliseconds> time_limit;   // killed with SIGKILL after it
  std::optional<uint64_t> memory_limit_bytes;            // resident; killed beyond it
  size_t max_stdout_bytes = size_t{1} << 30;             // what comes after is dropped
  size_t max_stderr_bytes = size_t{16} << 10;            // the last so many are kept
};

enum class ChildEnd { kExited, kSignalled, kTimedOut, kOutOfMemory };

// How a child ended and what it said.
struct ChildResult {
  ChildEnd end = ChildEnd::kExited;
  int exit_status = 0;  // of kExited
  int signal = 0;       // of kSignalled
  std::string stdout_bytes;
  bool stdout_truncated = false;
  std::string stderr_tail;
  double seconds = 0;  // wall time from start to end
  // The largest resident set: what the system says, which counts this process's own at the start
  // as well, or where a look at the child saw more.
  uint64_t peak_resident_bytes = 0;
  uint64_t memory_limit_bytes = 0;  // of kOutOfMemory

  bool ok() const { return end == ChildEnd::kExited && exit_status == 0; }

  // "exited with status 3", "died of signal 11 (Segmentation fault)", "timed out after 30.0 s",
  // "took 4.21 GiB of memory (the limit is 4.00 GiB)". A SIGKILL that is not ours is most often the
  // system's want of memory, and is told so.
  std::string Describe() const;
};

// A running child. Core dumps are off, its descriptors other than 0 to 2 are closed, the system
// ends it sooner than this process when memory runs out, and it is killed when this object, or the
// thread that started it, ends first: also when this process dies of SIGKILL. Move-only; not
// thread-safe.
class Child {
 public:
  // Errors: no such executable, or no processes, descriptors or memory left.
  static Result<Child> Start(const ChildCommand& command);

  Child(Child&&) noexcept;
  Child& operator=(Child&&) noexcept;
  ~Child();  // kills the child if it runs, and reaps it

  pid_t pid() const;

  // Descriptors to wait on for readability; closed ones are left out.
  std::vector<int> descriptors() const;

  // Reads what has come, enforces the limits, and notices the end; never blocks. True once the
  // child has ended and its output is complete. To be called when a descriptor is readable, and at
  // least every 20 ms, since an end without output wakes nobody.
  bool Step();

  // The resident set at the last look (Step looks every 20 ms), and the largest one seen.
  uint64_t resident_bytes() const;
  uint64_t peak_resident_bytes() const;

  // Kills the child without waiting for its end.
  void Kill();

  // The result, once; only after Step() returned true.
  ChildResult Take();

 private:
  struct State;
  explicit Child(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Runs a child to its end.
Result<ChildResult> RunChild(const ChildCommand& command);

// Sleeps until one of the children may have something for Step(), at most 20 ms.
void WaitForChildren(const std::vector<Child*>& children);

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_CHILD_H_
