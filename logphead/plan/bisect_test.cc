// SPDX-License-Identifier: Apache-2.0
// Bisection: every pattern of verdicts of up to 6 versions, and the number of tries of many.
#include "logphead/plan/bisect.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <string>

namespace logphead {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

using Verdicts = std::vector<bool>;  // whether each version is good

Verdicts Pattern(size_t count, size_t bits) {
  Verdicts good;
  for (size_t i = 0; i < count; ++i) good.push_back((bits >> i & 1) != 0);
  return good;
}

std::string Text(const Verdicts& good) {
  std::string text;
  for (const bool one : good) text += one ? '+' : '-';
  return text;
}

// Answers every question; the versions that were asked for.
std::vector<size_t> AnswerAll(const Verdicts& good, Bisection* bisection) {
  std::vector<size_t> asked;
  while (const std::optional<size_t> version = bisection->Next()) {
    EXPECT_LT(*version, good.size()) << Text(good);
    EXPECT_FALSE(bisection->Told(*version).has_value()) << Text(good) << " asked twice";
    if (asked.size() > good.size()) break;
    asked.push_back(*version);
    bisection->Tell(*version, good[*version]);
  }
  return asked;
}

// What must hold of a search that has ended, whatever was told beforehand.
void ExpectDecided(const Verdicts& good, const Bisection& bisection) {
  const auto change = bisection.FirstChange();
  if (change.has_value()) {
    EXPECT_TRUE(good[change->last_good]) << Text(good);
    EXPECT_FALSE(good[change->first_bad]) << Text(good);
    for (size_t i = change->last_good + 1; i < change->first_bad; ++i) {
      EXPECT_FALSE(bisection.Told(i).has_value()) << Text(good);
    }
  }
  if (change.has_value()) {
    EXPECT_EQ(change->first_bad, change->last_good + 1) << Text(good);
  } else if (!good.empty() && !good.back()) {
    EXPECT_FALSE(good.front()) << Text(good);
    for (size_t i = 0; i < good.size(); ++i) {
      EXPECT_NE(bisection.Told(i), std::optional(true)) << Text(good);
    }
  }
}

TEST(Bisection, EveryPatternEndsInAChangeOrInNone) {
  for (size_t count = 0; count <= 6; ++count) {
    for (size_t bits = 0; bits < size_t{1} << count; ++bits) {
      const Verdicts good = Pattern(count, bits);
      Bisection bisection(count);
      const std::vector<size_t> asked = AnswerAll(good, &bisection);
      ExpectDecided(good, bisection);
      const size_t steps = count < 2 ? 0 : static_cast<size_t>(std::bit_width(count - 2));
      EXPECT_LE(asked.size(), 2 + 2 * steps) << Text(good);
      if (count < 2 || good.back()) {
        EXPECT_FALSE(bisection.FirstChange().has_value()) << Text(good);
      } else if (good.front()) {
        EXPECT_TRUE(bisection.FirstChange().has_value()) << Text(good);
        EXPECT_THAT(bisection.Reversals(), IsEmpty()) << Text(good);
      } else if (bisection.FirstChange().has_value()) {
        EXPECT_EQ(bisection.Reversals().size(), 1U) << Text(good);
      }
    }
  }
}

TEST(Bisection, OneChangeIsFoundWhereverItIs) {
  for (size_t count = 2; count <= 40; ++count) {
    for (size_t first_bad = 1; first_bad < count; ++first_bad) {
      Verdicts good(count, true);
      for (size_t i = first_bad; i < count; ++i) good[i] = false;
      Bisection bisection(count);
      const std::vector<size_t> asked = AnswerAll(good, &bisection);
      ASSERT_TRUE(bisection.FirstChange().has_value());
      EXPECT_EQ(bisection.FirstChange()->first_bad, first_bad) << Text(good);
      EXPECT_EQ(bisection.FirstChange()->last_good, first_bad - 1) << Text(good);
      EXPECT_EQ(asked[0], count - 1);
      EXPECT_EQ(asked[1], 0U);
      // ceil(log2(count - 1)) halvings of count - 1 steps.
      EXPECT_LE(asked.size(), 2 + static_cast<size_t>(std::bit_width(count - 2))) << Text(good);
    }
  }
}

TEST(Bisection, TheNewestAloneIsAskedWhenItIsGood) {
  Bisection bisection(5);
  EXPECT_THAT(AnswerAll({false, true, false, false, true}, &bisection), ElementsAre(4));
  EXPECT_FALSE(bisection.FirstChange().has_value());
}

TEST(Bisection, WhereBothEndsAreBadAGoodOneIsLookedForFromTheNewest) {
  Bisection found(10);
  EXPECT_THAT(AnswerAll({false, true, true, true, true, true, true, false, false, false}, &found),
              ElementsAre(9, 0, 8, 7, 5, 6));
  EXPECT_EQ(found.FirstChange()->first_bad, 7U);
  EXPECT_THAT(found.Reversals(), ElementsAre(Pair(0, 5)));
  Bisection none(10);
  EXPECT_THAT(AnswerAll(Verdicts(10, false), &none), ElementsAre(9, 0, 8, 7, 5, 1));
  EXPECT_FALSE(none.FirstChange().has_value());
}

TEST(Bisection, OneVersionIsAskedOnce) {
  for (const bool good : {false, true}) {
    Bisection bisection(1);
    EXPECT_THAT(AnswerAll({good}, &bisection), ElementsAre(0));
    EXPECT_FALSE(bisection.FirstChange().has_value());
  }
}

// Verdicts known beforehand, in every set of every pattern: never asked for again, and the search
// still ends in neighbours.
TEST(Bisection, KnownVerdictsAreUsed) {
  for (size_t count = 1; count <= 6; ++count) {
    for (size_t bits = 0; bits < size_t{1} << count; ++bits) {
      for (size_t known = 0; known < size_t{1} << count; ++known) {
        const Verdicts good = Pattern(count, bits);
        Bisection bisection(count);
        for (size_t i = 0; i < count; ++i) {
          if ((known >> i & 1) != 0) bisection.Tell(i, good[i]);
        }
        AnswerAll(good, &bisection);
        ExpectDecided(good, bisection);
        bool reversed = false;
        bool bad = false;
        for (size_t i = 0; i < count; ++i) {
          const std::optional<bool> told = bisection.Told(i);
          reversed = reversed || (bad && told == true);
          bad = bad || told == false;
        }
        EXPECT_EQ(!bisection.Reversals().empty(), reversed) << Text(good);
      }
    }
  }
}

TEST(Bisection, TheEarliestChangeIsSearchedAndTheOthersAreTold) {
  // + . . - . + . -
  Bisection bisection(8);
  bisection.Tell(0, true);
  bisection.Tell(3, false);
  bisection.Tell(5, true);
  bisection.Tell(7, false);
  EXPECT_EQ(bisection.Next(), 1U);
  bisection.Tell(1, true);
  EXPECT_EQ(bisection.Next(), 2U);
  bisection.Tell(2, false);
  EXPECT_EQ(bisection.Next(), std::nullopt);
  EXPECT_EQ(bisection.FirstChange()->first_bad, 2U);
  EXPECT_THAT(bisection.Reversals(), ElementsAre(Pair(3, 5)));
}

TEST(Bisection, TheOldestIsAskedThoughOneIsKnownToBeGood) {
  Bisection bisection(4);
  bisection.Tell(2, true);
  EXPECT_THAT(AnswerAll({false, true, true, false}, &bisection), ElementsAre(3, 0));
  EXPECT_EQ(bisection.FirstChange()->first_bad, 3U);
  EXPECT_THAT(bisection.Reversals(), ElementsAre(Pair(0, 2)));
}

}  // namespace
}  // namespace logphead
