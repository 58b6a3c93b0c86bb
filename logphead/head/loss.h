// SPDX-License-Identifier: Apache-2.0
// Policy losses: per-token terms, their gradients with respect to log-probs and entropies, and
// metrics.
#ifndef LOGPHEAD_HEAD_LOSS_H_
#define LOGPHEAD_HEAD_LOSS_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "logphead/base/result.h"
#include "logphead/hlo/builder.h"

namespace logphead {

// With logp of the policy, old of the policy that sampled, ref of a reference, advantage A, ratio
// r = exp(logp - old); terms are minimised:
//   policy-gradient  -A logp                                        (Williams 1992)
//   ppo              -min(r A, clip(r, 1-low, 1+high) A)            (Schulman et al. 2017)
//   grpo             ppo + kl * (exp(ref-logp) - (ref-logp) - 1)    (Shao et al. 2024)
//   dapo             ppo with high > low, averaged over tokens      (Yu et al. 2025)
//   dr-grpo          ppo, summed over tokens, over a fixed length   (Liu et al. 2025)
//   cispo            -stop(clip(r, 1-low, 1+high)) A logp           (MiniMax 2025)
//   gspo             ppo with the ratio of the row's mean logp - old (Zheng et al. 2025)
//                    (with advantages that differ within a row, its token form: the gradient of a
//                    token has that token's advantage)
enum class LossKind { kPolicyGradient, kPpo, kGrpo, kDapo, kDrGrpo, kCispo, kGspo };

// How terms become one number: the mean over all tokens; the mean over rows of each row's mean; the
// mean over rows of each row's sum divided by a fixed length. Rows without a token do not count.
enum class Aggregation { kTokenMean, kSequenceMeanTokenMean, kSequenceMeanTokenSum };

struct LossConfig {
  LossKind kind = LossKind::kPolicyGradient;
  Aggregation aggregation = Aggregation::kTokenMean;
  double clip_low = 0.2;
  double clip_high = 0.2;
  double kl = 0;             // of the k3 estimate of the divergence from the reference
  double entropy_bonus = 0;  // times the entropy is subtracted from each term
  double fixed_length = 0;   // of kSequenceMeanTokenSum, in tokens

  // The usual settings of a loss: its aggregation and clips.
  static LossConfig Default(LossKind kind);
  bool has_old() const { return kind != LossKind::kPolicyGradient; }
  bool has_reference() const { return kl != 0; }
  bool has_entropy() const { return entropy_bonus != 0; }
  // Whether a token's gradient depends on that token alone, so that one pass is enough.
  bool per_token() const { return kind != LossKind::kGspo; }
};

// "policy-gradient", "ppo", ...; errors list the names.
Result<LossKind> ParseLossKind(std::string_view text);
std::string_view LossKindName(LossKind kind);
// "policy-gradient, ppo, ... or gspo", for messages and help.
std::string LossKindNames();
// "token-mean", "sequence-mean-token-mean", "sequence-mean-token-sum".
Result<Aggregation> ParseAggregation(std::string_view text);
std::string_view AggregationName(Aggregation aggregation);
// Errors: clips outside what makes sense, a fixed length missing or below 1.
Status CheckLoss(const LossConfig& config);

// What a loss reads of each token, f32 values of one shape; which are there follows from the
// config.
struct LossInputs {
  hlo::Value advantages;
  hlo::Value weights;  // the token's share in the aggregate; 0 where masked
  std::optional<hlo::Value> old_logps;
  std::optional<hlo::Value> ref_logps;
};

// Per token, selected to 0 where the weight is 0 whatever the ratio is.
struct LossTerms {
  hlo::Value loss;     // weighted
  hlo::Value d_logps;  // of the weighted term
  std::optional<hlo::Value> d_entropies;
};

// Sums over tokens, across whatever devices hold them.
struct Sums {
  std::function<hlo::Value(hlo::Value)> rows;  // [b, l] -> [b], over the sequence
  std::function<hlo::Value(hlo::Value)> all;   // [b] -> scalar, over the rows
};

class PolicyLoss {
 public:
  PolicyLoss(hlo::Builder& b, const LossConfig& config) : b_(b), config_(config) {}

  // The weights [b, l] of tokens under the aggregation, from mask [b, l] (0 or not): known before
  // any log-prob, so that the loss needs one pass.
  hlo::Value Weights(hlo::Value mask, const Sums& sums);
  // The ratio's exponent of kGspo: each row's mean of logp - old over its tokens, at every token.
  hlo::Value SequenceLogRatio(hlo::Value logps, hlo::Value old_logps, hlo::Value mask,
                              const Sums& sums);
  // Terms of tokens of any shape; `sequence_log_ratio` is set for kGspo alone.
  LossTerms Terms(hlo::Value logps, std::optional<hlo::Value> entropies, const LossInputs& inputs,
                  std::optional<hlo::Value> sequence_log_ratio = std::nullopt);

  // A scalar result: "loss", and metrics of the counted tokens: "tokens" and "masked_tokens"
  // (counts; padding of the config is masked), "ratio_mean", "clip_fraction_low",
  // "clip_fraction_high" (ratios below and above the clips), "approx_kl_k1" (mean of old - logp),
  // "approx_kl_k3" (mean of r - 1 - log r), "entropy_mean".
  struct Scalar {
    std::string name;
    hlo::Value value;
  };
  // The names of Summary's results, in order.
  static std::vector<std::string> SummaryNames(const LossConfig& config, bool entropies);
  // Everything is per token, [b, l].
  std::vector<Scalar> Summary(hlo::Value logps, std::optional<hlo::Value> entropies,
                              const LossInputs& inputs, const Sums& sums,
                              std::optional<hlo::Value> sequence_log_ratio = std::nullopt);

 private:
  hlo::Value Like(hlo::Value shape, double value);
  hlo::Value LogRatio(hlo::Value logps, const LossInputs& inputs,
                      const std::optional<hlo::Value>& sequence_log_ratio);
  hlo::Value Clipped(hlo::Value ratio);

  hlo::Builder& b_;
  const LossConfig& config_;
};

}  // namespace logphead

#endif  // LOGPHEAD_HEAD_LOSS_H_
