// SPDX-License-Identifier: Apache-2.0
// PlanStore: fingerprints of plugins and calibrations of devices, and where the database lies.
#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdlib>
#include <string>

#include "logphead/plan/fingerprint.h"
#include "logphead/plan/plan_store_state.h"

namespace logphead {
namespace {

namespace fs = std::filesystem;
using sqlite::Database;
using sqlite::Statement;

// A file as it is now: what changes when its content does. Times of a file system may be this
// coarse, in seconds, so a younger file could change without a trace.
constexpr int64_t kSettledSeconds = 3;

struct FileState {
  std::string text;
  bool settled = false;
};

Result<FileState> StateOf(const fs::path& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) return SystemError(errno, "cannot read", path);
  const int64_t now = static_cast<int64_t>(std::time(nullptr));
  FileState state;
  state.text = fmt::format("size {} mtime {}.{:09} ctime {}.{:09} inode {} device {}", info.st_size,
                           info.st_mtim.tv_sec, info.st_mtim.tv_nsec, info.st_ctim.tv_sec,
                           info.st_ctim.tv_nsec, info.st_ino, info.st_dev);
  state.settled =
      info.st_mtim.tv_sec + kSettledSeconds <= now && info.st_ctim.tv_sec + kSettledSeconds <= now;
  return state;
}

// Nothing when it is not known for this state of the file, or the row is damaged: then it is
// written anew.
Result<std::optional<std::string>> KnownFingerprint(Database& database, const std::string& path,
                                                    const std::string& state) {
  LOGPHEAD_ASSIGN_OR_RETURN(
      Statement statement,
      database.Prepare("SELECT fingerprint, checksum FROM plugins WHERE path = ?1 AND state = ?2"));
  LOGPHEAD_ASSIGN_OR_RETURN(const bool found, statement.Bind(1, path).Bind(2, state).Step());
  if (!found) return std::optional<std::string>();
  std::string fingerprint = statement.Text(0);
  if (statement.Text(1) != Fingerprint({path, state, fingerprint})) {
    return std::optional<std::string>();
  }
  return std::optional<std::string>(std::move(fingerprint));
}

Status KeepFingerprint(Database& database, const std::string& path, const std::string& state,
                       const std::string& fingerprint) {
  LOGPHEAD_ASSIGN_OR_RETURN(
      Statement statement,
      database.Prepare("INSERT OR REPLACE INTO plugins(path, state, fingerprint, checksum) "
                       "VALUES(?1, ?2, ?3, ?4)"));
  statement.Bind(1, path).Bind(2, state).Bind(3, fingerprint);
  return statement.Bind(4, Fingerprint({path, state, fingerprint})).Run();
}

std::string CalibrationChecksum(std::string_view device, std::string_view json, int64_t created) {
  return Fingerprint({device, json, std::to_string(created)});
}

std::string_view Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

}  // namespace

Result<std::string> PlanStore::PluginFingerprint(const fs::path& file) {
  std::error_code error;
  const fs::path real = fs::canonical(file, error);
  if (error) return SystemError(error.value(), "cannot read", file);
  LOGPHEAD_ASSIGN_OR_RETURN(const FileState before, StateOf(real));
  Database& database = state_->file.database;
  Result<std::optional<std::string>> known = KnownFingerprint(database, real, before.text);
  if (known.ok() && *known) return **std::move(known);
  LOGPHEAD_ASSIGN_OR_RETURN(std::string fingerprint, FingerprintFile(real));
  LOGPHEAD_ASSIGN_OR_RETURN(const FileState after, StateOf(real));
  if (after.text != before.text) {
    return FailedPrecondition(fmt::format("{} changed while it was read", file.string()));
  }
  if (before.settled) {
    static_cast<void>(KeepFingerprint(database, real, before.text, fingerprint).ok());
  }
  return fingerprint;
}

Status PlanStore::SaveCalibration(std::string_view device, std::string_view json) {
  const int64_t now = State::Now();
  const auto save = [&]() -> Status {
    LOGPHEAD_ASSIGN_OR_RETURN(
        Statement statement,
        state_->file.database.Prepare("INSERT OR REPLACE INTO calibrations(device, json, created, "
                                      "checksum) VALUES(?1, ?2, ?3, ?4)"));
    statement.Bind(1, device).Bind(2, json).Bind(3, now);
    return statement.Bind(4, CalibrationChecksum(device, json, now)).Run();
  };
  const Status status = save();
  return status.ok() ? status : state_->Failed("save a calibration in", status.error());
}

Result<std::optional<std::string>> PlanStore::LoadCalibration(std::string_view device) {
  const auto load = [&]() -> Result<std::optional<std::string>> {
    LOGPHEAD_ASSIGN_OR_RETURN(
        Statement statement, state_->file.database.Prepare("SELECT device, json, created, checksum "
                                                           "FROM calibrations WHERE device = ?1"));
    LOGPHEAD_ASSIGN_OR_RETURN(const bool found, statement.Bind(1, device).Step());
    if (!found) return std::optional<std::string>();
    std::string json = statement.Text(1);
    if (statement.Text(0) == device &&
        statement.Text(3) == CalibrationChecksum(device, json, statement.Integer(2))) {
      return std::optional<std::string>(std::move(json));
    }
    statement.Reset();
    state_->Drop(fmt::format("the calibration of {}", device),
                 "DELETE FROM calibrations WHERE device = ?1", device);
    return std::optional<std::string>();
  };
  Result<std::optional<std::string>> json = load();
  if (!json.ok()) return state_->Failed("load a calibration from", json.error());
  return json;
}

Result<bool> PlanStore::RemoveCalibration(std::string_view device) {
  const auto remove = [&]() -> Result<bool> {
    LOGPHEAD_ASSIGN_OR_RETURN(
        Statement statement,
        state_->file.database.Prepare("DELETE FROM calibrations WHERE device = ?1"));
    LOGPHEAD_RETURN_IF_ERROR(statement.Bind(1, device).Run());
    return state_->file.database.Changes() > 0;
  };
  Result<bool> removed = remove();
  if (!removed.ok()) return state_->Failed("remove a calibration from", removed.error());
  return removed;
}

Result<std::optional<fs::path>> PlansPath(std::string_view flag) {
  const std::string_view named = flag.empty() ? Variable("LOGPHEAD_PLANS") : flag;
  if (named == "none") return std::optional<fs::path>();
  if (!named.empty()) return std::optional<fs::path>(named);
  // A relative one is to be disregarded, says the XDG base directory specification.
  const std::string_view cache = Variable("XDG_CACHE_HOME");
  if (cache.starts_with('/')) {
    return std::optional<fs::path>(fs::path(cache) / "logphead" / "plans.sqlite");
  }
  const std::string_view home = Variable("HOME");
  if (home.empty()) {
    return NotFound(
        "there is no place for plans: HOME is not set (set LOGPHEAD_PLANS to a file, or to none)");
  }
  return std::optional<fs::path>(fs::path(home) / ".cache" / "logphead" / "plans.sqlite");
}

}  // namespace logphead
