// SPDX-License-Identifier: Apache-2.0
// The plan layer on programs of the real compilers that are installed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "logphead/head/program.h"
#include "logphead/hlo/printer.h"
#include "logphead/pjrt/client.h"
#include "logphead/pjrt/find.h"
#include "logphead/pjrt/topology.h"
#include "logphead/plan/census.h"
#include "logphead/plan/compile_message.h"
#include "logphead/plan/cost.h"
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

  OptimizedProgram Compile(const Variant& variant) { return CompileText(Program(variant)); }

  OptimizedProgram CompileText(const std::string& text) {
    CompileOptions options;
    options.num_partitions = 8;
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

void ExpectTheCollectivesOfTheCensus(const HloModule& module, const ProgramCost& cost) {
  const auto census = CountCollectives(module);
  ASSERT_TRUE(census.ok()) << census.error().ToString();
  std::map<std::string, std::pair<int64_t, Count>> counted;
  std::map<std::string, std::pair<int64_t, Count>> found;
  for (const auto& [kind, entry] : *census) counted[kind] = {entry.count, entry.executions};
  for (const WireUse& use : cost.wire) {
    auto& [count, executions] = found.try_emplace(use.kind, 0, 0).first->second;
    count += use.count;
    executions = Plus(executions, use.executions);
  }
  EXPECT_EQ(found, counted);
}

TEST_P(Compilers, TheCostIsWhatThisProgramDoes) {
  const HloModule module = Read(Compile({}));
  const auto cost = CountCost(module, *Mesh::Parse("a=2,b=4"));
  ASSERT_TRUE(cost.ok()) << cost.error().ToString();
  EXPECT_THAT(cost->unknown, ::testing::IsEmpty());
  EXPECT_EQ(cost->exponentials, 5 * 8 * 32);
  // Of x [8,32], all columns by all rows of w; on a TPU by its 8 rows.
  EXPECT_EQ(cost->matmul_flops, 5 * 2 * 8 * 32 * (is_tpu_ ? 8 : 32));
  const WireUse expected = is_tpu_ ? WireUse{"all-reduce", "b", 4, 1, 5, 5 * 2 * 8 * 32 * 4 * 3 / 4}
                                   : WireUse{"all-gather", "b", 4, 1, 1, 32 * 32 * 4 * 3 / 4};
  EXPECT_THAT(cost->wire, ::testing::ElementsAre(expected));
  EXPECT_EQ(cost->wire_bytes, expected.wire_bytes);
  EXPECT_EQ(cost->estimated_cycles.has_value(), is_tpu_);
  ExpectTheCollectivesOfTheCensus(module, *cost);
}

// 4 rows of 4096 tokens, over 4 devices along fsdp and 2 along context.
constexpr int64_t kTokens = 4 * 4096;
constexpr int64_t kHidden = 256;
constexpr int64_t kVocab = 4096;
constexpr int64_t kChunk = 256;
// Forward logits, the same again in the backward, and the gradients of both sides.
constexpr int64_t kProducts = 4;

HeadConfig Config(const char* head, bool is_tpu) {
  HeadConfig config;
  config.head = *ParseHead(head);
  config.mesh = *Mesh::Parse("fsdp=4,context=2");
  config.shardings = HeadShardings::Default(*config.mesh);
  config.batch = 4;
  config.sequence = kTokens / 4;
  config.hidden = kHidden;
  config.vocab = kVocab;
  config.chunk = kChunk;
  config.replicate = ReplicateMode::kAlways;
  config.f32_matmuls = !is_tpu;
  return config;
}

TEST_P(Compilers, TheCostOfTheLocalHead) {
  const HeadConfig config = Config("local", is_tpu_);
  const HloModule module =
      Read(CompileText(hlo::Print(*BuildProgram(config, ProgramKind::kLossAndGrad))));
  const auto cost = CountCost(module, config.mesh);
  ASSERT_TRUE(cost.ok()) << cost.error().ToString();
  EXPECT_THAT(cost->unknown, ::testing::IsEmpty());
  // Each token meets each column once.
  EXPECT_EQ(cost->matmul_flops, kProducts * 2 * kTokens * kHidden * kVocab / 8);
  // Whatever the compiler does, elements of logits go through exp twice.
  EXPECT_GE(cost->exponentials, 2 * kTokens / 8 * kVocab);
  // The kernel is gathered once, in f32 where bf16 is computed so; its gradient is f32.
  const int64_t gathered = kHidden * kVocab * (is_tpu_ ? 2 : 4) * 3 / 4;
  const int64_t scattered = kHidden / 4 * kVocab * 4 * 3;
  EXPECT_THAT(cost->wire,
              ::testing::IsSupersetOf({WireUse{"all-gather", "fsdp", 4, 1, 1, gathered},
                                       WireUse{"reduce-scatter", "fsdp", 4, 1, 1, scattered}}));
  ExpectTheCollectivesOfTheCensus(module, *cost);
}

TEST_P(Compilers, TheCostOfTheChunkedHead) {
  const HeadConfig config = Config("chunked", is_tpu_);
  const HloModule module =
      Read(CompileText(hlo::Print(*BuildProgram(config, ProgramKind::kLossAndGrad))));
  const auto cost = CountCost(module, config.mesh);
  ASSERT_TRUE(cost.ok()) << cost.error().ToString();
  EXPECT_THAT(cost->unknown, ::testing::IsEmpty());
  // Each device along context repeats all tokens of its rows.
  EXPECT_EQ(cost->matmul_flops, 2 * (kProducts * 2 * kTokens * kHidden * kVocab / 8));
  ExpectTheCollectivesOfTheCensus(module, *cost);
  if (!is_tpu_) return;  // which gathers the kernel before its loops
  // Per chunk: the kernel forward and backward, and its gradient in f32, as much as both.
  const int64_t chunks = kTokens / 4 / kChunk;
  const int64_t gather = kHidden * kVocab * 2 * 3 / 4;
  EXPECT_THAT(cost->wire,
              ::testing::IsSupersetOf(
                  {WireUse{"all-gather", "fsdp", 4, 2, 2 * chunks, 2 * chunks * gather},
                   WireUse{"reduce-scatter", "fsdp", 4, 1, chunks, chunks * (2 * gather)}}));
  ASSERT_TRUE(cost->wire_bytes.has_value());
  EXPECT_NEAR(static_cast<double>(*cost->wire_bytes), static_cast<double>(chunks * 4 * gather),
              0.05 * static_cast<double>(chunks * 4 * gather));
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
