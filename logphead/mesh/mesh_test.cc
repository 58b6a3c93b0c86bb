// SPDX-License-Identifier: Apache-2.0
// Mesh: what parses, what is refused, device coordinates and texts.
#include "logphead/mesh/mesh.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace logphead {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Mesh, ParsesAxesInOrder) {
  const auto mesh = Mesh::Parse("fsdp=32,context=4,expert=2");
  ASSERT_TRUE(mesh.ok()) << mesh.error().ToString();
  EXPECT_THAT(mesh->axes(),
              ElementsAre(MeshAxis{"fsdp", 32}, MeshAxis{"context", 4}, MeshAxis{"expert", 2}));
  EXPECT_EQ(mesh->size(), 256);
  EXPECT_EQ(mesh->AxisNames(), "fsdp, context, expert");
}

TEST(Mesh, TextsReadBack) {
  for (const char* text : {"d=1", "fsdp=2,context=2,expert=2", "_a9=3,B=5"}) {
    const auto mesh = Mesh::Parse(text);
    ASSERT_TRUE(mesh.ok()) << mesh.error().ToString();
    EXPECT_EQ(mesh->ToString(), text);
    EXPECT_EQ(*Mesh::Parse(mesh->ToString()), *mesh);
  }
}

TEST(Mesh, ShardyText) {
  EXPECT_EQ(Mesh::Parse("fsdp=32,context=4,expert=2")->ToShardy(),
            "<[\"fsdp\"=32, \"context\"=4, \"expert\"=2]>");
  EXPECT_EQ(Mesh::Parse("d=1")->ToShardy(), "<[\"d\"=1]>");
}

struct Refused {
  const char* name;
  const char* text;
  const char* message;
};

void PrintTo(const Refused& each, std::ostream* out) { *out << each.name; }

class MeshRefuses : public ::testing::TestWithParam<Refused> {};

TEST_P(MeshRefuses, Text) {
  const auto mesh = Mesh::Parse(GetParam().text);
  ASSERT_FALSE(mesh.ok()) << mesh->ToString();
  EXPECT_EQ(mesh.error().code(), Code::kInvalidArgument);
  EXPECT_THAT(mesh.error().message(), HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Texts, MeshRefuses,
    ::testing::Values(
        Refused{"Empty", "", "the mesh has no axes"},
        Refused{"NoSize", "fsdp", "mesh axis 'fsdp' has no size"},
        Refused{"NoSizeLater", "fsdp=2,context", "mesh axis 'context' has no size"},
        Refused{"NoName", "=2", "mesh axis name '' is not letters"},
        Refused{"EmptySize", "fsdp=", "size '' of mesh axis 'fsdp' is not a whole number"},
        Refused{"Fraction", "fsdp=2.5", "size '2.5' of mesh axis 'fsdp' is not a whole number"},
        Refused{"Word", "fsdp=two", "'two'"}, Refused{"Trailing", "fsdp=2x", "'2x'"},
        Refused{"Blank", "fsdp= 2", "' 2'"}, Refused{"TwoSizes", "fsdp=2=3", "'2=3'"},
        Refused{"TooLongNumber", "fsdp=99999999999999999999", "'99999999999999999999'"},
        Refused{"Zero", "fsdp=2,context=0", "mesh axis 'context' has size 0 (use 1 or more)"},
        Refused{"Negative", "fsdp=-8", "mesh axis 'fsdp' has size -8 (use 1 or more)"},
        Refused{"Twice", "fsdp=2,fsdp=4", "mesh axis 'fsdp' is named twice"},
        Refused{"BadName", "f-sdp=2", "mesh axis name 'f-sdp' is not letters"},
        Refused{"QuoteInName", "a\"b=2", "is not letters"},
        Refused{"DigitFirst", "2d=2", "mesh axis name '2d' is not letters"},
        Refused{"CommaAtEnd", "fsdp=2,", "the mesh ends in a comma"},
        Refused{"CommaFirst", ",fsdp=2", "mesh axis '' has no size"},
        Refused{"TwoCommas", "fsdp=2,,expert=2", "mesh axis '' has no size"},
        Refused{"TooManyDevices", "a=1024,b=1025", "more than 1048576 devices"},
        // The product of these sizes is 0 modulo 2^64.
        Refused{"Overflow", "a=4294967296,b=4294967296", "more than 1048576 devices"}),
    [](const auto& each) { return each.param.name; });

TEST(Mesh, TakesTheLargestSize) { EXPECT_TRUE(Mesh::Parse("a=1024,b=1024").ok()); }

TEST(Mesh, CreateChecksAsParseDoes) {
  EXPECT_FALSE(Mesh::Create({}).ok());
  EXPECT_FALSE(Mesh::Create({{"a", 2}, {"a", 2}}).ok());
  EXPECT_FALSE(Mesh::Create({{"a b", 2}}).ok());
  EXPECT_EQ(*Mesh::Create({{"a", 2}, {"b", 3}}), *Mesh::Parse("a=2,b=3"));
}

TEST(Mesh, AxisSizes) {
  const Mesh mesh = *Mesh::Parse("fsdp=4,context=2,expert=3");
  EXPECT_EQ(mesh.AxisSize("context"), 2);
  EXPECT_EQ(mesh.AxisSize("Context"), std::nullopt);
  EXPECT_EQ(*mesh.ProductOf({}), 1);
  EXPECT_EQ(*mesh.ProductOf({"expert", "fsdp"}), 12);
  const auto missing = mesh.ProductOf({"fsdp", "tensor"});
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().message(),
            "the mesh has no axis 'tensor' (its axes: fsdp, context, expert)");
}

TEST(Mesh, TheLastAxisVariesFastest) {
  const Mesh mesh = *Mesh::Parse("fsdp=2,context=3,expert=2");
  EXPECT_THAT(mesh.Coordinates(0), ElementsAre(0, 0, 0));
  EXPECT_THAT(mesh.Coordinates(1), ElementsAre(0, 0, 1));
  EXPECT_THAT(mesh.Coordinates(2), ElementsAre(0, 1, 0));
  EXPECT_THAT(mesh.Coordinates(7), ElementsAre(1, 0, 1));
  EXPECT_THAT(mesh.Coordinates(11), ElementsAre(1, 2, 1));
}

TEST(Mesh, EachDeviceHasCoordinatesOfItsOwn) {
  const Mesh mesh = *Mesh::Parse("a=3,b=5,c=2");
  std::set<std::vector<int64_t>> seen;
  for (int64_t device = 0; device < mesh.size(); ++device) {
    const std::vector<int64_t> at = mesh.Coordinates(device);
    EXPECT_EQ((at[0] * 5 + at[1]) * 2 + at[2], device);
    seen.insert(at);
  }
  EXPECT_EQ(seen.size(), 30U);
}

}  // namespace
}  // namespace logphead
