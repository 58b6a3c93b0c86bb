// SPDX-License-Identifier: Apache-2.0
// Isa: the instruction sets that the kernels are written for, and which one suits this machine.
#ifndef LOGPHEAD_KERNELS_ISA_H_
#define LOGPHEAD_KERNELS_ISA_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "logphead/base/dtypes.h"
#include "logphead/base/result.h"

namespace logphead::kernels {

enum class Isa {
  kPortable,    // C++ alone: the reference
  kAvx2,        // f32 FMA, 256 bits
  kAvx512,      // f32 FMA, 512 bits
  kAvx512Bf16,  // bf16 dot products, 512 bits; bf16 inputs only
};

// All of them, in the order of the enumeration.
std::span<const Isa> AllIsas();

// "portable", "avx2", "avx512", "avx512bf16".
std::string_view IsaName(Isa isa);
Result<Isa> ParseIsa(std::string_view text);

// Those that this build has and this CPU runs, kPortable first.
const std::vector<Isa>& AvailableIsas();
// Why `isa` is not available here ("this CPU lacks avx512_bf16"); empty when it is.
std::string WhyNotAvailable(Isa isa);

// GFLOP/s (multiply and add count 2) of one thread's matmul instructions of `isa` from registers,
// the best of several short loops: a peak. Measured once per process, a few milliseconds.
double PeakGflops(Isa isa);

// Errors: an isa that is not available here, or that does not take these inputs.
Status CheckIsa(Isa isa, DType hidden, DType kernel);

// The available one with the highest measured rate of one thread among those that take these
// inputs. LOGPHEAD_ISA names another.
Result<Isa> BestIsa(DType hidden, DType kernel);

}  // namespace logphead::kernels

#endif  // LOGPHEAD_KERNELS_ISA_H_
