// SPDX-License-Identifier: Apache-2.0
// Flags of the policy loss: what they mean.
#include "logphead/cli/loss_flags.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "logphead/cli/arguments.h"
#include "logphead/cli/values.h"

namespace logphead::cli {
namespace {

// A number of a flag, if it is given; programs hold it in f32.
Status SetNumber(const char* flag, const std::string& text, double* value) {
  if (text.empty()) return {};
  LOGPHEAD_ASSIGN_OR_RETURN(*value, ParseNumber(flag, text));
  constexpr double kMost = std::numeric_limits<float>::max();
  if (std::abs(*value) <= kMost) return {};
  return InvalidArgument(
      fmt::format("{} is {}, beyond f32 (use {:.1e} to {:.1e})", flag, *value, -kMost, kMost));
}

Status SetClips(const LossFlags& flags, LossConfig* config) {
  const bool given = !flags.clip_low.empty() || !flags.clip_high.empty();
  if (given && config->kind == LossKind::kPolicyGradient) {
    return InvalidArgument(
        fmt::format("{} is given but policy-gradient clips nothing (use --loss ppo, grpo, dapo, "
                    "dr-grpo, cispo or gspo)",
                    flags.clip_low.empty() ? "--clip-high" : "--clip-low"));
  }
  LOGPHEAD_RETURN_IF_ERROR(SetNumber("--clip-low", flags.clip_low, &config->clip_low));
  LOGPHEAD_RETURN_IF_ERROR(SetNumber("--clip-high", flags.clip_high, &config->clip_high));
  if (config->clip_low < 0 || config->clip_low > 1) {
    return InvalidArgument(
        fmt::format("--clip-low is {} (use 0 to 1; 1 clips none)", config->clip_low));
  }
  if (config->clip_high < 0) {
    return InvalidArgument(fmt::format("--clip-high is {} (use 0 or more)", config->clip_high));
  }
  return {};
}

Status SetAggregation(const LossFlags& flags, int64_t sequence, LossConfig* config) {
  if (!flags.aggregation.empty()) {
    const Result<Aggregation> aggregation = ParseAggregation(flags.aggregation);
    if (!aggregation.ok()) return aggregation.error().WithContext("--aggregation");
    config->aggregation = *aggregation;
  }
  if (config->aggregation == Aggregation::kSequenceMeanTokenSum) {
    if (!flags.fixed_length.empty()) {
      LOGPHEAD_ASSIGN_OR_RETURN(sequence, ParseCount("--fixed-length", flags.fixed_length));
    }
    config->fixed_length = static_cast<double>(sequence);
    return {};
  }
  if (flags.fixed_length.empty()) return {};
  return InvalidArgument(
      fmt::format("--fixed-length is given but {} does not use it (use --aggregation "
                  "sequence-mean-token-sum)",
                  AggregationName(config->aggregation)));
}

// Flags that say something of a loss which is not there.
Status CheckNoneGiven(const LossFlags& flags) {
  for (const auto& [name, text] : std::array<std::pair<const char*, const std::string*>, 6>{{
           {"--clip-low", &flags.clip_low},
           {"--clip-high", &flags.clip_high},
           {"--kl", &flags.kl},
           {"--entropy-bonus", &flags.entropy_bonus},
           {"--aggregation", &flags.aggregation},
           {"--fixed-length", &flags.fixed_length},
       }}) {
    if (!text->empty()) {
      return InvalidArgument(fmt::format("{} needs a --loss (e.g. --loss grpo)", name));
    }
  }
  return {};
}

}  // namespace

void AddLossFlags(CLI::App& app, LossFlags* flags) {
  AddText(app, kLossGroup, "--loss NAME", &flags->loss, LossKindNames());
  AddText(app, kLossGroup, "--clip-low X", &flags->clip_low,
          "ratios below 1 - X are clipped (default 0.2; gspo 0.0003)");
  AddText(app, kLossGroup, "--clip-high X", &flags->clip_high,
          "ratios above 1 + X are clipped (default 0.2; dapo 0.28, gspo 0.0004)");
  AddText(app, kLossGroup, "--kl COEF", &flags->kl,
          "times the k3 KL to a reference is added (default 0; grpo 0.04)");
  AddText(app, kLossGroup, "--entropy-bonus COEF", &flags->entropy_bonus,
          "times the entropy is subtracted (default 0)");
  AddText(app, kLossGroup, "--aggregation NAME", &flags->aggregation,
          "token-mean, sequence-mean-token-mean or sequence-mean-token-sum");
  AddText(app, kLossGroup, "--fixed-length N", &flags->fixed_length,
          "of sequence-mean-token-sum, in tokens (default L)");
}

Result<std::optional<LossConfig>> ResolveLoss(const LossFlags& flags, int64_t sequence) {
  if (flags.loss.empty()) {
    LOGPHEAD_RETURN_IF_ERROR(CheckNoneGiven(flags));
    return std::optional<LossConfig>();
  }
  const Result<LossKind> kind = ParseLossKind(flags.loss);
  if (!kind.ok()) return kind.error().WithContext("--loss");
  LossConfig config = LossConfig::Default(*kind);
  LOGPHEAD_RETURN_IF_ERROR(SetClips(flags, &config));
  LOGPHEAD_RETURN_IF_ERROR(SetNumber("--kl", flags.kl, &config.kl));
  LOGPHEAD_RETURN_IF_ERROR(
      SetNumber("--entropy-bonus", flags.entropy_bonus, &config.entropy_bonus));
  LOGPHEAD_RETURN_IF_ERROR(SetAggregation(flags, sequence, &config));
  const Status status = CheckLoss(config);
  if (!status.ok()) return status.error().WithContext("--loss " + flags.loss);
  return std::optional<LossConfig>(config);
}

}  // namespace logphead::cli
