// SPDX-License-Identifier: Apache-2.0
// Executions: how often each computation of an optimised program runs, loops multiplied out.
#ifndef LOGPHEAD_PLAN_EXECUTIONS_H_
#define LOGPHEAD_PLAN_EXECUTIONS_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "logphead/plan/optimized_hlo.h"

namespace logphead {

// A count that may not be known. Sums and products are unknown when a part is, or beyond 2^63.
using Count = std::optional<int64_t>;
Count Plus(Count a, Count b);
Count Times(Count a, Count b);

// Whether a custom call does nothing but run its one callee, as where a TPU's other cores take over
// a collective: the callee then takes the call's operands and yields its result.
bool JustCalls(const HloModule& module, const HloComputation& caller,
               const HloInstruction& instruction);

// By index of the computation: its runs in one run of the program. Computations that nothing
// reaches run 0 times. Unknown are the bodies of loops without a trip count, branches of
// conditionals, what is applied to elements (reductions, sorts), what custom calls run unless they
// do nothing else, and what those call.
std::vector<Count> CountExecutions(const HloModule& module);

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_EXECUTIONS_H_
