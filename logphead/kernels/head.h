// SPDX-License-Identifier: Apache-2.0
// The log-prob head on CPU cores: log-probs, entropies and gradients without the [T, V] logits.
#ifndef LOGPHEAD_KERNELS_HEAD_H_
#define LOGPHEAD_KERNELS_HEAD_H_

#include <cstdint>
#include <functional>
#include <optional>

#include "logphead/base/dtypes.h"
#include "logphead/base/result.h"
#include "logphead/kernels/isa.h"

namespace logphead::kernels {

// A matrix in the caller's memory; strides count elements. kBF16 or kF32; no alignment is asked of
// `data` beyond that of its element.
struct ConstMatrix {
  const void* data = nullptr;
  DType dtype = DType::kF32;
  int64_t row_stride = 0;
  int64_t column_stride = 1;
};
struct MutableMatrix {
  void* data = nullptr;
  DType dtype = DType::kF32;
  int64_t row_stride = 0;
  int64_t column_stride = 1;
};
// One f32 per token; `stride` counts elements.
struct ConstTokens {
  const float* data = nullptr;
  int64_t stride = 1;
};
struct MutableTokens {
  float* data = nullptr;
  int64_t stride = 1;
};

// T tokens against V columns of the vocabulary: logits z = (h W) / temperature, f32.
struct HeadInputs {
  int64_t tokens = 0;         // T
  int64_t hidden = 0;         // H
  int64_t columns = 0;        // V, or this device's part of it
  ConstMatrix hidden_states;  // [T, H]
  ConstMatrix kernel;         // [H, V]; a [V, H] table is one with its strides exchanged
  // Ids of the vocabulary, i32 [T]; negative: the token is not scored (log-prob, entropy and
  // gradient 0, its hidden states not read).
  const int32_t* targets = nullptr;
  int64_t targets_stride = 1;
  // Id of each column, i32 [V]; negative: the column is not there. Null: column j has id j, and a
  // target of V or more is an error. With ids, a target that no column has is another shard's.
  const int32_t* column_ids = nullptr;
  double temperature = 1.0;
};

struct KernelOptions {
  // Threads of this call at most, the caller's included (small calls take fewer). Results are the
  // same to the bit for any number.
  int threads = 1;
  // Not set: BestIsa(inputs' dtypes).
  std::optional<Isa> isa = {};
  // Backward: tiles of d_logits whose probabilities are all below it (and that hold no target) are
  // left out. Each |d_logit| left out is below gradient_filter * (|d_logp| + |d_entropy| * |z - m -
  // sum p (z - m)|) / temperature. 0: nothing is left out.
  double gradient_filter = 0;
};

// Pieces of the softmax over the columns at hand, from which shards are joined. f32 [T] each.
//   max = m = max z (0 where that is not finite), sum = s = sum exp(z - m),
//   weighted = sum exp(z - m) (z - m) over exp > 0,
//   target = z_t - m of the target's column, 0 when no column here is the target.
struct SoftmaxParts {
  MutableTokens max, sum, weighted, target;
  MutableTokens found = {};  // 1 where a column here is the target, else 0
};

// d/dz needs, per token: m, log s and, with entropies, weighted / s; of the whole vocabulary.
struct SoftmaxState {
  ConstTokens max, log_sum, mean_shifted;
};

// f32 [T] each; d_entropies.data may be null.
struct Cotangents {
  ConstTokens d_logps, d_entropies;
};

struct Gradients {
  MutableMatrix d_hidden;        // [T, H], f32 or bf16; data null: not computed
  MutableMatrix d_kernel;        // [H, V], f32 or bf16; data null: not computed
  bool add_to_d_kernel = false;  // d_kernel, f32, is added to
};

// One pass over the kernel.
Status SoftmaxOf(const HeadInputs& inputs, const SoftmaxParts& parts, const KernelOptions& options);

// logp = target - log sum, entropy = log sum - weighted / sum, lse = max + log sum. Null data: not
// written.
struct TokenOutputs {
  MutableTokens logps, entropies, lse;
};
Status Forward(const HeadInputs& inputs, const TokenOutputs& outputs, const KernelOptions& options);

// Recomputes the logits: d_logits = ([j = t] - p) d_logp - p ((z - m) - sum p (z - m)) d_entropy,
// over temperature; d_hidden = d_logits W^T, d_kernel = h^T d_logits.
Status Backward(const HeadInputs& inputs, const SoftmaxState& state, const Cotangents& cotangents,
                const Gradients& gradients, const KernelOptions& options);

// The two halves of OnePass for callers with a step of their own in between: SoftmaxKeeping leaves
// the logits in `logits`, LogitsFloats(...) floats in a layout of its own, and BackwardOf takes
// them from there. Where hidden states and kernel are bf16, logits are kept in 16 bits, each within
// 2^-12 (so d_logits within 0.025 %, a sixteenth of what rounding them to bf16 costs). The same
// inputs and isa in both; threads may differ.
int64_t LogitsFloats(int64_t tokens, int64_t columns, DType hidden, DType kernel);
Status SoftmaxKeeping(const HeadInputs& inputs, const SoftmaxParts& parts, float* logits,
                      const KernelOptions& options);
Status BackwardOf(const HeadInputs& inputs, const float* logits, const SoftmaxState& state,
                  const Cotangents& cotangents, const Gradients& gradients,
                  const KernelOptions& options);

// Called for tokens first .. first + count of a OnePass, from the calling thread: reads logps and
// entropies [count] and writes both cotangents [count] (d_entropies starts as zeros).
using TokenLoss = std::function<void(int64_t first, int64_t count, const float* logps,
                                     const float* entropies, float* d_logps, float* d_entropies)>;
// Log-probs, the loss's cotangents and both gradients with three matmuls in place of four: tokens
// in chunks whose logits are kept.
Status OnePass(const HeadInputs& inputs, const TokenLoss& loss, const TokenOutputs& outputs,
               const Gradients& gradients, const KernelOptions& options);

}  // namespace logphead::kernels

#endif  // LOGPHEAD_KERNELS_HEAD_H_
