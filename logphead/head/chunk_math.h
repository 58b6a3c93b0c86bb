// SPDX-License-Identifier: Apache-2.0
// The mathematics of one chunk: logits, their softmax, log-probs, entropies and the gradient of
// logits.
#ifndef LOGPHEAD_HEAD_CHUNK_MATH_H_
#define LOGPHEAD_HEAD_CHUNK_MATH_H_

#include "logphead/head/config.h"
#include "logphead/hlo/builder.h"

namespace logphead {

// Formulas, for logits z = (h W) / T of one token with target t:
//   logp = z_t - lse,  lse = m + log s,  m = max z,  s = sum exp(z - m)
//   entropy = lse - sum p z = log s - sum p (z - m),  p = exp(z - m) / s
//   d logp / dz_j = [j = t] - p_j,   d entropy / dz_j = -p_j ((z_j - m) - sum p (z - m))
// all in f32; terms with p = 0 count 0, so a logit of -inf is a column that is not there. A token
// whose target is negative has log-prob, entropy and gradient 0, even where the kernel is not
// finite.
class ChunkMath {
 public:
  ChunkMath(hlo::Builder& b, const HeadConfig& config) : b_(b), config_(config) {}

  // What the math works on: softmax pieces of a chunk of B x C tokens.
  struct Softmax {
    hlo::Value shifted;  // z - m, f32 [B, C, V]
    hlo::Value exp;      // exp(z - m), f32 [B, C, V]
    hlo::Value sum;      // s, f32 [B, C]
    hlo::Value log_sum;  // log s, f32 [B, C]
    hlo::Value hit;      // whether column j is the target, i1 [B, C, V]
    hlo::Value valid;    // whether the token has a target, i1 [B, C]
  };

  // Hidden states [B, C, H] as the matmuls take them: 0 where there is no target, so that whatever
  // stands there reaches nothing.
  hlo::Value Hidden(hlo::Value hidden, hlo::Value targets);
  // Softmax of the logits of `hidden` (from Hidden) against `kernel`, targets i32 [B, C].
  Softmax Forward(hlo::Value hidden, hlo::Value kernel, hlo::Value targets);
  // f32 [B, C].
  hlo::Value LogProbs(const Softmax& softmax);
  hlo::Value Entropies(const Softmax& softmax);
  // dz [B, C, V] in the matmuls' dtype, from f32 cotangents [B, C]; `d_entropies` is read only when
  // config.entropy is set.
  hlo::Value LogitsGradient(const Softmax& softmax, hlo::Value d_logps, hlo::Value d_entropies);
  // dz W^T in the hidden dtype, [B, C, H].
  hlo::Value HiddenGradient(const Softmax& softmax, hlo::Value d_logits, hlo::Value kernel);
  // h^T dz in the d_kernel dtype and the kernel's layout.
  hlo::Value KernelGradient(hlo::Value hidden, hlo::Value d_logits);

 private:
  hlo::Value Logits(hlo::Value hidden, hlo::Value kernel);
  // [B, C] repeated along a new last dimension of `size`.
  hlo::Value Repeat(hlo::Value tokens, int64_t size);
  // sum p (z - m), f32 [B, C].
  hlo::Value MeanShifted(const Softmax& softmax);
  // `value` where p > 0, else 0.
  hlo::Value WherePositive(const Softmax& softmax, hlo::Value value);
  hlo::Value WhereValid(const Softmax& softmax, hlo::Value value);
  hlo::DotAttr Contract(std::vector<int64_t> lhs, std::vector<int64_t> rhs) const;

  hlo::Builder& b_;
  const HeadConfig& config_;
};

}  // namespace logphead

#endif  // LOGPHEAD_HEAD_CHUNK_MATH_H_
