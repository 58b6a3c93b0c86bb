// SPDX-License-Identifier: Apache-2.0
// Tests of the memory of past compiles: what comes back, lists, pruning, plugins, calibrations,
// places.
#include "logphead/plan/plan_store.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <cctype>
#include <cmath>
#include <ctime>
#include <fstream>
#include <map>

#include "logphead/plan/sqlite.h"
#include "logphead/plan/test_stores.h"

namespace logphead {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;

class PlanStoreTest : public StoreTest {
 protected:
  // Changes the file behind the store's back.
  void Edit(const std::string& sql) {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(file().c_str(), &database), SQLITE_OK);
    char* message = nullptr;
    EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, &message), SQLITE_OK)
        << message;
    EXPECT_GT(sqlite3_changes(database), 0) << sql;
    sqlite3_close(database);
  }

  // The first column of the first row.
  std::string Ask(const char* sql) {
    auto database = sqlite::Database::Open(file());
    return *database->Ask(sql);
  }
};

std::string Recalled(PlanStore& store, const PlanKey& key) {
  const auto report = store.Recall(key);
  EXPECT_TRUE(report.ok()) << report.error().message();
  return report.ok() ? report->value_or("(nothing)") : report.error().message();
}

TEST_F(PlanStoreTest, RecallsWhatWasRemembered) {
  std::string odd = "report with \0 inside, \xff, \"quotes\" and \n";
  odd[12] = '\0';
  {
    PlanStore store = Open();
    EXPECT_EQ(Recalled(store, KeyOf(0, 1)), "(nothing)");
    ASSERT_TRUE(RememberRow(store, 0, 1).ok());
    EXPECT_EQ(Recalled(store, KeyOf(0, 1)), ReportOf(0, 1));
    ASSERT_TRUE(store.Remember(KeyOf(0, 2), "{}", odd, 0.25).ok());
    ASSERT_TRUE(store.Remember(KeyOf(0, 3), "{}", "", 0).ok());
  }
  PlanStore store = Open();
  EXPECT_EQ(Recalled(store, KeyOf(0, 1)), ReportOf(0, 1));
  EXPECT_EQ(Recalled(store, KeyOf(0, 2)), odd);
  EXPECT_EQ(Recalled(store, KeyOf(0, 3)), "");
  ASSERT_TRUE(store.Remember(KeyOf(0, 1), "{}", "another", 1).ok());
  EXPECT_EQ(Recalled(store, KeyOf(0, 1)), "another");
  EXPECT_THAT(store.TakeNotes(), IsEmpty());
}

TEST_F(PlanStoreTest, EachPartOfTheKeyCounts) {
  PlanStore store = Open();
  const PlanKey key = KeyOf(0, 1);
  ASSERT_TRUE(RememberRow(store, 0, 1).ok());
  for (std::string PlanKey::*part : {&PlanKey::program, &PlanKey::options, &PlanKey::plugin}) {
    PlanKey other = key;
    other.*part += "x";
    EXPECT_EQ(Recalled(store, other), "(nothing)");
  }
  EXPECT_NE((PlanKey{"ab", "c", ""}.Text()), (PlanKey{"a", "bc", ""}.Text()));
  EXPECT_THAT(key.Text(), testing::MatchesRegex("[0-9a-f]{32}"));
}

TEST_F(PlanStoreTest, RefusesDescriptionsThatAreNoObject) {
  PlanStore store = Open();
  for (const char* description : {"", "1", "[]", "{", "{} {}"}) {
    EXPECT_FALSE(store.Remember(KeyOf(0, 1), description, "r", 1).ok()) << description;
  }
  ASSERT_TRUE(store.Remember(KeyOf(0, 1), "{}", "r", std::nan("")).ok());
  EXPECT_EQ(Recalled(store, KeyOf(0, 1)), "r");
}

// Each column of a row, changed by something else than the store.
TEST_F(PlanStoreTest, NeverReturnsADamagedRow) {
  for (const char* change :
       {"report = report || ' '", "report = replace(report, 'row', 'r0w')", "options = 'other'",
        "program = 'other'", "plugin = ''", "description = '{\"compiler\": \"two\"}'",
        "seconds = 2.5", "created = created - 1", "checksum = ''"}) {
    {
      PlanStore store = Open();
      ASSERT_TRUE(RememberRow(store, 0, 1).ok());
      ASSERT_TRUE(RememberRow(store, 0, 2).ok());
    }
    Edit("UPDATE compiles SET " + std::string(change) + " WHERE key = '" + KeyOf(0, 1).Text() +
         "'");
    PlanStore store = Open();
    EXPECT_EQ(Recalled(store, KeyOf(0, 1)), "(nothing)") << change;
    EXPECT_THAT(store.TakeNotes(), testing::ElementsAre(HasSubstr("damaged and is removed")));
    EXPECT_EQ(Recalled(store, KeyOf(0, 1)), "(nothing)");
    EXPECT_THAT(store.TakeNotes(), IsEmpty());
    EXPECT_EQ(Recalled(store, KeyOf(0, 2)), ReportOf(0, 2));
  }
}

