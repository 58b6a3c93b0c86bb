// SPDX-License-Identifier: Apache-2.0
// Descriptor: a file descriptor that is closed when its owner goes.
#ifndef LOGPHEAD_BASE_DESCRIPTOR_H_
#define LOGPHEAD_BASE_DESCRIPTOR_H_

#include <unistd.h>

#include <utility>

namespace logphead {

// Owns a descriptor, or nothing (-1). Move-only.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() { Close(); }

  int get() const { return fd_; }
  bool is_open() const { return fd_ >= 0; }

  void Close() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
  }

 private:
  int fd_ = -1;
};

}  // namespace logphead

#endif  // LOGPHEAD_BASE_DESCRIPTOR_H_
