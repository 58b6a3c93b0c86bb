// SPDX-License-Identifier: Apache-2.0
// Policy losses on tokens whose right answer is known: masked ratios that overflow, ties at the
// clips, padding. In one pass and two, with each head.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "numeric_sharded.h"

namespace logphead::numeric {
namespace {

// One token of uniform logits per position: its log-prob is -log 4, whatever the program.
struct Uniform {
  std::vector<float> old_logps;
  std::vector<float> advantages;
  std::vector<float> mask;
};

// Loss and scalars, and of each token the slope of its target's column times the number of tokens:
// hidden state i is the i-th unit vector, so d_kernel has a row for each token.
struct UniformResults {
  std::map<std::string, double> scalars;
  std::vector<double> slopes;
};

class NumericLossCases : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    NUMERIC_CLIENT_OR_SKIP(found, "XlaCpu");
    client_ = found;
  }
  UniformResults Run(const LossConfig& loss, const Uniform& uniform, ProgramKind kind) {
    const auto count = static_cast<int64_t>(uniform.mask.size());
    HeadConfig config;
    config.head = *ParseHead(GetParam());
    config.batch = 1;
    config.sequence = count;
    config.hidden = count;
    config.vocab = 4;
    config.chunk = 2;
    config.hidden_dtype = config.kernel_dtype = DType::kF32;
    config.mesh = MeshOf("2x2x2");
    config.shardings = HeadShardings::Default(*config.mesh);
    config.replicate = ReplicateMode::kAuto;
    config.loss = loss;
    const auto n = static_cast<size_t>(count);
    Arrays arrays;
    std::vector<float> hidden(n * n, 0);
    for (size_t i = 0; i < n; ++i) hidden[i * n + i] = 1;
    const std::vector<int32_t> targets(n, 2);
    arrays.Set("hidden", {1, count, count}, hidden);
    arrays.Set("kernel", {count, 4}, std::vector<float>(4 * n, 0));
    arrays.Set("targets", DType::kS32, {1, count}, std::as_bytes(std::span(targets)));
    arrays.Set("advantages", {1, count}, uniform.advantages);
    arrays.Set("mask", {1, count}, uniform.mask);
    arrays.Set("old_logps", {1, count}, uniform.old_logps);
    auto results = RunHead(*client_, config, kind, arrays);
    EXPECT_TRUE(results.ok()) << results.error().ToString();
    UniformResults out;
    if (!results.ok()) return out;
    const std::vector<double> d_kernel = Numbers(DType::kF32, results->scores.d_kernel);
    // d_kernel of a token is its cotangent times [j = t] - 1/4.
    for (size_t i = 0; i < n; ++i) out.slopes.push_back(d_kernel[4 * i + 2] / 0.75);
    for (size_t i = 0; i < n; ++i) {
      EXPECT_FLOAT_EQ(static_cast<float>(d_kernel[4 * i]), static_cast<float>(-out.slopes[i] / 4));
    }
    out.scalars = results->scalars;
    return out;
  }

  std::optional<Client> client_;
};
INSTANTIATE_TEST_SUITE_P(Of, NumericLossCases,
                         ::testing::Values("chunked", "local", "vocab:context,expert"),
                         [](const auto& each) { return Way{each.param}.Name(); });

constexpr ProgramKind kPasses[] = {ProgramKind::kFused, ProgramKind::kLossAndGrad};

