// SPDX-License-Identifier: Apache-2.0
// Mesh: parsing, arithmetic over axes, Shardy text.
#include "logphead/mesh/mesh.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <set>

namespace logphead {
namespace {

constexpr int64_t kMaxDevices = int64_t{1} << 20;

bool IsName(std::string_view text) {
  if (text.empty() || (text[0] >= '0' && text[0] <= '9')) return false;
  for (const char c : text) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (!letter && !(c >= '0' && c <= '9') && c != '_') return false;
  }
  return true;
}

Result<MeshAxis> ParseAxis(std::string_view text) {
  const size_t equals = text.find('=');
  if (equals == std::string_view::npos) {
    return InvalidArgument(
        fmt::format("mesh axis '{}' has no size (write name=size, e.g. fsdp=2,context=4)", text));
  }
  MeshAxis axis{std::string(text.substr(0, equals)), 0};
  const std::string_view digits = text.substr(equals + 1);
  const auto [end, error] = std::from_chars(digits.begin(), digits.end(), axis.size);
  if (error != std::errc() || end != digits.end()) {
    return InvalidArgument(
        fmt::format("size '{}' of mesh axis '{}' is not a whole number", digits, axis.name));
  }
  return axis;
}

}  // namespace

Result<Mesh> Mesh::Create(std::vector<MeshAxis> axes) {
  if (axes.empty()) {
    return InvalidArgument("the mesh has no axes (write e.g. fsdp=2,context=2,expert=2)");
  }
  int64_t devices = 1;
  std::set<std::string_view> seen;
  for (const MeshAxis& axis : axes) {
    if (!IsName(axis.name)) {
      return InvalidArgument(
          fmt::format("mesh axis name '{}' is not letters, digits and underscores", axis.name));
    }
    if (!seen.insert(axis.name).second) {
      return InvalidArgument(fmt::format("mesh axis '{}' is named twice", axis.name));
    }
    if (axis.size < 1) {
      return InvalidArgument(
          fmt::format("mesh axis '{}' has size {} (use 1 or more)", axis.name, axis.size));
    }
    if (axis.size > kMaxDevices / devices) {
      return InvalidArgument(fmt::format("the mesh has more than {} devices", kMaxDevices));
    }
    devices *= axis.size;
  }
  return Mesh(std::move(axes));
}

Result<Mesh> Mesh::Parse(std::string_view text) {
  std::vector<MeshAxis> axes;
  while (!text.empty()) {
    const size_t comma = text.find(',');
    LOGPHEAD_ASSIGN_OR_RETURN(MeshAxis axis, ParseAxis(text.substr(0, comma)));
    axes.push_back(std::move(axis));
    if (comma == std::string_view::npos) break;
    text.remove_prefix(comma + 1);
    if (text.empty()) return InvalidArgument("the mesh ends in a comma");
  }
  return Create(std::move(axes));
}

int64_t Mesh::size() const {
  int64_t product = 1;
  for (const MeshAxis& axis : axes_) product *= axis.size;
  return product;
}

std::optional<int64_t> Mesh::AxisSize(std::string_view name) const {
  for (const MeshAxis& axis : axes_) {
    if (axis.name == name) return axis.size;
  }
  return std::nullopt;
}

Result<int64_t> Mesh::ProductOf(const std::vector<std::string>& names) const {
  int64_t product = 1;
  for (const std::string& name : names) {
    const std::optional<int64_t> size = AxisSize(name);
    if (!size) {
      return InvalidArgument(
          fmt::format("the mesh has no axis '{}' (its axes: {})", name, AxisNames()));
    }
    product *= *size;
  }
  return product;
}

std::vector<int64_t> Mesh::Coordinates(int64_t device) const {
  std::vector<int64_t> coordinates(axes_.size());
  for (size_t i = axes_.size(); i-- > 0;) {
    coordinates[i] = device % axes_[i].size;
    device /= axes_[i].size;
  }
  return coordinates;
}

std::string Mesh::ToString() const {
  std::string text;
  for (const MeshAxis& axis : axes_) {
    text += fmt::format("{}{}={}", text.empty() ? "" : ",", axis.name, axis.size);
  }
  return text;
}

std::string Mesh::AxisNames() const {
  std::string text;
  for (const MeshAxis& axis : axes_) text += (text.empty() ? "" : ", ") + axis.name;
  return text;
}

std::string Mesh::ToShardy() const {
  std::string text;
  for (const MeshAxis& axis : axes_) {
    text += fmt::format("{}\"{}\"={}", text.empty() ? "" : ", ", axis.name, axis.size);
  }
  return "<[" + text + "]>";
}

}  // namespace logphead
