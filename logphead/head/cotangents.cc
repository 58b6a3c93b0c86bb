// SPDX-License-Identifier: Apache-2.0
// Cotangents: given, or made by a loss.
#include "logphead/head/cotangents.h"

namespace logphead {

using hlo::Value;

TokenCotangents GivenCotangents(Value, std::optional<Value>, const std::vector<Value>& extras) {
  TokenCotangents cotangents{extras[0], std::nullopt};
  if (extras.size() > 1) cotangents.d_entropies = extras[1];
  return cotangents;
}

std::vector<Value> ListLossInputs(const LossInputs& inputs) {
  std::vector<Value> extras = {inputs.advantages, inputs.weights};
  if (inputs.old_logps) extras.push_back(*inputs.old_logps);
  if (inputs.ref_logps) extras.push_back(*inputs.ref_logps);
  return extras;
}

CotangentFn FusedCotangents(PolicyLoss& loss, const LossConfig& config) {
  return [&loss, &config](Value logps, std::optional<Value> entropies,
                          const std::vector<Value>& extras) {
    LossInputs inputs{extras[0], extras[1], std::nullopt, std::nullopt};
    size_t next = 2;
    if (config.has_old()) inputs.old_logps = extras[next++];
    if (config.has_reference()) inputs.ref_logps = extras[next++];
    const LossTerms terms = loss.Terms(logps, entropies, inputs);
    return TokenCotangents{terms.d_logps, terms.d_entropies};
  };
}

Value CountedMask(hlo::Builder& b, Value mask, Value targets) {
  const Value none = b.Splat(b.type(targets), 0);
  const Value valid = b.Compare(hlo::Comparison::kGe, targets, none);
  return b.Select(valid, mask, b.Splat(b.type(mask), 0));
}

}  // namespace logphead
