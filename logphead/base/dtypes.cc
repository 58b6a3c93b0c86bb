// SPDX-License-Identifier: Apache-2.0
// Element types: one table, every naming.
#include "logphead/base/dtypes.h"

#include <array>

namespace logphead {
namespace {

struct Row {
  DType dtype;
  size_t bytes;
  std::string_view name;
  std::string_view mlir;
  std::string_view safetensors;
};

constexpr std::array<Row, 13> kTable = {{
    {DType::kPred, 1, "pred", "i1", "BOOL"},
    {DType::kS8, 1, "s8", "i8", "I8"},
    {DType::kU8, 1, "u8", "ui8", "U8"},
    {DType::kS16, 2, "s16", "i16", "I16"},
    {DType::kU16, 2, "u16", "ui16", "U16"},
    {DType::kS32, 4, "s32", "i32", "I32"},
    {DType::kU32, 4, "u32", "ui32", "U32"},
    {DType::kS64, 8, "s64", "i64", "I64"},
    {DType::kU64, 8, "u64", "ui64", "U64"},
    {DType::kF16, 2, "f16", "f16", "F16"},
    {DType::kBF16, 2, "bf16", "bf16", "BF16"},
    {DType::kF32, 4, "f32", "f32", "F32"},
    {DType::kF64, 8, "f64", "f64", "F64"},
}};

const Row& Find(DType dtype) { return kTable[static_cast<size_t>(dtype)]; }

}  // namespace

size_t DTypeBytes(DType dtype) { return Find(dtype).bytes; }
std::string_view DTypeName(DType dtype) { return Find(dtype).name; }
std::string_view DTypeMlirName(DType dtype) { return Find(dtype).mlir; }
std::string_view DTypeSafetensorsName(DType dtype) { return Find(dtype).safetensors; }

std::optional<DType> DTypeFromName(std::string_view name) {
  for (const Row& row : kTable) {
    if (row.name == name) return row.dtype;
  }
  return std::nullopt;
}

std::optional<DType> DTypeFromSafetensorsName(std::string_view name) {
  for (const Row& row : kTable) {
    if (row.safetensors == name) return row.dtype;
  }
  return std::nullopt;
}

bool IsFloat(DType dtype) {
  return dtype == DType::kF16 || dtype == DType::kBF16 || dtype == DType::kF32 ||
         dtype == DType::kF64;
}

}  // namespace logphead
