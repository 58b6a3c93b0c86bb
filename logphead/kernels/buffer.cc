// SPDX-License-Identifier: Apache-2.0
// Scratch memory of the kernels.
#include "logphead/kernels/buffer.h"

#include <atomic>
#include <cstdlib>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace logphead::kernels {
namespace {

constexpr int64_t kLine = 64;
constexpr int64_t kHugePage = int64_t{2} << 20;

std::atomic<int64_t> live{0};
std::atomic<int64_t> peak{0};

}  // namespace

Buffer::Buffer(int64_t floats) {
  if (floats <= 0) return;
  const int64_t wanted = floats * static_cast<int64_t>(sizeof(float));
  const int64_t alignment = wanted >= kHugePage ? kHugePage : kLine;
  bytes_ = (wanted + kLine - 1) / kLine * kLine;
  void* data = nullptr;
  if (posix_memalign(&data, static_cast<size_t>(alignment), static_cast<size_t>(bytes_)) != 0) {
    return;
  }
#ifdef __linux__
  if (wanted >= kHugePage) madvise(data, static_cast<size_t>(bytes_), MADV_HUGEPAGE);
#endif
  data_ = static_cast<float*>(data);
  const int64_t now = live.fetch_add(bytes_) + bytes_;
  int64_t most = peak.load();
  while (most < now && !peak.compare_exchange_weak(most, now)) {
  }
}

Buffer::~Buffer() {
  if (data_ == nullptr) return;
  std::free(data_);
  live.fetch_sub(bytes_);
}

int64_t Buffer::LiveBytes() { return live.load(); }
int64_t Buffer::PeakBytes() { return peak.load(); }
void Buffer::ResetPeak() { peak.store(live.load()); }

}  // namespace logphead::kernels
