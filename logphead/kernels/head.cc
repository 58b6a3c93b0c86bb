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

Kept KeptIn(const Work& work, const std::vector<int64_t>& tokens, float* logits) {
  const Engine& engine = *work.engine;
  return {engine, work.hidden().bf16 && work.kernel().bf16,
          RoundUp(static_cast<int64_t>(tokens.size()), engine.mr), work.panels, logits};
}

}  // namespace

Status SoftmaxOf(const HeadInputs& inputs, const SoftmaxParts& parts,
                 const KernelOptions& options) {
  LOGPHEAD_ASSIGN_OR_RETURN(const Work work, PlanWork(inputs, options));
  return RunSoftmax(work, ScoredTokens(inputs), parts, {});
}

Status Forward(const HeadInputs& inputs, const TokenOutputs& outputs,
               const KernelOptions& options) {
  LOGPHEAD_ASSIGN_OR_RETURN(const Work work, PlanWork(inputs, options));
  const Pieces pieces(inputs.tokens);
  if (!pieces.memory.ok()) return OutOfMemory();
  LOGPHEAD_RETURN_IF_ERROR(RunSoftmax(work, ScoredTokens(inputs), pieces.parts(), {}));
  Finish(inputs, pieces, outputs);
  return {};
}

Status Backward(const HeadInputs& inputs, const SoftmaxState& state, const Cotangents& cotangents,
                const Gradients& gradients, const KernelOptions& options) {
  LOGPHEAD_RETURN_IF_ERROR(CheckGradients(gradients));
  LOGPHEAD_ASSIGN_OR_RETURN(const Work work, PlanWork(inputs, options));
  return RunBackward(work, WithCotangent(ScoredTokens(inputs), cotangents), {}, state, cotangents,
                     gradients, options.gradient_filter);
}

int64_t LogitsFloats(int64_t tokens, int64_t columns, DType hidden, DType kernel) {
  const bool halves = hidden == DType::kBF16 && kernel == DType::kBF16;
  const int64_t rows = tokens + kMostMr;
  const int64_t padded = columns + kMostNr;
  return halves ? rows * padded / 2 + rows * CeilDiv(padded, kLeastNr) : rows * padded;
}

Status SoftmaxKeeping(const HeadInputs& inputs, const SoftmaxParts& parts, float* logits,
                      const KernelOptions& options) {
  LOGPHEAD_ASSIGN_OR_RETURN(const Work work, PlanWork(inputs, options));
  const std::vector<int64_t> tokens = ScoredTokens(inputs);
  return RunSoftmax(work, tokens, parts, KeptIn(work, tokens, logits));
}

Status BackwardOf(const HeadInputs& inputs, const float* logits, const SoftmaxState& state,
                  const Cotangents& cotangents, const Gradients& gradients,
                  const KernelOptions& options) {
  LOGPHEAD_RETURN_IF_ERROR(CheckGradients(gradients));
  LOGPHEAD_ASSIGN_OR_RETURN(const Work work, PlanWork(inputs, options));
  const std::vector<int64_t> tokens = ScoredTokens(inputs);
  return RunBackward(work, tokens, KeptIn(work, tokens, const_cast<float*>(logits)), state,
                     cotangents, gradients, options.gradient_filter);
}

}  // namespace logphead::kernels
