// SPDX-License-Identifier: Apache-2.0
// CompilerMatrix: the cases of a plan against its compilers, so that a regression stands out.
#ifndef LOGPHEAD_PLAN_COMPILER_MATRIX_H_
#define LOGPHEAD_PLAN_COMPILER_MATRIX_H_

#include <string>
#include <vector>

#include "logphead/plan/planner.h"

namespace logphead {

// A line per case and a column per compiler, in the order of the rows: the bytes of temporaries
// where it compiles, else the verdict and where it failed. A cell that differs in its verdict from
// the one before it is marked '<'. Empty with fewer than two compilers.
std::string CompilerMatrix(const std::vector<PlanRow>& rows);

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_COMPILER_MATRIX_H_
