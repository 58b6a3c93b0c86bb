// SPDX-License-Identifier: Apache-2.0
// The end of a call that makes log-probs.
#include "logphead/kernels/pieces.h"

#include <fmt/format.h>

#include <cmath>

#include "logphead/kernels/work.h"

namespace logphead::kernels {

void Finish(const HeadInputs& inputs, const Pieces& pieces, const TokenOutputs& outputs) {
  for (int64_t i = 0; i < pieces.count; ++i) {
    const float sum = pieces[1].data[i];
    const float log_sum = std::log(sum);
    const float mean = pieces[2].data[i] / sum;
    pieces[4].data[i] = log_sum;
    pieces[5].data[i] = mean;
    const bool scored = inputs.targets[i * inputs.targets_stride] >= 0;
    Put(outputs.logps, i, scored ? pieces[3].data[i] - log_sum : 0);
    Put(outputs.entropies, i, scored ? log_sum - mean : 0);
    Put(outputs.lse, i, scored ? pieces[0].data[i] + log_sum : 0);
  }
}

Status CheckGradients(const Gradients& gradients) {
  for (const MutableMatrix* matrix : {&gradients.d_hidden, &gradients.d_kernel}) {
    if (matrix->data && matrix->dtype != DType::kF32 && matrix->dtype != DType::kBF16) {
      return Error(Code::kInvalidArgument,
                   fmt::format("{} is {} (use bf16 or f32)",
                               matrix == &gradients.d_hidden ? "d_hidden" : "d_kernel",
                               DTypeName(matrix->dtype)));
    }
  }
  if (gradients.add_to_d_kernel && gradients.d_kernel.dtype != DType::kF32) {
    return Error(Code::kInvalidArgument, "d_kernel is added to in f32 alone");
  }
  return {};
}

}  // namespace logphead::kernels
