// SPDX-License-Identifier: Apache-2.0
// Memory that is left for more work, and what a process takes of it.
#ifndef LOGPHEAD_PLAN_MEMORY_H_
#define LOGPHEAD_PLAN_MEMORY_H_

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <optional>

namespace logphead {

// Bytes that this process and new ones can still take without swapping: MemAvailable of
// /proc/meminfo or, where one is lower, what a limit of this process's control group or of a group
// above it (cgroup version 2 or 1) leaves; file caches that the system gives back are not counted
// as taken. Nothing where the system does not tell. `root` holds proc/ and sys/, for tests.
std::optional<uint64_t> AvailableMemory(const std::filesystem::path& root = "/");

// The resident set of a process in bytes; nothing when it is not there.
std::optional<uint64_t> ResidentBytes(pid_t pid);

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_MEMORY_H_
