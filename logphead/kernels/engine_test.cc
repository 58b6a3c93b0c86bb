// SPDX-License-Identifier: Apache-2.0
// The inner loops: exp, 16-bit logits, rates.
#include "logphead/kernels/engine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include "logphead/kernels/team.h"

namespace logphead::kernels {
namespace {

class EngineTest : public ::testing::TestWithParam<Isa> {
 protected:
  void SetUp() override {
    const std::string why = WhyNotAvailable(GetParam());
    if (!why.empty()) GTEST_SKIP() << why;
  }
  const Engine& engine() const { return EngineOf(GetParam()); }

  // exp of nr numbers: the gradient of a cotangent of -1.
  std::vector<float> Exp(const std::vector<float>& x) const {
    std::vector<float> tile(static_cast<size_t>(engine().mr * engine().nr), 0.0F);
    std::copy(x.begin(), x.end(), tile.begin());
    const float zero = 0;
    const float minus = -1;
    float most = 0;
    engine().gradient(tile.data(), 0, 1, 1, {&zero, &zero, &zero, &minus, nullptr}, &most);
    return {tile.begin(), tile.begin() + static_cast<std::ptrdiff_t>(x.size())};
  }
};

std::string NameOf(const ::testing::TestParamInfo<Isa>& info) {
  return std::string(IsaName(info.param));
}
INSTANTIATE_TEST_SUITE_P(All, EngineTest,
                         ::testing::Values(Isa::kPortable, Isa::kAvx2, Isa::kAvx512,
                                           Isa::kAvx512Bf16),
                         NameOf);

TEST_P(EngineTest, ExpIsWithinTwoUlps) {
  const auto nr = static_cast<size_t>(engine().nr);
  double worst = 0;
  std::vector<float> x(nr);
  for (int block = 0; block < 40'000; ++block) {
    for (size_t j = 0; j < nr; ++j) {
      // Dense around 0, then down to where results are not normal any more.
      const double at = (block + static_cast<double>(j) / static_cast<double>(nr)) / 40'000;
      x[j] = static_cast<float>(-87.3 * at * at);
    }
    const std::vector<float> y = Exp(x);
    for (size_t j = 0; j < nr; ++j) {
      const double exact = std::exp(static_cast<double>(x[j]));
      const auto nearest = static_cast<float>(exact);
      const double ulp = std::nextafter(nearest, INFINITY) - nearest;
      worst = std::max(worst, std::abs(y[j] - exact) / ulp);
    }
  }
  EXPECT_LT(worst, 2.0);
  RecordProperty("worst_ulps", std::to_string(worst));
}

TEST_P(EngineTest, ExpAtTheEnds) {
  const float infinity = std::numeric_limits<float>::infinity();
  const std::vector<float> y = Exp({0, -infinity, -200, infinity, 1, 88.5F});
  EXPECT_EQ(y[0], 1);
  EXPECT_EQ(y[1], 0);
  EXPECT_EQ(y[2], 0);
  EXPECT_EQ(y[3], infinity);
  EXPECT_NEAR(y[4], 2.718281828, 5e-7);
  EXPECT_NEAR(y[5] / std::exp(88.5), 1, 1e-6);
  EXPECT_TRUE(std::isnan(Exp({std::numeric_limits<float>::quiet_NaN()})[0]));
}

TEST_P(EngineTest, KeptLogitsComeBackWithinHalfAStep) {
  const int64_t nr = engine().nr;
  std::vector<float> logits(static_cast<size_t>(nr)), back(static_cast<size_t>(nr));
  std::vector<uint16_t> kept(static_cast<size_t>(nr));
  const float reference = 12.3F;
  for (int64_t j = 0; j < nr; ++j) {
    logits[static_cast<size_t>(j)] =
        reference - 31.9F * static_cast<float>(j) / static_cast<float>(nr);
  }
  logits[1] = -std::numeric_limits<float>::infinity();
  logits[2] = reference - 33;
  engine().keep(logits.data(), 0, 1, 1, &reference, kept.data(), 0);
  engine().restore(kept.data(), &reference, 1, back.data());
  for (size_t j = 0; j < logits.size(); ++j) {
    if (j == 1 || j == 2) {
      EXPECT_EQ(back[j], -std::numeric_limits<float>::infinity());
    } else {
      EXPECT_NEAR(back[j], logits[j], std::ldexp(1.0, -12) + 4e-6) << j;
    }
  }
}

TEST_P(EngineTest, ItsRateIsMeasured) {
  EXPECT_GT(PeakGflops(GetParam()), 0.1);
  EXPECT_LT(PeakGflops(GetParam()), 20'000);
}

TEST(IsaTest, TheBestIsTheFastestThatTakesTheInputs) {
  const auto best = BestIsa(DType::kF32, DType::kF32);
  ASSERT_TRUE(best.ok());
  EXPECT_NE(*best, Isa::kAvx512Bf16);
  for (const Isa isa : AvailableIsas()) {
    if (isa != Isa::kAvx512Bf16) {
      EXPECT_LE(PeakGflops(isa), PeakGflops(*best));
    }
  }
}

TEST(IsaTest, TheEnvironmentNamesAnother) {
  ASSERT_EQ(setenv("LOGPHEAD_ISA", "portable", 1), 0);
  EXPECT_EQ(BestIsa(DType::kF32, DType::kF32).value(), Isa::kPortable);
  ASSERT_EQ(setenv("LOGPHEAD_ISA", "sse9", 1), 0);
  const auto wrong = BestIsa(DType::kF32, DType::kF32);
  ASSERT_FALSE(wrong.ok());
  EXPECT_EQ(wrong.error().message(),
            "LOGPHEAD_ISA: there is no instruction set sse9 (use one of portable, avx2, avx512, "
            "avx512bf16)");
  ASSERT_EQ(unsetenv("LOGPHEAD_ISA"), 0);
}

TEST(TeamTest, PartsAreDisjointAndTogetherAll) {
  for (const int threads : {1, 2, 3, 7}) {
    for (const int64_t size : {0, 1, 2, 5, 7, 100}) {
      std::vector<int> taken(static_cast<size_t>(size), 0);
      for (int i = 0; i < threads; ++i) {
        const Member::Range range = Member(i, threads, nullptr).Part(size);
        for (int64_t at = range.begin; at < range.end; ++at) ++taken[static_cast<size_t>(at)];
      }
      EXPECT_EQ(std::count(taken.begin(), taken.end(), 1), size) << threads << " " << size;
    }
  }
}

TEST(TeamTest, MembersMeet) {
  std::vector<int> before(4, 0);
  std::vector<int> seen(4, 0);
  RunTeam(4, [&](const Member& member) {
    const auto own = static_cast<size_t>(member.index());
    before[own] = 1;
    member.Meet();
    for (const int other : before) seen[own] += other;
  });
  EXPECT_EQ(seen, std::vector<int>(4, 4));
}

}  // namespace
}  // namespace logphead::kernels
