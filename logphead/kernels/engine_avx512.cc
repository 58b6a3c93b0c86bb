// SPDX-License-Identifier: Apache-2.0
// The inner loops for AVX-512, f32 fused multiply-add.
#include "logphead/kernels/engine.h"

#if defined(__AVX512F__) && defined(__AVX512BW__)
#define LOGPHEAD_ENGINE avx512
#define LOGPHEAD_PAIRS 0
namespace logphead::kernels::LOGPHEAD_ENGINE {
constexpr int kWidth = 16;   // floats of a register
constexpr int kVectors = 2;  // registers across a result tile
constexpr int kMr = 14;      // rows of a result tile
}  // namespace logphead::kernels::LOGPHEAD_ENGINE

#include "logphead/kernels/engine_impl.inc"

namespace logphead::kernels {

const Engine* Avx512Engine() {
  static const Engine engine = LOGPHEAD_ENGINE::MakeEngine(Isa::kAvx512);
  return &engine;
}

}  // namespace logphead::kernels
#else
namespace logphead::kernels {
const Engine* Avx512Engine() { return nullptr; }
}  // namespace logphead::kernels
#endif
