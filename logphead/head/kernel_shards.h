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

// Moves one kernel and its gradient. Each device stores H / |kernel axes| rows of all V columns,
// and works on all H rows of V / |vocab axes| columns (rounded up; the last are beyond the
// vocabulary).
class KernelShards {
 public:
  KernelShards(hlo::Builder& b, const HeadConfig& config, const AxisIndices& indices);

  // Columns that a device works on, and whether g times those are more than the vocabulary.
  int64_t columns() const { return columns_; }
  bool ragged() const { return columns_ * group_ > config_.vocab; }
  // The vocabulary axes in the order in which shards are numbered.
  const std::vector<std::string>& axes() const { return order_; }

  // From the stored shard to the working one: the own columns are cut out first, so that one gather
  // (and, where an axis splits both H and V, one all-to-all) moves no column that is not needed.
  hlo::Value Gather(hlo::Value stored);
  // From the gradient of the working shard, f32, summed over this device's tokens, to that of the
  // stored one: reduce-scattered over the devices that hold other tokens.
  hlo::Value Scatter(hlo::Value working);

 private:
  // Moves blocks of H between the order of the kernel's axes and that in which they are moved.
  hlo::Value PermuteH(hlo::Value value, const std::vector<std::string>& from,
                      const std::vector<std::string>& to);
  hlo::Value PadColumns(hlo::Value stored);
  int64_t SizeOf(const std::vector<std::string>& axes) const;

  hlo::Builder& b_;
  const HeadConfig& config_;
  const AxisIndices& indices_;
  int64_t h_;                             // dimension of H
  int64_t v_;                             // dimension of V
  std::vector<std::string> tokens_;       // axes that split tokens
  std::vector<std::string> both_;         // axes that split H in storage and V at work
  std::vector<std::string> vocab_only_;   // vocabulary axes along which shards are stored whole
  std::vector<std::string> kernel_only_;  // axes that split H in storage alone
  std::vector<std::string> order_;        // vocab_only_, both_
  int64_t group_ = 1;
  int64_t columns_ = 0;
};

}  // namespace logphead

#endif  // LOGPHEAD_HEAD_KERNEL_SHARDS_H_
