// SPDX-License-Identifier: Apache-2.0
// NativeHead: calls, and what joins them.
#include "logphead/head/native_head.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "logphead/kernels/head.h"

namespace logphead {

using hlo::Comparison;
using hlo::Reduction;
using hlo::TensorType;
using hlo::Value;
using Values = hlo::Builder::Values;

namespace {

constexpr int64_t kLogitsFloats = (int64_t{48} << 20) / 4;

// Tokens that meet in a call, below which the kernel is packed too often: what a chunk costs beside
// its products is as much as those of 90 tokens, and a third of the tokens may have no target.
constexpr int64_t kLeastTokens = 320;

int64_t FloatsOf(const HeadConfig& config, int64_t tokens, int64_t columns) {
  return kernels::LogitsFloats(tokens, columns, config.hidden_dtype, config.kernel_dtype);
}

TensorType F32(std::vector<int64_t> dims) { return {DType::kF32, std::move(dims)}; }

}  // namespace

int64_t NativeHead::ChunkOf(const HeadConfig& config, int64_t tokens, int64_t group,
                            int64_t columns) {
  const auto fits = [&](int64_t chunk) {
    return FloatsOf(config, group * chunk, columns) <= kLogitsFloats;
  };
  // Floats grow with tokens, so the most that fit are found by halves.
  int64_t most = 1;
  int64_t beyond = tokens + 1;
  while (beyond - most > 1) {
    const int64_t middle = most + (beyond - most) / 2;
    (fits(middle) ? most : beyond) = middle;
  }
  const int64_t chunks = (tokens + most - 1) / most;
  return (tokens + chunks - 1) / chunks;
}

NativeHead::Plan NativeHead::PlanOf(hlo::Builder& b, const HeadConfig& config,
                                    const AxisIndices& indices, int64_t tokens, bool one_pass) {
  if (!one_pass) return {tokens, false};
  const KernelShards shards(b, config, indices);
  const int64_t group =
      config.devices_along(Intersect(config.head.vocab_axes, config.token_axes()));
  const int64_t chunk = ChunkOf(config, tokens, group, shards.columns());
  if (chunk == tokens || group * chunk >= kLeastTokens) return {chunk, true};
  return {tokens, false};
}

NativeHead::NativeHead(hlo::Builder& b, const HeadConfig& config, const AxisIndices& indices,
                       Value hidden, Value kernel, Value targets, bool one_pass)
    : NativeHead(b, config, indices, hidden, kernel, targets,
                 PlanOf(b, config, indices, b.type(targets).elements(), one_pass)) {}

NativeHead::NativeHead(hlo::Builder& b, const HeadConfig& config, const AxisIndices& indices,
                       Value hidden, Value kernel, Value targets, const Plan& plan)
    : ShardedHead(b, config, indices, hidden, kernel, targets,
                  Sizes{plan.chunk, b.type(kernel).dtype, /*skip_masked=*/false}),
      b_(b),
      config_(config),
      keeps_logits_(plan.keeps_logits) {}

Value NativeHead::Flat(Value group) { return b_.Reshape(group, {b_.type(group).elements()}); }

Value NativeHead::Zeros(const std::vector<int64_t>& dims) { return b_.Splat(F32(dims), 0); }

Value NativeHead::AllHidden() {
  const Value gathered = b_.AllGather(hidden_chunks(), 1, token_axes());
  return b_.Reshape(gathered, {group_dims()[0] * group_dims()[1], config_.hidden});
}

DType NativeHead::PartDtype() const {
  return config_.head.vocab_axes.empty() ? config_.hidden_dtype : DType::kF32;
}

hlo::CustomCallAttr NativeHead::Handler(std::string target, bool gradient) const {
  hlo::CustomCallAttr call{std::move(target), {}, {}};
  if (gradient) call.config.push_back({"gradient_filter", config_.gradient_filter});
  call.config.push_back({"isa", config_.isa});
  call.config.push_back({"temperature", config_.temperature});
  call.config.push_back({"threads", int64_t{0}});
  call.config.push_back({"vocab_major", config_.layout == KernelLayout::kVocabHidden});
  return call;
}

NativeHead::Softmax NativeHead::Join(const Values& parts, Value targets,
                                     const std::vector<std::string>& axes) {
  const Value zero = b_.Splat(b_.type(parts[0]), 0);
  Softmax softmax;
  softmax.max = parts[0];
  Value sum = parts[1];
  Value weighted = parts[2];
  Value target = parts[3];
  if (!axes.empty()) {
    // A shard without a column has no maximum; where logits are not finite the maximum is 0.
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const Value nowhere = b_.Splat(b_.type(zero), -kInfinity);
    const Value beyond = b_.Splat(b_.type(zero), kInfinity);
    const Value none = b_.Compare(Comparison::kEq, sum, zero);
    const Value own_max = b_.Select(b_.IsFinite(sum), softmax.max, beyond);
    const Value most = b_.AllReduce(Reduction::kMaximum, b_.Select(none, nowhere, own_max), axes);
    const Value max = b_.Select(b_.IsFinite(most), most, zero);
    const Value gap = b_.Subtract(softmax.max, max);
    const Value scale = b_.Select(none, zero, b_.Exp(gap));
    // What counts nothing may have any gap: 0 times it need not be 0.
    const Value moved = b_.Add(weighted, b_.Multiply(sum, gap));
    const Value lost = b_.Compare(Comparison::kEq, scale, zero);
    const Value shifted = b_.Select(lost, zero, b_.Multiply(scale, moved));
    const Value here = b_.Compare(Comparison::kNe, parts[4], zero);
    const Value own_target = b_.Select(here, b_.Add(target, gap), zero);
    softmax.max = max;
    sum = b_.AllReduce(Reduction::kAdd, b_.Multiply(scale, sum), axes);
    weighted = b_.AllReduce(Reduction::kAdd, shifted, axes);
    target = b_.AllReduce(Reduction::kAdd, own_target, axes);
  }
  softmax.log_sum = b_.Log(sum);
  const Value valid = b_.Compare(Comparison::kGe, targets, b_.Splat(b_.type(targets), 0));
  softmax.logps = b_.Select(valid, b_.Subtract(target, softmax.log_sum), zero);
  if (config_.entropy) {
    softmax.mean_shifted = b_.Divide(weighted, sum);
    const Value entropies = b_.Subtract(softmax.log_sum, *softmax.mean_shifted);
    softmax.entropies = b_.Select(valid, entropies, zero);
  }
  return softmax;
}

Values NativeHead::StateOf(Value max, Value log_sum, std::optional<Value> mean_shifted,
                           const TokenCotangents& cotangents) {
  Values state = {max, log_sum};
  if (cotangents.d_entropies) {
    state.insert(state.end(), {mean_shifted.value(), cotangents.d_logps, *cotangents.d_entropies});
  } else {
    const Value none = Zeros({0});
    state.insert(state.end(), {none, cotangents.d_logps, none});
  }
  return state;
}

ShardedHead::PassOne NativeHead::ForwardPass(Value kernel, const VocabShard& shard) {
  const Call call{AllHidden(), kernel, Flat(targets()), shard.column_ids};
  const TensorType token = F32(b_.dims(call.targets));
  const Values parts = b_.CustomCall(Handler("logphead_softmax", false), call.operands(),
                                     {token, token, token, token, token});
  const Softmax softmax = Join(parts, call.targets, shard.axes);
  const auto to_group = [this](Value flat) { return b_.Reshape(flat, group_dims()); };
  PassOne pass{to_group(softmax.logps), to_group(softmax.max), to_group(softmax.log_sum), {}};
  if (softmax.mean_shifted) pass.mean_shifted = to_group(*softmax.mean_shifted);
  return pass;
}

Values NativeHead::BackwardTile(const PassTwo& pass, const VocabShard& shard, Value kernel,
                                Value d_hidden_before) {
  const Call call{AllHidden(), kernel, Flat(targets()), shard.column_ids};
  TokenCotangents cotangents{Flat(pass.d_logps), std::nullopt};
  std::optional<Value> mean_shifted;
  if (pass.d_entropies) {
    cotangents.d_entropies = Flat(*pass.d_entropies);
    mean_shifted = Flat(pass_one().mean_shifted.value());
  }
  Values operands = call.operands();
  const Values state =
      StateOf(Flat(pass_one().max), Flat(pass_one().log_sum), mean_shifted, cotangents);
  operands.insert(operands.end(), state.begin(), state.end());
  const DType part = adds_tiles() ? DType::kF32 : PartDtype();
  const Values gradients =
      b_.CustomCall(Handler("logphead_backward", true), operands,
                    {TensorType{part, b_.dims(call.hidden)}, F32(b_.dims(kernel))});
  const Value group = b_.Reshape(gradients[0], {group_dims()[0], group_dims()[1], config_.hidden});
  Value d_hidden = b_.Convert(SumOverGroup(group, 1), b_.type(d_hidden_before).dtype);
  if (adds_tiles()) d_hidden = b_.Add(d_hidden_before, d_hidden);
  return {d_hidden, gradients[1]};
}

ShardedHead::OnePassResult NativeHead::OnePass(const std::vector<Value>& extras,
                                               const CotangentFn& cotangents) {
  if (keeps_logits_) return ShardedHead::OnePass(extras, cotangents);
  OnePassResult result;
  result.outputs = Forward();
  std::optional<Value> entropies;
  if (result.outputs.entropies) entropies = ToGroup(*result.outputs.entropies, 0);
  const TokenCotangents pulled = cotangents(pass_one().logps, entropies, extras);
  result.gradients = BackwardOfGroup({pulled.d_logps, pulled.d_entropies});
  return result;
}

ShardedHead::Step NativeHead::OneStep(Value i, const Values& in, const VocabShard& shard,
                                      const PullFn& cotangents) {
  const Value hidden = GroupHidden(in[0], i);
  const Call call{hidden, in[2], b_.DynamicIndex(in[1], i), in[3]};
  const TensorType token = F32(b_.dims(call.targets));
  const TensorType logits = F32({FloatsOf(config_, b_.dims(hidden)[0], shard.columns)});
  const Values parts = b_.CustomCall(Handler("logphead_softmax_keeping", false), call.operands(),
                                     {token, token, token, token, token, logits});
  const Softmax softmax = Join(parts, call.targets, shard.axes);
  Step step;
  step.logps = softmax.logps;
  step.entropies = softmax.entropies;
  const TokenCotangents pulled = cotangents(step.logps, step.entropies);
  Values operands = call.operands();
  const Values state = StateOf(softmax.max, softmax.log_sum, softmax.mean_shifted, pulled);
  operands.insert(operands.end(), state.begin(), state.end());
  operands.insert(operands.end(), {parts[5], in[4]});
  hlo::CustomCallAttr handler = Handler("logphead_backward_of", true);
  handler.aliases = {{1, static_cast<int64_t>(operands.size()) - 1}};
  const Values gradients = b_.CustomCall(
      std::move(handler), operands, {TensorType{PartDtype(), b_.dims(hidden)}, b_.type(in[4])});
  step.d_hidden = SumOverGroup(gradients[0], 0);
  step.d_kernel = gradients[1];
  return step;
}

}  // namespace logphead
