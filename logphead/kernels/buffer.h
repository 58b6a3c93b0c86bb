// SPDX-License-Identifier: Apache-2.0
// Buffer: scratch memory of the kernels, aligned to cache lines and counted.
#ifndef LOGPHEAD_KERNELS_BUFFER_H_
#define LOGPHEAD_KERNELS_BUFFER_H_

#include <cstdint>
#include <utility>

namespace logphead::kernels {

// Move-only floats, not initialised; of large ones the system is asked for huge pages. Empty where
// memory ran out.
class Buffer {
 public:
  Buffer() = default;
  explicit Buffer(int64_t floats);
  ~Buffer();
  Buffer(Buffer&& other) noexcept : Buffer() { *this = std::move(other); }
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }

  float* data() const { return data_; }
  bool ok() const { return bytes_ == 0 || data_ != nullptr; }

  // Bytes of all buffers now, and the most there were since ResetPeak.
  static int64_t LiveBytes();
  static int64_t PeakBytes();
  static void ResetPeak();

 private:
  float* data_ = nullptr;
  int64_t bytes_ = 0;
};

}  // namespace logphead::kernels

#endif  // LOGPHEAD_KERNELS_BUFFER_H_
