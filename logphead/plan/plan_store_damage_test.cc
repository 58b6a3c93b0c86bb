// SPDX-License-Identifier: Apache-2.0
// Tests of damaged, newer and foreign databases: set aside or left, said, and never believed.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "logphead/base/files.h"
#include "logphead/plan/plan_store.h"
#include "logphead/plan/test_stores.h"
#include "logphead/testing/random.h"

namespace logphead {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class PlanStoreDamageTest : public StoreTest {
 protected:
  void MakeRows(int count, size_t bytes = 500) {
    auto opened = PlanStore::Open(file());
    ASSERT_TRUE(opened.ok()) << opened.error().message();
    for (int i = 0; i < count; ++i) ASSERT_TRUE(RememberRow(opened->store, 0, i, bytes).ok());
  }

  void Edit(const std::string& sql) {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(file().c_str(), &database), SQLITE_OK);
    sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 0, nullptr);
    char* message = nullptr;
    EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, &message), SQLITE_OK)
        << sql << ": " << message;
    sqlite3_close(database);
  }

  void Write(const std::string& content) const {
    std::ofstream(file(), std::ios::binary | std::ios::trunc) << content;
  }

  // Opens what is at file(): set aside, and empty and usable afterwards.
  void ExpectSetAside(const std::string& word, const std::string& why) {
    const auto before = FilesLike("plans.sqlite." + word).size();
    auto opened = PlanStore::Open(file());
    ASSERT_TRUE(opened.ok()) << opened.error().message();
    ASSERT_THAT(opened->notes, SizeIs(1)) << why;
    const auto aside = FilesLike("plans.sqlite." + word);
    EXPECT_THAT(aside, SizeIs(before + 1));
    bool named = false;
    for (const fs::path& path : aside) {
      named = named || opened->notes[0].find(path.string()) != std::string::npos;
    }
    EXPECT_TRUE(named) << opened->notes[0];
    EXPECT_THAT(opened->notes[0], HasSubstr(why));
    EXPECT_THAT(*opened->store.List(), IsEmpty());
    EXPECT_TRUE(RememberRow(opened->store, 1, 1).ok());
  }
};

TEST_F(PlanStoreDamageTest, WhatIsNoDatabaseIsSetAside) {
  for (const std::string& content :
       {std::string("not a database"), std::string(20000, '\xff'), std::string(4096, '\0')}) {
    Write(content);
    ExpectSetAside("damaged", "not a database");
  }
  const auto aside = FilesLike("plans.sqlite.damaged");
  EXPECT_THAT(aside, SizeIs(3));
  // Nobody but a plan takes a file's place.
  Write("not a database");
  const auto opened = PlanStore::Open(file(), {.create = false});
  ASSERT_FALSE(opened.ok());
  EXPECT_THAT(opened.error().message(), HasSubstr("left as it is"));
  EXPECT_EQ(*ReadFile(file()), "not a database");
}

TEST_F(PlanStoreDamageTest, AnEmptyFileIsBegun) {
  Write("");
  auto opened = PlanStore::Open(file());
  ASSERT_TRUE(opened.ok());
  EXPECT_THAT(opened->notes, IsEmpty());
  EXPECT_TRUE(RememberRow(opened->store, 1, 1).ok());
}

TEST_F(PlanStoreDamageTest, TruncatedOnesAreSetAside) {
  MakeRows(100);
  const std::string whole = *ReadFile(file());
  ASSERT_GT(whole.size(), 40000U);
  for (const size_t size :
       {size_t{99}, size_t{4096}, size_t{20000}, whole.size() - 5000, whole.size() - 4096}) {
    SCOPED_TRACE(size);
    Write(whole.substr(0, size));
    ExpectSetAside("damaged", "damaged");
  }
}

