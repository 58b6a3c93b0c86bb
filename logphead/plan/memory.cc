// SPDX-License-Identifier: Apache-2.0
// Memory: read from /proc and from the files of control groups.
#include "logphead/plan/memory.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

namespace logphead {
namespace {

namespace fs = std::filesystem;

// The number behind a name that begins a line: "inactive_file 4096", "MemAvailable:  1024 kB".
std::optional<uint64_t> NumberOf(const fs::path& path, std::string_view name) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(name)) continue;
    uint64_t value = 0;
    if (std::istringstream(line.substr(name.size())) >> value) return value;
  }
  return std::nullopt;
}

// Nothing for "max", which is no limit.
std::optional<uint64_t> NumberIn(const fs::path& path) {
  std::ifstream file(path);
  uint64_t value = 0;
  if (file >> value) return value;
  return std::nullopt;
}

// What the two versions of control groups call their files.
struct Names {
  const char* limit;
  const char* usage;
  const char* inactive;  // lines of memory.stat: file pages, which the system gives back
  const char* active;
};
constexpr Names kVersion2 = {"memory.max", "memory.current", "inactive_file ", "active_file "};
constexpr Names kVersion1 = {"memory.limit_in_bytes", "memory.usage_in_bytes",
                             "total_inactive_file ", "total_active_file "};

std::optional<uint64_t> LeftInGroup(const fs::path& folder, const Names& names) {
  const auto limit = NumberIn(folder / names.limit);
  const auto usage = NumberIn(folder / names.usage);
  if (!limit || !usage) return std::nullopt;
  const fs::path stat = folder / "memory.stat";
  const uint64_t cached =
      NumberOf(stat, names.inactive).value_or(0) + NumberOf(stat, names.active).value_or(0);
  const uint64_t taken = *usage - std::min(*usage, cached);
  return *limit - std::min(*limit, taken);
}

void TakeLower(std::optional<uint64_t> other, std::optional<uint64_t>* left) {
  if (other && (!*left || *other < **left)) *left = other;
}

// The group and those above it. In a container its path may be the host's, of which only the root
// is there, and that is then the group itself.
void TakeLowestOfGroups(const fs::path& base, fs::path group, const Names& names,
                        std::optional<uint64_t>* left) {
  while (true) {
    TakeLower(LeftInGroup(base / group.relative_path(), names), left);
    if (!group.has_relative_path()) return;
    group = group.parent_path();
  }
}

}  // namespace

std::optional<uint64_t> AvailableMemory(const fs::path& root) {
  std::optional<uint64_t> left = NumberOf(root / "proc/meminfo", "MemAvailable:");
  if (left) *left *= 1024;
  // Lines are "0::/path" of version 2 and "4:cpu,memory:/path" of version 1.
  std::ifstream groups(root / "proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const size_t first = line.find(':');
    const size_t second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const fs::path group = line.substr(second + 1);
    const fs::path base = root / "sys/fs/cgroup";
    if (controllers.empty()) TakeLowestOfGroups(base, group, kVersion2, &left);
    // Of the controllers' names only one has this in it.
    if (controllers.find("memory") != std::string::npos) {
      TakeLowestOfGroups(base / "memory", group, kVersion1, &left);
    }
  }
  return left;
}

std::optional<uint64_t> ResidentBytes(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/statm");
  uint64_t total = 0;
  uint64_t resident = 0;
  if (!(file >> total >> resident)) return std::nullopt;
  return resident * static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace logphead
