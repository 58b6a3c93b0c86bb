// SPDX-License-Identifier: Apache-2.0
// The inner loops for AVX2 and FMA.
#include "logphead/kernels/engine.h"

#if defined(__AVX2__) && defined(__FMA__)
#define LOGPHEAD_ENGINE avx2
#define LOGPHEAD_PAIRS 0
namespace logphead::kernels::LOGPHEAD_ENGINE {
constexpr int kWidth = 8;    // floats of a register
constexpr int kVectors = 2;  // registers across a result tile
constexpr int kMr = 6;       // rows of a result tile
}  // namespace logphead::kernels::LOGPHEAD_ENGINE

#include "logphead/kernels/engine_impl.inc"

namespace logphead::kernels {

const Engine* Avx2Engine() {
  static const Engine engine = LOGPHEAD_ENGINE::MakeEngine(Isa::kAvx2);
  return &engine;
}

}  // namespace logphead::kernels
#else
namespace logphead::kernels {
const Engine* Avx2Engine() { return nullptr; }
}  // namespace logphead::kernels
#endif
