// SPDX-License-Identifier: Apache-2.0
// The handlers in each CPU engine, from the shared object and as linked here: numbers against
// double precision, gradients added in place, and an error for whatever does not fit.
#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "logphead/ffi/handlers.h"
#include "logphead/hlo/builder.h"
#include "logphead/hlo/printer.h"
#include "logphead/kernels/head.h"
#include "logphead/pjrt/client.h"
#include "logphead/pjrt/ffi.h"
#include "logphead/pjrt/find.h"
#include "logphead/testing/random.h"

namespace logphead {
namespace {

using hlo::Builder;
using hlo::CustomCallAttr;
using hlo::TensorType;
using ::testing::HasSubstr;

const TensorType kHidden{DType::kF32, {5, 12}};
const TensorType kKernel{DType::kF32, {12, 21}};
const TensorType kTargets{DType::kS32, {5}};
const TensorType kIds{DType::kS32, {21}};
const TensorType kTokens{DType::kF32, {5}};
const TensorType kNone{DType::kF32, {0}};

CustomCallAttr Softmax() {
  return {"logphead_softmax",
          {{"temperature", 0.5}, {"vocab_major", false}, {"isa", ""}, {"threads", int64_t{0}}},
          {}};
}

CustomCallAttr Backward(const char* name = "logphead_backward") {
  CustomCallAttr call = Softmax();
  call.target = name;
  call.config.push_back({"gradient_filter", 0.0});
  return call;
}

Result<std::vector<float>> Floats(const Buffer& buffer) {
  std::vector<float> floats(buffer.size_bytes() / sizeof(float));
  LOGPHEAD_RETURN_IF_ERROR(buffer.ToHost(floats.data(), buffer.size_bytes()));
  return floats;
}

// An engine with handlers, loaded once per process.
struct Loaded {
  Client client;
  Status registered;
};
Result<Loaded> Load(const std::string& package) {
  LOGPHEAD_ASSIGN_OR_RETURN(const FoundPlugin found, FindPlugin(Engine::kCpu, package));
  LOGPHEAD_ASSIGN_OR_RETURN(const Plugin plugin, Plugin::Load(found.path));
  Status registered;
  // The first engine gets the handlers of the shared object, the other those that are linked here.
  void* library = nullptr;
  if (package.starts_with("xla")) {
    library = dlopen(LOGPHEAD_FFI_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return Internal(dlerror());
  }
  for (const ffi::Handler& handler : ffi::Handlers()) {
    void* function = library == nullptr ? handler.function : dlsym(library, handler.symbol);
    if (function == nullptr) return Internal(std::string(handler.symbol) + " is not exported");
    if (registered.ok()) registered = RegisterHandler(plugin, handler.name, function);
  }
  LOGPHEAD_ASSIGN_OR_RETURN(Client client,
                            Client::Create(plugin, {{"cpu_device_count", int64_t{1}}}));
  return Loaded{std::move(client), registered};
}

class FfiEngine : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    static auto* const all = new std::map<std::string, Result<Loaded>>();
    const auto& loaded = all->try_emplace(GetParam(), Load(GetParam())).first->second;
    if (!loaded.ok()) {
      if (loaded.error().code() == Code::kNotFound) GTEST_SKIP() << loaded.error().message();
      FAIL() << loaded.error().ToString();
    }
    ASSERT_TRUE(loaded->registered.ok()) << loaded->registered.error().ToString();
    client_ = loaded->client;
  }

