// SPDX-License-Identifier: Apache-2.0
// StoreFile: the database file of a PlanStore, opened, checked, made, and set aside when it cannot
// be used.
#ifndef LOGPHEAD_PLAN_STORE_FILE_H_
#define LOGPHEAD_PLAN_STORE_FILE_H_

#include <filesystem>
#include <string>
#include <vector>

#include "logphead/base/result.h"
#include "logphead/plan/sqlite.h"
#include "logphead/plan/store_lock.h"

namespace logphead {

// Marks a database as one of this product ("lgph"), and the version of its tables.
inline constexpr int kStoreApplication = 0x6c677068;
inline constexpr int kStoreVersion = 1;

// An open database with the tables of this version.
struct StoreFile {
  StoreLock lock;  // declared first, so that it outlives the connection
  sqlite::Database database;
  std::vector<std::string> notes;
};

// See PlanStore::Open.
Result<StoreFile> OpenStoreFile(const std::filesystem::path& path, bool create);

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_STORE_FILE_H_
