// SPDX-License-Identifier: Apache-2.0
// Bisection: which of many versions is the first that fails, in few tries.
#ifndef LOGPHEAD_PLAN_BISECT_H_
#define LOGPHEAD_PLAN_BISECT_H_

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace logphead {

// Versions are numbers from 0, the oldest. Tells which to try next, and what the tries so far say;
// verdicts may also be told that it did not ask for. With n versions it asks for at most
// 2 + log2(n) where there is one change from good to bad, and for at most 2 + 2 log2(n) in any
// case.
class Bisection {
 public:
  explicit Bisection(size_t count) : good_(count) {}

  // The version to try now: the newest, the oldest, then the middle between the nearest good and
  // bad ones. Where the oldest is bad too (it may be too old for the case), those 1, 2, 4, ...
  // before the newest until one is good. Nothing when two neighbours are
  // good and bad, or when there is no such change to look for.
  std::optional<size_t> Next() const;
  void Tell(size_t version, bool good) { good_[version] = good; }
  // Whether a version was told to be good; nothing if it was not told.
  std::optional<bool> Told(size_t version) const { return good_[version]; }

  // The earliest change from good to bad, as narrow as is known: versions between the two were not
  // told.
  struct Change {
    size_t last_good = 0;
    size_t first_bad = 0;
  };
  std::optional<Change> FirstChange() const;

  // Pairs of a bad version and the next told one, which is good: with any, there is not one change,
  // and a version that was not tried may be another first bad one.
  std::vector<std::pair<size_t, size_t>> Reversals() const;

 private:
  std::vector<std::optional<bool>> good_;
};

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_BISECT_H_
