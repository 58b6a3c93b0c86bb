// SPDX-License-Identifier: Apache-2.0
// Policy losses in double precision.
#include "numeric_policy.h"

#include <algorithm>
#include <cmath>

namespace logphead::numeric {
namespace {

// Walks the tokens of one problem.
class Policy {
 public:
  Policy(const LossConfig& config, const PolicyTokens& tokens, const std::vector<double>& logps,
         const std::vector<double>& entropies, const std::vector<double>& frozen)
      : config_(config),
        tokens_(tokens),
        logps_(logps),
        entropies_(entropies),
        frozen_(frozen),
        columns_(static_cast<size_t>(tokens.sequence)) {
    for (size_t row = 0; row < static_cast<size_t>(tokens.batch); ++row) {
      lengths_.push_back(0);
      for (size_t i = row * columns_; i < (row + 1) * columns_; ++i) {
        if (tokens.counted[i]) lengths_.back() += 1;
      }
      all_ += lengths_.back();
      if (lengths_.back() > 0) rows_ += 1;
    }
  }

  PolicyReference Compute() {
    out_.d_logps.assign(logps_.size(), 0);
    out_.d_entropies.assign(logps_.size(), 0);
    if (config_.has_old()) {
      for (const char* name : {"ratio_mean", "clip_fraction_low", "clip_fraction_high",
                               "approx_kl_k1", "approx_kl_k3"}) {
        sums_[name] = 0;
      }
    }
    if (!entropies_.empty()) sums_["entropy_mean"] = 0;
    for (size_t row = 0; row < lengths_.size(); ++row) Row(row);
    out_.scalars["loss"] = loss_;
    out_.scalars["tokens"] = all_;
    for (auto& [name, sum] : sums_) out_.scalars[name] = all_ > 0 ? sum / all_ : 0;
    return std::move(out_);
  }

 private:
  double Weight(size_t row) const {
    switch (config_.aggregation) {
      case Aggregation::kTokenMean:
        return 1 / all_;
      case Aggregation::kSequenceMeanTokenMean:
        return 1 / rows_ / lengths_[row];
      case Aggregation::kSequenceMeanTokenSum:
        return 1 / rows_ / config_.fixed_length;
    }
    return NAN;
  }

  double MeanLogRatio(size_t row) const {
    double sum = 0;
    for (size_t i = row * columns_; i < (row + 1) * columns_; ++i) {
      if (tokens_.counted[i]) sum += logps_[i] - tokens_.old_logps[i];
    }
    return sum / lengths_[row];
  }

  void Row(size_t row) {
    if (lengths_[row] == 0) return;
    const bool sequence_ratio = config_.kind == LossKind::kGspo;
    const double mean = sequence_ratio ? MeanLogRatio(row) : 0;
    for (size_t i = row * columns_; i < (row + 1) * columns_; ++i) {
      if (!tokens_.counted[i]) continue;
      double log_ratio = 0;
      if (config_.has_old()) {
        log_ratio = sequence_ratio ? mean : logps_[i] - tokens_.old_logps[i];
        AddMetrics(log_ratio);
      }
      if (!entropies_.empty()) sums_["entropy_mean"] += entropies_[i];
      AddToken(i, Weight(row), log_ratio);
    }
  }

  void AddMetrics(double log_ratio) {
    const double ratio = std::exp(log_ratio);
    sums_["ratio_mean"] += ratio;
    sums_["clip_fraction_low"] += ratio < 1 - config_.clip_low ? 1 : 0;
    sums_["clip_fraction_high"] += ratio > 1 + config_.clip_high ? 1 : 0;
    sums_["approx_kl_k1"] -= log_ratio;
    sums_["approx_kl_k3"] += ratio - 1 - log_ratio;
  }

  void AddToken(size_t i, double weight, double log_ratio) {
    const double a = tokens_.advantages[i];
    const double low = 1 - config_.clip_low;
    const double high = 1 + config_.clip_high;
    double term = 0;
    double slope = 0;
    if (config_.kind == LossKind::kPolicyGradient) {
      term = -a * logps_[i];
      slope = -a;
    } else if (config_.kind == LossKind::kCispo) {
      const double ratio = std::exp(frozen_[i] - tokens_.old_logps[i]);
      const double coefficient = std::clamp(ratio, low, high) * a;
      term = -coefficient * logps_[i];
      slope = -coefficient;
    } else {
      const double ratio = std::exp(log_ratio);
      term = -std::min(ratio * a, std::clamp(ratio, low, high) * a);
      // For a > 0 the loss is flat above the high clip, for a < 0 below the low one.
      const bool flat = a > 0 ? ratio > high : ratio < low;
      slope = flat ? 0 : -ratio * a;
    }
    if (config_.kl != 0) {
      const double gap = tokens_.ref_logps[i] - logps_[i];
      term += config_.kl * (std::exp(gap) - gap - 1);
      slope += config_.kl * (1 - std::exp(gap));
    }
    if (config_.entropy_bonus != 0) {
      term -= config_.entropy_bonus * entropies_[i];
      out_.d_entropies[i] = -weight * config_.entropy_bonus;
    }
    loss_ += weight * term;
    out_.d_logps[i] = weight * slope;
  }

  const LossConfig& config_;
  const PolicyTokens& tokens_;
  const std::vector<double>& logps_;
  const std::vector<double>& entropies_;
  const std::vector<double>& frozen_;
  size_t columns_;
  std::vector<double> lengths_;  // counted tokens of each row
  double all_ = 0;
  double rows_ = 0;
  double loss_ = 0;
  std::map<std::string, double> sums_;
  PolicyReference out_;
};

}  // namespace

PolicyReference ComputePolicy(const LossConfig& config, const PolicyTokens& tokens,
                              const std::vector<double>& logps,
                              const std::vector<double>& entropies,
                              const std::vector<double>& frozen) {
  return Policy(config, tokens, logps, entropies, frozen).Compute();
}

}  // namespace logphead::numeric