TEST_F(PlanStoreTest, RowsThatChangedPlacesAreNotReturned) {
  {
    PlanStore store = Open();
    ASSERT_TRUE(RememberRow(store, 0, 1).ok());
  }
  // A right row under a wrong key.
  Edit("UPDATE compiles SET key = '" + KeyOf(0, 2).Text() + "'");
  PlanStore store = Open();
  EXPECT_EQ(Recalled(store, KeyOf(0, 2)), "(nothing)");
  EXPECT_EQ(store.TakeNotes().size(), 1U);
}

TEST_F(PlanStoreTest, ListsTheNewestFirstWithoutDamagedRows) {
  {
    PlanStore store = Open();
    for (int i = 0; i < 5; ++i) ASSERT_TRUE(RememberRow(store, 0, i).ok());
  }
  Edit("UPDATE compiles SET report = 'x' WHERE key = '" + KeyOf(0, 3).Text() + "'");
  PlanStore store = Open();
  const auto rows = store.List();
  ASSERT_TRUE(rows.ok());
  std::vector<std::string> keys;
  for (const StoredCompile& row : *rows) {
    keys.push_back(row.key);
    EXPECT_EQ(row.seconds, 1.5);
    EXPECT_EQ(row.options, KeyOf(0, 0).options);
    EXPECT_NEAR(static_cast<double>(row.created), static_cast<double>(std::time(nullptr)), 100);
  }
  EXPECT_THAT(keys, testing::ElementsAre(KeyOf(0, 4).Text(), KeyOf(0, 2).Text(), KeyOf(0, 1).Text(),
                                         KeyOf(0, 0).Text()));
  EXPECT_EQ(store.TakeNotes().size(), 1U);
}

TEST_F(PlanStoreTest, ShowsByTheBeginningOfAKey) {
  PlanStore store = Open();
  // Enough rows for two that share four digits.
  std::map<std::string, int> beginnings;
  std::string shared;
  for (int i = 0; shared.empty(); ++i) {
    ASSERT_TRUE(RememberRow(store, 0, i, 40).ok());
    const std::string beginning = KeyOf(0, i).Text().substr(0, 4);
    if (++beginnings[beginning] == 2) shared = beginning;
  }
  EXPECT_EQ(store.Show(shared).error().code(), Code::kInvalidArgument);
  EXPECT_THAT(store.Show(shared).error().message(), HasSubstr("2 compiles"));
  std::string whole = KeyOf(0, 0).Text();
  EXPECT_EQ(store.Show(whole)->report, ReportOf(0, 0, 40));
  for (char& c : whole) c = static_cast<char>(std::toupper(c));
  EXPECT_EQ(store.Show(whole.substr(0, 12))->report, ReportOf(0, 0, 40));
  EXPECT_EQ(store.Show("00000000000000000000").error().code(), Code::kNotFound);
  for (const char* prefix : {"", "abc", "xyzw", "%%%%", "0000000000000000000000000000000000"}) {
    EXPECT_EQ(store.Show(prefix).error().code(), Code::kInvalidArgument) << prefix;
  }
}

TEST_F(PlanStoreTest, PrunesByAgeCompilerAndAll) {
  PlanStore store = Open();
  for (int i = 0; i < 200; ++i) {
    const std::string compiler = i % 4 == 0 ? "two" : "one";
    ASSERT_TRUE(
        store.Remember(KeyOf(0, i), R"({"compiler": ")" + compiler + "\"}", ReportOf(0, i, 4000), 1)
            .ok());
  }
  Edit("UPDATE compiles SET used = used - 90000 WHERE rowid <= 40");
  const int64_t day_ago = static_cast<int64_t>(std::time(nullptr)) - 86400;
  const auto old_ones = store.Prune({.unused_since = day_ago, .compiler = "two"});
  ASSERT_TRUE(old_ones.ok()) << old_ones.error().message();
  EXPECT_EQ(old_ones->compiles, 10);
  EXPECT_EQ(old_ones->left, 190);
  const auto older = store.Prune({.unused_since = day_ago, .compiler = ""});
  EXPECT_EQ(older->compiles, 30);
  const auto two = store.Prune({.unused_since = std::nullopt, .compiler = "two"});
  EXPECT_EQ(two->compiles, 40);
  EXPECT_EQ(Recalled(store, KeyOf(0, 41)), ReportOf(0, 41, 4000));
  EXPECT_EQ(Recalled(store, KeyOf(0, 44)), "(nothing)");
  const auto all = store.Prune({});
  EXPECT_EQ(all->compiles, 120);
  EXPECT_EQ(all->left, 0);
  EXPECT_GT(all->bytes, 120 * 4000);
  EXPECT_LT(fs::file_size(file()), 100000U);
  EXPECT_EQ(store.Prune({})->compiles, 0);
}

