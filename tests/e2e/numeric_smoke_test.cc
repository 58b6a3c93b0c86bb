// SPDX-License-Identifier: Apache-2.0
// A quick look at the numbers: the reference against finite differences, and a few problems that
// between them touch every part of the head.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "logphead/testing/random.h"
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
  in.hidden_states = ToDoubles(random.Normals(2 * 3 * 4));
  in.kernel = ToDoubles(random.Normals(4 * 11));
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

}  // namespace
}  // namespace logphead::numeric
