// SPDX-License-Identifier: Apache-2.0
// Finding plugins: known wheels, their layout, and the order of preference.
#include "logphead/pjrt/find.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>

namespace logphead {
namespace {

namespace fs = std::filesystem;

struct Wheel {
  Engine engine;
  std::string_view package;
  std::string_view default_version;
  std::string_view library;  // inside the unpacked wheel
};

// In order of preference for each engine.
constexpr std::array kWheels = {
    Wheel{Engine::kCpu, "xla-cpu-pjrt", "0.0.1", "xla_plugins/xla_cpu_pjrt/xla_cpu_pjrt.so"},
    Wheel{Engine::kCpu, "lammps-jax-pjrt-cpu", "0.11.2",
          "lammps_jax_pjrt_cpu/pjrt_c_api_cpu_plugin.so"},
    Wheel{Engine::kTpu, "libtpu", "0.0.51", "libtpu/libtpu.so"},
    Wheel{Engine::kCuda, "jax-cuda13-pjrt", "0.12.0.1",
          "jax_plugins/xla_cuda13/xla_cuda_plugin.so"},
};

std::string Variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

// Installed versions of one wheel, newest first.
std::vector<FoundPlugin> InstalledVersions(const fs::path& deps, const Wheel& wheel) {
  std::vector<FoundPlugin> found;
  const std::string prefix = std::string(wheel.package) + "-";
  std::error_code error;
  for (fs::directory_iterator it(deps, error), end; !error && it != end; it.increment(error)) {
    const std::string folder = it->path().filename().string();
    if (!folder.starts_with(prefix)) continue;
    const std::string version = folder.substr(prefix.size());
    if (version.empty() || std::isdigit(static_cast<unsigned char>(version[0])) == 0) continue;
    std::error_code ignored;
    fs::path library = it->path() / wheel.library;
    if (!fs::is_regular_file(library, ignored)) continue;
    found.push_back({std::move(library), folder, std::string(wheel.package), version});
  }
  std::sort(found.begin(), found.end(), [](const FoundPlugin& a, const FoundPlugin& b) {
    return CompareVersions(a.version, b.version) > 0;
  });
  return found;
}

std::string InstalledText(const std::vector<FoundPlugin>& installed) {
  if (installed.empty()) return "none is installed in " + DepsFolder().string();
  std::vector<std::string> names;
  for (const FoundPlugin& plugin : installed)
    names.push_back(plugin.package + "==" + plugin.version);
  return fmt::format("installed in {}: {}", DepsFolder().string(), fmt::join(names, ", "));
}

// A plugin that the user named, as a path or PACKAGE==VERSION.
Result<FoundPlugin> FindNamed(Engine engine, const std::string& name, const std::string& origin) {
  const size_t equals = name.find("==");
  if (equals == std::string::npos) {
    std::error_code error;
    if (fs::is_regular_file(name, error)) return FoundPlugin{name, origin, "", ""};
    return NotFound(fmt::format(
        "no {} plugin at {}, which {} names (give the path of a .so, or PACKAGE==VERSION)",
        EngineName(engine), name, origin));
  }
  const std::string package = name.substr(0, equals);
  const std::string version = name.substr(equals + 2);
  std::vector<std::string> known;
  for (const Wheel& wheel : kWheels) {
    if (wheel.engine == engine) known.emplace_back(wheel.package);
  }
  if (std::find(known.begin(), known.end(), package) == known.end()) {
    return InvalidArgument(fmt::format("{} is not a known {} plugin package (known: {})", package,
                                       EngineName(engine), fmt::join(known, ", ")));
  }
  const std::vector<FoundPlugin> installed = InstalledPlugins(engine);
  for (const FoundPlugin& plugin : installed) {
    if (plugin.package == package && plugin.version == version) return plugin;
  }
  const std::string command =
      engine == Engine::kTpu ? "./setup --compilers " + version : std::string("./setup");
  return NotFound(fmt::format("{} is not installed ({}; run {}, or set {} to a path)", name,
                              InstalledText(installed), command, EngineVariable(engine)));
}

}  // namespace

std::string_view EngineName(Engine engine) {
  static constexpr std::array<std::string_view, 3> kNames = {"cpu", "tpu", "cuda"};
  return kNames[static_cast<size_t>(engine)];
}

std::string_view EngineVariable(Engine engine) {
  static constexpr std::array<std::string_view, 3> kNames = {
      "LOGPHEAD_CPU_PLUGIN", "LOGPHEAD_TPU_PLUGIN", "LOGPHEAD_CUDA_PLUGIN"};
  return kNames[static_cast<size_t>(engine)];
}

fs::path DepsFolder() {
  if (const std::string deps = Variable("LOGPHEAD_DEPS"); !deps.empty()) return deps;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  for (fs::path folder = program.parent_path(); !error && !folder.empty();
       folder = folder.parent_path()) {
    std::error_code ignored;
    if (fs::is_directory(folder / ".deps", ignored)) return folder / ".deps";
    if (folder == folder.parent_path()) break;
  }
  return fs::current_path(error) / ".deps";
}

std::vector<FoundPlugin> InstalledPlugins(Engine engine) {
  const fs::path deps = DepsFolder();
  std::vector<FoundPlugin> all;
  for (const Wheel& wheel : kWheels) {
    if (wheel.engine != engine) continue;
    for (FoundPlugin& plugin : InstalledVersions(deps, wheel)) all.push_back(std::move(plugin));
  }
  return all;
}

Result<FoundPlugin> FindPlugin(Engine engine, const std::string& flag) {
  if (!flag.empty()) return FindNamed(engine, flag, "--plugin");
  const std::string variable(EngineVariable(engine));
  if (const std::string value = Variable(variable.c_str()); !value.empty()) {
    return FindNamed(engine, value, variable);
  }
  std::vector<FoundPlugin> installed = InstalledPlugins(engine);
  for (const Wheel& wheel : kWheels) {
    if (wheel.engine != engine) continue;
    for (FoundPlugin& plugin : installed) {
      if (plugin.package == wheel.package && plugin.version == wheel.default_version) return plugin;
    }
  }
  if (!installed.empty()) return installed.front();
  return NotFound(fmt::format("no {} plugin found: {} (run ./setup, or set {} to a path)",
                              EngineName(engine), InstalledText(installed), variable));
}

int CompareVersions(std::string_view a, std::string_view b) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto take_number = [&is_digit](std::string_view& text) {
    size_t length = 0;
    while (length < text.size() && is_digit(text[length])) ++length;
    std::string_view digits = text.substr(0, length);
    text.remove_prefix(length);
    while (digits.size() > 1 && digits[0] == '0') digits.remove_prefix(1);
    return digits;
  };
  while (!a.empty() && !b.empty()) {
    if (is_digit(a[0]) && is_digit(b[0])) {
      const std::string_view x = take_number(a);
      const std::string_view y = take_number(b);
      if (x.size() != y.size()) return x.size() < y.size() ? -1 : 1;
      if (const int order = x.compare(y); order != 0) return order;
    } else {
      if (a[0] != b[0]) return a[0] < b[0] ? -1 : 1;
      a.remove_prefix(1);
      b.remove_prefix(1);
    }
  }
  return static_cast<int>(!a.empty()) - static_cast<int>(!b.empty());
}

}  // namespace logphead