TEST_F(PlanStoreTest, RecallingKeepsARowYoung) {
  {
    PlanStore store = Open();
    for (int i = 0; i < 2; ++i) ASSERT_TRUE(RememberRow(store, 0, i).ok());
  }
  Edit("UPDATE compiles SET used = used - 90000");
  {
    PlanStore store = Open();
    EXPECT_EQ(Recalled(store, KeyOf(0, 1)), ReportOf(0, 1));
  }
  PlanStore store = Open();
  const int64_t day_ago = static_cast<int64_t>(std::time(nullptr)) - 86400;
  EXPECT_EQ(store.Prune({.unused_since = day_ago, .compiler = ""})->compiles, 1);
  EXPECT_EQ(Recalled(store, KeyOf(0, 1)), ReportOf(0, 1));
}

TEST_F(PlanStoreTest, KnowsAPluginByItsStateAndReadsItOnce) {
  const fs::path plugin = folder_ / "plugin.so";
  const auto write = [&](const std::string& content, int64_t age) {
    std::ofstream(plugin, std::ios::binary) << content;
    const timespec times[2] = {{std::time(nullptr) - age, 5}, {std::time(nullptr) - age, 5}};
    ASSERT_EQ(::utimensat(AT_FDCWD, plugin.c_str(), times, 0), 0);
  };
  PlanStore store = Open();
  write("first", 100);
  EXPECT_EQ(*store.PluginFingerprint(plugin), Fingerprint("first"));
  fs::create_symlink(plugin, folder_ / "link.so");
  EXPECT_EQ(*store.PluginFingerprint(folder_ / "link.so"), Fingerprint("first"));
  // Of the same size and time, seconds later: told by the time of the change.
  write("fir5t", 100);
  EXPECT_EQ(*store.PluginFingerprint(plugin), Fingerprint("fir5t"));
  EXPECT_EQ(store.PluginFingerprint(folder_ / "absent").error().code(), Code::kNotFound);
  EXPECT_EQ(store.PluginFingerprint(folder_).error().code(), Code::kInvalidArgument);
}

TEST_F(PlanStoreTest, ReadsAPluginOnce) {
  const fs::path shell = fs::canonical("/bin/sh");  // a file that has not changed for seconds
  PlanStore store = Open();
  const std::string right = *store.PluginFingerprint(shell);
  EXPECT_EQ(right, *FingerprintFile(shell));
  EXPECT_EQ(*store.PluginFingerprint("/bin/sh"), right);
  // What is remembered stands in for reading the file,
  const std::string state = Ask("SELECT state FROM plugins");
  const std::string where = " WHERE path = '" + shell.string() + "'";
  Edit("UPDATE plugins SET fingerprint = 'planted', checksum = '" +
       Fingerprint({shell.string(), state, "planted"}) + "'" + where);
  EXPECT_EQ(*store.PluginFingerprint(shell), "planted");
  // unless it is damaged, or of another state of the file.
  Edit("UPDATE plugins SET fingerprint = 'wrong'" + where);
  EXPECT_EQ(*store.PluginFingerprint(shell), right);
  Edit("UPDATE plugins SET state = state || ' ', fingerprint = 'planted', checksum = '" +
       Fingerprint({shell.string(), state + " ", "planted"}) + "'" + where);
  EXPECT_EQ(*store.PluginFingerprint(shell), right);
}

TEST_F(PlanStoreTest, KeepsCalibrationsApart) {
  {
    PlanStore store = Open();
    EXPECT_FALSE(store.LoadCalibration("cpu")->has_value());
    ASSERT_TRUE(store.SaveCalibration("cpu", "{\"a\": 1}").ok());
    ASSERT_TRUE(store.SaveCalibration("cpu", "{\"a\": 2}").ok());
    ASSERT_TRUE(store.SaveCalibration("v5p", "{}").ok());
    ASSERT_TRUE(store.Prune({}).ok());
  }
  PlanStore store = Open();
  EXPECT_EQ(store.LoadCalibration("cpu")->value(), "{\"a\": 2}");
  EXPECT_TRUE(*store.RemoveCalibration("cpu"));
  EXPECT_FALSE(*store.RemoveCalibration("cpu"));
  EXPECT_FALSE(store.LoadCalibration("cpu")->has_value());
  Edit("UPDATE calibrations SET json = '{\"a\": 3}'");
  EXPECT_FALSE(store.LoadCalibration("v5p")->has_value());
  EXPECT_THAT(store.TakeNotes(), testing::ElementsAre(HasSubstr("the calibration of v5p")));
}

