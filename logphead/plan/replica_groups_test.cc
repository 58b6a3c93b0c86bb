// SPDX-License-Identifier: Apache-2.0
// Replica groups: each way to write them, and the axes that they follow.
#include "logphead/plan/replica_groups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "logphead/plan/hlo.pb.h"

namespace logphead {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

using Groups = ReplicaGroups;

hlo_proto::IotaReplicaGroups Iota(int64_t groups, int64_t members,
                                  const std::vector<int64_t>& sizes,
                                  const std::vector<int>& order = {}) {
  hlo_proto::IotaReplicaGroups iota;
  iota.set_num_replica_groups(groups);
  iota.set_num_devices_per_group(members);
  for (const int64_t size : sizes) iota.add_iota_reshape_dims(size);
  for (const int place : order) iota.add_iota_transpose_perm(place);
  return iota;
}

Result<Groups> Of(const hlo_proto::IotaReplicaGroups& iota) {
  hlo_proto::Instruction instruction;
  instruction.set_opcode("all-gather");
  *instruction.mutable_iota_device_list() = iota;
  return GroupsOf(instruction);
}

struct Axis {
  int64_t index = 0;
  int64_t before = 0;  // of a part: the product of sizes before it
  int64_t part = 0;
};

hlo_proto::Instruction OverMesh(const std::vector<int64_t>& sizes, const std::vector<Axis>& axes) {
  hlo_proto::Instruction instruction;
  instruction.set_opcode("all-reduce");
  hlo_proto::MeshGroups* groups = instruction.mutable_mesh_groups();
  for (const int64_t size : sizes) groups->mutable_mesh()->add_axes()->set_size(size);
  for (const Axis& axis : axes) {
    hlo_proto::AxisReference* reference = groups->add_axes();
    reference->set_mesh_axis_index(axis.index);
    if (axis.part == 0) continue;
    reference->mutable_sub_axis()->set_pre_size(axis.before);
    reference->mutable_sub_axis()->set_size(axis.part);
  }
  return instruction;
}

TEST(GroupsOf, ListsAsTheyAre) {
  hlo_proto::Instruction instruction;
  instruction.set_opcode("all-reduce");
  EXPECT_THAT(*GroupsOf(instruction), IsEmpty()) << "all devices";
  for (const auto& [a, b] : {std::pair{0, 2}, std::pair{3, 1}}) {
    hlo_proto::ReplicaGroup* group = instruction.add_replica_groups();
    group->add_replica_ids(a);
    group->add_replica_ids(b);
  }
  EXPECT_EQ(*GroupsOf(instruction), (Groups{{0, 2}, {3, 1}}));
  // In a list of devices too.
  hlo_proto::Instruction other;
  other.set_opcode("all-reduce");
  *other.mutable_device_list()->mutable_replica_groups() = instruction.replica_groups();
  EXPECT_EQ(*GroupsOf(other), (Groups{{0, 2}, {3, 1}}));
}

TEST(GroupsOf, CountsCutIntoGroups) {
  EXPECT_EQ(*Of(Iota(2, 4, {8})), (Groups{{0, 1, 2, 3}, {4, 5, 6, 7}}));
  EXPECT_EQ(*Of(Iota(1, 3, {3})), (Groups{{0, 1, 2}}));
  // [4,2] turned to [2,4]: 0 2 4 6, 1 3 5 7.
  EXPECT_EQ(*Of(Iota(2, 4, {4, 2}, {1, 0})), (Groups{{0, 2, 4, 6}, {1, 3, 5, 7}}));
  // [2,2,2] with the last two turned: 0 2 1 3 4 6 5 7.
  EXPECT_EQ(*Of(Iota(4, 2, {2, 2, 2}, {0, 2, 1})), (Groups{{0, 2}, {1, 3}, {4, 6}, {5, 7}}));
  // [2,3] to [3,2]: 0 3 1 4 2 5.
  EXPECT_EQ(*Of(Iota(2, 3, {2, 3}, {1, 0})), (Groups{{0, 3, 1}, {4, 2, 5}}));
  // [2,3,2] to [2,2,3] by (2,0,1): 0 2 4 6 8 10 1 3 5 7 9 11.
  EXPECT_EQ(*Of(Iota(4, 3, {2, 3, 2}, {2, 0, 1})),
            (Groups{{0, 2, 4}, {6, 8, 10}, {1, 3, 5}, {7, 9, 11}}));
  hlo_proto::Instruction listed;
  listed.set_opcode("all-reduce");
  *listed.mutable_device_list()->mutable_iota_replica_group_list() = Iota(2, 2, {2, 2}, {1, 0});
  EXPECT_EQ(*GroupsOf(listed), (Groups{{0, 2}, {1, 3}}));
}

TEST(GroupsOf, CountsThatDoNotFitAreErrors) {
  for (const hlo_proto::IotaReplicaGroups& bad :
       {Iota(2, 4, {}), Iota(2, 4, {9}), Iota(0, 8, {8}), Iota(8, 0, {8}), Iota(-2, -4, {8}),
        Iota(2, 4, {8, 0}), Iota(2, 4, {-2, -4}), Iota(2, 4, {4, 2}, {1}),
        Iota(2, 4, {4, 2}, {0, 0}), Iota(2, 4, {4, 2}, {1, 2}), Iota(2, 4, {4, 2}, {-1, 0}),
        Iota(2, 4, {4, 2}, {0, 1, 2}), Iota(4, (int64_t{1} << 62) + 2, {8}),
        Iota(1, int64_t{1} << 21, {int64_t{1} << 21}),
        Iota(1, 1, {int64_t{1} << 40, int64_t{1} << 40})}) {
    const auto groups = Of(bad);
    ASSERT_FALSE(groups.ok()) << bad.ShortDebugString();
    EXPECT_EQ(groups.error().code(), Code::kDataLoss);
    EXPECT_THAT(groups.error().message(), HasSubstr("do not fit their dimensions"));
  }
}

TEST(GroupsOf, AxesOfAMesh) {
  EXPECT_EQ(*GroupsOf(OverMesh({2, 2, 2}, {{0}})), (Groups{{0, 4}, {1, 5}, {2, 6}, {3, 7}}));
  EXPECT_EQ(*GroupsOf(OverMesh({2, 2, 2}, {{1}})), (Groups{{0, 2}, {1, 3}, {4, 6}, {5, 7}}));
  EXPECT_EQ(*GroupsOf(OverMesh({2, 2, 2}, {{2}})), (Groups{{0, 1}, {2, 3}, {4, 5}, {6, 7}}));
  EXPECT_EQ(*GroupsOf(OverMesh({2, 2, 2}, {{0}, {2}})), (Groups{{0, 1, 4, 5}, {2, 3, 6, 7}}));
  EXPECT_EQ(*GroupsOf(OverMesh({2, 3}, {{1}, {0}})), (Groups{{0, 1, 2, 3, 4, 5}}));
  EXPECT_EQ(*GroupsOf(OverMesh({3}, {})), (Groups{{0}, {1}, {2}})) << "along no axis";
}

TEST(GroupsOf, PartsOfAxes) {
  // 12 as 2 x 3 x 2, the part before, in and after.
  EXPECT_EQ(*GroupsOf(OverMesh({12}, {{0, 1, 2}})),
            (Groups{{0, 6}, {1, 7}, {2, 8}, {3, 9}, {4, 10}, {5, 11}}));
  EXPECT_EQ(*GroupsOf(OverMesh({12}, {{0, 2, 3}})),
            (Groups{{0, 2, 4}, {1, 3, 5}, {6, 8, 10}, {7, 9, 11}}));
  EXPECT_EQ(*GroupsOf(OverMesh({12}, {{0, 6, 2}})),
            (Groups{{0, 1}, {2, 3}, {4, 5}, {6, 7}, {8, 9}, {10, 11}}));
  // Of the first of two axes, with the whole second.
  EXPECT_EQ(*GroupsOf(OverMesh({4, 2}, {{0, 2, 2}, {1}})), (Groups{{0, 1, 2, 3}, {4, 5, 6, 7}}));
}

TEST(GroupsOf, AxesThatAreNotThereAreErrors) {
  for (const hlo_proto::Instruction& bad :
       {OverMesh({}, {{0}}), OverMesh({2, 0}, {{0}}), OverMesh({2}, {{1}}), OverMesh({2}, {{-1}}),
        OverMesh({12}, {{0, 0, 2}}), OverMesh({12}, {{0, 1, -2}}), OverMesh({12}, {{0, 5, 2}}),
        OverMesh({12}, {{0, 24, 2}}), OverMesh({12}, {{0, 6, 4}}), OverMesh({4}, {{0}, {0}}),
        OverMesh({int64_t{1} << 21}, {{0}})}) {
    const auto groups = GroupsOf(bad);
    ASSERT_FALSE(groups.ok()) << bad.ShortDebugString();
    EXPECT_EQ(groups.error().code(), Code::kDataLoss);
    EXPECT_THAT(groups.error().message(), HasSubstr("axes that their mesh lacks"));
  }
}

TEST(GroupsOf, AMeshMayOrderItsDevices) {
  hlo_proto::Instruction ordered = OverMesh({2, 2}, {{0}});
  hlo_proto::DeviceMesh* mesh = ordered.mutable_mesh_groups()->mutable_mesh();
  const auto set_order = [mesh](const std::vector<int64_t>& order) {
    mesh->clear_device_ids();
    for (const int64_t device : order) mesh->add_device_ids(device);
  };
  // Places 0 and 2 of the mesh differ along its first axis, as 1 and 3 do.
  set_order({0, 1, 3, 2});
  EXPECT_EQ(*GroupsOf(ordered), (Groups{{0, 3}, {1, 2}}));
  set_order({3, 2, 1, 0});
  EXPECT_EQ(*GroupsOf(ordered), (Groups{{3, 1}, {2, 0}}));
  for (const std::vector<int64_t>& bad : {std::vector<int64_t>{0, 1, 2},
                                          {0, 1, 2, 2},
                                          {0, 1, 2, 4},
                                          {0, 1, 2, -1},
                                          {0, 1, 2, 3, 4}}) {
    set_order(bad);
    const auto groups = GroupsOf(ordered);
    ASSERT_FALSE(groups.ok());
    EXPECT_EQ(groups.error().code(), Code::kDataLoss);
  }
}

// As libtpu 0.0.45 writes the groups along an axis that is not the last: 0, 2, 4, 6, 1, 3, 5, 7.
TEST(GroupsOf, AMeshMayTransposeItsDevices) {
  hlo_proto::Instruction ordered = OverMesh({1, 2, 4}, {{2}});
  hlo_proto::DeviceMesh* mesh = ordered.mutable_mesh_groups()->mutable_mesh();
  for (const int64_t size : {4, 2}) mesh->mutable_device_order()->add_reshape_dims(size);
  for (const int axis : {1, 0}) mesh->mutable_device_order()->add_transpose_perm(axis);
  EXPECT_EQ(*GroupsOf(ordered), (Groups{{0, 2, 4, 6}, {1, 3, 5, 7}}));
  mesh->mutable_device_order()->set_reshape_dims(0, 2);
  EXPECT_EQ(GroupsOf(ordered).error().code(), Code::kDataLoss);
  // Fields that may say another order.
  mesh->clear_device_order();
  EXPECT_EQ(*GroupsOf(ordered), (Groups{{0, 1, 2, 3}, {4, 5, 6, 7}}));
  mesh->GetReflection()->MutableUnknownFields(mesh)->AddVarint(9, 1);
  EXPECT_EQ(GroupsOf(ordered).error().code(), Code::kUnimplemented);
}

TEST(GroupsOf, PermutesConnectDevices) {
  hlo_proto::Instruction permute;
  permute.set_opcode("collective-permute-start");
  EXPECT_THAT(*GroupsOf(permute), IsEmpty());
  // 0 -> 1 -> 2, 5 -> 4, 3 to itself.
  for (const auto& [source, target] :
       {std::pair{1, 2}, std::pair{0, 1}, std::pair{5, 4}, std::pair{3, 3}}) {
    hlo_proto::SourceTarget* pair = permute.add_source_target_pairs();
    pair->set_source(source);
    pair->set_target(target);
  }
  auto groups = *GroupsOf(permute);
  EXPECT_THAT(groups, ::testing::UnorderedElementsAre(::testing::UnorderedElementsAre(0, 1, 2),
                                                      ::testing::UnorderedElementsAre(4, 5),
                                                      ::testing::ElementsAre(3)));
}

TEST(AxesOf, EverySetOfAxes) {
  const Mesh mesh = *Mesh::Parse("fsdp=2,context=3,expert=4");
  // By hand: strides 12, 4, 1.
  const std::map<std::string, std::pair<std::vector<int64_t>, int>> kFirst = {
      {"fsdp", {{0, 12}, 12}},
      {"context", {{0, 4, 8}, 8}},
      {"expert", {{0, 1, 2, 3}, 6}},
      {"fsdp,context", {{0, 4, 8, 12, 16, 20}, 4}},
      {"fsdp,expert", {{0, 1, 2, 3, 12, 13, 14, 15}, 3}},
      {"context,expert", {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, 2}}};
  for (unsigned set = 1; set < 8; ++set) {
    std::vector<Axis> axes;
    std::string names;
    for (unsigned i = 0; i < 3; ++i) {
      if ((set >> i & 1) == 0) continue;
      axes.insert(axes.begin(), Axis{i});
      names += (names.empty() ? "" : ",") + mesh.axes()[i].name;
    }
    Groups groups = *GroupsOf(OverMesh({2, 3, 4}, axes));
    EXPECT_EQ(AxesOf(groups, mesh), names);
    if (set != 7) {
      EXPECT_EQ(groups.front(), kFirst.at(names).first);
      EXPECT_EQ(groups.size(), static_cast<size_t>(kFirst.at(names).second));
    }
    // In whatever order they are written.
    std::reverse(groups.begin(), groups.end());
    for (auto& group : groups) std::reverse(group.begin(), group.end());
    EXPECT_EQ(AxesOf(groups, mesh), names);
  }
  EXPECT_EQ(AxesOf({}, mesh), "fsdp,context,expert");
}

TEST(AxesOf, AxesOfOneDeviceAreInNoSet) {
  const Mesh mesh = *Mesh::Parse("a=1,b=4,c=1,d=2");
  EXPECT_EQ(AxesOf({}, mesh), "b,d");
  EXPECT_EQ(AxesOf({{0, 2, 4, 6}, {1, 3, 5, 7}}, mesh), "b");
  EXPECT_EQ(AxesOf({{0, 1}, {2, 3}, {4, 5}, {6, 7}}, mesh), "d");
  EXPECT_EQ(AxesOf({}, *Mesh::Parse("a=1")), "");
}

TEST(AxesOf, GroupsThatFollowNoAxes) {
  const Mesh mesh = *Mesh::Parse("a=4,b=2");
  EXPECT_EQ(AxesOf({{0, 1, 2, 3}, {4, 5, 6, 7}}, mesh), "") << "half of a, and b";
  EXPECT_EQ(AxesOf({{0, 3}, {1, 2}, {4, 7}, {5, 6}}, mesh), "");
  EXPECT_EQ(AxesOf({{0, 1}, {2, 3}}, mesh), "") << "some devices only";
  EXPECT_EQ(AxesOf({{0, 1}, {2, 3}, {4, 5}, {6, 8}}, mesh), "") << "another device";
  EXPECT_EQ(AxesOf({{0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}}, mesh), "") << "each alone";
  EXPECT_EQ(AxesOf({{0, 1}, {2, 3, 4}}, mesh), "");
}

}  // namespace
}  // namespace logphead
