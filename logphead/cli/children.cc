// SPDX-License-Identifier: Apache-2.0
// Children: the hidden verbs, and asking them.
#include "logphead/cli/children.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iostream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

#include "logphead/cli/output.h"
#include "logphead/cli/verbs.h"
#include "logphead/pjrt/plugin.h"
#include "logphead/plan/compile.h"
#include "logphead/plan/compile_message.h"

namespace logphead::cli {
namespace {

Result<int64_t> AskDeviceCount(const PlanCase& plan_case) {
  ChildCommand command;
  command.argv = {SelfPath().string(), "count-devices", plan_case.plugin.string(),
                  plan_case.topology};
  command.time_limit = std::chrono::minutes(2);
  LOGPHEAD_ASSIGN_OR_RETURN(const ChildResult child, RunChild(command));
  if (!child.ok()) {
    const std::string why = WhyEnded(child);
    if (child.end == ChildEnd::kTimedOut || child.exit_status == kExitEngine) {
      return FailedPrecondition(fmt::format("{} does not work: {}", plan_case.compiler, why));
    }
    // Plugins also abort on topologies that they do not know.
    return InvalidArgument(fmt::format("topology '{}' is not taken by {}: {}", plan_case.topology,
                                       plan_case.compiler, why));
  }
  int64_t count = 0;
  const std::string& text = child.stdout_bytes;
  std::from_chars(text.data(), text.data() + text.size(), count);
  return count;
}

Result<int64_t> DeviceCount(const PlanCase& plan_case, PastCompiles* past) {
  if (past == nullptr) return AskDeviceCount(plan_case);
  if (const auto known = past->RecallDevices(plan_case.plugin, plan_case.topology)) return *known;
  LOGPHEAD_ASSIGN_OR_RETURN(const int64_t count, AskDeviceCount(plan_case));
  past->RememberDevices(plan_case.plugin, plan_case.topology, plan_case.compiler, count);
  return count;
}

// Device counts of topologies, each asked for once.
class DeviceCounts {
 public:
  explicit DeviceCounts(PastCompiles* past) : past_(past) {}

  // What is wrong with the mesh of a case; empty where it has as many devices as its topology.
  Result<std::string> Mismatch(const PlanCase& plan_case) {
    const std::string key = plan_case.compiler + " " + plan_case.topology;
    if (!counts_.contains(key)) {
      LOGPHEAD_ASSIGN_OR_RETURN(counts_[key], DeviceCount(plan_case, past_));
    }
    const int64_t devices = counts_[key];
    const std::optional<Mesh>& mesh = plan_case.config.mesh;
    const int64_t size = mesh ? mesh->size() : 1;
    if (size == devices) return std::string();
    return fmt::format(
        "the mesh {} has {} devices but topology {} has {} (axis sizes must multiply to {})",
        mesh ? mesh->ToString() : "(none)", size, plan_case.topology, devices, devices);
  }

 private:
  PastCompiles* const past_;
  std::map<std::string, int64_t> counts_;
};

// Calls into a plugin, whose own prints must not get into what this process prints.
template <typename F>
auto Quietly(const F& call) {
  const StdoutToStderr quiet;
  return call();
}

}  // namespace

std::string WhyEnded(const ChildResult& child) {
  const std::string words = LastWords(child.stderr_tail);
  return words.empty() ? child.Describe() : words;
}

std::filesystem::path SelfPath() { return "/proc/self/exe"; }

Status CheckDeviceCounts(const std::vector<PlanCase>& cases, PastCompiles* past) {
  DeviceCounts counts(past);
  for (const PlanCase& plan_case : cases) {
    LOGPHEAD_ASSIGN_OR_RETURN(const std::string mismatch, counts.Mismatch(plan_case));
    if (!mismatch.empty()) return InvalidArgument(mismatch);
  }
  return {};
}

Status KeepMatching(std::vector<PlanCase>* cases, PastCompiles* past,
                    std::vector<std::string>* notes) {
  DeviceCounts counts(past);
  std::vector<PlanCase> matching;
  std::vector<std::string> mismatches;
  for (const PlanCase& plan_case : *cases) {
    LOGPHEAD_ASSIGN_OR_RETURN(const std::string mismatch, counts.Mismatch(plan_case));
    if (mismatch.empty()) {
      matching.push_back(plan_case);
    } else if (std::find(mismatches.begin(), mismatches.end(), mismatch) == mismatches.end()) {
      mismatches.push_back(mismatch);
    }
  }
  if (matching.empty() && !mismatches.empty()) return InvalidArgument(mismatches.front());
  for (const std::string& mismatch : mismatches) notes->push_back("left out: " + mismatch);
  *cases = std::move(matching);
  return {};
}

int CompileChildVerb(const Words& words) {
  if (words.size() != 4)
    return Fail("compile-child", InvalidArgument("started by plan, not by hand"));
  const std::string mlir((std::istreambuf_iterator<char>(std::cin)), {});
  const auto report = Quietly([&] {
    return Compile({words[0], words[1], words[2], words[3]}, mlir);
  });
  if (!report.ok()) return Fail("compile", report.error(), kExitEngine);
  return PrintOut("compile", CompileReportToJson(*report) + "\n", kExitYes);
}

int CountDevicesVerb(const Words& words) {
  if (words.size() != 2)
    return Fail("count-devices", InvalidArgument("started by plan, not by hand"));
  const auto plugin = Quietly([&] { return Plugin::Load(words[0]); });
  const auto count = Quietly([&] { return CountDevices(words[0], words[1]); });
  if (!count.ok()) {
    PrintError(count.error().message() + "\n");
    return plugin.ok() ? kExitUsage : kExitEngine;
  }
  return PrintOut("count-devices", fmt::format("{}\n", *count), kExitYes);
}

int ProbePluginVerb(const Words& words) {
  if (words.size() != 1)
    return Fail("probe-plugin", InvalidArgument("started by doctor, not by hand"));
  const auto plugin = Quietly([&] { return Plugin::Load(words[0]); });
  if (!plugin.ok()) {
    PrintError(plugin.error().message() + "\n");
    return kExitEngine;
  }
  nlohmann::json json = {{"api", plugin->api_version().ToString()}};
  for (const auto& [name, value] : plugin->attributes()) json["attributes"][name] = value;
  return PrintOut("probe-plugin", json.dump() + "\n", kExitYes);
}

}  // namespace logphead::cli
