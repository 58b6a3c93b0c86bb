// SPDX-License-Identifier: Apache-2.0
// HostBytes: memory for large results, on page boundaries.
#ifndef LOGPHEAD_SCORE_HOST_BYTES_H_
#define LOGPHEAD_SCORE_HOST_BYTES_H_

#include <cstddef>
#include <new>
#include <utility>
#include <vector>

namespace logphead {

// An allocator of whole pages, which a file can be written from without a copy in the page cache.
// Elements that are not given a value start out unwritten: clearing memory that is filled next
// takes as long as filling it.
template <typename T>
class PageAllocator {
 public:
  using value_type = T;

  PageAllocator() = default;
  template <typename U>
  PageAllocator(const PageAllocator<U>&) {}  // NOLINT: allocators convert

  T* allocate(size_t count) {
    return static_cast<T*>(::operator new (count * sizeof(T), std::align_val_t{4096}));
  }
  void deallocate(T* memory, size_t) { ::operator delete (memory, std::align_val_t{4096}); }

  template <typename U>
  void construct(U* at) {
    ::new (static_cast<void*>(at)) U;
  }
  template <typename U, typename... Args>
  void construct(U* at, Args&&... args) {
    ::new (static_cast<void*>(at)) U(std::forward<Args>(args)...);
  }
  bool operator==(const PageAllocator&) const { return true; }
};

using HostBytes = std::vector<std::byte, PageAllocator<std::byte>>;

}  // namespace logphead

#endif  // LOGPHEAD_SCORE_HOST_BYTES_H_
