// SPDX-License-Identifier: Apache-2.0
// Builder: the ops, each checking its operands and working out its result's type.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "logphead/hlo/builder.h"

namespace logphead::hlo {
namespace {

bool IsPermutation(std::vector<int64_t> dims, size_t rank) {
  if (dims.size() != rank) return false;
  std::sort(dims.begin(), dims.end());
  for (size_t i = 0; i < rank; ++i) {
    if (dims[i] != static_cast<int64_t>(i)) return false;
  }
  return true;
}

// Whether `dims` are distinct dimensions of a tensor of `rank`.
bool AreDims(std::vector<int64_t> dims, size_t rank) {
  std::sort(dims.begin(), dims.end());
  if (std::adjacent_find(dims.begin(), dims.end()) != dims.end()) return false;
  return dims.empty() || (dims.front() >= 0 && dims.back() < static_cast<int64_t>(rank));
}

std::vector<int64_t> Without(const std::vector<int64_t>& shape, const std::vector<int64_t>& dims) {
  std::vector<int64_t> rest;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (std::find(dims.begin(), dims.end(), static_cast<int64_t>(i)) == dims.end()) {
      rest.push_back(shape[i]);
    }
  }
  return rest;
}

}  // namespace

Value Builder::Constant(DType dtype, double value, Place) {
  return Append(OpKind::kConstant, {}, TensorType{dtype, {}}, ConstantAttr{value});
}

Value Builder::Splat(TensorType type, double value, Place where) {
  const Value scalar = Constant(type.dtype, value, where);
  return type.dims.empty() ? scalar : BroadcastInDim(scalar, type.dims, {}, where);
}

Value Builder::Iota(TensorType type, int64_t dim, Place where) {
  if (!AreDims({dim}, type.dims.size())) {
    return Broken(where, fmt::format("iota along dimension {} of {}", dim, type.ToString()), type);
  }
  return Append(OpKind::kIota, {}, type, DimsAttr{{dim}});
}

Value Builder::Binary(OpKind kind, Value a, Value b, Place where) {
  if (!Visible({a, b}, where)) return a;
  if (type(a) != type(b)) {
    return Broken(where,
                  fmt::format("an elementwise op is given {} and {} (both must be of one type)",
                              type(a).ToString(), type(b).ToString()),
                  type(a));
  }
  if (type(a).dtype == DType::kPred && (kind == OpKind::kSubtract || kind == OpKind::kDivide)) {
    return Broken(where, "predicates are neither subtracted nor divided", type(a));
  }
  return Append(kind, {a, b}, type(a));
}

Value Builder::Add(Value a, Value b, Place where) { return Binary(OpKind::kAdd, a, b, where); }
Value Builder::Subtract(Value a, Value b, Place where) {
  return Binary(OpKind::kSubtract, a, b, where);
}
Value Builder::Multiply(Value a, Value b, Place where) {
  return Binary(OpKind::kMultiply, a, b, where);
}
Value Builder::Divide(Value a, Value b, Place where) {
  return Binary(OpKind::kDivide, a, b, where);
}
Value Builder::Maximum(Value a, Value b, Place where) {
  return Binary(OpKind::kMaximum, a, b, where);
}
Value Builder::Minimum(Value a, Value b, Place where) {
  return Binary(OpKind::kMinimum, a, b, where);
}

Value Builder::And(Value a, Value b, Place where) {
  if (!Visible({a, b}, where)) return a;
  if (IsFloat(type(a).dtype)) {
    return Broken(where, fmt::format("and is given {}", type(a).ToString()), type(a));
  }
  return Binary(OpKind::kAnd, a, b, where);
}

Value Builder::Unary(OpKind kind, Value a, Place where) {
  if (!Visible({a}, where)) return a;
  if (!IsFloat(type(a).dtype)) {
    return Broken(where, fmt::format("a float op is given {}", type(a).ToString()), type(a));
  }
  return Append(kind, {a}, type(a));
}

Value Builder::Negate(Value a, Place where) { return Unary(OpKind::kNegate, a, where); }
Value Builder::Exp(Value a, Place where) { return Unary(OpKind::kExponential, a, where); }
Value Builder::Log(Value a, Place where) { return Unary(OpKind::kLog, a, where); }
Value Builder::Tanh(Value a, Place where) { return Unary(OpKind::kTanh, a, where); }

Value Builder::IsFinite(Value a, Place where) {
  if (!Visible({a}, where)) return a;
  const TensorType result{DType::kPred, dims(a)};
  if (!IsFloat(type(a).dtype)) {
    return Broken(where, fmt::format("is_finite is given {}", type(a).ToString()), result);
  }
  return Append(OpKind::kIsFinite, {a}, result);
}

Value Builder::Convert(Value a, DType dtype, Place where) {
  if (!Visible({a}, where) || type(a).dtype == dtype) return a;
  return Append(OpKind::kConvert, {a}, TensorType{dtype, dims(a)});
}

