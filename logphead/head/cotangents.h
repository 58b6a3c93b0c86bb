// SPDX-License-Identifier: Apache-2.0
// Cotangents: what a backward pass pulls back, given as arrays or made by a loss inside the loop.
#ifndef LOGPHEAD_HEAD_COTANGENTS_H_
#define LOGPHEAD_HEAD_COTANGENTS_H_

#include <optional>
#include <vector>

#include "logphead/head/chunk_math.h"
#include "logphead/head/loss.h"

namespace logphead {

// A CotangentFn for extras that are the cotangents: of log-probs and, if there is a second, of
// entropies.
TokenCotangents GivenCotangents(hlo::Value logps, std::optional<hlo::Value> entropies,
                                const std::vector<hlo::Value>& extras);

// The inputs of a loss as extras of a pass, and a CotangentFn that reads them in that order. The
// loss and its config must outlive the function.
std::vector<hlo::Value> ListLossInputs(const LossInputs& inputs);
CotangentFn FusedCotangents(PolicyLoss& loss, const LossConfig& config);

// The mask with 0 where a token has no target: such tokens do not count.
hlo::Value CountedMask(hlo::Builder& b, hlo::Value mask, hlo::Value targets);

}  // namespace logphead

#endif  // LOGPHEAD_HEAD_COTANGENTS_H_
