// SPDX-License-Identifier: Apache-2.0
// Replica groups: which devices a collective joins, and along which mesh axes.
#ifndef LOGPHEAD_PLAN_REPLICA_GROUPS_H_
#define LOGPHEAD_PLAN_REPLICA_GROUPS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "logphead/base/result.h"
#include "logphead/mesh/mesh.h"

namespace logphead {

namespace hlo_proto {
class Instruction;
}  // namespace hlo_proto

// Groups of devices, numbered by their place in the mesh. None at all: all devices are one group.
using ReplicaGroups = std::vector<std::vector<int64_t>>;

// The groups of a collective, however its compiler writes them: lists, or a reshaped and transposed
// count. Of a collective-permute: the sets of devices that its sends connect. Errors: counts that
// do not fit each other, or more than 2^20 devices.
Result<ReplicaGroups> GroupsOf(const hlo_proto::Instruction& instruction);

// The axes along which the devices of a group differ: "fsdp", or "context,expert" in the order of
// the mesh, where the groups are exactly those that these axes form. Empty where no axes form them
// (as those of a part of an axis), or where the devices are not those of the mesh.
std::string AxesOf(const ReplicaGroups& groups, const Mesh& mesh);

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_REPLICA_GROUPS_H_
