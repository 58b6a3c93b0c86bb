// SPDX-License-Identifier: Apache-2.0
// Ranking: the order of rows, the best of them, and what is said and pasted of it.
#include "logphead/plan/ranking.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace logphead {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

// A row that compiles, takes 1 s or so many, and fits or not.
PlanRow Row(const char* head, int64_t chunk, std::optional<double> seconds,
            std::optional<bool> fits = true, int64_t bytes = 1'000'000) {
  PlanRow row;
  row.plan_case.config.head = *ParseHead(head);
  row.plan_case.config.chunk = chunk;
  row.plan_case.config.replicate = ReplicateMode::kAuto;
  row.plan_case.config.mesh = *Mesh::Parse("fsdp=2,context=4");
  row.plan_case.topology = "cpu:8";
  row.plan_case.compiler = "a==1";
  row.verdict = Verdict::kCompiles;
  row.temp_bytes = bytes;
  row.fits = fits;
  if (seconds) row.prediction = Prediction{0, 0, 0, *seconds, *seconds / 2};
  return row;
}

PlanRow Fails(const char* head, int64_t chunk) {
  PlanRow row = Row(head, chunk, 0.001);
  row.verdict = Verdict::kFails;
  return row;
}

TEST(Rank, FewestSecondsOfThoseThatFit) {
  const Ranking ranking =
      Rank({Row("local", 1, 3.0), Row("local", 2, 1.0, false), Row("local", 3, 2.0),
            Fails("local", 4), Row("local", 5, 2.5), Row("local", 6, 0.5, false)});
  EXPECT_THAT(ranking.order, ElementsAre(2, 4, 0, 5, 1));
  EXPECT_EQ(ranking.best, 2U);
  EXPECT_EQ(ranking.reason,
            "local chunk 3: 2.00 s predicted, the fewest of 3 that fit (next: local chunk 5, "
            "2.50 s; last: local chunk 1, 3.00 s); takes 1.00 MB");
}

TEST(Rank, UnknownSecondsComeLastAndBytesBreakTies) {
  const Ranking ranking =
      Rank({Row("local", 1, std::nullopt, true, 10), Row("local", 2, 1.0, true, 30),
            Row("local", 3, 1.0, true, 20), Row("local", 4, std::nullopt, true, 5),
            Row("local", 5, 1.0, true, 20)});
  EXPECT_THAT(ranking.order, ElementsAre(2, 4, 1, 3, 0)) << "the same stay in their order";
  EXPECT_EQ(ranking.best, 2U);
}

TEST(Rank, BytesAreAllThatARowTakes) {
  PlanRow more = Row("local", 1, 1.0, true, 10);
  more.argument_bytes = 100;
  PlanRow aliased = Row("local", 2, 1.0, true, 10);
  aliased.output_bytes = 100;
  aliased.alias_bytes = 95;
  EXPECT_THAT(Rank({more, aliased}).order, ElementsAre(1, 0));
}

// Unknown whether a row fits is no reason to leave it.
TEST(Rank, RowsOfUnknownMemoryAreAmongThoseThatFit) {
  const Ranking ranking = Rank({Row("local", 1, 2.0, std::nullopt), Row("local", 2, 1.0, false),
                                Row("local", 3, 3.0, std::nullopt)});
  EXPECT_THAT(ranking.order, ElementsAre(0, 2, 1));
  EXPECT_THAT(ranking.reason, HasSubstr("the fewest of 2 that compile (next: local chunk 3"));
}

TEST(Rank, ASecondIsTheSequentialOne) {
  PlanRow overlapping = Row("local", 1, 2.0);
  overlapping.prediction->overlapped = 0.1;
  EXPECT_THAT(Rank({overlapping, Row("local", 2, 1.9)}).order, ElementsAre(1, 0));
}

TEST(Rank, OneRowHasNoRivals) {
  EXPECT_EQ(Rank({Row("local", 1, 0.0125)}).reason,
            "local chunk 1: 12.5 ms predicted; takes 1.00 MB");
}

TEST(Rank, WithoutSecondsBytesDecide) {
  const Ranking ranking = Rank({Row("local", 1, std::nullopt, std::nullopt, 9),
                                Row("local", 2, std::nullopt, std::nullopt, 8)});
  EXPECT_EQ(ranking.best, 1U);
  EXPECT_EQ(ranking.reason,
            "local chunk 2: the fewest bytes, where no seconds can be predicted; takes 8 B");
}

TEST(Rank, NoCaseCompiles) {
  for (const std::vector<PlanRow>& rows :
       {std::vector<PlanRow>{Fails("local", 1)}, {Fails("local", 1), Fails("chunked", 2)}}) {
    const Ranking ranking = Rank(rows);
    EXPECT_THAT(ranking.order, IsEmpty());
    EXPECT_EQ(ranking.best, std::nullopt);
    EXPECT_EQ(ranking.reason, "no case compiles");
    EXPECT_THAT(ranking.use, IsEmpty());
  }
}

TEST(Rank, PrunedCasesMayCompile) {
  PlanRow pruned = Fails("local", 1);
  pruned.verdict = Verdict::kPruned;
  EXPECT_EQ(Rank({pruned}).reason, "no case was compiled");
  EXPECT_EQ(Rank({pruned, Fails("local", 2)}).reason, "no case compiles");
}

