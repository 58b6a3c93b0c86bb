// SPDX-License-Identifier: Apache-2.0
// Policy losses: one pass against two, and both against double precision, for each loss,
// aggregation and head.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "numeric_pairwise.h"
#include "numeric_sharded.h"

namespace logphead::numeric {
namespace {

constexpr LossKind kKinds[] = {
    LossKind::kPolicyGradient, LossKind::kPpo,   LossKind::kGrpo, LossKind::kDapo,
    LossKind::kDrGrpo,         LossKind::kCispo, LossKind::kGspo};
constexpr Aggregation kAggregations[] = {Aggregation::kTokenMean,
                                         Aggregation::kSequenceMeanTokenMean,
                                         Aggregation::kSequenceMeanTokenSum};
constexpr const char* kHeads[] = {"chunked", "local", "vocab:context,expert"};
constexpr const char* kMeshes[] = {"2x2x2", "1x8x1", "8x1x1"};

struct LossCase {
  LossConfig loss;
  Problem problem;
  Way way;

  std::string Name() const {
    std::string name = std::string(LossKindName(loss.kind)) + "_" +
                       std::string(AggregationName(loss.aggregation)) +
                       (loss.kl != 0 ? "_kl_" : "_") + (loss.entropy_bonus != 0 ? "bonus_" : "") +
                       way.Name() + "_mesh" + problem.mesh;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
  }
};
void PrintTo(const LossCase& each, std::ostream* out) { *out << each.Name(); }

// A row without a counted token among the four, and rows of unlike lengths.
Problem MakeProblem() {
  Problem problem;
  problem.batch = 4;
  problem.sequence = 13;
  problem.vocab = 37;
  problem.chunk = 5;
  problem.rows = Rows::kPacked;
  return problem;
}

std::vector<LossCase> Cases() {
  std::vector<LossCase> cases;
  for (const auto& row : PairwiseRows({std::size(kKinds), std::size(kAggregations),
                                       std::size(kHeads), std::size(kMeshes), 2, 2})) {
    LossCase each;
    each.loss = LossConfig::Default(kKinds[row[0]]);
    each.loss.aggregation = kAggregations[row[1]];
    each.loss.fixed_length = 20;
    each.loss.kl = row[4] == 0 ? 0 : 0.3;
    each.problem = MakeProblem();
    each.way.head = kHeads[row[2]];
    each.problem.mesh = kMeshes[row[3]];
    each.problem.entropy = row[5] == 0;
    if (each.problem.entropy) each.loss.entropy_bonus = 0.2;
    each.problem.seed = cases.size() + 40;
    cases.push_back(each);
  }
  return cases;
}

// The mask of the last row is 0 throughout.
Arrays MakeArrays(const Problem& problem, const Inputs& inputs) {
  Arrays arrays = AllArrays(problem, inputs);
  std::vector<float> mask = arrays.Floats("mask");
  std::fill(mask.end() - problem.sequence, mask.end(), 0.0F);
  arrays.Set("mask", {problem.batch, problem.sequence}, mask);
  return arrays;
}

class NumericLosses : public ::testing::TestWithParam<LossCase> {};
INSTANTIATE_TEST_SUITE_P(Plan, NumericLosses, ::testing::ValuesIn(Cases()),
                         [](const auto& each) { return each.param.Name(); });

TEST_P(NumericLosses, OnePassAndTwoAgreeWithFloat64) {
  NUMERIC_CLIENT_OR_SKIP(client, "XlaCpu");
  const auto& [loss, problem, way] = GetParam();
  const Inputs inputs = MakeInputs(problem);
  Arrays arrays = MakeArrays(problem, inputs);
  HeadConfig config = ConfigOf(problem, way);
  config.loss = loss;
  const PolicyLossReference right = PolicyLossOf(loss, problem, inputs, arrays);
  ASSERT_GT(right.policy.scalars.at("tokens"), 8);
  const auto fused = RunHead(client, config, ProgramKind::kFused, arrays);
  ASSERT_TRUE(fused.ok()) << fused.error().ToString();
  const auto passes = RunHead(client, config, ProgramKind::kLossAndGrad, arrays);
  ASSERT_TRUE(passes.ok()) << passes.error().ToString();
  for (const HeadResults* each : {&*fused, &*passes}) {
    SCOPED_TRACE(each == &*fused ? "fused" : "loss_and_grad");
    ExpectClose(problem, each->scores, right.reference, inputs.reference.targets);
    ExpectScalars(each->scalars, right.policy);
  }
  ExpectWithinSummationOrder(fused->scores, passes->scores, right.reference, kOrdersOfLogits);
  for (const auto& [name, value] : passes->scalars) {
    EXPECT_NEAR(fused->scalars.at(name), value, 1e-6 * (1 + std::fabs(value))) << name;
  }
}

TEST(NumericLossesPlan, HoldsEveryLossWithEveryAggregationAndHead) {
  std::set<std::string> seen;
  for (const LossCase& each : Cases()) {
    const std::string name(LossKindName(each.loss.kind));
    seen.insert(name + " " + std::string(AggregationName(each.loss.aggregation)));
    seen.insert(name + " " + each.way.head);
  }
  EXPECT_EQ(seen.size(), 7U * 3 + 7 * 3);
}

}  // namespace
}  // namespace logphead::numeric
