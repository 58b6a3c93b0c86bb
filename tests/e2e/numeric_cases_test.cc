// SPDX-License-Identifier: Apache-2.0
// Known faults of log-prob heads, by their numbers: logits, softmax and the gradient of one token.
#include "numeric_cases.h"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace logphead::numeric {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

// Every token of one logit per column: hidden size 1, hidden state 1.
Case Logits(const std::vector<double>& logits, int32_t target) {
  Case c;
  c.hidden = {1};
  c.kernel = {logits};
  c.targets = {target};
  return c;
}

// The same logits through the identity kernel, where d_hidden is the gradient of the logits.
Case IdentityLogits(const std::vector<double>& logits, int32_t target) {
  Case c = Logits(logits, target);
  c.hidden = logits;
  c.kernel = Identity(static_cast<int64_t>(logits.size()));
  return c;
}

INSTANTIATE_HEAD_CASES(HeadCases);

TEST_P(HeadCases, Case01_PaddedColumnsStayOutOfTheSum) {
  // A vocabulary of 3 fills no tile, and columns of logit 0 beside it would win.
  ForEveryWay(Logits({-5, -5, -5}, 0), [](const CaseScores& scores) {
    ExpectAll(scores.logps, -1.098612);
    ExpectAll(scores.entropies, 1.098612);
    // 18 tokens push from the target, a third of each of theirs to the other two.
    for (size_t i = 0; i < 3; ++i) EXPECT_NEAR(scores.d_kernel[i], i == 0 ? 12 : -6, 0.05);
  });
}

TEST_P(HeadCases, Case02_AColumnOfMinusInfinityIsNotThere) {
  Case c = Logits({0, 0, -kInf}, 0);
  c.batch = c.sequence = 1;  // one token, so that d_kernel is its gradient of the logits
  c.d_logps = {1};
  ForEveryWay(c, [&](const CaseScores& scores) {
    ExpectAll(scores.logps, -0.693147);
    ExpectAll(scores.entropies, 0.693147);
    ExpectRows(scores.d_kernel, {0.5, -0.5, 0});
  });
  c.d_logps = {0};
  c.d_entropies = {1};
  ForEveryWay(c, [&](const CaseScores& scores) { ExpectRows(scores.d_kernel, {0, 0, 0}); });
}

TEST_P(HeadCases, Case02_ALogitThatOverflowsToMinusInfinity) {
  // Both gradients stay finite: 2^100 times -2^100 is -infinity in f32.
  const double big = std::ldexp(1.0, 100);
  Case c;
  c.hidden = {1, -big};
  c.kernel = {{0, 0, 0}, {0, 0, big}};
  c.targets = {0};
  c.d_logps = {1};
  c.d_entropies = {1};
  ForEveryWay(c, [&](const CaseScores& scores) {
    ExpectAll(scores.logps, -0.693147);
    ExpectAll(scores.entropies, 0.693147);
    ExpectRows(scores.d_hidden, {0, 0});
    EXPECT_NEAR(scores.d_kernel[0], 18 * 0.5, 1e-5);
    EXPECT_NEAR(scores.d_kernel[1], 18 * -0.5, 1e-5);
    EXPECT_EQ(scores.d_kernel[2], 0);
    EXPECT_EQ(scores.d_kernel[5], 0);
  });
}

TEST_P(HeadCases, Case03_EntropyHasAGradient) {
  Case c = IdentityLogits({1, 0}, 0);
  c.d_logps = {0};
  c.d_entropies = {1};
  ForEveryWay(c, [&](const CaseScores& scores) {
    ExpectRows(scores.d_hidden, {-0.196612, 0.196612});
  });
  // Without a cotangent of log-probs in the file that of entropies still counts, alone.
  c.d_logps = {};
  c.chunks = {7};
  ForEveryWay(c, [&](const CaseScores& scores) {
    ExpectRows(scores.d_hidden, {-0.196612, 0.196612});
  });
}

TEST_P(HeadCases, Case05_TemperatureDividesLogits) {
  Case c = IdentityLogits({2, 0}, 1);
  c.temperature = 2;
  c.d_logps = {1};
  ForEveryWay(c, [&](const CaseScores& scores) {
    ExpectAll(scores.logps, -1.313262);
    ExpectRows(scores.d_hidden, {-0.731059 / 2, 0.731059 / 2});
  });
}

TEST_P(HeadCases, Case06_EntropyIsOfScaledLogits) {
  Case c = IdentityLogits({2, 0}, 0);
  c.temperature = 0.5;
  c.d_logps = {0};
  c.d_entropies = {1};
  const double p = 1 / (1 + std::exp(-4.0));
  const double slope = -p * (1 - p) * 4 / 0.5;
  ForEveryWay(c, [&](const CaseScores& scores) {
    ExpectAll(scores.entropies, 0.090095);
    ExpectRows(scores.d_hidden, {slope, -slope});
  });
}

