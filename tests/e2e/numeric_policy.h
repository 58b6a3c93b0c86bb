// SPDX-License-Identifier: Apache-2.0
// Policy losses in double precision, written apart from the product: plain loops over rows and
// tokens.
#ifndef LOGPHEAD_TESTS_E2E_NUMERIC_POLICY_H_
#define LOGPHEAD_TESTS_E2E_NUMERIC_POLICY_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "logphead/head/loss.h"

namespace logphead::numeric {

// What a loss is given, [B, L] each.
struct PolicyTokens {
  int64_t batch = 0;
  int64_t sequence = 0;
  std::vector<double> advantages;
  std::vector<bool> counted;  // the mask is not 0 and the token has a target
  std::vector<double> old_logps;
  std::vector<double> ref_logps;
};

struct PolicyReference {
  // Of the loss and its metrics, by the names of PolicyLoss::SummaryNames but for masked_tokens,
  // which counts the padding of a mesh as well.
  std::map<std::string, double> scalars;
  // Of the loss; 0 where a token does not count.
  std::vector<double> d_logps;
  std::vector<double> d_entropies;
};

// `frozen` are the log-probs that stopped gradients see: ratios of cispo come from them.
PolicyReference ComputePolicy(const LossConfig& config, const PolicyTokens& tokens,
                              const std::vector<double>& logps,
                              const std::vector<double>& entropies,
                              const std::vector<double>& frozen);

inline PolicyReference ComputePolicy(const LossConfig& config, const PolicyTokens& tokens,
                                     const std::vector<double>& logps,
                                     const std::vector<double>& entropies) {
  return ComputePolicy(config, tokens, logps, entropies, logps);
}

}  // namespace logphead::numeric

#endif  // LOGPHEAD_TESTS_E2E_NUMERIC_POLICY_H_
