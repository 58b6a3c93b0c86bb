// SPDX-License-Identifier: Apache-2.0
// Programs with native kernels: which calls they make, on what, and which loops are left.
#include "logphead/head/native_head.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "logphead/head/test_programs.h"
#include "logphead/kernels/head.h"

namespace logphead {
namespace {

using hlo::OpKind;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

// 8 devices, each with a row of 4096 of 8192 tokens.
HeadConfig Native(const char* head, ProgramKind kind = ProgramKind::kForward) {
  HeadConfig config = MeshConfig(512);
  config.hidden = 48;
  config.vocab = 50000;
  config.head = *ParseHead(head);
  config.kernels = Kernels::kNative;
  if (kind == ProgramKind::kFused) config.loss = LossConfig::Default(LossKind::kGrpo);
  return config;
}

// "logphead_softmax tensor<4096x48xbf16> tensor<48x50000xbf16>" of each call, and whether it is in
// a loop.
std::vector<std::string> Calls(const hlo::Program& program) {
  std::vector<std::string> calls;
  VisitOps(program.main().body, [&](const hlo::Op& op, int depth) {
    if (op.kind != OpKind::kCustomCall) return;
    calls.push_back(std::get<hlo::CustomCallAttr>(op.attributes).target + " " +
                    program.type(op.operands[0]).ToString() + " " +
                    program.type(op.operands[1]).ToString() + (depth > 1 ? " in the loop" : ""));
  });
  return calls;
}

const hlo::CustomCallAttr& CallOf(const hlo::Program& program, size_t index) {
  return std::get<hlo::CustomCallAttr>(
      OpsOfKind(program, OpKind::kCustomCall).at(index)->attributes);
}

TEST(NativePrograms, CallOnceOnAllTokens) {
  const hlo::Program local = MustBuild(Native("local"), ProgramKind::kForward);
  EXPECT_THAT(Calls(local), ElementsAre("logphead_softmax tensor<4096x48xbf16> "
                                        "tensor<48x50000xbf16>"));
  const hlo::Program vocab = MustBuild(Native("vocab:context,expert"), ProgramKind::kLossAndGrad);
  EXPECT_THAT(Calls(vocab),
              ElementsAre("logphead_softmax tensor<16384x48xbf16> tensor<48x12500xbf16>",
                          "logphead_backward tensor<16384x48xbf16> tensor<48x12500xbf16>"));
  for (const hlo::Program* program : {&local, &vocab}) {
    EXPECT_THAT(OpsOfKind(*program, OpKind::kWhile), IsEmpty());
    EXPECT_THAT(OpsOfKind(*program, OpKind::kDotGeneral), IsEmpty());
  }
}

TEST(NativePrograms, OnePassIsTwoWhereChunksWouldBeSmall) {
  HeadConfig config = Native("local", ProgramKind::kFused);
  config.kernel_dtype = DType::kF32;
  ASSERT_LT(NativeHead::ChunkOf(config, 4096, 1, 50000), 320);
  const std::string on = " tensor<4096x48xbf16> tensor<48x50000xf32>";
  const hlo::Program program = MustBuild(config, ProgramKind::kFused);
  EXPECT_THAT(Calls(program), ElementsAre("logphead_softmax" + on, "logphead_backward" + on));
  EXPECT_THAT(OpsOfKind(program, OpKind::kWhile), IsEmpty());
  // All tokens are one chunk, however few.
  config.sequence = 64;
  EXPECT_THAT(Calls(MustBuild(config, ProgramKind::kFused))[0],
              HasSubstr("logphead_softmax_keeping tensor<32x48xbf16>"));
}

TEST(NativePrograms, OnePassTakesChunksAndAddsInPlace) {
  const hlo::Program program = MustBuild(Native("local", ProgramKind::kFused), ProgramKind::kFused);
  EXPECT_THAT(OpsOfKind(program, OpKind::kWhile), SizeIs(1));
  EXPECT_THAT(OpsOfKind(program, OpKind::kDotGeneral), IsEmpty());
  const int64_t chunk = NativeHead::ChunkOf(Native("local"), 4096, 1, 50000);
  const std::string on =
      " tensor<" + std::to_string(chunk) + "x48xbf16> tensor<48x50000xbf16> in the loop";
  EXPECT_THAT(Calls(program),
              ElementsAre("logphead_softmax_keeping" + on, "logphead_backward_of" + on));
  const std::vector<hlo::Alias>& aliases = CallOf(program, 1).aliases;
  const hlo::Op& op = *OpsOfKind(program, OpKind::kCustomCall)[1];
  ASSERT_THAT(op.operands, SizeIs(11));
  ASSERT_THAT(aliases, SizeIs(1));
  EXPECT_EQ(aliases[0].result, 1);
  EXPECT_EQ(aliases[0].operand, 10);
  EXPECT_EQ(program.type(op.results[1]).ToString(), "tensor<48x50000xf32>");
}

TEST(NativePrograms, ChunkedSharesTheVocabularyOrKeepsItsTokens) {
  HeadConfig config = Native("chunked");
  EXPECT_EQ(config.built_head().ToString(), "vocab:fsdp,context,expert");
  EXPECT_THAT(Calls(MustBuild(config, ProgramKind::kForward)),
              ElementsAre("logphead_softmax tensor<32768x48xbf16> tensor<48x6250xbf16>"));
  config.vocab = 32000;  // fewer than the 32768 tokens
  EXPECT_EQ(config.built_head().ToString(), "local");
  EXPECT_THAT(Calls(MustBuild(config, ProgramKind::kForward)),
              ElementsAre("logphead_softmax tensor<4096x48xbf16> tensor<48x32000xbf16>"));
  EXPECT_EQ(WithoutMesh(config).built_head().ToString(), "local");
  config.batch = config.sequence = 1;
  config.vocab = 7;  // a device more than columns
  config.shardings = {};
  EXPECT_EQ(config.built_head().ToString(), "local");
  config.vocab = 8;
  EXPECT_EQ(config.built_head().ToString(), "vocab:fsdp,context,expert");
  config.kernels = Kernels::kXla;
  EXPECT_EQ(config.built_head().ToString(), "chunked");
}

TEST(NativePrograms, HandOverTheConfig) {
  HeadConfig config = Native("local", ProgramKind::kFused);
  config.temperature = 0.5;
  config.isa = "avx2";
  config.gradient_filter = 0.25;
  config.layout = KernelLayout::kVocabHidden;
  const hlo::Program program = MustBuild(config, ProgramKind::kFused);
  const std::string text = hlo::Print(program);
  EXPECT_THAT(text, HasSubstr("@logphead_softmax_keeping"));
  EXPECT_THAT(text, HasSubstr("backend_config = {isa = \"avx2\", temperature = 5.000000e-01 : f64, "
                              "threads = 0 : i64, vocab_major = true}"));
  EXPECT_THAT(text, HasSubstr("backend_config = {gradient_filter = 2.500000e-01 : f64, isa = "
                              "\"avx2\", temperature = 5.000000e-01 : f64, threads = 0 : i64, "
                              "vocab_major = true}"));
}

TEST(NativePrograms, KernelsAreTakenAsTheyAre) {
  // Of another dtype than the hidden states, without a copy in theirs.
  HeadConfig config = Native("local");
  config.hidden_dtype = DType::kF32;
  const hlo::Program program = MustBuild(config, ProgramKind::kForward);
  EXPECT_THAT(Calls(program), ElementsAre("logphead_softmax tensor<4096x48xf32> "
                                          "tensor<48x50000xbf16>"));
  EXPECT_THAT(OpsOfKind(program, OpKind::kConvert), IsEmpty());
}

TEST(NativePrograms, PartsOfHiddenGradientsAreSummedInF32) {
  for (const ProgramKind kind : {ProgramKind::kBackward, ProgramKind::kLossAndGrad}) {
    const auto d_hidden = [&](const char* head) {
      const hlo::Program program = MustBuild(Native(head), kind);
      const hlo::Op& last = *OpsOfKind(program, OpKind::kCustomCall).back();
      return program.type(last.results[0]).dtype;
    };
    EXPECT_EQ(d_hidden("local"), DType::kBF16);
    EXPECT_EQ(d_hidden("vocab:context"), DType::kF32);
  }
}

// Engines refuse a manual computation there.
TEST(OneDevice, IsNoMesh) {
  HeadConfig config = Native("local");
  config.mesh = *Mesh::Parse("fsdp=1,context=1");
  config.shardings = HeadShardings::Default(*config.mesh);
  for (const char* head : {"local", "vocab:context"}) {
    config.head = *ParseHead(head);
    for (const Kernels kernels : {Kernels::kXla, Kernels::kNative}) {
      config.kernels = kernels;
      const std::string text = Text(config, ProgramKind::kBackward);
      EXPECT_THAT(text, Not(HasSubstr("sdy.")));
      EXPECT_THAT(text, HasSubstr("num_partitions = 1"));
    }
  }
}

TEST(NativeChunk, IsWhatFitsAndEven) {
  constexpr int64_t kBytes = int64_t{48} << 20;
  HeadConfig config;
  for (const DType kernel : {DType::kBF16, DType::kF32}) {
    config.kernel_dtype = kernel;
    const auto fits = [&](int64_t tokens, int64_t columns) {
      return kernels::LogitsFloats(tokens, columns, config.hidden_dtype, kernel) * 4 <= kBytes;
    };
    EXPECT_EQ(NativeHead::ChunkOf(config, 100, 1, 1000), 100);
    for (const int64_t tokens : {1, 239, 1000, 4096}) {
      for (const int64_t group : {1, 4}) {
        for (const int64_t columns : {50000, 150000}) {
          const int64_t chunk = NativeHead::ChunkOf(config, tokens, group, columns);
          const int64_t chunks = (tokens + chunk - 1) / chunk;
          EXPECT_TRUE(fits(group * chunk, columns));
          // One chunk fewer would not fit, and no chunk is nearly empty.
          if (chunks > 1) {
            EXPECT_FALSE(fits(group * ((tokens + chunks - 2) / (chunks - 1)), columns));
          }
          EXPECT_LT(chunks * chunk - tokens, chunks);
        }
      }
    }
    // A token whose logits alone do not fit is a chunk.
    EXPECT_EQ(NativeHead::ChunkOf(config, 5, 8, int64_t{1} << 24), 1);
  }
  // In 16 bits twice as many fit, but for what goes with them.
  config.kernel_dtype = DType::kBF16;
  const int64_t halves = NativeHead::ChunkOf(config, 100000, 1, 50000);
  config.kernel_dtype = DType::kF32;
  EXPECT_GT(halves, NativeHead::ChunkOf(config, 100000, 1, 50000) * 3 / 2);
}

TEST(NativeConfig, WhatKernelsDoNotDoIsRefused) {
  HeadConfig config = Native("local");
  EXPECT_TRUE(CheckConfig(config).ok());
  config.logits = LogitsPrecision::kBf16;
  EXPECT_THAT(CheckConfig(config).error().message(),
              HasSubstr("native kernels keep logits in f32"));
  config = Native("local");
  for (const double filter : {-0.1, 1.0, std::nan("")}) {
    config.gradient_filter = filter;
    EXPECT_FALSE(CheckConfig(config).ok()) << filter;
  }
  config.gradient_filter = 0.1;
  EXPECT_TRUE(CheckConfig(config).ok());
  config.kernels = Kernels::kXla;
  EXPECT_EQ(CheckConfig(config).error().message(), "a gradient filter needs native kernels");
}

}  // namespace
}  // namespace logphead
