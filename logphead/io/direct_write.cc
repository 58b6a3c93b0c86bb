// SPDX-License-Identifier: Apache-2.0
// Direct writes: O_DIRECT, switched on for a while.
#include "logphead/io/direct_write.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdint>

namespace logphead {

size_t WriteDirectly(int file, std::span<const std::byte> bytes) {
  if (file < 0 || bytes.size() < kDirectBytes) return 0;
  if (reinterpret_cast<uintptr_t>(bytes.data()) % kDirectAlignment != 0) return 0;
  const off_t position = ::lseek(file, 0, SEEK_CUR);
  if (position < 0 || static_cast<size_t>(position) % kDirectAlignment != 0) return 0;
  const int flags = ::fcntl(file, F_GETFL);
  if (flags < 0 || ::fcntl(file, F_SETFL, flags | O_DIRECT) != 0) return 0;
  const size_t whole = bytes.size() / kDirectAlignment * kDirectAlignment;
  size_t done = 0;
  while (done < whole) {
    const ssize_t written = ::write(file, bytes.data() + done, whole - done);
    if (written <= 0) break;
    done += static_cast<size_t>(written);
    if (done % kDirectAlignment != 0) break;  // cut by a limit or a full disk
  }
  ::fcntl(file, F_SETFL, flags);
  return done;
}

}  // namespace logphead
