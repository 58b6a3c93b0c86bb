// SPDX-License-Identifier: Apache-2.0
// StoreLock: locks on two bytes of a file.
#include "logphead/plan/store_lock.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>
#include <utility>

namespace logphead {
namespace {

constexpr int kOpening = 0;
constexpr int kInUse = 1;

}  // namespace

Error SystemError(int number, std::string_view doing, const std::filesystem::path& path,
                  Place where) {
  Code code = Code::kUnknown;
  if (number == ENOENT) code = Code::kNotFound;
  if (number == EACCES || number == EPERM || number == EROFS) code = Code::kPermissionDenied;
  if (number == ENOSPC || number == EDQUOT) code = Code::kResourceExhausted;
  return Error(code, fmt::format("{} {}: {}", doing, path.string(), std::strerror(number)), where);
}

StoreLock::StoreLock(Descriptor file, std::filesystem::path path)
    : file_(std::move(file)), path_(std::move(path)) {}

Result<StoreLock> StoreLock::Open(const std::filesystem::path& path) {
  Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644));
  if (!file.is_open()) return SystemError(errno, "cannot open", path);
  StoreLock lock(std::move(file), path);
  LOGPHEAD_RETURN_IF_ERROR(lock.Wait(kOpening, F_WRLCK));
  return lock;
}

Result<bool> StoreLock::TryUseAlone() const { return Try(kInUse, F_WRLCK); }

Status StoreLock::UseWithOthers() const { return Wait(kInUse, F_RDLCK); }

Status StoreLock::Opened() const { return Wait(kOpening, F_UNLCK); }

Result<bool> StoreLock::Try(int byte, short type) const {
  struct flock lock {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = byte;
  lock.l_len = 1;
  // Locks of the open file, not of the process: two stores of one process exclude each other too.
  while (::fcntl(file_.get(), F_OFD_SETLK, &lock) != 0) {
    if (errno == EAGAIN || errno == EACCES) return false;
    if (errno != EINTR) return SystemError(errno, "cannot lock", path_);
  }
  return true;
}

Status StoreLock::Wait(int byte, short type) const {
  const auto end =
      std::chrono::steady_clock::now() + std::chrono::milliseconds(kStoreWaitMilliseconds);
  while (true) {
    LOGPHEAD_ASSIGN_OR_RETURN(const bool locked, Try(byte, type));
    if (locked) return {};
    if (std::chrono::steady_clock::now() > end) {
      return Error(Code::kUnavailable,
                   fmt::format("cannot lock {}: another process has held it for {} s",
                               path_.string(), kStoreWaitMilliseconds / 1000));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

}  // namespace logphead
