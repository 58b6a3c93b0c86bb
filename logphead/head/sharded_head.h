// SPDX-License-Identifier: Apache-2.0
// The local and vocabulary-parallel heads: what one device does with its tokens, collectives
// explicit.
#ifndef LOGPHEAD_HEAD_SHARDED_HEAD_H_
#define LOGPHEAD_HEAD_SHARDED_HEAD_H_

#include <functional>
#include <optional>
#include <vector>

#include "logphead/head/chunk_math.h"
#include "logphead/head/config.h"
#include "logphead/head/kernel_shards.h"
#include "logphead/hlo/builder.h"

namespace logphead {

// Writes the head inside a manual computation (or, without a mesh, on whole arrays). The devices
// along the vocabulary axes form a group: each takes its columns of the kernel, and chunk by chunk
// the tokens of all of them. Without vocabulary axes a group is one device, which is the local
// head. "own" arrays are f32 or i32 [b, l], this device's part of [B, L]; "group" arrays are [N,
// G], the tokens of the whole group, chunk by chunk. What is done to a chunk is ops here;
// NativeHead calls kernels for it.
class ShardedHead {
 public:
  ShardedHead(hlo::Builder& b, const HeadConfig& config, AxisIndices indices, hlo::Value hidden,
              hlo::Value kernel, hlo::Value targets);
  virtual ~ShardedHead() = default;
  ShardedHead(const ShardedHead&) = delete;
  ShardedHead& operator=(const ShardedHead&) = delete;

  hlo::Value ToGroup(hlo::Value own, double padding);
  hlo::Value ToOwn(hlo::Value group);

  // Per token, own arrays.
  struct Outputs {
    hlo::Value logps;
    std::optional<hlo::Value> entropies;
  };
  // Pass 1: log-probs (and entropies), remembering what Backward needs.
  Outputs Forward();

  struct Gradients {
    hlo::Value d_hidden;  // [b, l, H] in the hidden dtype
    hlo::Value d_kernel;  // of the stored shard, in config.d_kernel_dtype()
  };
  // Pass 2, after Forward: recomputes the logits. Cotangents are own arrays.
  Gradients Backward(hlo::Value d_logps, std::optional<hlo::Value> d_entropies);

  struct OnePassResult {
    Outputs outputs;
    Gradients gradients;
  };
  // One pass for everything, when the cotangents of a token depend on that token alone: three
  // matmuls in place of four. `extras` are group arrays.
  virtual OnePassResult OnePass(const std::vector<hlo::Value>& extras,
                                const CotangentFn& cotangents);

 protected:
  using Values = hlo::Builder::Values;

  // A head that takes chunks of that many tokens of a device and the kernel in `kernel_dtype`.
  struct Sizes {
    int64_t chunk;
    DType kernel_dtype;
    bool skip_masked;
  };
  ShardedHead(hlo::Builder& b, const HeadConfig& config, AxisIndices indices, hlo::Value hidden,
              hlo::Value kernel, hlo::Value targets, const Sizes& sizes);

  // Pass 1 against the working kernel: group arrays.
  struct PassOne {
    hlo::Value logps, max, log_sum;
    std::optional<hlo::Value> mean_shifted;  // with entropies
  };
  virtual PassOne ForwardPass(hlo::Value kernel, const VocabShard& shard);
  // Cotangents of pass 2, group arrays.
  struct PassTwo {
    hlo::Value d_logps;
    std::optional<hlo::Value> d_entropies;
  };
  Gradients BackwardOfGroup(const PassTwo& pass);
  // Pass 2 against one working kernel: {d_hidden [N, C, H], with several tiles added to
  // d_hidden_before, d_kernel of the working kernel}.
  virtual Values BackwardTile(const PassTwo& pass, const VocabShard& shard, hlo::Value kernel,
                              hlo::Value d_hidden_before);
  // Everything of chunk i in one pass. `in` are the loop's values: hidden states, targets, kernel,
  // column ids, d_kernel so far, then whatever else is carried.
  struct Step {
    hlo::Value logps;                     // [G]
    std::optional<hlo::Value> entropies;  // [G]
    hlo::Value d_kernel;                  // with what this chunk adds
    hlo::Value d_hidden;                  // [C, H]
  };
  using PullFn =
      std::function<TokenCotangents(hlo::Value logps, std::optional<hlo::Value> entropies)>;
  virtual Step OneStep(hlo::Value i, const Values& in, const VocabShard& shard,
                       const PullFn& cotangents);

