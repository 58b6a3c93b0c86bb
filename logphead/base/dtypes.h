// SPDX-License-Identifier: Apache-2.0
// Element types of tensors: names in each interface, and widths.
#ifndef LOGPHEAD_BASE_DTYPES_H_
#define LOGPHEAD_BASE_DTYPES_H_

#include <cstddef>
#include <optional>
#include <string_view>

namespace logphead {

enum class DType { kPred, kS8, kU8, kS16, kU16, kS32, kU32, kS64, kU64, kF16, kBF16, kF32, kF64 };

// Bytes of one element in memory (a predicate takes one byte).
size_t DTypeBytes(DType dtype);

// Name as users of XLA write it in shapes: "pred", "s32", "bf16", "f32".
std::string_view DTypeName(DType dtype);

// Name in StableHLO text: "i1", "i32", "ui32", "bf16", "f32".
std::string_view DTypeMlirName(DType dtype);

// Name in a safetensors header: "BOOL", "I32", "BF16", "F32".
std::string_view DTypeSafetensorsName(DType dtype);

// The inverse of each naming; nothing when the name is unknown.
std::optional<DType> DTypeFromName(std::string_view name);
std::optional<DType> DTypeFromSafetensorsName(std::string_view name);

bool IsFloat(DType dtype);

}  // namespace logphead

#endif  // LOGPHEAD_BASE_DTYPES_H_
