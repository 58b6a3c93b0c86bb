// SPDX-License-Identifier: Apache-2.0
// PastCompiles: what the planner remembers in a PlanStore, and when it may be used again.
#ifndef LOGPHEAD_PLAN_RECALL_H_
#define LOGPHEAD_PLAN_RECALL_H_

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "logphead/plan/compile.h"
#include "logphead/plan/plan_store.h"

namespace logphead {

// Reports by program, topology and plugin. A trouble with the store is told once and costs nothing
// but what would have been remembered.
class PastCompiles {
 public:
  using Note = std::function<void(const std::string&)>;

  // `note` hears of troubles.
  PastCompiles(PlanStore store, Note note);

  PlanStore& store() { return store_; }

  // Under which a compile is kept; nothing when it cannot be: a plugin or topology that is wrong.
  // Besides program, topology and the plugin's content it holds kAnalysisVersion, the
  // environment that compilers read and, for CPU targets, the kind and number of this machine's
  // cores.
  std::optional<PlanKey> KeyOf(const std::filesystem::path& plugin, const std::string& topology,
                               std::string_view program);

  std::optional<CompileReport> Recall(const PlanKey& key);
  // To be called for compiles that came to an end, well or refused, and for nothing else.
  // `description` is a JSON object for people.
  void Remember(const PlanKey& key, const std::string& description, const CompileReport& report);

  // The same for the number of devices of a topology; `compiler` is its name for people.
  std::optional<int64_t> RecallDevices(const std::filesystem::path& plugin,
                                       const std::string& topology);
  void RememberDevices(const std::filesystem::path& plugin, const std::string& topology,
                       const std::string& compiler, int64_t devices);

 private:
  std::optional<std::string> RecallText(const PlanKey& key);
  void RememberText(const PlanKey& key, const std::string& description, const std::string& text,
                    double seconds);
  void PassNotes();

  PlanStore store_;
  Note note_;
  std::map<std::filesystem::path, std::optional<std::string>> plugins_;  // their fingerprints
  bool told_read_ = false;
  bool told_write_ = false;
};

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_RECALL_H_
