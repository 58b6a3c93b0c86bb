// SPDX-License-Identifier: Apache-2.0
// Targets from token rows, on the host: the next token of the same segment.
#ifndef LOGPHEAD_HEAD_TARGETS_H_
#define LOGPHEAD_HEAD_TARGETS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "logphead/base/result.h"

namespace logphead {

// A position without a target: its log-prob and entropy are exactly 0 and it has no gradient.
inline constexpr int32_t kIgnoredTarget = -100;

// The segment id that means padding in packed rows [B, L]: 0 where ids count from 1 (as in MaxText
// and tunix); nothing where they count from 0, which is told by a row that goes from 0 to another
// id, or by no other id being there at all.
std::optional<int32_t> PaddingSegment(std::span<const int32_t> segment_ids, int64_t batch,
                                      int64_t sequence);

// What ends a target besides the end of its row.
struct ShiftOptions {
  std::span<const int32_t>
      segment_ids;  // [B, L] or empty: the last token of a segment has no target
  std::optional<int32_t> padding_segment;  // positions of this segment have no target
  std::optional<int32_t> pad_id;           // a pad token is no target and has none
};

// Targets [B, L] of token rows [B, L]: position i's is token i+1 when both are of one segment and
// neither is padding, else kIgnoredTarget.
std::vector<int32_t> ShiftTargets(std::span<const int32_t> tokens, int64_t batch, int64_t sequence,
                                  const ShiftOptions& options = {});

// Errors: a target outside [0, vocab) other than kIgnoredTarget, named with its row and position,
// and how many there are.
Status CheckTargets(std::span<const int32_t> targets, int64_t sequence, int64_t vocab);

// Moves values [B, L] from the hidden position that predicts a token to the slot of that token:
// slot i+1 gets position i's, slot 0 of each row gets 0.
std::vector<float> AlignToTokens(std::span<const float> values, int64_t batch, int64_t sequence);

}  // namespace logphead

#endif  // LOGPHEAD_HEAD_TARGETS_H_
