// SPDX-License-Identifier: Apache-2.0
// Files read whole and written atomically: an existing file stays as it was until the new one is
// complete.
#ifndef LOGPHEAD_BASE_FILES_H_
#define LOGPHEAD_BASE_FILES_H_

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "logphead/base/result.h"

namespace logphead {

// The whole file. Errors name the path and the system's reason.
Result<std::string> ReadFile(const std::filesystem::path& path);

// Receives a file's bytes piece by piece, in order.
class FileSink {
 public:
  virtual ~FileSink() = default;
  virtual Status Write(std::string_view bytes) = 0;
  // The file at the end of the bytes so far; below 0 when there is none.
  virtual int descriptor() const { return -1; }
};

// Calls `fill` with a sink on a temporary file beside `path`, flushes it to disk and renames it
// over `path`. On any error the temporary is removed and `path` is untouched.
Status WriteFileAtomically(const std::filesystem::path& path,
                           const std::function<Status(FileSink&)>& fill);

// A read-only memory map of a whole file; empty files give an empty span.
class MappedFile {
 public:
  static Result<MappedFile> Open(const std::filesystem::path& path);
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  std::span<const std::byte> bytes() const { return {data_, size_}; }

 private:
  MappedFile(const std::byte* data, size_t size) : data_(data), size_(size) {}
  const std::byte* data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace logphead

#endif  // LOGPHEAD_BASE_FILES_H_
