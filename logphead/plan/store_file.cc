// SPDX-License-Identifier: Apache-2.0
// StoreFile: checks before anything is believed, and renames under a lock.
#include "logphead/plan/store_file.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>
#include <optional>
#include <utility>

namespace logphead {
namespace {

namespace fs = std::filesystem;
using sqlite::Database;
using sqlite::Statement;
using sqlite::Transaction;

// In the order of their names. The texts are compared with those in the file.
constexpr std::array<const char*, 3> kTables = {
    "CREATE TABLE calibrations(device TEXT PRIMARY KEY NOT NULL, json TEXT NOT NULL, "
    "created INTEGER NOT NULL, checksum TEXT NOT NULL) STRICT",
    "CREATE TABLE compiles(key TEXT PRIMARY KEY NOT NULL, program TEXT NOT NULL, "
    "options TEXT NOT NULL, plugin TEXT NOT NULL, description TEXT NOT NULL, "
    "report TEXT NOT NULL, seconds REAL NOT NULL, created INTEGER NOT NULL, "
    "used INTEGER NOT NULL, checksum TEXT NOT NULL) STRICT",
    "CREATE TABLE plugins(path TEXT PRIMARY KEY NOT NULL, state TEXT NOT NULL, "
    "fingerprint TEXT NOT NULL, checksum TEXT NOT NULL) STRICT",
};

// --- making --------------------------------------------------------------------------------------

Status Configure(Database& database) {
  LOGPHEAD_ASSIGN_OR_RETURN(const std::string mode, database.Ask("PRAGMA journal_mode=WAL"));
  if (mode != "wal") {
    return FailedPrecondition(
        fmt::format("journal mode {} in place of wal (the file system must have shared memory: use "
                    "a local one)",
                    mode));
  }
  return database.Run(
      "PRAGMA synchronous=FULL; PRAGMA cell_size_check=ON;"
      "PRAGMA journal_size_limit=4194304");
}

Status MakeTables(Database& database) {
  LOGPHEAD_ASSIGN_OR_RETURN(Transaction transaction, Transaction::Begin(database));
  for (const char* table : kTables) LOGPHEAD_RETURN_IF_ERROR(database.Run(table));
  const std::string marks = fmt::format("PRAGMA application_id={}; PRAGMA user_version={}",
                                        kStoreApplication, kStoreVersion);
  LOGPHEAD_RETURN_IF_ERROR(database.Run(marks.c_str()));
  return transaction.Commit();
}

// --- looking -------------------------------------------------------------------------------------

enum class Find { kUsable, kDamaged, kNotSqlite, kNewer, kForeign };

struct Inspection {
  Find find = Find::kUsable;
  std::string reason;  // of what is not usable
};

// Whether an error says that the content is wrong, and not that it cannot be reached.
bool SaysDamaged(const Error& error, const fs::path& path) {
  switch (error.code()) {
    case Code::kDataLoss:
    case Code::kInternal:
      return true;
    case Code::kPermissionDenied:
      // Also what SQLite says of a file whose header forbids to write.
      return ::access(path.c_str(), R_OK | W_OK) == 0 &&
             ::access(path.parent_path().c_str(), W_OK) == 0;
    default:
      return false;
  }
}

Result<int64_t> AskNumber(Database& database, std::string_view sql) {
  LOGPHEAD_ASSIGN_OR_RETURN(Statement statement, database.Prepare(sql));
  LOGPHEAD_ASSIGN_OR_RETURN(const bool row, statement.Step());
  return row ? statement.Integer(0) : 0;
}

struct Schema {
  std::vector<std::string> texts;  // CREATE texts, in the order of names
  int64_t ours = 0;                // how many have the name of a table of ours
};

Result<Schema> ReadSchema(Database& database) {
  LOGPHEAD_ASSIGN_OR_RETURN(
      Statement statement,
      database.Prepare("SELECT sql, name IN ('calibrations', 'compiles', 'plugins') "
                       "FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name"));
  Schema schema;
  while (true) {
    LOGPHEAD_ASSIGN_OR_RETURN(const bool row, statement.Step());
    if (!row) return schema;
    schema.texts.push_back(statement.Text(0));
    schema.ours += statement.Integer(1);
  }
}

bool IsExpected(const Schema& schema) {
  return std::equal(schema.texts.begin(), schema.texts.end(), kTables.begin(), kTables.end());
}

// Whether the database is one of ours and sound. Makes the tables in an empty one.
Result<Inspection> Look(Database& database) {
  LOGPHEAD_ASSIGN_OR_RETURN(const int64_t application,
                            AskNumber(database, "PRAGMA application_id"));
  LOGPHEAD_ASSIGN_OR_RETURN(const int64_t version, AskNumber(database, "PRAGMA user_version"));
  LOGPHEAD_ASSIGN_OR_RETURN(const Schema schema, ReadSchema(database));
  if (application != kStoreApplication) {
    if (schema.texts.empty() && application == 0) {
      LOGPHEAD_RETURN_IF_ERROR(Configure(database));
      LOGPHEAD_RETURN_IF_ERROR(MakeTables(database));
      return Inspection{};
    }
    if (schema.ours == static_cast<int64_t>(kTables.size())) {
      return Inspection{Find::kDamaged, fmt::format("its application id is {}", application)};
    }
    return Inspection{Find::kForeign, fmt::format("application id {}, {} tables", application,
                                                  schema.texts.size())};
  }
  if (version > kStoreVersion) {
    return Inspection{Find::kNewer, fmt::format("it has version {}, and this is version {}",
                                                version, kStoreVersion)};
  }
  if (version != kStoreVersion || !IsExpected(schema)) {
    return Inspection{Find::kDamaged,
                      fmt::format("its tables are not those of version {}", kStoreVersion)};
  }
  LOGPHEAD_RETURN_IF_ERROR(Configure(database));
  LOGPHEAD_ASSIGN_OR_RETURN(const std::string check, database.Ask("PRAGMA quick_check(1)"));
  if (check != "ok") return Inspection{Find::kDamaged, check};
  // The right to write, tried.
  LOGPHEAD_ASSIGN_OR_RETURN(const Transaction transaction, Transaction::Begin(database));
  return Inspection{};
}

Result<Inspection> Inspect(Database& database, const fs::path& path) {
  Result<Inspection> inspection = Look(database);
  if (inspection.ok() || !SaysDamaged(inspection.error(), path)) return inspection;
  const std::string& reason = inspection.error().message();
  const bool sqlite = reason.find("not a database") == std::string::npos;
  return Inspection{sqlite ? Find::kDamaged : Find::kNotSqlite, reason};
}

// --- setting aside -------------------------------------------------------------------------------

// The database before the others: a file beside a name that is free would be there by accident.
constexpr std::array<const char*, 4> kSuffixes = {"", "-wal", "-shm", "-journal"};

bool Exists(const fs::path& path) {
  struct stat info {};
  return ::lstat(path.c_str(), &info) == 0;
}

std::string FreeName(const fs::path& path, std::string_view word) {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  std::array<char, 32> stamp{};
  std::strftime(stamp.data(), stamp.size(), "%Y%m%d-%H%M%S", &parts);
  const std::string base = fmt::format("{}.{}-{}", path.string(), word, stamp.data());
  for (int i = 1;; ++i) {
    std::string name = i == 1 ? base : fmt::format("{}-{}", base, i);
    bool free = true;
    for (const char* suffix : kSuffixes) free = free && !Exists(name + suffix);
    if (free) return name;
  }
}

// Renames the database last: a process that dies before has then parted nothing from a database
// that is still in use, and nothing is deleted.
Result<std::string> SetAside(const fs::path& path, std::string_view word) {
  const std::string name = FreeName(path, word);
  for (size_t i = kSuffixes.size(); i-- > 0;) {
    const std::string from = path.string() + kSuffixes[i];
    if (::rename(from.c_str(), (name + kSuffixes[i]).c_str()) != 0 && errno != ENOENT) {
      return SystemError(errno, "cannot rename", from);
    }
  }
  return name;
}

// Renames a database that cannot be used, if nobody has it open; the note for the user.
Result<std::string> PutAway(const Inspection& found, const StoreLock& lock, const fs::path& path) {
  const bool newer = found.find == Find::kNewer;
  const std::string what =
      fmt::format("{} ({})", newer ? "of a newer version" : "damaged", found.reason);
  LOGPHEAD_ASSIGN_OR_RETURN(const bool alone, lock.TryUseAlone());
  if (!alone) {
    return FailedPrecondition(fmt::format(
        "it is {}, and another process has it open: it is set aside once that has ended", what));
  }
  LOGPHEAD_ASSIGN_OR_RETURN(const std::string name, SetAside(path, newer ? "newer" : "damaged"));
  return fmt::format("{} is {}: set aside as {}, and a new one begun", path.string(), what, name);
}

// --- opening -------------------------------------------------------------------------------------

// The file that the path leads to, links followed as SQLite does for the files beside it. Not by
// canonical(), which fails when the file goes while it looks: another process may set it aside.
Result<fs::path> Resolve(const fs::path& path) {
  std::error_code error;
  fs::path file = fs::absolute(path, error);
  for (int links = 0; links < 40 && !error; ++links) {
    file = fs::weakly_canonical(file.parent_path(), error) / file.filename();
    if (error) break;
    std::error_code no_link;
    const fs::path target = fs::read_symlink(file, no_link);
    if (no_link) return file;
    file = file.parent_path() / target;
  }
  return SystemError(error ? error.value() : ELOOP, "cannot open", path);
}

Status CheckPath(const fs::path& path, bool create) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_regular_file(status)) return {};
  if (fs::is_directory(status)) {
    return InvalidArgument(fmt::format("cannot open {}: it is a folder", path.string()));
  }
  if (fs::exists(status)) {
    return InvalidArgument(fmt::format("cannot open {}: it is not a regular file", path.string()));
  }
  if (status.type() != fs::file_type::not_found) {
    return SystemError(error.value(), "cannot open", path);
  }
  if (!create) return NotFound(fmt::format("there is no file {}", path.string()));
  fs::create_directories(path.parent_path(), error);
  if (error) return SystemError(error.value(), "cannot make the folder", path.parent_path());
  return {};
}

