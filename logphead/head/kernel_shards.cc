// SPDX-License-Identifier: Apache-2.0
// Kernel shards: gather and scatter.
#include "logphead/head/kernel_shards.h"

#include <algorithm>

namespace logphead {

using hlo::Comparison;
using hlo::TensorType;
using hlo::Value;
using Axes = std::vector<std::string>;

namespace {

bool Contains(const Axes& axes, const std::string& axis) {
  return std::find(axes.begin(), axes.end(), axis) != axes.end();
}

Axes Join(Axes a, const Axes& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

}  // namespace

Axes Intersect(const Axes& a, const Axes& b) {
  Axes both;
  for (const std::string& axis : a) {
    if (Contains(b, axis)) both.push_back(axis);
  }
  return both;
}

Axes Subtract(const Axes& a, const Axes& b) {
  Axes rest;
  for (const std::string& axis : a) {
    if (!Contains(b, axis)) rest.push_back(axis);
  }
  return rest;
}

Value IndexAlong(hlo::Builder& b, const AxisIndices& indices, const Axes& axes) {
  Value index = b.Constant(DType::kS32, 0);
  for (const std::string& axis : axes) {
    const auto size = static_cast<double>(b.mesh()->AxisSize(axis).value());
    index = b.Add(b.Multiply(index, b.Constant(DType::kS32, size)), indices.at(axis));
  }
  return index;
}

Value StartAlong(hlo::Builder& b, const AxisIndices& indices, const Axes& axes, int64_t size) {
  const Value index = IndexAlong(b, indices, axes);
  return b.Multiply(index, b.Constant(DType::kS32, static_cast<double>(size)));
}

KernelShards::KernelShards(hlo::Builder& b, const HeadConfig& config, const AxisIndices& indices,
                           int64_t tiles)
    : b_(b),
      config_(config),
      indices_(indices),
      h_(config.layout == KernelLayout::kHiddenVocab ? 0 : 1),
      v_(1 - h_),
      tokens_(config.token_axes()),
      both_(Intersect(config.head.vocab_axes, config.shardings.kernel)),
      kernel_only_(Subtract(config.shardings.kernel, config.head.vocab_axes)),
      gathered_v_(Subtract(config.shardings.kernel_vocab, config.head.vocab_axes)),
      tiles_(tiles) {
  vocab_only_ = Subtract(Subtract(config.head.vocab_axes, both_), config.shardings.kernel_vocab);
  block_ = config.stored_vocab() / SizeOf(config.shardings.kernel_vocab);
  const int64_t pieces = SizeOf(vocab_only_) * tiles_ * SizeOf(both_);
  piece_ = (block_ + pieces - 1) / pieces;
}

bool KernelShards::ragged() const {
  return config_.stored_vocab() != config_.vocab || padded_block() != block_;
}

Value KernelShards::TileIndex(Value tile) {
  const Value start = StartAlong(b_, indices_, vocab_only_, tiles_);
  return b_.Add(start, tile);
}

Value KernelShards::ColumnIds(Value tile) {
  // One dimension per axis whose blocks are gathered, then the columns of a piece.
  std::vector<int64_t> shape;
  for (const std::string& axis : gathered_v_) shape.push_back(SizeOf({axis}));
  shape.push_back(piece_);
  const TensorType type{DType::kS32, shape};
  const auto everywhere = [&](Value scalar) { return b_.BroadcastInDim(scalar, shape, {}); };
  Value block = b_.Splat(type, 0);
  for (const std::string& axis : config_.shardings.kernel_vocab) {
    const auto gathered = std::find(gathered_v_.begin(), gathered_v_.end(), axis);
    const Value index = gathered == gathered_v_.end()
                            ? everywhere(indices_.at(axis))
                            : b_.Iota(type, gathered - gathered_v_.begin());
    const Value size = b_.Splat(type, static_cast<double>(SizeOf({axis})));
    block = b_.Add(b_.Multiply(block, size), index);
  }
  const Value parts = b_.Constant(DType::kS32, static_cast<double>(SizeOf(both_)));
  const Value first = b_.Multiply(TileIndex(tile), parts);
  const Value part = b_.Add(first, IndexAlong(b_, indices_, both_));
  const Value width = b_.Constant(DType::kS32, static_cast<double>(piece_));
  const Value start = b_.Multiply(part, width);
  const Value column = b_.Iota(type, static_cast<int64_t>(shape.size()) - 1);
  const Value within = b_.Add(column, everywhere(start));
  const Value begin = b_.Multiply(block, b_.Splat(type, static_cast<double>(block_)));
  const Value id = b_.Add(begin, within);
  const Value in_block =
      b_.Compare(Comparison::kLt, within, b_.Splat(type, static_cast<double>(block_)));
  const Value in_vocab =
      b_.Compare(Comparison::kLt, id, b_.Splat(type, static_cast<double>(config_.vocab)));
  const Value real = b_.And(in_block, in_vocab);
  return b_.Reshape(b_.Select(real, id, b_.Splat(type, -1)), {columns()});
}

Value KernelShards::PermuteH(Value value, const Axes& from, const Axes& to) {
  if (from == to) return value;
  // H as one dimension per axis and one for the rows within a block; V before or after them.
  std::vector<int64_t> shape;
  std::vector<int64_t> order;
  const std::vector<int64_t> dims = b_.dims(value);
  const int64_t first = h_ == 0 ? 0 : 1;  // where the dimensions of H begin
  if (h_ == 1) shape.push_back(dims[0]);
  for (const std::string& axis : from) shape.push_back(b_.mesh()->AxisSize(axis).value());
  shape.push_back(dims[static_cast<size_t>(h_)] / SizeOf(from));
  if (h_ == 0) shape.push_back(dims[1]);
  if (h_ == 1) order.push_back(0);
  for (const std::string& axis : to) {
    order.push_back(first + (std::find(from.begin(), from.end(), axis) - from.begin()));
  }
  for (auto rest = static_cast<int64_t>(order.size()); rest < static_cast<int64_t>(shape.size());
       ++rest) {
    order.push_back(rest);
  }
  return b_.Reshape(b_.Transpose(b_.Reshape(value, shape), order), dims);
}

Value KernelShards::PadColumns(Value stored) {
  const int64_t missing = padded_block() - block_;
  if (missing == 0) return stored;
  std::vector<int64_t> high = {0, 0};
  high[static_cast<size_t>(v_)] = missing;
  return b_.Pad(stored, b_.Constant(b_.type(stored).dtype, 0), {0, 0}, high);
}

Value KernelShards::Gather(Value stored, Value tile) {
  Value own = PadColumns(stored);
  if (const int64_t width = piece_ * SizeOf(both_); width < padded_block()) {
    const Value size = b_.Constant(DType::kS32, static_cast<double>(width));
    const Value start = b_.Multiply(TileIndex(tile), size);
    own = b_.DynamicSlice(own, v_, start, width);
  }
  const Value exchanged = b_.AllToAll(own, v_, h_, both_);
  const Value gathered = b_.AllGather(exchanged, h_, kernel_only_);
  const Value ordered = PermuteH(gathered, Join(kernel_only_, both_), config_.shardings.kernel);
  return b_.AllGather(ordered, v_, gathered_v_);
}

Value KernelShards::KeepPart(Value value, int64_t dim, const Axes& axes, const Axes& summed) {
  if (Intersect(axes, summed) == axes) return b_.ReduceScatter(value, dim, axes);
  for (const std::string& axis : axes) {
    if (Intersect({axis}, summed).empty()) {
      const int64_t size = b_.dims(value)[static_cast<size_t>(dim)] / SizeOf({axis});
      const Value start = StartAlong(b_, indices_, {axis}, size);
      value = b_.DynamicSlice(value, dim, start, size);
    } else {
      value = b_.ReduceScatter(value, dim, {axis});
    }
  }
  return value;
}

Value KernelShards::Scatter(Value working) {
  // Devices along these axes hold other tokens and the same columns.
  const Axes summed = Subtract(tokens_, config_.head.vocab_axes);
  Value value = KeepPart(working, v_, gathered_v_, summed);
  value = PermuteH(value, config_.shardings.kernel, Join(kernel_only_, both_));
  value = KeepPart(value, h_, kernel_only_, summed);
  const Axes rest = Subtract(Subtract(summed, kernel_only_), gathered_v_);
  value = b_.AllReduce(hlo::Reduction::kAdd, value, rest);
  value = b_.AllToAll(value, h_, v_, both_);
  return b_.AllGather(value, v_, vocab_only_);
}

Value KernelShards::JoinTiles(Value scattered) {
  // The columns as pieces of the first cut, each of which has a part in every tile.
  const std::vector<int64_t> dims = b_.dims(scattered);
  const auto v = static_cast<size_t>(v_) + 1;
  const int64_t pieces = SizeOf(vocab_only_);
  std::vector<int64_t> shape = dims;
  shape[v] = pieces;
  shape.insert(shape.begin() + static_cast<int64_t>(v) + 1, dims[v] / pieces);
  const std::vector<int64_t> order =
      v_ == 0 ? std::vector<int64_t>{1, 0, 2, 3} : std::vector<int64_t>{1, 2, 0, 3};
  Value value = b_.Transpose(b_.Reshape(scattered, shape), order);
  std::vector<int64_t> joined(dims.begin() + 1, dims.end());
  joined[static_cast<size_t>(v_)] = padded_block();
  value = b_.Reshape(value, joined);
  std::vector<int64_t> end = joined;
  if (end[static_cast<size_t>(v_)] == block_) return value;
  end[static_cast<size_t>(v_)] = block_;
  return b_.Slice(value, {0, 0}, end);
}

}  // namespace logphead