TEST_P(NumericLossCases, Case22_AMaskedRatioThatOverflowsCountsNothing) {
  LossConfig loss = LossConfig::Default(LossKind::kPpo);
  const auto quarter = static_cast<float>(-std::log(4.0));
  const float inf = std::numeric_limits<float>::infinity();
  for (const ProgramKind kind : kPasses) {
    SCOPED_TRACE(ProgramKindName(kind));
    const UniformResults results = Run(
        loss, {{quarter, -200, -inf, inf, NAN, quarter}, {2, 1, 1, -1, 1, inf}, {1, 0, 0, 0, 0, 0}},
        kind);
    EXPECT_EQ(results.scalars.at("tokens"), 1);
    EXPECT_NEAR(results.scalars.at("loss"), -2, 1e-5);
    EXPECT_NEAR(results.scalars.at("ratio_mean"), 1, 1e-6);
    EXPECT_NEAR(results.scalars.at("approx_kl_k3"), 0, 1e-6);
    ASSERT_EQ(results.slopes.size(), 6U);
    EXPECT_NEAR(results.slopes[0], -2, 1e-5);
    for (size_t i = 1; i < 6; ++i) EXPECT_EQ(results.slopes[i], 0) << i;
  }
}

TEST_P(NumericLossCases, ARatioAtTheClipStillHasItsGradient) {
  // Clips of 0: a ratio of 1 is at both. Old log-probs are those that the head itself gives.
  LossConfig loss = LossConfig::Default(LossKind::kPpo);
  loss.clip_low = loss.clip_high = 0;
  const float quarter = -std::log(4.0F);
  const float above = quarter - 0.25F;  // of the old policy, so that the ratio is above 1
  const float below = quarter + 0.25F;
  const double up = std::exp(0.25);
  for (const ProgramKind kind : kPasses) {
    SCOPED_TRACE(ProgramKindName(kind));
    const UniformResults results =
        Run(loss,
            {{above, above, below, below, above, below}, {1, -1, 1, -1, 0, 0}, {1, 1, 1, 1, 1, 1}},
            kind);
    ASSERT_EQ(results.slopes.size(), 6U);
    EXPECT_EQ(results.slopes[0], 0);
    EXPECT_NEAR(6 * results.slopes[1], up, 1e-5);
    EXPECT_NEAR(6 * results.slopes[2], -1 / up, 1e-5);
    EXPECT_EQ(results.slopes[3], 0);
    EXPECT_EQ(results.slopes[4], 0);
    EXPECT_EQ(results.slopes[5], 0);
    // min(r A, A): 1, -up, 1 / up, -1.
    EXPECT_NEAR(results.scalars.at("loss"), -(1 - up + 1 / up - 1) / 6, 1e-5);
    EXPECT_NEAR(results.scalars.at("clip_fraction_high"), 0.5, 1e-6);
    EXPECT_NEAR(results.scalars.at("clip_fraction_low"), 0.5, 1e-6);
  }
}

TEST_P(NumericLossCases, EqualPoliciesAreATieWithItsWholeGradient) {
  LossConfig loss = LossConfig::Default(LossKind::kPpo);
  loss.clip_low = loss.clip_high = 0;
  // The bits of the head's own log-prob: it is at the edge of both clips.
  const auto quarter = static_cast<float>(-std::log(4.0));
  const UniformResults results =
      Run(loss, {{quarter, quarter}, {3, -5}, {1, 1}}, ProgramKind::kFused);
  ASSERT_EQ(results.slopes.size(), 2U);
  ASSERT_EQ(results.scalars.at("approx_kl_k1"), 0) << "the head's log-prob has other bits";
  EXPECT_EQ(results.slopes[0], -1.5);
  EXPECT_EQ(results.slopes[1], 2.5);
  EXPECT_EQ(results.scalars.at("clip_fraction_low"), 0);
  EXPECT_EQ(results.scalars.at("clip_fraction_high"), 0);
}

// Padding that a mesh adds is masked: 3 rows and 5 tokens on rows of 4 and 6.
TEST_P(NumericLossCases, MaskedTokensCountThePaddingToo) {
  const UniformResults results = Run(LossConfig::Default(LossKind::kPpo),
                                     {{0, 0, 0}, {1, 1, 1}, {1, 0, 1}}, ProgramKind::kFused);
  EXPECT_EQ(results.scalars.at("tokens"), 2);
  EXPECT_EQ(results.scalars.at("masked_tokens"), 4 * 4 - 2);
}

}  // namespace
}  // namespace logphead::numeric
