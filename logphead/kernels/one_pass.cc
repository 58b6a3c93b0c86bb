// SPDX-License-Identifier: Apache-2.0
// Log-probs, loss and gradients with three matmuls: chunk by chunk, logits kept in between.
#include <algorithm>
#include <type_traits>

#include "logphead/kernels/pass.h"
#include "logphead/kernels/pieces.h"
#include "logphead/kernels/store.h"

namespace logphead::kernels {
namespace {

// Of a chunk: its logits, and what its passes need besides.
constexpr int64_t kChunkBytes = 58'000'000;

template <typename T>
T* Later(T* data, int64_t elements, DType dtype) {
  const int64_t bytes = elements * (dtype == DType::kBF16 ? 2 : 4);
  return static_cast<std::conditional_t<std::is_const_v<T>, const char, char>*>(data) + bytes;
}

// Tokens first .. first+count-1.
HeadInputs TokensOf(const HeadInputs& inputs, int64_t first, int64_t count) {
  HeadInputs part = inputs;
  part.tokens = count;
  part.targets += first * inputs.targets_stride;
  part.hidden_states.data =
      Later(inputs.hidden_states.data, first * inputs.hidden_states.row_stride,
            inputs.hidden_states.dtype);
  return part;
}

// The first token after `first` such that `most` scored ones lie between.
int64_t EndOfChunk(const HeadInputs& inputs, int64_t first, int64_t most) {
  int64_t scored = 0;
  int64_t end = first;
  for (; end < inputs.tokens; ++end) {
    if (inputs.targets[end * inputs.targets_stride] < 0) continue;
    if (scored == most) break;
    ++scored;
  }
  return end;
}

MutableTokens After(const MutableTokens& tokens, int64_t first) {
  return {tokens.data ? tokens.data + first * tokens.stride : nullptr, tokens.stride};
}

// A chunk's own log-probs and entropies, and its cotangents.
struct ChunkTokens {
  explicit ChunkTokens(int64_t count) : size(count), memory(4 * count) {}
  float* operator[](int64_t which) const { return memory.data() + which * size; }
  int64_t size;
  Buffer memory;
};

void Copy(const float* from, int64_t count, const MutableTokens& to) {
  for (int64_t i = 0; i < count; ++i) Put(to, i, from[i]);
}

int64_t FloatsOf(const HeadInputs& inputs, int64_t tokens) {
  return LogitsFloats(tokens, inputs.columns, inputs.hidden_states.dtype, inputs.kernel.dtype);
}

// Tokens whose logits and passes take at most kChunkBytes; at least one block.
int64_t TokensThatFit(const Work& work) {
  const HeadInputs& inputs = *work.inputs;
  const int64_t per_pass = 2 * kStepColumns * RoundUp(inputs.hidden, kMostNr) * 4;
  const int64_t per_token =
      FloatsOf(inputs, 1) - FloatsOf(inputs, 0) + 2 * inputs.hidden + 2 * kStepColumns;
  const int64_t padding = FloatsOf(inputs, 0) * 4;
  return std::max<int64_t>((kChunkBytes - per_pass - padding) / (per_token * 4), work.engine->mr);
}

class ChunkedPass {
 public:
  ChunkedPass(const TokenLoss& loss, const TokenOutputs& outputs, const Gradients& gradients,
              const KernelOptions& options)
      : loss_(loss), outputs_(outputs), gradients_(gradients), options_(options) {}

  Status Run(const HeadInputs& inputs) {
    LOGPHEAD_ASSIGN_OR_RETURN(const Work work, PlanWork(inputs, options_));
    const auto scored = static_cast<int64_t>(ScoredTokens(inputs).size());
    // Chunks of equal size, as few as fit.
    const int64_t chunks = std::max<int64_t>(CeilDiv(scored, TokensThatFit(work)), 1);
    const int64_t chunk = CeilDiv(scored, chunks);
    const Buffer logits(FloatsOf(inputs, chunk));
    const bool rounds = gradients_.d_kernel.data && gradients_.d_kernel.dtype != DType::kF32;
    const Buffer sum(rounds && chunks > 1 ? inputs.hidden * inputs.columns : 0);
    if (!logits.ok() || !sum.ok()) return OutOfMemory();
    Gradients out = gradients_;
    if (sum.data()) out.d_kernel = {sum.data(), DType::kF32, inputs.columns, 1};
    int64_t first = 0;
    do {
      const int64_t end = EndOfChunk(inputs, first, chunk);
      LOGPHEAD_RETURN_IF_ERROR(Chunk(inputs, first, end - first, logits.data(), out));
      out.add_to_d_kernel = true;
      first = end;
    } while (first < inputs.tokens);
    for (int64_t h = 0; sum.data() && h < inputs.hidden; ++h) {
      StoreRow(gradients_.d_kernel, h, 0, inputs.columns, sum.data() + h * inputs.columns, false);
    }
    return {};
  }

 private:
  Status Chunk(const HeadInputs& inputs, int64_t first, int64_t count, float* logits,
               Gradients out) {
    const HeadInputs part = TokensOf(inputs, first, count);
    const Pieces pieces(count);
    const ChunkTokens tokens(count);
    if (!pieces.memory.ok() || !tokens.memory.ok()) return OutOfMemory();
    LOGPHEAD_RETURN_IF_ERROR(SoftmaxKeeping(part, pieces.parts(), logits, options_));
    Finish(part, pieces, {{tokens[0], 1}, {tokens[1], 1}, After(outputs_.lse, first)});
    Copy(tokens[0], count, After(outputs_.logps, first));
    Copy(tokens[1], count, After(outputs_.entropies, first));
    std::fill_n(tokens[2], 2 * count, 0.0F);
    loss_(first, count, tokens[0], tokens[1], tokens[2], tokens[3]);
    const bool pulls_entropy =
        std::any_of(tokens[3], tokens[3] + count, [](float d) { return d != 0; });
    const Cotangents cotangents{{tokens[2], 1}, {pulls_entropy ? tokens[3] : nullptr, 1}};
    if (out.d_hidden.data) {
      out.d_hidden.data =
          Later(out.d_hidden.data, first * out.d_hidden.row_stride, out.d_hidden.dtype);
    }
    return BackwardOf(part, logits, pieces.state(), cotangents, out, options_);
  }

  const TokenLoss& loss_;
  const TokenOutputs& outputs_;
  const Gradients& gradients_;
  const KernelOptions& options_;
};

}  // namespace

Status OnePass(const HeadInputs& inputs, const TokenLoss& loss, const TokenOutputs& outputs,
               const Gradients& gradients, const KernelOptions& options) {
  LOGPHEAD_RETURN_IF_ERROR(CheckGradients(gradients));
  return ChunkedPass(loss, outputs, gradients, options).Run(inputs);
}

}  // namespace logphead::kernels
