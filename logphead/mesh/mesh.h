// SPDX-License-Identifier: Apache-2.0
// Mesh: devices arranged along named axes, e.g. fsdp=32,context=4,expert=2.
#ifndef LOGPHEAD_MESH_MESH_H_
#define LOGPHEAD_MESH_MESH_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "logphead/base/result.h"

namespace logphead {

// One axis of a mesh; sizes count devices.
struct MeshAxis {
  std::string name;
  int64_t size = 1;
  bool operator==(const MeshAxis&) const = default;
};

// Devices 0..size()-1 laid out row-major over the axes: the last axis varies fastest.
class Mesh {
 public:
  // Reads "fsdp=32,context=4,expert=2". Errors: empty text, an axis without "=size", names other
  // than letters, digits and underscores, sizes below 1, an axis named twice, more than 2^20
  // devices.
  static Result<Mesh> Parse(std::string_view text);
  static Result<Mesh> Create(std::vector<MeshAxis> axes);

  const std::vector<MeshAxis>& axes() const { return axes_; }
  // Number of devices: the product of the axis sizes.
  int64_t size() const;
  // Size of the named axis, or nothing when the mesh has no such axis.
  std::optional<int64_t> AxisSize(std::string_view name) const;
  // Product of the named axes' sizes; every name must be an axis of the mesh.
  Result<int64_t> ProductOf(const std::vector<std::string>& names) const;
  // Position of a device along each axis, in the order of axes().
  std::vector<int64_t> Coordinates(int64_t device) const;

  // "fsdp=32,context=4,expert=2".
  std::string ToString() const;
  // The axes' names, comma separated, for messages.
  std::string AxisNames() const;
  // Shardy text of the mesh: <["fsdp"=32, "context"=4, "expert"=2]>.
  std::string ToShardy() const;

  bool operator==(const Mesh&) const = default;

 private:
  explicit Mesh(std::vector<MeshAxis> axes) : axes_(std::move(axes)) {}
  std::vector<MeshAxis> axes_;
};

}  // namespace logphead

#endif  // LOGPHEAD_MESH_MESH_H_
