// SPDX-License-Identifier: Apache-2.0
// How a call is cut into pieces that fit the caches: rows that are computed, tiles, scratch sizes.
#ifndef LOGPHEAD_KERNELS_WORK_H_
#define LOGPHEAD_KERNELS_WORK_H_

#include <cstdint>
#include <vector>

#include "logphead/kernels/engine.h"
#include "logphead/kernels/head.h"

namespace logphead::kernels {

constexpr int64_t CeilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }
constexpr int64_t RoundUp(int64_t a, int64_t b) { return CeilDiv(a, b) * b; }

// Columns of the vocabulary that a backward pass takes at a time, at most.
constexpr int64_t kStepColumns = 256;

// What every pass knows. Sizes in tokens count rows that are computed.
struct Work {
  const HeadInputs* inputs;
  const Engine* engine;
  int threads;
  int64_t units_of_hidden;  // of an A block of tokens, a multiple of mr where they are turned
  int64_t panels;           // of nr columns
  int64_t tile_panels;      // whose packed kernel fits the second cache beside the rest
  std::vector<float> bias;  // [panels nr]: 0, or -inf for columns that are not there; or empty
  std::vector<int32_t> column_of;  // column of an id, -1: none here; empty: the id itself
  float scale;                     // 1 / temperature

  Source hidden() const;
  Source kernel() const;
  // The kernel as [V, H].
  Source turned_kernel() const;
  // Column of a target, or -1.
  int64_t ColumnOf(int32_t target) const;
  bool finishes() const { return scale != 1.0F || !bias.empty(); }
};

// Errors: sizes below 0, null pointers of what has elements, dtypes other than bf16 and f32, a
// temperature that is not a finite number above 0, a target beyond the vocabulary (naming its
// position), an isa that is not available or does not take f32 inputs, a gradient filter outside
// [0, 1), threads below 1.
Result<Work> PlanWork(const HeadInputs& inputs, const KernelOptions& options);

// Tokens with a target, in order.
std::vector<int64_t> ScoredTokens(const HeadInputs& inputs);

// Rows of H floats that take at most `bytes`, at least one block; at most kMostRows, since each row
// has pieces of its own as well, which weigh more than its hidden states where H is small.
constexpr int64_t kMostRows = 4096;
int64_t RowsOf(const Work& work, int64_t bytes);

inline float At(const ConstTokens& tokens, int64_t i) { return tokens.data[i * tokens.stride]; }
inline void Put(const MutableTokens& tokens, int64_t i, float value) {
  if (tokens.data) tokens.data[i * tokens.stride] = value;
}

Error OutOfMemory();

}  // namespace logphead::kernels

#endif  // LOGPHEAD_KERNELS_WORK_H_
