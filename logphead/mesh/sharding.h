// SPDX-License-Identifier: Apache-2.0
// Sharding: which mesh axes split each dimension of a tensor, its Shardy text and its per-device
// slices.
#ifndef LOGPHEAD_MESH_SHARDING_H_
#define LOGPHEAD_MESH_SHARDING_H_

#include <cstdint>
#include <string>
#include <vector>

#include "logphead/base/result.h"
#include "logphead/mesh/mesh.h"

namespace logphead {

// How one dimension is split: over `axes`, the first one major. An open dimension may be split
// further by the partitioner; a closed one may not, so a closed dimension without axes is
// replicated.
struct DimSharding {
  std::vector<std::string> axes;
  bool open = false;
  bool operator==(const DimSharding&) const = default;
};

// One DimSharding per dimension, and the axes that the tensor must be replicated over.
struct Sharding {
  std::vector<DimSharding> dims;
  std::vector<std::string> replicated;
  bool operator==(const Sharding&) const = default;

  // Every dimension closed and whole on every device.
  static Sharding Replicated(size_t rank);
  // {"fsdp", "expert"} | {?} | {}, in brackets, with the mesh's name: <@mesh, [{?}, {}]>.
  std::string ToShardy(std::string_view mesh_name = "mesh") const;
};

// Errors: a rank other than the tensor's, an axis the mesh lacks, an axis used twice, replicated
// axes in another order than the mesh's.
Status CheckSharding(const Mesh& mesh, const Sharding& sharding, size_t rank);

// The part of a tensor that one device holds: element offsets and sizes, one per dimension.
struct Slice {
  std::vector<int64_t> begin;
  std::vector<int64_t> size;
  bool operator==(const Slice&) const = default;
};

// The slice of each device, in device order. Open dimensions count as split over their axes alone.
// Errors: CheckSharding's, and a dimension that its axes do not divide.
Result<std::vector<Slice>> DeviceSlices(const Mesh& mesh, const Sharding& sharding,
                                        const std::vector<int64_t>& dims);

// The groups of devices that differ along `axes` alone, each in the order of `axes` (the first
// major); every axis must be one of the mesh's.
std::vector<std::vector<int64_t>> DeviceGroups(const Mesh& mesh,
                                               const std::vector<std::string>& axes);

}  // namespace logphead

#endif  // LOGPHEAD_MESH_SHARDING_H_
