// SPDX-License-Identifier: Apache-2.0
// What must not change a result of the sharded heads at all (keeping or gathering the kernel again,
// running again), what may within f32 rounding (the head, the chunk, how the kernel is stored), and
// batches without a token to score.
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "numeric_sharded.h"

namespace logphead::numeric {
namespace {

const std::vector<const char*> kHeads = {"local", "vocab:context", "vocab:context,expert",
                                         "vocab:fsdp,context,expert"};

// Rows that no mesh divides, a ragged vocabulary, and a chunk that is ragged on every device.
Problem MakeProblem(const std::string& mesh) {
  Problem problem;
  problem.sequence = 29;
  problem.chunk = 4;
  problem.temperature = 0.8;
  problem.mesh = mesh;
  problem.rows = Rows::kPacked;
  problem.seed = 21;
  return problem;
}

class ShardedRuns : public ::testing::Test {
 protected:
  virtual std::string Engine() const { return EngineNames().front(); }
  void SetUp() override {
    NUMERIC_CLIENT_OR_SKIP(found, Engine());
    client_ = found;
  }
  // The results of a program; a policy loss makes it the fused one or that of two passes.
  HeadResults Run(const Problem& problem, const Way& way, ProgramKind kind,
                  std::optional<LossConfig> loss = {}) {
    const Inputs inputs = MakeInputs(problem);
    Arrays arrays = AllArrays(problem, inputs);
    HeadConfig config = ConfigOf(problem, way);
    config.loss = loss;
    if (loss) PolicyLossOf(*loss, problem, inputs, arrays);
    auto results = RunHead(*client_, config, kind, arrays);
    EXPECT_TRUE(results.ok()) << results.error().ToString();
    return results.ok() ? *std::move(results) : HeadResults{};
  }