  // Hidden states of the group's tokens in chunk i, [G, H], from this device's chunks.
  hlo::Value GroupHidden(hlo::Value chunks, hlo::Value i);
  // From d_hidden of the group's tokens along `dim`, this device's part of the sum, to that of its
  // own tokens.
  hlo::Value SumOverGroup(hlo::Value d_hidden, int64_t dim);
  const std::vector<std::string>& token_axes() const { return token_axes_; }
  // {N, G}.
  std::vector<int64_t> group_dims() const { return {chunks_, group_ * chunk_}; }
  int64_t chunk() const { return chunk_; }
  // Whether pass 2 adds up tiles.
  bool adds_tiles() const { return tiled_.tiles() > 1; }
  hlo::Value hidden_chunks() const { return hidden_chunks_; }  // [N, C, H]
  hlo::Value targets() const { return targets_; }
  // What pass 1 left.
  const PassOne& pass_one() const { return *pass_one_; }

 private:
  // Runs `body` for every chunk, or, to skip masked ones, for those in which a device of the mesh
  // has a token with a target: all devices do the same iterations, and so the same collectives.
  Values ForChunks(const Values& carried,
                   const std::function<Values(hlo::Value i, const Values& in)>& body);
  // i32 [chunks + 1]: the first such chunk that is not before each; `chunks` where none is left.
  hlo::Value NextChunks();
  // What an iteration of every pass begins with: the group's tokens of chunk i and the mathematics
  // of this device's columns. `in` are the loop's values: hidden states, targets, kernel, column
  // ids, then whatever the pass carries.
  struct Chunk {
    ChunkMath math;
    hlo::Value targets;  // i32 [G]
    hlo::Value hidden;   // [G, H], as ChunkMath takes them
  };
  // The same of a chunk [G, H], summed in the dtype that it is returned in.
  hlo::Value OwnGradient(hlo::Value d_hidden);
  Chunk ChunkAt(hlo::Value i, const Values& in, VocabShard shard);
  hlo::Value GatherKernel(bool again);
  hlo::Value EmptyGroup();
  hlo::Value EmptyHidden(DType dtype);
  // Zeros for the gradient of the working kernel, made once that is there.
  hlo::Value EmptyKernel(hlo::Value kernel, const VocabShard& shard);
  Gradients Finish(hlo::Value d_hidden_chunks, hlo::Value d_kernel);
  hlo::Value JoinOneTile(hlo::Value scattered);
  VocabShard Shard();
  VocabShard ShardOf(KernelShards& shards, hlo::Value tile);

  hlo::Builder& b_;
  const HeadConfig& config_;
  AxisIndices indices_;
  KernelShards shards_;
  KernelShards tiled_;                    // of pass 2, when the kernel is gathered again
  std::vector<std::string> token_axes_;   // vocabulary axes that split tokens
  std::vector<std::string> repeat_axes_;  // vocabulary axes that do not
  int64_t group_ = 1;                     // devices whose tokens are gathered
  int64_t tokens_ = 0;                    // of this device
  int64_t chunk_ = 0;
  int64_t chunks_ = 0;
  std::vector<int64_t> own_shape_;  // [b, l]
  hlo::Value stored_kernel_;
  hlo::Value hidden_chunks_;               // [N, C, H]
  hlo::Value targets_;                     // group array
  std::optional<hlo::Value> kernel_;       // gathered
  std::optional<hlo::Value> next_chunks_;  // with skip_masked
  std::optional<PassOne> pass_one_;        // what pass 1 leaves for pass 2
};

}  // namespace logphead

#endif  // LOGPHEAD_HEAD_SHARDED_HEAD_H_
