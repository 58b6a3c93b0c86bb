// SPDX-License-Identifier: Apache-2.0
// The local and vocabulary-parallel heads against double precision, every program, over a pairwise
// plan of heads, meshes, kernel shardings, chunks, vocabularies, layouts, dtypes and kinds of rows.
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "numeric_pairwise.h"
#include "numeric_sharded.h"

namespace logphead::numeric {
namespace {

const std::vector<const char*> kHeads = {"local", "vocab:context", "vocab:expert",
                                         "vocab:context,expert", "vocab:fsdp,context,expert"};
const std::vector<const char*> kMeshes = {"2x2x2", "1x1x8", "8x1x1", "1x8x1"};
const std::vector<int64_t> kVocabs = {3, 257, 1000};
constexpr DType kF = DType::kF32;
constexpr DType kB = DType::kBF16;
const std::vector<std::pair<DType, DType>> kDtypes = {{kF, kF}, {kB, kB}, {kB, kF}, {kF, kB}};
constexpr size_t kRowKinds = 8;
const std::vector<ProgramKind> kKinds = {ProgramKind::kBackward, ProgramKind::kFused,
                                         ProgramKind::kLossAndGrad, ProgramKind::kForward};

// How a kernel [H, V] is stored.
struct Stored {
  std::vector<std::string> hidden;
  std::vector<std::string> vocab;
};
const std::vector<Stored> kStored = {{{"fsdp"}, {}},
                                     {{"fsdp", "context", "expert"}, {}},
                                     {{"expert"}, {"context"}},
                                     {{}, {"fsdp", "expert", "context"}},
                                     {{"context", "fsdp"}, {"expert"}}};

// How many values each factor of MakeCase has.
const std::vector<size_t> kSizes = {kHeads.size(),
                                    kMeshes.size(),
                                    kStored.size(),
                                    kRowKinds,
                                    4,
                                    kVocabs.size(),
                                    kDtypes.size(),
                                    2,
                                    2,
                                    2,
                                    kKinds.size(),
                                    2};

struct Case {
  Problem problem;
  Way way;
  ProgramKind kind = ProgramKind::kForward;

  std::string Name() const {
    return std::string(ProgramKindName(kind)) + "_" + way.Name() + "_" + problem.Name();
  }
};

void PrintTo(const Case& each, std::ostream* out) { *out << each.Name(); }

// B, L and H of none of which a mesh is a divisor. A vocabulary of fewer columns than devices that
// share it becomes one more than those: most of them then have no column at all.
Case MakeCase(const std::vector<size_t>& row, uint64_t seed) {
  Case each;
  each.way.head = kHeads[row[0]];
  each.way.kernel = kStored[row[2]].hidden;
  each.way.kernel_vocab = kStored[row[2]].vocab;
  Problem& problem = each.problem;
  problem.sequence = 29;
  problem.mesh = kMeshes[row[1]];
  problem.rows = static_cast<Rows>(row[3]);
  problem.chunk = std::vector<int64_t>{1, 7, problem.sequence, problem.sequence + 1}[row[4]];
  problem.vocab = kVocabs[row[5]];
  if (const int64_t group = GroupOf(each.way.head, problem.mesh); group > problem.vocab) {
    problem.vocab = group + 1;
  }
  problem.hidden_dtype = kDtypes[row[6]].first;
  problem.kernel_dtype = kDtypes[row[6]].second;
  problem.temperature = row[7] == 0 ? 1 : 0.7;
  problem.layout = row[8] == 0 ? KernelLayout::kHiddenVocab : KernelLayout::kVocabHidden;
  problem.entropy = row[9] == 0;
  problem.seed = seed;
  each.kind = kKinds[row[10]];
  each.way.skip_masked = row[11] == 1;
  return each;
}

std::vector<Case> Cases() {
  std::vector<Case> cases;
  for (const auto& row : PairwiseRows(kSizes)) cases.push_back(MakeCase(row, cases.size() + 1));
  return cases;
}

class NumericSharded : public ::testing::TestWithParam<Case> {
 protected:
  // Runs the program of a case and compares what it gives. Scalars are left to the caller.
  std::map<std::string, double> Expect(const Client& client, const HeadConfig& config,
                                       const Arrays& arrays, const Reference& reference) {
    const auto& [problem, way, kind] = GetParam();
    auto results = RunHead(client, config, kind, arrays);
    EXPECT_TRUE(results.ok()) << results.error().ToString();
    if (!results.ok()) return {};
    Scores& scores = results->scores;
    if (kind == ProgramKind::kLossAndGrad) {  // it has no log-probs
      scores.logps.assign(reference.logps.begin(), reference.logps.end());
    }
    const Errors errors = ExpectClose(problem, scores, reference, targets_, SumsOf(problem, way));
    RecordProperty("logps", std::to_string(errors.logps * 1e9));
    RecordProperty("entropies", std::to_string(errors.entropies * 1e9));
    RecordProperty("d_hidden", std::to_string(errors.d_hidden * 1e9));
    RecordProperty("d_kernel", std::to_string(errors.d_kernel * 1e9));
    return results->scalars;
  }

  std::vector<int64_t> targets_;
};

INSTANTIATE_TEST_SUITE_P(Plan, NumericSharded, ::testing::ValuesIn(Cases()),
                         [](const auto& each) { return each.param.Name(); });

TEST_P(NumericSharded, AgreesWithFloat64) {
  NUMERIC_CLIENT_OR_SKIP(client, "XlaCpu");
  const auto& [problem, way, kind] = GetParam();
  const Inputs inputs = MakeInputs(problem);
  targets_ = inputs.reference.targets;
  Arrays arrays = AllArrays(problem, inputs);
  HeadConfig config = ConfigOf(problem, way);
  if (kind == ProgramKind::kFused) {
    config.loss = LossConfig::Default(LossKind::kGrpo);
    if (problem.entropy) config.loss->entropy_bonus = 0.1;
    const PolicyLossReference policy = PolicyLossOf(*config.loss, problem, inputs, arrays);
    ExpectScalars(Expect(client, config, arrays, policy.reference), policy.policy);
  } else if (kind == ProgramKind::kLossAndGrad) {
    const MeanLossReference mean = MeanLossOf(inputs, arrays);
    const auto scalars = Expect(client, config, arrays, mean.reference);
    ASSERT_EQ(scalars.size(), 1U);
    EXPECT_NEAR(scalars.at("loss"), mean.loss, 5e-6);
  } else {
    EXPECT_TRUE(Expect(client, config, arrays, Compute(inputs.reference)).empty());
  }
}

TEST(NumericShardedPlan, HoldsEveryPairOfValues) {
  std::set<FactorPair> missing = AllPairs(kSizes);
  const auto rows = PairwiseRows(kSizes);
  for (const auto& row : rows) {
    for (const FactorPair& pair : PairsOf(row)) missing.erase(pair);
  }
  EXPECT_TRUE(missing.empty()) << missing.size() << " pairs are in no row";
  EXPECT_LT(rows.size(), 60U);
}

}  // namespace
}  // namespace logphead::numeric
