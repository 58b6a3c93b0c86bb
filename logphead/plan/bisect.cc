// SPDX-License-Identifier: Apache-2.0
// Bisection: the search.
#include "logphead/plan/bisect.h"

namespace logphead {

std::optional<size_t> Bisection::Next() const {
  if (good_.empty()) return std::nullopt;
  const size_t newest = good_.size() - 1;
  if (!good_[newest].has_value()) return newest;
  if (!*good_[newest] && !good_[0].has_value()) return 0;
  if (const std::optional<Change> change = FirstChange()) {
    const size_t apart = change->first_bad - change->last_good;
    if (apart == 1) return std::nullopt;
    return change->last_good + apart / 2;
  }
  if (*good_[newest]) return std::nullopt;
  for (size_t back = 1; back < newest; back *= 2) {
    if (!good_[newest - back].has_value()) return newest - back;
  }
  return std::nullopt;
}

std::optional<Bisection::Change> Bisection::FirstChange() const {
  std::optional<size_t> last_good;
  for (size_t i = 0; i < good_.size(); ++i) {
    if (!good_[i].has_value()) continue;
    if (*good_[i]) {
      last_good = i;
    } else if (last_good.has_value()) {
      return Change{*last_good, i};
    }
  }
  return std::nullopt;
}

std::vector<std::pair<size_t, size_t>> Bisection::Reversals() const {
  std::vector<std::pair<size_t, size_t>> reversals;
  std::optional<size_t> last;
  for (size_t i = 0; i < good_.size(); ++i) {
    if (!good_[i].has_value()) continue;
    if (last.has_value() && !*good_[*last] && *good_[i]) reversals.emplace_back(*last, i);
    last = i;
  }
  return reversals;
}

}  // namespace logphead
