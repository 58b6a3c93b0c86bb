// SPDX-License-Identifier: Apache-2.0
// The weighted mean loss, as ops.
#include "logphead/head/mean_loss.h"

#include <utility>

namespace logphead {

using hlo::Comparison;
using hlo::Value;

MeanLoss::MeanLoss(hlo::Builder& b, Value weights, Value mask, TotalFn total)
    : b_(b), total_(std::move(total)) {
  zeros_ = b_.Splat(b_.type(mask), 0);
  counted_ = b_.Compare(Comparison::kNe, mask, zeros_);
  factor_ = b_.Select(counted_, b_.Multiply(weights, mask), zeros_);
  const Value sum = total_(mask);
  const Value zero = b_.Constant(DType::kF32, 0);
  const Value any = b_.Compare(Comparison::kNe, sum, zero);
  denominator_ = b_.Select(any, sum, b_.Constant(DType::kF32, 1));
}

Value MeanLoss::Loss(Value logps) {
  const Value terms = b_.Select(counted_, b_.Multiply(logps, factor_), zeros_);
  return b_.Negate(b_.Divide(total_(terms), denominator_));
}

Value MeanLoss::Cotangent() {
  const Value scale = b_.Negate(b_.Divide(b_.Constant(DType::kF32, 1), denominator_));
  return b_.Multiply(factor_, b_.BroadcastInDim(scale, b_.dims(factor_), {}));
}

}  // namespace logphead
