// SPDX-License-Identifier: Apache-2.0
// Files: POSIX calls with errors that name the path.
#include "logphead/base/files.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "logphead/base/descriptor.h"

namespace logphead {
namespace {

Error SystemError(std::string_view doing, const std::filesystem::path& path,
                  Place where = Place::Here()) {
  const int number = errno;
  Code code = Code::kUnknown;
  if (number == ENOENT) code = Code::kNotFound;
  if (number == EACCES || number == EPERM) code = Code::kPermissionDenied;
  if (number == ENOSPC) code = Code::kResourceExhausted;
  return Error(code, std::string(doing) + " " + path.string() + ": " + std::strerror(number),
               where);
}

class DescriptorSink : public FileSink {
 public:
  DescriptorSink(int fd, const std::filesystem::path& path) : fd_(fd), path_(path) {}

  Status Write(std::string_view bytes) override {
    while (!bytes.empty()) {
      const ssize_t written = ::write(fd_, bytes.data(), bytes.size());
      if (written < 0) {
        if (errno == EINTR) continue;
        return SystemError("cannot write", path_);
      }
      bytes.remove_prefix(static_cast<size_t>(written));
    }
    return {};
  }

  int descriptor() const override { return fd_; }

 private:
  int fd_;
  const std::filesystem::path& path_;
};

Status FillAndSync(int fd, const std::filesystem::path& path,
                   const std::function<Status(FileSink&)>& fill) {
  DescriptorSink sink(fd, path);
  LOGPHEAD_RETURN_IF_ERROR(fill(sink));
  if (::fchmod(fd, 0644) != 0 || ::fsync(fd) != 0) return SystemError("cannot write", path);
  return {};
}

}  // namespace

Result<std::string> ReadFile(const std::filesystem::path& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) return SystemError("cannot open", path);
  std::string contents;
  std::string buffer(1 << 16, '\0');
  while (true) {
    const ssize_t got = ::read(file.get(), buffer.data(), buffer.size());
    if (got < 0) {
      if (errno == EINTR) continue;
      return SystemError("cannot read", path);
    }
    if (got == 0) return contents;
    contents.append(buffer.data(), static_cast<size_t>(got));
  }
}

Status WriteFileAtomically(const std::filesystem::path& path,
                           const std::function<Status(FileSink&)>& fill) {
  if (std::error_code ignored; std::filesystem::is_directory(path, ignored)) {
    return InvalidArgument("cannot write " + path.string() + ": it is a folder");
  }
  std::string temporary = path.string() + ".XXXXXX";
  const Descriptor file(::mkostemp(temporary.data(), O_CLOEXEC));
  if (file.get() < 0) return SystemError("cannot create a file beside", path);
  Status status = FillAndSync(file.get(), path, fill);
  if (status.ok() && ::rename(temporary.c_str(), path.c_str()) != 0) {
    status = SystemError("cannot rename to", path);
  }
  if (!status.ok()) ::unlink(temporary.c_str());
  return status;
}

Result<MappedFile> MappedFile::Open(const std::filesystem::path& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) return SystemError("cannot open", path);
  struct stat info {};
  if (::fstat(file.get(), &info) != 0) return SystemError("cannot open", path);
  if (!S_ISREG(info.st_mode)) {
    return InvalidArgument("cannot open " + path.string() + ": not a regular file");
  }
  const auto size = static_cast<size_t>(info.st_size);
  if (size == 0) return MappedFile(nullptr, 0);
  void* data = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (data == MAP_FAILED) return SystemError("cannot map", path);
  return MappedFile(static_cast<const std::byte*>(data), size);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) ::munmap(const_cast<std::byte*>(data_), size_);
}

}  // namespace logphead