  // One call on operands of these types, all of whose f32 are small numbers and whose ids count
  // from 0; its f32 results, or the first error.
  Result<std::vector<std::vector<float>>> Call(const CustomCallAttr& call,
                                               const std::vector<TensorType>& operands,
                                               const std::vector<TensorType>& results) {
    Builder b("call", std::nullopt);
    Builder::Values values;
    for (size_t i = 0; i < operands.size(); ++i) {
      values.push_back(b.Argument("x" + std::to_string(i), operands[i]));
    }
    std::vector<Builder::Output> outputs;
    for (const hlo::Value value : b.CustomCall(call, values, results)) {
      outputs.push_back({"y" + std::to_string(outputs.size()), value, {}});
    }
    LOGPHEAD_ASSIGN_OR_RETURN(const hlo::Program program, b.Build(outputs));
    LOGPHEAD_ASSIGN_OR_RETURN(const LoadedExecutable executable,
                              client_->Compile(hlo::Print(program), {}));
    Random random(7);
    std::vector<Buffer> sent;
    given_.clear();
    for (const TensorType& type : operands) {
      const auto count = static_cast<size_t>(type.elements());
      std::vector<float> numbers(count);
      std::vector<int32_t> ids(count);
      for (size_t i = 0; i < count; ++i) {
        numbers[i] = static_cast<float>(random.Normal());
        ids[i] = static_cast<int32_t>(i);
      }
      const void* data = type.dtype == DType::kF32 ? static_cast<const void*>(numbers.data())
                                                   : static_cast<const void*>(ids.data());
      given_.push_back(numbers);
      LOGPHEAD_ASSIGN_OR_RETURN(Buffer buffer,
                                client_->ToDevice(type.dtype, type.dims, data, {}, 0));
      sent.push_back(std::move(buffer));
    }
    std::vector<const Buffer*> arguments;
    for (const Buffer& buffer : sent) arguments.push_back(&buffer);
    LOGPHEAD_ASSIGN_OR_RETURN(const auto ran, executable.Execute({arguments}));
    std::vector<std::vector<float>> floats;
    for (const Buffer& buffer : ran[0]) {
      LOGPHEAD_ASSIGN_OR_RETURN(floats.emplace_back(), Floats(buffer));
    }
    return floats;
  }

  std::string ErrorOf(const CustomCallAttr& call, const std::vector<TensorType>& operands,
                      const std::vector<TensorType>& results) {
    const auto floats = Call(call, operands, results);
    return floats.ok() ? "no error" : floats.error().message();
  }

