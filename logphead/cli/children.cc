// SPDX-License-Identifier: Apache-2.0
// Children: the hidden verbs, and asking them.
#include "logphead/cli/children.h"

#include <fmt/format.h>

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

Status CheckDeviceCounts(const std::vector<PlanCase>& cases) {
  std::map<std::string, int64_t> counts;
  for (const PlanCase& plan_case : cases) {
    const std::string key = plan_case.compiler + " " + plan_case.topology;
    if (!counts.contains(key)) {
      LOGPHEAD_ASSIGN_OR_RETURN(counts[key], AskDeviceCount(plan_case));
    }
    const int64_t devices = counts[key];
    const int64_t mesh = plan_case.config.mesh ? plan_case.config.mesh->size() : 1;
    if (mesh != devices) {
      return InvalidArgument(fmt::format(
          "the mesh {} has {} devices but topology {} has {} (axis sizes must multiply to {})",
          plan_case.config.mesh ? plan_case.config.mesh->ToString() : "(none)", mesh,
          plan_case.topology, devices, devices));
    }
  }
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
