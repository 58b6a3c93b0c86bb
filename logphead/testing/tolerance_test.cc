// SPDX-License-Identifier: Apache-2.0
// Tests of array comparison: what it finds, and that it fails when it should.
#include "logphead/testing/tolerance.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace logphead {
namespace {

using ::testing::HasSubstr;

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TEST(CompareArrays, FindsWorstAndCounts) {
  const Comparison found = CompareArrays({1, 2.5, -8, 0}, {1, 2, -10, 1}).value();
  EXPECT_EQ(found.count, 4U);
  EXPECT_EQ(found.max_abs, 2);
  EXPECT_EQ(found.max_reference, 10);
  EXPECT_EQ(found.max_relative(), 0.2);
  EXPECT_EQ(found.worst, 2U);
  EXPECT_EQ(found.worst_actual, -8);
  EXPECT_EQ(found.worst_reference, -10);
  EXPECT_EQ(found.differing, 3U);
  EXPECT_EQ(found.zeros, 1U);
  EXPECT_FALSE(found.mistrusted());
  EXPECT_EQ(found.ToString(),
            "3 of 4 differ, max abs 2, max relative 0.2, worst at 2: -8 against -10, max reference "
            "10, zeros 1");
}

TEST(CompareArrays, FirstOfEqualDifferencesIsWorst) {
  EXPECT_EQ(CompareArrays({0, 1, 1}, {0, 2, 2}).value().worst, 1U);
}

TEST(CompareArrays, NotFiniteNumbers) {
  EXPECT_EQ(CompareArrays({kInf, -kInf}, {kInf, -kInf}).value().max_abs, 0);
  for (const auto& [actual, reference] :
       std::vector<std::pair<double, double>>{{kNaN, 1}, {1, kNaN}, {kNaN, kNaN}, {kInf, -kInf}}) {
    const Comparison found = CompareArrays({5, actual}, {5, reference}).value();
    EXPECT_EQ(found.max_abs, kInf);
    EXPECT_EQ(found.worst, 1U);
    EXPECT_EQ(found.differing, 1U);
  }
  EXPECT_EQ(CompareArrays({kInf, 2}, {kInf, 2}).value().max_reference, 2);
}

TEST(CompareArrays, SizesMustAgree) {
  EXPECT_EQ(CompareArrays({1, 2}, {1}).error().message(), "sizes differ: 2 and 1");
}

TEST(CheckClose, BoundIsAbsolutePlusRelativeToLargestReference) {
  const std::vector<double> reference = {0.5, 100};
  const std::vector<double> actual = {1.5, 100};
  EXPECT_TRUE(CheckClose(actual, reference, {.abs = 1}).ok());
  EXPECT_TRUE(CheckClose(actual, reference, {.relative = 0.01}).ok());
  EXPECT_TRUE(CheckClose(actual, reference, {.abs = 0.5, .relative = 0.005}).ok());
  EXPECT_FALSE(CheckClose(actual, reference, {.abs = 0.99}).ok());
  EXPECT_FALSE(CheckClose(actual, reference, {.relative = 0.0099}).ok());
  EXPECT_THAT(CheckClose(actual, reference, {}).error().message(),
              HasSubstr("differences exceed 0: 1 of 2 differ"));
}

TEST(CheckClose, NeverAcceptsNaN) {
  EXPECT_FALSE(CheckClose({kNaN, 1}, {kNaN, 1}, {.abs = 1e300, .relative = 1e300}).ok());
  EXPECT_FALSE(CheckClose({kNaN, 1}, {1, 1}, {.abs = 1e300}).ok());
}

TEST(CheckClose, MostlyZerosAreMistrusted) {
  const std::vector<double> zeros = {0, 0, 1};
  EXPECT_THAT(CheckClose(zeros, zeros, {}).error().message(), HasSubstr("mistrusted"));
  EXPECT_TRUE(CheckClose(zeros, zeros, {.zeros = MostlyZeros::kExpected}).ok());
  EXPECT_TRUE(CheckClose({0, 1}, {0, 1}, {}).ok());
  EXPECT_FALSE(CheckClose({}, {}, {}).ok());
  EXPECT_TRUE(CheckClose({}, {}, {.zeros = MostlyZeros::kExpected}).ok());
}

TEST(CheckBitIdentical, SeesEveryBit) {
  EXPECT_TRUE(CheckBitIdentical<float>({1, 2}, {1, 2}).ok());
  const float quiet = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(CheckBitIdentical<float>({quiet, 1}, {quiet, 1}).ok());
  EXPECT_EQ(CheckBitIdentical<float>({1, 0.0F}, {1, -0.0F}).error().message(),
            "1 of 2 differ, first at 1: 0x00000000 against 0x80000000");
  EXPECT_EQ(CheckBitIdentical<uint16_t>({7, 8, 9}, {7, 0x1234, 1}).error().message(),
            "2 of 3 differ, first at 1: 0x0008 against 0x1234");
  EXPECT_EQ(CheckBitIdentical<float>({1}, {1, 2}).error().message(), "sizes differ: 4 and 8");
}

TEST(CheckBitIdentical, MostlyZerosAreMistrusted) {
  EXPECT_EQ(CheckBitIdentical<int>({0, 0, 3}, {0, 0, 3}).error().message(),
            "mistrusted, mostly zeros: 2 of 3");
  EXPECT_TRUE(CheckBitIdentical<int>({0, 0, 3}, {0, 0, 3}, MostlyZeros::kExpected).ok());
  EXPECT_FALSE(CheckBitIdentical<int>({}, {}).ok());
}

TEST(CheckBitIdentical, ElementsMustBeWhole) {
  const std::vector<std::byte> bytes(6, std::byte{1});
  EXPECT_FALSE(CheckBitIdentical(bytes, bytes, 4).ok());
  EXPECT_FALSE(CheckBitIdentical(bytes, bytes, 0).ok());
  EXPECT_TRUE(CheckBitIdentical(bytes, bytes, 3).ok());
}

TEST(ToDoubles, KeepsValues) {
  EXPECT_EQ(ToDoubles(std::vector<float>{0.1F}), std::vector<double>{static_cast<double>(0.1F)});
  EXPECT_EQ(BFloat16ToDoubles({0x3f80, 0xc040}), (std::vector<double>{1, -3}));
}

}  // namespace
}  // namespace logphead
