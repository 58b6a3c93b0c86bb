// SPDX-License-Identifier: Apache-2.0
// Tests of bfloat16 over all 65,536 patterns and the rounding between each two neighbours.
#include "logphead/base/bfloat16.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

namespace logphead {
namespace {

constexpr uint32_t kPatterns = 1U << 16;
constexpr float kInf = std::numeric_limits<float>::infinity();

// The value by the definition of the format: 8 exponent bits biased by 127, 7 fraction bits.
double ValueByDefinition(uint32_t bits) {
  const int exponent = static_cast<int>((bits >> 7) & 0xffU);
  const double fraction = static_cast<double>(bits & 0x7fU) / 128;
  const double magnitude =
      exponent == 0 ? std::ldexp(fraction, -126) : std::ldexp(1 + fraction, exponent - 127);
  return (bits >> 15) != 0 ? -magnitude : magnitude;
}

TEST(BFloat16, EveryPatternHasItsValueAndComesBack) {
  for (uint32_t bits = 0; bits < kPatterns; ++bits) {
    const auto pattern = static_cast<uint16_t>(bits);
    const float value = BFloat16ToFloat(pattern);
    const bool special = ((bits >> 7) & 0xffU) == 0xffU;
    if (special && (bits & 0x7fU) != 0) {
      ASSERT_TRUE(std::isnan(value)) << bits;
      ASSERT_EQ(FloatToBFloat16(value), pattern | 0x40U) << bits;
      continue;
    }
    if (special) {
      ASSERT_EQ(value, (bits >> 15) != 0 ? -kInf : kInf);
    } else {
      ASSERT_EQ(static_cast<double>(value), ValueByDefinition(bits)) << bits;
      ASSERT_EQ(std::signbit(value), (bits >> 15) != 0) << bits;
    }
    ASSERT_EQ(FloatToBFloat16(value), pattern) << bits;
  }
}

TEST(BFloat16, RoundsToNearestBetweenNeighbours) {
  for (uint32_t bits = 0; bits < kPatterns; ++bits) {
    if (((bits >> 7) & 0xffU) == 0xffU) continue;
    const uint32_t next = bits + 1;  // away from zero; infinity after the largest
    const uint32_t even = (bits & 1U) == 0 ? bits : next;
    const uint32_t low = bits << 16;
    ASSERT_EQ(FloatToBFloat16(std::bit_cast<float>(low + 1)), bits);
    ASSERT_EQ(FloatToBFloat16(std::bit_cast<float>(low + 0x7fffU)), bits);
    ASSERT_EQ(FloatToBFloat16(std::bit_cast<float>(low + 0x8000U)), even);
    ASSERT_EQ(FloatToBFloat16(std::bit_cast<float>(low + 0x8001U)), next);
    ASSERT_EQ(FloatToBFloat16(std::bit_cast<float>(low + 0xffffU)), next);
  }
}

TEST(BFloat16, TooLargeBecomesInfinity) {
  EXPECT_EQ(FloatToBFloat16(std::numeric_limits<float>::max()), 0x7f80U);
  EXPECT_EQ(FloatToBFloat16(std::numeric_limits<float>::lowest()), 0xff80U);
  // 0x7f7f is the largest finite pattern; half a step above it is the first to overflow.
  EXPECT_EQ(FloatToBFloat16(std::bit_cast<float>(0x7f7f7fffU)), 0x7f7fU);
  EXPECT_EQ(FloatToBFloat16(std::bit_cast<float>(0x7f7f8000U)), 0x7f80U);
  EXPECT_EQ(FloatToBFloat16(kInf), 0x7f80U);
  EXPECT_EQ(FloatToBFloat16(-kInf), 0xff80U);
}

TEST(BFloat16, NaNNeverBecomesInfinity) {
  for (const uint32_t payload :
       {0x1U, 0x7fffU, 0x8000U, 0xffffU, 0x3fffffU, 0x400000U, 0x7fffffU}) {
    for (const uint32_t sign : {0U, 0x80000000U}) {
      const float nan = std::bit_cast<float>(sign | 0x7f800000U | payload);
      const uint16_t bits = FloatToBFloat16(nan);
      EXPECT_TRUE(std::isnan(BFloat16ToFloat(bits))) << std::hex << payload;
      EXPECT_EQ(bits & 0x40U, 0x40U) << "quiet";
      EXPECT_EQ(bits >> 15, sign >> 31);
    }
  }
}

}  // namespace
}  // namespace logphead
