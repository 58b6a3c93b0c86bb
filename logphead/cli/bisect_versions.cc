// SPDX-License-Identifier: Apache-2.0
// Versions of a compiler: what is installed, what the table of wheels has, what the flags leave.
#include "logphead/cli/bisect_versions.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <utility>

#include "logphead/cli/interrupt.h"
#include "logphead/plan/child.h"

namespace logphead::cli {
namespace {

namespace fs = std::filesystem;

// The one compiler of which ./setup installs other versions than the pinned one.
constexpr std::string_view kInstallable = "libtpu";

// The tree whose ./setup fills DepsFolder().
fs::path TreeOfDeps() {
  std::error_code error;
  fs::path deps = fs::canonical(DepsFolder(), error);
  if (error) deps = fs::absolute(DepsFolder(), error);
  return deps.parent_path();
}

std::string DefaultPackage(Engine engine) {
  if (engine == Engine::kTpu) return std::string(kInstallable);
  return engine == Engine::kCpu ? "xla-cpu-pjrt" : "jax-cuda13-pjrt";
}

Result<std::string> PackageOf(Engine engine, const std::string& flag) {
  const std::string package = flag.empty() ? DefaultPackage(engine) : flag;
  const Result<FoundPlugin> asked = FindPlugin(engine, package + "==0");
  if (!asked.ok() && asked.error().code() == Code::kInvalidArgument) {
    return asked.error().WithContext("--package");
  }
  return package;
}

std::vector<CompilerVersion> RowsOfTable(const std::string& package) {
  std::vector<CompilerVersion> rows;
  std::ifstream table(TreeOfDeps() / "deps" / "wheels.txt");
  for (std::string line; std::getline(table, line);) {
    std::istringstream words(line);
    CompilerVersion row;
    std::string hash, set;
    if (words >> row.package >> row.version >> hash >> set >> row.megabytes &&
        row.package == package) {
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

std::vector<CompilerVersion> AllVersions(Engine engine, const std::string& package) {
  std::vector<CompilerVersion> all;
  for (FoundPlugin& plugin : InstalledPlugins(engine)) {
    if (plugin.package != package) continue;
    CompilerVersion version{package, plugin.version, std::nullopt, ""};
    version.installed = std::move(plugin);
    all.push_back(std::move(version));
  }
  if (package == kInstallable) {
    for (CompilerVersion& row : RowsOfTable(package)) {
      const bool known = std::any_of(all.begin(), all.end(), [&](const CompilerVersion& other) {
        return other.version == row.version;
      });
      if (!known) all.push_back(std::move(row));
    }
  }
  std::sort(all.begin(), all.end(), [](const CompilerVersion& a, const CompilerVersion& b) {
    return CompareVersions(a.version, b.version) < 0;
  });
  return all;
}

std::string ListText(const std::vector<CompilerVersion>& versions) {
  std::vector<std::string> texts;
  for (const CompilerVersion& version : versions) {
    texts.push_back(version.version + (version.installed ? "" : " (not installed)"));
  }
  return texts.empty() ? "none" : fmt::format("{}", fmt::join(texts, ", "));
}

// The index of the version that a flag names, as 0.0.50 or libtpu==0.0.50.
Result<size_t> IndexOf(const std::vector<CompilerVersion>& versions, const std::string& package,
                       std::string_view flag, std::string_view text, bool download) {
  std::string_view version = text;
  if (version.starts_with(package + "==")) version.remove_prefix(package.size() + 2);
  for (size_t i = 0; i < versions.size(); ++i) {
    if (versions[i].version != version) continue;
    if (versions[i].installed || download) return i;
    return NotFound(fmt::format("{} {} is not installed (give --download, or run {})", flag, text,
                                SetupCommand({versions[i]})));
  }
  return InvalidArgument(fmt::format("{} '{}' is no version of {} (use one of {})", flag, text,
                                     package, ListText(versions)));
}

}  // namespace

std::string SetupCommand(const std::vector<CompilerVersion>& versions) {
  std::vector<std::string> names;
  for (const CompilerVersion& version : versions) names.push_back(version.version);
  return fmt::format("./setup --no-build --compilers {}", fmt::join(names, ","));
}

Result<std::vector<CompilerVersion>> VersionsToTry(Engine engine, const VersionFlags& flags) {
  LOGPHEAD_ASSIGN_OR_RETURN(const std::string package, PackageOf(engine, flags.package));
  if (flags.download && package != kInstallable) {
    return InvalidArgument(fmt::format(
        "--download is for {}: of {} ./setup installs one version only", kInstallable, package));
  }
  std::vector<CompilerVersion> versions = AllVersions(engine, package);
  size_t first = 0;
  size_t end = versions.size();
  if (!flags.good.empty()) {
    LOGPHEAD_ASSIGN_OR_RETURN(first,
                              IndexOf(versions, package, "--good", flags.good, flags.download));
  }
  if (!flags.bad.empty()) {
    LOGPHEAD_ASSIGN_OR_RETURN(const size_t bad,
                              IndexOf(versions, package, "--bad", flags.bad, flags.download));
    end = bad + 1;
  }
  if (!flags.good.empty() && !flags.bad.empty() && first + 1 >= end) {
    return InvalidArgument(
        fmt::format("--good {} is not older than --bad {}", flags.good, flags.bad));
  }
  const auto at = [&](size_t i) { return versions.begin() + static_cast<std::ptrdiff_t>(i); };
  std::vector<CompilerVersion> range(at(first), at(end));
  const bool any = std::any_of(range.begin(), range.end(), [&](const CompilerVersion& version) {
    return version.installed.has_value() || flags.download;
  });
  if (any) return range;
  return NotFound(fmt::format("no version of {} is installed in {} (run ./setup{})", package,
                              DepsFolder().string(), range.empty() ? "" : ", or give --download"));
}

Result<FoundPlugin> Install(Engine engine, const CompilerVersion& version) {
  const fs::path setup = TreeOfDeps() / "setup";
  std::error_code ignored;
  if (!fs::is_regular_file(setup, ignored)) {
    return NotFound(fmt::format(
        "cannot install {}: there is no {} (LOGPHEAD_DEPS names the .deps of a source tree, whose "
        "./setup would be run)",
        version.name(), setup.string()));
  }
  ChildCommand command;
  command.argv = {setup.string(), "--no-build", "--compilers", version.version};
  const Interrupts interrupts;
  LOGPHEAD_ASSIGN_OR_RETURN(Child child, Child::Start(command));
  while (!child.Step()) {
    if (*interrupts.flag() != 0) child.Kill();
    WaitForChildren({&child});
  }
  const ChildResult result = child.Take();
  if (*interrupts.flag() != 0) {
    return Error(Code::kCancelled, fmt::format("interrupted: {} is not installed", version.name()));
  }
  if (!result.ok()) {
    std::string words = result.stderr_tail;
    while (!words.empty() && words.back() == '\n') words.pop_back();
    words = words.substr(words.rfind('\n') + 1);
    return FailedPrecondition(fmt::format("{} did not install {}: {}{}", setup.string(),
                                          version.name(), words, words.empty() ? "" : ", ") +
                              result.Describe());
  }
  for (const FoundPlugin& plugin : InstalledPlugins(engine)) {
    if (plugin.package == version.package && plugin.version == version.version) return plugin;
  }
  return FailedPrecondition(fmt::format("{} ended well, but {} is not in {}", setup.string(),
                                        version.name(), DepsFolder().string()));
}

}  // namespace logphead::cli
