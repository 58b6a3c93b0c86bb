// SPDX-License-Identifier: Apache-2.0
// Tests of the memory of past compiles under several writers, kill -9 and full disks.
#include <gmock/gmock.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "logphead/base/files.h"
#include "logphead/plan/plan_store.h"
#include "logphead/plan/test_stores.h"
#include "logphead/testing/random.h"

namespace logphead {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

class PlanStoreKillTest : public StoreTest {};

size_t BytesOf(int i) { return 200 + static_cast<size_t>(i) * 7919 % 9000; }

// How a child ended that was not killed; -1 for a signal.
int ExitOf(pid_t child) {
  int status = 0;
  if (::waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status);
}

TEST_F(PlanStoreKillTest, FourWritersLoseNothing) {
  constexpr int kWriters = 4, kRows = 50;
  std::vector<pid_t> writers;
  for (int writer = 0; writer < kWriters; ++writer) {
    writers.push_back(::fork());
    if (writers.back() != 0) continue;
    auto opened = PlanStore::Open(file());
    if (!opened.ok() || !opened->notes.empty()) ::_exit(1);
    for (int i = 0; i < kRows; ++i) {
      if (!RememberRow(opened->store, writer, i, BytesOf(i)).ok()) ::_exit(2);
      // All of them write this one.
      if (!opened->store.Remember(KeyOf(9, i), "{}", ReportOf(9, i), 1).ok()) ::_exit(3);
      const auto report = opened->store.Recall(KeyOf(9, i));
      if (!report.ok() || *report != ReportOf(9, i)) ::_exit(4);
    }
    ::_exit(0);
  }
  for (const pid_t writer : writers) EXPECT_EQ(ExitOf(writer), 0);
  PlanStore store = Open();
  EXPECT_THAT(*store.List(), SizeIs(kWriters * kRows + kRows));
  for (int writer = 0; writer < kWriters; ++writer) {
    for (int i = 0; i < kRows; ++i) {
      EXPECT_EQ(**store.Recall(KeyOf(writer, i)), ReportOf(writer, i, BytesOf(i)));
    }
  }
}

// Writes rows of a series for ever, and the number of each to a pipe once it is remembered.
[[noreturn]] void WriteUntilKilled(const std::filesystem::path& file, int series, int pipe) {
  auto opened = PlanStore::Open(file);
  if (!opened.ok() || !opened->notes.empty()) ::_exit(1);
  for (int i = 0;; ++i) {
    if (!RememberRow(opened->store, series, i, BytesOf(i)).ok()) ::_exit(2);
    if (::write(pipe, &i, sizeof i) != sizeof i) ::_exit(3);
  }
}

// Starts a writer, kills it after a while, and gives the number of rows it has reported.
int KillAWriter(const std::filesystem::path& file, int series, Random& random) {
  int ends[2];
  EXPECT_EQ(::pipe(ends), 0);
  const pid_t writer = ::fork();
  if (writer == 0) WriteUntilKilled(file, series, ends[1]);
  ::close(ends[1]);
  int reported = 0, row = 0;
  // Every other one has got going before its time is measured.
  if (series % 2 == 0 && ::read(ends[0], &row, sizeof row) == sizeof row) ++reported;
  std::this_thread::sleep_for(std::chrono::microseconds(random.Bits() % 2500));
  ::kill(writer, SIGKILL);
  EXPECT_EQ(ExitOf(writer), -1) << "the writer ended by itself";
  while (::read(ends[0], &row, sizeof row) == sizeof row) {
    EXPECT_EQ(row, reported);
    ++reported;
  }
  ::close(ends[0]);
  return reported;
}

TEST_F(PlanStoreKillTest, KilledWritersLoseNothingFinished) {
  constexpr int kKills = 100;
  Random random(5);
  int total = 0;
  std::vector<int> reported;
  for (int series = 0; series < kKills; ++series) {
    reported.push_back(KillAWriter(file(), series, random));
    total += reported.back();
    PlanStore store = Open();
    for (int i = 0; i < reported.back(); ++i) {
      const auto report = store.Recall(KeyOf(series, i));
      ASSERT_TRUE(report.ok()) << report.error().message();
      ASSERT_EQ(report->value_or("(lost)"), ReportOf(series, i, BytesOf(i)));
    }
    ASSERT_THAT(store.TakeNotes(), IsEmpty());
  }
  PlanStore store = Open();
  for (int series = 0; series < kKills; ++series) {
    // The one after them may be there or not; if so, it is whole.
    for (int i = 0; i <= reported[static_cast<size_t>(series)]; ++i) {
      const auto report = store.Recall(KeyOf(series, i));
      ASSERT_TRUE(report.ok());
      if (i == reported[static_cast<size_t>(series)] && !report->has_value()) continue;
      ASSERT_EQ(report->value_or("(lost)"), ReportOf(series, i, BytesOf(i)));
    }
  }
  EXPECT_THAT(store.TakeNotes(), IsEmpty());
  EXPECT_GT(total, kKills / 2) << "the writers hardly wrote";
  RecordProperty("rows", total);
}

// Killed at any moment of setting aside: the damaged file is in one place or the other, never in
// none, and the next to open begins afresh.
TEST_F(PlanStoreKillTest, KilledWhileSettingAsideLosesNothing) {
  constexpr int kKills = 25;
  Random random(6);
  int finished = 0;
  for (int round = 1; round <= kKills; ++round) {
    const std::string content = "damaged in round " + std::to_string(round);
    std::filesystem::remove(file());
    std::ofstream(file()) << content;
    const pid_t child = ::fork();
    if (child == 0) ::_exit(PlanStore::Open(file()).ok() ? 0 : 1);
    std::this_thread::sleep_for(std::chrono::microseconds(random.Bits() % 2500));
    ::kill(child, SIGKILL);
    finished += ExitOf(child) == 0 ? 1 : 0;
    auto opened = PlanStore::Open(file());
    ASSERT_TRUE(opened.ok()) << opened.error().message();
    EXPECT_TRUE(RememberRow(opened->store, 0, 1).ok());
    int copies = 0;
    for (const auto& path : FilesLike("plans.sqlite.damaged")) {
      copies += *ReadFile(path) == content ? 1 : 0;
    }
    EXPECT_EQ(copies, 1) << content;
  }
  EXPECT_THAT(FilesLike("plans.sqlite.damaged"), SizeIs(kKills));
  EXPECT_LT(finished, kKills) << "no child was killed";
}

// In a child: rows until one does not fit; then the others are there, and a small one may fit.
// The exit status: 0 as it should be, else which step went wrong.
int FillUp(const std::filesystem::path& file) {
  auto opened = PlanStore::Open(file);
  if (!opened.ok()) return 1;
  int rows = 0;
  for (; rows < 10000; ++rows) {
    const Status status = RememberRow(opened->store, 0, rows, 20000);
    if (status.ok()) continue;
    if (status.error().message().find("cannot remember a compile in ") != 0) return 2;
    break;
  }
  if (rows < 10 || rows == 10000) return 3;
  const auto failed = opened->store.Recall(KeyOf(0, rows));
  if (!failed.ok() || failed->has_value()) return 4;
  for (int i = 0; i < rows; ++i) {
    const auto report = opened->store.Recall(KeyOf(0, i));
    if (!report.ok() || *report != ReportOf(0, i, 20000)) return 5;
  }
  // Again, in another process's place.
  opened->store = std::move(PlanStore::Open(file)->store);
  const auto listed = opened->store.List();
  return listed.ok() && listed->size() == static_cast<size_t>(rows) ? 0 : 6;
}

TEST_F(PlanStoreKillTest, AFileThatMayNotGrowIsAnErrorAndLosesNothing) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{1 << 20, 1 << 20};
    if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) ::_exit(7);
    ::_exit(FillUp(file()));
  }
  EXPECT_EQ(ExitOf(child), 0);
  // Without the limit it goes on.
  PlanStore store = Open();
  EXPECT_GT(store.List()->size(), 10U);
  EXPECT_TRUE(RememberRow(store, 1, 1, 20000).ok());
}

TEST_F(PlanStoreKillTest, AFullDiskIsAnErrorAndLosesNothing) {
  const pid_t child = ::fork();
  if (child == 0) {
    // A file system of 1 MB, seen by this process alone.
    const bool mounted =
        (::unshare(CLONE_NEWNS) == 0 || ::unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0) &&
        ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
        ::mount("none", folder_.c_str(), "tmpfs", 0, "size=1m") == 0;
    ::_exit(mounted ? FillUp(file()) : 99);
  }
  const int status = ExitOf(child);
  if (status == 99) GTEST_SKIP() << "file systems cannot be mounted here";
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace logphead
