// SPDX-License-Identifier: Apache-2.0
// A quick look at the numbers: the reference against finite differences, and a few problems and
// cases that between them touch every part of the head.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "logphead/testing/random.h"
#include "numeric_cases.h"
#include "numeric_engines.h"
#include "numeric_problem.h"

namespace logphead::numeric {
namespace {

// A problem for the reference alone. Which cotangents are not 0 is up to the test.
ReferenceInput ReferenceProblem(double temperature, bool logps, bool entropies) {
  Random random(7);
  ReferenceInput in;
  in.batch = 2;
  in.sequence = 3;
  in.hidden = 4;
  in.vocab = 11;
  in.temperature = temperature;
  in.hidden_states = ToDoubles(random.Normals(24));
  in.kernel = ToDoubles(random.Normals(44));
  in.targets = {3, -100, 0, 10, 7, 3};
  in.d_logps = std::vector<double>(6, 0);
  in.d_entropies = in.d_logps;
  if (logps) in.d_logps = ToDoubles(random.Normals(6));
  if (entropies) in.d_entropies = ToDoubles(random.Normals(6));
  return in;
}

// Central differences of Objective along each element of `values`, a member of `in`.
std::vector<double> Differences(ReferenceInput& in, std::vector<double>& values) {
  constexpr double kStep = 1e-5;
  std::vector<double> differences;
  for (double& value : values) {
    const double kept = value;
    value = kept + kStep;
    const double above = Objective(in);
    value = kept - kStep;
    const double below = Objective(in);
    value = kept;
    differences.push_back((above - below) / (2 * kStep));
  }
  return differences;
}

struct Cotangents {
  const char* name;
  bool logps;
  bool entropies;
};
class NumericReference : public ::testing::TestWithParam<std::tuple<double, Cotangents>> {};

INSTANTIATE_TEST_SUITE_P(Of, NumericReference,
                         ::testing::Combine(::testing::Values(0.5, 1.0, 2.0),
                                            ::testing::Values(Cotangents{"LogProbs", true, false},
                                                              Cotangents{"Entropies", false, true},
                                                              Cotangents{"Both", true, true})),
                         [](const auto& each) {
                           return std::string(std::get<1>(each.param).name) + "_T" +
                                  std::to_string(static_cast<int>(10 * std::get<0>(each.param)));
                         });

TEST_P(NumericReference, GradientsAreFiniteDifferences) {
  const auto& [temperature, cotangents] = GetParam();
  ReferenceInput in = ReferenceProblem(temperature, cotangents.logps, cotangents.entropies);
  const Reference reference = Compute(in);
  // Steps of 1e-5 leave an error of about 1e-10 of the third derivative and as much of roundoff.
  Tolerance tolerance;
  tolerance.relative = 1e-8;
  const Status d_hidden =
      CheckClose(reference.d_hidden, Differences(in, in.hidden_states), tolerance);
  EXPECT_TRUE(d_hidden.ok()) << d_hidden.error().message();
  const Status d_kernel = CheckClose(reference.d_kernel, Differences(in, in.kernel), tolerance);
  EXPECT_TRUE(d_kernel.ok()) << d_kernel.error().message();
}

TEST(NumericReferenceValues, HasTheValuesOfUniformLogits) {
  ReferenceInput in;
  in.batch = in.sequence = in.hidden = 1;
  in.vocab = 4;
  in.hidden_states = {1};
  in.kernel = {-5, -5, -5, -5};
  in.targets = {2};
  in.d_logps = {2};
  in.d_entropies = {3};
  const Reference reference = Compute(in);
  EXPECT_NEAR(reference.logps[0], -std::log(4.0), 1e-14);
  EXPECT_NEAR(reference.entropies[0], std::log(4.0), 1e-14);
  EXPECT_NEAR(reference.d_kernel[2], 1.5, 1e-14);
  EXPECT_NEAR(reference.d_kernel[0], -0.5, 1e-14);
  EXPECT_NEAR(reference.d_kernel_terms[0], 0.5, 1e-14);
}

std::vector<Problem> SmokeProblems() {
  constexpr DType kF = DType::kF32;
  constexpr DType kB = DType::kBF16;
  constexpr KernelLayout kTied = KernelLayout::kVocabHidden;
  Problem plain;
  plain.temperature = 0.7;
  std::vector<Problem> problems(6, plain);
  problems[0].entropy = false;
  problems[1].mesh = "2x2x2";
  problems[1].rows = Rows::kPacked;
  problems[2].layout = kTied;
  problems[2].rows = Rows::kPadded;
  problems[2].mesh = "2x2x2";
  problems[2].hidden_dtype = problems[2].kernel_dtype = kB;
  problems[3].rows = Rows::kAllMasked;
  problems[3].vocab = 3;
  problems[3].hidden_dtype = kB;
  problems[3].kernel_dtype = kF;
  problems[4].layout = kTied;
  problems[4].rows = Rows::kFloatMask;
  problems[4].temperature = 1;
  problems[4].chunk = problems[4].sequence + 1;
  problems[4].hidden_dtype = kF;
  problems[4].kernel_dtype = kB;
  problems[5].entropy = false;
  problems[5].mesh = "8x1x1";
  problems[5].hidden_dtype = problems[5].kernel_dtype = kB;
  problems[5].chunk = 1;
  return problems;
}

class NumericSmoke : public ::testing::TestWithParam<Problem> {};

INSTANTIATE_TEST_SUITE_P(XlaCpu, NumericSmoke, ::testing::ValuesIn(SmokeProblems()),
                         [](const auto& each) { return each.param.Name(); });

TEST_P(NumericSmoke, AgreesWithFloat64) {
  NUMERIC_CLIENT_OR_SKIP(client, "XlaCpu");
  const Inputs inputs = MakeInputs(GetParam());
  const Reference reference = Compute(inputs.reference);
  for (const bool grad : {false, true}) {
    const auto scores = RunProblem(client, GetParam(), inputs, grad);
    ASSERT_TRUE(scores.ok()) << scores.error().ToString();
    ExpectClose(GetParam(), *scores, reference, inputs.reference.targets);
  }
}

// Scores a case on 8 devices, which pad its rows.
CaseScores ScoreCase(const Client& client, const Case& c, DType dtype, int64_t chunk = 2) {
  const auto scores = RunCase(client, c, dtype, chunk, "2x2x2");
  EXPECT_TRUE(scores.ok()) << scores.error().ToString();
  return scores.ok() ? ToNumbers(*scores) : CaseScores{};
}

TEST(NumericSmokeCases, ManySmallTermsAddUp) {
  NUMERIC_CLIENT_OR_SKIP(client, "XlaCpu");
  Case c;
  c.batch = 1;
  c.sequence = 129;
  c.hidden.assign(129, std::ldexp(1.0, -9));
  c.hidden[0] = 1;
  c.kernel = {{0, 0}};
  c.targets = {0};
  c.d_logps = {2};
  EXPECT_EQ(ScoreCase(client, c, DType::kBF16).d_kernel, (std::vector<double>{1.25, -1.25}));
}

TEST(NumericSmokeCases, LogitsAreNotRounded) {
  NUMERIC_CLIENT_OR_SKIP(client, "XlaCpu");
  Case c;
  c.hidden = {16, 9.0 / 128};
  c.kernel = {{1.25, 1.25}, {1, 0}};
  c.targets = {0};
  const double right = -std::log1p(std::exp(-9.0 / 128));
  for (const double logp : ScoreCase(client, c, DType::kBF16).logps) {
    EXPECT_NEAR(logp, right, 5e-6);
  }
}

TEST(NumericSmokeCases, LargeLogitsDoNotOverflow) {
  NUMERIC_CLIENT_OR_SKIP(client, "XlaCpu");
  Case c;
  c.hidden = {8};
  c.kernel = {{125, 124.875, 0}};  // logits 1000, 999 and 0
  c.targets = {0};
  c.d_logps = {1};
  const double p = 1 / (1 + std::exp(-1.0));
  const CaseScores scores = ScoreCase(client, c, DType::kF32);
  for (const double logp : scores.logps) EXPECT_NEAR(logp, std::log(p), 1e-6);
  for (const double slope : scores.d_hidden) EXPECT_NEAR(slope, (1 - p) * 0.125, 1e-5);
}

TEST(NumericSmokeCases, WhatIsMaskedReachesNothing) {
  NUMERIC_CLIENT_OR_SKIP(client, "XlaCpu");
  Case c;
  c.batch = 1;
  c.sequence = 3;
  c.hidden = {1, std::nan(""), 1};
  c.kernel = {{0, 0}};
  c.targets = {0, -100, 1};
  c.d_logps = {2, NAN, 4};
  const CaseScores scores = ScoreCase(client, c, DType::kF32);
  EXPECT_EQ(scores.d_kernel, (std::vector<double>{-1, 1}));
  EXPECT_EQ(scores.d_hidden, (std::vector<double>{0, 0, 0}));
  EXPECT_EQ(scores.logps[1], 0);
}

TEST(NumericSmokeCases, PaddingMeetsAnInfiniteColumnUnharmed) {
  // A hidden state of 0, as padding has, makes a NaN of the column of -infinity.
  NUMERIC_CLIENT_OR_SKIP(client, "XlaCpu");
  Case c;
  c.batch = 1;
  c.sequence = 5;  // of 6 on the devices and 8 in chunks
  c.hidden = {1};
  c.kernel = {{0, 0, -std::numeric_limits<double>::infinity()}};
  c.targets = {0, -100, 1, -100, -100};
  c.d_logps = {2, 2, 4, 2, 2};
  for (const bool entropy : {false, true}) {
    c.entropy = entropy;
    const CaseScores scores = ScoreCase(client, c, DType::kF32, 4);
    EXPECT_EQ(scores.d_kernel, (std::vector<double>{-1, 1, 0}));
    EXPECT_EQ(scores.d_hidden[1], 0);
    EXPECT_NEAR(scores.logps[2], -std::log(2), 1e-6);
  }
}

}  // namespace
}  // namespace logphead::numeric
