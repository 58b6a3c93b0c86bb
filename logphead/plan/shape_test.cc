// SPDX-License-Identifier: Apache-2.0
// Tests of shapes: bytes of every element type, text, and shapes read back from text.
#include "logphead/plan/shape.h"

#include <gtest/gtest.h>

#include <limits>

#include "logphead/plan/test_programs.h"

namespace logphead {
namespace {

using test_programs::Array;
using test_programs::kBF16;
using test_programs::kF32;
using test_programs::kS32;
using test_programs::Tuple;

struct TypeCase {
  int number;
  const char* name;
  int64_t bytes_of_ten;
};

class ElementTypes : public testing::TestWithParam<TypeCase> {};

TEST_P(ElementTypes, BytesAndName) {
  const hlo_proto::Shape shape = Array(GetParam().number, {2, 5});
  const auto bytes = ShapeBytes(shape);
  ASSERT_TRUE(bytes.ok()) << bytes.error().message();
  EXPECT_EQ(*bytes, GetParam().bytes_of_ten);
  EXPECT_EQ(ShapeToString(shape), std::string(GetParam().name) + "[2,5]");
}

INSTANTIATE_TEST_SUITE_P(
    All, ElementTypes,
    testing::Values(TypeCase{1, "pred", 10}, TypeCase{2, "s8", 10}, TypeCase{3, "s16", 20},
                    TypeCase{4, "s32", 40}, TypeCase{5, "s64", 80}, TypeCase{6, "u8", 10},
                    TypeCase{7, "u16", 20}, TypeCase{8, "u32", 40}, TypeCase{9, "u64", 80},
                    TypeCase{10, "f16", 20}, TypeCase{11, "f32", 40}, TypeCase{12, "f64", 80},
                    TypeCase{14, "opaque", 0}, TypeCase{15, "c64", 80}, TypeCase{16, "bf16", 20},
                    TypeCase{17, "token", 0}, TypeCase{18, "c128", 160}, TypeCase{19, "f8e5m2", 10},
                    TypeCase{20, "f8e4m3fn", 10}, TypeCase{21, "s4", 10}, TypeCase{22, "u4", 10},
                    TypeCase{23, "f8e4m3b11fnuz", 10}, TypeCase{24, "f8e5m2fnuz", 10},
                    TypeCase{25, "f8e4m3fnuz", 10}, TypeCase{26, "s2", 10}, TypeCase{27, "u2", 10},
                    TypeCase{28, "f8e4m3", 10}, TypeCase{29, "f8e3m4", 10}, TypeCase{30, "s1", 10},
                    TypeCase{31, "u1", 10}, TypeCase{32, "f4e2m1fn", 10},
                    TypeCase{33, "f8e8m0fnu", 10}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(ShapeBytes, ScalarsTuplesAndEmptyArrays) {
  EXPECT_EQ(*ShapeBytes(Array(kF32, {})), 4);
  EXPECT_EQ(*ShapeBytes(Array(kF32, {3, 0, 5})), 0);
  EXPECT_EQ(*ShapeBytes(Tuple({})), 0);
  EXPECT_EQ(*ShapeBytes(Tuple({Array(kF32, {2}), Tuple({Array(kBF16, {3}), Array(17, {})})})), 14);
}

TEST(ShapeBytes, APackedLayoutCountsBits) {
  hlo_proto::Shape shape = Array(21, {5});
  shape.mutable_layout()->set_element_size_in_bits(4);
  EXPECT_EQ(*ShapeBytes(shape), 3);
  EXPECT_EQ(ShapeToString(shape), "s4[5]{:E(4)}");
}

TEST(ShapeBytes, UnknownTypesAreErrorsNotZero) {
  for (const int type : {0, 35, 99, -1}) {
    const auto bytes = ShapeBytes(Array(type, {2}));
    ASSERT_FALSE(bytes.ok()) << type;
    EXPECT_NE(bytes.error().message().find(std::to_string(type)), std::string::npos);
  }
  EXPECT_FALSE(ShapeBytes(Tuple({Array(kF32, {2}), Array(99, {2})})).ok());
}

TEST(ShapeBytes, AbsurdDimensionsAreErrors) {
  constexpr int64_t kHuge = std::numeric_limits<int64_t>::max();
  EXPECT_FALSE(ShapeBytes(Array(kF32, {-1})).ok());
  EXPECT_FALSE(ShapeBytes(Array(kF32, {kHuge})).ok());
  EXPECT_FALSE(ShapeBytes(Array(kF32, {1 << 30, 1 << 30, 1 << 30})).ok());
  EXPECT_EQ(*ShapeBytes(Array(kF32, {kHuge, kHuge, 0})), 0);
  const hlo_proto::Shape large = Array(2, {kHuge / 8});
  EXPECT_TRUE(ShapeBytes(large).ok());
  std::vector<hlo_proto::Shape> parts(9, large);
  EXPECT_FALSE(ShapeBytes(Tuple(parts)).ok());
}

TEST(ShapeToString, LayoutsTilesAndMemorySpaces) {
  hlo_proto::Shape shape = Array(kS32, {4, 1, 4, 1024});
  hlo_proto::Layout* layout = shape.mutable_layout();
  for (const int64_t dimension : {3, 0, 1, 2}) layout->add_minor_to_major(dimension);
  hlo_proto::Tile* tile = layout->add_tiles();
  tile->add_dimensions(4);
  tile->add_dimensions(128);
  layout->set_tail_padding_alignment_in_elements(1);
  layout->set_memory_space(1);
  EXPECT_EQ(ShapeToString(shape), "s32[4,1,4,1024]{3,0,1,2:T(4,128)S(1)}");
  layout->add_tiles()->add_dimensions(2);
  EXPECT_EQ(ShapeToString(shape), "s32[4,1,4,1024]{3,0,1,2:T(4,128)(2)S(1)}");
}

TEST(ShapeToString, DynamicUnknownAndUndeclared) {
  hlo_proto::Shape shape = Array(kF32, {4, 8});
  shape.add_is_dynamic_dimension(false);
  shape.add_is_dynamic_dimension(true);
  EXPECT_EQ(ShapeToString(shape), "f32[4,<=8]");
  EXPECT_EQ(ShapeToString(Array(99, {4})), "type_99[4]");
  test_programs::SetUnknown(&shape, 60, uint64_t{5});
  EXPECT_EQ(ShapeToString(shape), "f32[4,<=8], field_60=5");
}

TEST(ReadShape, DropsLayouts) {
  EXPECT_EQ(ReadShape("s32[4,1,4,1024]{3,0,1,2:T(4,128)S(1)} reshape(%param.0)"),
            "s32[4,1,4,1024]");
  EXPECT_EQ(ReadShape("f32[] add"), "f32[]");
  EXPECT_EQ(ReadShape("f8e4m3b11fnuz[7]"), "f8e4m3b11fnuz[7]");
  EXPECT_EQ(ReadShape("f32[<=8,4]{1,0}"), "f32[<=8,4]");
  EXPECT_EQ(ReadShape("(f32[2]{0}, (token[], bf16[3]), /*index=5*/s4[1]{0:E(4)}) tuple("),
            "(f32[2], (token[], bf16[3]), s4[1])");
  EXPECT_EQ(ReadShape("() tuple()"), "()");
}

TEST(ReadShape, RejectsWhatIsNoShape) {
  for (const char* text : {"", "f32", "f33[2]", "f32[2", "f32[2]{0", "f32[a]", "(f32[2]", "(f32[2]",
                           "(f32[2] f32[2])", "%x", "reshape(%p)"}) {
    EXPECT_EQ(ReadShape(text), std::nullopt) << text;
  }
  EXPECT_EQ(ReadShape(std::string(100000, '(')), std::nullopt);
}

}  // namespace
}  // namespace logphead
