// SPDX-License-Identifier: Apache-2.0
// Policy losses: names, usual settings, what is refused. Their numbers are tested in tests/e2e.
#include "logphead/head/loss.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>

namespace logphead {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr LossKind kKinds[] = {
    LossKind::kPolicyGradient, LossKind::kPpo,   LossKind::kGrpo, LossKind::kDapo,
    LossKind::kDrGrpo,         LossKind::kCispo, LossKind::kGspo};

TEST(LossKind, NamesReadBack) {
  std::vector<std::string> names;
  for (const LossKind kind : kKinds) {
    names.emplace_back(LossKindName(kind));
    EXPECT_EQ(*ParseLossKind(names.back()), kind);
  }
  EXPECT_THAT(names,
              ElementsAre("policy-gradient", "ppo", "grpo", "dapo", "dr-grpo", "cispo", "gspo"));
  for (const char* text : {"", "GRPO", "drgrpo", "policy_gradient", "grpo "}) {
    const auto unknown = ParseLossKind(text);
    ASSERT_FALSE(unknown.ok()) << text;
    EXPECT_EQ(unknown.error().message(),
              std::string("loss '") + text +
                  "' is unknown (use policy-gradient, ppo, grpo, dapo, dr-grpo, cispo or gspo)");
  }
}

TEST(Aggregation, NamesReadBack) {
  for (const Aggregation each : {Aggregation::kTokenMean, Aggregation::kSequenceMeanTokenMean,
                                 Aggregation::kSequenceMeanTokenSum}) {
    EXPECT_EQ(*ParseAggregation(AggregationName(each)), each);
  }
  EXPECT_EQ(AggregationName(Aggregation::kTokenMean), "token-mean");
  EXPECT_EQ(AggregationName(Aggregation::kSequenceMeanTokenMean), "sequence-mean-token-mean");
  EXPECT_EQ(AggregationName(Aggregation::kSequenceMeanTokenSum), "sequence-mean-token-sum");
  const auto unknown = ParseAggregation("mean");
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.error().message(),
            "aggregation 'mean' is unknown (use token-mean, sequence-mean-token-mean or "
            "sequence-mean-token-sum)");
}

TEST(LossConfig, UsualSettings) {
  const auto of = [](LossKind kind) { return LossConfig::Default(kind); };
  for (const LossKind kind : kKinds) EXPECT_EQ(of(kind).kind, kind);
  EXPECT_EQ(of(LossKind::kPpo).aggregation, Aggregation::kTokenMean);
  EXPECT_EQ(of(LossKind::kPpo).clip_low, 0.2);
  EXPECT_EQ(of(LossKind::kPpo).clip_high, 0.2);
  EXPECT_EQ(of(LossKind::kDapo).aggregation, Aggregation::kTokenMean);
  EXPECT_GT(of(LossKind::kDapo).clip_high, of(LossKind::kDapo).clip_low);
  EXPECT_EQ(of(LossKind::kGrpo).aggregation, Aggregation::kSequenceMeanTokenMean);
  EXPECT_EQ(of(LossKind::kDrGrpo).aggregation, Aggregation::kSequenceMeanTokenSum);
  EXPECT_EQ(of(LossKind::kGspo).aggregation, Aggregation::kSequenceMeanTokenMean);
  EXPECT_LT(of(LossKind::kGspo).clip_high, 1e-3);
}

TEST(LossConfig, WhatALossReads) {
  for (const LossKind kind : kKinds) {
    const LossConfig config = LossConfig::Default(kind);
    EXPECT_EQ(config.has_old(), kind != LossKind::kPolicyGradient);
    EXPECT_EQ(config.per_token(), kind != LossKind::kGspo);
    EXPECT_EQ(config.has_reference(), kind == LossKind::kGrpo);
    EXPECT_FALSE(config.has_entropy());
  }
  LossConfig config;
  config.kl = 0.1;
  config.entropy_bonus = -0.1;
  EXPECT_TRUE(config.has_reference());
  EXPECT_TRUE(config.has_entropy());
}

TEST(LossConfig, Metrics) {
  EXPECT_THAT(PolicyLoss::SummaryNames(LossConfig(), false),
              ElementsAre("loss", "tokens", "masked_tokens"));
  EXPECT_THAT(PolicyLoss::SummaryNames(LossConfig::Default(LossKind::kCispo), true),
              ElementsAre("loss", "tokens", "masked_tokens", "ratio_mean", "clip_fraction_low",
                          "clip_fraction_high", "approx_kl_k1", "approx_kl_k3", "entropy_mean"));
}

struct Wrong {
  const char* name;
  std::function<void(LossConfig&)> spoil;
  const char* message;
};
void PrintTo(const Wrong& each, std::ostream* out) { *out << each.name; }

class LossRefuses : public ::testing::TestWithParam<Wrong> {};

TEST_P(LossRefuses, WhatMakesNoSense) {
  LossConfig config = LossConfig::Default(LossKind::kPpo);
  ASSERT_TRUE(CheckLoss(config).ok());
  GetParam().spoil(config);
  const Status status = CheckLoss(config);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code(), Code::kInvalidArgument);
  EXPECT_THAT(status.error().message(), HasSubstr(GetParam().message));
}

using C = LossConfig;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();
INSTANTIATE_TEST_SUITE_P(
    Settings, LossRefuses,
    ::testing::Values(
        Wrong{"LowNegative", [](C& c) { c.clip_low = -0.1; },
              "clips -0.1 and 0.2 are not a low one in [0, 1] and a finite high one of 0 or more"},
        Wrong{"LowAboveOne", [](C& c) { c.clip_low = 1.5; }, "clips 1.5 and 0.2"},
        Wrong{"LowNaN", [](C& c) { c.clip_low = kNaN; }, "clips nan"},
        Wrong{"HighNegative", [](C& c) { c.clip_high = -1; }, "clips 0.2 and -1"},
        Wrong{"HighInfinite", [](C& c) { c.clip_high = kInf; }, "clips 0.2 and inf"},
        Wrong{"HighNaN", [](C& c) { c.clip_high = kNaN; }, "clips 0.2 and nan"},
        Wrong{"KlNaN", [](C& c) { c.kl = kNaN; }, "kl and entropy coefficients are not finite"},
        Wrong{"BonusInfinite", [](C& c) { c.entropy_bonus = -kInf; }, "are not finite numbers"},
        Wrong{"NoLength", [](C& c) { c.aggregation = Aggregation::kSequenceMeanTokenSum; },
              "sequence-mean-token-sum divides by a fixed length, which is missing"},
        Wrong{"LengthNaN",
              [](C& c) {
                c.aggregation = Aggregation::kSequenceMeanTokenSum;
                c.fixed_length = kNaN;
              },
              "fixed length"}),
    [](const auto& each) { return each.param.name; });

TEST(CheckLoss, TakesTheEdges) {
  LossConfig config = LossConfig::Default(LossKind::kDrGrpo);
  EXPECT_FALSE(CheckLoss(config).ok());
  config.fixed_length = 1;
  config.clip_low = 0;
  config.clip_high = 0;
  EXPECT_TRUE(CheckLoss(config).ok());
}

}  // namespace
}  // namespace logphead
