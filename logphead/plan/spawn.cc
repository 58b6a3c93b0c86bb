// SPDX-License-Identifier: Apache-2.0
// SpawnChild: everything is prepared before the fork, so that the child only makes system calls.
#include "logphead/plan/spawn.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace logphead {
namespace {

Error SystemError(const std::string& doing, int number, Place where = Place::Here()) {
  Code code = Code::kInternal;
  if (number == ENOENT) code = Code::kNotFound;
  if (number == EACCES || number == EPERM) code = Code::kPermissionDenied;
  if (number == ENOMEM || number == EMFILE || number == ENFILE || number == EAGAIN) {
    code = Code::kResourceExhausted;
  }
  return Error(code, doing + ": " + std::strerror(number), where);
}

struct Pipe {
  Descriptor read;
  Descriptor write;
};

// Both ends stay above 2, so that giving the child its standard streams overwrites none of them.
Result<Descriptor> AboveStandard(Descriptor fd) {
  if (fd.get() > 2) return fd;
  Descriptor moved(::fcntl(fd.get(), F_DUPFD_CLOEXEC, 3));
  if (!moved.is_open()) return SystemError("cannot move a descriptor", errno);
  return moved;
}

Result<Pipe> MakePipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return SystemError("cannot make a pipe", errno);
  Descriptor read(ends[0]);
  Descriptor write(ends[1]);
  Pipe pipe;
  LOGPHEAD_ASSIGN_OR_RETURN(pipe.read, AboveStandard(std::move(read)));
  LOGPHEAD_ASSIGN_OR_RETURN(pipe.write, AboveStandard(std::move(write)));
  return pipe;
}

// The text as a file in memory: unlike a pipe it needs no writer while the child reads.
Result<Descriptor> StdinWith(std::string_view text) {
  Descriptor raw(::memfd_create("stdin", MFD_CLOEXEC));
  if (!raw.is_open()) return SystemError("cannot make a file in memory", errno);
  LOGPHEAD_ASSIGN_OR_RETURN(Descriptor file, AboveStandard(std::move(raw)));
  while (!text.empty()) {
    const ssize_t written = ::write(file.get(), text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return SystemError("cannot store the child's input", errno);
    text.remove_prefix(static_cast<size_t>(written));
  }
  if (::lseek(file.get(), 0, SEEK_SET) != 0) return SystemError("cannot rewind", errno);
  return file;
}

std::vector<std::string> Environment(const ChildCommand& command) {
  std::vector<std::string> environment;
  const auto overridden = [&](std::string_view entry) {
    for (const auto& [name, value] : command.env) {
      if (entry.starts_with(name) && entry.substr(name.size()).starts_with('=')) return true;
    }
    return false;
  };
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    if (!overridden(*entry)) environment.emplace_back(*entry);
  }
  for (const auto& [name, value] : command.env) environment.push_back(name + '=' + value);
  return environment;
}

std::vector<char*> Pointers(std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  for (std::string& string : strings) pointers.push_back(string.data());
  pointers.push_back(nullptr);
  return pointers;
}

// What the child needs between fork and exec.
struct Plan {
  char* const* argv;
  char* const* environment;
  int in, out, err, failure;
  pid_t parent;
};

// The system then ends this process rather than the one that started it. Where /proc is not there
// it stays as it is.
void GoFirstWhenMemoryRunsOut() {
  const int file = ::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  constexpr std::string_view kScore = "500";
  [[maybe_unused]] const ssize_t written = ::write(file, kScore.data(), kScore.size());
  ::close(file);
}

// Only async-signal-safe calls: other threads' locks are held for ever in this copy.
[[noreturn]] void RunInChild(const Plan& plan) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != plan.parent) ::_exit(127);  // it died before the line above
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGPIPE, SIG_DFL);
  const rlimit no_core = {0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  GoFirstWhenMemoryRunsOut();
  const bool ready =
      ::dup2(plan.in, 0) == 0 && ::dup2(plan.out, 1) == 1 && ::dup2(plan.err, 2) == 2;
  if (ready) {
    // Libraries open descriptors without O_CLOEXEC. Where the kernel lacks this call they leak.
#if defined(SYS_close_range)
    constexpr unsigned kCloseOnExec = 1U << 2;
    ::syscall(SYS_close_range, 3U, ~0U, kCloseOnExec);
#endif
    ::execve(plan.argv[0], plan.argv, plan.environment);
  }
  const int number = errno;
  // The pipe is empty and its buffer larger than this: one write is all or nothing.
  const ssize_t ignored = ::write(plan.failure, &number, sizeof number);
  ::_exit(ignored == sizeof number ? 127 : 126);
}

// Waits for the exec: nothing comes when it succeeds, since the pipe closes with it.
int ReadFailure(int fd) {
  int number = 0;
  ssize_t got = 0;
  do {
    got = ::read(fd, &number, sizeof number);
  } while (got < 0 && errno == EINTR);
  return got == sizeof number ? number : 0;
}

void Reap(pid_t pid) {
  while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace

Result<SpawnedChild> SpawnChild(const ChildCommand& command) {
  if (command.argv.empty()) return InvalidArgument("no command to run");
  LOGPHEAD_ASSIGN_OR_RETURN(const Descriptor in, StdinWith(command.stdin_text));
  LOGPHEAD_ASSIGN_OR_RETURN(Pipe out, MakePipe());
  LOGPHEAD_ASSIGN_OR_RETURN(Pipe err, MakePipe());
  LOGPHEAD_ASSIGN_OR_RETURN(Pipe failure, MakePipe());
  for (const int fd : {out.read.get(), err.read.get()}) {
    if (::fcntl(fd, F_SETFL, O_NONBLOCK) != 0) return SystemError("cannot set up a pipe", errno);
  }
  std::vector<std::string> arguments = command.argv;
  std::vector<std::string> environment = Environment(command);
  const std::vector<char*> argument_pointers = Pointers(arguments);
  const std::vector<char*> environment_pointers = Pointers(environment);
  const Plan plan = {
      argument_pointers.data(), environment_pointers.data(), in.get(),  out.write.get(),
      err.write.get(),          failure.write.get(),         ::getpid()};
  const pid_t pid = ::fork();
  if (pid < 0) return SystemError("cannot start a process", errno);
  if (pid == 0) RunInChild(plan);
  failure.write.Close();
  if (const int number = ReadFailure(failure.read.get()); number != 0) {
    Reap(pid);
    return SystemError("cannot run " + command.argv[0], number);
  }
  SpawnedChild child;
  child.pid = pid;
  child.out = std::move(out.read);
  child.err = std::move(err.read);
  return child;
}

}  // namespace logphead
