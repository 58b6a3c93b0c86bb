// SPDX-License-Identifier: Apache-2.0
// What must not change a result at all (the replicate rule, running again) and what may change it
// within f32 rounding (the chunk, the number of devices), at the lengths where the rule acts.
//
// Two f32 sums of the same terms x in another order differ by at most 2 n u sum |x|, u = 2^-24, and
// rather by sqrt(n) of that u; kOrders u sum |x| below is what is demanded, for up to n = 8,192.
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

constexpr double kF32Roundoff = 1.0 / (1 << 24);
// Above sqrt(n) too: an engine may evaluate exp by another path, a few roundings away, for other
// shapes.
constexpr double kOrders = 32;

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

  // Log-probs and entropies within a few roundings, d_kernel within those of its sums.
  static void ExpectWithinSummationOrder(const Problem& problem, const Scores& a, const Scores& b) {
    const Reference reference = Compute(MakeInputs(problem).reference);
    const auto expect = [](const char* what, const std::vector<double>& x,
                           const std::vector<double>& y, auto bound) {
      ASSERT_EQ(x.size(), y.size()) << what;
      size_t beyond = 0;
      double largest = 0;
      for (size_t i = 0; i < x.size(); ++i) {
        const double share = std::fabs(x[i] - y[i]) / bound(i);
        largest = std::max(largest, share);
        if (!(share <= 1)) ++beyond;
      }
      EXPECT_EQ(beyond, 0U) << what << " of " << x.size() << ", at most " << largest << " bounds";
      ::testing::Test::RecordProperty(std::string(what) + "_share", std::to_string(largest));
    };
    const auto few_roundings = [](const std::vector<double>& values) {
      return [&values](size_t i) { return 8 * kF32Roundoff * (1 + std::fabs(values[i])); };
    };
    expect("logps", ToDoubles(a.logps), ToDoubles(b.logps), few_roundings(reference.logps));
    expect("entropies", ToDoubles(a.entropies), ToDoubles(b.entropies),
           few_roundings(reference.entropies));
    const auto bound_of = [](const std::vector<double>& terms) {
      return [&terms](size_t i) { return kOrders * kF32Roundoff * terms[i] + 1e-30; };
    };
    expect("d_hidden", Numbers(a.d_hidden_dtype, a.d_hidden), Numbers(b.d_hidden_dtype, b.d_hidden),
           bound_of(reference.d_hidden_terms));
    expect("d_kernel", Numbers(a.d_kernel_dtype, a.d_kernel), Numbers(b.d_kernel_dtype, b.d_kernel),
           bound_of(reference.d_kernel_terms));
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
  ExpectWithinSummationOrder(large, Score(client, large), Score(client, small));
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
    ExpectWithinSummationOrder(one, alone, together);
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
