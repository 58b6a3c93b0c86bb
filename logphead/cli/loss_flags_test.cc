// SPDX-License-Identifier: Apache-2.0
// Flags of the policy loss: defaults, values, what does not go together.
#include "logphead/cli/loss_flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace logphead::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

LossFlags Flags(const std::string& loss) {
  LossFlags flags;
  flags.loss = loss;
  return flags;
}

LossConfig Resolved(const LossFlags& flags, int64_t sequence = 100) {
  const auto loss = ResolveLoss(flags, sequence);
  EXPECT_TRUE(loss.ok()) << (loss.ok() ? "" : loss.error().ToString());
  if (!loss.ok()) return {};
  EXPECT_TRUE(loss->has_value());
  return loss->value_or(LossConfig{});
}

std::string Message(const LossFlags& flags) {
  const auto loss = ResolveLoss(flags, 100);
  return loss.ok() ? "no error" : loss.error().message();
}

TEST(ResolveLoss, NoneIsNone) {
  const auto loss = ResolveLoss(LossFlags{}, 100);
  ASSERT_TRUE(loss.ok());
  EXPECT_FALSE(loss->has_value());
}

TEST(ResolveLoss, DefaultsAreThoseOfTheLoss) {
  for (const char* name : {"policy-gradient", "ppo", "grpo", "dapo", "dr-grpo", "cispo", "gspo"}) {
    const LossConfig config = Resolved(Flags(name));
    const LossConfig expected = LossConfig::Default(*ParseLossKind(name));
    EXPECT_EQ(LossKindName(config.kind), name);
    EXPECT_EQ(config.aggregation, expected.aggregation) << name;
    EXPECT_EQ(config.clip_low, expected.clip_low) << name;
    EXPECT_EQ(config.clip_high, expected.clip_high) << name;
    EXPECT_EQ(config.kl, expected.kl) << name;
    EXPECT_EQ(config.entropy_bonus, 0) << name;
    EXPECT_EQ(config.fixed_length, std::string(name) == "dr-grpo" ? 100 : 0) << name;
  }
}

TEST(ResolveLoss, EveryValueCounts) {
  LossFlags flags = Flags("ppo");
  flags.clip_low = "0.1";
  flags.clip_high = "3";
  flags.kl = "0.5";
  flags.entropy_bonus = "-0.25";
  flags.aggregation = "sequence-mean-token-sum";
  flags.fixed_length = "77";
  const LossConfig config = Resolved(flags);
  EXPECT_EQ(config.clip_low, 0.1);
  EXPECT_EQ(config.clip_high, 3);
  EXPECT_EQ(config.kl, 0.5);
  EXPECT_EQ(config.entropy_bonus, -0.25);
  EXPECT_EQ(config.aggregation, Aggregation::kSequenceMeanTokenSum);
  EXPECT_EQ(config.fixed_length, 77);
  flags.fixed_length = "";
  EXPECT_EQ(Resolved(flags, 4096).fixed_length, 4096);
  flags.kl = "0";
  EXPECT_FALSE(Resolved(flags).has_reference());
}

TEST(ResolveLoss, FlagsWithoutALoss) {
  for (const auto& [flag, member] :
       std::initializer_list<std::pair<const char*, std::string LossFlags::*>>{
           {"--clip-low", &LossFlags::clip_low},
           {"--clip-high", &LossFlags::clip_high},
           {"--kl", &LossFlags::kl},
           {"--entropy-bonus", &LossFlags::entropy_bonus},
           {"--aggregation", &LossFlags::aggregation},
           {"--fixed-length", &LossFlags::fixed_length}}) {
    LossFlags flags;
    flags.*member = "1";
    EXPECT_EQ(Message(flags), std::string(flag) + " needs a --loss (e.g. --loss grpo)");
  }
}

TEST(ResolveLoss, FlagsThatTheLossDoesNotUse) {
  LossFlags flags = Flags("policy-gradient");
  flags.clip_high = "0.2";
  EXPECT_THAT(Message(flags), HasSubstr("--clip-high is given but policy-gradient clips nothing"));
  flags = Flags("grpo");
  flags.fixed_length = "5";
  EXPECT_THAT(Message(flags), HasSubstr("--fixed-length is given but sequence-mean-token-mean"));
}

TEST(ResolveLoss, ValuesOutOfRange) {
  EXPECT_THAT(Message(Flags("GRPO")), StartsWith("--loss: loss 'GRPO' is unknown (use "));
  const auto with = [](std::string LossFlags::*member, const char* text) {
    LossFlags flags = Flags("dr-grpo");
    flags.*member = text;
    return Message(flags);
  };
  EXPECT_THAT(with(&LossFlags::clip_low, "1.5"), HasSubstr("--clip-low is 1.5 (use 0 to 1"));
  EXPECT_THAT(with(&LossFlags::clip_low, "-0.1"), HasSubstr("--clip-low is -0.1"));
  EXPECT_THAT(with(&LossFlags::clip_high, "-1"), HasSubstr("--clip-high is -1"));
  EXPECT_THAT(with(&LossFlags::clip_high, "1e39"), HasSubstr("--clip-high is 1e+39, beyond f32"));
  EXPECT_THAT(with(&LossFlags::kl, "nan"), HasSubstr("--kl 'nan' is not a finite number"));
  EXPECT_THAT(with(&LossFlags::entropy_bonus, "x"), HasSubstr("--entropy-bonus 'x'"));
  EXPECT_THAT(with(&LossFlags::aggregation, "mean"), StartsWith("--aggregation: "));
  EXPECT_THAT(with(&LossFlags::fixed_length, "0"), HasSubstr("--fixed-length is 0"));
}

}  // namespace
}  // namespace logphead::cli
