// SPDX-License-Identifier: Apache-2.0
// Tests of children: output, every way to end, limits, and nothing left behind.
#include "logphead/plan/child.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <thread>

namespace logphead {
namespace {

using testing::HasSubstr;
using namespace std::chrono_literals;

ChildCommand Shell(const std::string& script) {
  ChildCommand command;
  command.argv = {"/bin/sh", "-c", script};
  return command;
}

ChildResult Finished(const ChildCommand& command) {
  auto result = RunChild(command);
  EXPECT_TRUE(result.ok()) << result.error().message();
  return result.ok() ? std::move(result).value() : ChildResult{};
}

size_t OpenDescriptors() {
  size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    count += entry.path().empty() ? 0 : 1;
  }
  return count;
}

// Whether a process exists and is not a zombie.
bool Lives(pid_t pid) {
  if (::kill(pid, 0) != 0) return false;
  std::FILE* stat = std::fopen(("/proc/" + std::to_string(pid) + "/stat").c_str(), "r");
  if (stat == nullptr) return false;
  char state = '?';
  const int fields = std::fscanf(stat, "%*d %*s %c", &state);
  std::fclose(stat);
  return fields == 1 && state != 'Z' && state != 'X';
}

bool DiesWithin(pid_t pid, std::chrono::milliseconds time) {
  const auto deadline = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < deadline) {
    if (!Lives(pid)) return true;
    std::this_thread::sleep_for(10ms);
  }
  return false;
}

TEST(RunChild, CollectsBothOutputsAndTheStatus) {
  const ChildResult result = Finished(Shell("echo out; echo err >&2; exit 3"));
  EXPECT_EQ(result.end, ChildEnd::kExited);
  EXPECT_EQ(result.exit_status, 3);
  EXPECT_EQ(result.stdout_bytes, "out\n");
  EXPECT_EQ(result.stderr_tail, "err\n");
  EXPECT_FALSE(result.ok());
  EXPECT_EQ(result.Describe(), "exited with status 3");
  EXPECT_TRUE(Finished(Shell("exit 0")).ok());
}

TEST(RunChild, PassesInputOfAnySize) {
  std::string large(5 << 20, 'x');
  large[1000] = '\0';
  ChildCommand cat;
  cat.argv = {"/bin/cat"};
  cat.stdin_text = large;
  EXPECT_EQ(Finished(cat).stdout_bytes, large);
  // A child that does not read its input disturbs nobody.
  ChildCommand ignoring = Shell("exit 0");
  ignoring.stdin_text = large;
  EXPECT_TRUE(Finished(ignoring).ok());
  EXPECT_EQ(Finished(Shell("cat")).stdout_bytes, "");
}

TEST(RunChild, AddsToTheEnvironment) {
  ASSERT_EQ(::setenv("LOGPHEAD_TEST_KEPT", "kept", 1), 0);
  ASSERT_EQ(::setenv("LOGPHEAD_TEST_REPLACED", "old", 1), 0);
  ChildCommand command = Shell("echo $LOGPHEAD_TEST_KEPT $LOGPHEAD_TEST_REPLACED $ADDED");
  command.env = {{"LOGPHEAD_TEST_REPLACED", "new"}, {"ADDED", "a b"}};
  EXPECT_EQ(Finished(command).stdout_bytes, "kept new a b\n");
}

TEST(RunChild, TellsSignals) {
  const ChildResult result = Finished(Shell("echo before; kill -SEGV $$"));
  EXPECT_EQ(result.end, ChildEnd::kSignalled);
  EXPECT_EQ(result.signal, SIGSEGV);
  EXPECT_EQ(result.stdout_bytes, "before\n");
  EXPECT_THAT(result.Describe(), HasSubstr("signal 11"));
}

TEST(RunChild, KillsAtTheTimeLimitAndKeepsWhatWasSaid) {
  ChildCommand command = Shell("echo begun; echo last words >&2; exec sleep 60");
  command.time_limit = 300ms;
  const auto start = std::chrono::steady_clock::now();
  const ChildResult result = Finished(command);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 20s);
  EXPECT_EQ(result.end, ChildEnd::kTimedOut);
  EXPECT_EQ(result.stdout_bytes, "begun\n");
  EXPECT_EQ(result.stderr_tail, "last words\n");
  EXPECT_GE(result.seconds, 0.3);
  EXPECT_THAT(result.Describe(), HasSubstr("timed out after"));
}

TEST(RunChild, BoundsOutputs) {
  ChildCommand command =
      Shell("i=0; while [ $i -lt 20000 ]; do echo 0123456789; echo error $i >&2; i=$((i+1)); done");
  command.max_stdout_bytes = 1000;
  command.max_stderr_bytes = 100;
  const ChildResult result = Finished(command);
  EXPECT_TRUE(result.ok());
  EXPECT_EQ(result.stdout_bytes.size(), 1000U);
  EXPECT_TRUE(result.stdout_truncated);
  EXPECT_EQ(result.stderr_tail.size(), 100U);
  EXPECT_THAT(result.stderr_tail, testing::EndsWith("error 19999\n"));
}

TEST(RunChild, ForbidsCoresAndGoesFirstWhenMemoryRunsOut) {
  EXPECT_EQ(Finished(Shell("ulimit -c; cat /proc/self/oom_score_adj")).stdout_bytes, "0\n500\n");
}

// A process that holds so much memory until it is killed.
ChildCommand Holding(const std::string& megabytes) {
  return Shell("echo words >&2; exec dd if=/dev/zero of=/dev/null bs=" + megabytes +
               "M count=1000000");
}