TEST_F(PlanStoreDamageTest, OddTablesAreSetAside) {
  for (const char* sql :
       {"DROP TABLE compiles", "DROP TABLE calibrations; DROP TABLE plugins; DROP TABLE compiles",
        "ALTER TABLE plugins ADD COLUMN more TEXT", "CREATE TABLE more(x)",
        "CREATE INDEX more ON compiles(used)", "PRAGMA user_version = 0",
        "CREATE TRIGGER more AFTER INSERT ON compiles BEGIN DELETE FROM compiles; END",
        "PRAGMA application_id = 17"}) {
    fs::remove(file());
    MakeRows(1);
    Edit(sql);
    SCOPED_TRACE(sql);
    ExpectSetAside("damaged", "damaged");
  }
}

TEST_F(PlanStoreDamageTest, NewerOnesAreSetAsideWhole) {
  MakeRows(3);
  Edit("PRAGMA user_version = 2; CREATE TABLE from_the_future(x); PRAGMA wal_autocheckpoint = 0");
  ExpectSetAside("newer", "it has version 2, and this is version 1");
  // Back in its place, and of this version again: nothing is lost.
  const auto aside = FilesLike("plans.sqlite.newer");
  ASSERT_THAT(aside, SizeIs(1));
  fs::rename(aside[0], file());
  for (const char* suffix : {"-wal", "-shm"}) fs::remove(file().string() + suffix);
  Edit("DROP TABLE from_the_future; PRAGMA user_version = 1");
  auto opened = PlanStore::Open(file());
  ASSERT_TRUE(opened.ok());
  EXPECT_THAT(*opened->store.List(), SizeIs(3));
}

TEST_F(PlanStoreDamageTest, AnotherProgramsDatabaseIsLeft) {
  for (const char* sql :
       {"CREATE TABLE compiles(x); INSERT INTO compiles VALUES(1)",
        "PRAGMA application_id = 5; CREATE TABLE t(x)", "PRAGMA application_id = 5"}) {
    fs::remove(file());
    Edit(sql);
    const std::string before = *ReadFile(file());
    ASSERT_FALSE(before.empty());
    const auto opened = PlanStore::Open(file());
    ASSERT_FALSE(opened.ok()) << sql;
    EXPECT_THAT(opened.error().message(), HasSubstr("not a plan database")) << sql;
    EXPECT_EQ(*ReadFile(file()), before);
    EXPECT_THAT(FilesLike("plans.sqlite.d"), IsEmpty());
  }
}

TEST_F(PlanStoreDamageTest, NothingIsRenamedThatAnotherHasOpen) {
  auto user = PlanStore::Open(file());
  ASSERT_TRUE(user.ok());
  Edit("PRAGMA user_version = 2");
  const auto second = PlanStore::Open(file());
  ASSERT_FALSE(second.ok());
  EXPECT_THAT(second.error().message(),
              AllOf(HasSubstr("newer version"), HasSubstr("another process has it open")));
  EXPECT_TRUE(RememberRow(user->store, 0, 1).ok());
  { const PlanStore gone = std::move(user->store); }
  ExpectSetAside("newer", "version 2");
}

TEST_F(PlanStoreDamageTest, DamageWhileOpenIsAnErrorThatSaysSo) {
  constexpr size_t kBytes = 40000;  // together more than SQLite keeps in memory
  MakeRows(100, kBytes);
  auto opened = PlanStore::Open(file());
  ASSERT_TRUE(opened.ok());
  // The first page stays, so that the file keeps its identity.
  const auto size = static_cast<off_t>(fs::file_size(file()));
  const int fd = ::open(file().c_str(), O_WRONLY | O_CLOEXEC);
  const std::string noise(4096, '\x5a');
  for (off_t at = 4096; at < size; at += 4096) {
    ASSERT_EQ(::pwrite(fd, noise.data(), noise.size(), at), 4096);
  }
  // Not closed before the store: that would take away the locks that SQLite holds.
  int errors = 0;
  for (int i = 0; i < 100; ++i) {
    const auto report = opened->store.Recall(KeyOf(0, i));
    if (report.ok()) {
      EXPECT_EQ(report->value_or(ReportOf(0, i, kBytes)), ReportOf(0, i, kBytes));
      continue;
    }
    ++errors;
    EXPECT_EQ(report.error().code(), Code::kDataLoss);
    EXPECT_THAT(report.error().message(), HasSubstr("set aside when it is opened next"));
  }
  EXPECT_GT(errors, 0);
  { const PlanStore gone = std::move(opened->store); }
  ::close(fd);
  ExpectSetAside("damaged", "damaged");
}

