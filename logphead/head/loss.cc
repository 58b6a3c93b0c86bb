// SPDX-License-Identifier: Apache-2.0
// Policy losses: terms, gradients, metrics.
#include "logphead/head/loss.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>

namespace logphead {

using hlo::Comparison;
using hlo::Value;

namespace {

constexpr std::array<std::pair<std::string_view, LossKind>, 7> kKinds = {{
    {"policy-gradient", LossKind::kPolicyGradient},
    {"ppo", LossKind::kPpo},
    {"grpo", LossKind::kGrpo},
    {"dapo", LossKind::kDapo},
    {"dr-grpo", LossKind::kDrGrpo},
    {"cispo", LossKind::kCispo},
    {"gspo", LossKind::kGspo},
}};

constexpr std::array<std::pair<std::string_view, Aggregation>, 3> kAggregations = {{
    {"token-mean", Aggregation::kTokenMean},
    {"sequence-mean-token-mean", Aggregation::kSequenceMeanTokenMean},
    {"sequence-mean-token-sum", Aggregation::kSequenceMeanTokenSum},
}};

}  // namespace

LossConfig LossConfig::Default(LossKind kind) {
  LossConfig config;
  config.kind = kind;
  switch (kind) {
    case LossKind::kGrpo:
      config.aggregation = Aggregation::kSequenceMeanTokenMean;
      config.kl = 0.04;
      break;
    case LossKind::kDapo:
      config.clip_high = 0.28;
      break;
    case LossKind::kDrGrpo:
      config.aggregation = Aggregation::kSequenceMeanTokenSum;
      break;
    case LossKind::kGspo:
      config.aggregation = Aggregation::kSequenceMeanTokenMean;
      config.clip_low = 3e-4;
      config.clip_high = 4e-4;
      break;
    default:
      break;
  }
  return config;
}

Result<LossKind> ParseLossKind(std::string_view text) {
  for (const auto& [name, kind] : kKinds) {
    if (name == text) return kind;
  }
  return InvalidArgument(fmt::format("loss '{}' is unknown (use {})", text, LossKindNames()));
}

std::string LossKindNames() {
  std::string names;
  for (const auto& [name, kind] : kKinds) {
    const char* before = names.empty() ? "" : kind == kKinds.back().second ? " or " : ", ";
    names += fmt::format("{}{}", before, name);
  }
  return names;
}

std::string_view LossKindName(LossKind kind) { return kKinds[static_cast<size_t>(kind)].first; }

Result<Aggregation> ParseAggregation(std::string_view text) {
  for (const auto& [name, aggregation] : kAggregations) {
    if (name == text) return aggregation;
  }
  return InvalidArgument(
      fmt::format("aggregation '{}' is unknown (use token-mean, sequence-mean-token-mean or "
                  "sequence-mean-token-sum)",
                  text));
}

std::string_view AggregationName(Aggregation aggregation) {
  return kAggregations[static_cast<size_t>(aggregation)].first;
}

Status CheckLoss(const LossConfig& config) {
  if (!(config.clip_low >= 0) || config.clip_low > 1 || !(config.clip_high >= 0) ||
      !std::isfinite(config.clip_high)) {
    return InvalidArgument(fmt::format(
        "clips {} and {} are not a low one in [0, 1] and a finite high one of 0 or more",
        config.clip_low, config.clip_high));
  }
  if (!std::isfinite(config.kl) || !std::isfinite(config.entropy_bonus)) {
    return InvalidArgument("the kl and entropy coefficients are not finite numbers");
  }
  if (config.aggregation == Aggregation::kSequenceMeanTokenSum && !(config.fixed_length >= 1)) {
    return InvalidArgument(
        "sequence-mean-token-sum divides by a fixed length, which is missing (1 or more tokens)");
  }
  return {};
}

Value PolicyLoss::Like(Value shape, double value) {
  return b_.Splat(hlo::TensorType{DType::kF32, b_.dims(shape)}, value);
}

Value PolicyLoss::Weights(Value mask, const Sums& sums) {
  const Value zeros = Like(mask, 0);
  const Value counted = b_.Compare(Comparison::kNe, mask, zeros);
  const Value ones = b_.Select(counted, Like(mask, 1), zeros);
  const Value per_row = sums.rows(ones);
  const Value one_row = Like(per_row, 1);
  const Value safe_row = b_.Maximum(per_row, one_row);
  const Value rows = sums.all(b_.Minimum(per_row, one_row));
  const Value safe_rows = b_.Maximum(rows, b_.Constant(DType::kF32, 1));
  const auto at_tokens = [&](Value row) { return b_.BroadcastInDim(row, b_.dims(mask), {0}); };
  const auto everywhere = [&](Value scalar) {
    return b_.BroadcastInDim(scalar, b_.dims(mask), {});
  };
  switch (config_.aggregation) {
    case Aggregation::kTokenMean: {
      const Value sum = sums.all(per_row);
      const Value total = b_.Maximum(sum, b_.Constant(DType::kF32, 1));
      return b_.Divide(ones, everywhere(total));
    }
    case Aggregation::kSequenceMeanTokenMean: {
      const Value of_row = b_.Divide(ones, at_tokens(safe_row));
      return b_.Divide(of_row, everywhere(safe_rows));
    }
    case Aggregation::kSequenceMeanTokenSum:
      break;
  }
  const Value fixed = b_.Multiply(safe_rows, b_.Constant(DType::kF32, config_.fixed_length));
  return b_.Divide(ones, everywhere(fixed));
}

Value PolicyLoss::SequenceLogRatio(Value logps, Value old_logps, Value mask, const Sums& sums) {
  const Value zeros = Like(mask, 0);
  const Value counted = b_.Compare(Comparison::kNe, mask, zeros);
  const Value ones = b_.Select(counted, Like(mask, 1), zeros);
  const Value difference = b_.Select(counted, b_.Subtract(logps, old_logps), zeros);
  const Value length = sums.rows(ones);
  const Value safe_length = b_.Maximum(length, Like(length, 1));
  const Value total = sums.rows(difference);
  return b_.BroadcastInDim(b_.Divide(total, safe_length), b_.dims(mask), {0});
}

Value PolicyLoss::LogRatio(Value logps, const LossInputs& inputs,
                           const std::optional<Value>& sequence_log_ratio) {
  if (sequence_log_ratio) return *sequence_log_ratio;
  return b_.Subtract(logps, inputs.old_logps.value());
}

Value PolicyLoss::Clipped(Value ratio) {
  const Value raised = b_.Maximum(ratio, Like(ratio, 1 - config_.clip_low));
  return b_.Minimum(raised, Like(ratio, 1 + config_.clip_high));
}

LossTerms PolicyLoss::Terms(Value logps, std::optional<Value> entropies, const LossInputs& inputs,
                            std::optional<Value> sequence_log_ratio) {
  const Value a = inputs.advantages;
  Value term = logps;
  Value gradient = logps;
  if (config_.kind == LossKind::kPolicyGradient) {
    term = b_.Negate(b_.Multiply(a, logps));
    gradient = b_.Negate(a);
  } else {
    const Value ratio = b_.Exp(LogRatio(logps, inputs, sequence_log_ratio));
    const Value clipped = Clipped(ratio);
    const Value clipped_gain = b_.Multiply(clipped, a);
    if (config_.kind == LossKind::kCispo) {
      term = b_.Negate(b_.Multiply(clipped_gain, logps));
      gradient = b_.Negate(clipped_gain);
    } else {
      const Value gain = b_.Multiply(ratio, a);
      term = b_.Negate(b_.Minimum(gain, clipped_gain));
      // The clipped branch is flat; the other moves with the ratio.
      const Value moves = b_.Compare(Comparison::kLe, gain, clipped_gain);
      const Value flat = Like(gain, 0);
      gradient = b_.Select(moves, b_.Negate(gain), flat);
    }
  }
  if (config_.has_reference()) {
    const Value gap = b_.Subtract(inputs.ref_logps.value(), logps);
    const Value odds = b_.Exp(gap);
    const Value one = Like(gap, 1);
    const Value kl = Like(gap, config_.kl);
    const Value k3 = b_.Subtract(b_.Subtract(odds, gap), one);
    term = b_.Add(term, b_.Multiply(kl, k3));
    gradient = b_.Add(gradient, b_.Multiply(kl, b_.Subtract(one, odds)));
  }
  const Value zeros = Like(logps, 0);
  const Value counted = b_.Compare(Comparison::kNe, inputs.weights, zeros);
  const auto weighted = [&](Value value) {
    return b_.Select(counted, b_.Multiply(value, inputs.weights), zeros);
  };
  LossTerms terms;
  if (config_.has_entropy()) {
    const Value bonus = Like(logps, config_.entropy_bonus);
    term = b_.Subtract(term, b_.Multiply(bonus, entropies.value()));
    terms.d_entropies = weighted(b_.Negate(bonus));
  }
  terms.loss = weighted(term);
  terms.d_logps = weighted(gradient);
  return terms;
}

std::vector<std::string> PolicyLoss::SummaryNames(const LossConfig& config, bool entropies) {
  std::vector<std::string> names = {"loss", "tokens", "masked_tokens"};
  if (config.has_old()) {
    names.insert(names.end(), {"ratio_mean", "clip_fraction_low", "clip_fraction_high",
                               "approx_kl_k1", "approx_kl_k3"});
  }
  if (entropies) names.emplace_back("entropy_mean");
  return names;
}

std::vector<PolicyLoss::Scalar> PolicyLoss::Summary(Value logps, std::optional<Value> entropies,
                                                    const LossInputs& inputs, const Sums& sums,
                                                    std::optional<Value> sequence_log_ratio) {
  const Value zeros = Like(logps, 0);
  const Value ones = Like(logps, 1);
  const Value counted = b_.Compare(Comparison::kNe, inputs.weights, zeros);
  const auto total = [&](Value per_token) { return sums.all(sums.rows(per_token)); };
  const LossTerms terms = Terms(logps, entropies, inputs, sequence_log_ratio);
  std::vector<Scalar> scalars = {{"loss", total(terms.loss)}};
  const Value tokens = total(b_.Select(counted, ones, zeros));
  scalars.push_back({"tokens", tokens});
  scalars.push_back({"masked_tokens", total(b_.Select(counted, zeros, ones))});
  const Value divisor = b_.Maximum(tokens, b_.Constant(DType::kF32, 1));
  const auto mean = [&](const char* name, Value value) {
    const Value sum = total(b_.Select(counted, value, zeros));
    scalars.push_back({name, b_.Divide(sum, divisor)});
  };
  if (config_.has_old()) {
    const Value log_ratio = LogRatio(logps, inputs, sequence_log_ratio);
    const Value ratio = b_.Exp(log_ratio);
    const auto where = [&](Comparison comparison, double bound) {
      const Value beyond = b_.Compare(comparison, ratio, Like(ratio, bound));
      return b_.Select(beyond, ones, zeros);
    };
    mean("ratio_mean", ratio);
    mean("clip_fraction_low", where(Comparison::kLt, 1 - config_.clip_low));
    mean("clip_fraction_high", where(Comparison::kGt, 1 + config_.clip_high));
    mean("approx_kl_k1", b_.Negate(log_ratio));
    mean("approx_kl_k3", b_.Subtract(b_.Subtract(ratio, ones), log_ratio));
  }
  if (entropies) mean("entropy_mean", *entropies);
  return scalars;
}

}  // namespace logphead
