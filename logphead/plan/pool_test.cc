// SPDX-License-Identifier: Apache-2.0
// Tests of the pool: order, parallelism, memory, failures, progress, and stopping early.
#include "logphead/plan/pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace logphead {
namespace {

using testing::ElementsAre;

ChildCommand Shell(const std::string& script) {
  ChildCommand command;
  command.argv = {"/bin/sh", "-c", script};
  return command;
}

// Memory holds nothing back.
PoolOptions Parallel(size_t parallel) {
  PoolOptions options;
  options.parallel = parallel;
  options.available_memory = nullptr;
  return options;
}

std::string Told(const JobResult& result) {
  if (result.end == JobEnd::kKnown) return "known";
  if (!result.child.ok()) return std::string(CodeName(result.child.error().code()));
  if (result.end == JobEnd::kRan) return result.child->Describe();
  return result.child->seconds > 0 ? "stopped" : "not started";
}

double SecondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

bool NoChildIsLeft() { return ::waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD; }

TEST(RunPool, HandsResultsOverInOrderWhateverFinishesFirst) {
  // Earlier jobs take longer.
  const auto command = [](size_t job) -> Result<ChildCommand> {
    return Shell("sleep 0." + std::to_string(4 - job) + "; echo " + std::to_string(job));
  };
  std::vector<std::string> outputs;
  const auto done = [&](size_t job, JobResult result) -> Status {
    EXPECT_EQ(job, outputs.size());
    EXPECT_EQ(result.end, JobEnd::kRan);
    EXPECT_TRUE(result.child.ok());
    if (result.child.ok()) outputs.push_back(result.child->stdout_bytes);
    return {};
  };
  ASSERT_TRUE(RunPool(5, command, done, Parallel(5)).ok());
  EXPECT_THAT(outputs, ElementsAre("0\n", "1\n", "2\n", "3\n", "4\n"));
}

TEST(RunPool, AFinishedRowWaitsOnlyForTheRowsBeforeIt) {
  // Job 0 ends at once and must be handed over while job 1 still runs.
  const auto start = std::chrono::steady_clock::now();
  std::vector<double> seconds;
  const auto command = [](size_t job) -> Result<ChildCommand> {
    return Shell(job == 0 ? "exit 0" : "sleep 2");
  };
  const auto done = [&](size_t, const JobResult&) -> Status {
    seconds.push_back(SecondsSince(start));
    return {};
  };
  ASSERT_TRUE(RunPool(2, command, done, Parallel(2)).ok());
  ASSERT_EQ(seconds.size(), 2U);
  EXPECT_GT(seconds[1] - seconds[0], 0.5);
}

TEST(RunPool, NeverRunsMoreThanAskedFor) {
  for (const size_t parallel : {size_t{1}, size_t{3}}) {
    size_t started = 0;
    size_t finished = 0;
    size_t most = 0;
    const auto command = [&](size_t) -> Result<ChildCommand> {
      most = std::max(most, ++started - finished);
      return Shell("sleep 0.05");
    };
    PoolOptions options = Parallel(parallel);
    options.progress = [&](const PoolProgress& progress) { finished = progress.finished; };
    const auto done = [](size_t, const JobResult&) -> Status { return {}; };
    ASSERT_TRUE(RunPool(7, command, done, options).ok());
    EXPECT_EQ(started, 7U);
    EXPECT_EQ(most, parallel);
  }
}

TEST(RunPool, CrashesAndFailedStartsAreRows) {
  const auto command = [](size_t job) -> Result<ChildCommand> {
    if (job == 1) return InvalidArgument("no such case");
    if (job == 2) {
      ChildCommand absent;
      absent.argv = {"/nonexistent"};
      return absent;
    }
    return Shell(job == 0 ? "kill -ABRT $$" : "echo fine");
  };
  std::vector<std::string> rows;
  const auto done = [&](size_t, const JobResult& result) -> Status {
    rows.push_back(Told(result));
    return {};
  };
  ASSERT_TRUE(RunPool(4, command, done, Parallel(2)).ok());
  EXPECT_THAT(rows, ElementsAre("died of signal 6 (Aborted)", "INVALID_ARGUMENT", "NOT_FOUND",
                                "exited with status 0"));
}

TEST(RunPool, ReportsProgressWithAnEstimate) {
  std::vector<PoolProgress> seen;
  PoolOptions options = Parallel(2);
  options.progress = [&](const PoolProgress& progress) { seen.push_back(progress); };
  const auto command = [](size_t) -> Result<ChildCommand> { return Shell("sleep 0.2"); };
  const auto done = [](size_t, const JobResult&) -> Status { return {}; };
  ASSERT_TRUE(RunPool(4, command, done, options).ok());
  ASSERT_EQ(seen.size(), 4U);
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(seen[i].finished, i + 1);
    EXPECT_EQ(seen[i].total, 4U);
  }
  // Three jobs of 0.2 s and more on two lanes.
  EXPECT_GE(seen[0].eta_seconds, 0.3);
  EXPECT_LT(seen[0].eta_seconds, 10);
  EXPECT_EQ(seen[3].eta_seconds, 0);
  EXPECT_GE(seen[3].elapsed_seconds, 0.4);
}

