// SPDX-License-Identifier: Apache-2.0
// Tests of the pool: order, parallelism, failures, progress, and stopping early.
#include "logphead/plan/pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cerrno>
#include <chrono>
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

PoolOptions Parallel(size_t parallel) {
  PoolOptions options;
  options.parallel = parallel;
  return options;
}

TEST(RunPool, HandsResultsOverInOrderWhateverFinishesFirst) {
  // Earlier jobs take longer.
  const auto command = [](size_t job) -> Result<ChildCommand> {
    return Shell("sleep 0." + std::to_string(4 - job) + "; echo " + std::to_string(job));
  };
  std::vector<std::string> outputs;
  const auto done = [&](size_t job, Result<ChildResult> result) -> Status {
    EXPECT_EQ(job, outputs.size());
    EXPECT_TRUE(result.ok());
    if (result.ok()) outputs.push_back(result->stdout_bytes);
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
  const auto done = [&](size_t, Result<ChildResult>) -> Status {
    seconds.push_back(
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
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
    const auto done = [](size_t, Result<ChildResult>) -> Status { return {}; };
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
  const auto done = [&](size_t, Result<ChildResult> result) -> Status {
    rows.push_back(result.ok() ? result->Describe() : std::string(CodeName(result.error().code())));
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
  const auto done = [](size_t, Result<ChildResult>) -> Status { return {}; };
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
  const auto done = [&](size_t, Result<ChildResult>) -> Status {
    ++handed;
    return DataLoss("cannot write the row");
  };
  const auto start = std::chrono::steady_clock::now();
  const Status status = RunPool(5, command, done, Parallel(2));
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().message(), "cannot write the row");
  EXPECT_EQ(handed, 1U);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST(RunPool, NoJobsIsNoWork) {
  const auto command = [](size_t) -> Result<ChildCommand> { return Internal("not to be called"); };
  const auto done = [](size_t, Result<ChildResult>) -> Status { return Internal("nor this"); };
  EXPECT_TRUE(RunPool(0, command, done).ok());
}

}  // namespace
}  // namespace logphead
