// SPDX-License-Identifier: Apache-2.0
// Ranking: the rows of a plan from best to worst, and what to take from the best.
#ifndef LOGPHEAD_PLAN_RANKING_H_
#define LOGPHEAD_PLAN_RANKING_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "logphead/plan/planner.h"

namespace logphead {

struct Ranking {
  // Rows that compile, by index: those that fit before those that do not, then the fewest predicted
  // seconds (sequential; unknown ones last), then the fewest bytes.
  std::vector<size_t> order;
  // The first of these, unless it is known not to fit.
  std::optional<size_t> best;
  std::string reason;  // one line: why that one, or why none
  // Lines to paste: flags of logphead for it, and the settings of tunix and MaxText that
  // correspond.
  std::vector<std::string> use;
};

// `resident_bytes` are those of each device that something else takes.
Ranking Rank(const std::vector<PlanRow>& rows, double resident_bytes = 0);

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_RANKING_H_
