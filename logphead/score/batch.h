// SPDX-License-Identifier: Apache-2.0
// Batch: the tensors of one scoring job, read from a safetensors file and checked.
#ifndef LOGPHEAD_SCORE_BATCH_H_
#define LOGPHEAD_SCORE_BATCH_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "logphead/head/config.h"
#include "logphead/io/safetensors.h"

namespace logphead {

struct BatchOptions {
  std::optional<int32_t> pad_id;  // of padded rows, when targets are made from tokens
  // Segment that is padding, when targets are made from tokens: `padding_segment` when
  // `padding_segment_set`, else what PaddingSegment says.
  bool padding_segment_set = false;
  std::optional<int32_t> padding_segment;
  bool refuse_nonfinite = false;  // NaN and infinities in inputs are an error
  // The inputs of this loss are read as well, and must be there.
  std::optional<LossConfig> loss;
};

// Inputs by value or as views into the file, which must outlive the batch.
struct Batch {
  int64_t batch = 0;     // B, may be 0
  int64_t sequence = 0;  // L, may be 0
  int64_t hidden = 0;    // H
  int64_t vocab = 0;     // V
  KernelLayout layout = KernelLayout::kHiddenVocab;
  TensorView hidden_states;      // [B, L, H], bf16 or f32
  TensorView kernel;             // [H, V] or, tied, [V, H]; bf16 or f32
  std::vector<int32_t> targets;  // [B, L]; kIgnoredTarget where there is none or the mask is 0
  // f32 [B, L], empty when the file has none.
  std::vector<float> cotangent_logps;
  std::vector<float> cotangent_entropies;
  // What the loss of BatchOptions reads, f32 [B, L]; empty when it does not.
  std::vector<float> advantages;
  std::vector<float> old_logps;
  std::vector<float> ref_logps;
  // What a user should know, e.g. how many inputs are NaN; one sentence each.
  std::vector<std::string> notes;

  int64_t positions() const { return batch * sequence; }
  // Positions that have a target.
  int64_t scored() const;
};

// Reads `hidden` [B, L, H], `kernel` [H, V] or `embedding` [V, H], `targets` [B, L] or `tokens` [B,
// L] with optional `segment_ids` [B, L], and the optional `mask`, `cotangent_logps` and
// `cotangent_entropies` [B, L]; for a loss `advantages` [B] or [B, L], `old_logps` and `ref_logps`
// [B, L]. Errors name the tensor, what it is and what it should be.
Result<Batch> ReadBatch(const SafetensorsFile& file, const BatchOptions& options);

}  // namespace logphead

#endif  // LOGPHEAD_SCORE_BATCH_H_