TEST_F(PlanStoreTest, SaysWhyItCannotOpen) {
  std::ofstream(folder_ / "file") << "x";
  for (const fs::path& path : {folder_ / "file" / "plans.sqlite", folder_, fs::path("/proc/plans"),
                               fs::path("/dev/null"), fs::path("/proc/1/x/plans.sqlite")}) {
    const auto opened = PlanStore::Open(path);
    ASSERT_FALSE(opened.ok()) << path;
    EXPECT_THAT(opened.error().message(), HasSubstr("cannot ")) << path;
  }
  const auto absent = PlanStore::Open(file(), {.create = false});
  EXPECT_EQ(absent.error().code(), Code::kNotFound);
  EXPECT_THAT(FilesLike("plans"), IsEmpty());
  fs::create_symlink("loop", folder_ / "loop");
  EXPECT_FALSE(PlanStore::Open(folder_ / "loop").ok());
  // Folders are made where they are wanted.
  ASSERT_TRUE(PlanStore::Open(folder_ / "a" / "b" / "plans.sqlite").ok());
}

TEST_F(PlanStoreTest, FollowsLinks) {
  fs::create_directories(folder_ / "real");
  fs::create_symlink("real/there.sqlite", folder_ / "link.sqlite");
  std::ofstream(folder_ / "real" / "there.sqlite") << "damaged";
  auto opened = PlanStore::Open(folder_ / "link.sqlite");
  ASSERT_TRUE(opened.ok()) << opened.error().message();
  EXPECT_THAT(opened->notes, testing::ElementsAre(HasSubstr("real/there.sqlite.damaged")));
  ASSERT_TRUE(RememberRow(opened->store, 0, 1).ok());
  auto second = PlanStore::Open(folder_ / "real" / "there.sqlite");
  ASSERT_TRUE(second.ok());
  EXPECT_EQ(Recalled(second->store, KeyOf(0, 1)), ReportOf(0, 1));
  EXPECT_THAT(FilesLike("link"), testing::SizeIs(1));
}

// Sets and unsets variables while it lives.
class Environment {
 public:
  void Set(const char* name, const char* value) {
    if (value == nullptr) {
      ::unsetenv(name);
    } else {
      ::setenv(name, value, 1);
    }
  }
  Environment() {
    for (const char* name : {"HOME", "XDG_CACHE_HOME", "LOGPHEAD_PLANS"}) {
      const char* value = ::getenv(name);
      saved_.emplace_back(name,
                          value == nullptr ? std::nullopt : std::optional<std::string>(value));
      ::unsetenv(name);
    }
  }
  ~Environment() {
    for (const auto& [name, value] : saved_) Set(name.c_str(), value ? value->c_str() : nullptr);
  }

 private:
  std::vector<std::pair<std::string, std::optional<std::string>>> saved_;
};

TEST(PlansPath, IsTheFirstThatIsGiven) {
  Environment environment;
  EXPECT_EQ(PlansPath().error().code(), Code::kNotFound);
  environment.Set("HOME", "/somewhere");
  EXPECT_EQ(PlansPath()->value(), "/somewhere/.cache/logphead/plans.sqlite");
  environment.Set("XDG_CACHE_HOME", "cache");
  EXPECT_EQ(PlansPath()->value(), "/somewhere/.cache/logphead/plans.sqlite");
  environment.Set("XDG_CACHE_HOME", "/cache");
  EXPECT_EQ(PlansPath()->value(), "/cache/logphead/plans.sqlite");
  environment.Set("LOGPHEAD_PLANS", "");
  EXPECT_EQ(PlansPath()->value(), "/cache/logphead/plans.sqlite");
  environment.Set("LOGPHEAD_PLANS", "here.sqlite");
  EXPECT_EQ(PlansPath()->value(), "here.sqlite");
  EXPECT_EQ(PlansPath("flag.sqlite")->value(), "flag.sqlite");
  EXPECT_FALSE(PlansPath("none")->has_value());
  environment.Set("LOGPHEAD_PLANS", "none");
  EXPECT_FALSE(PlansPath()->has_value());
}

}  // namespace
}  // namespace logphead
