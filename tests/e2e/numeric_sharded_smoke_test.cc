// SPDX-License-Identifier: Apache-2.0
// A quick look at the sharded heads: a few problems that between them touch every part, known
// faults of log-prob heads, and the references of the losses against finite differences.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "logphead/testing/random.h"
#include "numeric_cases.h"
#include "numeric_sharded.h"

namespace logphead::numeric {
namespace {

// Rows of two lengths and one that does not count.
PolicyTokens MakeTokens(std::vector<double>& logps, std::vector<double>& entropies,
                        bool row_advantages) {
  Random random(3);
  PolicyTokens tokens;
  tokens.batch = 3;
  tokens.sequence = 5;
  tokens.counted = {true, false, true,  true,  false, true,  true, true,
                    true, true,  false, false, false, false, false};
  logps = ToDoubles(random.Normals(15));
  entropies = ToDoubles(random.Normals(15));
  for (size_t i = 0; i < 15; ++i) {
    tokens.advantages.push_back(row_advantages && i % 5 > 0 ? tokens.advantages.back()
                                                            : random.Normal());
    // Ratios on both sides of either clip, none near it.
    const double ratios[] = {0.5, 0.9, 1.1, 2};
    tokens.old_logps.push_back(logps[i] - std::log(ratios[random.Int(0, 4)]));
    tokens.ref_logps.push_back(logps[i] + random.Normal());
  }
  return tokens;
}

class PolicyReferences : public ::testing::TestWithParam<LossKind> {};
INSTANTIATE_TEST_SUITE_P(Of, PolicyReferences,
                         ::testing::Values(LossKind::kPolicyGradient, LossKind::kPpo,
                                           LossKind::kGrpo, LossKind::kDapo, LossKind::kDrGrpo,
                                           LossKind::kCispo, LossKind::kGspo),
                         [](const auto& each) {
                           std::string name(LossKindName(each.param));
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST_P(PolicyReferences, GradientsAreFiniteDifferences) {
  for (const Aggregation aggregation :
       {Aggregation::kTokenMean, Aggregation::kSequenceMeanTokenMean,
        Aggregation::kSequenceMeanTokenSum}) {
    LossConfig loss = LossConfig::Default(GetParam());
    loss.aggregation = aggregation;
    loss.fixed_length = 7;
    loss.kl = 0.1;
    loss.entropy_bonus = 0.01;
    if (loss.kind == LossKind::kGspo) loss.clip_low = loss.clip_high = 0.2;
    std::vector<double> logps;
    std::vector<double> entropies;
    // The ratio of a row moves with each of its tokens: the paper's gradient is that of advantages
    // per row.
    const PolicyTokens tokens = MakeTokens(logps, entropies, loss.kind == LossKind::kGspo);
    const std::vector<double> frozen = logps;
    const PolicyReference right = ComputePolicy(loss, tokens, logps, entropies);
    const auto differences = [&](std::vector<double>& values) {
      std::vector<double> slopes;
      for (double& value : values) {
        const double kept = value;
        const auto loss_at = [&](double there) {
          value = there;
          return ComputePolicy(loss, tokens, logps, entropies, frozen).scalars.at("loss");
        };
        slopes.push_back((loss_at(kept + 1e-5) - loss_at(kept - 1e-5)) / 2e-5);
        value = kept;
      }
      return slopes;
    };
    Tolerance tolerance;
    tolerance.relative = 1e-8;
    tolerance.zeros = MostlyZeros::kExpected;
    const Status logp = CheckClose(right.d_logps, differences(logps), tolerance);
    EXPECT_TRUE(logp.ok()) << logp.error().message();
    const Status entropy = CheckClose(right.d_entropies, differences(entropies), tolerance);
    EXPECT_TRUE(entropy.ok()) << entropy.error().message();
  }
}

struct SmokeCase {
  Problem problem;
  Way way;
  ProgramKind kind = ProgramKind::kBackward;

  std::string Name() const { return std::string(ProgramKindName(kind)) + "_" + way.Name(); }
};
void PrintTo(const SmokeCase& each, std::ostream* out) { *out << each.Name(); }

std::vector<SmokeCase> SmokeCases() {
  Problem plain;
  plain.mesh = "2x2x2";
  plain.sequence = 29;
  plain.chunk = 4;
  plain.temperature = 0.7;
  Problem bf16 = plain;
  bf16.hidden_dtype = bf16.kernel_dtype = DType::kBF16;
  bf16.rows = Rows::kPacked;
  bf16.layout = KernelLayout::kVocabHidden;
  const std::vector<std::string> maxtext = {"fsdp", "context", "expert"};
  return {{plain, Way{"local"}, ProgramKind::kBackward},
          {bf16, Way{"local", maxtext}, ProgramKind::kLossAndGrad},
          {plain, Way{"vocab:context", maxtext}, ProgramKind::kLossAndGrad},
          {plain, Way{"vocab:context,expert"}, ProgramKind::kFused},
          {bf16, Way{"vocab:fsdp,context,expert", maxtext}, ProgramKind::kBackward}};
}

class NumericShardedSmoke : public ::testing::TestWithParam<SmokeCase> {};
INSTANTIATE_TEST_SUITE_P(XlaCpu, NumericShardedSmoke, ::testing::ValuesIn(SmokeCases()),
                         [](const auto& each) { return each.param.Name(); });

TEST_P(NumericShardedSmoke, AgreesWithFloat64) {
  NUMERIC_CLIENT_OR_SKIP(client, "XlaCpu");
  const auto& [problem, way, kind] = GetParam();
  const Inputs inputs = MakeInputs(problem);
  Arrays arrays = AllArrays(problem, inputs);
  HeadConfig config = ConfigOf(problem, way);
  Reference reference = Compute(inputs.reference);
  PolicyReference policy;
  if (kind == ProgramKind::kLossAndGrad) reference = MeanLossOf(inputs, arrays).reference;
  if (kind == ProgramKind::kFused) {
    config.loss = LossConfig::Default(LossKind::kGrpo);
    config.loss->entropy_bonus = 0.1;
    const PolicyLossReference loss = PolicyLossOf(*config.loss, problem, inputs, arrays);
    reference = loss.reference;
    policy = loss.policy;
  }
  auto results = RunHead(client, config, kind, arrays);
  ASSERT_TRUE(results.ok()) << results.error().ToString();
  Scores& scores = results->scores;
  if (kind == ProgramKind::kLossAndGrad) {  // it has no log-probs
    scores.logps.assign(reference.logps.begin(), reference.logps.end());
  }
  ExpectClose(problem, scores, reference, inputs.reference.targets, SumsOf(problem, way));
  if (config.loss) ExpectScalars(results->scalars, policy);
}

// A case on 8 devices with a head.
CaseScores ScoreCase(const Client& client, const Case& c, const char* head) {
  const SafetensorsFile file = c.File(DType::kF32).Open();
  const Batch batch = *ReadBatch(file, {});
  HeadConfig config;
  config.head = *ParseHead(head);
  config.batch = c.batch;
  config.sequence = c.sequence;
  config.hidden = c.width();
  config.vocab = c.vocab();
  config.chunk = 2;
  config.entropy = c.entropy;
  config.hidden_dtype = config.kernel_dtype = DType::kF32;
  config.mesh = MeshOf("2x2x2");
  config.shardings = HeadShardings::Default(*config.mesh);
  config.replicate = ReplicateMode::kAuto;
  const auto results = RunHead(client, config, ProgramKind::kBackward, ArraysOf(batch));
  EXPECT_TRUE(results.ok()) << results.error().ToString();
  return results.ok() ? ToNumbers(results->scores) : CaseScores{};
}

class NumericShardedCases : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Of, NumericShardedCases,
                         ::testing::Values("local", "vocab:context,expert"),
                         [](const auto& each) { return Way{each.param}.Name(); });

TEST_P(NumericShardedCases, Case01_PaddedColumnsStayOutOfTheSum) {
  // A column of padding would have logit 0 and win over -5.
  NUMERIC_CLIENT_OR_SKIP(client, "XlaCpu");
  Case c;
  c.hidden = {1};
  c.kernel = {{-5, -5, -5, -5, -5}};
  c.targets = {4};
  c.d_logps = {1};
  c.d_entropies = {0};
  const CaseScores scores = ScoreCase(client, c, GetParam());
  ASSERT_EQ(scores.logps.size(), 18U);
  for (const double logp : scores.logps) EXPECT_NEAR(logp, -std::log(5), 1e-6);
  for (const double entropy : scores.entropies) EXPECT_NEAR(entropy, std::log(5), 1e-6);
  ASSERT_EQ(scores.d_kernel.size(), 5U);
  for (size_t i = 0; i < 5; ++i) {
    EXPECT_NEAR(scores.d_kernel[i], 18 * (i == 4 ? 0.8 : -0.2), 1e-5);
  }
}

TEST_P(NumericShardedCases, Case01_AShardWithoutColumnsHasNoMaximum) {
  // exp(-200 - 0) is 0.
  NUMERIC_CLIENT_OR_SKIP(client, "XlaCpu");
  Case c;
  c.hidden = {1};
  c.kernel = {{-200, -200, -200, -200, -200}};
  c.targets = {1};
  c.d_logps = {1};
  c.d_entropies = {0};
  const CaseScores scores = ScoreCase(client, c, GetParam());
  ASSERT_EQ(scores.logps.size(), 18U);
  for (const double logp : scores.logps) EXPECT_NEAR(logp, -std::log(5), 1e-6);
  for (const double entropy : scores.entropies) EXPECT_NEAR(entropy, std::log(5), 1e-6);
}

TEST_P(NumericShardedCases, Case02_AShardOfMinusInfinityIsNotThere) {
  // The last shard of 4 holds nothing that is there; 0 is the maximum of another.
  NUMERIC_CLIENT_OR_SKIP(client, "XlaCpu");
  Case c;
  const double nowhere = -std::numeric_limits<double>::infinity();
  c.batch = c.sequence = 1;
  c.hidden = {1};
  c.kernel = {{0, 0, nowhere, nowhere, nowhere, nowhere, nowhere, nowhere}};
  c.targets = {0};
  c.d_logps = {1};
  c.d_entropies = {1};
  const CaseScores scores = ScoreCase(client, c, GetParam());
  EXPECT_NEAR(scores.logps.at(0), -std::log(2), 1e-6);
  EXPECT_NEAR(scores.entropies.at(0), std::log(2), 1e-6);
  ASSERT_EQ(scores.d_kernel.size(), 8U);
  EXPECT_NEAR(scores.d_kernel[0], 0.5, 1e-6);
  EXPECT_NEAR(scores.d_kernel[1], -0.5, 1e-6);
  for (size_t i = 2; i < 8; ++i) EXPECT_EQ(scores.d_kernel[i], 0);
}

TEST_P(NumericShardedCases, Case15_ShardsWithoutTheTargetArePushedDown) {
  NUMERIC_CLIENT_OR_SKIP(client, "XlaCpu");
  Case c;
  c.batch = c.sequence = 1;
  c.hidden = {1};
  c.kernel = {{1, 0, -1, 2}};
  c.targets = {3};
  c.d_logps = {2};
  c.entropy = false;
  const double total = std::exp(1) + 1 + std::exp(-1) + std::exp(2);
  const double right[] = {-2 * std::exp(1) / total, -2 / total, -2 * std::exp(-1) / total,
                          2 - 2 * std::exp(2) / total};
  const CaseScores scores = ScoreCase(client, c, GetParam());
  ASSERT_EQ(scores.d_kernel.size(), 4U);
  for (size_t i = 0; i < 4; ++i) EXPECT_NEAR(scores.d_kernel[i], right[i], 1e-6);
}

TEST_P(NumericShardedCases, Case16_WeightsCountPerToken) {
  NUMERIC_CLIENT_OR_SKIP(client, "XlaCpu");
  Case c;
  c.batch = 1;
  c.sequence = 2;
  c.hidden = {1, 2};
  c.kernel = {{0, 0, 0, 0}};
  c.targets = {0};
  c.d_logps = {1, 3};
  c.entropy = false;
  const CaseScores scores = ScoreCase(client, c, GetParam());
  EXPECT_EQ(scores.d_kernel, (std::vector<double>{7 * 0.75, -7 * 0.25, -7 * 0.25, -7 * 0.25}));
  EXPECT_EQ(scores.d_hidden, (std::vector<double>{0, 0}));
}

TEST_P(NumericShardedCases, Case24_ShardsDoNotCountColumnsTwice) {
  NUMERIC_CLIENT_OR_SKIP(client, "XlaCpu");
  Case c;
  c.hidden = {1};
  c.kernel = {{0, 0, 0, 0}};
  c.targets = {2};
  c.d_logps = {1};
  c.d_entropies = {1};
  const CaseScores scores = ScoreCase(client, c, GetParam());
  ASSERT_EQ(scores.logps.size(), 18U);
  for (const double logp : scores.logps) EXPECT_NEAR(logp, -std::log(4), 1e-6);
  for (const double entropy : scores.entropies) EXPECT_NEAR(entropy, std::log(4), 1e-6);
  // The entropy is at its maximum.
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(scores.d_kernel.at(i), 18 * (i == 2 ? 0.75 : -0.25), 1e-5);
  }
}

TEST_P(NumericShardedCases, Case12_WhatIsMaskedReachesNothing) {
  NUMERIC_CLIENT_OR_SKIP(client, "XlaCpu");
  Case c;
  c.batch = 1;
  c.sequence = 4;
  c.hidden = {1, std::nan(""), 1, std::numeric_limits<double>::infinity()};
  c.kernel = {{0, 0, 0, 0}};
  c.targets = {0, -100, 1, -100};
  c.d_logps = {4, NAN, 8, INFINITY};
  c.entropy = false;
  const CaseScores scores = ScoreCase(client, c, GetParam());
  EXPECT_EQ(scores.d_kernel, (std::vector<double>{1, 5, -3, -3}));
  EXPECT_EQ(scores.d_hidden, (std::vector<double>(4, 0)));
  EXPECT_EQ(scores.logps.at(1), 0);
  EXPECT_EQ(scores.logps.at(3), 0);
}

}  // namespace
}  // namespace logphead::numeric
