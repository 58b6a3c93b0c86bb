// SPDX-License-Identifier: Apache-2.0
// The pjrt layer against the real engines and compilers that are installed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "logphead/pjrt/client.h"
#include "logphead/pjrt/cuda_targets.h"
#include "logphead/pjrt/find.h"
#include "logphead/pjrt/topology.h"

namespace logphead {
namespace {

using ::testing::HasSubstr;

// x [16,4] sharded by rows times w [4,8], and the column sums of the product: the second result
// needs an all-reduce over the 8 devices.
constexpr char kSharded[] = R"mlir(
module @sharded attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["d"=8]>
  func.func public @main(
      %x: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>},
      %w: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>})
      -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>},
          tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %product = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
        : (tensor<16x4xf32>, tensor<4x8xf32>) -> tensor<16x8xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %sums = stablehlo.reduce(%product init: %zero) applies stablehlo.add across dimensions = [0]
        : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
    return %product, %sums : tensor<16x8xf32>, tensor<8xf32>
  }
}
)mlir";

CompileOptions EightWays() {
  CompileOptions options;
  options.num_partitions = 8;
  return options;
}

class CpuEngine : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    const auto found = FindPlugin(Engine::kCpu, GetParam());
    if (!found.ok()) GTEST_SKIP() << found.error().message();
    auto plugin = Plugin::Load(found->path);
    ASSERT_TRUE(plugin.ok()) << plugin.error().ToString();
    auto client = Client::Create(*plugin, {{"cpu_device_count", int64_t{8}}});
    ASSERT_TRUE(client.ok()) << client.error().ToString();
    client_ = *std::move(client);
  }
  std::optional<Client> client_;
};

INSTANTIATE_TEST_SUITE_P(Installed, CpuEngine,
                         ::testing::Values("xla-cpu-pjrt==0.0.1", "lammps-jax-pjrt-cpu==0.11.2"),
                         [](const auto& param_info) {
                           return std::string(param_info.param[0] == 'x' ? "XlaCpu" : "LammpsJax");
                         });

TEST_P(CpuEngine, DescribesItself) {
  EXPECT_EQ(client_->num_devices(), 8);
  EXPECT_EQ(client_->platform_name(), "cpu");
  EXPECT_GE(client_->plugin().api_version().minor, OldestApiVersion().minor);
  std::vector<std::string> names;
  for (const auto& [name, value] : client_->plugin().attributes()) names.push_back(name);
  EXPECT_THAT(names, ::testing::Contains("stablehlo_current_version"));
}

TEST_P(CpuEngine, RunsAShardedProgram) {
  const LiveObjectCounts before = LiveObjects();
  {
    auto program = client_->Compile(kSharded, EightWays());
    ASSERT_TRUE(program.ok()) << program.error().ToString();
    ASSERT_EQ(program->num_devices(), 8);
    std::vector<float> x(16 * 4);
    std::vector<float> w(4 * 8);
    std::iota(x.begin(), x.end(), -7.0F);
    std::iota(w.begin(), w.end(), 3.0F);
    std::vector<Buffer> buffers;
    for (int d = 0; d < 8; ++d) {
      const std::vector<int64_t> x_dims = {2, 4};
      const std::vector<int64_t> w_dims = {4, 8};
      auto x_part = client_->ToDevice(DType::kF32, x_dims, &x[static_cast<size_t>(d) * 8], {}, d);
      auto w_part = client_->ToDevice(DType::kF32, w_dims, w.data(), {}, d, HostData::kBorrowed);
      ASSERT_TRUE(x_part.ok() && w_part.ok());
      buffers.push_back(*std::move(x_part));
      buffers.push_back(*std::move(w_part));
    }
    std::vector<std::vector<const Buffer*>> arguments;
    for (size_t d = 0; d < 8; ++d) {
      arguments.push_back({&buffers[2 * d], &buffers[2 * d + 1]});
    }
    for (int repeat = 0; repeat < 3; ++repeat) {
      auto results = program->Execute(arguments);
      ASSERT_TRUE(results.ok()) << results.error().ToString();
      std::vector<float> sums(8, 0.0F);
      for (size_t d = 0; d < 8; ++d) {
        ASSERT_EQ((*results)[d].size(), 2U);
        const Buffer& product = (*results)[d][0];
        EXPECT_EQ(product.dims(), (std::vector<int64_t>{2, 8}));
        EXPECT_EQ(product.device(), static_cast<int>(d));
        std::vector<float> got(16);
        ASSERT_TRUE(product.ToHost(got.data(), product.size_bytes()).ok());
        for (size_t i = 0; i < 16; ++i) {
          const size_t row = d * 2 + i / 8;
          float want = 0.0F;
          for (size_t k = 0; k < 4; ++k) want += x[row * 4 + k] * w[k * 8 + i % 8];
          EXPECT_EQ(got[i], want) << "row " << row << " column " << i % 8;
          sums[i % 8] += want;
        }
      }
      for (const auto& row : *results) {
        std::vector<float> got(8);
        ASSERT_TRUE(row[1].ToHost(got.data(), 32).ok());
        EXPECT_EQ(got, sums);
      }
    }
  }
  EXPECT_EQ(LiveObjects(), before);
}