TEST(RunPool, AnErrorFromTheCallbackStopsAndKills) {
  size_t handed = 0;
  const auto command = [](size_t job) -> Result<ChildCommand> {
    return Shell(job == 0 ? "exit 0" : "exec sleep 60");
  };
  const auto done = [&](size_t, const JobResult&) -> Status {
    ++handed;
    return DataLoss("cannot write the row");
  };
  const auto start = std::chrono::steady_clock::now();
  const Status status = RunPool(5, command, done, Parallel(2));
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().message(), "cannot write the row");
  EXPECT_EQ(handed, 1U);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
  EXPECT_TRUE(NoChildIsLeft());
}

TEST(RunPool, WhatIsKnownNeedsNoChildAndIsFinishedFirst) {
  std::vector<size_t> started;
  std::vector<size_t> finished;
  std::vector<std::string> rows;
  int looks_at_2 = 0;
  PoolOptions options = Parallel(1);
  // Job 2 becomes known while job 0 runs, as when another planner compiles it.
  options.known = [&](size_t job) {
    return job == 1 || job == 3 || (job == 2 && ++looks_at_2 == 2);
  };
  options.finished = [&](size_t job, const JobResult&) { finished.push_back(job); };
  const auto command = [&](size_t job) -> Result<ChildCommand> {
    started.push_back(job);
    return Shell("exit 0");
  };
  const auto done = [&](size_t job, const JobResult& result) -> Status {
    EXPECT_EQ(job, rows.size());
    rows.push_back(Told(result));
    return {};
  };
  ASSERT_TRUE(RunPool(5, command, done, options).ok());
  EXPECT_THAT(started, ElementsAre(0, 4));
  EXPECT_THAT(finished, ElementsAre(1, 3, 0, 2, 4));
  EXPECT_THAT(
      rows, ElementsAre("exited with status 0", "known", "known", "known", "exited with status 0"));
}

TEST(RunPool, FinishedIsCalledAtOnceEvenBehindAGap) {
  std::vector<size_t> finished;
  PoolOptions options = Parallel(2);
  options.finished = [&](size_t job, const JobResult&) { finished.push_back(job); };
  const auto command = [](size_t job) -> Result<ChildCommand> {
    return Shell(job == 0 ? "sleep 0.4" : "exit 0");
  };
  const auto done = [&](size_t job, const JobResult&) -> Status {
    if (job == 0) {
      EXPECT_THAT(finished, ElementsAre(1, 2, 0));
    }
    return {};
  };
  ASSERT_TRUE(RunPool(3, command, done, options).ok());
}

TEST(RunPool, TheBudgetPrunesWhatRunsAndWhatComes) {
  std::vector<std::string> rows;
  size_t started = 0;
  PoolOptions options = Parallel(2);
  options.budget = std::chrono::milliseconds(300);
  options.known = [](size_t job) { return job == 4; };
  const auto command = [&](size_t job) -> Result<ChildCommand> {
    ++started;
    return Shell(job == 0 ? "exit 0" : "exec sleep 60");
  };
  const auto done = [&](size_t, const JobResult& result) -> Status {
    rows.push_back(Told(result));
    return {};
  };
  const auto start = std::chrono::steady_clock::now();
  ASSERT_TRUE(RunPool(5, command, done, options).ok());
  EXPECT_GE(SecondsSince(start), 0.3);
  EXPECT_LT(SecondsSince(start), 20);
  EXPECT_THAT(rows,
              ElementsAre("exited with status 0", "stopped", "stopped", "not started", "known"));
  EXPECT_EQ(started, 3U);
  EXPECT_TRUE(NoChildIsLeft());
}

