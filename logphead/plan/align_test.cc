// SPDX-License-Identifier: Apache-2.0
// Tests of alignment: against the exact longest common subsequence, and beyond the cap.
#include "logphead/plan/align.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace logphead {
namespace {

using Ids = std::vector<uint32_t>;

size_t Matched(const Alignment& alignment) {
  return static_cast<size_t>(std::count_if(alignment.a_to_b.begin(), alignment.a_to_b.end(),
                                           [](uint32_t j) { return j != kUnmatched; }));
}

// Matches are mutual, between equal lines, and in order unless marked as moved.
void CheckValid(const Ids& a, const Ids& b, const Alignment& alignment) {
  ASSERT_EQ(alignment.a_to_b.size(), a.size());
  ASSERT_EQ(alignment.b_to_a.size(), b.size());
  int64_t last = -1;
  size_t matched_b = 0;
  for (size_t j = 0; j < b.size(); ++j) matched_b += alignment.b_to_a[j] != kUnmatched ? 1 : 0;
  EXPECT_EQ(matched_b, Matched(alignment));
  for (size_t i = 0; i < a.size(); ++i) {
    const uint32_t j = alignment.a_to_b[i];
    if (j == kUnmatched) continue;
    ASSERT_EQ(alignment.b_to_a[j], i);
    ASSERT_EQ(a[i], b[j]);
    if (alignment.a_moved[i]) continue;
    ASSERT_GT(static_cast<int64_t>(j), last);
    last = j;
  }
}

size_t LongestCommon(const Ids& a, const Ids& b) {
  std::vector<size_t> row(b.size() + 1, 0);
  for (const uint32_t x : a) {
    size_t diagonal = 0;
    for (size_t j = 0; j < b.size(); ++j) {
      const size_t above = row[j + 1];
      row[j + 1] = x == b[j] ? diagonal + 1 : std::max(row[j], above);
      diagonal = above;
    }
  }
  return row[b.size()];
}

TEST(Align, Basics) {
  for (const Ids& ids : {Ids{}, Ids{1}, Ids{1, 1, 1}, Ids{1, 2, 3, 2, 1}}) {
    const Alignment same = Align(ids, ids);
    for (size_t i = 0; i < ids.size(); ++i) EXPECT_EQ(same.a_to_b[i], i);
  }
  EXPECT_EQ(Matched(Align({1, 2, 3}, {})), 0U);
  EXPECT_EQ(Matched(Align({}, {1, 2, 3})), 0U);
  EXPECT_EQ(Matched(Align({1, 2, 3}, {4, 5})), 0U);
  EXPECT_EQ(Align({1, 2, 3, 4}, {1, 3, 9, 4}).a_to_b, (Ids{0, kUnmatched, 1, 3}));
}

TEST(Align, IsTheShortestEditWhereNoLineIsUnique) {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    // Every line twice and more in both, and ends that differ, so that no anchor steers the search.
    Ids a(2 + random() % 30);
    Ids b(2 + random() % 30);
    for (uint32_t& id : a) id = static_cast<uint32_t>(random() % 4);
    for (uint32_t& id : b) id = static_cast<uint32_t>(random() % 4);
    a.front() = a.back() = 10;
    b.front() = b.back() = 11;
    for (uint32_t id = 0; id < 4; ++id) {
      a.insert(a.end() - 1, {id, id});
      b.insert(b.end() - 1, {id, id});
    }
    const Alignment alignment = Align(a, b);
    CheckValid(a, b, alignment);
    ASSERT_EQ(Matched(alignment), LongestCommon(a, b)) << "round " << round;
  }
}

TEST(Align, IsValidWithAnchorsAndUnderAnyCap) {
  std::mt19937 random(11);
  for (int round = 0; round < 2000; ++round) {
    Ids a(random() % 40);
    Ids b(random() % 40);
    const uint32_t kinds = 1 + static_cast<uint32_t>(random() % 30);
    for (uint32_t& id : a) id = static_cast<uint32_t>(random() % kinds);
    for (uint32_t& id : b) id = static_cast<uint32_t>(random() % kinds);
    AlignOptions options;
    options.max_edits = static_cast<uint32_t>(random() % 20);
    CheckValid(a, b, Align(a, b, options));
  }
}

TEST(Align, BeyondTheCapCopiesMatchAndCrossingOnesAreMoved) {
  Ids a;
  Ids b;
  for (uint32_t i = 0; i < 100; ++i) a.insert(a.end(), {i, i});
  b.assign(a.rbegin(), a.rend());
  AlignOptions options;
  options.max_edits = 10;
  const Alignment alignment = Align(a, b, options);
  CheckValid(a, b, alignment);
  EXPECT_EQ(Matched(alignment), 200U);
  EXPECT_EQ(std::count(alignment.a_moved.begin(), alignment.a_moved.end(), false), 2);
}

TEST(Align, TwoHundredThousandLinesStayFast) {
  std::mt19937 random(3);
  Ids a(200000);
  Ids b(200000);
  // Few kinds and no common structure: the worst case for the search.
  for (uint32_t& id : a) id = static_cast<uint32_t>(random() % 1000);
  for (uint32_t& id : b) id = static_cast<uint32_t>(random() % 1000);
  CheckValid(a, b, Align(a, b));
}

}  // namespace
}  // namespace logphead