TEST_P(CpuEngine, TellsWhatItCompiled) {
  auto program = client_->Compile(kSharded, EightWays());
  ASSERT_TRUE(program.ok()) << program.error().ToString();
  const auto stats = program->memory_stats();
  ASSERT_TRUE(stats.ok()) << stats.error().ToString();
  // Per device: x [2,4] and w [4,8]; product [2,8] and sums [8].
  EXPECT_EQ(stats->argument_bytes, (8 + 32) * 4);
  EXPECT_GE(stats->output_bytes, (16 + 8) * 4);
  const auto optimized = program->optimized_program();
  ASSERT_TRUE(optimized.ok()) << optimized.error().ToString();
  EXPECT_EQ(optimized->format, "hlo_with_config");
  EXPECT_THAT(optimized->bytes, HasSubstr("all-reduce"));
  const auto outputs = program->outputs();
  ASSERT_TRUE(outputs.ok()) << outputs.error().ToString();
  ASSERT_EQ(outputs->size(), 2U);
  EXPECT_EQ((*outputs)[1].dims, std::vector<int64_t>{8});
  const auto fingerprint = program->fingerprint();
  if (fingerprint.ok()) {
    EXPECT_FALSE(fingerprint->empty());
  } else {
    EXPECT_EQ(fingerprint.error().code(), Code::kUnimplemented) << fingerprint.error().ToString();
  }
  const auto cost = program->cost_analysis();
  if (cost.ok()) {
    EXPECT_FALSE(cost->empty());
  } else {
    EXPECT_EQ(cost.error().code(), Code::kUnimplemented) << cost.error().ToString();
  }
}

TEST_P(CpuEngine, SendsAStridedSlice) {
  // Columns 2..4 of rows 1..3 of a [4,6] array.
  std::vector<int32_t> whole(24);
  std::iota(whole.begin(), whole.end(), 0);
  const std::vector<int64_t> dims = {3, 3};
  const std::vector<int64_t> strides = {6 * 4, 4};
  for (const HostData host_data : {HostData::kCopied, HostData::kBorrowed}) {
    auto buffer = client_->ToDevice(DType::kS32, dims, &whole[8], strides, 5, host_data);
    ASSERT_TRUE(buffer.ok()) << buffer.error().ToString();
    std::vector<int32_t> got(9);
    ASSERT_TRUE(buffer->ToHost(got.data(), 36).ok());
    EXPECT_EQ(got, (std::vector<int32_t>{8, 9, 10, 14, 15, 16, 20, 21, 22}));
  }
}

TEST_P(CpuEngine, CopiedHostDataMayChangeAtOnce) {
  constexpr size_t kCount = 1 << 20;
  const std::vector<int64_t> dims = {kCount};
  std::vector<float> data(kCount, 1.5F);
  auto buffer = client_->ToDevice(DType::kF32, dims, data.data(), {}, 0);
  std::fill(data.begin(), data.end(), 0.0F);
  ASSERT_TRUE(buffer.ok());
  std::vector<float> got(kCount);
  ASSERT_TRUE(buffer->ToHost(got.data(), kCount * 4).ok());
  EXPECT_EQ(got, std::vector<float>(kCount, 1.5F));
}

TEST_P(CpuEngine, EmptyAndScalarArrays) {
  const std::vector<int64_t> empty_dims = {0, 3};
  auto empty = client_->ToDevice(DType::kF32, empty_dims, nullptr, {}, 0);
  ASSERT_TRUE(empty.ok()) << empty.error().ToString();
  EXPECT_TRUE(empty->ToHost(nullptr, 0).ok());
  const double value = 2.5;
  auto scalar = client_->ToDevice(DType::kF64, {}, &value, {}, 7);
  ASSERT_TRUE(scalar.ok()) << scalar.error().ToString();
  double got = 0.0;
  ASSERT_TRUE(scalar->ToHost(&got, sizeof(got)).ok());
  EXPECT_EQ(got, value);
}

TEST_P(CpuEngine, PassesOnTheCompilersMessage) {
  const auto program = client_->Compile("module { this is no program }", CompileOptions());
  ASSERT_FALSE(program.ok());
  EXPECT_THAT(program.error().message(), HasSubstr("this"));
  // Both engines give text that does not parse the code "unknown"; it crosses unchanged.
  EXPECT_EQ(program.error().code(), Code::kUnknown) << program.error().ToString();
}

TEST_P(CpuEngine, TakesXlaFlagsAndRefusesUnknownOnes) {
  CompileOptions options = EightWays();
  options.xla_flags = {{"xla_cpu_enable_fast_math", false}};
  EXPECT_TRUE(client_->Compile(kSharded, options).ok());
  options.xla_flags = {{"xla_no_such_flag", true}};
  const auto program = client_->Compile(kSharded, options);
  ASSERT_FALSE(program.ok());
  EXPECT_THAT(program.error().message(), HasSubstr("xla_no_such_flag"));
}

