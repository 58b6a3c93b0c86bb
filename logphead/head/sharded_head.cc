// SPDX-License-Identifier: Apache-2.0
// The local and vocabulary-parallel heads: their loops.
#include "logphead/head/sharded_head.h"

#include <algorithm>
#include <utility>

#include "logphead/head/targets.h"

namespace logphead {

using hlo::TensorType;
using hlo::Value;

ShardedHead::ShardedHead(hlo::Builder& b, const HeadConfig& config, AxisIndices indices,
                         Value hidden, Value kernel, Value targets)
    : ShardedHead(b, config, std::move(indices), hidden, kernel, targets,
                  Sizes{config.chunk, config.compute_dtype(), config.skip_masked}) {}

ShardedHead::ShardedHead(hlo::Builder& b, const HeadConfig& config, AxisIndices indices,
                         Value hidden, Value kernel, Value targets, const Sizes& sizes)
    : b_(b),
      config_(config),
      indices_(std::move(indices)),
      shards_(b, config, indices_),
      tiled_(b, config, indices_, config.tiles()),
      token_axes_(Intersect(config.head.vocab_axes, config.token_axes())),
      repeat_axes_(Subtract(config.head.vocab_axes, config.token_axes())),
      own_shape_(b.dims(targets)),
      stored_kernel_(b.Convert(kernel, sizes.kernel_dtype)) {
  group_ = config.devices_along(token_axes_);
  tokens_ = own_shape_[0] * own_shape_[1];
  chunk_ = std::min(sizes.chunk, tokens_);
  chunks_ = (tokens_ + chunk_ - 1) / chunk_;
  Value rows = b_.Reshape(hidden, {tokens_, config.hidden});
  if (const int64_t missing = chunks_ * chunk_ - tokens_; missing > 0) {
    rows = b_.Pad(rows, b_.Constant(config.hidden_dtype, 0), {0, 0}, {missing, 0});
  }
  hidden_chunks_ = b_.Reshape(rows, {chunks_, chunk_, config.hidden});
  targets_ = ToGroup(targets, kIgnoredTarget);
  if (sizes.skip_masked) next_chunks_ = NextChunks();
}

Value ShardedHead::ToGroup(Value own, double padding) {
  Value flat = b_.Reshape(own, {tokens_});
  if (const int64_t missing = chunks_ * chunk_ - tokens_; missing > 0) {
    flat = b_.Pad(flat, b_.Constant(b_.type(own).dtype, padding), {0}, {missing});
  }
  return b_.AllGather(b_.Reshape(flat, {chunks_, chunk_}), 1, token_axes_);
}

Value ShardedHead::ToOwn(Value group) {
  Value own = group;
  if (group_ > 1) {
    const Value start = StartAlong(b_, indices_, token_axes_, chunk_);
    own = b_.DynamicSlice(group, 1, start, chunk_);
  }
  own = b_.Reshape(own, {chunks_ * chunk_});
  if (chunks_ * chunk_ > tokens_) own = b_.Slice(own, {0}, {tokens_});
  return b_.Reshape(own, own_shape_);
}

Value ShardedHead::GatherKernel(bool again) {
  const Value tile = b_.Constant(DType::kS32, 0);
  if (!again) kernel_ = shards_.Gather(stored_kernel_, tile);
  if (again && config_.kernel_reuse == KernelReuse::kRegather) {
    // Tied to the end of pass 1, so that the two gathers are not made one.
    return shards_.Gather(b_.After(stored_kernel_, pass_one_->log_sum), tile);
  }
  return *kernel_;
}

VocabShard ShardedHead::Shard() { return ShardOf(shards_, b_.Constant(DType::kS32, 0)); }

VocabShard ShardedHead::ShardOf(KernelShards& shards, Value tile) {
  VocabShard shard;
  shard.columns = shards.columns();
  shard.ragged = shards.ragged();
  shard.axes = config_.head.vocab_axes;
  shard.column_ids = shards.ColumnIds(tile);
  return shard;
}

Value ShardedHead::EmptyGroup() {
  return b_.Splat(TensorType{DType::kF32, {chunks_, group_ * chunk_}}, 0);
}

Value ShardedHead::EmptyHidden(DType dtype) {
  return b_.Splat(TensorType{dtype, b_.dims(hidden_chunks_)}, 0);
}

Value ShardedHead::EmptyKernel(Value kernel, const VocabShard& shard) {
  const std::vector<int64_t> shape = config_.layout == KernelLayout::kHiddenVocab
                                         ? std::vector<int64_t>{config_.hidden, shard.columns}
                                         : std::vector<int64_t>{shard.columns, config_.hidden};
  // Made once the kernel is there: its gathering needs room of its own.
  const Value zero = b_.After(b_.Constant(DType::kF32, 0), kernel);
  return b_.BroadcastInDim(zero, shape, {});
}

Value ShardedHead::NextChunks() {
  const Value none = b_.Splat(b_.type(targets_), 0);
  const Value valid = b_.Compare(hlo::Comparison::kGe, targets_, none);
  const TensorType per_token{DType::kF32, b_.dims(targets_)};
  const Value ones = b_.Splat(per_token, 1);
  const Value counted = b_.Select(valid, ones, b_.Splat(per_token, 0));
  Value any = b_.Reduce(hlo::Reduction::kMaximum, counted, {1});
  if (b_.mesh()) {
    std::vector<std::string> axes;
    for (const MeshAxis& axis : b_.mesh()->axes()) axes.push_back(axis.name);
    any = b_.AllReduce(hlo::Reduction::kMaximum, any, axes);
  }
  const TensorType type{DType::kS32, {chunks_}};
  const Value wanted = b_.Compare(hlo::Comparison::kGt, any, b_.Splat(b_.type(any), 0));
  const Value end = b_.Constant(DType::kS32, static_cast<double>(chunks_));
  const Value ends = b_.BroadcastInDim(end, {chunks_}, {});
  Value next = b_.Pad(b_.Select(wanted, b_.Iota(type, 0), ends), end, {0}, {1});
  // Minima over 1, 2, 4, ... entries from each on.
  for (int64_t reach = 1; reach <= chunks_; reach *= 2) {
    const Value later = b_.Pad(b_.Slice(next, {reach}, {chunks_ + 1}), end, {0}, {reach});
    next = b_.Minimum(next, later);
  }
  return next;
}

ShardedHead::Values ShardedHead::ForChunks(
    const Values& carried, const std::function<Values(Value i, const Values& in)>& body) {
  if (!next_chunks_) return b_.For(chunks_, carried, body);
  // Carried in front: the chunk at hand, and which one follows each.
  Values all = {Value(), *next_chunks_};
  all[0] = b_.DynamicIndex(all[1], b_.Constant(DType::kS32, 0));
  all.insert(all.end(), carried.begin(), carried.end());
  const auto goes_on = [&](const Values& in) {
    const Value end = b_.Constant(DType::kS32, static_cast<double>(chunks_));
    return b_.Compare(hlo::Comparison::kLt, in[0], end);
  };
  Values done = b_.While(all, goes_on, [&](const Values& in) {
    const Values inner = body(in[0], Values(in.begin() + 2, in.end()));
    const Value after = b_.Add(in[0], b_.Constant(DType::kS32, 1));
    Values next = {b_.DynamicIndex(in[1], after), in[1]};
    next.insert(next.end(), inner.begin(), inner.end());
    return next;
  });
  done.erase(done.begin(), done.begin() + 2);
  return done;
}

Value ShardedHead::GroupHidden(Value chunks, Value i) {
  return b_.AllGather(b_.DynamicIndex(chunks, i), 0, token_axes_);
}

Value ShardedHead::SumOverGroup(Value d_hidden, int64_t dim) {
  const Value scattered = b_.ReduceScatter(d_hidden, dim, token_axes_);
  return b_.AllReduce(hlo::Reduction::kAdd, scattered, repeat_axes_);
}

Value ShardedHead::OwnGradient(Value d_hidden) {
  if (config_.head.vocab_axes.empty()) return d_hidden;
  return SumOverGroup(b_.Convert(d_hidden, config_.hidden_dtype), 0);
}

Value ShardedHead::JoinOneTile(Value scattered) {
  std::vector<int64_t> shape = b_.dims(scattered);
  shape.insert(shape.begin(), 1);
  return shards_.JoinTiles(b_.Reshape(scattered, shape));
}

ShardedHead::Chunk ShardedHead::ChunkAt(Value i, const Values& in, VocabShard shard) {
  shard.column_ids = in[3];
  ChunkMath math(b_, config_, std::move(shard));
  const Value targets = b_.DynamicIndex(in[1], i);
  const Value hidden = math.Hidden(GroupHidden(in[0], i), targets);
  return Chunk{std::move(math), targets, hidden};
}

ShardedHead::Gradients ShardedHead::Finish(Value d_hidden_chunks, Value d_kernel) {
  Value rows = b_.Reshape(d_hidden_chunks, {chunks_ * chunk_, config_.hidden});
  if (chunks_ * chunk_ > tokens_) rows = b_.Slice(rows, {0, 0}, {tokens_, config_.hidden});
  Gradients gradients;
  gradients.d_hidden = b_.Reshape(rows, {own_shape_[0], own_shape_[1], config_.hidden});
  gradients.d_kernel = b_.Convert(d_kernel, config_.d_kernel_dtype());
  return gradients;
}

ShardedHead::Outputs ShardedHead::Forward() {
  const VocabShard shard = Shard();
  pass_one_ = ForwardPass(GatherKernel(false), shard);
  Outputs outputs;
  outputs.logps = ToOwn(pass_one_->logps);
  if (config_.entropy) {
    const Value zero = b_.Splat(b_.type(targets_), 0);
    const Value valid = b_.Compare(hlo::Comparison::kGe, targets_, zero);
    const Value entropies = b_.Subtract(pass_one_->log_sum, *pass_one_->mean_shifted);
    outputs.entropies = ToOwn(b_.Select(valid, entropies, b_.Splat(b_.type(entropies), 0)));
  }
  return outputs;
}

ShardedHead::PassOne ShardedHead::ForwardPass(Value kernel, const VocabShard& shard) {
  Values carried = {hidden_chunks_, targets_,     kernel,      shard.column_ids,
                    EmptyGroup(),   EmptyGroup(), EmptyGroup()};
  if (config_.entropy) carried.push_back(EmptyGroup());
  const Values done = ForChunks(carried, [&](Value i, const Values& in) {
    Values out = in;
    auto [math, targets, hidden] = ChunkAt(i, in, shard);
    const ChunkMath::Softmax softmax = math.Forward(hidden, in[2], targets);
    out[4] = b_.DynamicUpdateIndex(in[4], math.LogProbs(softmax), i);
    out[5] = b_.DynamicUpdateIndex(in[5], softmax.max, i);
    out[6] = b_.DynamicUpdateIndex(in[6], softmax.log_sum, i);
    if (config_.entropy) out[7] = b_.DynamicUpdateIndex(in[7], math.MeanShifted(softmax), i);
    return out;
  });
  PassOne pass{done[4], done[5], done[6], std::nullopt};
  if (config_.entropy) pass.mean_shifted = done[7];
  return pass;
}

ShardedHead::Gradients ShardedHead::Backward(Value d_logps, std::optional<Value> d_entropies) {
  PassTwo pass{ToGroup(d_logps, 0), std::nullopt};
  if (d_entropies) pass.d_entropies = ToGroup(*d_entropies, 0);
  return BackwardOfGroup(pass);
}

ShardedHead::Gradients ShardedHead::BackwardOfGroup(const PassTwo& pass) {
  if (tiled_.tiles() == 1) {
    const Value kernel = GatherKernel(true);
    const Values done = BackwardTile(pass, Shard(), kernel, EmptyHidden(config_.hidden_dtype));
    return Finish(done[0], JoinOneTile(shards_.Scatter(done[1])));
  }
  // Tile after tile of the kernel is gathered, used and its gradient scattered; nothing of it
  // stays.
  const Value stored = b_.After(stored_kernel_, pass_one_->log_sum);
  std::vector<int64_t> shape = b_.dims(stored);
  shape[config_.layout == KernelLayout::kHiddenVocab ? 1 : 0] = tiled_.scattered_columns();
  shape.insert(shape.begin(), tiled_.tiles());
  const Values tiles = {stored, EmptyHidden(DType::kF32),
                        b_.Splat(TensorType{DType::kF32, shape}, 0)};
  const Values done = b_.For(tiled_.tiles(), tiles, [&](Value tile, const Values& in) {
    const Value kernel = tiled_.Gather(in[0], tile);
    const Values parts = BackwardTile(pass, ShardOf(tiled_, tile), kernel, in[1]);
    const Value scattered = tiled_.Scatter(parts[1]);
    return Values{in[0], parts[0], b_.DynamicUpdateIndex(in[2], scattered, tile)};
  });
  return Finish(b_.Convert(done[1], config_.hidden_dtype), tiled_.JoinTiles(done[2]));
}

ShardedHead::Values ShardedHead::BackwardTile(const PassTwo& pass, const VocabShard& shard,
                                              Value kernel, Value d_hidden_before) {
  const bool adds = adds_tiles();
  Values carried = {hidden_chunks_,
                    targets_,
                    kernel,
                    shard.column_ids,
                    EmptyKernel(kernel, shard),
                    d_hidden_before,
                    pass_one_->max,
                    pass_one_->log_sum,
                    pass.d_logps};
  if (pass.d_entropies) {
    carried.push_back(pass_one_->mean_shifted.value());
    carried.push_back(*pass.d_entropies);
  }
  const Values done = ForChunks(carried, [&](Value i, const Values& in) {
    Values out = in;
    auto [math, targets, hidden] = ChunkAt(i, in, shard);
    const Value max = b_.DynamicIndex(in[6], i);
    const Value log_sum = b_.DynamicIndex(in[7], i);
    const ChunkMath::Softmax softmax = math.Again(hidden, in[2], targets, max, log_sum);
    std::optional<ChunkMath::EntropyCotangent> entropy;
    if (pass.d_entropies) {
      entropy.emplace();
      entropy->d_entropies = b_.DynamicIndex(in[10], i);
      entropy->mean_shifted = b_.DynamicIndex(in[9], i);
    }
    const Value d_logits = math.LogitsGradient(softmax, b_.DynamicIndex(in[8], i), entropy);
    out[4] = b_.Add(in[4], math.KernelGradient(hidden, d_logits, DType::kF32));
    Value d_hidden = OwnGradient(math.HiddenGradient(softmax, d_logits, in[2]));
    d_hidden = b_.Convert(d_hidden, b_.type(in[5]).dtype);
    if (adds) d_hidden = b_.Add(b_.DynamicIndex(in[5], i), d_hidden);
    out[5] = b_.DynamicUpdateIndex(in[5], d_hidden, i);
    return out;
  });
  return {done[5], done[4]};
}

ShardedHead::OnePassResult ShardedHead::OnePass(const std::vector<Value>& extras,
                                                const CotangentFn& cotangents) {
  const VocabShard shard = Shard();
  const Value kernel = GatherKernel(false);
  Values carried = {hidden_chunks_,
                    targets_,
                    kernel,
                    shard.column_ids,
                    EmptyKernel(kernel, shard),
                    EmptyHidden(config_.hidden_dtype),
                    EmptyGroup()};
  if (config_.entropy) carried.push_back(EmptyGroup());
  const size_t first_extra = carried.size();
  carried.insert(carried.end(), extras.begin(), extras.end());
  const Values done = ForChunks(carried, [&](Value i, const Values& in) {
    Values out = in;
    const auto pull = [&](Value logps, std::optional<Value> entropies) {
      std::vector<Value> here_extras;
      for (size_t k = first_extra; k < in.size(); ++k) {
        here_extras.push_back(b_.DynamicIndex(in[k], i));
      }
      return cotangents(logps, entropies, here_extras);
    };
    const Step step = OneStep(i, in, shard, pull);
    out[4] = step.d_kernel;
    out[5] = b_.DynamicUpdateIndex(in[5], b_.Convert(step.d_hidden, config_.hidden_dtype), i);
    out[6] = b_.DynamicUpdateIndex(in[6], step.logps, i);
    if (config_.entropy) out[7] = b_.DynamicUpdateIndex(in[7], *step.entropies, i);
    return out;
  });
  OnePassResult result;
  result.outputs.logps = ToOwn(done[6]);
  if (config_.entropy) result.outputs.entropies = ToOwn(done[7]);
  result.gradients = Finish(done[5], JoinOneTile(shards_.Scatter(done[4])));
  return result;
}

ShardedHead::Step ShardedHead::OneStep(Value i, const Values& in, const VocabShard& shard,
                                       const PullFn& cotangents) {
  auto [math, targets, hidden] = ChunkAt(i, in, shard);
  const ChunkMath::Softmax softmax = math.Forward(hidden, in[2], targets);
  Step step;
  step.logps = math.LogProbs(softmax);
  std::optional<Value> mean_shifted;
  if (config_.entropy) {
    mean_shifted = math.MeanShifted(softmax);
    step.entropies = math.Entropies(softmax, *mean_shifted);
  }
  const TokenCotangents chunk = cotangents(step.logps, step.entropies);
  std::optional<ChunkMath::EntropyCotangent> entropy;
  if (chunk.d_entropies) entropy = {*chunk.d_entropies, mean_shifted.value()};
  const Value d_logits = math.LogitsGradient(softmax, chunk.d_logps, entropy);
  step.d_kernel = b_.Add(in[4], math.KernelGradient(hidden, d_logits, DType::kF32));
  step.d_hidden = OwnGradient(math.HiddenGradient(softmax, d_logits, in[2]));
  return step;
}

}  // namespace logphead
