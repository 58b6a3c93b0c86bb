// SPDX-License-Identifier: Apache-2.0
// The plan layer on programs of the real compilers that are installed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <optional>
#include <string>

#include "logphead/pjrt/client.h"
#include "logphead/pjrt/find.h"
#include "logphead/pjrt/topology.h"
#include "logphead/plan/census.h"
#include "logphead/plan/compile_message.h"
#include "logphead/plan/program_diff.h"

namespace logphead {
namespace {

struct Variant {
  std::string location = "first";  // metadata: where each operation says it comes from
  std::string factor = "2.0";
};

// Five rounds of x <- factor * tanh(x w), x [16,32] by rows over "a", w [32,32] by rows over "b"
// and replicated before use: one all-gather of [32,32] per device.
std::string Program(const Variant& variant) {
  const std::string at = " loc(\"" + variant.location + "\")\n";
  return R"mlir(
module @m attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["a"=2, "b"=4]>
  func.func public @main(
      %x: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>},
      %w: tensor<32x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}]>})
      -> (tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
    %whole = sdy.sharding_constraint %w <@mesh, [{}, {}]> : tensor<32x32xf32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %five = stablehlo.constant dense<5> : tensor<i32>
    %factor = stablehlo.constant dense<)mlir" +
         variant.factor + R"mlir(> : tensor<16x32xf32>
    %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<16x32xf32>
      cond {
        %more = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %more : tensor<i1>
      } do {
        %next = stablehlo.add %i, %one : tensor<i32>
        %p = stablehlo.dot_general %y, %whole, contracting_dims = [1] x [0]
            : (tensor<16x32xf32>, tensor<32x32xf32>) -> tensor<16x32xf32>)mlir" +
         at + "%t = stablehlo.tanh %p : tensor<16x32xf32>" + at +
         "%s = stablehlo.multiply %t, %factor : tensor<16x32xf32>" + at + R"mlir(
        stablehlo.return %next, %s : tensor<i32>, tensor<16x32xf32>
      }
    return %r#1 : tensor<16x32xf32>
  }
})mlir";
}

// One compiler: "cpu" packages through a client, "libtpu" through a topology.
class Compilers : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    is_tpu_ = GetParam().starts_with("libtpu");
    const auto found = FindPlugin(is_tpu_ ? Engine::kTpu : Engine::kCpu, GetParam());
    if (!found.ok()) GTEST_SKIP() << found.error().message();
    if (is_tpu_) PrepareTpuEnvironment();
    auto plugin = Plugin::Load(found->path);
    ASSERT_TRUE(plugin.ok()) << plugin.error().ToString();
    if (is_tpu_) {
      auto topology = Topology::Create(*plugin, "tpu7x:2x2x1");
      ASSERT_TRUE(topology.ok()) << topology.error().ToString();
      topology_ = *std::move(topology);
    } else {
      auto client = Client::Create(*plugin, {{"cpu_device_count", int64_t{8}}});
      ASSERT_TRUE(client.ok()) << client.error().ToString();
      client_ = *std::move(client);
    }
  }

  OptimizedProgram Compile(const Variant& variant) {
    CompileOptions options;
    options.num_partitions = 8;
    const std::string text = Program(variant);
    auto program = is_tpu_ ? Optimized(topology_->Compile(text, options))
                           : Optimized(client_->Compile(text, options));
    EXPECT_TRUE(program.ok()) << program.error().ToString();
    return program.ok() ? *std::move(program) : OptimizedProgram{};
  }

  HloModule Read(const OptimizedProgram& program) {
    auto module = ParseOptimizedProgram(program.format, program.bytes);
    EXPECT_TRUE(module.ok()) << module.error().ToString();
    return std::move(module).value();
  }

  template <typename E>
  static Result<OptimizedProgram> Optimized(const Result<E>& executable) {
    if (!executable.ok()) return executable.error();
    return executable->optimized_program();
  }

  bool is_tpu_ = false;
  std::optional<Client> client_;
  std::optional<Topology> topology_;
};

INSTANTIATE_TEST_SUITE_P(Installed, Compilers,
                         ::testing::Values("xla-cpu-pjrt==0.0.1", "lammps-jax-pjrt-cpu==0.11.2",
                                           "libtpu==0.0.51"),
                         [](const auto& param_info) {
                           const char first = param_info.param[0];
                           return std::string(first == 'x'                 ? "XlaCpu"
                                              : param_info.param[1] == 'a' ? "LammpsJax"
                                                                           : "Libtpu");
                         });

TEST_P(Compilers, TheCensusCountsItsCollective) {
  const HloModule module = Read(Compile({}));
  const auto census = CountCollectives(module);
  ASSERT_TRUE(census.ok()) << census.error().ToString();
  // libtpu multiplies by its rows of w and sums the products [8,32] in each of 5 trips, instead of
  // gathering w before them.
  const CollectiveCensus expected =
      is_tpu_ ? CollectiveCensus{{"all-reduce", {1, 8 * 32 * 4, 5, 5 * 8 * 32 * 4}}}
              : CollectiveCensus{{"all-gather", {1, 32 * 32 * 4, 1, 32 * 32 * 4}}};
  EXPECT_EQ(*census, expected) << ProgramText(module).ToString();
}

TEST_P(Compilers, MetadataAloneIsNoDifference) {
  const ProgramText a(Read(Compile({"first", "2.0"})));
  const ProgramText b(Read(Compile({"a_longer_place", "2.0"})));
  const ProgramDiff diff = DiffPrograms(a, b);
  EXPECT_EQ(diff.lines(), 0U) << ::testing::PrintToString(diff.listing);
  EXPECT_EQ(a.ToString(ProgramNames::kNumbered), b.ToString(ProgramNames::kNumbered));
}

TEST_P(Compilers, AnOtherConstantIsADifference) {
  const ProgramText a(Read(Compile({"first", "2.0"})));
  const ProgramText b(Read(Compile({"first", "3.0"})));
  const ProgramDiff diff = DiffPrograms(a, b);
  EXPECT_GT(diff.lines(), 0U);
  EXPECT_LT(diff.lines(), a.lines().size());
}

TEST_P(Compilers, ASavedProgramIsTheSame) {
  const OptimizedProgram program = Compile({});
  const std::string path =
      ::testing::TempDir() + "/logphead_plan_engine_" + std::to_string(::getpid()) + ".hlo.pb";
  ASSERT_TRUE(SaveProgram(path, program.bytes).ok());
  const auto loaded = LoadProgram(path);
  ::unlink(path.c_str());
  ASSERT_TRUE(loaded.ok()) << loaded.error().ToString();
  EXPECT_EQ(DiffPrograms(ProgramText(*loaded), ProgramText(Read(program))).lines(), 0U);
}

TEST_P(Compilers, AMessageBecomesOneLine) {
  CompileOptions options;
  const std::string text = "module { this is no program }";
  const auto failed = is_tpu_ ? Optimized(topology_->Compile(text, options))
                              : Optimized(client_->Compile(text, options));
  ASSERT_FALSE(failed.ok());
  const std::string message = OneLineMessage(failed.error().message());
  EXPECT_FALSE(message.empty());
  EXPECT_EQ(message.find('\n'), std::string::npos);
  EXPECT_EQ(OffendingShape(failed.error().message()), std::nullopt);
}

}  // namespace
}  // namespace logphead
