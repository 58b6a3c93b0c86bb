// SPDX-License-Identifier: Apache-2.0
// Log-probs, entropies and gradients against double precision, over a pairwise plan of chunks,
// vocabularies, meshes, layouts, dtypes, temperatures and kinds of rows.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "numeric_engines.h"
#include "numeric_pairwise.h"
#include "numeric_problem.h"

namespace logphead::numeric {
namespace {

const std::vector<const char*> kMeshes = {"", "1x1x1", "2x2x2", "8x1x1", "1x8x1", "1x1x8"};
const std::vector<int64_t> kVocabs = {3, 257, 1000, 2049};
const std::vector<double> kTemperatures = {0.5, 1, 2};
constexpr DType kF = DType::kF32;
constexpr DType kB = DType::kBF16;
const std::vector<std::pair<DType, DType>> kDtypes = {{kF, kF}, {kB, kB}, {kB, kF}, {kF, kB}};
constexpr size_t kRowKinds = 8;

// How many values each factor of MakeProblem has.
const std::vector<size_t> kSizes = {
    kMeshes.size(), kRowKinds, 5, kVocabs.size(), kDtypes.size(), kTemperatures.size(), 2, 2};

// B, L and H of none of which a mesh of several devices is a divisor.
Problem MakeProblem(const std::vector<size_t>& row, uint64_t seed) {
  Problem problem;
  const int64_t length = problem.sequence;
  const std::vector<int64_t> chunks = {1, 7, length - 1, length, length + 1};
  problem.mesh = kMeshes[row[0]];
  problem.rows = static_cast<Rows>(row[1]);
  problem.chunk = chunks[row[2]];
  problem.vocab = kVocabs[row[3]];
  problem.hidden_dtype = kDtypes[row[4]].first;
  problem.kernel_dtype = kDtypes[row[4]].second;
  problem.temperature = kTemperatures[row[5]];
  problem.layout = row[6] == 0 ? KernelLayout::kHiddenVocab : KernelLayout::kVocabHidden;
  problem.entropy = row[7] == 0;
  problem.seed = seed;
  return problem;
}

std::vector<Problem> Problems() {
  std::vector<Problem> problems;
  for (const auto& row : PairwiseRows(kSizes)) {
    problems.push_back(MakeProblem(row, problems.size() + 1));
  }
  return problems;
}

TEST(NumericPlan, HoldsEveryPairOfValues) {
  std::set<FactorPair> missing = AllPairs(kSizes);
  const auto rows = PairwiseRows(kSizes);
  for (const auto& row : rows) {
    ASSERT_EQ(row.size(), kSizes.size());
    for (size_t i = 0; i < row.size(); ++i) ASSERT_LT(row[i], kSizes[i]);
    for (const FactorPair& pair : PairsOf(row)) missing.erase(pair);
  }
  EXPECT_TRUE(missing.empty()) << missing.size() << " pairs are in no row";
  EXPECT_LT(rows.size(), 100U);
}

using Parameters = std::tuple<std::string, Problem>;
class NumericGrid : public ::testing::TestWithParam<Parameters> {};

INSTANTIATE_TEST_SUITE_P(Plan, NumericGrid,
                         ::testing::Combine(::testing::ValuesIn(EngineNames()),
                                            ::testing::ValuesIn(Problems())),
                         [](const auto& each) {
                           return std::get<0>(each.param) + "_" + std::get<1>(each.param).Name();
                         });

TEST_P(NumericGrid, AgreesWithFloat64) {
  NUMERIC_CLIENT_OR_SKIP(client, std::get<0>(GetParam()));
  const Problem& problem = std::get<1>(GetParam());
  const Inputs inputs = MakeInputs(problem);
  const auto has_target = [](int64_t target) { return target >= 0; };
  ASSERT_EQ(
      std::any_of(inputs.reference.targets.begin(), inputs.reference.targets.end(), has_target),
      problem.has_targets());
  const Reference reference = Compute(inputs.reference);
  const auto forward = RunProblem(client, problem, inputs, false);
  ASSERT_TRUE(forward.ok()) << forward.error().ToString();
  ExpectClose(problem, *forward, reference, inputs.reference.targets);
  const auto backward = RunProblem(client, problem, inputs, true);
  ASSERT_TRUE(backward.ok()) << backward.error().ToString();
  const Errors errors = ExpectClose(problem, *backward, reference, inputs.reference.targets);
  RecordProperty("logps_error", std::to_string(errors.logps * 1e9));
  RecordProperty("entropies_error", std::to_string(errors.entropies * 1e9));
  RecordProperty("d_hidden_error", std::to_string(errors.d_hidden * 1e9));
  RecordProperty("d_kernel_error", std::to_string(errors.d_kernel * 1e9));
}

}  // namespace
}  // namespace logphead::numeric