Result<StoreFile> OpenLocked(const fs::path& path, bool create, StoreLock lock) {
  std::vector<std::string> notes;
  // Twice at most: what was set aside leaves an empty place.
  for (int round = 0; round < 2; ++round) {
    std::optional<Database> database;
    LOGPHEAD_ASSIGN_OR_RETURN(database, Database::Open(path));
    database->SetBusyTimeout(kStoreWaitMilliseconds);
    LOGPHEAD_ASSIGN_OR_RETURN(const Inspection found, Inspect(*database, path));
    if (found.find == Find::kUsable) {
      LOGPHEAD_RETURN_IF_ERROR(lock.UseWithOthers());
      LOGPHEAD_RETURN_IF_ERROR(lock.Opened());
      return StoreFile{std::move(lock), std::move(*database), std::move(notes)};
    }
    if (found.find == Find::kForeign || (found.find == Find::kNotSqlite && !create)) {
      return FailedPrecondition(fmt::format(
          "it is not a plan database of logphead ({}), and is left as it is", found.reason));
    }
    // Closing the last connection of a healthy database moves its log into the file.
    database.reset();
    LOGPHEAD_ASSIGN_OR_RETURN(std::string note, PutAway(found, lock, path));
    notes.push_back(std::move(note));
  }
  return Internal("what was made in its place cannot be used either");
}

}  // namespace

Result<StoreFile> OpenStoreFile(const fs::path& path, bool create) {
  LOGPHEAD_ASSIGN_OR_RETURN(const fs::path real, Resolve(path));
  LOGPHEAD_RETURN_IF_ERROR(CheckPath(real, create));
  LOGPHEAD_ASSIGN_OR_RETURN(StoreLock lock, StoreLock::Open(real.string() + ".lock"));
  Result<StoreFile> file = OpenLocked(real, create, std::move(lock));
  if (!file.ok()) return file.error().WithContext("cannot open " + path.string());
  return file;
}

}  // namespace logphead
