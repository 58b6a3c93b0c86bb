// SPDX-License-Identifier: Apache-2.0
// The head on CPU cores: calls, made of passes over the kernel.
#include "logphead/kernels/head.h"

#include <algorithm>

#include "logphead/kernels/pass.h"
#include "logphead/kernels/pieces.h"

namespace logphead::kernels {
namespace {

// Those that have a gradient at all.
std::vector<int64_t> WithCotangent(std::vector<int64_t> tokens, const Cotangents& cotangents) {
  std::erase_if(tokens, [&](int64_t i) {
    return At(cotangents.d_logps, i) == 0 &&
           (cotangents.d_entropies.data == nullptr || At(cotangents.d_entropies, i) == 0);
  });
  return tokens;
}

}  // namespace

Status SoftmaxOf(const HeadInputs& inputs, const SoftmaxParts& parts,
                 const KernelOptions& options) {
  LOGPHEAD_ASSIGN_OR_RETURN(const Work work, PlanWork(inputs, options));
  return RunSoftmax(work, ScoredTokens(inputs), parts, nullptr);
}

Status Forward(const HeadInputs& inputs, const TokenOutputs& outputs,
               const KernelOptions& options) {
  LOGPHEAD_ASSIGN_OR_RETURN(const Work work, PlanWork(inputs, options));
  const Pieces pieces(inputs.tokens);
  if (!pieces.memory.ok()) return OutOfMemory();
  LOGPHEAD_RETURN_IF_ERROR(RunSoftmax(work, ScoredTokens(inputs), pieces.parts(), nullptr));
  Finish(inputs, pieces, outputs);
  return {};
}

Status Backward(const HeadInputs& inputs, const SoftmaxState& state, const Cotangents& cotangents,
                const Gradients& gradients, const KernelOptions& options) {
  LOGPHEAD_RETURN_IF_ERROR(CheckGradients(gradients));
  LOGPHEAD_ASSIGN_OR_RETURN(const Work work, PlanWork(inputs, options));
  return RunBackward(work, WithCotangent(ScoredTokens(inputs), cotangents), nullptr, state,
                     cotangents, gradients, options.gradient_filter);
}

int64_t LogitsFloats(int64_t tokens, int64_t columns) {
  return (tokens + kMostMr) * (columns + kMostNr);
}

Status SoftmaxKeeping(const HeadInputs& inputs, const SoftmaxParts& parts, float* logits,
                      const KernelOptions& options) {
  LOGPHEAD_ASSIGN_OR_RETURN(const Work work, PlanWork(inputs, options));
  return RunSoftmax(work, ScoredTokens(inputs), parts, logits);
}

Status BackwardOf(const HeadInputs& inputs, float* logits, const SoftmaxState& state,
                  const Cotangents& cotangents, const Gradients& gradients,
                  const KernelOptions& options) {
  LOGPHEAD_RETURN_IF_ERROR(CheckGradients(gradients));
  LOGPHEAD_ASSIGN_OR_RETURN(const Work work, PlanWork(inputs, options));
  return RunBackward(work, ScoredTokens(inputs), logits, state, cotangents, gradients,
                     options.gradient_filter);
}

}  // namespace logphead::kernels
