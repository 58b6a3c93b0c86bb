// SPDX-License-Identifier: Apache-2.0
// Kernel shards: the kernel gathered from its stored shards into the columns that a device works
// on, and its gradient scattered back.
#ifndef LOGPHEAD_HEAD_KERNEL_SHARDS_H_
#define LOGPHEAD_HEAD_KERNEL_SHARDS_H_

#include <map>
#include <string>
#include <vector>

#include "logphead/head/config.h"
#include "logphead/hlo/builder.h"

namespace logphead {

// Index of this device along each mesh axis, i32 scalars inside a manual computation.
using AxisIndices = std::map<std::string, hlo::Value>;

// Row-major index along several axes, the first major; 0 for none.
hlo::Value IndexAlong(hlo::Builder& b, const AxisIndices& indices,
                      const std::vector<std::string>& axes);
// The same times the `size` of each part: where this device's part begins.
hlo::Value StartAlong(hlo::Builder& b, const AxisIndices& indices,
                      const std::vector<std::string>& axes, int64_t size);

// The axes of `a` that are in `b`, and those that are not, in the order of `a`.
std::vector<std::string> Intersect(const std::vector<std::string>& a,
                                   const std::vector<std::string>& b);
std::vector<std::string> Subtract(const std::vector<std::string>& a,
                                  const std::vector<std::string>& b);

// Moves one kernel and its gradient. A device stores H / |kernel axes| rows of V / |kernel_vocab
// axes| columns, and works on all H rows of the columns of its vocabulary shard. Each stored block
// of columns is cut into equal pieces (the last one ragged), one for every device along the
// vocabulary axes that do not split V in storage already; a device works on its piece of each
// block.
class KernelShards {
 public:
  KernelShards(hlo::Builder& b, const HeadConfig& config, const AxisIndices& indices);

  // Columns that a device works on.
  int64_t columns() const { return piece_ * SizeOf(gathered_v_); }
  // Whether some of them are beyond the vocabulary.
  bool ragged() const;
  // Their ids, i32 [columns]; -1 beyond the vocabulary.
  hlo::Value ColumnIds();

  // From the stored shard to the working one: the own columns are cut out first, so that one gather
  // (and, where an axis splits both H and V, one all-to-all) moves no column that is not needed.
  hlo::Value Gather(hlo::Value stored);
  // From the gradient of the working shard, f32, summed over this device's tokens, to that of the
  // stored one: reduce-scattered over the devices that hold other tokens.
  hlo::Value Scatter(hlo::Value working);

 private:
  using Axes = std::vector<std::string>;

  // Moves blocks of H between the order of the kernel's axes and that in which they are moved.
  hlo::Value PermuteH(hlo::Value value, const Axes& from, const Axes& to);
  hlo::Value PadColumns(hlo::Value stored);
  // Along `dim`, this device's part of what devices along `axes` hold: of their sum where they
  // hold other tokens (`summed`), of one of them where all hold the same.
  hlo::Value KeepPart(hlo::Value value, int64_t dim, const Axes& axes, const Axes& summed);
  int64_t SizeOf(const Axes& axes) const;

  hlo::Builder& b_;
  const HeadConfig& config_;
  const AxisIndices& indices_;
  int64_t h_;          // dimension of H
  int64_t v_;          // dimension of V
  Axes tokens_;        // axes that split tokens
  Axes both_;          // vocabulary axes that split H in storage
  Axes vocab_only_;    // vocabulary axes that split neither H nor V in storage
  Axes kernel_only_;   // other axes that split H in storage
  Axes gathered_v_;    // other axes that split V in storage
  int64_t block_ = 0;  // columns of a stored block
  int64_t piece_ = 0;  // of it, columns of a piece, rounded up
};

}  // namespace logphead

#endif  // LOGPHEAD_HEAD_KERNEL_SHARDS_H_