  std::optional<Client> client_;
};

class NumericShardedIdentity : public ShardedRuns {};

class NumericShardedEngines : public ShardedRuns,
                              public ::testing::WithParamInterface<std::string> {
 protected:
  std::string Engine() const override { return GetParam(); }
};
INSTANTIATE_TEST_SUITE_P(On, NumericShardedEngines, ::testing::ValuesIn(EngineNames()),
                         [](const auto& each) { return each.param; });

TEST_P(NumericShardedEngines, EveryHeadStaysWithinTheSummationOrderOfChunked) {
  const Problem problem = MakeProblem("2x2x2");
  const Reference reference = Compute(MakeInputs(problem).reference);
  const HeadResults chunked = Run(problem, Way{}, ProgramKind::kBackward);
  for (const char* head : kHeads) {
    SCOPED_TRACE(head);
    const HeadResults other = Run(problem, Way{head}, ProgramKind::kBackward);
    ExpectWithinSummationOrder(other.scores, chunked.scores, reference, kOrdersOfLogits);
  }
}

TEST_F(NumericShardedIdentity, LocalRunsWithoutAMeshToo) {
  Problem problem = MakeProblem("");
  const Reference reference = Compute(MakeInputs(problem).reference);
  const HeadResults chunked = Run(problem, Way{}, ProgramKind::kBackward);
  const HeadResults local = Run(problem, Way{"local"}, ProgramKind::kBackward);
  ExpectWithinSummationOrder(local.scores, chunked.scores, reference, kOrdersOfLogits);
}

TEST_F(NumericShardedIdentity, TheStoredShardsOfTheKernelChangeLittle) {
  const Problem problem = MakeProblem("2x2x2");
  const Reference reference = Compute(MakeInputs(problem).reference);
  for (const char* head : {"local", "vocab:expert,context"}) {
    const HeadResults plain = Run(problem, Way{head}, ProgramKind::kBackward);
    for (const Way& way : {Way{head, {"fsdp", "context", "expert"}}, Way{head, {"expert", "fsdp"}},
                           Way{head, {}, {"fsdp", "context"}}, Way{head, {"fsdp"}, {"expert"}}}) {
      SCOPED_TRACE(way.Name());
      const HeadResults other = Run(problem, way, ProgramKind::kBackward);
      ExpectWithinSummationOrder(other.scores, plain.scores, reference, kOrdersOfLogits);
    }
  }
}

TEST_F(NumericShardedIdentity, GatheringTheKernelAgainChangesNoBit) {
  const Problem problem = MakeProblem("2x2x2");
  for (const char* head : {"local", "vocab:context"}) {
    SCOPED_TRACE(head);
    Way way{head};
    const HeadResults keep = Run(problem, way, ProgramKind::kLossAndGrad);
    way.reuse = KernelReuse::kRegather;
    way.tiles = 1;
    const HeadResults regather = Run(problem, way, ProgramKind::kLossAndGrad);
    ExpectIdentical(regather.scores, keep.scores, MostlyZeros::kExpected);
    EXPECT_EQ(regather.scalars, keep.scalars);
    ASSERT_EQ(keep.scores.d_kernel.size(), 4U * 9 * 257);
  }
}

// Tiles that divide no block of columns, against kernels stored in every way: d_hidden is summed
// tile by tile.
TEST_F(NumericShardedIdentity, TilesStayWithinSummationOrder) {
  Problem problem = MakeProblem("2x2x2");
  const Inputs inputs = MakeInputs(problem);
  const Arrays arrays = AllArrays(problem, inputs);
  const MeanLossReference right = MeanLossOf(inputs, arrays);
  const auto run = [&](const Way& way) {
    auto results = RunHead(*client_, ConfigOf(problem, way), ProgramKind::kLossAndGrad, arrays);
    EXPECT_TRUE(results.ok()) << results.error().ToString();
    return results.ok() ? results->scores : Scores{};
  };
  const Scores whole = run(Way{"local"});
  const auto tiled = [](Way way, int64_t tiles, bool skip) {
    way.reuse = KernelReuse::kRegather;
    way.tiles = tiles;
    way.skip_masked = skip;
    return way;
  };
  for (const Way& way : {tiled({"local"}, 0, false), tiled({"local", {"expert"}}, 257, false),
                         tiled({"local", {"fsdp"}, {"context", "expert"}}, 3, true),
                         tiled({"vocab:context", {"fsdp", "context", "expert"}}, 2, false),
                         tiled({"vocab:context,expert", {}, {"expert", "fsdp"}}, 5, true)}) {
    SCOPED_TRACE(way.Name());
    ExpectWithinSummationOrder(run(way), whole, right.reference, kOrdersOfLogits);
  }
}

TEST_F(NumericShardedIdentity, RunningAgainChangesNoBit) {
  const Problem problem = MakeProblem("2x2x2");
  const LossConfig loss = LossConfig::Default(LossKind::kGrpo);
  for (const char* head : {"local", "vocab:context,expert"}) {
    SCOPED_TRACE(head);
    const HeadResults first = Run(problem, Way{head}, ProgramKind::kFused, loss);
    const HeadResults again = Run(problem, Way{head}, ProgramKind::kFused, loss);
    ExpectIdentical(again.scores, first.scores, MostlyZeros::kExpected);
    EXPECT_EQ(again.scalars, first.scalars);
    ASSERT_EQ(first.scores.logps.size(), 87U);
  }
}

// Rows with long stretches that are masked: on every device for some chunks, on some for others.
TEST_F(NumericShardedIdentity, SkippingMaskedChunksChangesNoBit) {
  Problem problem = MakeProblem("2x2x2");
  problem.rows = Rows::kTargets;
  problem.chunk = 2;
  Inputs inputs = MakeInputs(problem);
  Arrays arrays = AllArrays(problem, inputs);
  std::vector<int32_t> targets(87, -100);
  for (const size_t i : std::vector<size_t>{0, 1, 5, 16, 17, 33, 68, 86}) {
    targets[i] = static_cast<int32_t>(i);
  }
  arrays.Set("targets", DType::kS32, {3, 29}, std::as_bytes(std::span(targets)));
  for (const char* head : {"local", "vocab:context"}) {
    for (const ProgramKind kind : {ProgramKind::kForward, ProgramKind::kLossAndGrad}) {
      SCOPED_TRACE(std::string(head) + " " + std::string(ProgramKindName(kind)));
      Way way{head};
      const auto all = RunHead(*client_, ConfigOf(problem, way), kind, arrays);
      ASSERT_TRUE(all.ok()) << all.error().ToString();
      way.skip_masked = true;
      const auto some = RunHead(*client_, ConfigOf(problem, way), kind, arrays);
      ASSERT_TRUE(some.ok()) << some.error().ToString();
      ExpectIdentical(some->scores, all->scores, MostlyZeros::kExpected);
      EXPECT_EQ(some->scalars, all->scalars);
    }
  }
}

// Every program, with the same collectives as any batch has: the text does not know the mask.
TEST_F(NumericShardedIdentity, NothingToScoreIsZeros) {
  Problem problem = MakeProblem("2x2x2");
  const auto grpo = LossConfig::Default(LossKind::kGrpo);
  const std::vector<std::tuple<Rows, ProgramKind, std::optional<LossConfig>>> ways = {
      {Rows::kAllIgnored, ProgramKind::kBackward, std::nullopt},
      {Rows::kAllMasked, ProgramKind::kFused, grpo}};
  for (const auto& [rows, kind, loss] : ways) {
    problem.rows = rows;
    for (const char* head : {"local", "vocab:context,expert"}) {
      SCOPED_TRACE(std::string(head) + " " + std::string(ProgramKindName(kind)));
      const HeadResults results = Run(problem, Way{head}, kind, loss);
      const Scores& scores = results.scores;
      EXPECT_EQ(scores.logps, std::vector<float>(87, 0));
      EXPECT_EQ(scores.entropies, std::vector<float>(87, 0));
      for (const double value : Numbers(scores.d_hidden_dtype, scores.d_hidden)) {
        ASSERT_EQ(value, 0);
      }
      const std::vector<double> d_kernel = Numbers(scores.d_kernel_dtype, scores.d_kernel);
      ASSERT_EQ(d_kernel.size(), 9U * 257);
      for (const double value : d_kernel) ASSERT_EQ(value, 0);
      for (const auto& [name, value] : results.scalars) {
        EXPECT_TRUE(value == 0 || name == "masked_tokens") << name << " is " << value;
      }
    }
  }
}

}  // namespace
}  // namespace logphead::numeric
