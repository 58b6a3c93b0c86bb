// SPDX-License-Identifier: Apache-2.0
// The inner loops for the baseline of the architecture, in C++ alone: the reference.
#include "logphead/kernels/engine.h"

#define LOGPHEAD_ENGINE portable
#define LOGPHEAD_PAIRS 0
namespace logphead::kernels::LOGPHEAD_ENGINE {
constexpr int kWidth = 4;    // floats of a register
constexpr int kVectors = 2;  // registers across a result tile
constexpr int kMr = 6;       // rows of a result tile
}  // namespace logphead::kernels::LOGPHEAD_ENGINE

#include "logphead/kernels/engine_impl.inc"

namespace logphead::kernels {

const Engine* PortableEngine() {
  static const Engine engine = LOGPHEAD_ENGINE::MakeEngine(Isa::kPortable);
  return &engine;
}

}  // namespace logphead::kernels
