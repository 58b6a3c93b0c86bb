// SPDX-License-Identifier: Apache-2.0
// What the passes over the kernel share.
#include "logphead/kernels/pass.h"

#include <algorithm>

namespace logphead::kernels {

void PackKernel(const Work& work, int64_t panel, int64_t panels, float* out) {
  const Engine& engine = *work.engine;
  const int64_t first = panel * engine.nr;
  const int64_t end = std::min(first + panels * engine.nr, work.inputs->columns);
  engine.pack_panels(work.kernel(), first, end, work.inputs->hidden, work.units_of_hidden, out);
}

void TileLogits(const Work& work, const float* tokens, const float* packed, int64_t panel,
                int64_t panels, int64_t count, float* logits, int64_t step) {
  const Engine& engine = *work.engine;
  const KBlocks all{1, nullptr, work.units_of_hidden, 0};
  for (int64_t p = 0; p < panels; ++p) {
    engine.matmul_tokens(tokens, packed + p * work.units_of_hidden * engine.nr, logits + p * step,
                         false, all);
  }
  if (!work.finishes()) return;
  engine.finish_logits(logits, step, panels, count, work.scale,
                       work.bias.empty() ? nullptr : work.bias.data() + panel * engine.nr);
}

}  // namespace logphead::kernels
