// SPDX-License-Identifier: Apache-2.0
// Tests of the seeded generator: published bits, fixed draws, and the shape of each distribution.
#include "logphead/testing/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "logphead/base/bfloat16.h"

namespace logphead {
namespace {

TEST(Random, BitsAreSplitMix64) {
  Random random(1234567);
  const std::array<uint64_t, 5> known = {6457827717110365317U, 3203168211198807973U,
                                         9817491932198370423U, 4593380528125082431U,
                                         16408922859458223821U};
  for (const uint64_t bits : known) EXPECT_EQ(random.Bits(), bits);
}

TEST(Random, SeedsGiveDifferentStreamsAndRepeat) {
  EXPECT_EQ(Random(7).Normals(100), Random(7).Normals(100));
  EXPECT_NE(Random(7).Normals(100), Random(8).Normals(100));
}

TEST(Random, UniformStaysBelowOne) {
  Random random(1);
  double sum = 0;
  constexpr int kDraws = 100'000;
  for (int i = 0; i < kDraws; ++i) {
    const double draw = random.Uniform();
    ASSERT_GE(draw, 0);
    ASSERT_LT(draw, 1);
    sum += draw;
  }
  EXPECT_NEAR(sum / kDraws, 0.5, 0.005);
}

TEST(Random, IntsCoverTheRangeEvenly) {
  constexpr int kDraws = 70'000;
  std::array<int, 7> counts = {};
  for (const int32_t draw : Random(2).Ints(kDraws, -3, 4)) {
    ASSERT_GE(draw, -3);
    ASSERT_LT(draw, 4);
    ++counts[static_cast<size_t>(draw + 3)];
  }
  for (const int count : counts) EXPECT_NEAR(count, kDraws / 7, 500);
}

TEST(Random, IntTakesTheWidestRange) {
  Random random(3);
  constexpr int64_t kLow = std::numeric_limits<int64_t>::min();
  constexpr int64_t kHigh = std::numeric_limits<int64_t>::max();
  bool negative = false;
  bool positive = false;
  for (int i = 0; i < 100; ++i) {
    const int64_t draw = random.Int(kLow, kHigh);
    negative = negative || draw < 0;
    positive = positive || draw > 0;
  }
  EXPECT_TRUE(negative && positive);
  EXPECT_EQ(random.Int(kHigh - 1, kHigh), kHigh - 1);
}

TEST(Random, NormalsFollowTheNormalDistribution) {
  constexpr size_t kDraws = 400'000;
  std::vector<float> draws = Random(4).Normals(kDraws);
  double mean = 0;
  double square = 0;
  double fourth = 0;
  for (const float draw : draws) {
    const double value = draw;
    mean += value / kDraws;
    square += value * value / kDraws;
    fourth += value * value * value * value / kDraws;
  }
  EXPECT_NEAR(mean, 0, 0.01);
  EXPECT_NEAR(square, 1, 0.015);
  EXPECT_NEAR(fourth, 3, 0.1);
  // Largest gap between the empirical and the true distribution (Kolmogorov-Smirnov): beyond
  // 1.95 / sqrt(n) once in a thousand seeds.
  std::sort(draws.begin(), draws.end());
  double gap = 0;
  for (size_t i = 0; i < kDraws; ++i) {
    const double below = 0.5 * std::erfc(-static_cast<double>(draws[i]) / std::sqrt(2.0));
    gap = std::max(gap, std::fabs(below - static_cast<double>(i) / kDraws));
  }
  EXPECT_LT(gap, 1.95 / std::sqrt(static_cast<double>(kDraws)));
}

TEST(Random, StddevScales) {
  const std::vector<float> plain = Random(5).Normals(10);
  const std::vector<float> half = Random(5).Normals(10, 0.5);
  const std::vector<uint16_t> rounded = Random(5).BFloat16Normals(10, 0.5);
  for (size_t i = 0; i < plain.size(); ++i) {
    EXPECT_EQ(half[i], plain[i] / 2);
    EXPECT_EQ(rounded[i], FloatToBFloat16(half[i]));
  }
}

}  // namespace
}  // namespace logphead
