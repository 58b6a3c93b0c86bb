// SPDX-License-Identifier: Apache-2.0
// The program loss_and_grad against its formula, -sum(logps * weights * mask) / sum(mask), in
// double precision; and the known faults that concern the mean over tokens.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "logphead/testing/random.h"
#include "numeric_engines.h"
#include "numeric_problem.h"

namespace logphead::numeric {
namespace {

template <typename T>
std::span<const std::byte> Bytes(const std::vector<T>& values) {
  return std::as_bytes(std::span<const T>(values));
}

// One call of loss_and_grad, f32 all through.
struct Call {
  int64_t batch = 3;
  int64_t sequence = 13;
  int64_t hidden = 9;
  int64_t vocab = 100;
  int64_t chunk = 5;
  bool entropy = false;
  std::vector<float> hidden_states;
  std::vector<float> kernel;  // [H, V]
  std::vector<int32_t> targets;
  std::vector<float> weights;
  std::vector<float> mask;

  size_t positions() const { return static_cast<size_t>(batch * sequence); }
  HeadConfig Config(const std::string& mesh) const;
  NamedInputs Inputs() const;
};

HeadConfig Call::Config(const std::string& mesh) const {
  HeadConfig config;
  config.batch = batch;
  config.sequence = sequence;
  config.hidden = hidden;
  config.vocab = vocab;
  config.chunk = chunk;
  config.entropy = entropy;
  config.temperature = 0.8;
  config.hidden_dtype = config.kernel_dtype = DType::kF32;
  config.mesh = MeshOf(mesh);
  if (config.mesh) config.shardings = HeadShardings::Default(*config.mesh);
  config.replicate = ReplicateMode::kAuto;
  return config;
}

NamedInputs Call::Inputs() const {
  const std::vector<int64_t> tokens = {batch, sequence};
  return {{"hidden", {DType::kF32, {batch, sequence, hidden}, Bytes(hidden_states)}},
          {"kernel", {DType::kF32, {hidden, vocab}, Bytes(kernel)}},
          {"targets", {DType::kS32, tokens, Bytes(targets)}},
          {"weights", {DType::kF32, tokens, Bytes(weights)}},
          {"mask", {DType::kF32, tokens, Bytes(mask)}}};
}

// Masks of 0, 1/2 and 1; some tokens without a target have a mask of 1.
Call MakeCall(int64_t batch, int64_t sequence) {
  Random random(5);
  Call call;
  call.batch = batch;
  call.sequence = sequence;
  call.hidden_states = random.Normals(call.positions() * static_cast<size_t>(call.hidden));
  call.kernel = random.Normals(static_cast<size_t>(call.hidden * call.vocab), 0.6);
  call.targets = random.Ints(call.positions(), 0, static_cast<int32_t>(call.vocab));
  call.weights = random.Normals(call.positions());
  for (size_t i = 0; i < call.positions(); ++i) {
    call.mask.push_back(static_cast<float>(random.Int(0, 3)) / 2);
    if (random.Int(0, 8) == 0) call.targets[i] = -100;
  }
  return call;
}

// What must come of a call.
struct Right {
  double loss = 0;
  Reference reference;
};

Right RightOf(const Call& call) {
  ReferenceInput in;
  in.batch = call.batch;
  in.sequence = call.sequence;
  in.hidden = call.hidden;
  in.vocab = call.vocab;
  in.temperature = 0.8;
  in.hidden_states = ToDoubles(call.hidden_states);
  in.kernel = ToDoubles(call.kernel);
  in.targets.assign(call.targets.begin(), call.targets.end());
  double total = 0;
  for (const float mask : call.mask) total += static_cast<double>(mask);
  for (size_t i = 0; i < call.positions(); ++i) {
    const auto mask = static_cast<double>(call.mask[i]);
    const double weight = mask == 0 ? 0 : static_cast<double>(call.weights[i]) * mask;
    in.d_logps.push_back(total == 0 ? 0 : -weight / total);
  }
  in.d_entropies.assign(call.positions(), 0);
  Right right;
  right.reference = Compute(in);
  for (size_t i = 0; i < call.positions(); ++i) {
    right.loss += in.d_logps[i] * right.reference.logps[i];
  }
  return right;
}

// Results by name: loss, d_hidden, d_kernel and, when asked for, entropies.
using Results = std::map<std::string, std::vector<double>>;

Results RunCall(const Client& client, const Call& call, const std::string& mesh) {
  const std::map<std::string, std::vector<int64_t>> shapes = {
      {"loss", {}},
      {"d_hidden", {call.batch, call.sequence, call.hidden}},
      {"d_kernel", {call.hidden, call.vocab}},
      {"entropies", {call.batch, call.sequence}}};
  const auto arrays =
      RunProgram(client, call.Config(mesh), ProgramKind::kLossAndGrad, call.Inputs(), shapes);
  EXPECT_TRUE(arrays.ok()) << arrays.error().ToString();
  Results results;
  if (!arrays.ok()) return results;
  for (const auto& [name, array] : *arrays) results[name] = Numbers(array.dtype, array.bytes);
  return results;
}

void ExpectRight(const Results& results, const Right& right) {
  ASSERT_EQ(results.at("loss").size(), 1U);
  EXPECT_NEAR(results.at("loss")[0], right.loss, 5e-6);
  Tolerance tolerance;
  tolerance.relative = 1e-5;
  tolerance.zeros = MostlyZeros::kExpected;  // half of the tokens count nothing
  for (const auto& [name, expected] : {std::pair("d_hidden", &right.reference.d_hidden),
                                       std::pair("d_kernel", &right.reference.d_kernel)}) {
    const Status close = CheckClose(results.at(name), *expected, tolerance);
    EXPECT_TRUE(close.ok()) << name << ": " << close.error().message();
  }
}

class NumericLoss : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(On, NumericLoss, ::testing::ValuesIn(EngineNames()),
                         [](const auto& each) { return each.param; });

TEST_P(NumericLoss, IsTheFormula) {
  NUMERIC_CLIENT_OR_SKIP(client, GetParam());
  Call call = MakeCall(3, 13);
  const Right right = RightOf(call);
  ASSERT_GT(std::fabs(right.loss), 0.1);
  for (const char* mesh : {"", "1x1x1", "2x2x2", "8x1x1", "1x8x1", "1x1x8"}) {
    SCOPED_TRACE(mesh);
    call.entropy = *mesh == '2';
    const Results results = RunCall(client, call, mesh);
    ASSERT_EQ(results.size(), call.entropy ? 4U : 3U);
    ExpectRight(results, right);
    if (!call.entropy) continue;
    Tolerance tolerance;
    tolerance.abs = 5e-6;
    const Status close = CheckClose(results.at("entropies"), right.reference.entropies, tolerance);
    EXPECT_TRUE(close.ok()) << close.error().message();
  }
}

TEST_P(NumericLoss, GradientsAreThoseOfBackward) {
  NUMERIC_CLIENT_OR_SKIP(client, GetParam());
  const Call call = MakeCall(3, 13);
  float total = 0;
  for (const float mask : call.mask) total += mask;
  std::vector<float> cotangent;
  for (size_t i = 0; i < call.positions(); ++i) {
    cotangent.push_back(-call.weights[i] * call.mask[i] / total);
  }
  NamedInputs inputs = call.Inputs();
  const std::vector<int64_t> tokens = {call.batch, call.sequence};
  inputs["cotangent_logps"] = {DType::kF32, tokens, Bytes(cotangent)};
  const std::vector<int64_t> d_hidden = {call.batch, call.sequence, call.hidden};
  for (const char* mesh : {"", "2x2x2"}) {
    SCOPED_TRACE(mesh);
    const auto backward =
        RunProgram(client, call.Config(mesh), ProgramKind::kBackward, inputs,
                   {{"logps", tokens}, {"d_hidden", d_hidden}, {"d_kernel", {9, 100}}});
    ASSERT_TRUE(backward.ok()) << backward.error().ToString();
    const Results results = RunCall(client, call, mesh);
    Tolerance tolerance;
    tolerance.relative = 1e-6;
    tolerance.zeros = MostlyZeros::kExpected;
    for (const char* name : {"d_hidden", "d_kernel"}) {
      const NamedArray& array = backward->at(name);
      const Status close =
          CheckClose(results.at(name), Numbers(array.dtype, array.bytes), tolerance);
      EXPECT_TRUE(close.ok()) << name << ": " << close.error().message();
    }
  }
}

TEST_P(NumericLoss, Case11_TheChunkDoesNotChangeTheMean) {
  NUMERIC_CLIENT_OR_SKIP(client, GetParam());
  Call call = MakeCall(1, 4096);
  call.vocab = 20;
  call.kernel.resize(static_cast<size_t>(call.hidden * call.vocab));
  for (int32_t& target : call.targets) target = target < 0 ? target : target % 20;
  const Right right = RightOf(call);
  for (const char* mesh : {"", "2x2x2"}) {
    for (const int64_t chunk : {32, 4096}) {
      SCOPED_TRACE(std::string(mesh) + ", chunk " + std::to_string(chunk));
      call.chunk = chunk;
      ExpectRight(RunCall(client, call, mesh), right);
    }
  }
}

TEST_P(NumericLoss, Case12_AllMaskedIsZeroWithoutGradients) {
  NUMERIC_CLIENT_OR_SKIP(client, GetParam());
  Call call = MakeCall(3, 13);
  std::fill(call.mask.begin(), call.mask.end(), 0.0F);
  for (const char* mesh : {"1x1x1", "2x2x2"}) {
    SCOPED_TRACE(mesh);
    const Results results = RunCall(client, call, mesh);
    for (const auto& [name, values] : results) {
      EXPECT_EQ(values, std::vector<double>(values.size(), 0)) << name;
    }
  }
}

TEST_P(NumericLoss, Case22_AMaskedTokenCountsNothingWhateverItsWeight) {
  NUMERIC_CLIENT_OR_SKIP(client, GetParam());
  Call call = MakeCall(3, 13);
  const Right right = RightOf(call);
  const float weights[] = {INFINITY, -INFINITY, NAN};
  size_t masked = 0;
  for (size_t i = 0; i < call.positions(); ++i) {
    if (call.mask[i] == 0) call.weights[i] = weights[masked++ % 3];
  }
  ASSERT_GT(masked, 6U);
  for (const char* mesh : {"1x1x1", "2x2x2"}) {
    SCOPED_TRACE(mesh);
    ExpectRight(RunCall(client, call, mesh), right);
  }
}

}  // namespace
}  // namespace logphead::numeric
