// SPDX-License-Identifier: Apache-2.0
// Sharding: Shardy text, checks, and the slice of every device.
#include "logphead/mesh/sharding.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace logphead {
namespace {

using ::testing::HasSubstr;

DimSharding Over(std::vector<std::string> axes, bool open = false) {
  return DimSharding{std::move(axes), open};
}

TEST(Sharding, ShardyText) {
  EXPECT_EQ((Sharding{{Over({}, true), Over({})}, {}}.ToShardy()), "<@mesh, [{?}, {}]>");
  EXPECT_EQ((Sharding{{Over({"fsdp", "expert"}), Over({"context"}, true), Over({})}, {}}.ToShardy(
                "other")),
            "<@other, [{\"fsdp\", \"expert\"}, {\"context\", ?}, {}]>");
  EXPECT_EQ((Sharding{{Over({"a"})}, {"b", "c"}}.ToShardy()),
            "<@mesh, [{\"a\"}], replicated={\"b\", \"c\"}>");
  EXPECT_EQ(Sharding::Replicated(0).ToShardy(), "<@mesh, []>");
  EXPECT_EQ(Sharding::Replicated(3).ToShardy(), "<@mesh, [{}, {}, {}]>");
}

TEST(Sharding, ReplicatedIsClosed) {
  const Sharding sharding = Sharding::Replicated(2);
  ASSERT_EQ(sharding.dims.size(), 2U);
  for (const DimSharding& dim : sharding.dims) EXPECT_EQ(dim, Over({}));
  EXPECT_TRUE(sharding.replicated.empty());
}

TEST(Sharding, Checks) {
  const Mesh mesh = *Mesh::Parse("a=2,b=3");
  EXPECT_TRUE(CheckSharding(mesh, Sharding{{Over({"b", "a"}), Over({})}, {}}, 2).ok());
  EXPECT_TRUE(CheckSharding(mesh, Sharding{{Over({"b"}, true)}, {"a"}}, 1).ok());
  const auto message = [&](const Sharding& sharding, size_t rank) {
    const Status status = CheckSharding(mesh, sharding, rank);
    return status.ok() ? std::string("ok") : status.error().message();
  };
  EXPECT_EQ(message(Sharding::Replicated(2), 3),
            "a sharding of 2 dimensions is given to a tensor of 3");
  EXPECT_EQ(message(Sharding{{Over({"c"})}, {}}, 1), "the mesh has no axis 'c' (its axes: a, b)");
  EXPECT_EQ(message(Sharding{{Over({})}, {"c"}}, 1), "the mesh has no axis 'c' (its axes: a, b)");
  const char* twice = "mesh axis 'a' is used twice in the sharding of one tensor";
  EXPECT_EQ(message(Sharding{{Over({"a"}), Over({"a"})}, {}}, 2), twice);
  EXPECT_EQ(message(Sharding{{Over({"a", "a"})}, {}}, 1), twice);
  EXPECT_EQ(message(Sharding{{Over({"a"})}, {"a"}}, 1), twice);
  EXPECT_EQ(message(Sharding{{Over({})}, {"a", "b"}}, 1), "ok");
  EXPECT_EQ(message(Sharding{{Over({})}, {"b", "a"}}, 1),
            "replicated axes \"b\", \"a\" are not in the order of the mesh (a, b)");
}

TEST(DeviceSlices, OneAxisPerDimension) {
  const Mesh mesh = *Mesh::Parse("a=2,b=3");
  const auto slices = DeviceSlices(mesh, Sharding{{Over({"a"}), Over({"b"})}, {}}, {8, 9});
  ASSERT_TRUE(slices.ok()) << slices.error().ToString();
  EXPECT_EQ(*slices, (std::vector<Slice>{{{0, 0}, {4, 3}},
                                         {{0, 3}, {4, 3}},
                                         {{0, 6}, {4, 3}},
                                         {{4, 0}, {4, 3}},
                                         {{4, 3}, {4, 3}},
                                         {{4, 6}, {4, 3}}}));
}

TEST(DeviceSlices, TheFirstAxisOfADimensionIsMajor) {
  const Mesh mesh = *Mesh::Parse("a=2,b=3");
  const auto begins = [&](std::vector<std::string> axes) {
    const auto slices = DeviceSlices(mesh, Sharding{{Over(std::move(axes))}, {}}, {12});
    std::vector<int64_t> at;
    for (const Slice& slice : *slices) {
      EXPECT_EQ(slice.size, std::vector<int64_t>{2});
      at.push_back(slice.begin[0]);
    }
    return at;
  };
  // Devices are (a, b) = (0,0), (0,1), (0,2), (1,0), (1,1), (1,2).
  EXPECT_EQ(begins({"a", "b"}), (std::vector<int64_t>{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(begins({"b", "a"}), (std::vector<int64_t>{0, 4, 8, 2, 6, 10}));
}

TEST(DeviceSlices, AxesThatAreNotUsedHoldCopies) {
  const Mesh mesh = *Mesh::Parse("fsdp=2,context=2,expert=2");
  const Sharding rows{{Over({"fsdp", "expert"}), Over({}), Over({}, true)}, {}};
  const auto slices = DeviceSlices(mesh, rows, {8, 5, 7});
  ASSERT_TRUE(slices.ok()) << slices.error().ToString();
  for (int64_t device = 0; device < 8; ++device) {
    const std::vector<int64_t> at = mesh.Coordinates(device);
    const Slice& slice = (*slices)[static_cast<size_t>(device)];
    EXPECT_EQ(slice.begin, (std::vector<int64_t>{(at[0] * 2 + at[2]) * 2, 0, 0}));
    EXPECT_EQ(slice.size, (std::vector<int64_t>{2, 5, 7}));
  }
}

// Every element is held by as many devices as the unused axes have positions.
TEST(DeviceSlices, CoverEachElementEquallyOften) {
  const Mesh mesh = *Mesh::Parse("a=2,b=3,c=2");
  const std::vector<std::pair<Sharding, int>> cases = {
      {Sharding{{Over({"c", "a"}), Over({"b"})}, {}}, 1},
      {Sharding{{Over({"b"}), Over({"a"})}, {}}, 2},
      {Sharding{{Over({}), Over({"b", "c"})}, {"a"}}, 2},
      {Sharding{{Over({}), Over({"a", "b", "c"})}, {}}, 1},
      {Sharding::Replicated(2), 12}};
  for (const auto& [sharding, copies] : cases) {
    const std::vector<int64_t> dims = {12, 24};
    std::vector<int> held(12 * 24, 0);
    const auto slices = DeviceSlices(mesh, sharding, dims);
    ASSERT_TRUE(slices.ok()) << slices.error().ToString();
    ASSERT_EQ(slices->size(), 12U);
    for (const Slice& slice : *slices) {
      for (int64_t i = slice.begin[0]; i < slice.begin[0] + slice.size[0]; ++i) {
        for (int64_t j = slice.begin[1]; j < slice.begin[1] + slice.size[1]; ++j) {
          ++held.at(static_cast<size_t>(i * 24 + j));
        }
      }
    }
    EXPECT_THAT(held, ::testing::Each(copies)) << sharding.ToShardy();
  }
}

TEST(DeviceSlices, ScalarsAndEmptyTensors) {
  const Mesh mesh = *Mesh::Parse("a=2");
  EXPECT_EQ(*DeviceSlices(mesh, Sharding::Replicated(0), {}), (std::vector<Slice>(2)));
  EXPECT_EQ(*DeviceSlices(mesh, Sharding{{Over({"a"}), Over({})}, {}}, {0, 3}),
            (std::vector<Slice>{{{0, 0}, {0, 3}}, {{0, 0}, {0, 3}}}));
}

TEST(DeviceSlices, Refuses) {
  const Mesh mesh = *Mesh::Parse("a=2,b=3");
  const auto ragged = DeviceSlices(mesh, Sharding{{Over({}), Over({"a", "b"})}, {}}, {2, 8});
  ASSERT_FALSE(ragged.ok());
  EXPECT_EQ(ragged.error().message(), "dimension 1 of size 8 is not a multiple of its 6 parts");
  const auto rank = DeviceSlices(mesh, Sharding::Replicated(1), {2, 8});
  ASSERT_FALSE(rank.ok());
  EXPECT_THAT(rank.error().message(), HasSubstr("1 dimensions is given to a tensor of 2"));
}

TEST(DeviceGroups, DifferAlongTheAxesAlone) {
  const Mesh mesh = *Mesh::Parse("fsdp=2,context=2,expert=2");
  using Groups = std::vector<std::vector<int64_t>>;
  EXPECT_EQ(DeviceGroups(mesh, {"expert"}), (Groups{{0, 1}, {2, 3}, {4, 5}, {6, 7}}));
  EXPECT_EQ(DeviceGroups(mesh, {"fsdp"}), (Groups{{0, 4}, {1, 5}, {2, 6}, {3, 7}}));
  EXPECT_EQ(DeviceGroups(mesh, {"context", "expert"}), (Groups{{0, 1, 2, 3}, {4, 5, 6, 7}}));
  // The first axis is major: along it devices are furthest apart.
  EXPECT_EQ(DeviceGroups(mesh, {"expert", "context"}), (Groups{{0, 2, 1, 3}, {4, 6, 5, 7}}));
  EXPECT_EQ(DeviceGroups(mesh, {"expert", "fsdp"}), (Groups{{0, 4, 1, 5}, {2, 6, 3, 7}}));
  EXPECT_EQ(DeviceGroups(mesh, {}), (Groups{{0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}}));
}

// As sharded tensors have it: the device at place i of a group holds part i.
TEST(DeviceGroups, AreInTheOrderOfTheParts) {
  const Mesh mesh = *Mesh::Parse("a=2,b=3,c=2");
  for (const std::vector<std::string>& axes :
       {std::vector<std::string>{"b"}, {"c", "a"}, {"b", "a", "c"}}) {
    const int64_t parts = *mesh.ProductOf(axes);
    const auto slices = DeviceSlices(mesh, Sharding{{Over(axes)}, {}}, {parts});
    ASSERT_TRUE(slices.ok()) << slices.error().ToString();
    size_t devices = 0;
    for (const std::vector<int64_t>& group : DeviceGroups(mesh, axes)) {
      ASSERT_EQ(static_cast<int64_t>(group.size()), parts);
      for (size_t i = 0; i < group.size(); ++i) {
        EXPECT_EQ((*slices)[static_cast<size_t>(group[i])].begin[0], static_cast<int64_t>(i));
      }
      devices += group.size();
    }
    EXPECT_EQ(devices, 12U);
  }
}

}  // namespace
}  // namespace logphead
