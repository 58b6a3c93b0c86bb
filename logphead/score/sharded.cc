// SPDX-License-Identifier: Apache-2.0
// Sharded transfers: slices, padding, gathering.
#include "logphead/score/sharded.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstring>
#include <future>
#include <map>
#include <memory>
#include <new>
#include <set>
#include <utility>

namespace logphead {
namespace {

std::vector<int64_t> RowMajorStrides(const std::vector<int64_t>& dims, size_t element_bytes) {
  std::vector<int64_t> strides(dims.size());
  auto stride = static_cast<int64_t>(element_bytes);
  for (size_t i = dims.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= dims[i];
  }
  return strides;
}

int64_t ByteOffset(const std::vector<int64_t>& begin, const std::vector<int64_t>& strides) {
  int64_t offset = 0;
  for (size_t i = 0; i < begin.size(); ++i) offset += begin[i] * strides[i];
  return offset;
}

int64_t Product(const std::vector<int64_t>& dims) {
  int64_t product = 1;
  for (const int64_t dim : dims) product *= dim;
  return product;
}

// Copies a box of `size` elements between two strided arrays, innermost runs at once.
void CopyBox(const std::byte* from, const std::vector<int64_t>& from_strides, std::byte* to,
             const std::vector<int64_t>& to_strides, const std::vector<int64_t>& size,
             size_t element_bytes, size_t dim = 0) {
  if (dim == size.size()) {
    std::memcpy(to, from, element_bytes);
    return;
  }
  if (dim + 1 == size.size()) {  // both sides are dense in the last dimension
    std::memcpy(to, from, static_cast<size_t>(size[dim]) * element_bytes);
    return;
  }
  for (int64_t i = 0; i < size[dim]; ++i) {
    CopyBox(from + i * from_strides[dim], from_strides, to + i * to_strides[dim], to_strides, size,
            element_bytes, dim + 1);
  }
}

// How much of a slice lies within `dims`: per dimension, 0 when nothing does.
std::vector<int64_t> Inside(const Slice& slice, const std::vector<int64_t>& dims) {
  std::vector<int64_t> inside(dims.size());
  for (size_t i = 0; i < dims.size(); ++i) {
    inside[i] = std::clamp<int64_t>(dims[i] - slice.begin[i], 0, slice.size[i]);
  }
  return inside;
}

// What engines on the host ask for to use memory in place.
constexpr size_t kAlignment = 64;

// Fills `dense`, an array of the slice's size: what lies beyond the array is `padding`.
void FillSlice(const HostArray& array, const Slice& slice, const std::vector<int64_t>& inside,
               std::span<const std::byte> padding, std::span<std::byte> dense) {
  const size_t width = DTypeBytes(array.dtype);
  if (inside != slice.size) {
    for (size_t at = 0; at < dense.size(); at += width) {
      std::memcpy(dense.data() + at, padding.data(), width);
    }
  }
  if (Product(inside) == 0) return;
  const std::vector<int64_t> strides = RowMajorStrides(array.dims, width);
  CopyBox(array.bytes.data() + ByteOffset(slice.begin, strides), strides, dense.data(),
          RowMajorStrides(slice.size, width), inside, width);
}

// Whether the slice lies in the array without gaps.
bool IsDense(const Slice& slice, const std::vector<int64_t>& dims) {
  size_t first = 0;
  while (first < dims.size() && slice.size[first] == 1) ++first;
  for (size_t i = first + 1; i < dims.size(); ++i) {
    if (slice.size[i] != dims[i]) return false;
  }
  return true;
}

// Threads that fetch results, and the bytes below which starting one takes longer.
constexpr size_t kFetchThreads = 4;
constexpr size_t kSmall = size_t{1} << 20;

// A slice to be fetched into the dense array `whole`.
struct Piece {
  const Buffer* buffer = nullptr;
  const Slice* slice = nullptr;
  std::vector<int64_t> inside;
};

Status Fetch(const Piece& piece, const std::vector<int64_t>& dims, HostBytes& whole) {
  const size_t width = DTypeBytes(piece.buffer->dtype());
  const size_t bytes = static_cast<size_t>(Product(piece.slice->size)) * width;
  if (piece.buffer->size_bytes() != bytes) {
    return Internal("a result has another shape than its sharding says");
  }
  const std::vector<int64_t> strides = RowMajorStrides(dims, width);
  std::byte* there = whole.data() + ByteOffset(piece.slice->begin, strides);
  if (piece.inside == piece.slice->size && IsDense(*piece.slice, dims)) {
    return piece.buffer->ToHost(there, bytes);
  }
  // Not a vector: an exception would be lost on a thread, and the slice with it.
  const std::unique_ptr<std::byte[]> dense(new (std::nothrow) std::byte[bytes]);
  if (dense == nullptr) {
    return Error(Code::kResourceExhausted, fmt::format("no memory for {} bytes of results", bytes));
  }
  LOGPHEAD_RETURN_IF_ERROR(piece.buffer->ToHost(dense.get(), bytes));
  CopyBox(dense.get(), RowMajorStrides(piece.slice->size, width), there, strides, piece.inside,
          width);
  return {};
}

// Fetches the pieces, which do not overlap, on a few threads; the first error in their order.
Status FetchAll(const std::vector<Piece>& pieces, const std::vector<int64_t>& dims, size_t threads,
                HostBytes& whole) {
  std::atomic<size_t> next = 0;
  std::vector<Status> done(pieces.size());
  const auto work = [&] {
    for (size_t i = next++; i < pieces.size(); i = next++) done[i] = Fetch(pieces[i], dims, whole);
  };
  std::vector<std::future<void>> helpers;
  while (helpers.size() + 1 < threads) helpers.push_back(std::async(std::launch::async, work));
  work();
  for (const std::future<void>& helper : helpers) helper.wait();
  for (Status& status : done) LOGPHEAD_RETURN_IF_ERROR(std::move(status));
  return {};
}

}  // namespace

Result<Layout> MakeLayout(const Mesh* mesh, const Sharding* sharding, std::vector<int64_t> dims) {
  if (mesh == nullptr || sharding == nullptr) {
    const int64_t devices = mesh == nullptr ? 1 : mesh->size();
    const Slice whole{std::vector<int64_t>(dims.size(), 0), dims};
    return Layout{std::move(dims), std::vector<Slice>(static_cast<size_t>(devices), whole)};
  }
  LOGPHEAD_ASSIGN_OR_RETURN(std::vector<Slice> slices, DeviceSlices(*mesh, *sharding, dims));
  return Layout{std::move(dims), std::move(slices)};
}

Result<SentArray> PutSharded(const Client& client, const HostArray& array, const Layout& layout,
                             std::span<const std::byte> padding) {
  const size_t width = DTypeBytes(array.dtype);
  assert(padding.size() == width);
  const std::vector<int64_t> strides = RowMajorStrides(array.dims, width);
  SentArray sent;
  std::map<std::vector<int64_t>, const std::byte*> made;  // by where a slice begins
  for (size_t device = 0; device < layout.slices.size(); ++device) {
    const Slice& slice = layout.slices[device];
    const std::byte*& data = made[slice.begin];
    if (data == nullptr) {
      const std::vector<int64_t> inside = Inside(slice, array.dims);
      const std::byte* there = array.bytes.data() + ByteOffset(slice.begin, strides);
      if (inside == slice.size && IsDense(slice, array.dims) &&
          reinterpret_cast<uintptr_t>(there) % kAlignment == 0) {
        data = there;
      } else {
        const size_t bytes = static_cast<size_t>(Product(slice.size)) * width;
        const size_t rounded = (bytes / kAlignment + 1) * kAlignment;
        SentArray::AlignedBytes dense(
            static_cast<std::byte*>(std::aligned_alloc(kAlignment, rounded)));
        if (dense == nullptr) {
          return Error(Code::kResourceExhausted,
                       fmt::format("no memory for {} bytes of inputs", bytes));
        }
        FillSlice(array, slice, inside, padding, {dense.get(), bytes});
        data = dense.get();
        sent.slices_.push_back(std::move(dense));
      }
    }
    LOGPHEAD_ASSIGN_OR_RETURN(
        Buffer buffer, client.ToDevice(array.dtype, slice.size, data, {}, static_cast<int>(device),
                                       HostData::kBorrowed));
    sent.buffers_.push_back(std::move(buffer));
  }
  return sent;
}

Status GetSharded(const std::vector<const Buffer*>& buffers, const Layout& layout,
                  const std::vector<int64_t>& dims, HostBytes* whole) {
  assert(buffers.size() == layout.slices.size());
  if (buffers.empty()) return Internal("there is no buffer to gather");
  whole->resize(static_cast<size_t>(Product(dims)) * DTypeBytes(buffers.front()->dtype()));
  std::vector<Piece> pieces;
  std::set<std::vector<int64_t>> seen;
  for (size_t device = 0; device < buffers.size(); ++device) {
    const Slice& slice = layout.slices[device];
    std::vector<int64_t> inside = Inside(slice, dims);
    if (Product(inside) == 0 || !seen.insert(slice.begin).second) continue;
    pieces.push_back({buffers[device], &slice, std::move(inside)});
  }
  const size_t threads = whole->size() < kSmall ? 1 : kFetchThreads;
  return FetchAll(pieces, dims, std::min(threads, pieces.size()), *whole);
}

Result<HostBytes> GetSharded(const std::vector<const Buffer*>& buffers, const Layout& layout,
                             const std::vector<int64_t>& dims) {
  HostBytes whole;
  LOGPHEAD_RETURN_IF_ERROR(GetSharded(buffers, layout, dims, &whole));
  return whole;
}

}  // namespace logphead
