// SPDX-License-Identifier: Apache-2.0
// Sharded transfers: host arrays cut into per-device slices and put together again, with padding.
#ifndef LOGPHEAD_SCORE_SHARDED_H_
#define LOGPHEAD_SCORE_SHARDED_H_

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <span>
#include <vector>

#include "logphead/mesh/sharding.h"
#include "logphead/pjrt/buffer.h"
#include "logphead/pjrt/client.h"
#include "logphead/score/host_bytes.h"

namespace logphead {

// A dense row-major array in host memory, at any alignment; `bytes` must outlive what is made of
// it.
struct HostArray {
  DType dtype = DType::kF32;
  std::vector<int64_t> dims;
  std::span<const std::byte> bytes;
};

// How an array of some padded shape lies on the devices: one slice per device.
struct Layout {
  std::vector<int64_t> dims;  // of the whole, padded array
  std::vector<Slice> slices;  // per device
};

// The layout over a mesh; without a mesh the whole array on one device.
Result<Layout> MakeLayout(const Mesh* mesh, const Sharding* sharding, std::vector<int64_t> dims);

// An array on its devices, one buffer per device in device order. Move-only.
class SentArray {
 public:
  size_t size() const { return buffers_.size(); }
  const Buffer& operator[](size_t device) const { return buffers_[device]; }
  std::vector<Buffer>::const_iterator begin() const { return buffers_.begin(); }
  std::vector<Buffer>::const_iterator end() const { return buffers_.end(); }

 private:
  friend Result<SentArray> PutSharded(const Client&, const HostArray&, const Layout&,
                                      std::span<const std::byte>);
  struct Free {
    void operator()(std::byte* bytes) const { std::free(bytes); }
  };
  using AlignedBytes = std::unique_ptr<std::byte, Free>;

  std::vector<AlignedBytes> slices_;  // outlive the buffers, which may use them in place
  std::vector<Buffer> buffers_;
};

// Sends each device its slice. Elements of the layout beyond the array's own dims are `padding`,
// the bytes of one element. A slice that is not dense and aligned in the array already is made so
// once, however many devices hold it; engines on the host then use it in place.
Result<SentArray> PutSharded(const Client& client, const HostArray& array, const Layout& layout,
                             std::span<const std::byte> padding);

// Gathers slices, one buffer per device, into a dense array of `dims` (at most the layout's dims in
// each dimension: the rest is cut). Slices that several devices hold are fetched once, large ones
// side by side. Memory that `whole` has already is used.
Status GetSharded(const std::vector<const Buffer*>& buffers, const Layout& layout,
                  const std::vector<int64_t>& dims, HostBytes* whole);
// The same into an array of its own.
Result<HostBytes> GetSharded(const std::vector<const Buffer*>& buffers, const Layout& layout,
                             const std::vector<int64_t>& dims);

}  // namespace logphead

#endif  // LOGPHEAD_SCORE_SHARDED_H_
