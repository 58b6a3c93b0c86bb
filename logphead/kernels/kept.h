// SPDX-License-Identifier: Apache-2.0
// Kept: logits that one pass leaves for another.
#ifndef LOGPHEAD_KERNELS_KEPT_H_
#define LOGPHEAD_KERNELS_KEPT_H_

#include <cstdint>

#include "logphead/kernels/engine.h"
#include "logphead/kernels/head.h"

namespace logphead::kernels {

// [panel][row][nr]: f32 as they are or, where inputs are bf16, 16-bit steps (see Engine::keep)
// below a reference per panel and row, which follow all of them. Rows are rounded up to mr.
class Kept {
 public:
  Kept() = default;
  Kept(const Engine& engine, bool halves, int64_t rows, int64_t panels, float* memory)
      : engine_(&engine), halves_(halves), rows_(rows), panels_(panels), memory_(memory) {}

  bool there() const { return memory_ != nullptr; }
  // One block of tokens, `count` from `row` on; panels `step` floats apart. The reference of each
  // token is at least its largest logit of these panels.
  void Put(const float* logits, int64_t step, int64_t panel, int64_t panels, int64_t row,
           int64_t count, const float* references) const;
  void Get(int64_t panel, int64_t panels, int64_t row, int64_t count, float* logits,
           int64_t step) const;

 private:
  float* Reference(int64_t panel, int64_t row) const;
  uint16_t* Halves(int64_t panel, int64_t row) const;
  float* Whole(int64_t panel, int64_t row) const;

  const Engine* engine_ = nullptr;
  bool halves_ = false;
  int64_t rows_ = 0, panels_ = 0;
  float* memory_ = nullptr;
};

}  // namespace logphead::kernels

#endif  // LOGPHEAD_KERNELS_KEPT_H_
