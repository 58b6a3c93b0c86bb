// SPDX-License-Identifier: Apache-2.0
// The mathematics of one chunk: logits, softmax, log-probs, entropies and the gradient of logits.
#ifndef LOGPHEAD_HEAD_CHUNK_MATH_H_
#define LOGPHEAD_HEAD_CHUNK_MATH_H_

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "logphead/head/config.h"
#include "logphead/hlo/builder.h"

namespace logphead {

// Cotangents of a chunk's log-probs and entropies, f32 [...].
struct TokenCotangents {
  hlo::Value d_logps;
  std::optional<hlo::Value> d_entropies;
};

// The cotangents of one chunk, from its log-probs and entropies (when the pass has them) and its
// slices of the arrays that it was given.
using CotangentFn = std::function<TokenCotangents(
    hlo::Value logps, std::optional<hlo::Value> entropies, const std::vector<hlo::Value>& extras)>;

// The columns of the vocabulary that a kernel shard holds, when several devices share the
// vocabulary.
struct VocabShard {
  hlo::Value column_ids;          // i32 [columns], negative for columns beyond the vocabulary
  int64_t columns = 0;            // of the shard
  bool ragged = false;            // some shard has columns beyond the vocabulary
  std::vector<std::string> axes;  // of the devices that share the vocabulary
};

// Formulas, for logits z = (h W) / T of one token with target t:
//   logp = z_t - lse,  lse = m + log s,  m = max z,  s = sum exp(z - m)
//   entropy = lse - sum p z = log s - sum p (z - m),  p = exp(z - m) / s
//   d logp / dz_j = [j = t] - p_j,   d entropy / dz_j = -p_j ((z_j - m) - sum p (z - m))
// all in f32; terms with p = 0 count 0, so a logit of -inf is a column that is not there. A token
// whose target is negative has log-prob, entropy and gradient 0,
// even where the kernel is not finite. Tokens may have any leading dimensions "..."; maxima and
// sums over the vocabulary go over all its shards.
class ChunkMath {
 public:
  ChunkMath(hlo::Builder& b, const HeadConfig& config, std::optional<VocabShard> shard = {})
      : b_(b), config_(config), shard_(std::move(shard)) {}

  // What the math works on: softmax pieces of a chunk of tokens.
  struct Softmax {
    hlo::Value shifted;  // z - m, f32 [..., V]
    hlo::Value exp;      // exp(z - m), f32 [..., V]
    hlo::Value max;      // m, f32 [...]
    hlo::Value sum;      // s, f32 [...]
    hlo::Value log_sum;  // log s, f32 [...]
    hlo::Value hit;      // whether column j is the target, i1 [..., V]
    hlo::Value valid;    // whether the token has a target, i1 [...]
  };

  // Hidden states [..., H] as the matmuls take them: 0 where there is no target, so that whatever
  // stands there reaches nothing.
  hlo::Value Hidden(hlo::Value hidden, hlo::Value targets);
  // Softmax of the logits of `hidden` (from Hidden) against `kernel`, targets i32 [...].
  Softmax Forward(hlo::Value hidden, hlo::Value kernel, hlo::Value targets);
  // The same from `max` and `log_sum` of an earlier pass; `exp` is then p itself, and `sum` 1.
  Softmax Again(hlo::Value hidden, hlo::Value kernel, hlo::Value targets, hlo::Value max,
                hlo::Value log_sum);
  // f32 [...].
  hlo::Value LogProbs(const Softmax& softmax);
  // sum p (z - m), f32 [...].
  hlo::Value MeanShifted(const Softmax& softmax);
  hlo::Value Entropies(const Softmax& softmax, hlo::Value mean_shifted);
  // dz [..., V] in the matmuls' dtype, from f32 cotangents [...]; that of entropies comes with the
  // mean_shifted they were made from.
  struct EntropyCotangent {
    hlo::Value d_entropies;
    hlo::Value mean_shifted;
  };
  hlo::Value LogitsGradient(const Softmax& softmax, hlo::Value d_logps,
                            const std::optional<EntropyCotangent>& entropy);
  // dz W^T, f32 [..., H]; of a kernel shard, its part of the sum.
  hlo::Value HiddenGradient(const Softmax& softmax, hlo::Value d_logits, hlo::Value kernel);
  // h^T dz in `dtype` and the kernel's layout.
  hlo::Value KernelGradient(hlo::Value hidden, hlo::Value d_logits, DType dtype);

 private:
  hlo::Value Logits(hlo::Value hidden, hlo::Value kernel);
  Softmax Pieces(hlo::Value logits, hlo::Value targets, hlo::Value max);
  // Columns of the kernel at hand, and the id of each, i32 [..., columns].
  int64_t columns() const { return shard_ ? shard_->columns : config_.stored_vocab(); }
  hlo::Value ColumnIds(const std::vector<int64_t>& shape);
  // Whether a column is one of the vocabulary, of ids as ColumnIds gives them.
  hlo::Value IsReal(hlo::Value ids);
  // [...] repeated along a new last dimension of `size`.
  hlo::Value Repeat(hlo::Value tokens, int64_t size);
  // Over the vocabulary, all its shards.
  hlo::Value Over(hlo::Reduction reduction, hlo::Value values);
  // `value` where exp > 0, else 0.
  hlo::Value WherePositive(const Softmax& softmax, hlo::Value value);
  hlo::Value WhereValid(const Softmax& softmax, hlo::Value value);
  hlo::DotAttr Contract(std::vector<int64_t> lhs, std::vector<int64_t> rhs) const;

  hlo::Builder& b_;
  const HeadConfig& config_;
  std::optional<VocabShard> shard_;
};

}  // namespace logphead

#endif  // LOGPHEAD_HEAD_CHUNK_MATH_H_
