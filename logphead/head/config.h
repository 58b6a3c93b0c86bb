// SPDX-License-Identifier: Apache-2.0
// HeadConfig: everything that decides which log-prob head program is written.
#ifndef LOGPHEAD_HEAD_CONFIG_H_
#define LOGPHEAD_HEAD_CONFIG_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "logphead/base/dtypes.h"
#include "logphead/base/result.h"
#include "logphead/head/head_kind.h"
#include "logphead/head/loss.h"
#include "logphead/head/replicate.h"
#include "logphead/mesh/mesh.h"
#include "logphead/mesh/sharding.h"

namespace logphead {

// Layout of the vocabulary kernel: a matrix of its own, or the embedding table it is tied to.
enum class KernelLayout { kHiddenVocab /* [H, V] */, kVocabHidden /* [V, H] */ };

// Where logits are rounded: kept as the matmul's f32 accumulator, or rounded to bf16 first (as
// heads do whose matmul returns bf16; reproduces peers, and log-probs may then exceed 0).
enum class LogitsPrecision { kF32, kBf16 };

// What d_kernel is summed in over chunks and returned as.
enum class Accumulate { kF32, kKernel };

// What computes logits and gradients: ops that the engine compiles, or the kernels of
// logphead/kernels, which the program calls (for CPU engines that have the handlers of logphead/ffi
// registered).
enum class Kernels { kXla, kNative };

// "xla", "native".
std::string_view KernelsName(Kernels kernels);

// Mesh axes that split each tensor: rows and tokens of hidden, targets and outputs, and H and V of
// the kernel as it is stored.
struct HeadShardings {
  std::vector<std::string> rows;
  std::vector<std::string> sequence;
  std::vector<std::string> kernel;
  std::vector<std::string> kernel_vocab;
  bool operator==(const HeadShardings&) const = default;

  // rows over fsdp and expert, sequence over context, kernel over fsdp: those that the mesh has.
  static HeadShardings Default(const Mesh& mesh);
};

struct HeadConfig {
  HeadChoice head;
  KernelReuse kernel_reuse = KernelReuse::kKeep;  // kLocal and kVocab
  // With kRegather, equal parts of a device's columns that are gathered, used and scattered one
  // after the other in the backward, so that neither the whole kernel nor its whole gradient is
  // there; 0: see tiles().
  int64_t vocab_tiles = 0;
  // kLocal and kVocab: chunks without a token that has a target are not computed. The loop then has
  // no trip count that a compiler knows.
  bool skip_masked = false;
  int64_t batch = 0;     // B, rows
  int64_t sequence = 0;  // L, tokens per row
  int64_t hidden = 0;    // H
  int64_t vocab = 0;     // V
  // kChunked: tokens of a row per iteration; more than `sequence` behaves as `sequence`. kLocal and
  // kVocab: tokens per device per iteration; more than a device has behaves as all of them.
  int64_t chunk = 1024;
  double temperature = 1.0;
  bool entropy = false;
  DType hidden_dtype = DType::kBF16;  // bf16 or f32
  DType kernel_dtype = DType::kBF16;  // bf16 or f32
  KernelLayout layout = KernelLayout::kHiddenVocab;
  // bf16 matmul operands are converted to f32, which changes no product: for engines that lack
  // some matmuls in bf16.
  bool f32_matmuls = false;
  LogitsPrecision logits = LogitsPrecision::kF32;
  Accumulate accumulate = Accumulate::kF32;
  // kNative: any head takes all tokens of a device, or of its group, at once (those without a
  // target are left out) or, in one pass, as many as keep their logits within 48 MiB; `chunk` does
  // not matter, and kChunked is written as built_head().
  Kernels kernels = Kernels::kXla;
  // kNative: the instruction set by its name, empty for the fastest, and
  // kernels::KernelOptions::gradient_filter.
  std::string isa;
  double gradient_filter = 0;
  std::optional<Mesh> mesh;
  HeadShardings shardings;
  // Not set: LOGPHEAD_REPLICATE_SEQUENCE or TUNIX_LOGPS_REPLICATE_SEQUENCE, read when the program
  // is built, else auto.
  std::optional<ReplicateMode> replicate;
  ReplicateVariant variant = ReplicateVariant::kRule;
  // A policy loss: kFused needs one; kLossAndGrad takes one in place of its weighted mean, in two
  // passes.
  std::optional<LossConfig> loss;

  // min(chunk, sequence).
  int64_t effective_chunk() const { return chunk < sequence ? chunk : sequence; }
  // Iterations of the loop: ceil(sequence / effective_chunk()).
  int64_t num_chunks() const { return (sequence + effective_chunk() - 1) / effective_chunk(); }
  // vocab_tiles, or 4 for kLocal with kRegather and else 1 (the tokens of a vocabulary group travel
  // again for every tile).
  int64_t tiles() const;
  // What the matmuls take: f32 when either input is f32 or f32_matmuls is set, else bf16.
  DType compute_dtype() const;
  // Dtype of d_kernel.
  DType d_kernel_dtype() const;

  // The head that the program is written as: `head`, but kChunked with native kernels as one that
  // moves each part of the kernel once. Devices share the vocabulary among all of them, or, where
  // there are more tokens than columns, keep their tokens.
  HeadChoice built_head() const;

  // Devices that differ along `axes`, of a mesh that has them; 1 without a mesh.
  int64_t devices_along(const std::vector<std::string>& axes) const;
  // Mesh axes that split tokens: those of rows, then those of the sequence.
  std::vector<std::string> token_axes() const;
  // V rounded up to what shardings.kernel_vocab divides: columns that are stored.
  int64_t stored_vocab() const;
  std::vector<int64_t> kernel_dims() const;
  Sharding KernelSharding() const;
  // [B, L] and, with `trailing` whole dimensions, [B, L, H].
  Sharding TokenSharding(size_t trailing = 0) const;
};

// Errors: sizes or a chunk below 1, a temperature that is not a finite number above 0, dtypes other
// than bf16 and f32, native kernels with rounded logits, a gradient filter without native kernels
// or outside [0, 1), shardings over axes that the mesh lacks or that use one twice, dimensions that
// their axes do not divide (see PadToMesh).
Status CheckConfig(const HeadConfig& config);

// A chunk that suits the head and its shapes. kChunked: 1024. kLocal and kVocab: tokens of all
// devices that meet in one matmul are 1024, enough for the matmuls to hide the reading of kernel
// and gradient accumulator, or more, in powers of two, as long as their f32 logits take at most 256
// MiB; of these, one device's share, at most the tokens it has.
int64_t DefaultChunk(const HeadConfig& config);

// The config with batch, sequence and hidden rounded up to what its mesh divides: the shape that is
// compiled and run, padded rows and tokens having no target and padded hidden columns being zero.
Result<HeadConfig> PadToMesh(HeadConfig config);

}  // namespace logphead

#endif  // LOGPHEAD_HEAD_CONFIG_H_
