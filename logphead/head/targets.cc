// SPDX-License-Identifier: Apache-2.0
// Targets: shifting, checking and aligning.
#include "logphead/head/targets.h"

#include <fmt/format.h>

#include <cassert>

namespace logphead {

std::optional<int32_t> PaddingSegment(std::span<const int32_t> segment_ids, int64_t batch,
                                      int64_t sequence) {
  bool other = false;
  for (int64_t row = 0; row < batch; ++row) {
    const auto ids =
        segment_ids.subspan(static_cast<size_t>(row * sequence), static_cast<size_t>(sequence));
    for (size_t i = 0; i < ids.size(); ++i) {
      if (i > 0 && ids[i - 1] == 0 && ids[i] != 0) return std::nullopt;
      other = other || ids[i] != 0;
    }
  }
  return other ? std::optional<int32_t>(0) : std::nullopt;
}

std::vector<int32_t> ShiftTargets(std::span<const int32_t> tokens, int64_t batch, int64_t sequence,
                                  const ShiftOptions& options) {
  const auto& segments = options.segment_ids;
  assert(static_cast<int64_t>(tokens.size()) == batch * sequence);
  assert(segments.empty() || segments.size() == tokens.size());
  const auto is_padding = [&](size_t i) {
    return (options.pad_id && tokens[i] == *options.pad_id) ||
           (!segments.empty() && options.padding_segment &&
            segments[i] == *options.padding_segment);
  };
  std::vector<int32_t> targets(tokens.size(), kIgnoredTarget);
  for (int64_t row = 0; row < batch; ++row) {
    for (int64_t i = 0; i + 1 < sequence; ++i) {
      const auto here = static_cast<size_t>(row * sequence + i);
      const size_t next = here + 1;
      const bool same_segment = segments.empty() || segments[here] == segments[next];
      if (same_segment && !is_padding(here) && !is_padding(next)) targets[here] = tokens[next];
    }
  }
  return targets;
}

Status CheckTargets(std::span<const int32_t> targets, int64_t sequence, int64_t vocab) {
  int64_t bad = 0;
  size_t first = 0;
  for (size_t i = 0; i < targets.size(); ++i) {
    if (targets[i] == kIgnoredTarget || (targets[i] >= 0 && targets[i] < vocab)) continue;
    if (bad++ == 0) first = i;
  }
  if (bad == 0) return {};
  const auto columns = static_cast<size_t>(sequence);
  return InvalidArgument(
      fmt::format("target id {} at row {}, position {} is outside [0, {}) and not {} (ignored){}",
                  targets[first], first / columns, first % columns, vocab, kIgnoredTarget,
                  bad > 1 ? fmt::format(", as are {} more", bad - 1) : ""));
}

std::vector<float> AlignToTokens(std::span<const float> values, int64_t batch, int64_t sequence) {
  std::vector<float> aligned(values.size(), 0.0F);
  for (int64_t row = 0; row < batch; ++row) {
    for (int64_t i = 0; i + 1 < sequence; ++i) {
      const auto here = static_cast<size_t>(row * sequence + i);
      aligned[here + 1] = values[here];
    }
  }
  return aligned;
}

}  // namespace logphead
