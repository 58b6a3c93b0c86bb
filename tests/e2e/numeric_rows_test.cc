// SPDX-License-Identifier: Apache-2.0
// Known faults of log-prob heads, by their numbers: packed, padded, masked, empty and ragged rows.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "numeric_cases.h"
#include "numeric_problem.h"

namespace logphead::numeric {
namespace {

// Hidden size 1, hidden state 1, and the logit j/8 in column j of 32, so that a log-prob tells its
// target.
Case CountingCase(int64_t batch, int64_t sequence) {
  Case c;
  c.batch = batch;
  c.sequence = sequence;
  c.hidden = {1};
  c.kernel = {{}};
  for (int column = 0; column < 32; ++column) c.kernel[0].push_back(column / 8.0);
  return c;
}

double CountingLogp(int target) {
  double total = 0;
  for (int column = 0; column < 32; ++column) total += std::exp(column / 8.0);
  return target / 8.0 - std::log(total);
}

// The log-probs of these targets; -100 has exactly 0, and no gradient.
void ExpectTargets(const CaseScores& scores, const std::vector<int>& targets) {
  ASSERT_EQ(scores.logps.size(), targets.size());
  for (size_t i = 0; i < targets.size(); ++i) {
    SCOPED_TRACE("position " + std::to_string(i));
    if (targets[i] >= 0) {
      EXPECT_NEAR(scores.logps[i], CountingLogp(targets[i]), 1e-6);
      EXPECT_GT(scores.entropies[i], 1);
      EXPECT_NE(scores.d_hidden[i], 0);
    } else {
      EXPECT_EQ(scores.logps[i], 0);
      EXPECT_EQ(scores.entropies[i], 0);
      EXPECT_EQ(scores.d_hidden[i], 0);
    }
  }
}

class HeadRows : public HeadCases {};
INSTANTIATE_HEAD_CASES(HeadRows);

TEST_P(HeadRows, Case08_TheLastTokenOfASegmentHasNoTarget) {
  Case c = CountingCase(1, 5);
  c.tokens = {10, 11, 12, 20, 21};
  c.segments = {1, 1, 1, 2, 2};
  ForEveryWay(c, [](const CaseScores& scores) { ExpectTargets(scores, {11, 12, -100, 21, -100}); });
}

TEST_P(HeadRows, Case09_TargetsCrossTheShardsOfARow) {
  Case c = CountingCase(1, 8);
  c.tokens = {1, 2, 3, 4, 5, 6, 7, 8};
  c.meshes = {"1x2x1", "2x2x2"};
  ForEveryWay(c, [](const CaseScores& scores) {
    ExpectTargets(scores, {2, 3, 4, 5, 6, 7, 8, -100});
  });
}

TEST_P(HeadRows, Case12_AllMaskedGivesZerosAndZeroGradients) {
  Case c = CountingCase(2, 9);
  c.targets = {3};
  c.mask.assign(18, 0);
  ForEveryWay(c, [](const CaseScores& scores) {
    ExpectTargets(scores, std::vector<int>(18, -100));
    EXPECT_EQ(scores.d_kernel, std::vector<double>(32, 0));
  });
}

TEST_P(HeadRows, Case12_WhatIsMaskedReachesNothing) {
  // NaN and infinity in hidden states, and NaN in cotangents, where nothing is scored.
  const double nan = std::nan("");
  const double inf = std::numeric_limits<double>::infinity();
  Case c = CountingCase(1, 9);
  c.hidden = {1, nan, 1, inf, 1, -inf, 1, 1, nan};
  c.targets = {3, 3, -100, 3, 4, -100, 5, 5, -100};
  c.mask = {1, 0, 1, 0, 1, 1, 1, 1, 1};
  c.d_logps = {1, NAN, NAN, 1, 1, 1, 1, 1, NAN};
  c.d_entropies = {1, 1, 1, INFINITY, 1, 1, 1, 1, 1};
  Case clean = c;
  clean.hidden = {1};
  clean.d_logps = clean.d_entropies = {1};
  for (const char* mesh : {"1x1x1", "2x2x2"}) {
    const auto dirty = Run(c, 7, mesh);
    const auto expected = Run(clean, 7, mesh);
    ASSERT_TRUE(dirty.ok() && expected.ok());
    ExpectIdentical(*dirty, *expected, MostlyZeros::kExpected);
    EXPECT_NEAR(static_cast<double>(dirty->logps[0]), CountingLogp(3), 1e-6);
  }
}

TEST_P(HeadRows, Case12_ANaNThatIsScoredIsSeen) {
  Case c = CountingCase(1, 3);
  c.hidden = {1, std::nan(""), 1};
  c.targets = {3, 4, 5};
  c.chunks = {2};
  ForEveryWay(c, [](const CaseScores& scores) {
    EXPECT_NEAR(scores.logps[0], CountingLogp(3), 1e-6);
    EXPECT_TRUE(std::isnan(scores.logps[1]));
    EXPECT_NEAR(scores.logps[2], CountingLogp(5), 1e-6);
  });
}

TEST_P(HeadRows, Case13_ASegmentOfNoTokens) {
  Case c = CountingCase(1, 5);
  c.tokens = {10, 11, 12, 20, 21};
  c.segments = {1, 1, 1, 3, 3};
  c.chunks = {1, 5};
  ForEveryWay(c, [](const CaseScores& scores) { ExpectTargets(scores, {11, 12, -100, 21, -100}); });
}

TEST_P(HeadRows, Case13_EmptyBatches) {
  for (const auto& [batch, sequence] : {std::pair(2, 0), std::pair(0, 5), std::pair(0, 0)}) {
    Case c = CountingCase(batch, sequence);
    c.hidden = {};
    c.targets = {};
    for (const char* mesh : {"", "1x1x1", "2x2x2"}) {
      const auto scores = Run(c, 7, mesh);
      ASSERT_TRUE(scores.ok()) << scores.error().ToString();
      EXPECT_TRUE(scores->logps.empty());
      EXPECT_TRUE(scores->entropies.empty());
      EXPECT_TRUE(scores->d_hidden.empty());
      EXPECT_EQ(Numbers(scores->d_kernel_dtype, scores->d_kernel), std::vector<double>(32, 0));
    }
  }
}

TEST_P(HeadRows, Case14_TargetsOutsideTheVocabularyAreNamed) {
  Case c;
  c.batch = 1;
  c.sequence = 4;
  c.hidden = {1};
  c.kernel = {std::vector<double>(200, 0)};
  c.targets = {5, -100, -1, 200};
  const auto refused = Run(c, 7, "");
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(
      refused.error().message(),
      "target id -1 at row 0, position 2 is outside [0, 200) and not -100 (ignored), as are 1 "
      "more");
  c.targets = {5, -100, 199, 200};
  EXPECT_FALSE(Run(c, 7, "").ok());
  c.targets = {5, -100, 199, 0};
  ForEveryWay(c, [](const CaseScores& scores) {
    const double right = -std::log(200);
    EXPECT_NEAR(scores.logps[0], right, 2e-6);
    EXPECT_EQ(scores.logps[1], 0);
    EXPECT_NEAR(scores.logps[2], right, 2e-6);
    EXPECT_NEAR(scores.logps[3], right, 2e-6);
  });
}

// Log-probs and entropies of the same tokens in other chunks or batches. On one device a token's
// log-prob is its own to the bit. On several the partitioner may choose other products for other
// shapes, and the order of their sums with them; for other shapes engines also contract the
// products and sums of entropies differently.
void ExpectGrouped(const Scores& a, const Scores& b, bool identical) {
  constexpr double kFewRoundings = 4.0 / (1 << 24);
  const auto expect = [&](const std::vector<float>& x, const std::vector<float>& y) {
    ASSERT_EQ(x.size(), y.size());
    for (size_t i = 0; i < x.size(); ++i) {
      const auto right = static_cast<double>(y[i]);
      EXPECT_NEAR(static_cast<double>(x[i]), right, 1e-6 + kFewRoundings * std::fabs(right));
    }
  };
  if (identical) {
    EXPECT_EQ(a.logps, b.logps);
  } else {
    expect(a.logps, b.logps);
  }
  expect(a.entropies, b.entropies);
}

// Problems whose last chunk is ragged, in every chunk that the table names.
struct Ragged {
  int64_t sequence;
  std::vector<int64_t> chunks;
  const char* mesh;
};

TEST_P(HeadRows, Case10_TheChunkChangesNoValue) {
  const std::vector<Ragged> all = {
      {17, {8, 1}, ""}, {17, {8}, "2x2x2"}, {35, {2}, "2x2x2"}, {1, {8}, "2x2x2"}};
  for (const Ragged& ragged : all) {
    Problem problem;
    problem.sequence = ragged.sequence;
    problem.vocab = 40;
    problem.mesh = ragged.mesh;
    problem.hidden_dtype = problem.kernel_dtype = dtype();
    problem.chunk = problem.sequence;
    const Inputs inputs = MakeInputs(problem);
    const Reference reference = Compute(inputs.reference);
    const auto whole = RunProblem(client(), problem, inputs, true);
    ASSERT_TRUE(whole.ok()) << whole.error().ToString();
    for (const int64_t chunk : ragged.chunks) {
      SCOPED_TRACE("sequence " + std::to_string(problem.sequence) + ", chunk " +
                   std::to_string(chunk) + ", mesh " + problem.mesh);
      problem.chunk = chunk;
      const auto chunked = RunProblem(client(), problem, inputs, true);
      ASSERT_TRUE(chunked.ok()) << chunked.error().ToString();
      ExpectGrouped(*chunked, *whole, problem.mesh.empty());
      ExpectClose(problem, *chunked, reference, inputs.reference.targets);
    }
  }
}

// What a token's own values are is up to it alone; only d_kernel sums over tokens.
TEST_P(HeadRows, Case27_GroupingChangesNoLogProb) {
  Case c;
  c.batch = 3;
  c.sequence = 21;
  constexpr size_t kHidden = 8;
  constexpr size_t kVocab = 40;
  constexpr size_t kRow = 21 * kHidden;
  c.kernel.assign(kHidden, std::vector<double>(kVocab));
  for (size_t i = 0; i < kHidden * kVocab; ++i) {
    c.kernel[i / kVocab][i % kVocab] = static_cast<double>((i * 37) % 101) / 64 - 0.75;
  }
  for (size_t i = 0; i < 3 * kRow; ++i) {
    c.hidden.push_back(static_cast<double>((i * 53) % 97) / 64 - 0.75);
  }
  for (int i = 0; i < 3 * 21; ++i) c.targets.push_back((i * 7) % static_cast<int>(kVocab));
  Case alone = c;
  alone.batch = 1;
  alone.hidden.assign(c.hidden.begin() + kRow, c.hidden.begin() + 2 * kRow);
  alone.targets.assign(c.targets.begin() + 21, c.targets.begin() + 42);
  for (const char* mesh : {"", "2x2x2"}) {
    const auto whole = Run(c, 21, mesh);
    ASSERT_TRUE(whole.ok()) << whole.error().ToString();
    Scores second;
    second.logps.assign(whole->logps.begin() + 21, whole->logps.begin() + 42);
    second.entropies.assign(whole->entropies.begin() + 21, whole->entropies.begin() + 42);
    for (const int64_t chunk : {1, 21}) {
      SCOPED_TRACE(std::string("mesh ") + mesh + ", chunk " + std::to_string(chunk));
      const auto single = Run(alone, chunk, mesh);
      const auto grouped = Run(c, chunk, mesh);
      ASSERT_TRUE(single.ok() && grouped.ok());
      ExpectGrouped(*single, second, *mesh == 0);
      ExpectGrouped(*grouped, *whole, *mesh == 0);
    }
  }
}

}  // namespace
}  // namespace logphead::numeric
