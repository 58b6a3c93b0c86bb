// SPDX-License-Identifier: Apache-2.0
// Direct writes: large arrays go from memory to disk without a copy in the page cache.
#ifndef LOGPHEAD_IO_DIRECT_WRITE_H_
#define LOGPHEAD_IO_DIRECT_WRITE_H_

#include <cstddef>
#include <span>

namespace logphead {

// What both the memory and the place in the file must be a multiple of, and the size from which it
// pays.
inline constexpr size_t kDirectAlignment = 4096;
inline constexpr size_t kDirectBytes = size_t{1} << 20;

// Writes whole blocks of `bytes` at the file's position and moves that on. Returns the bytes that
// are written: 0 when they are few or not aligned, when `file` is below 0, or where the file system
// has no direct writes, and less than all when writing fails. The caller writes the rest as ever,
// and so learns of errors. The file must be synchronised before it is whole on disk.
size_t WriteDirectly(int file, std::span<const std::byte> bytes);

}  // namespace logphead

#endif  // LOGPHEAD_IO_DIRECT_WRITE_H_
