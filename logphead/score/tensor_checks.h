// SPDX-License-Identifier: Apache-2.0
// Checks of tensors from a file: what one is in words, and how many of its values are no numbers.
#ifndef LOGPHEAD_SCORE_TENSOR_CHECKS_H_
#define LOGPHEAD_SCORE_TENSOR_CHECKS_H_

#include <cstdint>
#include <string>

#include "logphead/base/result.h"
#include "logphead/io/safetensors.h"

namespace logphead {

// "i32[2,8]": the dtype as the file names it, in lower case as messages are.
std::string Describe(const TensorView& tensor);

// "tensor 'mask' is f32[2,4] but must be " and what is wanted.
Error Misshapen(const std::string& name, const TensorView& tensor, const std::string& wanted);

// NaN and infinite values.
struct NonFinite {
  int64_t nan = 0;
  int64_t inf = 0;
};

// Of a bf16 or f32 tensor.
NonFinite CountNonFinite(const TensorView& tensor);

}  // namespace logphead

#endif  // LOGPHEAD_SCORE_TENSOR_CHECKS_H_