  std::optional<Client> client_;
  std::vector<std::vector<float>> given_;  // operands of the last call
};

INSTANTIATE_TEST_SUITE_P(Installed, FfiEngine,
                         ::testing::Values("xla-cpu-pjrt==0.0.1", "lammps-jax-pjrt-cpu==0.11.2"),
                         [](const auto& each) {
                           return std::string(each.param[0] == 'x' ? "XlaCpu" : "LammpsJax");
                         });

// Logits over the temperature of 0.5 of the operands of the last call.
std::vector<std::vector<double>> Logits(const std::vector<std::vector<float>>& given) {
  std::vector<std::vector<double>> logits(5, std::vector<double>(21, 0));
  for (size_t i = 0; i < 5; ++i) {
    for (size_t j = 0; j < 21; ++j) {
      for (size_t h = 0; h < 12; ++h) {
        logits[i][j] +=
            static_cast<double>(given[0][i * 12 + h]) * static_cast<double>(given[1][h * 21 + j]);
      }
      logits[i][j] /= 0.5;
    }
  }
  return logits;
}

TEST_P(FfiEngine, SoftmaxAgreesWithFloat64) {
  const auto parts = Call(Softmax(), {kHidden, kKernel, kTargets, kIds},
                          {kTokens, kTokens, kTokens, kTokens, kTokens});
  ASSERT_TRUE(parts.ok()) << parts.error().ToString();
  const std::vector<std::vector<double>> logits = Logits(given_);
  for (size_t i = 0; i < 5; ++i) {
    const double max = *std::max_element(logits[i].begin(), logits[i].end());
    double sum = 0;
    double weighted = 0;
    for (const double z : logits[i]) {
      sum += std::exp(z - max);
      weighted += std::exp(z - max) * (z - max);
    }
    EXPECT_NEAR(static_cast<double>((*parts)[0][i]), max, 1e-5);
    EXPECT_NEAR(static_cast<double>((*parts)[1][i]), sum, 1e-5 * sum);
    EXPECT_NEAR(static_cast<double>((*parts)[2][i]), weighted, 1e-5 * sum);
    EXPECT_NEAR(static_cast<double>((*parts)[3][i]), logits[i][i] - max, 1e-5);
    EXPECT_EQ((*parts)[4][i], 1);
  }
}

TEST_P(FfiEngine, BackwardAgreesWithFloat64) {
  // Of any max, log_sum and cotangents: p = exp(z - max - log_sum).
  const auto gradients =
      Call(Backward(), {kHidden, kKernel, kTargets, kIds, kTokens, kTokens, kNone, kTokens, kNone},
           {kHidden, kKernel});
  ASSERT_TRUE(gradients.ok()) << gradients.error().ToString();
  const std::vector<std::vector<double>> logits = Logits(given_);
  std::vector<double> d_hidden(5 * 12, 0);
  std::vector<double> d_kernel(12 * 21, 0);
  double largest = 0;
  for (size_t i = 0; i < 5; ++i) {
    for (size_t j = 0; j < 21; ++j) {
      const double p = std::exp(logits[i][j] - static_cast<double>(given_[4][i]) -
                                static_cast<double>(given_[5][i]));
      const double d_logit = ((i == j ? 1 : 0) - p) * static_cast<double>(given_[7][i]) / 0.5;
      for (size_t h = 0; h < 12; ++h) {
        d_hidden[i * 12 + h] += d_logit * static_cast<double>(given_[1][h * 21 + j]);
        d_kernel[h * 21 + j] += d_logit * static_cast<double>(given_[0][i * 12 + h]);
        largest = std::max(largest, std::abs(d_logit));
      }
    }
  }
  ASSERT_GT(largest, 0.1);
  for (size_t k = 0; k < d_hidden.size(); ++k) {
    EXPECT_NEAR(static_cast<double>((*gradients)[0][k]), d_hidden[k], 1e-4 * largest);
  }
  for (size_t k = 0; k < d_kernel.size(); ++k) {
    EXPECT_NEAR(static_cast<double>((*gradients)[1][k]), d_kernel[k], 1e-4 * largest);
  }
}

// From kept logits, and added to what d_kernel was, with and without being told that the result has
// the operand's place.
TEST_P(FfiEngine, GradientsOfKeptLogitsAreAdded) {
  const int64_t kept = kernels::LogitsFloats(5, 21, DType::kF32, DType::kF32);
  const TensorType logits{DType::kF32, {kept}};
  for (const bool in_place : {true, false}) {
    Builder b("kept", std::nullopt);
    Builder::Values x;
    for (const TensorType& type : {kHidden, kKernel, kTargets, kIds, kTokens, kKernel}) {
      x.push_back(b.Argument("x" + std::to_string(x.size()), type));
    }
    CustomCallAttr keeping = Softmax();
    keeping.target = "logphead_softmax_keeping";
    const Builder::Values head = {x[0], x[1], x[2], x[3]};
    const Builder::Values parts =
        b.CustomCall(keeping, head, {kTokens, kTokens, kTokens, kTokens, kTokens, logits});
    const hlo::Value none = b.Splat(kNone, 0);
    const hlo::Value log_sum = b.Log(parts[1]);
    Builder::Values state = head;
    state.insert(state.end(), {parts[0], log_sum, none, x[4], none});
    const Builder::Values alone = b.CustomCall(Backward(), state, {kHidden, kKernel});
    state.insert(state.end(), {parts[5], x[5]});
    CustomCallAttr added = Backward("logphead_backward_of");
    if (in_place) added.aliases = {{1, 10}};
    const Builder::Values sum = b.CustomCall(added, state, {kHidden, kKernel});
    const hlo::Value off = b.Subtract(b.Subtract(sum[1], x[5]), alone[1]);
    const auto program = b.Build({{"d_hidden", b.Subtract(sum[0], alone[0]), {}},
                                  {"d_kernel", off, {}},
                                  {"before", x[5], {}},
                                  {"alone", alone[1], {}}});
    ASSERT_TRUE(program.ok()) << program.error().ToString();
    const auto executable = client_->Compile(hlo::Print(*program), {});
    ASSERT_TRUE(executable.ok()) << executable.error().ToString();
    Random random(3);
    std::vector<Buffer> sent;
    std::vector<const Buffer*> arguments;
    std::vector<float> before;
    for (const hlo::Port& port : program->main().arguments) {
      const auto count = static_cast<size_t>(port.type.elements());
      before = random.Normals(count);
      std::vector<int32_t> ids(count);
      for (size_t i = 0; i < count; ++i) ids[i] = static_cast<int32_t>(i);
      const bool is_float = port.type.dtype == DType::kF32;
      auto buffer = client_->ToDevice(
          port.type.dtype, port.type.dims,
          is_float ? static_cast<const void*>(before.data()) : static_cast<const void*>(ids.data()),
          {}, 0);
      ASSERT_TRUE(buffer.ok()) << buffer.error().ToString();
      sent.push_back(*std::move(buffer));
    }
    for (const Buffer& buffer : sent) arguments.push_back(&buffer);
    const auto ran = executable->Execute({arguments});
    ASSERT_TRUE(ran.ok()) << ran.error().ToString();
    std::vector<std::vector<float>> results;
    for (const Buffer& buffer : (*ran)[0]) {
      const auto floats = Floats(buffer);
      ASSERT_TRUE(floats.ok()) << floats.error().ToString();
      results.push_back(*floats);
    }
    float largest = 0;
    for (const float value : results[3]) largest = std::max(largest, std::abs(value));
    EXPECT_GT(largest, 0.1F);
    for (const float value : results[0]) EXPECT_NEAR(value, 0, 1e-5);
    for (const float value : results[1]) EXPECT_NEAR(value, 0, 1e-5);
    // An argument is not the engine's to write to, whatever takes its place.
    EXPECT_EQ(results[2], before);
  }
}

TEST_P(FfiEngine, EmptyArraysAreFine) {
  const TensorType no_hidden{DType::kF32, {0, 12}};
  const TensorType no_targets{DType::kS32, {0}};
  const auto parts = Call(Softmax(), {no_hidden, kKernel, no_targets, no_targets},
                          {kNone, kNone, kNone, kNone, kNone});
  ASSERT_TRUE(parts.ok()) << parts.error().ToString();
  const auto gradients = Call(
      Backward(), {no_hidden, kKernel, no_targets, no_targets, kNone, kNone, kNone, kNone, kNone},
      {no_hidden, kKernel});
  ASSERT_TRUE(gradients.ok()) << gradients.error().ToString();
  EXPECT_EQ((*gradients)[1], std::vector<float>(12 * 21, 0));
}

TEST_P(FfiEngine, OperandsThatDoNotFitAreErrors) {
  using Types = std::vector<TensorType>;
  const Types good = {kHidden, kKernel, kTargets, kIds};
  const Types tokens(5, kTokens);
  ASSERT_EQ(ErrorOf(Softmax(), good, tokens), "no error");
  const auto with = [&](Types types, size_t at, TensorType type) {
    types[at] = std::move(type);
    return types;
  };
  const auto softmax = [&](size_t at, TensorType type) {
    return ErrorOf(Softmax(), with(good, at, std::move(type)), tokens);
  };
  EXPECT_THAT(softmax(0, {DType::kF32, {5, 12, 1}}),
              HasSubstr("hidden is f32[5,12,1] (must be bf16 or f32 [N, H])"));
  EXPECT_THAT(softmax(0, {DType::kS32, {5, 12}}), HasSubstr("hidden is s32[5,12]"));
  EXPECT_THAT(softmax(0, {DType::kU32, {5, 12}}), HasSubstr("hidden is an array of type 8 [5,12]"));
  EXPECT_THAT(softmax(0, {DType::kF32, {5, 0}}), HasSubstr("(must be [0, V] as hidden is"));
  EXPECT_THAT(softmax(1, {DType::kF32, {21, 12}}),
              HasSubstr("kernel is f32[21,12] (must be [12, V] as hidden is f32[5,12])"));
  EXPECT_THAT(softmax(1, {DType::kF32, {12}}), HasSubstr("kernel is f32[12]"));
  EXPECT_THAT(softmax(2, {DType::kS32, {4}}), HasSubstr("targets is s32[4] (must be s32[5])"));
  EXPECT_THAT(softmax(2, kTokens), HasSubstr("targets is f32[5] (must be s32[5])"));
  EXPECT_THAT(softmax(3, {DType::kS32, {20}}),
              HasSubstr("column_ids is s32[20] (must be s32[21])"));
  EXPECT_THAT(softmax(3, kNone), HasSubstr("column_ids is f32[0]"));
  for (size_t i = 0; i < 5; ++i) {
    EXPECT_THAT(ErrorOf(Softmax(), good, with(tokens, i, {DType::kF32, {6}})),
                HasSubstr("is f32[6] (must be f32[5])"));
  }
  EXPECT_THAT(ErrorOf(Softmax(), {kHidden, kKernel, kTargets}, tokens), HasSubstr("expected"));
  EXPECT_THAT(ErrorOf(Softmax(), good, {kTokens}), HasSubstr("expected"));

  CustomCallAttr keeping = Softmax();
  keeping.target = "logphead_softmax_keeping";
  EXPECT_THAT(ErrorOf(keeping, good, {kTokens, kTokens, kTokens, kTokens, kTokens, kTokens}),
              HasSubstr("logits is f32[5] (must be f32["));

  const Types state = {kHidden, kKernel, kTargets, kIds,   kTokens,
                       kTokens, kTokens, kTokens,  kTokens};
  const Types gradients = {kHidden, kKernel};
  ASSERT_EQ(ErrorOf(Backward(), state, gradients), "no error");
  const char* const names[] = {"max", "log_sum", "mean_shifted", "d_logps", "d_entropies"};
  for (size_t i = 0; i < 5; ++i) {
    EXPECT_THAT(ErrorOf(Backward(), with(state, 4 + i, {DType::kF32, {4}}), gradients),
                HasSubstr(std::string(names[i]) + " is f32[4] (must be f32[5])"));
  }
  EXPECT_THAT(ErrorOf(Backward(), with(state, 6, kNone), gradients),
              HasSubstr("d_entropies are given without mean_shifted"));
  EXPECT_THAT(ErrorOf(Backward(), state, {kKernel, kKernel}), HasSubstr("d_hidden is f32[12,21]"));
  EXPECT_THAT(ErrorOf(Backward(), state, {kHidden, {DType::kBF16, {12, 21}}}),
              HasSubstr("d_kernel is bf16[12,21] (must be f32[12,21])"));
}

TEST_P(FfiEngine, AttributesThatDoNotFitAreErrors) {
  const std::vector<TensorType> operands = {kHidden, kKernel, kTargets, kIds};
  const std::vector<TensorType> results(5, kTokens);
  const auto error = [&](size_t at, hlo::ConfigValue value) {
    CustomCallAttr call = Softmax();
    call.config[at].value = std::move(value);
    return ErrorOf(call, operands, results);
  };
  EXPECT_THAT(error(0, 0.0), HasSubstr("temperature 0 is not a finite number above 0"));
  EXPECT_THAT(error(1, true), HasSubstr("(must be [V, 12] as hidden is"));
  EXPECT_THAT(error(2, std::string("avx9")), HasSubstr("no instruction set avx9"));
  EXPECT_THAT(error(3, int64_t{-1}), HasSubstr("threads are -1"));
  EXPECT_THAT(error(0, int64_t{1}), HasSubstr("expected F64 but got S64"));
  CustomCallAttr call = Softmax();
  call.config.pop_back();
  EXPECT_THAT(ErrorOf(call, operands, results), HasSubstr("Wrong number of attributes"));
  CustomCallAttr filter = Backward();
  filter.config.back().value = 1.0;
  EXPECT_THAT(
      ErrorOf(filter, {kHidden, kKernel, kTargets, kIds, kTokens, kTokens, kNone, kTokens, kNone},
              {kHidden, kKernel}),
      HasSubstr("gradient filter 1 is not in [0, 1)"));
}

// A name without a handler is refused when the program is compiled or run, not a crash.
TEST_P(FfiEngine, UnknownNamesAreErrors) {
  CustomCallAttr call = Softmax();
  call.target = "logphead_absent";
  EXPECT_THAT(ErrorOf(call, {kHidden}, {kTokens}), HasSubstr("logphead_absent"));
}

}  // namespace
}  // namespace logphead
