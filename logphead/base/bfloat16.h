// SPDX-License-Identifier: Apache-2.0
// bfloat16 conversions: the upper half of a float32, rounded to nearest even.
#ifndef LOGPHEAD_BASE_BFLOAT16_H_
#define LOGPHEAD_BASE_BFLOAT16_H_

#include <bit>
#include <cstdint>

namespace logphead {

// The float32 with the same value; exact.
inline float BFloat16ToFloat(uint16_t bits) {
  return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
}

// The nearest bfloat16, ties to even; a NaN stays a (quiet) NaN.
inline uint16_t FloatToBFloat16(float value) {
  const auto bits = std::bit_cast<uint32_t>(value);
  if ((bits & 0x7fffffffU) > 0x7f800000U) return static_cast<uint16_t>((bits >> 16) | 0x40U);
  return static_cast<uint16_t>((bits + 0x7fffU + ((bits >> 16) & 1U)) >> 16);
}

}  // namespace logphead

#endif  // LOGPHEAD_BASE_BFLOAT16_H_
