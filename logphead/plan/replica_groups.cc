// SPDX-License-Identifier: Apache-2.0
// Replica groups: reading them, and trying sets of axes.
#include "logphead/plan/replica_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "logphead/plan/hlo.pb.h"

namespace logphead {
namespace {

constexpr int64_t kMostDevices = int64_t{1} << 20;
// Sets of axes that are tried: 2 to this power.
constexpr size_t kMostAxes = 12;

// The product of positive sizes; 0 when one is not, or beyond kMostDevices.
template <typename Sizes>
int64_t Product(const Sizes& sizes) {
  int64_t product = 1;
  for (const int64_t size : sizes) {
    if (size < 1 || size > kMostDevices / product) return 0;
    product *= size;
  }
  return product;
}

// Whether numbers are 0, 1, 2, ... in some order.
bool IsPermutation(const std::vector<int64_t>& numbers) {
  std::vector<bool> seen(numbers.size(), false);
  for (const int64_t number : numbers) {
    const auto place = static_cast<size_t>(number);  // a negative one becomes too large
    if (place >= numbers.size() || seen[place]) return false;
    seen[place] = true;
  }
  return true;
}

// 0, 1, 2, ... laid out over `dimensions`, transposed, and cut into groups.
Result<ReplicaGroups> FromCount(const hlo_proto::IotaReplicaGroups& iota) {
  const auto& sizes = iota.iota_reshape_dims();
  const auto& order = iota.iota_transpose_perm();
  const int64_t total = Product(sizes);
  const int64_t groups = iota.num_replica_groups();
  const int64_t members = iota.num_devices_per_group();
  const bool permuted = order.empty() || (order.size() == sizes.size() &&
                                          IsPermutation({order.begin(), order.end()}));
  if (sizes.empty() || total == 0 || groups < 1 || members < 1 || groups > total ||
      members > total || groups * members != total || !permuted) {
    return DataLoss(fmt::format("replica groups of {} x {} devices do not fit their dimensions",
                                groups, members));
  }
  const int rank = sizes.size();
  std::vector<int64_t> strides(static_cast<size_t>(rank), 1);
  for (int i = rank - 2; i >= 0; --i) {
    strides[static_cast<size_t>(i)] = strides[static_cast<size_t>(i) + 1] * sizes[i + 1];
  }
  ReplicaGroups result(static_cast<size_t>(groups));
  for (int64_t at = 0; at < total; ++at) {
    int64_t rest = at;
    int64_t device = 0;
    for (int i = rank - 1; i >= 0; --i) {
      const int from = order.empty() ? i : order[i];
      device += rest % sizes[from] * strides[static_cast<size_t>(from)];
      rest /= sizes[from];
    }
    result[static_cast<size_t>(at / members)].push_back(device);
  }
  return result;
}

// The devices of a mesh in its order: as listed, or 0, 1, 2, ... reshaped and transposed. None: in
// the order of their numbers.
Result<std::vector<int64_t>> OrderOf(const hlo_proto::DeviceMesh& mesh, int64_t total) {
  // What is not known may be an order, and groups without it would be wrong.
  if (!mesh.GetReflection()->GetUnknownFields(mesh).empty()) {
    return Unimplemented("replica groups over a mesh with fields that are not known");
  }
  std::vector<int64_t> order(mesh.device_ids().begin(), mesh.device_ids().end());
  if (mesh.has_device_order()) {
    hlo_proto::IotaReplicaGroups all;
    *all.mutable_iota_reshape_dims() = mesh.device_order().reshape_dims();
    *all.mutable_iota_transpose_perm() = mesh.device_order().transpose_perm();
    all.set_num_replica_groups(1);
    all.set_num_devices_per_group(total);
    LOGPHEAD_ASSIGN_OR_RETURN(const ReplicaGroups groups, FromCount(all));
    order = groups.front();
  }
  if (!order.empty() && (static_cast<int64_t>(order.size()) != total || !IsPermutation(order))) {
    return DataLoss("replica groups are over a mesh whose list of devices does not fit its axes");
  }
  return order;
}

// Groups of devices that differ along some axes of a mesh of the compiler's own. An axis in parts
// is taken apart first: [before, part, after].
Result<ReplicaGroups> FromMesh(const hlo_proto::MeshGroups& groups) {
  std::vector<int64_t> sizes;
  for (const hlo_proto::MeshAxis& axis : groups.mesh().axes()) sizes.push_back(axis.size());
  const auto damaged = [] { return DataLoss("replica groups name axes that their mesh lacks"); };
  const int64_t total = Product(sizes);
  if (sizes.empty() || total == 0) return damaged();
  LOGPHEAD_ASSIGN_OR_RETURN(const std::vector<int64_t> order, OrderOf(groups.mesh(), total));
  // Strides and sizes of what the members of a group differ in.
  std::vector<std::pair<int64_t, int64_t>> steps;
  for (const hlo_proto::AxisReference& reference : groups.axes()) {
    const int64_t index = reference.mesh_axis_index();
    if (index < 0 || index >= static_cast<int64_t>(sizes.size())) return damaged();
    int64_t stride = 1;
    for (size_t i = static_cast<size_t>(index) + 1; i < sizes.size(); ++i) stride *= sizes[i];
    int64_t size = sizes[static_cast<size_t>(index)];
    if (reference.has_sub_axis()) {
      const int64_t before = reference.sub_axis().pre_size();
      const int64_t part = reference.sub_axis().size();
      if (before < 1 || part < 1 || before > size || part > size || size % (before * part) != 0) {
        return damaged();
      }
      stride *= size / (before * part);
      size = part;
    }
    steps.emplace_back(stride, size);
  }
  std::map<int64_t, std::vector<int64_t>> by_first;
  for (int64_t device = 0; device < total; ++device) {
    int64_t first = device;
    for (const auto& [stride, size] : steps) first -= device / stride % size * stride;
    by_first[first].push_back(order.empty() ? device : order[static_cast<size_t>(device)]);
  }
  int64_t members = 1;
  for (const auto& [stride, size] : steps) members = std::min(members * size, kMostDevices + 1);
  ReplicaGroups result;
  for (auto& [first, devices] : by_first) {
    // Axes named twice.
    if (static_cast<int64_t>(devices.size()) != members) return damaged();
    result.push_back(std::move(devices));
  }
  return result;
}

template <typename Lists>
ReplicaGroups FromLists(const Lists& lists) {
  ReplicaGroups groups;
  for (const auto& list : lists) {
    groups.emplace_back(list.replica_ids().begin(), list.replica_ids().end());
  }
  return groups;
}

// Devices that sends connect, directly or through others.
ReplicaGroups Connected(const hlo_proto::Instruction& instruction) {
  std::map<int64_t, int64_t> parent;
  const auto root = [&parent](int64_t device) {
    parent.try_emplace(device, device);
    while (parent[device] != device) {
      parent[device] = parent[parent[device]];
      device = parent[device];
    }
    return device;
  };
  for (const auto& pair : instruction.source_target_pairs()) {
    const int64_t source = root(pair.source());
    parent[root(pair.target())] = source;
  }
  std::map<int64_t, std::vector<int64_t>> sets;
  for (const auto& entry : std::map<int64_t, int64_t>(parent)) {
    sets[root(entry.first)].push_back(entry.first);
  }
  ReplicaGroups groups;
  for (auto& [first, devices] : sets) groups.push_back(std::move(devices));
  return groups;
}

// Sorted inside and among each other, so that equal partitions are equal.
ReplicaGroups Canonical(ReplicaGroups groups) {
  for (std::vector<int64_t>& group : groups) std::sort(group.begin(), group.end());
  std::sort(groups.begin(), groups.end());
  return groups;
}

// The groups that a set of axes (bits, in the mesh's order) forms.
ReplicaGroups GroupsAlong(const Mesh& mesh, uint64_t axes) {
  std::map<std::vector<int64_t>, std::vector<int64_t>> groups;
  for (int64_t device = 0; device < mesh.size(); ++device) {
    std::vector<int64_t> elsewhere = mesh.Coordinates(device);
    for (size_t i = 0; i < elsewhere.size(); ++i) {
      if ((axes >> i & 1) != 0) elsewhere[i] = 0;
    }
    groups[elsewhere].push_back(device);
  }
  ReplicaGroups result;
  for (auto& [place, devices] : groups) result.push_back(std::move(devices));
  return result;
}

}  // namespace

Result<ReplicaGroups> GroupsOf(const hlo_proto::Instruction& instruction) {
  if (instruction.opcode().starts_with("collective-permute")) return Connected(instruction);
  if (instruction.has_mesh_groups()) return FromMesh(instruction.mesh_groups());
  if (instruction.has_iota_device_list()) return FromCount(instruction.iota_device_list());
  const hlo_proto::DeviceList& devices = instruction.device_list();
  if (devices.has_iota_replica_group_list()) return FromCount(devices.iota_replica_group_list());
  if (devices.replica_groups_size() > 0) return FromLists(devices.replica_groups());
  return FromLists(instruction.replica_groups());
}

std::string AxesOf(const ReplicaGroups& groups, const Mesh& mesh) {
  const std::vector<MeshAxis>& axes = mesh.axes();
  if (axes.size() > kMostAxes) return "";
  const auto names = [&axes](uint64_t set) {
    std::string text;
    for (size_t i = 0; i < axes.size(); ++i) {
      if ((set >> i & 1) != 0) text += (text.empty() ? "" : ",") + axes[i].name;
    }
    return text;
  };
  // Axes of one device are in no set: they would make two sets form the same groups.
  uint64_t all = 0;
  for (size_t i = 0; i < axes.size(); ++i) all |= axes[i].size > 1 ? uint64_t{1} << i : 0;
  if (groups.empty()) return names(all);
  const ReplicaGroups wanted = Canonical(groups);
  for (uint64_t set = 1; set <= all; ++set) {
    if ((set & ~all) != 0) continue;
    int64_t size = 1;
    for (size_t i = 0; i < axes.size(); ++i) size *= (set >> i & 1) != 0 ? axes[i].size : 1;
    if (static_cast<size_t>(size) != wanted.front().size()) continue;
    if (Canonical(GroupsAlong(mesh, set)) == wanted) return names(set);
  }
  return "";
}

}  // namespace logphead