TEST(Rank, LinesToPasteNameTheCompilerAndThePrecision) {
  PlanRow old = Row("local", 1, 1.0);
  old.plan_case.config.logits = LogitsPrecision::kBf16;
  PlanRow other = Fails("local", 1);
  other.plan_case.compiler = "a==2";
  EXPECT_THAT(Rank({old, other}).use,
              ElementsAre("--mesh fsdp=2,context=4 --head local --chunk 1 --precision origin  "
                          "# flags of logphead, compiled by a==1",
                          "compute_logps_chunk_size=1 TUNIX_LOGPS_SHARDED_HEAD=local  "
                          "# tunix, MaxText, compiled by a==1"));
}

TEST(Rank, NoCaseFits) {
  const Ranking ranking =
      Rank({Row("local", 1, 1.0, false, 9'000'000'000), Row("local", 2, 2.0, false, 8'000'000'000)},
           80e9);
  EXPECT_THAT(ranking.order, ElementsAre(0, 1));
  EXPECT_EQ(ranking.best, std::nullopt);
  EXPECT_EQ(ranking.reason,
            "no case fits: the smallest, local chunk 2, needs 8.00 GB beside 80.00 GB resident");
  EXPECT_THAT(ranking.use, IsEmpty());
}

TEST(Rank, ReasonsSayWhatTellsCasesApart) {
  PlanRow other = Row("local", 1, 2.0);
  other.plan_case.topology = "cpu:4";
  other.plan_case.config.mesh = *Mesh::Parse("fsdp=4");
  other.plan_case.compiler = "b==2";
  EXPECT_THAT(Rank({Row("local", 1, 1.0), other}).reason,
              StartsWith("local chunk 1 on cpu:8, mesh fsdp=2,context=4, a==1: 1.00 s predicted, "
                         "the fewest of 2 that fit (next: local chunk 1 on cpu:4, mesh fsdp=4, "
                         "b==2, 2.00 s)"));
}

TEST(Rank, PasteLinesOfTheChunkedHead) {
  PlanRow row = Row("chunked", 4096, 1.0);
  EXPECT_THAT(Rank({row}).use,
              ElementsAre("--mesh fsdp=2,context=4 --head chunked --chunk 4096 "
                          "--replicate-sequence auto  # flags of logphead",
                          "compute_logps_chunk_size=4096 TUNIX_LOGPS_REPLICATE_SEQUENCE=auto"
                          "  # tunix, MaxText"));
  row.plan_case.config.mesh.reset();
  row.plan_case.config.replicate = ReplicateMode::kNever;
  row.plan_case.config.loss = LossConfig::Default(LossKind::kGrpo);
  EXPECT_THAT(Rank({row}).use,
              ElementsAre("--head chunked --chunk 4096 --replicate-sequence never "
                          "--loss grpo  # flags of logphead",
                          "compute_logps_chunk_size=4096 TUNIX_LOGPS_REPLICATE_SEQUENCE=never"
                          "  # tunix, MaxText"));
}

TEST(Rank, PasteLinesOfTheLocalHead) {
  PlanRow row = Row("local", 512, 1.0);
  EXPECT_THAT(Rank({row}).use,
              ElementsAre("--mesh fsdp=2,context=4 --head local --chunk 512"
                          "  # flags of logphead",
                          "compute_logps_chunk_size=512 TUNIX_LOGPS_SHARDED_HEAD=local"
                          "  # tunix, MaxText"));
  row.plan_case.config.kernel_reuse = KernelReuse::kRegather;
  row.plan_case.config.vocab_tiles = 4;
  EXPECT_EQ(Rank({row}).use.front(),
            "--mesh fsdp=2,context=4 --head local --chunk 512 --kernel regather "
            "--vocab-tiles 4  # flags of logphead");
}

TEST(Rank, PasteLinesOfAHeadThatPeersLack) {
  const Ranking alone = Rank({Row("vocab:context", 256, 1.0)});
  EXPECT_THAT(
      alone.use,
      ElementsAre("--mesh fsdp=2,context=4 --head vocab:context "
                  "--chunk 256  # flags of logphead",
                  "# tunix, MaxText: no setting gives vocab:context (plan chunked and local "
                  "too)"));
  // The best of theirs that fits, whatever compiles beside it.
  const Ranking beside = Rank({Row("vocab:context", 256, 1.0), Row("chunked", 4096, 2.0, false),
                               Row("local", 512, 3.0), Row("chunked", 1024, 4.0)});
  EXPECT_EQ(beside.best, 0U);
  EXPECT_EQ(beside.use.back(),
            "compute_logps_chunk_size=512 TUNIX_LOGPS_SHARDED_HEAD=local  # tunix, MaxText, which "
            "have no vocab:context: local chunk 512, 3.00 s");
}

TEST(Rank, VariantsForTestsAreNoSettingOfPeers) {
  PlanRow row = Row("chunked", 4096, 1.0);
  row.plan_case.config.variant = ReplicateVariant::kIdsOnly;
  EXPECT_THAT(Rank({row}).use.back(), HasSubstr("no setting gives chunked"));
}

}  // namespace
}  // namespace logphead
