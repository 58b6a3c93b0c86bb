// SPDX-License-Identifier: Apache-2.0
// Arrays of an engine as the kernels take them, checked.
#ifndef LOGPHEAD_FFI_ARRAYS_H_
#define LOGPHEAD_FFI_ARRAYS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "logphead/base/result.h"
#include "logphead/kernels/head.h"
#include "xla/ffi/api/ffi.h"

namespace logphead::ffi {

using Array = xla::ffi::AnyBuffer;
using OutArray = xla::ffi::Result<xla::ffi::AnyBuffer>;

// The operands that every handler begins with.
struct HeadArrays {
  Array hidden;      // bf16 or f32 [N, H]
  Array kernel;      // bf16 or f32 [H, V]; with vocab_major [V, H]
  Array targets;     // s32 [N], as HeadInputs::targets
  Array column_ids;  // s32 [V], as HeadInputs::column_ids, or [0] for column j having id j
  bool vocab_major = false;
  double temperature = 1;
};
// Errors name the operand, what it is and what it should be.
Result<kernels::HeadInputs> InputsOf(const HeadArrays& arrays);

// f32 [N] of each token, to read and to write.
Result<kernels::ConstTokens> TokensOf(std::string_view name, const Array& array, int64_t tokens);
Result<kernels::MutableTokens> OutTokensOf(std::string_view name, OutArray array, int64_t tokens);
// f32 [N], or null data for [0].
Result<kernels::ConstTokens> OptionalTokensOf(std::string_view name, const Array& array,
                                              int64_t tokens);
// bf16 or f32 [N, H].
Result<kernels::MutableMatrix> HiddenGradientOf(OutArray array, const HeadArrays& arrays);
// f32 of the kernel's shape, as [H, V].
Result<kernels::MutableMatrix> KernelGradientOf(OutArray array, const HeadArrays& arrays);
// f32 of LogitsFloats elements, or more, in one dimension.
Result<const float*> LogitsOf(const Array& array, const kernels::HeadInputs& inputs);
Result<float*> LogitsOf(OutArray array, const kernels::HeadInputs& inputs);

}  // namespace logphead::ffi

#endif  // LOGPHEAD_FFI_ARRAYS_H_