TEST_P(CpuEngine, ArgumentsThatDoNotFitAreErrors) {
  auto program = client_->Compile(kSharded, EightWays());
  ASSERT_TRUE(program.ok());
  const std::vector<int64_t> dims = {1};
  const float value = 0.0F;
  auto wrong = client_->ToDevice(DType::kF32, dims, &value, {}, 0);
  ASSERT_TRUE(wrong.ok());
  const auto results = program->Execute({{&*wrong, &*wrong}});
  ASSERT_FALSE(results.ok());
  EXPECT_THAT(results.error().message(), HasSubstr("arguments for 1 devices"));
}

class TpuTopology : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto found = FindPlugin(Engine::kTpu);
    if (!found.ok()) GTEST_SKIP() << found.error().message();
    auto plugin = Plugin::Load(found->path);
    ASSERT_TRUE(plugin.ok()) << plugin.error().ToString();
    plugin_ = *std::move(plugin);
  }
  std::optional<Plugin> plugin_;
};

TEST_F(TpuTopology, DescribesEveryGeneration) {
  struct Case {
    const char* name;
    int devices;
  };
  for (const Case& c : {Case{"tpu7x:4x4x8", 256}, Case{"tpu7x:8x8x4", 512}, Case{"tpu7x:2x2x1", 8},
                        Case{"v6e:4x4", 16}, Case{"v5e:2x4", 8}, Case{"v5p:2x2x2", 8}}) {
    const auto topology = Topology::Create(*plugin_, c.name);
    ASSERT_TRUE(topology.ok()) << topology.error().ToString();
    EXPECT_EQ(topology->num_devices(), c.devices) << c.name;
    EXPECT_EQ(topology->platform_name(), "tpu");
    EXPECT_THAT(topology->device_kinds()[0], HasSubstr("TPU")) << c.name;
  }
}

TEST_F(TpuTopology, CompilesAProgram) {
  const LiveObjectCounts before = LiveObjects();
  {
    std::optional<Executable> program;
    {
      const auto topology = Topology::Create(*plugin_, "tpu7x:2x2x1");
      ASSERT_TRUE(topology.ok()) << topology.error().ToString();
      auto compiled = topology->Compile(kSharded, EightWays());
      ASSERT_TRUE(compiled.ok()) << compiled.error().ToString();
      program = *std::move(compiled);
    }
    const auto stats = program->memory_stats();
    ASSERT_TRUE(stats.ok()) << stats.error().ToString();
    EXPECT_GE(stats->argument_bytes, (8 + 32) * 4);
    EXPECT_GT(stats->generated_code_bytes, 0);
    const auto optimized = program->optimized_program();
    ASSERT_TRUE(optimized.ok()) << optimized.error().ToString();
    EXPECT_EQ(optimized->format, "hlo_with_config");
    EXPECT_THAT(optimized->bytes, HasSubstr("all-reduce"));
  }
  EXPECT_EQ(LiveObjects(), before);
}

TEST_F(TpuTopology, RefusesABadNameAndTooManyDevices) {
  const auto bad = Topology::Create(*plugin_, "tpu9z:2x2x1");
  ASSERT_FALSE(bad.ok());
  EXPECT_THAT(bad.error().message(), HasSubstr("tpu9z:2x2x1"));
  const auto small = Topology::Create(*plugin_, "v5e:2x2");
  ASSERT_TRUE(small.ok()) << small.error().ToString();
  const auto program = small->Compile(kSharded, EightWays());
  ASSERT_FALSE(program.ok());
  EXPECT_THAT(program.error().message(), HasSubstr("8 devices"));
}

TEST(CudaTopology, CompilesForEveryTarget) {
  const auto found = FindPlugin(Engine::kCuda);
  if (!found.ok()) GTEST_SKIP() << found.error().message();
  const auto plugin = Plugin::Load(found->path);
  ASSERT_TRUE(plugin.ok()) << plugin.error().ToString();
  for (const std::string& target : CudaTargets()) {
    const auto options = CudaTopologyOptions(target, 1, 8);
    ASSERT_TRUE(options.ok());
    const auto topology = Topology::Create(*plugin, target, *options);
    ASSERT_TRUE(topology.ok()) << topology.error().ToString();
    EXPECT_EQ(topology->num_devices(), 8);
    EXPECT_THAT(topology->device_kinds()[0], HasSubstr("NVIDIA"));
    const auto program = topology->Compile(kSharded, EightWays());
    ASSERT_TRUE(program.ok()) << program.error().ToString();
    const auto stats = program->memory_stats();
    ASSERT_TRUE(stats.ok()) << stats.error().ToString();
    EXPECT_EQ(stats->argument_bytes, (8 + 32) * 4);
    const auto optimized = program->optimized_program();
    ASSERT_TRUE(optimized.ok()) << optimized.error().ToString();
    EXPECT_THAT(optimized->bytes, HasSubstr("all-reduce"));
  }
}

}  // namespace
}  // namespace logphead