Value Builder::Compare(Comparison direction, Value a, Value b, Place where) {
  if (!Visible({a, b}, where)) return a;
  const TensorType result{DType::kPred, dims(a)};
  if (type(a) != type(b)) {
    return Broken(where,
                  fmt::format("compare is given {} and {} (both must be of one type)",
                              type(a).ToString(), type(b).ToString()),
                  result);
  }
  return Append(OpKind::kCompare, {a, b}, result, CompareAttr{direction});
}

Value Builder::Select(Value predicate, Value on_true, Value on_false, Place where) {
  if (!Visible({predicate, on_true, on_false}, where)) return on_true;
  if (type(predicate) != TensorType{DType::kPred, dims(on_true)} ||
      type(on_true) != type(on_false)) {
    return Broken(where,
                  fmt::format("select is given {}, {} and {} (needs predicates and two values of "
                              "one shape)",
                              type(predicate).ToString(), type(on_true).ToString(),
                              type(on_false).ToString()),
                  type(on_true));
  }
  return Append(OpKind::kSelect, {predicate, on_true, on_false}, type(on_true));
}

Value Builder::BroadcastInDim(Value a, std::vector<int64_t> shape, std::vector<int64_t> dims_of_a,
                              Place where) {
  if (!Visible({a}, where)) return a;
  const TensorType result{type(a).dtype, std::move(shape)};
  bool fits = dims_of_a.size() == dims(a).size() && AreDims(dims_of_a, result.dims.size());
  for (size_t i = 0; fits && i < dims_of_a.size(); ++i) {
    const int64_t from = dims(a)[i];
    fits = from == 1 || from == result.dims[static_cast<size_t>(dims_of_a[i])];
  }
  if (!fits) {
    return Broken(where,
                  fmt::format("cannot broadcast {} to {} along [{}]", type(a).ToString(),
                              result.ToString(), fmt::join(dims_of_a, ", ")),
                  result);
  }
  return Append(OpKind::kBroadcastInDim, {a}, result, DimsAttr{std::move(dims_of_a)});
}

Value Builder::Reshape(Value a, std::vector<int64_t> shape, Place where) {
  if (!Visible({a}, where) || dims(a) == shape) return a;
  const TensorType result{type(a).dtype, std::move(shape)};
  if (result.elements() != type(a).elements()) {
    return Broken(where,
                  fmt::format("cannot reshape {} to {}: {} elements are not {}", type(a).ToString(),
                              result.ToString(), type(a).elements(), result.elements()),
                  result);
  }
  return Append(OpKind::kReshape, {a}, result);
}

Value Builder::Transpose(Value a, std::vector<int64_t> permutation, Place where) {
  if (!Visible({a}, where)) return a;
  if (!IsPermutation(permutation, dims(a).size())) {
    return Broken(where,
                  fmt::format("[{}] is no permutation of the dimensions of {}",
                              fmt::join(permutation, ", "), type(a).ToString()),
                  type(a));
  }
  TensorType result{type(a).dtype, {}};
  for (const int64_t dim : permutation) result.dims.push_back(dims(a)[static_cast<size_t>(dim)]);
  return Append(OpKind::kTranspose, {a}, result, DimsAttr{std::move(permutation)});
}

Value Builder::Pad(Value a, Value padding, std::vector<int64_t> low, std::vector<int64_t> high,
                   Place where) {
  if (!Visible({a, padding}, where)) return a;
  TensorType result = type(a);
  bool fits = low.size() == result.dims.size() && high.size() == result.dims.size() &&
              type(padding) == TensorType{result.dtype, {}};
  for (size_t i = 0; fits && i < low.size(); ++i) {
    fits = low[i] >= 0 && high[i] >= 0;
    result.dims[i] += low[i] + high[i];
  }
  if (!fits) {
    return Broken(
        where,
        fmt::format("cannot pad {} with {} by [{}] and [{}]", type(a).ToString(),
                    type(padding).ToString(), fmt::join(low, ", "), fmt::join(high, ", ")),
        type(a));
  }
  return Append(OpKind::kPad, {a, padding}, result, EdgesAttr{std::move(low), std::move(high)});
}

Value Builder::Slice(Value a, std::vector<int64_t> begin, std::vector<int64_t> end, Place where) {
  if (!Visible({a}, where)) return a;
  TensorType result = type(a);
  bool fits = begin.size() == result.dims.size() && end.size() == result.dims.size();
  for (size_t i = 0; fits && i < begin.size(); ++i) {
    fits = begin[i] >= 0 && begin[i] <= end[i] && end[i] <= result.dims[i];
    result.dims[i] = end[i] - begin[i];
  }
  if (!fits) {
    return Broken(where,
                  fmt::format("cannot slice {} from [{}] to [{}]", type(a).ToString(),
                              fmt::join(begin, ", "), fmt::join(end, ", ")),
                  type(a));
  }
  return Append(OpKind::kSlice, {a}, result, EdgesAttr{std::move(begin), std::move(end)});
}

