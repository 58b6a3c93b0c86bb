// SPDX-License-Identifier: Apache-2.0
// The mathematics of one chunk, as ops.
#include "logphead/head/chunk_math.h"

#include <limits>
#include <numeric>
#include <utility>

namespace logphead {

using hlo::Comparison;
using hlo::Reduction;
using hlo::TensorType;
using hlo::Value;

namespace {

// 0, 1, ..., count-1.
std::vector<int64_t> FirstDims(size_t count) {
  std::vector<int64_t> dims(count);
  std::iota(dims.begin(), dims.end(), 0);
  return dims;
}

}  // namespace

hlo::DotAttr ChunkMath::Contract(std::vector<int64_t> lhs, std::vector<int64_t> rhs) const {
  // Devices whose matmul unit takes bf16 round f32 operands unless asked not to.
  return hlo::DotAttr{std::move(lhs), std::move(rhs), config_.compute_dtype() == DType::kF32};
}

Value ChunkMath::Repeat(Value tokens, int64_t size) {
  std::vector<int64_t> shape = b_.dims(tokens);
  const std::vector<int64_t> dims = FirstDims(shape.size());
  shape.push_back(size);
  return b_.BroadcastInDim(tokens, shape, dims);
}

Value ChunkMath::Over(Reduction reduction, Value values) {
  const auto last = static_cast<int64_t>(b_.dims(values).size()) - 1;
  const Value part = b_.Reduce(reduction, values, {last});
  return shard_ ? b_.AllReduce(reduction, part, shard_->axes) : part;
}

Value ChunkMath::ColumnIds(const std::vector<int64_t>& shape) {
  const auto last = static_cast<int64_t>(shape.size()) - 1;
  if (shard_) return b_.BroadcastInDim(shard_->column_ids, shape, {last});
  return b_.Iota(TensorType{DType::kS32, shape}, last);
}

Value ChunkMath::IsReal(Value ids) {
  if (shard_) return b_.Compare(Comparison::kGe, ids, b_.Splat(b_.type(ids), 0));
  const auto end = static_cast<double>(config_.vocab);
  return b_.Compare(Comparison::kLt, ids, b_.Splat(b_.type(ids), end));
}

Value ChunkMath::Hidden(Value hidden, Value targets) {
  const Value valid = b_.Compare(Comparison::kGe, targets, b_.Splat(b_.type(targets), 0));
  const Value keep = Repeat(valid, config_.hidden);
  const Value kept = b_.Select(keep, hidden, b_.Splat(b_.type(hidden), 0));
  return b_.Convert(kept, config_.compute_dtype());
}

Value ChunkMath::Logits(Value hidden, Value kernel) {
  const int64_t h_of_kernel = config_.layout == KernelLayout::kHiddenVocab ? 0 : 1;
  const auto h_of_hidden = static_cast<int64_t>(b_.dims(hidden).size()) - 1;
  const bool rounded = config_.logits == LogitsPrecision::kBf16;
  const DType product =
      rounded && config_.compute_dtype() == DType::kBF16 ? DType::kBF16 : DType::kF32;
  Value logits = b_.Dot(hidden, kernel, Contract({h_of_hidden}, {h_of_kernel}), product);
  if (rounded) logits = b_.Convert(logits, DType::kBF16);
  logits = b_.Convert(logits, DType::kF32);
  if (config_.temperature != 1.0) {
    logits = b_.Divide(logits, b_.Splat(b_.type(logits), config_.temperature));
  }
  const bool ragged = shard_ ? shard_->ragged : config_.stored_vocab() != config_.vocab;
  if (!ragged) return logits;
  // Columns beyond the vocabulary are not there.
  const Value real = IsReal(ColumnIds(b_.dims(logits)));
  const double nowhere = -std::numeric_limits<double>::infinity();
  return b_.Select(real, logits, b_.Splat(b_.type(logits), nowhere));
}

ChunkMath::Softmax ChunkMath::Pieces(Value logits, Value targets, Value max) {
  Softmax softmax;
  softmax.max = max;
  softmax.shifted = b_.Subtract(logits, Repeat(max, columns()));
  const Value ids = ColumnIds(b_.dims(logits));
  softmax.hit = b_.Compare(Comparison::kEq, ids, Repeat(targets, columns()));
  softmax.valid = b_.Compare(Comparison::kGe, targets, b_.Splat(b_.type(targets), 0));
  return softmax;
}

ChunkMath::Softmax ChunkMath::Forward(Value hidden, Value kernel, Value targets) {
  const Value logits = Logits(hidden, kernel);
  const Value max = Over(Reduction::kMaximum, logits);
  // A row of -inf alone has no maximum to subtract.
  const Value finite = b_.IsFinite(max);
  const Value m = b_.Select(finite, max, b_.Splat(b_.type(max), 0));
  Softmax softmax = Pieces(logits, targets, m);
  softmax.exp = b_.Exp(softmax.shifted);
  softmax.sum = Over(Reduction::kAdd, softmax.exp);
  softmax.log_sum = b_.Log(softmax.sum);
  return softmax;
}

ChunkMath::Softmax ChunkMath::Again(Value hidden, Value kernel, Value targets, Value max,
                                    Value log_sum) {
  Softmax softmax = Pieces(Logits(hidden, kernel), targets, max);
  softmax.exp = b_.Exp(b_.Subtract(softmax.shifted, Repeat(log_sum, columns())));
  softmax.sum = b_.Splat(b_.type(log_sum), 1);
  softmax.log_sum = log_sum;
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
  return b_.Divide(Over(Reduction::kAdd, terms), softmax.sum);
}

Value ChunkMath::LogProbs(const Softmax& softmax) {
  const Value zero = b_.Splat(b_.type(softmax.shifted), 0);
  const Value at_target = Over(Reduction::kAdd, b_.Select(softmax.hit, softmax.shifted, zero));
  return WhereValid(softmax, b_.Subtract(at_target, softmax.log_sum));
}

Value ChunkMath::Entropies(const Softmax& softmax, Value mean_shifted) {
  return WhereValid(softmax, b_.Subtract(softmax.log_sum, mean_shifted));
}

Value ChunkMath::LogitsGradient(const Softmax& softmax, Value d_logps,
                                const std::optional<EntropyCotangent>& entropy) {
  const auto scaled = [&](Value cotangent) {
    if (config_.temperature == 1.0) return cotangent;
    return b_.Divide(cotangent, b_.Splat(b_.type(cotangent), config_.temperature));
  };
  const Value d_logp = scaled(d_logps);
  const Value one_over_sum = b_.Divide(b_.Splat(b_.type(softmax.sum), 1), softmax.sum);
  const Value p = b_.Multiply(softmax.exp, Repeat(one_over_sum, columns()));
  Value pull = Repeat(d_logp, columns());
  if (entropy) {
    const Value from_mean = b_.Subtract(softmax.shifted, Repeat(entropy->mean_shifted, columns()));
    const Value d_entropy = Repeat(scaled(entropy->d_entropies), columns());
    pull = b_.Add(pull, b_.Multiply(d_entropy, from_mean));
  }
  const Value pulled =
      entropy ? WherePositive(softmax, b_.Multiply(p, pull)) : b_.Multiply(p, pull);
  const Value zero = b_.Splat(b_.type(p), 0);
  const Value at_target = b_.Select(softmax.hit, Repeat(d_logp, columns()), zero);
  const Value all = b_.Subtract(at_target, pulled);
  // Selected last: a column of the kernel that is not finite makes p NaN for hidden states of 0.
  const Value gradient = b_.Select(Repeat(softmax.valid, columns()), all, zero);
  return b_.Convert(gradient, config_.compute_dtype());
}

Value ChunkMath::HiddenGradient(const Softmax& softmax, Value d_logits, Value kernel) {
  const int64_t v_of_kernel = config_.layout == KernelLayout::kHiddenVocab ? 1 : 0;
  const auto v_of_logits = static_cast<int64_t>(b_.dims(d_logits).size()) - 1;
  const Value product =
      b_.Dot(d_logits, kernel, Contract({v_of_logits}, {v_of_kernel}), DType::kF32);
  const Value keep = Repeat(softmax.valid, config_.hidden);
  return b_.Select(keep, product, b_.Splat(b_.type(product), 0));
}

Value ChunkMath::KernelGradient(Value hidden, Value d_logits, DType dtype) {
  const bool hidden_first = config_.layout == KernelLayout::kHiddenVocab;
  const std::vector<int64_t> tokens = FirstDims(b_.dims(hidden).size() - 1);
  return b_.Dot(hidden_first ? hidden : d_logits, hidden_first ? d_logits : hidden,
                Contract(tokens, tokens), dtype);
}

}  // namespace logphead
