// SPDX-License-Identifier: Apache-2.0
// Tests of element types: every name in every interface, there and back.
#include "logphead/base/dtypes.h"

#include <gtest/gtest.h>

#include <vector>

namespace logphead {
namespace {

struct Expected {
  DType dtype;
  size_t bytes;
  const char* name;
  const char* mlir;
  const char* safetensors;
  bool is_float;
};

const std::vector<Expected>& AllDTypes() {
  static const std::vector<Expected> all = {
      {DType::kPred, 1, "pred", "i1", "BOOL", false},  {DType::kS8, 1, "s8", "i8", "I8", false},
      {DType::kU8, 1, "u8", "ui8", "U8", false},       {DType::kS16, 2, "s16", "i16", "I16", false},
      {DType::kU16, 2, "u16", "ui16", "U16", false},   {DType::kS32, 4, "s32", "i32", "I32", false},
      {DType::kU32, 4, "u32", "ui32", "U32", false},   {DType::kS64, 8, "s64", "i64", "I64", false},
      {DType::kU64, 8, "u64", "ui64", "U64", false},   {DType::kF16, 2, "f16", "f16", "F16", true},
      {DType::kBF16, 2, "bf16", "bf16", "BF16", true}, {DType::kF32, 4, "f32", "f32", "F32", true},
      {DType::kF64, 8, "f64", "f64", "F64", true},
  };
  return all;
}

TEST(DType, NamesAndWidths) {
  for (const Expected& expected : AllDTypes()) {
    EXPECT_EQ(DTypeBytes(expected.dtype), expected.bytes) << expected.name;
    EXPECT_EQ(DTypeName(expected.dtype), expected.name);
    EXPECT_EQ(DTypeMlirName(expected.dtype), expected.mlir);
    EXPECT_EQ(DTypeSafetensorsName(expected.dtype), expected.safetensors);
    EXPECT_EQ(IsFloat(expected.dtype), expected.is_float) << expected.name;
  }
}

TEST(DType, EveryValueIsListedAbove) {
  EXPECT_EQ(AllDTypes().size(), static_cast<size_t>(DType::kF64) + 1);
  for (size_t i = 0; i < AllDTypes().size(); ++i) {
    EXPECT_EQ(static_cast<size_t>(AllDTypes()[i].dtype), i);
  }
}

TEST(DType, NamesReadBack) {
  for (const Expected& expected : AllDTypes()) {
    EXPECT_EQ(DTypeFromName(expected.name), expected.dtype);
    EXPECT_EQ(DTypeFromSafetensorsName(expected.safetensors), expected.dtype);
  }
}

TEST(DType, UnknownNamesGiveNothing) {
  for (const char* name : {"", "F32", "f3", "f32 ", "float32", "i32", "BF16"}) {
    EXPECT_FALSE(DTypeFromName(name).has_value()) << name;
  }
  for (const char* name : {"", "f32", "F32 ", "F8_E4M3", "PRED", "C64"}) {
    EXPECT_FALSE(DTypeFromSafetensorsName(name).has_value()) << name;
  }
}

}  // namespace
}  // namespace logphead