TEST(RunPool, MemoryHoldsChildrenBack) {
  constexpr uint64_t kGibi = uint64_t{1} << 30;
  // How many start before one has shown what it takes.
  const auto first = [](uint64_t available, std::optional<uint64_t> limit) {
    size_t started = 0;
    bool finished = false;
    PoolOptions options = Parallel(4);
    options.available_memory = [=] { return available; };
    options.memory_limit_bytes = limit;
    options.finished = [&](size_t, const JobResult&) { finished = true; };
    const auto command = [&](size_t) -> Result<ChildCommand> {
      if (!finished) ++started;
      return Shell("sleep 0.1");
    };
    const auto done = [](size_t, const JobResult&) -> Status { return {}; };
    EXPECT_TRUE(RunPool(4, command, done, options).ok());
    return started;
  };
  EXPECT_EQ(first(0, {}), 1U) << "one always runs";
  // Each is taken to need 2 GiB, of which those that run have little yet.
  EXPECT_EQ(first(3 * kGibi, {}), 1U);
  EXPECT_EQ(first(5 * kGibi, {}), 2U);
  EXPECT_EQ(first(16 * kGibi, {}), 4U);
  EXPECT_EQ(first(3 * kGibi, kGibi), 3U) << "none takes more than its limit";
}

TEST(RunPool, MemoryIsJudgedByWhatChildrenTook) {
  // The first shows how little is needed, so that all others then run at once.
  constexpr uint64_t kMebi = uint64_t{1} << 20;
  size_t started = 0;
  size_t finished = 0;
  size_t most = 0;
  PoolOptions options = Parallel(4);
  options.available_memory = [] { return 1000 * kMebi; };
  options.finished = [&](size_t, const JobResult&) { ++finished; };
  const auto command = [&](size_t job) -> Result<ChildCommand> {
    if (job == 1) {
      EXPECT_EQ(finished, 1U);
    }
    most = std::max(most, ++started - finished);
    return Shell("sleep 0.7");
  };
  const auto done = [](size_t, const JobResult&) -> Status { return {}; };
  ASSERT_TRUE(RunPool(5, command, done, options).ok());
  EXPECT_EQ(most, 4U);
}

TEST(RunPool, AStopHandsOverWhatIsFinishedAndKillsTheRest) {
  volatile std::sig_atomic_t stop = 0;
  std::vector<size_t> rows;
  PoolOptions options = Parallel(2);
  options.stop = &stop;
  options.finished = [&](size_t job, const JobResult&) {
    if (job == 3) stop = 1;
  };
  const auto command = [](size_t job) -> Result<ChildCommand> {
    return Shell(job == 1 ? "exec sleep 60" : "exit 0");
  };
  const auto done = [&](size_t job, const JobResult&) -> Status {
    rows.push_back(job);
    return {};
  };
  const auto start = std::chrono::steady_clock::now();
  const Status status = RunPool(6, command, done, options);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code(), Code::kCancelled);
  EXPECT_EQ(status.error().message(), "interrupted");
  EXPECT_THAT(rows, ElementsAre(0, 2, 3));
  EXPECT_LT(SecondsSince(start), 20);
  EXPECT_TRUE(NoChildIsLeft());
}

// What the handler of a real interrupt sets; see the next test.
volatile std::sig_atomic_t interrupted = 0;

// As from a keyboard: the signal reaches this process and its children at once.
TEST(RunPool, AnInterruptOfTheWholeGroupLeavesNoCrashedRow) {
  const pid_t group = ::fork();
  ASSERT_GE(group, 0);
  if (group == 0) {
    ::setpgid(0, 0);
    struct sigaction action = {};
    action.sa_handler = [](int) { interrupted = 1; };
    ::sigaction(SIGINT, &action, nullptr);
    int rows = 0;
    PoolOptions options = Parallel(3);
    options.stop = &interrupted;
    const auto command = [](size_t job) -> Result<ChildCommand> {
      return Shell(job < 2 ? "exec sleep 60" : "sleep 0.1; kill -INT 0; exec sleep 60");
    };
    const auto done = [&](size_t, const JobResult&) -> Status {
      ++rows;
      return {};
    };
    const Status status = RunPool(3, command, done, options);
    ::_exit(status.ok() ? 99 : rows);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(group, &status, 0), group);
  ASSERT_TRUE(WIFEXITED(status)) << status;
  EXPECT_EQ(WEXITSTATUS(status), 0) << "rows, or 99 when not interrupted";
}

TEST(RunPool, NoJobsIsNoWork) {
  const auto command = [](size_t) -> Result<ChildCommand> { return Internal("not to be called"); };
  const auto done = [](size_t, const JobResult&) -> Status { return Internal("nor this"); };
  EXPECT_TRUE(RunPool(0, command, done).ok());
}

}  // namespace
}  // namespace logphead
