// SPDX-License-Identifier: Apache-2.0
// Kernel shards: gather and scatter.
#include "logphead/head/kernel_shards.h"

#include <algorithm>

namespace logphead {

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

KernelShards::KernelShards(hlo::Builder& b, const HeadConfig& config, const AxisIndices& indices)
    : b_(b),
      config_(config),
      indices_(indices),
      h_(config.layout == KernelLayout::kHiddenVocab ? 0 : 1),
      v_(1 - h_),
      tokens_(Join(config.shardings.rows, config.shardings.sequence)),
      both_(Intersect(config.shardings.kernel, config.head.vocab_axes)),
      vocab_only_(Subtract(config.head.vocab_axes, config.shardings.kernel)),
      kernel_only_(Subtract(config.shardings.kernel, config.head.vocab_axes)),
      order_(Join(vocab_only_, both_)) {
  group_ = SizeOf(order_);
  columns_ = (config.vocab + group_ - 1) / group_;
}

int64_t KernelShards::SizeOf(const Axes& axes) const {
  int64_t size = 1;
  for (const std::string& axis : axes) size *= b_.mesh()->AxisSize(axis).value_or(1);
  return size;
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
  const int64_t missing = columns_ * group_ - config_.vocab;
  if (missing == 0) return stored;
  std::vector<int64_t> high = {0, 0};
  high[static_cast<size_t>(v_)] = missing;
  return b_.Pad(stored, b_.Constant(b_.type(stored).dtype, 0), {0, 0}, high);
}

Value KernelShards::Gather(Value stored) {
  if (group_ == 1) return b_.AllGather(stored, h_, kernel_only_);
  const int64_t width = columns_ * SizeOf(both_);
  const Value padded = PadColumns(stored);
  const Value start = StartAlong(b_, indices_, vocab_only_, width);
  const Value own = b_.DynamicSlice(padded, v_, start, width);
  const Value exchanged = b_.AllToAll(own, v_, h_, both_);
  const Value gathered = b_.AllGather(exchanged, h_, kernel_only_);
  return PermuteH(gathered, Join(kernel_only_, both_), config_.shardings.kernel);
}

Value KernelShards::Scatter(Value working) {
  // Devices along these axes hold other tokens and the same columns.
  const Axes summed = Subtract(tokens_, config_.head.vocab_axes);
  Value value = PermuteH(working, config_.shardings.kernel, Join(kernel_only_, both_));
  if (Intersect(kernel_only_, summed) == kernel_only_) {
    value = b_.ReduceScatter(value, h_, kernel_only_);
  } else {
    for (const std::string& axis : kernel_only_) {
      if (Contains(summed, axis)) {
        value = b_.ReduceScatter(value, h_, {axis});
        continue;
      }
      // Devices along this axis did the same work: each keeps its part.
      const int64_t rows = b_.dims(value)[static_cast<size_t>(h_)] / SizeOf({axis});
      const Value start = StartAlong(b_, indices_, {axis}, rows);
      value = b_.DynamicSlice(value, h_, start, rows);
    }
  }
  value = b_.AllReduce(hlo::Reduction::kAdd, value, Subtract(summed, kernel_only_));
  value = b_.AllToAll(value, h_, v_, both_);
  value = b_.AllGather(value, v_, vocab_only_);
  if (columns_ * group_ == config_.vocab) return value;
  std::vector<int64_t> end = b_.dims(value);
  end[static_cast<size_t>(v_)] = config_.vocab;
  return b_.Slice(value, {0, 0}, end);
}

}  // namespace logphead
