// SPDX-License-Identifier: Apache-2.0
// Programs: their arguments, results, loops and products.
#include "logphead/head/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "logphead/head/targets.h"
#include "logphead/head/test_programs.h"

namespace logphead {
namespace {

using hlo::OpKind;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

// 2 rows of 12 tokens without a mesh, in chunks of 4.
HeadConfig Small() {
  HeadConfig config;
  config.batch = 2;
  config.sequence = 12;
  config.hidden = 3;
  config.vocab = 5;
  config.chunk = 4;
  return config;
}

// "name: type", with the sharding where there is one.
std::vector<std::string> Ports(const std::vector<hlo::Port>& ports) {
  std::vector<std::string> texts;
  for (const hlo::Port& port : ports) {
    texts.push_back(port.name + ": " + port.type.ToString());
    if (port.sharding) texts.back().append(" ").append(port.sharding->ToShardy());
  }
  return texts;
}

std::vector<std::string> Arguments(const HeadConfig& config, ProgramKind kind) {
  return Ports(MustBuild(config, kind).main().arguments);
}

std::vector<std::string> Results(const HeadConfig& config, ProgramKind kind) {
  return Ports(MustBuild(config, kind).main().results);
}

TEST(ProgramKind, NamesReadBack) {
  for (const ProgramKind kind : kAllKinds) {
    EXPECT_EQ(*ParseProgramKind(ProgramKindName(kind)), kind);
    HeadConfig config = Small();
    if (kind == ProgramKind::kFused) config.loss.emplace();
    EXPECT_EQ(MustBuild(config, kind).name, "logphead_" + std::string(ProgramKindName(kind)));
  }
  const auto unknown = ParseProgramKind("Forward");
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.error().message(),
            "program 'Forward' is unknown (use forward, backward, loss_and_grad or fused)");
}

TEST(ProgramPorts, Forward) {
  HeadConfig config = Small();
  EXPECT_THAT(Arguments(config, ProgramKind::kForward),
              ElementsAre("hidden: tensor<2x12x3xbf16>", "kernel: tensor<3x5xbf16>",
                          "targets: tensor<2x12xi32>"));
  EXPECT_THAT(Results(config, ProgramKind::kForward), ElementsAre("logps: tensor<2x12xf32>"));
  config.entropy = true;
  EXPECT_THAT(Arguments(config, ProgramKind::kForward), SizeIs(3));
  EXPECT_THAT(Results(config, ProgramKind::kForward),
              ElementsAre("logps: tensor<2x12xf32>", "entropies: tensor<2x12xf32>"));
}

TEST(ProgramPorts, Backward) {
  HeadConfig config = Small();
  EXPECT_THAT(Arguments(config, ProgramKind::kBackward),
              ElementsAre("hidden: tensor<2x12x3xbf16>", "kernel: tensor<3x5xbf16>",
                          "targets: tensor<2x12xi32>", "cotangent_logps: tensor<2x12xf32>"));
  EXPECT_THAT(Results(config, ProgramKind::kBackward),
              ElementsAre("logps: tensor<2x12xf32>", "d_hidden: tensor<2x12x3xbf16>",
                          "d_kernel: tensor<3x5xf32>"));
  config.entropy = true;
  EXPECT_THAT(Arguments(config, ProgramKind::kBackward),
              Contains("cotangent_entropies: tensor<2x12xf32>"));
  EXPECT_THAT(Results(config, ProgramKind::kBackward),
              ElementsAre("logps: tensor<2x12xf32>", "entropies: tensor<2x12xf32>",
                          "d_hidden: tensor<2x12x3xbf16>", "d_kernel: tensor<3x5xf32>"));
}

TEST(ProgramPorts, LossAndGrad) {
  HeadConfig config = Small();
  EXPECT_THAT(Arguments(config, ProgramKind::kLossAndGrad),
              ElementsAre("hidden: tensor<2x12x3xbf16>", "kernel: tensor<3x5xbf16>",
                          "targets: tensor<2x12xi32>", "weights: tensor<2x12xf32>",
                          "mask: tensor<2x12xf32>"));
  EXPECT_THAT(Results(config, ProgramKind::kLossAndGrad),
              ElementsAre("loss: tensor<f32>", "d_hidden: tensor<2x12x3xbf16>",
                          "d_kernel: tensor<3x5xf32>"));
  config.entropy = true;
  EXPECT_THAT(Results(config, ProgramKind::kLossAndGrad),
              ElementsAre("loss: tensor<f32>", "d_hidden: tensor<2x12x3xbf16>",
                          "d_kernel: tensor<3x5xf32>", "entropies: tensor<2x12xf32>"));
}

TEST(ProgramPorts, AreShardedOnAMesh) {
  HeadConfig config = MeshConfig(1024);
  config.entropy = true;
  const std::string tokens = " <@mesh, [{\"fsdp\", \"expert\"}, {\"context\"}]>";
  const std::string hidden =
      ": tensor<4x8192x16xbf16> <@mesh, [{\"fsdp\", \"expert\"}, {\"context\"}, {}]>";
  EXPECT_THAT(Arguments(config, ProgramKind::kBackward),
              ElementsAre("hidden" + hidden, "kernel: tensor<16x32xbf16> <@mesh, [{\"fsdp\"}, {}]>",
                          "targets: tensor<4x8192xi32>" + tokens,
                          "cotangent_logps: tensor<4x8192xf32>" + tokens,
                          "cotangent_entropies: tensor<4x8192xf32>" + tokens));
  EXPECT_THAT(
      Results(config, ProgramKind::kBackward),
      ElementsAre("logps: tensor<4x8192xf32>" + tokens, "entropies: tensor<4x8192xf32>" + tokens,
                  "d_hidden" + hidden, "d_kernel: tensor<16x32xf32> <@mesh, [{\"fsdp\"}, {}]>"));
  EXPECT_THAT(Results(config, ProgramKind::kLossAndGrad),
              Contains("loss: tensor<f32> <@mesh, []>"));
  EXPECT_EQ(MustBuild(config, ProgramKind::kForward).num_partitions(), 8);
  EXPECT_EQ(MustBuild(Small(), ProgramKind::kForward).num_partitions(), 1);
}

TEST(ProgramPorts, TiedKernel) {
  HeadConfig config = MeshConfig(1024);
  config.layout = KernelLayout::kVocabHidden;
  EXPECT_THAT(Arguments(config, ProgramKind::kBackward),
              Contains("kernel: tensor<32x16xbf16> <@mesh, [{}, {\"fsdp\"}]>"));
  EXPECT_THAT(Results(config, ProgramKind::kBackward),
              Contains("d_kernel: tensor<32x16xf32> <@mesh, [{}, {\"fsdp\"}]>"));
}

TEST(ProgramPorts, KernelGradientIsF32UnlessAsked) {
  for (const ProgramKind kind : {ProgramKind::kBackward, ProgramKind::kLossAndGrad}) {
    HeadConfig config = Small();
    EXPECT_THAT(Results(config, kind), Contains("d_kernel: tensor<3x5xf32>"));
    config.accumulate = Accumulate::kKernel;
    EXPECT_THAT(Results(config, kind), Contains("d_kernel: tensor<3x5xbf16>"));
    config.kernel_dtype = DType::kF32;
    EXPECT_THAT(Results(config, kind), Contains("d_kernel: tensor<3x5xf32>"));
  }
}

TEST(ProgramPorts, HiddenGradientHasTheHiddenDtype) {
  HeadConfig config = Small();
  config.kernel_dtype = DType::kF32;
  EXPECT_THAT(Results(config, ProgramKind::kBackward), Contains("d_hidden: tensor<2x12x3xbf16>"));
  config.hidden_dtype = DType::kF32;
  EXPECT_THAT(Results(config, ProgramKind::kBackward), Contains("d_hidden: tensor<2x12x3xf32>"));
}

// The number that a loop's index is compared with.
double TripCount(const hlo::Op& loop) {
  return std::get<hlo::ConstantAttr>(loop.regions[0].ops[0].attributes).value;
}

TEST(ProgramLoops, OneForEachPass) {
  for (const bool entropy : {false, true}) {
    HeadConfig config = Small();
    config.entropy = entropy;
    const auto loops = [&](ProgramKind kind) {
      const hlo::Program program = MustBuild(config, kind);
      std::vector<double> counts;
      for (const hlo::Op* loop : OpsOfKind(program, OpKind::kWhile)) {
        counts.push_back(TripCount(*loop));
      }
      return counts;
    };
    EXPECT_THAT(loops(ProgramKind::kForward), ElementsAre(3));
    EXPECT_THAT(loops(ProgramKind::kBackward), ElementsAre(3));
    EXPECT_THAT(loops(ProgramKind::kLossAndGrad), ElementsAre(3, 3));
  }
}

// Types of the products in the loops: the logits, and in the backward the two gradients.
std::vector<std::string> Products(const HeadConfig& config, ProgramKind kind) {
  const hlo::Program program = MustBuild(config, kind);
  std::vector<std::string> types;
  for (const hlo::Op* dot : OpsOfKind(program, OpKind::kDotGeneral)) {
    types.push_back(program.type(dot->results[0]).ToString());
  }
  return types;
}

TEST(ProgramProducts, ThreePerBackwardIteration) {
  const HeadConfig config = Small();
  EXPECT_THAT(Products(config, ProgramKind::kForward), ElementsAre("tensor<2x4x5xf32>"));
  EXPECT_THAT(Products(config, ProgramKind::kBackward),
              ElementsAre("tensor<2x4x5xf32>", "tensor<3x5xf32>", "tensor<2x4x3xf32>"));
  EXPECT_THAT(Products(config, ProgramKind::kLossAndGrad),
              ElementsAre("tensor<2x4x5xf32>", "tensor<2x4x5xf32>", "tensor<3x5xf32>",
                          "tensor<2x4x3xf32>"));
}

TEST(ProgramProducts, LogitsAreTheAccumulatorUnlessRounded) {
  HeadConfig config = Small();
  config.logits = LogitsPrecision::kBf16;
  EXPECT_THAT(Products(config, ProgramKind::kForward), ElementsAre("tensor<2x4x5xbf16>"));
  // f32 inputs have no bf16 product; their logits are rounded after it.
  config.hidden_dtype = DType::kF32;
  EXPECT_THAT(Products(config, ProgramKind::kForward), ElementsAre("tensor<2x4x5xf32>"));
  EXPECT_THAT(Text(config, ProgramKind::kForward),
              HasSubstr("(tensor<2x4x5xf32>) -> tensor<2x4x5xbf16>"));
  config.logits = LogitsPrecision::kF32;
  EXPECT_THAT(Text(config, ProgramKind::kForward), Not(HasSubstr("tensor<2x4x5xbf16>")));
}

TEST(ProgramProducts, AreExactForF32Inputs) {
  HeadConfig config = Small();
  EXPECT_THAT(Text(config, ProgramKind::kBackward), Not(HasSubstr("HIGHEST")));
  for (DType HeadConfig::*input : {&HeadConfig::hidden_dtype, &HeadConfig::kernel_dtype}) {
    config = Small();
    config.*input = DType::kF32;
    EXPECT_THAT(Text(config, ProgramKind::kBackward), Not(HasSubstr("DEFAULT")));
  }
}

TEST(ProgramText, HasNoF64) {
  for (const ProgramKind kind : kAllKinds) {
    HeadConfig config = Small();
    config.entropy = true;
    config.temperature = 0.7;
    EXPECT_THAT(Text(config, kind), Not(HasSubstr("f64")));
  }
}

TEST(ProgramText, TemperatureOneDividesNoLogits) {
  HeadConfig config = Small();
  const auto divided = [&](ProgramKind kind) {
    return Text(config, kind).find("stablehlo.divide") != std::string::npos;
  };
  EXPECT_FALSE(divided(ProgramKind::kForward));
  config.temperature = 2;
  EXPECT_TRUE(divided(ProgramKind::kForward));
  EXPECT_THAT(Text(config, ProgramKind::kForward), HasSubstr("dense<2.000000e+00>"));
}

// Values that pads outside the loops fill with, in order.
std::vector<double> Paddings(const hlo::Program& program) {
  std::vector<double> values;
  for (const hlo::Op* pad : OpsOfKind(program, OpKind::kPad)) {
    const hlo::Op* constant = Definition(program, pad->operands[1]);
    values.push_back(std::get<hlo::ConstantAttr>(constant->attributes).value);
  }
  return values;
}

TEST(ProgramChunks, WholeChunksArePaddedAndCutNowhere) {
  for (const int64_t chunk : {1, 3, 4, 12, 13, 4096}) {
    HeadConfig config = Small();
    config.chunk = chunk;
    for (const ProgramKind kind : kAllKinds) {
      const hlo::Program program = MustBuild(config, kind);
      EXPECT_THAT(OpsOfKind(program, OpKind::kPad), IsEmpty()) << chunk;
      EXPECT_THAT(OpsOfKind(program, OpKind::kSlice), IsEmpty()) << chunk;
    }
  }
}

// Padded tokens have no target, so that they reach neither gradients nor sums.
TEST(ProgramChunks, RaggedSequencesArePaddedWithoutTargets) {
  HeadConfig config = Small();
  config.chunk = 5;
  config.entropy = true;
  const hlo::Program forward = MustBuild(config, ProgramKind::kForward);
  EXPECT_THAT(Paddings(forward), ElementsAre(0, kIgnoredTarget));
  for (const hlo::Op* pad : OpsOfKind(forward, OpKind::kPad)) {
    EXPECT_EQ(forward.type(pad->results[0]).dims[1], 15);
    EXPECT_EQ(std::get<hlo::EdgesAttr>(pad->attributes).low[1], 0);
  }
  std::vector<std::string> cut;
  for (const hlo::Op* slice : OpsOfKind(forward, OpKind::kSlice)) {
    cut.push_back(forward.type(slice->results[0]).ToString());
  }
  EXPECT_THAT(cut, ElementsAre("tensor<2x12xf32>", "tensor<2x12xf32>"));
  EXPECT_THAT(Paddings(MustBuild(config, ProgramKind::kBackward)),
              ElementsAre(0, kIgnoredTarget, 0, 0));
}

TEST(ProgramChunks, BeyondTheSequenceIsTheSequence) {
  for (const int64_t sequence : {1, 12, 13}) {
    for (const ProgramKind kind : kAllKinds) {
      HeadConfig config = Small();
      config.sequence = sequence;
      config.chunk = sequence;
      const std::string whole = Text(config, kind);
      for (const int64_t more : {int64_t{1}, int64_t{100}, int64_t{1} << 40}) {
        config.chunk = sequence + more;
        EXPECT_EQ(Text(config, kind), whole) << config.chunk;
      }
    }
  }
}

TEST(ProgramText, IsTheSameEachTime) {
  for (const ProgramKind kind : kAllKinds) {
    const HeadConfig config = MeshConfig(4096);
    EXPECT_EQ(Text(config, kind), Text(config, kind));
  }
}

// No product takes or gives all tokens times all columns: logits exist a chunk at a time.
TEST(ProgramText, HoldsNoLogitsOfTheWholeSequence) {
  HeadConfig config = MeshConfig(1024);
  config.vocab = 12345;
  config.entropy = true;
  for (const ProgramKind kind : kAllKinds) {
    const hlo::Program program = MustBuild(config, kind);
    std::vector<int64_t> sizes;
    for (const hlo::TensorType& type : program.values) {
      if (!type.dims.empty() && type.dims.back() == config.vocab) sizes.push_back(type.elements());
    }
    EXPECT_THAT(sizes, Contains(int64_t{4} * 1024 * 12345));
    EXPECT_THAT(sizes, Each(::testing::Le(int64_t{4} * 1024 * 12345)));
  }
}

}  // namespace
}  // namespace logphead
