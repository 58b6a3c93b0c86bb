// SPDX-License-Identifier: Apache-2.0
// The kernels of every instruction set that this CPU has, against float64.
#include "logphead/kernels/head.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "logphead/kernels/buffer.h"
#include "logphead/kernels/engine.h"
#include "logphead/kernels/test_problem.h"

namespace logphead::kernels {
namespace {

using ::testing::HasSubstr;

// Bounds of the programs that XLA compiles: log-probs and entropies of f32 sums, gradients in f32
// or rounded to bf16 on the way.
struct Bounds {
  double values, gradients;
};
Bounds BoundsOf(Isa isa, Way way, DType dtype) {
  if (isa == Isa::kAvx512Bf16) return {1e-5, 6e-3};
  if (way == Way::kOnePass && dtype == DType::kBF16) return {1e-5, 3e-4};
  return {1e-5, 4e-6};
}

class HeadTest : public ::testing::TestWithParam<Isa> {
 protected:
  void SetUp() override {
    const std::string why = WhyNotAvailable(GetParam());
    if (!why.empty()) GTEST_SKIP() << why;
  }
  bool Takes(DType dtype) const { return GetParam() != Isa::kAvx512Bf16 || dtype == DType::kBF16; }

  void Check(const Shape& shape, const Call& call_in, uint64_t seed = 1) const {
    Call call = call_in;
    call.options.isa = GetParam();
    const Problem problem(shape, seed);
    const auto actual = Compute(problem, call);
    ASSERT_TRUE(actual.ok()) << shape.ToString() << ": " << actual.error().message();
    const Answers expected = Reference(problem, call.with_entropies);
    Bounds bounds = BoundsOf(GetParam(), call.way, shape.dtype);
    if (call.d_dtype == DType::kBF16) bounds.gradients = std::max(bounds.gradients, 4e-3);
    EXPECT_LT(Difference(actual->logps, expected.logps), bounds.values) << shape.ToString();
    EXPECT_LT(Difference(actual->entropies, expected.entropies), bounds.values) << shape.ToString();
    EXPECT_LT(Difference(actual->d_hidden, expected.d_hidden), bounds.gradients)
        << shape.ToString();
    EXPECT_LT(Difference(actual->d_kernel, expected.d_kernel), bounds.gradients)
        << shape.ToString();
  }
  int64_t mr() const { return EngineOf(GetParam()).mr; }
  int64_t nr() const { return EngineOf(GetParam()).nr; }
  DType dtype() const { return Takes(DType::kF32) ? DType::kF32 : DType::kBF16; }
};

std::string NameOf(const ::testing::TestParamInfo<Isa>& info) {
  return std::string(IsaName(info.param));
}
INSTANTIATE_TEST_SUITE_P(All, HeadTest, ::testing::ValuesIn(AllIsas().begin(), AllIsas().end()),
                         NameOf);

TEST_P(HeadTest, TokensAroundATile) {
  for (const int64_t tokens : {int64_t{1}, int64_t{3}, mr() - 1, mr(), mr() + 1, 2 * mr() + 1}) {
    Check({.tokens = tokens, .hidden = 24, .columns = 2 * nr(), .dtype = dtype()}, {});
  }
}

TEST_P(HeadTest, HiddenAroundATile) {
  for (const int64_t edge : {mr(), nr()}) {
    for (const int64_t hidden : {int64_t{1}, int64_t{3}, edge - 1, edge, edge + 1}) {
      Check({.tokens = mr(), .hidden = hidden, .columns = 2 * nr(), .dtype = dtype()}, {});
    }
  }
}

TEST_P(HeadTest, ColumnsAroundATile) {
  for (const int64_t edge : {nr(), 8 * nr()}) {
    for (const int64_t columns : {int64_t{1}, int64_t{3}, edge - 1, edge, edge + 1}) {
      Check({.tokens = mr(), .hidden = 24, .columns = columns, .dtype = dtype()}, {});
      Check({.tokens = mr(), .hidden = 24, .columns = columns, .dtype = dtype(), .table = true},
            {.way = Way::kOnePass});
    }
  }
}

TEST_P(HeadTest, EveryWayLayoutAndDtype) {
  for (const DType stored : {DType::kF32, DType::kBF16}) {
    if (!Takes(stored)) continue;
    for (const Way way : {Way::kTwoPasses, Way::kOnePass}) {
      for (const bool table : {false, true}) {
        for (const bool entropies : {false, true}) {
          Check({.tokens = 37,
                 .hidden = 70,
                 .columns = 301,
                 .dtype = stored,
                 .table = table,
                 .gap = table ? 5 : 0,
                 .ignored = entropies ? 4 : 0,
                 .temperature = 0.7},
                {.way = way, .with_entropies = entropies, .d_dtype = stored});
        }
      }
    }
  }
}

TEST_P(HeadTest, ManyTilesAndBlocksOfTokens) {
  // More tokens than a block of d_logits holds, more columns than a step.
  Check({.tokens = 1100, .hidden = 40, .columns = 700, .dtype = dtype()},
        {.options = {.threads = 2}});
}

TEST_P(HeadTest, ThreadsDoNotChangeABit) {
  const Shape shape{.tokens = 290, .hidden = 128, .columns = 1500, .dtype = dtype(), .ignored = 7};
  const Problem problem(shape, 3);
  for (const Way way : {Way::kTwoPasses, Way::kOnePass}) {
    Call call{.way = way};
    call.options.isa = GetParam();
    const auto one = Compute(problem, call);
    ASSERT_TRUE(one.ok()) << one.error().message();
    for (const int threads : {1, 2, 3, 5, 16}) {
      call.options.threads = threads;
      const auto more = Compute(problem, call);
      ASSERT_TRUE(more.ok()) << more.error().message();
      EXPECT_EQ(one->logps, more->logps) << threads;
      EXPECT_EQ(one->entropies, more->entropies) << threads;
      EXPECT_EQ(one->d_hidden, more->d_hidden) << threads;
      EXPECT_EQ(one->d_kernel, more->d_kernel) << threads;
    }
  }
}

TEST_P(HeadTest, ATokenDoesNotDependOnItsBatch) {
  const Shape shape{.tokens = 40, .hidden = 33, .columns = 400, .dtype = dtype()};
  const Problem all(shape, 4);
  Call call;
  call.options.isa = GetParam();
  const auto together = Compute(all, call);
  ASSERT_TRUE(together.ok());
  for (const int64_t t : {0, 13, 39}) {
    HeadInputs one = all.inputs();
    one.tokens = 1;
    one.targets += t;
    const auto width = static_cast<int64_t>(DTypeBytes(shape.dtype));
    one.hidden_states.data =
        static_cast<const char*>(one.hidden_states.data) + t * one.hidden_states.row_stride * width;
    float logp = 0;
    float entropy = 0;
    ASSERT_TRUE(Forward(one, {{&logp}, {&entropy}, {}}, call.options).ok());
    EXPECT_EQ(logp, static_cast<float>(together->logps[static_cast<size_t>(t)])) << t;
    EXPECT_EQ(entropy, static_cast<float>(together->entropies[static_cast<size_t>(t)])) << t;
  }
}

// Logits given as they are: one hidden state 1, the kernel [1, V].
class LogitsTest : public HeadTest {
 protected:
  struct Row {
    float logp = 0, entropy = 0, lse = 0;
    std::vector<float> d_kernel;  // h = 1: d_logits
  };
  Row Of(const std::vector<float>& logits, int32_t target, double temperature = 1, float d_logp = 1,
         float d_entropy = 0) const {
    const DType stored = dtype();
    std::vector<float> kernel = logits;
    std::vector<uint16_t> halves;
    for (const float z : logits) {
      uint32_t bits;
      std::memcpy(&bits, &z, sizeof bits);
      halves.push_back(static_cast<uint16_t>(bits >> 16));
    }
    const float one = 1;
    const uint16_t half_one = 0x3f80;
    HeadInputs in;
    in.tokens = 1;
    in.hidden = 1;
    in.columns = static_cast<int64_t>(logits.size());
    const bool whole = stored == DType::kF32;
    in.hidden_states = {whole ? static_cast<const void*>(&one) : &half_one, stored, 1, 1};
    in.kernel = {whole ? static_cast<const void*>(kernel.data()) : halves.data(), stored,
                 in.columns, 1};
    in.targets = &target;
    in.temperature = temperature;
    KernelOptions options;
    options.isa = GetParam();
    Row row;
    EXPECT_TRUE(Forward(in, {{&row.logp}, {&row.entropy}, {&row.lse}}, options).ok());
    row.d_kernel.assign(logits.size(), 7);
    float max, sum, weighted, at_target;
    EXPECT_TRUE(SoftmaxOf(in, {{&max}, {&sum}, {&weighted}, {&at_target}}, options).ok());
    const float log_sum = std::log(sum);
    const float mean = weighted / sum;
    EXPECT_TRUE(Backward(in, {{&max}, {&log_sum}, {&mean}}, {{&d_logp}, {&d_entropy}},
                         {{}, {row.d_kernel.data(), DType::kF32, in.columns, 1}, false}, options)
                    .ok());
    return row;
  }
};
INSTANTIATE_TEST_SUITE_P(All, LogitsTest, ::testing::ValuesIn(AllIsas().begin(), AllIsas().end()),
                         NameOf);

TEST_P(LogitsTest, ColumnsThatAreNotThereDoNotCount) {
  const Row row = Of({-5, -5, -5}, 0);
  EXPECT_NEAR(row.logp, -1.098612, 1e-6);
  EXPECT_NEAR(row.entropy, 1.098612, 1e-6);
}

TEST_P(LogitsTest, MinusInfinityIsAColumnThatIsNotThere) {
  const float none = -std::numeric_limits<float>::infinity();
  const Row row = Of({0, 0, none}, 0);
  EXPECT_NEAR(row.logp, -0.693147, 1e-6);
  EXPECT_NEAR(row.entropy, 0.693147, 1e-6);
  EXPECT_NEAR(row.d_kernel[0], 0.5, 5e-3);
  EXPECT_NEAR(row.d_kernel[1], -0.5, 5e-3);
  EXPECT_EQ(row.d_kernel[2], 0);
  EXPECT_EQ(Of({0, 0, none}, 0, 1, 0, 1).d_kernel[2], 0);
}

TEST_P(LogitsTest, EntropyHasAGradient) {
  const Row row = Of({1, 0}, 0, 1, 0, 1);
  EXPECT_NEAR(row.d_kernel[0], -0.196612, 1e-3);
  EXPECT_NEAR(row.d_kernel[1], 0.196612, 1e-3);
}

TEST_P(LogitsTest, TemperatureDividesLogits) {
  EXPECT_NEAR(Of({2, 0}, 1, 2).logp, -1.313262, 1e-6);
  EXPECT_NEAR(Of({2, 0}, 1, 0.5).entropy, 0.090095, 1e-6);
}

TEST_P(LogitsTest, LogProbsDoNotExceedZero) {
  const float logit = 20.125F;  // as bf16 holds it
  EXPECT_LE(Of({logit, 0}, 0).logp, 0);
  EXPECT_NEAR(Of({logit, 0}, 0).logp, -std::exp(-20.125), 2e-9);
}

TEST_P(LogitsTest, CarriesTheMaximumFromTileToTile) {
  // The largest logit by far is in the first of many tiles: sums beside another maximum overflow
  // or vanish.
  std::vector<float> logits(static_cast<size_t>(64 * 8 * nr() * 2 + 5), -60);
  logits[0] = 100;
  logits[1] = 100;
  EXPECT_NEAR(Of(logits, 0).logp, -0.693147, 1e-6);
  std::reverse(logits.begin(), logits.end());
  EXPECT_NEAR(Of(logits, static_cast<int32_t>(logits.size() - 1)).logp, -0.693147, 1e-6);
}

TEST_P(LogitsTest, NotANumberReachesItsTokenAlone) {
  EXPECT_TRUE(std::isnan(Of({0, std::numeric_limits<float>::quiet_NaN(), 1}, 0).logp));
}

// 1 + 1024 times 2^-9: bf16 sums stay at 1.
TEST_P(HeadTest, SumsInF32) {
  constexpr int64_t kTokens = 1025;
  std::vector<uint16_t> hidden(kTokens, 0x3f80);  // 1
  const std::vector<uint16_t> kernel = {0, 0};    // p = 1/2
  const std::vector<int32_t> targets(kTokens, 0);
  std::vector<float> d_logps(kTokens, 2.0F / 512), zeros(kTokens, 0.0F), log_sum(kTokens);
  d_logps[0] = 2;
  std::fill(log_sum.begin(), log_sum.end(), std::log(2.0F));
  HeadInputs in;
  in.tokens = kTokens;
  in.hidden = 1;
  in.columns = 2;
  in.hidden_states = {hidden.data(), DType::kBF16, 1, 1};
  in.kernel = {kernel.data(), DType::kBF16, 2, 1};
  in.targets = targets.data();
  KernelOptions options;
  options.isa = GetParam();
  float d_kernel[2] = {9, 9};
  ASSERT_TRUE(Backward(in, {{zeros.data()}, {log_sum.data()}, {zeros.data()}},
                       {{d_logps.data()}, {}}, {{}, {d_kernel, DType::kF32, 2, 1}, false}, options)
                  .ok());
  EXPECT_NEAR(d_kernel[0], 3.0, 1e-5);
  EXPECT_NEAR(d_kernel[1], -3.0, 1e-5);
}

TEST_P(HeadTest, AddsToTheGradientOfTheKernel) {
  const Problem problem({.tokens = 5, .hidden = 4, .columns = 6, .dtype = dtype()}, 5);
  const Answers expected = Reference(problem, false);
  std::vector<float> max(5), sum(5), weighted(5), target(5), kernel(24, 10.0F);
  KernelOptions options;
  options.isa = GetParam();
  const HeadInputs in = problem.inputs();
  ASSERT_TRUE(
      SoftmaxOf(in, {{max.data()}, {sum.data()}, {weighted.data()}, {target.data()}}, options)
          .ok());
  for (float& s : sum) s = std::log(s);
  ASSERT_TRUE(Backward(in, {{max.data()}, {sum.data()}, {}}, {{problem.d_logps.data()}, {}},
                       {{}, {kernel.data(), DType::kF32, 6, 1}, true}, options)
                  .ok());
  for (size_t i = 0; i < kernel.size(); ++i) {
    EXPECT_NEAR(kernel[i], 10 + expected.d_kernel[i], 2e-2) << i;
  }
}

TEST_P(HeadTest, NothingToScoreGivesZeros) {
  for (const Way way : {Way::kTwoPasses, Way::kOnePass}) {
    Call call{.way = way};
    call.options.isa = GetParam();
    const Problem none({.tokens = 4, .hidden = 5, .columns = 9, .dtype = dtype(), .ignored = 1}, 6);
    const auto answers = Compute(none, call);
    ASSERT_TRUE(answers.ok()) << answers.error().message();
    for (const auto* values :
         {&answers->logps, &answers->entropies, &answers->d_hidden, &answers->d_kernel}) {
      EXPECT_EQ(std::count(values->begin(), values->end(), 0.0),
                static_cast<int64_t>(values->size()));
    }
    const Problem empty({.tokens = 0, .hidden = 5, .columns = 9, .dtype = dtype()}, 6);
    const auto no_tokens = Compute(empty, call);
    ASSERT_TRUE(no_tokens.ok()) << no_tokens.error().message();
    EXPECT_EQ(std::count(no_tokens->d_kernel.begin(), no_tokens->d_kernel.end(), 0.0), 45);
  }
}

// Two shards with their ids, columns beyond the vocabulary among them, joined as programs do.
TEST_P(HeadTest, ShardsOfTheVocabularyJoin) {
  const Problem problem({.tokens = 6, .hidden = 8, .columns = 50, .dtype = dtype()}, 7);
  const Answers expected = Reference(problem, false);
  KernelOptions options;
  options.isa = GetParam();
  std::vector<float> parts[2][4];
  for (int shard = 0; shard < 2; ++shard) {
    HeadInputs in = problem.inputs();
    in.columns = 25;
    std::vector<int32_t> ids(25);
    std::iota(ids.begin(), ids.end(), 25 * shard);
    if (shard == 1) ids.back() = -1;  // column 49 is not there
    in.column_ids = ids.data();
    in.kernel.data = static_cast<const char*>(in.kernel.data) +
                     25 * shard * static_cast<int64_t>(DTypeBytes(in.kernel.dtype));
    for (auto& part : parts[shard]) part.resize(6);
    auto& [max, sum, weighted, target] = parts[shard];
    ASSERT_TRUE(
        SoftmaxOf(in, {{max.data()}, {sum.data()}, {weighted.data()}, {target.data()}}, options)
            .ok());
  }
  for (size_t t = 0; t < 6; ++t) {
    if (problem.targets[t] == 49) continue;
    const int owner = problem.targets[t] < 25 ? 0 : 1;
    double sum = 0;
    double full = 0;
    for (auto& part : parts) sum += part[1][t] * std::exp(static_cast<double>(part[0][t]));
    // What column 49 adds to float64's sum.
    double z = 0;
    for (size_t h = 0; h < 8; ++h) z += problem.hidden[t * 8 + h] * problem.kernel[h * 50 + 49];
    full = sum + std::exp(z);
    const double logit = parts[owner][3][t] + parts[owner][0][t];
    EXPECT_NEAR(logit - std::log(full), expected.logps[t], 1e-4) << t;
  }
}

TEST_P(HeadTest, FilterLeavesOutWhatItMay) {
  Shape shape{.tokens = 50, .hidden = 24, .columns = 600, .dtype = dtype(), .spread = 20};
  const Problem problem(shape, 8);
  Call call;
  call.options.isa = GetParam();
  const auto exact = Compute(problem, call);
  ASSERT_TRUE(exact.ok());
  call.options.gradient_filter = 1e-2;
  const auto filtered = Compute(problem, call);
  ASSERT_TRUE(filtered.ok());
  EXPECT_EQ(exact->logps, filtered->logps);
  EXPECT_NE(exact->d_hidden, filtered->d_hidden);
  // Every d_logit left out is below the filter times its cotangents.
  double row = 0;
  for (const double w : problem.kernel) row = std::max(row, std::abs(w));
  for (size_t i = 0; i < exact->d_hidden.size(); ++i) {
    const size_t t = i / 24;
    const double pull = std::abs(problem.d_logps[t]) + std::abs(problem.d_entropies[t]) * 200;
    EXPECT_LE(std::abs(exact->d_hidden[i] - filtered->d_hidden[i]), 600 * 1e-2 * pull * row);
  }
  call.options.gradient_filter = 1e-30;
  const auto nothing = Compute(problem, call);
  ASSERT_TRUE(nothing.ok());
  EXPECT_EQ(exact->d_kernel, nothing->d_kernel);
}

// Scratch is what a few thousand tokens need, however many there are and however small H is.
TEST_P(HeadTest, ScratchDoesNotGrowWithTokens) {
  const auto most = [&](int64_t tokens) {
    const Problem problem({.tokens = tokens, .hidden = 4, .columns = 3 * nr(), .dtype = dtype()},
                          9);
    KernelOptions options;
    options.isa = GetParam();
    const HeadInputs in = problem.inputs();
    const auto count = static_cast<size_t>(tokens);
    std::vector<float> max(count), sum(count), weighted(count), target(count);
    std::vector<float> d_hidden(count * 4), d_kernel(static_cast<size_t>(12 * nr()));
    Buffer::ResetPeak();
    EXPECT_TRUE(
        SoftmaxOf(in, {{max.data()}, {sum.data()}, {weighted.data()}, {target.data()}}, options)
            .ok());
    for (float& s : sum) s = std::log(s);
    EXPECT_TRUE(Backward(in, {{max.data()}, {sum.data()}, {}}, {{problem.d_logps.data()}, {}},
                         {{d_hidden.data(), DType::kF32, 4, 1},
                          {d_kernel.data(), DType::kF32, 3 * nr(), 1},
                          false},
                         options)
                    .ok());
    return Buffer::PeakBytes();
  };
  const int64_t few = most(6000);
  EXPECT_EQ(few, most(12000));
  EXPECT_LT(few, 16'000'000);
}

TEST(HeadErrors, SayWhatWouldWork) {
  const Problem problem({.tokens = 3, .hidden = 4, .columns = 200}, 1);
  const auto message = [](const Status& status) {
    return status.ok() ? std::string() : status.error().message();
  };
  const TokenOutputs none;
  HeadInputs in = problem.inputs();
  const std::vector<int32_t> targets = {5, -100, 200};
  in.targets = targets.data();
  EXPECT_EQ(message(Forward(in, none, {})),
            "target 200 of token 2 is not below the vocabulary of 200 (a negative one is ignored)");
  in = problem.inputs();
  in.temperature = 0;
  EXPECT_THAT(message(Forward(in, none, {})), HasSubstr("temperature 0 is not a finite number"));
  in = problem.inputs();
  EXPECT_THAT(message(Forward(in, none, {.threads = 0})), HasSubstr("0 threads (use 1 or more)"));
  EXPECT_THAT(message(Forward(in, none, {.gradient_filter = 1})), HasSubstr("not in [0, 1)"));
  in.kernel.dtype = DType::kF16;
  EXPECT_THAT(message(Forward(in, none, {})), HasSubstr("kernel is f16 (use bf16 or f32)"));
  in = problem.inputs();
  in.hidden = 0;
  EXPECT_THAT(message(Forward(in, none, {})), HasSubstr("hidden 0"));
  in = problem.inputs();
  in.hidden_states.data = nullptr;
  EXPECT_THAT(message(Forward(in, none, {})), HasSubstr("hidden_states has no data"));
  if (WhyNotAvailable(Isa::kAvx512Bf16).empty()) {
    EXPECT_THAT(message(Forward(problem.inputs(), none, {.isa = Isa::kAvx512Bf16})),
                HasSubstr("avx512bf16 takes bf16 hidden states and kernel, not f32 and f32"));
  }
}

}  // namespace
}  // namespace logphead::kernels
