// SPDX-License-Identifier: Apache-2.0
// Arrays of an engine: shapes, dtypes and strides.
#include "logphead/ffi/arrays.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace logphead::ffi {
namespace {

using xla::ffi::DataType;

std::optional<DType> DTypeOf(const Array& array) {
  switch (array.element_type()) {
    case DataType::BF16:
      return DType::kBF16;
    case DataType::F32:
      return DType::kF32;
    case DataType::S32:
      return DType::kS32;
    default:
      return std::nullopt;
  }
}

std::vector<int64_t> DimsOf(const Array& array) {
  return {array.dimensions().begin(), array.dimensions().end()};
}

// "f32[2,3]"; dtypes that no handler takes by their number in XLA's list.
std::string Describe(const Array& array) {
  const std::optional<DType> dtype = DTypeOf(array);
  const std::string name =
      dtype ? std::string(DTypeName(*dtype))
            : fmt::format("an array of type {} ", static_cast<int>(array.element_type()));
  return fmt::format("{}[{}]", name, fmt::join(DimsOf(array), ","));
}

Error Misshapen(std::string_view name, const Array& array, std::string_view wanted) {
  return InvalidArgument(fmt::format("{} is {} (must be {})", name, Describe(array), wanted));
}

Status Check(std::string_view name, const Array& array, DType dtype,
             const std::vector<int64_t>& dims) {
  if (DTypeOf(array) == dtype && DimsOf(array) == dims) return {};
  return Misshapen(name, array, fmt::format("{}[{}]", DTypeName(dtype), fmt::join(dims, ",")));
}

bool IsFloatMatrix(const Array& array) {
  const std::optional<DType> dtype = DTypeOf(array);
  return array.dimensions().size() == 2 && (dtype == DType::kBF16 || dtype == DType::kF32);
}

float* Floats(const Array& array) { return static_cast<float*>(array.untyped_data()); }

Result<float*> CheckLogits(const Array& array, const kernels::HeadInputs& inputs) {
  const int64_t least = kernels::LogitsFloats(inputs.tokens, inputs.columns,
                                              inputs.hidden_states.dtype, inputs.kernel.dtype);
  if (DTypeOf(array) == DType::kF32 && array.dimensions().size() == 1 &&
      array.dimensions()[0] >= least) {
    return Floats(array);
  }
  return Misshapen("logits", array, fmt::format("f32[{}] or more", least));
}

}  // namespace

Result<kernels::HeadInputs> InputsOf(const HeadArrays& arrays) {
  if (!IsFloatMatrix(arrays.hidden)) {
    return Misshapen("hidden", arrays.hidden, "bf16 or f32 [N, H]");
  }
  if (!IsFloatMatrix(arrays.kernel)) {
    return Misshapen("kernel", arrays.kernel, "bf16 or f32, with two dimensions");
  }
  kernels::HeadInputs inputs;
  inputs.tokens = arrays.hidden.dimensions()[0];
  inputs.hidden = arrays.hidden.dimensions()[1];
  inputs.columns = arrays.kernel.dimensions()[arrays.vocab_major ? 0 : 1];
  if (arrays.kernel.dimensions()[arrays.vocab_major ? 1 : 0] != inputs.hidden) {
    const std::string wanted = arrays.vocab_major ? fmt::format("[V, {}]", inputs.hidden)
                                                  : fmt::format("[{}, V]", inputs.hidden);
    return Misshapen("kernel", arrays.kernel,
                     fmt::format("{} as hidden is {}", wanted, Describe(arrays.hidden)));
  }
  LOGPHEAD_RETURN_IF_ERROR(Check("targets", arrays.targets, DType::kS32, {inputs.tokens}));
  const bool has_ids = DimsOf(arrays.column_ids) != std::vector<int64_t>{0};
  if (has_ids || DTypeOf(arrays.column_ids) != DType::kS32) {
    LOGPHEAD_RETURN_IF_ERROR(Check("column_ids", arrays.column_ids, DType::kS32, {inputs.columns}));
  }
  inputs.hidden_states = {arrays.hidden.untyped_data(), *DTypeOf(arrays.hidden), inputs.hidden, 1};
  inputs.kernel = {arrays.kernel.untyped_data(), *DTypeOf(arrays.kernel), inputs.columns, 1};
  if (arrays.vocab_major) {
    inputs.kernel.row_stride = 1;
    inputs.kernel.column_stride = inputs.hidden;
  }
  inputs.targets = static_cast<const int32_t*>(arrays.targets.untyped_data());
  if (has_ids) inputs.column_ids = static_cast<const int32_t*>(arrays.column_ids.untyped_data());
  inputs.temperature = arrays.temperature;
  return inputs;
}

Result<kernels::ConstTokens> TokensOf(std::string_view name, const Array& array, int64_t tokens) {
  LOGPHEAD_RETURN_IF_ERROR(Check(name, array, DType::kF32, {tokens}));
  return kernels::ConstTokens{Floats(array), 1};
}

Result<kernels::MutableTokens> OutTokensOf(std::string_view name, OutArray array, int64_t tokens) {
  LOGPHEAD_RETURN_IF_ERROR(Check(name, *array, DType::kF32, {tokens}));
  return kernels::MutableTokens{Floats(*array), 1};
}

Result<kernels::ConstTokens> OptionalTokensOf(std::string_view name, const Array& array,
                                              int64_t tokens) {
  if (Check(name, array, DType::kF32, {0}).ok()) return kernels::ConstTokens{};
  return TokensOf(name, array, tokens);
}

Result<kernels::MutableMatrix> HiddenGradientOf(OutArray array, const HeadArrays& arrays) {
  if (!IsFloatMatrix(*array) || DimsOf(*array) != DimsOf(arrays.hidden)) {
    return Misshapen("d_hidden", *array, "bf16 or f32 of the shape of hidden");
  }
  return kernels::MutableMatrix{array->untyped_data(), *DTypeOf(*array), array->dimensions()[1], 1};
}

Result<kernels::MutableMatrix> KernelGradientOf(OutArray array, const HeadArrays& arrays) {
  LOGPHEAD_RETURN_IF_ERROR(Check("d_kernel", *array, DType::kF32, DimsOf(arrays.kernel)));
  kernels::MutableMatrix matrix{array->untyped_data(), DType::kF32, array->dimensions()[1], 1};
  if (arrays.vocab_major) std::swap(matrix.row_stride, matrix.column_stride);
  return matrix;
}

Result<const float*> LogitsOf(const Array& array, const kernels::HeadInputs& inputs) {
  LOGPHEAD_ASSIGN_OR_RETURN(const float* const logits, CheckLogits(array, inputs));
  return logits;
}
Result<float*> LogitsOf(OutArray array, const kernels::HeadInputs& inputs) {
  return CheckLogits(*array, inputs);
}

}  // namespace logphead::ffi
