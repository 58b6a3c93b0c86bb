// SPDX-License-Identifier: Apache-2.0
// Targets: shifted within segments, checked against the vocabulary, aligned to tokens.
#include "logphead/head/targets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace logphead {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using Ids = std::vector<int32_t>;

constexpr int32_t kNone = kIgnoredTarget;

// Targets of packed rows, with the padding segment told from the ids.
Ids Packed(const Ids& tokens, const Ids& segments, int64_t batch, int64_t sequence) {
  ShiftOptions options;
  options.segment_ids = segments;
  options.padding_segment = PaddingSegment(segments, batch, sequence);
  return ShiftTargets(tokens, batch, sequence, options);
}

TEST(ShiftTargets, EachTokenPredictsTheNext) {
  EXPECT_THAT(ShiftTargets(Ids{5, 6, 7, 8}, 1, 4), ElementsAre(6, 7, 8, kNone));
  // Rows are apart.
  EXPECT_THAT(ShiftTargets(Ids{1, 2, 3, 4, 5, 6}, 2, 3), ElementsAre(2, 3, kNone, 5, 6, kNone));
}

// The last token of one sequence of a packed row is not scored on the first of the next.
TEST(ShiftTargets, TheLastTokenOfASegmentHasNone) {
  const Ids tokens = {10, 11, 12, 20, 21};
  EXPECT_THAT(Packed(tokens, {1, 1, 1, 2, 2}, 1, 5), ElementsAre(11, 12, kNone, 21, kNone));
  EXPECT_THAT(Packed(tokens, {0, 0, 0, 1, 1}, 1, 5), ElementsAre(11, 12, kNone, 21, kNone));
}

// The shift is done on whole rows, so that it does not matter how many devices split them.
TEST(ShiftTargets, ShardsOfARowSeeTheNextShardsToken) {
  const Ids targets = ShiftTargets(Ids{1, 2, 3, 4, 5, 6, 7, 8}, 1, 8);
  EXPECT_THAT(std::vector(targets.begin(), targets.begin() + 4), ElementsAre(2, 3, 4, 5));
  EXPECT_THAT(std::vector(targets.begin() + 4, targets.end()), ElementsAre(6, 7, 8, kNone));
}

// A segment id that no token has (cumulative lengths 0, 3, 3, 5) changes nothing for the others.
TEST(ShiftTargets, SegmentsMayBeEmpty) {
  EXPECT_THAT(Packed({10, 11, 12, 20, 21}, {1, 1, 1, 3, 3}, 1, 5),
              ElementsAre(11, 12, kNone, 21, kNone));
}

TEST(ShiftTargets, SegmentsOfOneTokenHaveNone) {
  EXPECT_THAT(Packed({4, 5, 6, 7}, {1, 2, 3, 3}, 1, 4), ElementsAre(kNone, kNone, 7, kNone));
}

TEST(ShiftTargets, SegmentsDoNotCrossRows) {
  EXPECT_THAT(Packed({1, 2, 3, 4}, {1, 1, 1, 1}, 2, 2), ElementsAre(2, kNone, 4, kNone));
}

TEST(ShiftTargets, PaddingSegmentHasNoTargets) {
  // Padding at the end of rows whose ids count from 1.
  EXPECT_THAT(Packed({7, 8, 9, 0, 0}, {1, 1, 1, 0, 0}, 1, 5),
              ElementsAre(8, 9, kNone, kNone, kNone));
  // A row of padding alone.
  EXPECT_THAT(Packed({7, 8, 3, 3}, {1, 1, 0, 0}, 2, 2), ElementsAre(8, kNone, kNone, kNone));
  // Ids from 0: the first segment is none of padding.
  EXPECT_THAT(Packed({7, 8, 9, 4}, {0, 0, 1, 1}, 1, 4), ElementsAre(8, kNone, 4, kNone));
  EXPECT_THAT(Packed({7, 8, 9, 4}, {0, 0, 0, 0}, 1, 4), ElementsAre(8, 9, 4, kNone));
}

