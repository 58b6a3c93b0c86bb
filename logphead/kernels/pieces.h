// SPDX-License-Identifier: Apache-2.0
// Pieces: what a call that makes log-probs keeps per token, and the end of it.
#ifndef LOGPHEAD_KERNELS_PIECES_H_
#define LOGPHEAD_KERNELS_PIECES_H_

#include <cstdint>

#include "logphead/kernels/buffer.h"
#include "logphead/kernels/head.h"

namespace logphead::kernels {

// What LogitsFloats has to serve: mr and nr of all engines.
constexpr int64_t kMostMr = 14;
constexpr int64_t kMostNr = 32;
constexpr int64_t kLeastNr = 8;

// Softmax pieces of `tokens` tokens, and what Finish makes of them for the gradient.
struct Pieces {
  explicit Pieces(int64_t tokens) : count(tokens), memory(6 * tokens) {}
  MutableTokens operator[](int64_t which) const { return {memory.data() + which * count, 1}; }
  SoftmaxParts parts() const { return {(*this)[0], (*this)[1], (*this)[2], (*this)[3]}; }
  SoftmaxState state() const {
    return {{(*this)[0].data, 1}, {(*this)[4].data, 1}, {(*this)[5].data, 1}};
  }
  int64_t count;
  Buffer memory;
};

// From the pieces of all tokens of `inputs`: outputs, and the pieces' state.
void Finish(const HeadInputs& inputs, const Pieces& pieces, const TokenOutputs& outputs);

// Errors: dtypes other than bf16 and f32, sums in bf16.
Status CheckGradients(const Gradients& gradients);

}  // namespace logphead::kernels

#endif  // LOGPHEAD_KERNELS_PIECES_H_