TEST(RunChild, KillsBeyondTheMemoryLimit) {
  ChildCommand command = Holding("200");
  command.memory_limit_bytes = uint64_t{100} << 20;
  command.time_limit = 60s;
  const auto start = std::chrono::steady_clock::now();
  const ChildResult result = Finished(command);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 20s);
  EXPECT_EQ(result.end, ChildEnd::kOutOfMemory);
  EXPECT_FALSE(result.ok());
  EXPECT_GT(result.peak_resident_bytes, uint64_t{100} << 20);
  EXPECT_THAT(result.stderr_tail, testing::StartsWith("words\n"));
  EXPECT_THAT(
      result.Describe(),
      testing::MatchesRegex("took 0\\.[12][0-9] GiB of memory \\(the limit is 0\\.10 GiB\\)"));
}

TEST(RunChild, WithinTheMemoryLimitItGoesOn) {
  ChildCommand command = Holding("50");
  command.memory_limit_bytes = uint64_t{1} << 30;
  command.time_limit = 300ms;
  const ChildResult result = Finished(command);
  EXPECT_EQ(result.end, ChildEnd::kTimedOut);
  EXPECT_GT(result.peak_resident_bytes, uint64_t{50} << 20);
}

TEST(RunChild, ASigkillThatIsNotOursIsTold) {
  const ChildResult result = Finished(Shell("kill -KILL $$"));
  EXPECT_EQ(result.end, ChildEnd::kSignalled);
  EXPECT_EQ(result.signal, SIGKILL);
  EXPECT_EQ(result.Describe(), "was killed, probably by the system for want of memory");
}

TEST(Child, TellsWhatItHoldsAndGoesWhenKilled) {
  ChildCommand command = Holding("50");
  command.time_limit = 60s;
  auto child = Child::Start(command);
  ASSERT_TRUE(child.ok());
  while (!child->Step() && child->resident_bytes() < uint64_t{50} << 20) WaitForChildren({&*child});
  EXPECT_GE(child->peak_resident_bytes(), child->resident_bytes());
  child->Kill();
  while (!child->Step()) WaitForChildren({&*child});
  const ChildResult result = child->Take();
  EXPECT_EQ(result.end, ChildEnd::kSignalled);
  EXPECT_EQ(result.signal, SIGKILL);
  EXPECT_LT(result.seconds, 20);
}

TEST(RunChild, AProcessOfTheChildThatHoldsThePipesDoesNotHoldUsUp) {
  const auto start = std::chrono::steady_clock::now();
  const ChildResult result = Finished(Shell("sleep 5 & echo $!"));
  EXPECT_LT(std::chrono::steady_clock::now() - start, 4s);
  EXPECT_TRUE(result.ok());
  ::kill(static_cast<pid_t>(std::stol(result.stdout_bytes)), SIGKILL);
}

TEST(RunChild, SaysWhyItCannotStart) {
  ChildCommand command;
  command.argv = {"/nonexistent/compiler"};
  const auto absent = RunChild(command);
  ASSERT_FALSE(absent.ok());
  EXPECT_EQ(absent.error().code(), Code::kNotFound);
  EXPECT_THAT(absent.error().message(), HasSubstr("/nonexistent/compiler"));
  command.argv = {"/"};
  const auto folder = RunChild(command);
  ASSERT_FALSE(folder.ok());
  EXPECT_EQ(folder.error().code(), Code::kPermissionDenied);
  command.argv = {};
  EXPECT_FALSE(RunChild(command).ok());
}

TEST(RunChild, InheritsNothingButItsStandardStreams) {
  // Opened without O_CLOEXEC, as libraries do.
  const int stray = ::dup(1);
  ASSERT_GE(stray, 3);
  const ChildResult result = Finished(Shell("ls /proc/self/fd | wc -l"));
  ::close(stray);
  // 0, 1, 2 and the folder that ls itself reads.
  EXPECT_EQ(std::stoi(result.stdout_bytes), 4);
}

TEST(Child, LeavesNoDescriptorAndNoProcessBehind) {
  const size_t before = OpenDescriptors();
  for (int i = 0; i < 20; ++i) {
    Finished(Shell("echo x"));
    ChildCommand absent;
    absent.argv = {"/nonexistent"};
    EXPECT_FALSE(RunChild(absent).ok());
  }
  pid_t pid = -1;
  {
    auto child = Child::Start(Shell("exec sleep 60"));
    ASSERT_TRUE(child.ok());
    pid = child->pid();
    EXPECT_TRUE(Lives(pid));
    const Child moved = std::move(child).value();
    EXPECT_TRUE(Lives(pid));
  }
  EXPECT_FALSE(Lives(pid));
  EXPECT_EQ(OpenDescriptors(), before);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

// A parent killed with SIGKILL cannot clean up; its children must still go.
TEST(Child, DiesWithItsParent) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const pid_t parent = ::fork();
  ASSERT_GE(parent, 0);
  if (parent == 0) {
    auto child = Child::Start(Shell("exec sleep 60"));
    const pid_t pid = child.ok() ? child->pid() : -1;
    const bool told = ::write(ends[1], &pid, sizeof pid) == sizeof pid;
    while (told) ::pause();
    ::_exit(1);
  }
  pid_t grandchild = -1;
  ASSERT_EQ(::read(ends[0], &grandchild, sizeof grandchild),
            static_cast<ssize_t>(sizeof grandchild));
  ASSERT_GT(grandchild, 0);
  EXPECT_TRUE(Lives(grandchild));
  ::kill(parent, SIGKILL);
  EXPECT_EQ(::waitpid(parent, nullptr, 0), parent);
  EXPECT_TRUE(DiesWithin(grandchild, 5s));
  ::close(ends[0]);
  ::close(ends[1]);
}

}  // namespace
}  // namespace logphead
