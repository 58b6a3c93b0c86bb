// SPDX-License-Identifier: Apache-2.0
// Score: runs the head on a batch through an engine, sharded over its devices.
#ifndef LOGPHEAD_SCORE_SCORE_H_
#define LOGPHEAD_SCORE_SCORE_H_

#include <optional>
#include <string>
#include <vector>

#include "logphead/head/config.h"
#include "logphead/head/program.h"
#include "logphead/pjrt/client.h"
#include "logphead/score/batch.h"
#include "logphead/score/host_bytes.h"
#include "logphead/score/kernel_choice.h"

namespace logphead {

// Virtual CPU devices of a mesh; more are likelier a slip than a wish.
inline constexpr int64_t kMostCpuDevices = 64;

// What is asked of the head beyond the batch's own shapes and dtypes.
struct ScoreOptions {
  std::optional<Mesh> mesh;  // not set: one device, no sharding
  HeadShardings shardings;
  HeadChoice head;
  KernelReuse kernel_reuse = KernelReuse::kKeep;
  int64_t vocab_tiles = 0;  // HeadConfig::vocab_tiles
  // Local and vocabulary-parallel heads skip chunks without a token that is scored. They do so
  // without being asked where the batch, padded to the mesh, has tokens that are not.
  bool skip_masked = false;
  std::optional<int64_t> chunk;  // not set: DefaultChunk
  double temperature = 1.0;
  bool entropy = false;
  // Gradients of sum(cotangent_logps * logps) + sum(cotangent_entropies * entropies); when the
  // batch has neither cotangent, of sum(logps). A cotangent that is missing beside the other is 0.
  bool grad = false;
  // A policy loss, its metrics and its gradients (`grad` and the cotangents do not matter then),
  // from a batch that was read for it.
  std::optional<LossConfig> loss;
  // Of the loss: kFused, or kLossAndGrad for the same in two passes.
  ProgramKind loss_program = ProgramKind::kFused;
  std::optional<ReplicateMode> replicate;
  LogitsPrecision logits = LogitsPrecision::kF32;
  Accumulate accumulate = Accumulate::kF32;
  KernelChoice kernels = KernelChoice::kAuto;
  // kernels::KernelOptions::gradient_filter, of native kernels.
  double gradient_filter = 0;

  bool has_gradients() const { return grad || loss.has_value(); }
  // The program that does it.
  ProgramKind program() const;
};

// Dense row-major results in the batch's own shape, padding cut off.
struct Scores {
  std::vector<float> logps;      // [B, L]
  std::vector<float> entropies;  // [B, L], when asked for
  DType d_hidden_dtype = DType::kF32;
  DType d_kernel_dtype = DType::kF32;
  HostBytes d_hidden;  // [B, L, H], when asked for
  HostBytes d_kernel;  // the kernel's shape, when asked for

  // With a loss: its value, then its metrics, as PolicyLoss::SummaryNames. What was padded is not
  // among the masked tokens.
  struct Metric {
    std::string name;
    float value = 0;
  };
  std::vector<Metric> metrics;

  ChosenKernels kernels;  // unless the batch is empty

  // Wall seconds: compiling and, meanwhile, sending inputs; the engine's run; fetching results.
  double compile_seconds = 0;
  double put_seconds = 0;
  double run_seconds = 0;
  double get_seconds = 0;
  MemoryStats memory;  // per device
};

// The config of the program that Score compiles for a batch, but for its kernels: shapes padded to
// the mesh.
Result<HeadConfig> ConfigFor(const Batch& batch, const ScoreOptions& options);

// Whether a batch can be scored as asked, known without an engine. Errors: CheckConfig's and
// CheckKernels'.
Status CheckScore(const Batch& batch, const ScoreOptions& options);

// Compiles and runs. An empty batch (B = 0 or L = 0) gives empty results, a d_kernel of zeros and,
// with a loss, zeros for it and its metrics, without an engine. Errors: CheckConfig's, a mesh of
// more devices than the client has, and the engine's.
Result<Scores> Score(const Client& client, const Batch& batch, const ScoreOptions& options);

// The results of an empty batch.
Result<Scores> ScoreEmpty(const Batch& batch, const ScoreOptions& options);

}  // namespace logphead

#endif  // LOGPHEAD_SCORE_SCORE_H_
