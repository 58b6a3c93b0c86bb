// SPDX-License-Identifier: Apache-2.0
// Alignment of two sequences of lines: which line of one is which line of the other.
#ifndef LOGPHEAD_PLAN_ALIGN_H_
#define LOGPHEAD_PLAN_ALIGN_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace logphead {

// No partner in the other sequence.
inline constexpr uint32_t kUnmatched = 0xffffffffU;

struct AlignOptions {
  // Within one gap between anchors, at most this many insertions plus deletions are searched for
  // the shortest edit; memory grows with its square (2,000: 16 MB), time with it times the gap.
  uint32_t max_edits = 2000;
};

struct Alignment {
  std::vector<uint32_t> a_to_b;  // per line of a, its line of b or kUnmatched
  std::vector<uint32_t> b_to_a;
  std::vector<bool> a_moved;  // matched lines of a that crossed others: the rest are in one order
};

// Aligns two sequences of line ids (equal ids: equal lines). Lines that stand once in each sequence
// and in the same order anchor the alignment (patience diff); between anchors the shortest edit is
// found (Myers). A gap that needs more than max_edits edits is matched as a multiset instead: the
// k-th copy of a line with the k-th copy, and those that thereby cross others are marked as moved.
// Equal sequences always match line by line.
Alignment Align(const std::vector<uint32_t>& a, const std::vector<uint32_t>& b,
                const AlignOptions& options = {});

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_ALIGN_H_
