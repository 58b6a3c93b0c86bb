// SPDX-License-Identifier: Apache-2.0
// Where plugins are found: a flag, the environment, or the folder that ./setup fills.
#ifndef LOGPHEAD_PJRT_FIND_H_
#define LOGPHEAD_PJRT_FIND_H_

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "logphead/base/result.h"

namespace logphead {

enum class Engine { kCpu, kTpu, kCuda };

// "cpu", "tpu", "cuda".
std::string_view EngineName(Engine engine);

// "LOGPHEAD_CPU_PLUGIN" and so on: names a plugin's path for FindPlugin.
std::string_view EngineVariable(Engine engine);

// A plugin file that exists, not loaded yet.
struct FoundPlugin {
  std::filesystem::path path;
  std::string origin;   // who named it: "--plugin", "LOGPHEAD_TPU_PLUGIN" or "libtpu-0.0.51"
  std::string package;  // the wheel it comes from, "libtpu"; empty for a bare path
  std::string version;  // of the wheel, "0.0.51"; empty for a bare path
};

// The folder of unpacked wheels: LOGPHEAD_DEPS if set, else the nearest ".deps" beside or above the
// folder of the running program, else ".deps" in the current folder. It may not exist.
std::filesystem::path DepsFolder();

// Every plugin for `engine` in DepsFolder(), best first: packages in order of preference, and
// within a package the newest version first.
std::vector<FoundPlugin> InstalledPlugins(Engine engine);

// The plugin to use. `flag` is a path, or PACKAGE==VERSION such as "libtpu==0.0.51"; when it is
// empty the engine's variable (same two forms) decides, and without that the pinned default
// version, or else the first of InstalledPlugins.
// Errors: NotFound, naming what is installed, the variable and the ./setup command that would help.
Result<FoundPlugin> FindPlugin(Engine engine, const std::string& flag = "");

// The order of versions: numbers compare as numbers, so 0.0.9 < 0.0.51. Negative, zero or positive.
int CompareVersions(std::string_view a, std::string_view b);

}  // namespace logphead

#endif  // LOGPHEAD_PJRT_FIND_H_
