// SPDX-License-Identifier: Apache-2.0
// HostBytes: pages, huge ones where it pays.
#include "logphead/score/host_bytes.h"

#include <sys/mman.h>

#include <new>

namespace logphead::internal {
namespace {

constexpr size_t kPage = 4096;
constexpr size_t kHugePage = size_t{2} << 20;

std::align_val_t AlignmentOf(size_t bytes) {
  return std::align_val_t{bytes < 2 * kHugePage ? kPage : kHugePage};
}

}  // namespace

void* AllocatePages(size_t bytes) {
  void* memory = ::operator new(bytes, AlignmentOf(bytes));
  // Only a wish: touching small pages for the first time takes longer than filling them.
  if (bytes >= 2 * kHugePage) ::madvise(memory, bytes, MADV_HUGEPAGE);
  return memory;
}

void FreePages(void* memory, size_t bytes) { ::operator delete(memory, AlignmentOf(bytes)); }

}  // namespace logphead::internal
