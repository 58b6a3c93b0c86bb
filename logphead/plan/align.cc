// SPDX-License-Identifier: Apache-2.0
// Alignment: common ends, then unique anchors, then Myers' greedy search in each gap.
#include "logphead/plan/align.h"

#include <algorithm>
#include <deque>
#include <unordered_map>
#include <utility>

namespace logphead {
namespace {

// Half-open ranges of both sequences.
struct Gap {
  size_t a_begin, a_end, b_begin, b_end;
};

class Aligner {
 public:
  Aligner(const std::vector<uint32_t>& a, const std::vector<uint32_t>& b,
          const AlignOptions& options)
      : a_(a), b_(b), options_(options) {
    result_.a_to_b.assign(a.size(), kUnmatched);
    result_.b_to_a.assign(b.size(), kUnmatched);
  }

  Alignment Run() {
    Gap whole = TrimEnds({0, a_.size(), 0, b_.size()});
    const auto anchors = Anchors(whole);
    Gap gap = whole;
    for (const auto& [i, j] : anchors) {
      gap.a_end = i;
      gap.b_end = j;
      Fill(TrimEnds(gap));
      Match(i, j);
      gap.a_begin = i + 1;
      gap.b_begin = j + 1;
    }
    gap.a_end = whole.a_end;
    gap.b_end = whole.b_end;
    Fill(TrimEnds(gap));
    result_.a_moved.assign(a_.size(), false);
    if (copies_matched_) MarkMoved();
    return std::move(result_);
  }

 private:
  void Match(size_t i, size_t j) {
    result_.a_to_b[i] = static_cast<uint32_t>(j);
    result_.b_to_a[j] = static_cast<uint32_t>(i);
  }

  Gap TrimEnds(Gap gap) {
    while (gap.a_begin < gap.a_end && gap.b_begin < gap.b_end &&
           a_[gap.a_begin] == b_[gap.b_begin]) {
      Match(gap.a_begin++, gap.b_begin++);
    }
    while (gap.a_begin < gap.a_end && gap.b_begin < gap.b_end &&
           a_[gap.a_end - 1] == b_[gap.b_end - 1]) {
      Match(--gap.a_end, --gap.b_end);
    }
    return gap;
  }

  // The longest increasing run of lines that are unique in both ranges.
  std::vector<std::pair<size_t, size_t>> Anchors(const Gap& gap) const {
    struct Uses {
      uint32_t in_a = 0, in_b = 0;
      size_t b_place = 0;
    };
    std::unordered_map<uint32_t, Uses> uses;
    for (size_t i = gap.a_begin; i < gap.a_end; ++i) ++uses[a_[i]].in_a;
    for (size_t j = gap.b_begin; j < gap.b_end; ++j) {
      Uses& use = uses[b_[j]];
      ++use.in_b;
      use.b_place = j;
    }
    std::vector<std::pair<size_t, size_t>> pairs;
    for (size_t i = gap.a_begin; i < gap.a_end; ++i) {
      const Uses& use = uses[a_[i]];
      if (use.in_a == 1 && use.in_b == 1) pairs.emplace_back(i, use.b_place);
    }
    return LongestIncreasing(pairs);
  }

  static std::vector<std::pair<size_t, size_t>> LongestIncreasing(
      const std::vector<std::pair<size_t, size_t>>& pairs) {
    std::vector<size_t> tails;  // per length, the pair that ends the best run of it
    std::vector<size_t> previous(pairs.size());
    for (size_t i = 0; i < pairs.size(); ++i) {
      const auto at = std::lower_bound(
          tails.begin(), tails.end(), pairs[i].second,
          [&](size_t tail, size_t b_place) { return pairs[tail].second < b_place; });
      previous[i] = at == tails.begin() ? i : *(at - 1);
      if (at == tails.end()) {
        tails.push_back(i);
      } else {
        *at = i;
      }
    }
    std::vector<std::pair<size_t, size_t>> run;
    if (tails.empty()) return run;
    for (size_t i = tails.back();; i = previous[i]) {
      run.push_back(pairs[i]);
      if (previous[i] == i) break;
    }
    std::reverse(run.begin(), run.end());
    return run;
  }

  void Fill(const Gap& gap) {
    if (gap.a_begin == gap.a_end || gap.b_begin == gap.b_end) return;
    if (!ShortestEdit(gap)) MatchCopies(gap);
  }

