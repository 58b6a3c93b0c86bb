// SPDX-License-Identifier: Apache-2.0
// The passes over the kernel, and what they share.
#ifndef LOGPHEAD_KERNELS_PASS_H_
#define LOGPHEAD_KERNELS_PASS_H_

#include <cstdint>
#include <vector>

#include "logphead/kernels/kept.h"
#include "logphead/kernels/work.h"

namespace logphead::kernels {

// Softmax pieces of `tokens`; those of all others say that nothing is there. With `kept`, logits
// of all of them are left there.
Status RunSoftmax(const Work& work, const std::vector<int64_t>& tokens, const SoftmaxParts& out,
                  const Kept& kept);

// Gradients of `tokens`, zeros for all others. With `kept`, logits are taken from there.
Status RunBackward(const Work& work, const std::vector<int64_t>& tokens, const Kept& kept,
                   const SoftmaxState& state, const Cotangents& cotangents,
                   const Gradients& gradients, double filter);

// Panels panel .. panel+panels-1 of the kernel, packed one after the other.
void PackKernel(const Work& work, int64_t panel, int64_t panels, float* out);

// Logits of one block of tokens, `count` of them, against packed panels: over the temperature, -inf
// where there is no column.
void TileLogits(const Work& work, const float* tokens, const float* packed, int64_t panel,
                int64_t panels, int64_t count, float* logits, int64_t step);

inline int64_t TargetColumn(const Work& work, int64_t token) {
  return work.ColumnOf(work.inputs->targets[token * work.inputs->targets_stride]);
}

}  // namespace logphead::kernels

#endif  // LOGPHEAD_KERNELS_PASS_H_
