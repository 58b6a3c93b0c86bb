// SPDX-License-Identifier: Apache-2.0
// The mathematics of one chunk, as ops.
#include "logphead/head/chunk_math.h"

#include <utility>

namespace logphead {

using hlo::Comparison;
using hlo::Reduction;
using hlo::TensorType;
using hlo::Value;

hlo::DotAttr ChunkMath::Contract(std::vector<int64_t> lhs, std::vector<int64_t> rhs) const {
  // Devices whose matmul unit takes bf16 round f32 operands unless asked not to.
  return hlo::DotAttr{std::move(lhs), std::move(rhs), config_.compute_dtype() == DType::kF32};
}

Value ChunkMath::Repeat(Value tokens, int64_t size) {
  const std::vector<int64_t>& shape = b_.dims(tokens);
  return b_.BroadcastInDim(tokens, {shape[0], shape[1], size}, {0, 1});
}

Value ChunkMath::Hidden(Value hidden, Value targets) {
  const Value valid = b_.Compare(Comparison::kGe, targets, b_.Splat(b_.type(targets), 0));
  const Value keep = Repeat(valid, config_.hidden);
  const Value kept = b_.Select(keep, hidden, b_.Splat(b_.type(hidden), 0));
  return b_.Convert(kept, config_.compute_dtype());
}

Value ChunkMath::Logits(Value hidden, Value kernel) {
  const int64_t h_of_kernel = config_.layout == KernelLayout::kHiddenVocab ? 0 : 1;
  const bool rounded = config_.logits == LogitsPrecision::kBf16;
  const DType product =
      rounded && config_.compute_dtype() == DType::kBF16 ? DType::kBF16 : DType::kF32;
  Value logits = b_.Dot(hidden, kernel, Contract({2}, {h_of_kernel}), product);
  if (rounded) logits = b_.Convert(logits, DType::kBF16);
  logits = b_.Convert(logits, DType::kF32);
  if (config_.temperature == 1.0) return logits;
  return b_.Divide(logits, b_.Splat(b_.type(logits), config_.temperature));
}

ChunkMath::Softmax ChunkMath::Forward(Value hidden, Value kernel, Value targets) {
  const Value logits = Logits(hidden, kernel);
  const Value max = b_.Reduce(Reduction::kMaximum, logits, {2});
  // A row of -inf alone has no maximum to subtract.
  const Value finite = b_.IsFinite(max);
  const Value m = b_.Select(finite, max, b_.Splat(b_.type(max), 0));
  Softmax softmax;
  softmax.shifted = b_.Subtract(logits, Repeat(m, config_.vocab));
  softmax.exp = b_.Exp(softmax.shifted);
  softmax.sum = b_.Reduce(Reduction::kAdd, softmax.exp, {2});
  softmax.log_sum = b_.Log(softmax.sum);
  const Value columns = b_.Iota(TensorType{DType::kS32, b_.dims(logits)}, 2);
  softmax.hit = b_.Compare(Comparison::kEq, columns, Repeat(targets, config_.vocab));
  softmax.valid = b_.Compare(Comparison::kGe, targets, b_.Splat(b_.type(targets), 0));
  return softmax;
}

Value ChunkMath::WhereValid(const Softmax& softmax, Value value) {
  return b_.Select(softmax.valid, value, b_.Splat(b_.type(value), 0));
}

Value ChunkMath::WherePositive(const Softmax& softmax, Value value) {
  const Value zero = b_.Splat(b_.type(value), 0);
  return b_.Select(b_.Compare(Comparison::kGt, softmax.exp, zero), value, zero);
}

Value ChunkMath::MeanShifted(const Softmax& softmax) {
  const Value terms = WherePositive(softmax, b_.Multiply(softmax.exp, softmax.shifted));
  return b_.Divide(b_.Reduce(Reduction::kAdd, terms, {2}), softmax.sum);
}

Value ChunkMath::LogProbs(const Softmax& softmax) {
  const Value zero = b_.Splat(b_.type(softmax.shifted), 0);
  const Value at_target =
      b_.Reduce(Reduction::kAdd, b_.Select(softmax.hit, softmax.shifted, zero), {2});
  return WhereValid(softmax, b_.Subtract(at_target, softmax.log_sum));
}

Value ChunkMath::Entropies(const Softmax& softmax) {
  return WhereValid(softmax, b_.Subtract(softmax.log_sum, MeanShifted(softmax)));
}

Value ChunkMath::LogitsGradient(const Softmax& softmax, Value d_logps, Value d_entropies) {
  const int64_t vocab = config_.vocab;
  const auto scaled = [&](Value cotangent) {
    if (config_.temperature == 1.0) return cotangent;
    return b_.Divide(cotangent, b_.Splat(b_.type(cotangent), config_.temperature));
  };
  const Value d_logp = scaled(d_logps);
  const Value one_over_sum = b_.Divide(b_.Splat(b_.type(softmax.sum), 1), softmax.sum);
  const Value p = b_.Multiply(softmax.exp, Repeat(one_over_sum, vocab));
  Value pull = Repeat(d_logp, vocab);
  if (config_.entropy) {
    const Value from_mean = b_.Subtract(softmax.shifted, Repeat(MeanShifted(softmax), vocab));
    pull = b_.Add(pull, b_.Multiply(Repeat(scaled(d_entropies), vocab), from_mean));
  }
  const Value pulled =
      config_.entropy ? WherePositive(softmax, b_.Multiply(p, pull)) : b_.Multiply(p, pull);
  const Value zero = b_.Splat(b_.type(p), 0);
  const Value at_target = b_.Select(softmax.hit, Repeat(d_logp, vocab), zero);
  // Selected last: a column of the kernel that is not finite makes p NaN for hidden states of 0.
  const Value gradient =
      b_.Select(Repeat(softmax.valid, vocab), b_.Subtract(at_target, pulled), zero);
  return b_.Convert(gradient, config_.compute_dtype());
}

Value ChunkMath::HiddenGradient(const Softmax& softmax, Value d_logits, Value kernel) {
  const int64_t v_of_kernel = config_.layout == KernelLayout::kHiddenVocab ? 1 : 0;
  const Value product = b_.Dot(d_logits, kernel, Contract({2}, {v_of_kernel}), DType::kF32);
  const Value zero = b_.Splat(b_.type(product), 0);
  return b_.Convert(b_.Select(Repeat(softmax.valid, config_.hidden), product, zero),
                    config_.hidden_dtype);
}

Value ChunkMath::KernelGradient(Value hidden, Value d_logits) {
  const bool hidden_first = config_.layout == KernelLayout::kHiddenVocab;
  return b_.Dot(hidden_first ? hidden : d_logits, hidden_first ? d_logits : hidden,
                Contract({0, 1}, {0, 1}), config_.d_kernel_dtype());
}

}  // namespace logphead
