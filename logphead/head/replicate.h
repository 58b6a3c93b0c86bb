// SPDX-License-Identifier: Apache-2.0
// The replicate rule: keep the chunk loop's 32-bit arrays whole along the sequence, so that large
// chunks compile under context parallelism.
#ifndef LOGPHEAD_HEAD_REPLICATE_H_
#define LOGPHEAD_HEAD_REPLICATE_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "logphead/base/result.h"
#include "logphead/hlo/builder.h"

namespace logphead {

enum class ReplicateMode { kAuto, kAlways, kNever };

// What the rule constrains. All but kRule are known not to repair the compile; they exist as
// negative controls for plan.
enum class ReplicateVariant {
  kRule,      // targets and log-probs, along the sequence
  kIdsOnly,   // targets alone
  kBatchDim,  // the batch dimension in place of the sequence
  kNoMesh,    // as when no mesh is set: no constraint
};

// Under auto the rule is on above this chunk.
inline constexpr int64_t kReplicateAboveChunk = 1024;

// "auto", "always" or "never"; anything else is an error that lists them.
Result<ReplicateMode> ParseReplicateMode(std::string_view text);
std::string_view ReplicateModeName(ReplicateMode mode);

// "" or "rule", "ids-only", "batch-dim", "no-mesh".
Result<ReplicateVariant> ParseReplicateVariant(std::string_view text);
std::string_view ReplicateVariantName(ReplicateVariant variant);

// Looks an environment variable up; nothing when it is not set.
using EnvLookup = std::function<std::optional<std::string>(const char* name)>;
std::optional<std::string> ProcessEnv(const char* name);

// `flag` when set; else LOGPHEAD_REPLICATE_SEQUENCE or TUNIX_LOGPS_REPLICATE_SEQUENCE, which must
// agree when both are set; else auto. An empty variable counts as not set.
Result<ReplicateMode> ResolveReplicateMode(std::optional<ReplicateMode> flag,
                                           const EnvLookup& env = ProcessEnv);

// Whether the rule is on: always without regard to the chunk, auto above kReplicateAboveChunk;
// never without a mesh.
bool ReplicateInChunkLoop(ReplicateMode mode, int64_t chunk, bool has_mesh);

// Places the constraints of one program; does nothing when the rule is off.
class SequenceReplication {
 public:
  SequenceReplication(bool on, ReplicateVariant variant) : on_(on), variant_(variant) {}

  // Targets [B, L], before they are cut into chunks: [{?}, {}].
  hlo::Value Targets(hlo::Builder& b, hlo::Value targets) const;
  // Log-probs, entropies or their cotangents [N, B, C], outside the loop: [{}, {?}, {}].
  hlo::Value Chunks(hlo::Builder& b, hlo::Value chunks) const;

 private:
  bool on_;
  ReplicateVariant variant_;
};

}  // namespace logphead

#endif  // LOGPHEAD_HEAD_REPLICATE_H_
