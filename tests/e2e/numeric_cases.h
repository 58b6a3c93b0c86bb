// SPDX-License-Identifier: Apache-2.0
// Small cases with right answers known in advance, run in every way that must not matter: meshes of
// 1 and of 8 devices, and chunks of 1, of 7, of the row and of more than the row; on the second
// engine in two of these ways.
//
// Cases are numbered after the project's table of faults that users of log-prob heads met. Not run
// here: softcap (4), top-p (19) and a temperature per row (26), which the head does not have yet;
// the count of kernel gathers (23), because the chunked program gathers its kernel in each
// iteration by design (see ShardedPrograms); a head whose kernel is frozen (25), because backward
// always gives d_kernel. numeric_sharded_smoke_test.cc has cases for the other heads.
#ifndef LOGPHEAD_TESTS_E2E_NUMERIC_CASES_H_
#define LOGPHEAD_TESTS_E2E_NUMERIC_CASES_H_

#include <gtest/gtest.h>

#include <functional>
#include <ostream>
#include <string>
#include <tuple>
#include <vector>

#include "logphead/score/score.h"
#include "logphead/score/test_files.h"
#include "numeric_engines.h"

namespace logphead {

// How test names tell a dtype.
inline void PrintTo(DType dtype, std::ostream* out) { *out << DTypeName(dtype); }

}  // namespace logphead

namespace logphead::numeric {

// One batch of a case. `hidden_states` or targets of one token stand for every token.
struct Case {
  int64_t batch = 2;
  int64_t sequence = 9;
  std::vector<double> hidden;               // [B, L, H], or [H] for all tokens alike
  std::vector<std::vector<double>> kernel;  // H rows of V
  std::vector<int32_t> targets;             // [B, L], or one for all; unused with tokens
  std::vector<int32_t> tokens;              // [B, L], in place of targets
  std::vector<int32_t> segments;            // [B, L], with tokens
  std::vector<float> mask;                  // [B, L] or empty
  std::vector<float> d_logps;               // [B, L], or one for all, or empty
  std::vector<float> d_entropies;  // likewise; not empty makes the gradients include entropies
  bool entropy = true;
  bool grad = true;
  double temperature = 1;
  LogitsPrecision logits = LogitsPrecision::kF32;
  Accumulate accumulate = Accumulate::kF32;
  std::vector<int64_t> chunks;  // empty: 1, 7, L, L+1
  std::vector<const char*> meshes = {"1x1x1", "2x2x2"};

  int64_t width() const { return static_cast<int64_t>(kernel.size()); }
  int64_t vocab() const { return static_cast<int64_t>(kernel.front().size()); }
  // Its tensors, hidden and kernel in `dtype`. Fails the test when a number does not survive that.
  TestFile File(DType dtype) const;
};

// The kernel that makes logits of the hidden states themselves.
std::vector<std::vector<double>> Identity(int64_t size);

// Reads and scores a case.
Result<Scores> RunCase(const Client& client, const Case& c, DType dtype, int64_t chunk,
                       const std::string& mesh);

// Results as doubles. d_hidden is [B, L, H], d_kernel [H, V].
struct CaseScores {
  std::vector<double> logps;
  std::vector<double> entropies;
  std::vector<double> d_hidden;
  std::vector<double> d_kernel;
};

CaseScores ToNumbers(const Scores& scores);

class HeadCases : public ::testing::TestWithParam<std::tuple<std::string, DType>> {
 protected:
  void SetUp() override;
  DType dtype() const { return std::get<1>(GetParam()); }
  bool is_bf16() const { return dtype() == DType::kBF16; }
  const Client& client() const { return *client_; }

  // Runs the case in every way and looks at each result.
  void ForEveryWay(const Case& c, const std::function<void(const CaseScores&)>& look) const;
  // Runs it once.
  Result<Scores> Run(const Case& c, int64_t chunk, const std::string& mesh) const {
    return RunCase(client(), c, dtype(), chunk, mesh);
  }

  // Expects each value to be `right` within f32 rounding.
  static void ExpectAll(const std::vector<double>& values, double right);
  // Expects groups of right.size() values each to be `right`: within f32 rounding, or of gradients
  // that go through bf16 within two of its roundings.
  void ExpectRows(const std::vector<double>& values, const std::vector<double>& right) const;

 private:
  std::optional<Client> client_;
};

std::string CaseName(const ::testing::TestParamInfo<std::tuple<std::string, DType>>& each);

}  // namespace logphead::numeric

#define INSTANTIATE_HEAD_CASES(suite)                                                           \
  INSTANTIATE_TEST_SUITE_P(                                                                     \
      On, suite,                                                                                \
      ::testing::Combine(::testing::ValuesIn(::logphead::numeric::EngineNames()),               \
                         ::testing::Values(::logphead::DType::kF32, ::logphead::DType::kBF16)), \
      ::logphead::numeric::CaseName)

#endif  // LOGPHEAD_TESTS_E2E_NUMERIC_CASES_H_
