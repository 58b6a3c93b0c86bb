// SPDX-License-Identifier: Apache-2.0
// DiffPrograms: how two optimised programs differ, whatever their compilers called things.
#ifndef LOGPHEAD_PLAN_PROGRAM_DIFF_H_
#define LOGPHEAD_PLAN_PROGRAM_DIFF_H_

#include <cstddef>
#include <string>
#include <vector>

#include "logphead/plan/align.h"
#include "logphead/plan/program_text.h"

namespace logphead {

struct DiffOptions {
  size_t max_listed = 100;  // lines of the listing; the counts are always complete
  AlignOptions align;
};

// Lines of one program that the other does not have. A line changed in place counts in both.
struct ProgramDiff {
  size_t removed = 0;  // lines of a
  size_t added = 0;    // lines of b

  // As much of the difference as was asked for: "@@ %computation" before the first line of each
  // computation, then "-line of a" and "+line of b" with the names that each program uses.
  std::vector<std::string> listing;

  size_t lines() const { return removed + added; }
};

// Compares the texts of two programs with names, which follow the metadata, set aside: lines are
// aligned by everything else (see Align), and two aligned lines are equal when their operands,
// control predecessors and callees are aligned with each other, or are both lines that differ
// anyway. 0 lines exactly when the numbered texts are equal. Linear in the size of the texts as
// long as the programs are alike, and bounded by AlignOptions when they are not.
ProgramDiff DiffPrograms(const ProgramText& a, const ProgramText& b,
                         const DiffOptions& options = {});

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_PROGRAM_DIFF_H_
