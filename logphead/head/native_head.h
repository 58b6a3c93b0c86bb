// SPDX-License-Identifier: Apache-2.0
// NativeHead: the sharded heads with the kernels of logphead/kernels in place of chunks of ops.
#ifndef LOGPHEAD_HEAD_NATIVE_HEAD_H_
#define LOGPHEAD_HEAD_NATIVE_HEAD_H_

#include <string>

#include "logphead/head/sharded_head.h"

namespace logphead {

// Calls the handlers of logphead/ffi (see logphead/ffi/handlers.h): each device's part of the
// vocabulary is one call on all tokens of its group, which leaves out those without a target and
// whose memory is bounded. Where OnePass keeps the logits of a step for its gradient, tokens are
// taken in chunks, so that those logits take at most 48 MiB; where chunks would be small, their
// calls would read and pack the kernel so often that two passes of four matmuls are faster, and
// OnePass makes these. Parts of the softmax from several shards of the vocabulary are joined by
// ops.
class NativeHead final : public ShardedHead {
 public:
  // The config has kernels kNative, and kLocal or kVocab; `one_pass` where OnePass will be called
  // (else tokens are not cut).
  NativeHead(hlo::Builder& b, const HeadConfig& config, const AxisIndices& indices,
             hlo::Value hidden, hlo::Value kernel, hlo::Value targets, bool one_pass);

  // Tokens of a device that are taken together in one pass, of `tokens` in all: as many as keep
  // the logits of their group (`group` devices) against `columns` within 48 MiB, at least one, and
  // all chunks as equal as can be. The dtypes are those of `config`.
  static int64_t ChunkOf(const HeadConfig& config, int64_t tokens, int64_t group, int64_t columns);

  OnePassResult OnePass(const std::vector<hlo::Value>& extras,
                        const CotangentFn& cotangents) override;

 private:
  // Tokens of a device that are taken at once, and whether one pass keeps their logits.
  struct Plan {
    int64_t chunk;
    bool keeps_logits;
  };
  static Plan PlanOf(hlo::Builder& b, const HeadConfig& config, const AxisIndices& indices,
                     int64_t tokens, bool one_pass);
  NativeHead(hlo::Builder& b, const HeadConfig& config, const AxisIndices& indices,
             hlo::Value hidden, hlo::Value kernel, hlo::Value targets, const Plan& plan);

  PassOne ForwardPass(hlo::Value kernel, const VocabShard& shard) override;
  Values BackwardTile(const PassTwo& pass, const VocabShard& shard, hlo::Value kernel,
                      hlo::Value d_hidden_before) override;
  Step OneStep(hlo::Value i, const Values& in, const VocabShard& shard,
               const PullFn& cotangents) override;

  // What every call begins with: hidden states [T, H], kernel, targets [T], column ids.
  struct Call {
    hlo::Value hidden, kernel, targets, column_ids;
    Values operands() const { return {hidden, kernel, targets, column_ids}; }
  };
  // The softmax of the whole vocabulary, f32 [T]; tokens without a target have log-prob and entropy
  // 0.
  struct Softmax {
    hlo::Value max, log_sum, logps;
    std::optional<hlo::Value> mean_shifted, entropies;
  };
  // From the results max, sum, weighted, target and found of a call.
  Softmax Join(const Values& parts, hlo::Value targets, const std::vector<std::string>& axes);
  // Operands max, log_sum, mean_shifted, d_logps and d_entropies of a gradient.
  Values StateOf(hlo::Value max, hlo::Value log_sum, std::optional<hlo::Value> mean_shifted,
                 const TokenCotangents& cotangents);
  // The dtype of d_hidden as calls give it: f32 where it is yet to be summed over the group.
  DType PartDtype() const;
  hlo::CustomCallAttr Handler(std::string target, bool gradient) const;
  hlo::Value Flat(hlo::Value group);
  hlo::Value Zeros(const std::vector<int64_t>& dims);
  // All hidden states of the group, [N G, H].
  hlo::Value AllHidden();

  hlo::Builder& b_;
  const HeadConfig& config_;
  bool keeps_logits_;
};

}  // namespace logphead

#endif  // LOGPHEAD_HEAD_NATIVE_HEAD_H_
