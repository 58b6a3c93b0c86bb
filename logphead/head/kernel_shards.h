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
// block, or on one tile of the piece after the other: equal parts of it, again rounded up.
class KernelShards {
 public:
  KernelShards(hlo::Builder& b, const HeadConfig& config, const AxisIndices& indices,
               int64_t tiles = 1);

  int64_t tiles() const { return tiles_; }
  // Columns that a device works on, of one tile.
  int64_t columns() const { return piece_ * SizeOf(gathered_v_); }
  // Columns that Scatter gives of one tile.
  int64_t scattered_columns() const { return padded_block() / tiles_; }
  // Whether some of them are beyond the vocabulary.
  bool ragged() const;
  // Their ids in tile `tile` (an i32 scalar), i32 [columns]; -1 beyond the vocabulary.
  hlo::Value ColumnIds(hlo::Value tile);

  // From the stored shard to the working one: the own columns are cut out first, so that one gather
  // (and, where an axis splits both H and V, one all-to-all) moves no column that is not needed.
  hlo::Value Gather(hlo::Value stored, hlo::Value tile);
  // From the gradient of the working shard, f32, summed over this device's tokens, to that of the
  // stored one, of this tile: reduce-scattered over the devices that hold other tokens.
  hlo::Value Scatter(hlo::Value working);
  // The gradient of the stored shard from those of its tiles, [tiles, ...].
  hlo::Value JoinTiles(hlo::Value scattered);

 private:
  using Axes = std::vector<std::string>;

  // Moves blocks of H between the order of the kernel's axes and that in which they are moved.
  hlo::Value PermuteH(hlo::Value value, const Axes& from, const Axes& to);
  hlo::Value PadColumns(hlo::Value stored);
  // Of this device's pieces along the axes that are cut first, tile `tile`.
  hlo::Value TileIndex(hlo::Value tile);
  // Columns of a stored block with its padding.
  int64_t padded_block() const { return piece_ * SizeOf(vocab_only_) * tiles_ * SizeOf(both_); }
  // Along `dim`, this device's part of what devices along `axes` hold: of their sum where they
  // hold other tokens (`summed`), of one of them where all hold the same.
  hlo::Value KeepPart(hlo::Value value, int64_t dim, const Axes& axes, const Axes& summed);
  int64_t SizeOf(const Axes& axes) const { return config_.devices_along(axes); }

  hlo::Builder& b_;
  const HeadConfig& config_;
  const AxisIndices& indices_;
  int64_t h_;         // dimension of H
  int64_t v_;         // dimension of V
  Axes tokens_;       // axes that split tokens
  Axes both_;         // vocabulary axes that split H in storage
  Axes vocab_only_;   // vocabulary axes that split neither H nor V in storage
  Axes kernel_only_;  // other axes that split H in storage
  Axes gathered_v_;   // other axes that split V in storage
  int64_t tiles_ = 1;
  int64_t block_ = 0;  // columns of a stored block
  int64_t piece_ = 0;  // of it, columns of a tile of a piece
};

}  // namespace logphead

#endif  // LOGPHEAD_HEAD_KERNEL_SHARDS_H_
