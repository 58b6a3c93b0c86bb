// SPDX-License-Identifier: Apache-2.0
// What must not change a result at all (the replicate rule, running again) and what may change it
// within f32 rounding (the chunk, the number of devices), at the lengths where the rule acts.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include "numeric_engines.h"
#include "numeric_problem.h"

namespace logphead::numeric {
namespace {

// Rows long enough for chunks above 1024, narrow enough to be quick.
Problem LongProblem(int64_t chunk, bool entropy, Rows rows) {
  Problem problem;
  problem.batch = 2;
  problem.sequence = 8192;
  problem.hidden = 6;
  problem.vocab = 19;
  problem.chunk = chunk;
  problem.entropy = entropy;
  problem.rows = rows;
  problem.mesh = "2x2x2";
  problem.seed = 11;
  return problem;
}

class NumericIdentity : public ::testing::TestWithParam<std::string> {
 protected:
  // The backward program of a problem with a replicate mode.
  static Scores Score(const Client& client, Problem problem, ReplicateMode mode) {
    problem.replicate = mode;
    auto scores = RunProblem(client, problem, MakeInputs(problem), true);
    EXPECT_TRUE(scores.ok()) << scores.error().ToString();
    return scores.ok() ? *std::move(scores) : Scores{};
  }
  static Scores Score(const Client& client, const Problem& problem) {
    return Score(client, problem, ReplicateMode::kAuto);
  }

  static void ExpectOtherOrder(const Problem& problem, const Scores& a, const Scores& b) {
    ExpectWithinSummationOrder(a, b, Compute(MakeInputs(problem).reference));
  }
};

INSTANTIATE_TEST_SUITE_P(On, NumericIdentity, ::testing::ValuesIn(EngineNames()),
                         [](const auto& each) { return each.param; });

using RuleCase = std::tuple<std::string, int64_t, bool, Rows>;
class NumericReplication : public ::testing::TestWithParam<RuleCase> {};

std::string RuleName(const ::testing::TestParamInfo<RuleCase>& each) {
  const auto& [engine, chunk, entropy, rows] = each.param;
  return engine + "_chunk" + std::to_string(chunk) + (entropy ? "_entropy" : "") +
         (rows == Rows::kPacked ? "_Packed" : "_Padded");
}
INSTANTIATE_TEST_SUITE_P(On, NumericReplication,
                         ::testing::Combine(::testing::ValuesIn(EngineNames()),
                                            ::testing::Values(1024, 2048, 4096), ::testing::Bool(),
                                            ::testing::Values(Rows::kPacked, Rows::kPadded)),
                         RuleName);

// The rule only says where arrays lie, so not a bit of a result may change.
TEST_P(NumericReplication, ChangesNoBit) {
  const auto& [engine, chunk, entropy, rows] = GetParam();
  NUMERIC_CLIENT_OR_SKIP(client, engine);
  Problem problem = LongProblem(chunk, entropy, rows);
  const Inputs inputs = MakeInputs(problem);
  for (const bool grad : {true, false}) {
    SCOPED_TRACE(grad ? "backward" : "forward");
    problem.replicate = ReplicateMode::kNever;
    const auto never = RunProblem(client, problem, inputs, grad);
    ASSERT_TRUE(never.ok()) << never.error().ToString();
    problem.replicate = ReplicateMode::kAlways;
    const auto always = RunProblem(client, problem, inputs, grad);
    ASSERT_TRUE(always.ok()) << always.error().ToString();
    ExpectIdentical(*always, *never);
    if (grad) ExpectClose(problem, *always, Compute(inputs.reference), inputs.reference.targets);
  }
}

TEST_P(NumericIdentity, AutoIsAlwaysAbove1024AndNeverAt1024) {
  NUMERIC_CLIENT_OR_SKIP(client, GetParam());
  const Problem large = LongProblem(4096, true, Rows::kPacked);
  ExpectIdentical(Score(client, large), Score(client, large, ReplicateMode::kAlways));
  const Problem small = LongProblem(1024, true, Rows::kPacked);
  ExpectIdentical(Score(client, small), Score(client, small, ReplicateMode::kNever));
}

TEST_P(NumericIdentity, Bf16IsReplicatedWithoutABitChanged) {
  NUMERIC_CLIENT_OR_SKIP(client, GetParam());
  Problem problem = LongProblem(2048, true, Rows::kPacked);
  problem.hidden_dtype = problem.kernel_dtype = DType::kBF16;
  problem.layout = KernelLayout::kVocabHidden;
  ExpectIdentical(Score(client, problem, ReplicateMode::kAlways),
                  Score(client, problem, ReplicateMode::kNever));
}

TEST_P(NumericIdentity, ALargerChunkStaysWithinSummationOrder) {
  NUMERIC_CLIENT_OR_SKIP(client, GetParam());
  const Problem large = LongProblem(4096, true, Rows::kPacked);
  const Problem small = LongProblem(1024, true, Rows::kPacked);
  ExpectOtherOrder(large, Score(client, large), Score(client, small));
}

TEST_P(NumericIdentity, EightDevicesStayWithinTheSummationOrderOfOne) {
  NUMERIC_CLIENT_OR_SKIP(client, GetParam());
  Problem one = LongProblem(700, true, Rows::kPacked);
  one.sequence = 1500;  // ragged last chunk; neither B nor H is a multiple of 8
  one.mesh = "";
  const Scores alone = Score(client, one);
  for (const char* mesh : {"1x1x1", "2x2x2", "8x1x1", "1x8x1", "1x1x8"}) {
    SCOPED_TRACE(mesh);
    Problem many = one;
    many.mesh = mesh;
    const Scores together = Score(client, many);
    ExpectOtherOrder(one, alone, together);
    if (many.mesh == "1x1x1") ExpectIdentical(alone, together);
  }
}

TEST_P(NumericIdentity, RunningAgainChangesNoBit) {
  NUMERIC_CLIENT_OR_SKIP(client, GetParam());
  Problem problem = LongProblem(256, true, Rows::kPacked);
  problem.sequence = 1000;
  for (const char* mesh : {"", "2x2x2"}) {
    SCOPED_TRACE(mesh);
    problem.mesh = mesh;
    const Scores first = Score(client, problem);
    for (int again = 0; again < 2; ++again) ExpectIdentical(Score(client, problem), first);
  }
}

}  // namespace
}  // namespace logphead::numeric
