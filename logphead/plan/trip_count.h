// SPDX-License-Identifier: Apache-2.0
// Trip counts: how often a loop of an optimised program runs.
#ifndef LOGPHEAD_PLAN_TRIP_COUNT_H_
#define LOGPHEAD_PLAN_TRIP_COUNT_H_

#include <cstddef>
#include <cstdint>
#include <optional>

#include "logphead/plan/optimized_hlo.h"

namespace logphead {

// Places of a while instruction's computations among its callees.
inline constexpr size_t kWhileBody = 0;
inline constexpr size_t kWhileCondition = 1;

// How often the while instruction at this place runs its body: what the compiler noted, else read
// from the program where the condition compares a counter with a constant, and the counter begins
// and grows by constants. Nothing otherwise.
std::optional<int64_t> TripCount(const HloModule& module, uint32_t computation,
                                 uint32_t instruction);

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_TRIP_COUNT_H_
