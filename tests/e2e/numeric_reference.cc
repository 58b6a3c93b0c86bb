// SPDX-License-Identifier: Apache-2.0
// The reference: plain loops over tokens and columns.
#include "numeric_reference.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace logphead::numeric {
namespace {

// log p of every column for one token. A column of logit -inf has log p = -inf.
std::vector<double> LogSoftmax(const ReferenceInput& in, size_t token) {
  const auto hidden = static_cast<size_t>(in.hidden);
  const auto vocab = static_cast<size_t>(in.vocab);
  std::vector<double> logits(vocab);
  for (size_t column = 0; column < vocab; ++column) {
    double product = 0;
    for (size_t i = 0; i < hidden; ++i) {
      product += in.hidden_states[token * hidden + i] * in.kernel[i * vocab + column];
    }
    logits[column] = product / in.temperature;
  }
  const double largest = *std::max_element(logits.begin(), logits.end());
  double total = 0;
  for (const double logit : logits) total += std::exp(logit - largest);
  const double log_total = largest + std::log(total);
  for (double& logit : logits) logit -= log_total;
  return logits;
}

double EntropyOf(const std::vector<double>& log_p) {
  double entropy = 0;
  for (const double value : log_p) {
    if (std::exp(value) > 0) entropy -= std::exp(value) * value;
  }
  return entropy;
}

// The derivative with respect to the undivided product h W, for one token.
std::vector<double> ProductGradient(const ReferenceInput& in, size_t token,
                                    const std::vector<double>& log_p, double entropy) {
  std::vector<double> gradient(log_p.size());
  for (size_t column = 0; column < log_p.size(); ++column) {
    const double p = std::exp(log_p[column]);
    const bool is_target = static_cast<int64_t>(column) == in.targets[token];
    double slope = in.d_logps[token] * ((is_target ? 1.0 : 0.0) - p);
    if (p > 0) slope -= in.d_entropies[token] * p * (log_p[column] + entropy);
    gradient[column] = slope / in.temperature;
  }
  return gradient;
}

}  // namespace

Reference Compute(const ReferenceInput& in) {
  const auto tokens = static_cast<size_t>(in.batch * in.sequence);
  const auto hidden = static_cast<size_t>(in.hidden);
  const auto vocab = static_cast<size_t>(in.vocab);
  Reference out;
  out.logps.resize(tokens);
  out.entropies.resize(tokens);
  out.d_hidden.resize(tokens * hidden);
  out.d_hidden_terms.resize(tokens * hidden);
  out.d_kernel.resize(hidden * vocab);
  out.d_kernel_terms.resize(hidden * vocab);
  for (size_t token = 0; token < tokens; ++token) {
    if (in.targets[token] < 0) continue;
    const std::vector<double> log_p = LogSoftmax(in, token);
    out.logps[token] = log_p[static_cast<size_t>(in.targets[token])];
    out.entropies[token] = EntropyOf(log_p);
    const std::vector<double> slope = ProductGradient(in, token, log_p, out.entropies[token]);
    for (size_t i = 0; i < hidden; ++i) {
      const double h = in.hidden_states[token * hidden + i];
      for (size_t column = 0; column < vocab; ++column) {
        const double w = in.kernel[i * vocab + column];
        out.d_hidden[token * hidden + i] += slope[column] * w;
        out.d_hidden_terms[token * hidden + i] += std::fabs(slope[column] * w);
        out.d_kernel[i * vocab + column] += slope[column] * h;
        out.d_kernel_terms[i * vocab + column] += std::fabs(slope[column] * h);
      }
    }
  }
  return out;
}

double Objective(const ReferenceInput& in) {
  double objective = 0;
  for (size_t token = 0; token < in.targets.size(); ++token) {
    if (in.targets[token] < 0) continue;
    const std::vector<double> log_p = LogSoftmax(in, token);
    objective += in.d_logps[token] * log_p[static_cast<size_t>(in.targets[token])];
    objective += in.d_entropies[token] * EntropyOf(log_p);
  }
  return objective;
}

}  // namespace logphead::numeric
