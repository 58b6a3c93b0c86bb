// SPDX-License-Identifier: Apache-2.0
// The chunked head: a loop over chunks of the sequence, each meeting the whole kernel.
#ifndef LOGPHEAD_HEAD_CHUNKED_H_
#define LOGPHEAD_HEAD_CHUNKED_H_

#include <optional>

#include "logphead/head/chunk_math.h"
#include "logphead/head/config.h"
#include "logphead/hlo/builder.h"

namespace logphead {

// Writes the chunked head into a program. Sequences are padded to whole chunks (targets without a
// target, zeros elsewhere), viewed as [N, B, C, ...] and looped over N; results are cut back to L.
class ChunkedHead {
 public:
  // `targets` i32 [B, L] are constrained by the replicate rule here, once for both loops.
  ChunkedHead(hlo::Builder& b, const HeadConfig& config, bool replicate, hlo::Value hidden,
              hlo::Value kernel, hlo::Value targets);

  struct Outputs {
    hlo::Value logps;                     // f32 [B, L]
    std::optional<hlo::Value> entropies;  // f32 [B, L], when config.entropy
  };
  // The first loop.
  Outputs Forward();

  struct Gradients {
    hlo::Value d_hidden;            // [B, L, H] in the hidden dtype
    hlo::Value d_kernel;            // the kernel's shape in config.d_kernel_dtype()
    std::optional<Outputs> primal;  // when asked for
  };
  // The second loop, which recomputes the logits: gradients of sum(d_logps * logps) +
  // sum(d_entropies * entropies). `extras` are f32 [B, L]; `cotangents` makes each chunk's
  // cotangents from its slices of them. With `primal` it is also given the chunk's log-probs and
  // entropies, and the loop gives what Forward gives.
  Gradients Backward(const std::vector<hlo::Value>& extras, const CotangentFn& cotangents,
                     bool primal);

 private:
  // [B, L, ...] -> [N, B, C, ...] and back.
  hlo::Value ToChunks(hlo::Value tokens, double padding);
  hlo::Value FromChunks(hlo::Value chunks);
  // A buffer [N, B, C] of zeros for what the loop writes.
  hlo::Value EmptyChunks();

  hlo::Builder& b_;
  const HeadConfig& config_;
  SequenceReplication replication_;
  hlo::Value kernel_;
  hlo::Value hidden_chunks_;
  hlo::Value target_chunks_;
};

}  // namespace logphead

#endif  // LOGPHEAD_HEAD_CHUNKED_H_