TEST(ShiftTargets, PadTokensAreNoTargetsAndHaveNone) {
  ShiftOptions options;
  options.pad_id = 0;
  EXPECT_THAT(ShiftTargets(Ids{5, 6, 0, 0, 0}, 1, 5, options),
              ElementsAre(6, kNone, kNone, kNone, kNone));
  // Rows padded on the left.
  EXPECT_THAT(ShiftTargets(Ids{0, 0, 5, 6, 7}, 1, 5, options),
              ElementsAre(kNone, kNone, 6, 7, kNone));
  // A pad id that is no 0 leaves token 0 alone.
  options.pad_id = 9;
  EXPECT_THAT(ShiftTargets(Ids{5, 0, 9}, 1, 3, options), ElementsAre(0, kNone, kNone));
}

TEST(ShiftTargets, EmptyBatches) {
  EXPECT_THAT(ShiftTargets({}, 2, 0), ElementsAre());
  EXPECT_THAT(ShiftTargets({}, 0, 5), ElementsAre());
  EXPECT_THAT(ShiftTargets(Ids{4, 5}, 2, 1), ElementsAre(kNone, kNone));
}

TEST(PaddingSegment, IsToldFromTheIds) {
  const auto of = [](const Ids& ids, int64_t batch) {
    return PaddingSegment(ids, batch, static_cast<int64_t>(ids.size()) / batch);
  };
  EXPECT_EQ(of({1, 1, 2, 2}, 1), 0);             // from 1, no padding
  EXPECT_EQ(of({1, 1, 2, 0}, 1), 0);             // from 1, padded
  EXPECT_EQ(of({1, 1, 0, 0}, 2), 0);             // a row of padding alone
  EXPECT_EQ(of({0, 0, 1, 1}, 1), std::nullopt);  // from 0
  EXPECT_EQ(of({0, 1, 1, 1}, 2), std::nullopt);  // one row from 0 is enough
  EXPECT_EQ(of({0, 0, 0, 0}, 1), std::nullopt);  // one segment, from 0
  EXPECT_EQ(PaddingSegment({}, 2, 0), std::nullopt);
}

TEST(CheckTargets, TakesIdsAndIgnored) {
  EXPECT_TRUE(CheckTargets(Ids{0, 199, kNone, 5}, 2, 200).ok());
  EXPECT_TRUE(CheckTargets({}, 0, 200).ok());
}

TEST(CheckTargets, NamesTheFirstThatIsOutside) {
  const auto message = [](const Ids& targets, int64_t sequence) {
    const Status status = CheckTargets(targets, sequence, 200);
    return status.ok() ? std::string("ok") : status.error().message();
  };
  EXPECT_EQ(message({5, kNone, -1, 200}, 4),
            "target id -1 at row 0, position 2 is outside [0, 200) and not -100 (ignored), as are "
            "1 more");
  EXPECT_EQ(message({5, kNone, 7, 200}, 2),
            "target id 200 at row 1, position 1 is outside [0, 200) and not -100 (ignored)");
  EXPECT_EQ(message({-101}, 1),
            "target id -101 at row 0, position 0 is outside [0, 200) and not -100 (ignored)");
  EXPECT_EQ(message({INT32_MIN, INT32_MAX}, 2),
            "target id -2147483648 at row 0, position 0 is outside [0, 200) and not -100 "
            "(ignored), as are 1 more");
}

TEST(AlignToTokens, MovesEachValueToTheTokenItPredicts) {
  const std::vector<float> values = {1, 2, 3, 4, 5, 6};
  EXPECT_THAT(AlignToTokens(values, 2, 3), ElementsAre(0, 1, 2, 0, 4, 5));
  EXPECT_THAT(AlignToTokens(values, 1, 6), ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_THAT(AlignToTokens(values, 6, 1), ElementsAreArray(std::vector<float>(6, 0.0F)));
  EXPECT_TRUE(AlignToTokens({}, 2, 0).empty());
}

// In a packed row each segment's first slot is 0, as its last position has no target.
TEST(AlignToTokens, FirstSlotOfEachSegmentIsZero) {
  const Ids segments = {1, 1, 1, 2, 2};
  const Ids targets = Packed({10, 11, 12, 20, 21}, segments, 1, 5);
  std::vector<float> logps;
  for (const int32_t target : targets) {
    logps.push_back(target == kNone ? 0.0F : static_cast<float>(-target));
  }
  EXPECT_THAT(AlignToTokens(logps, 1, 5), ElementsAre(0, -11, -12, 0, -21));
}

}  // namespace
}  // namespace logphead
