// SPDX-License-Identifier: Apache-2.0
// The inner loops for AVX-512 BF16: dot products of pairs.
#include "logphead/kernels/engine.h"

#if defined(__AVX512BF16__)
#define LOGPHEAD_ENGINE avx512bf16
#define LOGPHEAD_PAIRS 1
namespace logphead::kernels::LOGPHEAD_ENGINE {
constexpr int kWidth = 16;   // floats of a register
constexpr int kVectors = 2;  // registers across a result tile
constexpr int kMr = 14;      // rows of a result tile
}  // namespace logphead::kernels::LOGPHEAD_ENGINE

#include <immintrin.h>

#include "logphead/kernels/engine_impl.inc"

namespace logphead::kernels {

const Engine* Avx512Bf16Engine() {
  static const Engine engine = LOGPHEAD_ENGINE::MakeEngine(Isa::kAvx512Bf16);
  return &engine;
}

}  // namespace logphead::kernels
#else
namespace logphead::kernels {
const Engine* Avx512Bf16Engine() { return nullptr; }
}  // namespace logphead::kernels
#endif