// Two planners that start on a damaged database: one sets it aside, the other finds the new one.
TEST_F(PlanStoreDamageTest, TwoAtOnceSetAsideOnce) {
  for (int round = 0; round < 10; ++round) {
    Write("not a database");
    std::vector<pid_t> children;
    for (int child = 0; child < 4; ++child) {
      children.push_back(::fork());
      if (children.back() != 0) continue;
      auto opened = PlanStore::Open(file());
      const bool stored = opened.ok() && RememberRow(opened->store, child, round).ok();
      ::_exit(stored ? static_cast<int>(opened->notes.size()) : 9);
    }
    int notes = 0;
    for (const pid_t child : children) {
      int status = -1;
      ASSERT_EQ(::waitpid(child, &status, 0), child);
      ASSERT_TRUE(WIFEXITED(status));
      ASSERT_LT(WEXITSTATUS(status), 9);
      notes += WEXITSTATUS(status);
    }
    EXPECT_EQ(notes, 1);
    auto opened = PlanStore::Open(file());
    ASSERT_TRUE(opened.ok());
    EXPECT_THAT(opened->notes, IsEmpty());
    EXPECT_THAT(*opened->store.List(), SizeIs(4));
  }
  EXPECT_THAT(FilesLike("plans.sqlite.damaged"), SizeIs(10));
}

// Random bytes changed, and files cut, at random places: what is recalled is right or nothing.
TEST_F(PlanStoreDamageTest, RandomDamageIsNeverBelieved) {
  constexpr int kRows = 30;
  MakeRows(kRows);
  const std::string whole = *ReadFile(file());
  Random random(20);
  int right = 0, nothing = 0, aside = 0, refused = 0;
  for (int round = 0; round < 200; ++round) {
    std::string content = whole;
    const uint64_t kind = random.Bits() % 8;
    const uint64_t flips = kind == 0 ? 0 : 1 + random.Bits() % (kind < 5 ? 3 : 60);
    // Half of them in the first page: header and tables.
    const size_t range = kind % 2 == 0 ? content.size() : 4096;
    for (uint64_t i = 0; i < flips; ++i) {
      content[random.Bits() % range] ^= static_cast<char>(1 + random.Bits() % 255);
    }
    if (kind == 0) content.resize(random.Bits() % content.size());
    for (const fs::path& path : FilesLike("plans")) fs::remove(path);
    Write(content);
    auto opened = PlanStore::Open(file());
    if (!opened.ok()) {
      ++refused;
      continue;
    }
    aside += static_cast<int>(opened->notes.size());
    for (int i = 0; i < kRows; ++i) {
      const auto report = opened->store.Recall(KeyOf(0, i));
      if (!report.ok() || !report->has_value()) {
        ++nothing;
      } else {
        ++right;
        ASSERT_EQ(**report, ReportOf(0, i)) << "round " << round;
      }
    }
    const auto listed = opened->store.List();
    EXPECT_TRUE(listed.ok() || listed.error().code() == Code::kDataLoss);
    if (opened->notes.empty()) continue;
    EXPECT_TRUE(RememberRow(opened->store, 0, 0).ok());
  }
  // All of it happens.
  EXPECT_GT(right, 1000);
  EXPECT_GT(nothing, 100);
  EXPECT_GT(aside, 50);
  EXPECT_LT(refused, 20);
  RecordProperty("right", right);
  RecordProperty("nothing", nothing);
  RecordProperty("aside", aside);
  RecordProperty("refused", refused);
}

}  // namespace
}  // namespace logphead
