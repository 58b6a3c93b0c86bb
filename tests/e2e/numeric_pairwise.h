// SPDX-License-Identifier: Apache-2.0
// Pairwise test plans: few rows that hold every pair of values of every two factors.
#ifndef LOGPHEAD_TESTS_E2E_NUMERIC_PAIRWISE_H_
#define LOGPHEAD_TESTS_E2E_NUMERIC_PAIRWISE_H_

#include <cstddef>
#include <set>
#include <tuple>
#include <vector>

namespace logphead::numeric {

// Values of factors a < b: (a, value of a, b, value of b).
using FactorPair = std::tuple<size_t, size_t, size_t, size_t>;

inline std::set<FactorPair> AllPairs(const std::vector<size_t>& sizes) {
  std::set<FactorPair> pairs;
  for (size_t a = 0; a < sizes.size(); ++a) {
    for (size_t b = a + 1; b < sizes.size(); ++b) {
      for (size_t x = 0; x < sizes[a]; ++x) {
        for (size_t y = 0; y < sizes[b]; ++y) pairs.insert({a, x, b, y});
      }
    }
  }
  return pairs;
}

// Pairs of one row.
inline std::set<FactorPair> PairsOf(const std::vector<size_t>& row) {
  std::set<FactorPair> pairs;
  for (size_t a = 0; a < row.size(); ++a) {
    for (size_t b = a + 1; b < row.size(); ++b) pairs.insert({a, row[a], b, row[b]});
  }
  return pairs;
}

// Rows of one value (an index below sizes[i]) per factor, covering AllPairs. Greedy: each row
// starts from a pair that is missing, and each other factor takes the value that adds most; the
// same rows on every machine.
inline std::vector<std::vector<size_t>> PairwiseRows(const std::vector<size_t>& sizes) {
  std::set<FactorPair> missing = AllPairs(sizes);
  std::vector<std::vector<size_t>> rows;
  while (!missing.empty()) {
    const auto [a, x, b, y] = *missing.begin();
    std::vector<size_t> row(sizes.size());
    std::vector<bool> set(sizes.size(), false);
    row[a] = x;
    row[b] = y;
    set[a] = set[b] = true;
    for (size_t factor = 0; factor < sizes.size(); ++factor) {
      if (set[factor]) continue;
      size_t best_gain = 0;
      size_t best = rows.size() % sizes[factor];
      for (size_t value = 0; value < sizes[factor]; ++value) {
        size_t gain = 0;
        for (size_t other = 0; other < sizes.size(); ++other) {
          if (!set[other]) continue;
          gain += other < factor ? missing.count({other, row[other], factor, value})
                                 : missing.count({factor, value, other, row[other]});
        }
        if (gain > best_gain) {
          best_gain = gain;
          best = value;
        }
      }
      row[factor] = best;
      set[factor] = true;
    }
    for (const FactorPair& pair : PairsOf(row)) missing.erase(pair);
    rows.push_back(row);
  }
  return rows;
}

}  // namespace logphead::numeric

#endif  // LOGPHEAD_TESTS_E2E_NUMERIC_PAIRWISE_H_
