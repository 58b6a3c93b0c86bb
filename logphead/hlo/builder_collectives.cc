// SPDX-License-Identifier: Apache-2.0
// Builder: manual computations and the collectives inside them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "logphead/hlo/builder.h"

namespace logphead::hlo {
namespace {

// The part of a tensor that one device holds; nothing when the axes do not divide it.
std::optional<TensorType> PartOf(const Mesh& mesh, const TensorType& whole,
                                 const Sharding& sharding) {
  if (!CheckSharding(mesh, sharding, whole.dims.size()).ok()) return std::nullopt;
  TensorType part = whole;
  for (size_t i = 0; i < part.dims.size(); ++i) {
    const Result<int64_t> parts = mesh.ProductOf(sharding.dims[i].axes);
    if (!parts.ok() || part.dims[i] % *parts != 0) return std::nullopt;
    part.dims[i] /= *parts;
  }
  return part;
}

std::optional<TensorType> WholeOf(const Mesh& mesh, const TensorType& part,
                                  const Sharding& sharding) {
  if (!CheckSharding(mesh, sharding, part.dims.size()).ok()) return std::nullopt;
  TensorType whole = part;
  for (size_t i = 0; i < whole.dims.size(); ++i) {
    whole.dims[i] *= *mesh.ProductOf(sharding.dims[i].axes);
  }
  return whole;
}

}  // namespace

Builder::Values Builder::Manual(const Values& inputs, const std::vector<Sharding>& in,
                                const std::vector<Sharding>& out, const BodyFn& body, Place where) {
  if (!Visible(inputs, where)) return {};
  if (!program_.mesh) return body(inputs);
  if (in.size() != inputs.size()) {
    Fail(InvalidArgument(
        fmt::format("{} shardings are given for {} inputs", in.size(), inputs.size()), where));
    return {};
  }
  std::vector<TensorType> parts;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const std::optional<TensorType> part = PartOf(*program_.mesh, type(inputs[i]), in[i]);
    if (!part) {
      Fail(InvalidArgument(
          fmt::format("{} cannot be cut by {}", type(inputs[i]).ToString(), in[i].ToShardy()),
          where));
      return {};
    }
    parts.push_back(*part);
  }
  Op op;
  op.kind = OpKind::kManualComputation;
  for (const Value input : inputs) op.operands.push_back(input.id);
  op.attributes = ManualAttr{in, out};
  std::vector<TensorType> results;
  ++manual_depth_;
  op.regions.push_back(WriteRegion(parts, /*isolated=*/true, body, &results, where));
  --manual_depth_;
  std::vector<TensorType> wholes;
  for (size_t i = 0; i < results.size() && results.size() == out.size(); ++i) {
    const std::optional<TensorType> whole = WholeOf(*program_.mesh, results[i], out[i]);
    if (whole) wholes.push_back(*whole);
  }
  if (wholes.size() != out.size() || results.size() != out.size()) {
    Fail(InvalidArgument("the results of a manual computation do not fit their shardings", where));
    return {};
  }
  return AppendOp(std::move(op), wholes);
}

int64_t Builder::GroupSize(const std::vector<std::string>& axes) const {
  if (!program_.mesh) return 1;
  const Result<int64_t> size = program_.mesh->ProductOf(axes);
  return size.ok() ? *size : 0;
}

bool Builder::IsCollective(Value a, int64_t dim, const std::vector<std::string>& axes,
                           Place where) {
  if (!Visible({a}, where)) return false;
  const bool fits = manual_depth_ > 0 && GroupSize(axes) > 0 && dim >= 0 &&
                    (dims(a).empty() || dim < static_cast<int64_t>(dims(a).size()));
  if (!fits) {
    Fail(InvalidArgument(
        fmt::format("no collective of {} along dimension {} over [{}] here (needs a "
                    "manual computation and axes of its mesh)",
                    type(a).ToString(), dim, fmt::join(axes, ", ")),
        where));
  }
  return fits;
}

Value Builder::AllReduce(Reduction reduction, Value a, const std::vector<std::string>& axes,
                         Place where) {
  if (GroupSize(axes) == 1 || !IsCollective(a, 0, axes, where)) return a;
  return Append(OpKind::kAllReduce, {a}, type(a), CollectiveAttr{axes, 0, 0, reduction});
}

Value Builder::AllGather(Value a, int64_t dim, const std::vector<std::string>& axes, Place where) {
  if (GroupSize(axes) == 1 || !IsCollective(a, dim, axes, where)) return a;
  TensorType result = type(a);
  result.dims[static_cast<size_t>(dim)] *= GroupSize(axes);
  return Append(OpKind::kAllGather, {a}, result, CollectiveAttr{axes, dim, 0, Reduction::kAdd});
}

Value Builder::ReduceScatter(Value a, int64_t dim, const std::vector<std::string>& axes,
                             Place where) {
  if (GroupSize(axes) == 1 || !IsCollective(a, dim, axes, where)) return a;
  TensorType result = type(a);
  int64_t& size = result.dims[static_cast<size_t>(dim)];
  if (size % GroupSize(axes) != 0) {
    return Broken(where,
                  fmt::format("cannot scatter dimension {} of {} over {} devices", dim,
                              type(a).ToString(), GroupSize(axes)),
                  type(a));
  }
  size /= GroupSize(axes);
  return Append(OpKind::kReduceScatter, {a}, result, CollectiveAttr{axes, dim, 0, Reduction::kAdd});
}

Value Builder::AllToAll(Value a, int64_t split_dim, int64_t concat_dim,
                        const std::vector<std::string>& axes, Place where) {
  if (GroupSize(axes) == 1 || !IsCollective(a, split_dim, axes, where) ||
      !IsCollective(a, concat_dim, axes, where)) {
    return a;
  }
  TensorType result = type(a);
  int64_t& split = result.dims[static_cast<size_t>(split_dim)];
  if (split % GroupSize(axes) != 0) {
    return Broken(where,
                  fmt::format("cannot split dimension {} of {} over {} devices", split_dim,
                              type(a).ToString(), GroupSize(axes)),
                  type(a));
  }
  split /= GroupSize(axes);
  result.dims[static_cast<size_t>(concat_dim)] *= GroupSize(axes);
  return Append(OpKind::kAllToAll, {a}, result,
                CollectiveAttr{axes, split_dim, concat_dim, Reduction::kAdd});
}

Value Builder::After(Value a, Value after, Place where) {
  if (!Visible({a, after}, where)) return a;
  Op op;
  op.kind = OpKind::kOptimizationBarrier;
  op.operands = {a.id, after.id};
  return AppendOp(std::move(op), {type(a), type(after)}).front();
}

}  // namespace logphead::hlo
