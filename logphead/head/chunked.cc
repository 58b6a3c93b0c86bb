// SPDX-License-Identifier: Apache-2.0
// The chunked head: its two loops.
#include "logphead/head/chunked.h"

#include <utility>

#include "logphead/head/chunk_math.h"
#include "logphead/head/targets.h"

namespace logphead {

using hlo::TensorType;
using hlo::Value;
using Values = hlo::Builder::Values;

ChunkedHead::ChunkedHead(hlo::Builder& b, const HeadConfig& config, bool replicate, Value hidden,
                         Value kernel, Value targets)
    : b_(b),
      config_(config),
      replication_(replicate, config.variant),
      kernel_(b.Convert(kernel, config.compute_dtype())) {
  const Value whole_targets = replication_.Targets(b_, targets);
  hidden_chunks_ = ToChunks(hidden, 0);
  target_chunks_ = ToChunks(whole_targets, kIgnoredTarget);
}

Value ChunkedHead::ToChunks(Value tokens, double padding) {
  const int64_t chunks = config_.num_chunks();
  const int64_t chunk = config_.effective_chunk();
  std::vector<int64_t> shape = b_.dims(tokens);
  if (const int64_t missing = chunks * chunk - config_.sequence; missing > 0) {
    std::vector<int64_t> low(shape.size(), 0);
    std::vector<int64_t> high = low;
    high[1] = missing;
    tokens = b_.Pad(tokens, b_.Constant(b_.type(tokens).dtype, padding), low, high);
  }
  shape[1] = chunk;
  shape.insert(shape.begin() + 1, chunks);
  std::vector<int64_t> order = {1, 0};
  for (int64_t i = 2; i < static_cast<int64_t>(shape.size()); ++i) order.push_back(i);
  return b_.Transpose(b_.Reshape(tokens, shape), order);
}

Value ChunkedHead::FromChunks(Value chunks) {
  std::vector<int64_t> order = {1, 0};
  for (int64_t i = 2; i < static_cast<int64_t>(b_.dims(chunks).size()); ++i) order.push_back(i);
  const Value rows = b_.Transpose(chunks, order);
  std::vector<int64_t> shape = b_.dims(rows);
  shape.erase(shape.begin() + 1);
  shape[1] = config_.num_chunks() * config_.effective_chunk();
  Value tokens = b_.Reshape(rows, shape);
  if (shape[1] == config_.sequence) return tokens;
  const std::vector<int64_t> begin(shape.size(), 0);
  shape[1] = config_.sequence;
  return b_.Slice(tokens, begin, shape);
}

Value ChunkedHead::EmptyChunks() {
  return b_.Splat(
      TensorType{DType::kF32, {config_.num_chunks(), config_.batch, config_.effective_chunk()}}, 0);
}

ChunkedHead::Outputs ChunkedHead::Forward() {
  ChunkMath math(b_, config_);
  // The loop carries what it reads as well: hidden, targets, kernel, then what it writes.
  Values carried = {hidden_chunks_, target_chunks_, kernel_, EmptyChunks()};
  if (config_.entropy) carried.push_back(EmptyChunks());
  const Values done = b_.For(config_.num_chunks(), carried, [&](Value i, const Values& in) {
    Values out = in;
    const Value targets = b_.DynamicIndex(in[1], i);
    const Value hidden = math.Hidden(b_.DynamicIndex(in[0], i), targets);
    const ChunkMath::Softmax softmax = math.Forward(hidden, in[2], targets);
    out[3] = b_.DynamicUpdateIndex(in[3], math.LogProbs(softmax), i);
    if (config_.entropy) {
      const Value entropies = math.Entropies(softmax, math.MeanShifted(softmax));
      out[4] = b_.DynamicUpdateIndex(in[4], entropies, i);
    }
    return out;
  });
  Outputs outputs;
  outputs.logps = FromChunks(replication_.Chunks(b_, done[3]));
  if (config_.entropy) outputs.entropies = FromChunks(replication_.Chunks(b_, done[4]));
  return outputs;
}

ChunkedHead::Gradients ChunkedHead::Backward(const std::vector<Value>& extras,
                                             const CotangentFn& cotangents, bool primal) {
  ChunkMath math(b_, config_);
  Values carried = {hidden_chunks_, target_chunks_, kernel_};
  const auto carry = [&](Value value) {
    carried.push_back(value);
    return carried.size() - 1;
  };
  for (const Value extra : extras) carry(replication_.Chunks(b_, ToChunks(extra, 0)));
  const size_t at_d_kernel =
      carry(b_.Splat(TensorType{config_.d_kernel_dtype(), config_.kernel_dims()}, 0));
  const size_t at_d_hidden =
      carry(b_.Splat(TensorType{config_.hidden_dtype, b_.dims(hidden_chunks_)}, 0));
  const size_t at_logps = primal ? carry(EmptyChunks()) : 0;
  const size_t at_entropies = primal && config_.entropy ? carry(EmptyChunks()) : 0;

  const Values done = b_.For(config_.num_chunks(), carried, [&](Value i, const Values& in) {
    Values out = in;
    const Value targets = b_.DynamicIndex(in[1], i);
    const Value hidden = math.Hidden(b_.DynamicIndex(in[0], i), targets);
    const ChunkMath::Softmax softmax = math.Forward(hidden, in[2], targets);
    std::optional<Value> mean_shifted;
    std::optional<Value> entropies;
    Value logps;
    if (config_.entropy) mean_shifted = math.MeanShifted(softmax);
    if (primal) {
      logps = math.LogProbs(softmax);
      out[at_logps] = b_.DynamicUpdateIndex(in[at_logps], logps, i);
      if (config_.entropy) {
        entropies = math.Entropies(softmax, *mean_shifted);
        out[at_entropies] = b_.DynamicUpdateIndex(in[at_entropies], *entropies, i);
      }
    }
    std::vector<Value> here;
    for (size_t k = 3; k < 3 + extras.size(); ++k) here.push_back(b_.DynamicIndex(in[k], i));
    const TokenCotangents chunk = cotangents(logps, entropies, here);
    std::optional<ChunkMath::EntropyCotangent> entropy;
    if (chunk.d_entropies) entropy = {*chunk.d_entropies, mean_shifted.value()};
    const Value d_logits = math.LogitsGradient(softmax, chunk.d_logps, entropy);
    out[at_d_kernel] =
        b_.Add(in[at_d_kernel], math.KernelGradient(hidden, d_logits, config_.d_kernel_dtype()));
    const Value d_hidden = math.HiddenGradient(softmax, d_logits, in[2]);
    const Value rounded = b_.Convert(d_hidden, config_.hidden_dtype);
    out[at_d_hidden] = b_.DynamicUpdateIndex(in[at_d_hidden], rounded, i);
    return out;
  });

  Gradients gradients{FromChunks(done[at_d_hidden]), done[at_d_kernel], std::nullopt};
  if (primal) {
    Outputs outputs;
    outputs.logps = FromChunks(replication_.Chunks(b_, done[at_logps]));
    if (config_.entropy) {
      outputs.entropies = FromChunks(replication_.Chunks(b_, done[at_entropies]));
    }
    gradients.primal = outputs;
  }
  return gradients;
}

}  // namespace logphead
