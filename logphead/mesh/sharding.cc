// SPDX-License-Identifier: Apache-2.0
// Sharding: Shardy text and slices.
#include "logphead/mesh/sharding.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace logphead {
namespace {

std::string QuotedList(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) {
    text += fmt::format("{}\"{}\"", text.empty() ? "" : ", ", name);
  }
  return text;
}

std::string DimText(const DimSharding& dim) {
  std::string text = QuotedList(dim.axes);
  if (dim.open) text += text.empty() ? "?" : ", ?";
  return "{" + text + "}";
}

// Index of a device along the combined axes of one dimension, the first axis major.
int64_t IndexAlong(const Mesh& mesh, const DimSharding& dim,
                   const std::vector<int64_t>& coordinates) {
  int64_t index = 0;
  for (const std::string& name : dim.axes) {
    for (size_t i = 0; i < mesh.axes().size(); ++i) {
      if (mesh.axes()[i].name == name) index = index * mesh.axes()[i].size + coordinates[i];
    }
  }
  return index;
}

}  // namespace

Sharding Sharding::Replicated(size_t rank) { return Sharding{std::vector<DimSharding>(rank), {}}; }

std::string Sharding::ToShardy(std::string_view mesh_name) const {
  std::string text;
  for (const DimSharding& dim : dims) text += (text.empty() ? "" : ", ") + DimText(dim);
  const std::string tail =
      replicated.empty() ? "" : fmt::format(", replicated={{{}}}", QuotedList(replicated));
  return fmt::format("<@{}, [{}]{}>", mesh_name, text, tail);
}

Status CheckSharding(const Mesh& mesh, const Sharding& sharding, size_t rank) {
  if (sharding.dims.size() != rank) {
    return InvalidArgument(fmt::format("a sharding of {} dimensions is given to a tensor of {}",
                                       sharding.dims.size(), rank));
  }
  std::set<std::string> seen;
  const auto check = [&](const std::vector<std::string>& axes) -> Status {
    LOGPHEAD_RETURN_IF_ERROR(mesh.ProductOf(axes));
    for (const std::string& axis : axes) {
      if (!seen.insert(axis).second) {
        return InvalidArgument(
            fmt::format("mesh axis '{}' is used twice in the sharding of one tensor", axis));
      }
    }
    return {};
  };
  for (const DimSharding& dim : sharding.dims) LOGPHEAD_RETURN_IF_ERROR(check(dim.axes));
  LOGPHEAD_RETURN_IF_ERROR(check(sharding.replicated));
  size_t at = 0;
  for (const MeshAxis& axis : mesh.axes()) {
    if (at < sharding.replicated.size() && sharding.replicated[at] == axis.name) ++at;
  }
  if (at == sharding.replicated.size()) return {};
  return InvalidArgument(fmt::format("replicated axes {} are not in the order of the mesh ({})",
                                     QuotedList(sharding.replicated), mesh.AxisNames()));
}

Result<std::vector<Slice>> DeviceSlices(const Mesh& mesh, const Sharding& sharding,
                                        const std::vector<int64_t>& dims) {
  LOGPHEAD_RETURN_IF_ERROR(CheckSharding(mesh, sharding, dims.size()));
  std::vector<int64_t> sizes = dims;
  for (size_t i = 0; i < dims.size(); ++i) {
    LOGPHEAD_ASSIGN_OR_RETURN(const int64_t parts, mesh.ProductOf(sharding.dims[i].axes));
    if (dims[i] % parts != 0) {
      return InvalidArgument(fmt::format(
          "dimension {} of size {} is not a multiple of its {} parts", i, dims[i], parts));
    }
    sizes[i] = dims[i] / parts;
  }
  std::vector<Slice> slices;
  for (int64_t device = 0; device < mesh.size(); ++device) {
    const std::vector<int64_t> coordinates = mesh.Coordinates(device);
    Slice slice{std::vector<int64_t>(dims.size()), sizes};
    for (size_t i = 0; i < dims.size(); ++i) {
      slice.begin[i] = IndexAlong(mesh, sharding.dims[i], coordinates) * sizes[i];
    }
    slices.push_back(std::move(slice));
  }
  return slices;
}

std::vector<std::vector<int64_t>> DeviceGroups(const Mesh& mesh,
                                               const std::vector<std::string>& axes) {
  // Devices by their coordinates along the other axes, then by their index along `axes`.
  std::map<std::vector<int64_t>, std::map<int64_t, int64_t>> groups;
  for (int64_t device = 0; device < mesh.size(); ++device) {
    const std::vector<int64_t> coordinates = mesh.Coordinates(device);
    std::vector<int64_t> rest = coordinates;
    for (size_t i = 0; i < rest.size(); ++i) {
      if (std::find(axes.begin(), axes.end(), mesh.axes()[i].name) != axes.end()) rest[i] = 0;
    }
    groups[rest][IndexAlong(mesh, DimSharding{axes, false}, coordinates)] = device;
  }
  std::vector<std::vector<int64_t>> list;
  for (const auto& [rest, members] : groups) {
    list.emplace_back();
    for (const auto& [index, device] : members) list.back().push_back(device);
  }
  return list;
}

}  // namespace logphead
