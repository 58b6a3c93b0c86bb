// SPDX-License-Identifier: Apache-2.0
// PlanStore: what compilers answered before, on disk, shared by all planners of a user.
#ifndef LOGPHEAD_PLAN_PLAN_STORE_H_
#define LOGPHEAD_PLAN_PLAN_STORE_H_

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "logphead/base/result.h"

namespace logphead {

// What decides the answer of a compiler. Two compiles with the same key have the same report.
struct PlanKey {
  std::string program;  // Fingerprint() of the program's text
  // All else that decides, in any words that are the same each time: topology, target options,
  // compile options, limits that the report depends on, the version of what reads the optimised
  // program, and the environment variables that the compiler reads (XLA_FLAGS, LIBTPU_INIT_ARGS).
  std::string options;
  std::string plugin;  // PlanStore::PluginFingerprint() of the plugin's file

  // The name under which the compile is stored: 32 hexadecimal digits.
  std::string Text() const;
};

// One compile as stored.
struct StoredCompile {
  std::string key;  // PlanKey::Text()
  std::string program, options, plugin;
  std::string description;  // a JSON object for people: see Remember
  std::string report;
  double seconds = 0;   // what the compile took
  int64_t created = 0;  // Unix seconds
  int64_t used = 0;     // when it was last recalled, to the hour
};

// Which compiles to forget: those that meet every condition given; none given: all.
struct PruneFilter {
  std::optional<int64_t> unused_since;  // Unix seconds: neither made nor recalled since
  std::string compiler;                 // "compiler" of the description is this text
};

struct Pruned {
  int64_t compiles = 0;
  int64_t left = 0;
  int64_t bytes = 0;  // by which the files have shrunk; 0 while others read them
};

struct OpenedPlanStore;

// An SQLite database in WAL mode. Any number of processes may share one; what Remember or
// SaveCalibration has returned from survives the end of the process by any signal, and of the
// machine. Each row has a checksum: a damaged one is removed, not returned. Move-only; not
// thread-safe; not to be used in a fork of the process that opened it.
class PlanStore {
 public:
  struct OpenOptions {
    // Make the file and its folders where there is none. If not set, a missing file is an error
    // (kNotFound), and so is a file that is no SQLite database, which is otherwise set aside.
    bool create = true;
  };

  // Opens the database at `path`. One that is damaged, or of a newer version of this product, is
  // set aside: renamed to PATH.damaged-YYYYMMDD-HHMMSS or PATH.newer-... (UTC), and a fresh one is
  // made; a note says so. Errors: no such folder, no permission, no space; a database of another
  // program, which is left as it is; a damaged or newer one that another process has open.
  static Result<OpenedPlanStore> Open(const std::filesystem::path& path,
                                      const OpenOptions& options);
  static Result<OpenedPlanStore> Open(const std::filesystem::path& path);

  PlanStore(PlanStore&&) noexcept;
  PlanStore& operator=(PlanStore&&) noexcept;
  ~PlanStore();  // notes which compiles were recalled

  const std::filesystem::path& path() const;

  // The report remembered under a key; nothing when there is none, or when it was damaged (then it
  // is removed, and TakeNotes has a line). Errors: kDataLoss when the file became damaged, others
  // when it cannot be read. The caller compiles then.
  Result<std::optional<std::string>> Recall(const PlanKey& key);

  // Remembers a report, in place of an older one. `description` is a JSON object for people; list
  // and prune know "compiler", "topology", "mesh", "head", "program", "chunk" and "verdict", texts
  // or numbers, and show prints all. `seconds` is what the compile took. On errors (no space, no
  // permission, damaged) nothing has changed.
  Status Remember(const PlanKey& key, std::string_view description, std::string_view report,
                  double seconds);

  // Fingerprint of the content of a plugin's file, links followed. It is remembered with the file's
  // path, size, times, inode and device, so that only the first call for a file reads it; a failure
  // to remember is no error. Errors: a file that cannot be read.
  Result<std::string> PluginFingerprint(const std::filesystem::path& file);

  // Every compile, the newest first. Damaged ones are removed, with notes.
  Result<std::vector<StoredCompile>> List();
  // The compile whose key begins with `prefix`. Errors: kNotFound; kInvalidArgument when there are
  // several, or when the prefix is not 4 to 32 hexadecimal digits.
  Result<StoredCompile> Show(std::string_view prefix);
  Result<Pruned> Prune(const PruneFilter& filter);

  // A calibration of a device, as text that the store does not read. Save replaces; Load gives
  // nothing when there is none or it was damaged; Remove says whether there was one.
  Status SaveCalibration(std::string_view device, std::string_view json);
  Result<std::optional<std::string>> LoadCalibration(std::string_view device);
  Result<bool> RemoveCalibration(std::string_view device);

  // Notes for the user that came up since the last call.
  std::vector<std::string> TakeNotes();

 private:
  struct State;
  explicit PlanStore(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

struct OpenedPlanStore {
  PlanStore store;
  std::vector<std::string> notes;  // what was set aside, for the user
};

// Where the database lies: `flag` if it is not empty, else $LOGPHEAD_PLANS, else
// $XDG_CACHE_HOME/logphead/plans.sqlite, else ~/.cache/logphead/plans.sqlite. Nothing when flag or
// variable is "none". Errors: none of the variables is set.
Result<std::optional<std::filesystem::path>> PlansPath(std::string_view flag = {});

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_PLAN_STORE_H_