Value Builder::DynamicIndex(Value a, Value index, Place where) {
  if (!Visible({a, index}, where)) return a;
  if (dims(a).empty() || type(index) != TensorType{DType::kS32, {}}) {
    return Broken(
        where,
        fmt::format("cannot index {} with {} (needs a leading dimension and a tensor<i32>)",
                    type(a).ToString(), type(index).ToString()),
        type(a));
  }
  TensorType row = type(a);
  row.dims[0] = 1;
  Values operands = {a, index};
  while (operands.size() <= row.dims.size()) operands.push_back(Constant(DType::kS32, 0, where));
  const Value slice = Append(OpKind::kDynamicSlice, operands, row);
  return Reshape(slice, Without(row.dims, {0}), where);
}

Value Builder::DynamicSlice(Value a, int64_t dim, Value start, int64_t size, Place where) {
  if (!Visible({a, start}, where)) return a;
  TensorType result = type(a);
  if (!AreDims({dim}, result.dims.size()) || type(start) != TensorType{DType::kS32, {}} ||
      size < 0 || size > result.dims[static_cast<size_t>(dim)]) {
    return Broken(where,
                  fmt::format("cannot slice {} elements of dimension {} of {} at {}", size, dim,
                              type(a).ToString(), type(start).ToString()),
                  result);
  }
  result.dims[static_cast<size_t>(dim)] = size;
  Values operands = {a};
  for (size_t i = 0; i < result.dims.size(); ++i) {
    operands.push_back(static_cast<int64_t>(i) == dim ? start : Constant(DType::kS32, 0, where));
  }
  return Append(OpKind::kDynamicSlice, operands, result);
}

Value Builder::DynamicUpdateIndex(Value a, Value row, Value index, Place where) {
  if (!Visible({a, row, index}, where)) return a;
  if (dims(a).empty() || type(row) != TensorType{type(a).dtype, Without(dims(a), {0})} ||
      type(index) != TensorType{DType::kS32, {}}) {
    return Broken(where,
                  fmt::format("cannot put {} into {} at {}", type(row).ToString(),
                              type(a).ToString(), type(index).ToString()),
                  type(a));
  }
  std::vector<int64_t> shape = dims(a);
  shape[0] = 1;
  Values operands = {a, Reshape(row, shape, where), index};
  while (operands.size() <= shape.size() + 1) operands.push_back(Constant(DType::kS32, 0, where));
  return Append(OpKind::kDynamicUpdateSlice, operands, type(a));
}

Value Builder::Reduce(Reduction reduction, Value a, std::vector<int64_t> over, Place where) {
  if (!Visible({a}, where)) return a;
  const TensorType result{type(a).dtype, Without(dims(a), over)};
  if (!AreDims(over, dims(a).size()) || !IsFloat(type(a).dtype)) {
    return Broken(
        where, fmt::format("cannot reduce {} over [{}]", type(a).ToString(), fmt::join(over, ", ")),
        result);
  }
  const double start =
      reduction == Reduction::kAdd ? 0.0 : -std::numeric_limits<double>::infinity();
  const Value initial = Constant(type(a).dtype, start, where);
  return Append(OpKind::kReduce, {a, initial}, result, ReduceAttr{reduction, std::move(over)});
}

Value Builder::Dot(Value lhs, Value rhs, DotAttr attr, DType result_dtype, Place where) {
  if (!Visible({lhs, rhs}, where)) return lhs;
  bool fits = attr.lhs.size() == attr.rhs.size() && AreDims(attr.lhs, dims(lhs).size()) &&
              AreDims(attr.rhs, dims(rhs).size()) && type(lhs).dtype == type(rhs).dtype;
  for (size_t i = 0; fits && i < attr.lhs.size(); ++i) {
    fits =
        dims(lhs)[static_cast<size_t>(attr.lhs[i])] == dims(rhs)[static_cast<size_t>(attr.rhs[i])];
  }
  TensorType result{result_dtype, Without(dims(lhs), attr.lhs)};
  for (const int64_t dim : Without(dims(rhs), attr.rhs)) result.dims.push_back(dim);
  if (!fits) {
    return Broken(
        where,
        fmt::format("cannot contract {} along [{}] with {} along [{}]", type(lhs).ToString(),
                    fmt::join(attr.lhs, ", "), type(rhs).ToString(), fmt::join(attr.rhs, ", ")),
        result);
  }
  return Append(OpKind::kDotGeneral, {lhs, rhs}, result, std::move(attr));
}

Value Builder::Constrain(Value a, Sharding sharding, Place where) {
  if (!Visible({a}, where)) return a;
  const Status status = program_.mesh
                            ? CheckSharding(*program_.mesh, sharding, dims(a).size())
                            : InvalidArgument("a sharding constraint needs a mesh", where);
  if (!status.ok()) {
    return Broken(where, "cannot constrain " + type(a).ToString() + ": " + status.error().message(),
                  type(a));
  }
  return Append(OpKind::kShardingConstraint, {a}, type(a), ShardingAttr{std::move(sharding)});
}

}  // namespace logphead::hlo
