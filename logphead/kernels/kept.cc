// SPDX-License-Identifier: Apache-2.0
// Logits that one pass leaves for another.
#include "logphead/kernels/kept.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace logphead::kernels {

float* Kept::Whole(int64_t panel, int64_t row) const {
  return memory_ + (panel * rows_ + row) * engine_->nr;
}
uint16_t* Kept::Halves(int64_t panel, int64_t row) const {
  return reinterpret_cast<uint16_t*>(memory_) + (panel * rows_ + row) * engine_->nr;
}
float* Kept::Reference(int64_t panel, int64_t row) const {
  return memory_ + panels_ * rows_ * engine_->nr / 2 + panel * rows_ + row;
}

void Kept::Put(const float* logits, int64_t step, int64_t panel, int64_t panels, int64_t row,
               int64_t count, const float* references) const {
  const int64_t nr = engine_->nr;
  if (!halves_) {
    for (int64_t p = 0; p < panels; ++p) {
      std::memcpy(Whole(panel + p, row), logits + p * step,
                  static_cast<size_t>(count * nr) * sizeof(float));
    }
    return;
  }
  for (int64_t p = 0; p < panels; ++p) {
    float* own = Reference(panel + p, row);
    for (int64_t i = 0; i < count; ++i) {
      // -inf alone: no logit is there. inf or NaN: the gradient is to be NaN as well.
      const float finite =
          std::isfinite(references[i]) ? references[i] : std::numeric_limits<float>::quiet_NaN();
      own[i] = references[i] == -std::numeric_limits<float>::infinity() ? 0 : finite;
    }
  }
  engine_->keep(logits, step, panels, count, Reference(panel, row), Halves(panel, row), rows_ * nr);
}

void Kept::Get(int64_t panel, int64_t panels, int64_t row, int64_t count, float* logits,
               int64_t step) const {
  for (int64_t p = 0; p < panels; ++p) {
    if (halves_) {
      engine_->restore(Halves(panel + p, row), Reference(panel + p, row), count, logits + p * step);
    } else {
      std::memcpy(logits + p * step, Whole(panel + p, row),
                  static_cast<size_t>(count * engine_->nr) * sizeof(float));
    }
  }
}

}  // namespace logphead::kernels