  // Myers' O(ND) search. front[k] is the furthest place in a on diagonal k (place in a minus place
  // in b); the fronts of all edit counts are kept to walk back.
  bool ShortestEdit(const Gap& gap) {
    const auto n = static_cast<int64_t>(gap.a_end - gap.a_begin);
    const auto m = static_cast<int64_t>(gap.b_end - gap.b_begin);
    const int64_t limit = std::min<int64_t>(n + m, options_.max_edits);
    if (std::abs(n - m) > limit) return false;
    std::vector<std::vector<int32_t>> fronts;  // fronts[d][k + d]
    for (int64_t d = 0; d <= limit; ++d) {
      std::vector<int32_t> front(static_cast<size_t>(2 * d + 1), -1);
      for (int64_t k = -d; k <= d; k += 2) {
        int64_t x = d == 0 ? 0 : Enter(fronts.back(), d, k, n, m).first;
        if (x < 0) continue;
        while (x < n && x - k < m && Same(gap, x, x - k)) ++x;
        front[static_cast<size_t>(k + d)] = static_cast<int32_t>(x);
        if (x == n && x - k == m) {
          fronts.push_back(std::move(front));
          WalkBack(gap, fronts, k);
          return true;
        }
      }
      fronts.push_back(std::move(front));
    }
    return false;
  }

  bool Same(const Gap& gap, int64_t x, int64_t y) const {
    return a_[gap.a_begin + static_cast<size_t>(x)] == b_[gap.b_begin + static_cast<size_t>(y)];
  }

  // The furthest place in a where diagonal k can be entered with the d-th edit, or -1, and whether
  // by a deletion (from diagonal k - 1) rather than an insertion (from k + 1).
  static std::pair<int64_t, bool> Enter(const std::vector<int32_t>& front, int64_t d, int64_t k,
                                        int64_t n, int64_t m) {
    const auto at = [&](int64_t diagonal) -> int64_t {
      if (diagonal < 1 - d || diagonal > d - 1) return -1;
      return front[static_cast<size_t>(diagonal + d - 1)];
    };
    const int64_t before_deletion = at(k - 1);
    const int64_t deleted =
        before_deletion >= 0 && before_deletion < n ? before_deletion + 1 : int64_t{-1};
    const int64_t inserted = at(k + 1) - k <= m ? at(k + 1) : int64_t{-1};
    return deleted > inserted ? std::pair(deleted, true) : std::pair(inserted, false);
  }

  void WalkBack(const Gap& gap, const std::vector<std::vector<int32_t>>& fronts, int64_t k) {
    const auto n = static_cast<int64_t>(gap.a_end - gap.a_begin);
    const auto m = static_cast<int64_t>(gap.b_end - gap.b_begin);
    for (auto d = static_cast<int64_t>(fronts.size()) - 1; d >= 0; --d) {
      int64_t x = fronts[static_cast<size_t>(d)][static_cast<size_t>(k + d)];
      std::pair<int64_t, bool> enter(0, false);
      if (d > 0) enter = Enter(fronts[static_cast<size_t>(d - 1)], d, k, n, m);
      for (; x > enter.first; --x) {
        Match(gap.a_begin + static_cast<size_t>(x - 1),
              gap.b_begin + static_cast<size_t>(x - 1 - k));
      }
      k += enter.second ? -1 : 1;
    }
  }

  void MatchCopies(const Gap& gap) {
    copies_matched_ = true;
    std::unordered_map<uint32_t, std::deque<size_t>> free;
    for (size_t j = gap.b_begin; j < gap.b_end; ++j) free[b_[j]].push_back(j);
    for (size_t i = gap.a_begin; i < gap.a_end; ++i) {
      const auto found = free.find(a_[i]);
      if (found == free.end() || found->second.empty()) continue;
      Match(i, found->second.front());
      found->second.pop_front();
    }
  }

  void MarkMoved() {
    std::vector<std::pair<size_t, size_t>> pairs;
    for (size_t i = 0; i < a_.size(); ++i) {
      if (result_.a_to_b[i] == kUnmatched) continue;
      pairs.emplace_back(i, result_.a_to_b[i]);
      result_.a_moved[i] = true;
    }
    for (const auto& [i, j] : LongestIncreasing(pairs)) result_.a_moved[i] = false;
  }

  const std::vector<uint32_t>& a_;
  const std::vector<uint32_t>& b_;
  const AlignOptions options_;
  bool copies_matched_ = false;
  Alignment result_;
};

}  // namespace

Alignment Align(const std::vector<uint32_t>& a, const std::vector<uint32_t>& b,
                const AlignOptions& options) {
  return Aligner(a, b, options).Run();
}

}  // namespace logphead
