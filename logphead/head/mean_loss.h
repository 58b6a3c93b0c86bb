// SPDX-License-Identifier: Apache-2.0
// The weighted mean loss of loss_and_grad: -sum(logps * weights * mask) / sum(mask).
#ifndef LOGPHEAD_HEAD_MEAN_LOSS_H_
#define LOGPHEAD_HEAD_MEAN_LOSS_H_

#include <functional>

#include "logphead/hlo/builder.h"

namespace logphead {

// Sums a per-token value over all tokens, across whatever devices hold them.
using TotalFn = std::function<hlo::Value(hlo::Value)>;

// Masked tokens are selected out, not multiplied: they count 0 whatever their weight and log-prob
// are. When every mask is 0 the loss and its gradients are 0.
class MeanLoss {
 public:
  // `weights` and `mask` are f32, per token.
  MeanLoss(hlo::Builder& b, hlo::Value weights, hlo::Value mask, TotalFn total);

  // f32 scalar.
  hlo::Value Loss(hlo::Value logps);
  // d loss / d logps, per token; does not depend on the log-probs.
  hlo::Value Cotangent();
  // Per token zeros, for entropies that the loss does not depend on.
  hlo::Value zeros() const { return zeros_; }

 private:
  hlo::Builder& b_;
  TotalFn total_;
  hlo::Value zeros_;
  hlo::Value counted_;
  hlo::Value factor_;
  hlo::Value denominator_;
};

}  // namespace logphead

#endif  // LOGPHEAD_HEAD_MEAN_LOSS_H_
