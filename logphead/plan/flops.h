// SPDX-License-Identifier: Apache-2.0
// Flops: floating-point operations of the matrix products in an optimised program.
#ifndef LOGPHEAD_PLAN_FLOPS_H_
#define LOGPHEAD_PLAN_FLOPS_H_

#include "logphead/plan/executions.h"
#include "logphead/plan/optimized_hlo.h"

namespace logphead {

namespace hlo_proto {
class Shape;
}  // namespace hlo_proto

// Elements of an array; unknown with a negative dimension, or beyond 2^63.
Count ElementsOf(const hlo_proto::Shape& shape);

// Operations (a multiply-add counts 2) of one run of an instruction that is itself a dot, a
// convolution or a cuBLAS call; 0 of every other. Unknown where such a product cannot be counted.
Count MatmulFlops(const HloComputation& computation, const HloInstruction& instruction);

// The same of all products that one device does in one run of the program, those inside fusions and
// calls too, each as often as its computation runs (CountExecutions). Of convolutions, which is
// what TPU compilers make of dots, only products inside the arrays count, not those with padding or
// with the holes of a dilation. Unknown when a product runs an unknown number of times, or is one
// that cannot be counted.
Count CountMatmulFlops(const HloModule& module);

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_FLOPS_H_
