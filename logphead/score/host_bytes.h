// SPDX-License-Identifier: Apache-2.0
// HostBytes: memory for large results, not cleared and on page boundaries.
#ifndef LOGPHEAD_SCORE_HOST_BYTES_H_
#define LOGPHEAD_SCORE_HOST_BYTES_H_

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace logphead {

namespace internal {
// On a page boundary; large ones of huge pages, where the system has them.
void* AllocatePages(size_t bytes);
void FreePages(void* memory, size_t bytes);
}  // namespace internal

// An allocator whose elements start out unwritten, for arrays that are filled whole: clearing 100
// MB first takes as long as filling it. The page boundary lets a file be written past the page
// cache.
template <typename T>
class PageAllocator {
 public:
  using value_type = T;

  PageAllocator() = default;
  template <typename U>
  PageAllocator(const PageAllocator<U>&) {}  // NOLINT: allocators convert

  T* allocate(size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), kPage)); }
  void deallocate(T* memory, size_t) { ::operator delete(memory, kPage); }

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
