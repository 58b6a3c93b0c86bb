// SPDX-License-Identifier: Apache-2.0
// Traffic: bytes that the instructions of an optimised program move to and from device memory.
#ifndef LOGPHEAD_PLAN_TRAFFIC_H_
#define LOGPHEAD_PLAN_TRAFFIC_H_

#include <cstdint>

#include "logphead/plan/executions.h"
#include "logphead/plan/optimized_hlo.h"

namespace logphead {

// Bytes that one run of an instruction reads from and writes to the main memory of its device: its
// operands and its result, without what a tiled layout pads. Of operands that are sliced, only the
// slices count; of a result that is an operand updated in place, only the update. A fusion counts
// as what its computation does to its parameters and result. Arrays in other memory spaces, such as
// the vector memory of a TPU core (S(1)), count nothing. 0 for instructions that move nothing
// (tuples, bitcasts, the done halves of asynchronous pairs) and for those that only run other
// computations (loops, calls), whose instructions count for themselves. Unknown where a shape is
// damaged.
Count MemoryBytes(const HloModule& module, uint32_t computation, uint32_t instruction);

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_TRAFFIC_H_
