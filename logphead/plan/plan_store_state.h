// SPDX-License-Identifier: Apache-2.0
// What a PlanStore holds; for its sources only.
#ifndef LOGPHEAD_PLAN_PLAN_STORE_STATE_H_
#define LOGPHEAD_PLAN_PLAN_STORE_STATE_H_

#include <cstdint>
#include <ctime>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "logphead/plan/plan_store.h"
#include "logphead/plan/store_file.h"

namespace logphead {

struct PlanStore::State {
  State(std::filesystem::path name, StoreFile opened)
      : path(std::move(name)), file(std::move(opened)) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State();

  std::filesystem::path path;  // as given
  StoreFile file;
  std::vector<std::string> notes;
  std::vector<std::string> recalled;  // keys whose row does not say so yet

  static int64_t Now() { return static_cast<int64_t>(std::time(nullptr)); }

  // "cannot DOING PATH: error".
  Error Failed(std::string_view doing, const Error& error) const;
  // Removes a row whose checksum is wrong, with a note; that this fails changes nothing for the
  // caller.
  void Drop(std::string_view what, std::string_view sql, std::string_view key);
  Status MarkRecalled();
  Status GiveBackSpace();
};

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_PLAN_STORE_STATE_H_