TEST_P(HeadCases, Case07_TemperatureZeroIsAnError) {
  for (const double temperature : {0.0, -0.0, -1.0, kInf, std::nan("")}) {
    for (const bool grad : {false, true}) {
      Case c = Logits({2, 0}, 0);
      c.temperature = temperature;
      c.grad = grad;
      for (const char* mesh : {"", "2x2x2"}) {
        const auto scores = Run(c, 7, mesh);
        ASSERT_FALSE(scores.ok());
        EXPECT_EQ(scores.error().code(), Code::kInvalidArgument);
        EXPECT_NE(scores.error().message().find("temperature"), std::string::npos);
      }
      c.sequence = 0;  // an empty batch is no way around it
      EXPECT_FALSE(Run(c, 7, "").ok());
    }
  }
}

TEST_P(HeadCases, Case15_ColumnsThatAreNotTheTargetArePushedDown) {
  Case c = IdentityLogits({1, 0, -1, 2}, 3);
  c.d_logps = {2};
  const double total = std::exp(1) + 1 + std::exp(-1) + std::exp(2);
  ForEveryWay(c, [&](const CaseScores& scores) {
    ExpectRows(scores.d_hidden, {-2 * std::exp(1) / total, -2 / total, -2 * std::exp(-1) / total,
                                 2 - 2 * std::exp(2) / total});
  });
}

TEST_P(HeadCases, Case16_WeightsCountPerToken) {
  Case c;
  c.batch = 1;
  c.sequence = 2;
  c.hidden = {1, 2};
  c.kernel = {{0, 0}};
  c.targets = {0};
  c.d_logps = {1, 3};
  ForEveryWay(c, [&](const CaseScores& scores) {
    ExpectRows(scores.d_kernel, {3.5, -3.5});
    ExpectRows(scores.d_hidden, {0, 0});
  });
}

// One token that adds 1 to d_kernel, then 1024 that add 2^-9 each.
Case ManySmallTerms() {
  Case c;
  c.batch = 1;
  c.sequence = 1025;
  c.hidden = std::vector<double>(1025, std::ldexp(1.0, -9));
  c.hidden[0] = 1;
  c.kernel = {{0, 0}};
  c.targets = {0};
  c.d_logps = {2};
  c.entropy = false;
  return c;
}

TEST_P(HeadCases, Case17_TheKernelGradientDoesNotDrift) {
  ForEveryWay(ManySmallTerms(), [&](const CaseScores& scores) {
    EXPECT_EQ(scores.d_kernel, (std::vector<double>{3, -3}));
  });
}

TEST_P(HeadCases, Case17_SummedInTheKernelsDtypeItDoesWhenAsked) {
  Case c = ManySmallTerms();
  c.accumulate = Accumulate::kKernel;
  c.chunks = {1};
  c.meshes = {"1x1x1"};
  const double right = is_bf16() ? 1 : 3;
  ForEveryWay(c, [&](const CaseScores& scores) {
    EXPECT_EQ(scores.d_kernel, (std::vector<double>{right, -right}));
  });
}

TEST_P(HeadCases, Case18_LogitsAreNotRoundedToBf16) {
  // The logits 16 * 1.25 + 9/128 = 20.0703125 and 20; each factor is a bf16, the first sum is not.
  Case c;
  c.hidden = {16, 9.0 / 128};
  c.kernel = {{1.25, 1.25, 0}, {1, 0, 0}};
  c.targets = {0};
  const auto logp = [](double first) {
    return -std::log(1 + std::exp(20 - first) + std::exp(-first));
  };
  ForEveryWay(c, [&](const CaseScores& scores) { ExpectAll(scores.logps, logp(20.0703125)); });
  c.logits = LogitsPrecision::kBf16;
  c.chunks = {7};
  ForEveryWay(c, [&](const CaseScores& scores) { ExpectAll(scores.logps, logp(20.125)); });
}

TEST_P(HeadCases, Case18_NoLogProbIsAboveZero) {
  Case c;
  c.hidden = {16, 9.0 / 128};
  c.kernel = {{1.25, 0}, {1, 0}};
  c.targets = {0};
  c.grad = false;
  for (const LogitsPrecision logits : {LogitsPrecision::kF32, LogitsPrecision::kBf16}) {
    c.logits = logits;
    ForEveryWay(c, [](const CaseScores& scores) {
      ExpectAll(scores.logps, -1.9e-9);
      for (const double logp : scores.logps) EXPECT_LE(logp, 0);
    });
  }
}

TEST_P(HeadCases, Case24_ShardsDoNotCountColumnsTwice) {
  Case uniform = Logits({0, 0, 0, 0}, 2);
  uniform.grad = false;
  ForEveryWay(uniform, [](const CaseScores& scores) {
    ExpectAll(scores.logps, -1.386294);
    ExpectAll(scores.entropies, 1.386294);
  });
  // Nor hidden columns that several devices hold: the same logits, 0, from 5 columns over 2 shards.
  Case c = uniform;
  c.hidden = {1, 1, 1, 1, -4};
  c.kernel.assign(5, {1, 2, 3, 4});
  ForEveryWay(c, [](const CaseScores& scores) { ExpectAll(scores.logps, -1.386294); });
}

}  // namespace
}  // namespace logphead::numeric
