// SPDX-License-Identifier: Apache-2.0
// HeadConfig: what is refused, and what follows from it.
#include "logphead/head/config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "logphead/head/test_programs.h"

namespace logphead {
namespace {

using ::testing::ElementsAre;

struct Wrong {
  const char* name;
  std::function<void(HeadConfig&)> spoil;
  const char* message;
};

void PrintTo(const Wrong& each, std::ostream* out) { *out << each.name; }

class ConfigRefuses : public ::testing::TestWithParam<Wrong> {};

TEST_P(ConfigRefuses, InEveryProgram) {
  HeadConfig config = MeshConfig(1024);
  ASSERT_TRUE(CheckConfig(config).ok());
  GetParam().spoil(config);
  const Status status = CheckConfig(config);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code(), Code::kInvalidArgument);
  EXPECT_EQ(status.error().message(), GetParam().message);
  for (const ProgramKind kind : kAllKinds) {
    const auto program = BuildProgram(config, kind, EmptyEnv);
    ASSERT_FALSE(program.ok());
    EXPECT_EQ(program.error().message(), GetParam().message);
  }
}

using C = HeadConfig;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

const auto kSizes = ::testing::Values(
    Wrong{"Batch", [](C& c) { c.batch = 0; }, "batch is 0 (use 1 or more)"},
    Wrong{"Sequence", [](C& c) { c.sequence = -2; }, "sequence is -2 (use 1 or more)"},
    Wrong{"Hidden", [](C& c) { c.hidden = 0; }, "hidden is 0 (use 1 or more)"},
    Wrong{"Vocab", [](C& c) { c.vocab = 0; }, "vocab is 0 (use 1 or more)"},
    Wrong{"ChunkZero", [](C& c) { c.chunk = 0; }, "chunk is 0 (use 1 or more)"},
    Wrong{"ChunkNegative", [](C& c) { c.chunk = -1024; }, "chunk is -1024 (use 1 or more)"},
    Wrong{"VocabBeyondIds", [](C& c) { c.vocab = int64_t{1} << 31; },
          "vocab 2147483648 exceeds what i32 target ids reach"});

const auto kNumbers =
    ::testing::Values(Wrong{"TemperatureZero", [](C& c) { c.temperature = 0; },
                            "temperature 0 is not a finite number above 0"},
                      Wrong{"TemperatureNegative", [](C& c) { c.temperature = -0.5; },
                            "temperature -0.5 is not a finite number above 0"},
                      Wrong{"TemperatureNaN", [](C& c) { c.temperature = kNaN; },
                            "temperature nan is not a finite number above 0"},
                      Wrong{"TemperatureInfinite", [](C& c) { c.temperature = kInf; },
                            "temperature inf is not a finite number above 0"},
                      Wrong{"HiddenDtype", [](C& c) { c.hidden_dtype = DType::kF16; },
                            "hidden is f16 (bf16 and f32 are taken)"},
                      Wrong{"KernelDtype", [](C& c) { c.kernel_dtype = DType::kF64; },
                            "kernel is f64 (bf16 and f32 are taken)"});

const auto kShardings = ::testing::Values(
    Wrong{"NoMesh", [](C& c) { c.mesh.reset(); }, "shardings are given but there is no mesh"},
    Wrong{"RowsAxis", [](C& c) { c.shardings.rows = {"data"}; },
          "rows and sequence: the mesh has no axis 'data' (its axes: fsdp, context, expert)"},
    Wrong{"KernelAxis", [](C& c) { c.shardings.kernel = {"tensor"}; },
          "kernel: the mesh has no axis 'tensor' (its axes: fsdp, context, expert)"},
    Wrong{"AxisTwice", [](C& c) { c.shardings.sequence = {"fsdp"}; },
          "rows and sequence: mesh axis 'fsdp' is used twice in the sharding of one tensor"},
    Wrong{"KernelAxisTwice",
          [](C& c) {
            c.shardings.kernel = {"fsdp", "fsdp"};
          },
          "kernel: mesh axis 'fsdp' is used twice in the sharding of one tensor"},
    Wrong{"RaggedBatch", [](C& c) { c.batch = 6; },
          "batch 6 is not a multiple of the 4 devices that split it"},
    Wrong{"RaggedSequence", [](C& c) { c.sequence = 8191; },
          "sequence 8191 is not a multiple of the 2 devices that split it"},
    Wrong{"RaggedHidden", [](C& c) { c.hidden = 15; },
          "hidden 15 is not a multiple of the 2 devices that split it"});

HeadChoice Vocab(std::vector<std::string> axes) { return {HeadKind::kVocab, std::move(axes)}; }

const auto kHeads = ::testing::Values(
    Wrong{"MoreDevicesThanColumns",
          [](C& c) {
            c.head = Vocab({"fsdp", "context", "expert"});
            c.vocab = 7;
          },
          "head vocab:fsdp,context,expert shares the vocabulary among 8 devices but it has 7 "
          "columns (use axes of 7 or fewer devices, or head local)"},
    Wrong{"UnknownVocabAxis", [](C& c) { c.head = Vocab({"tensor"}); },
          "head vocab:tensor: the mesh has no axis 'tensor' (its axes: fsdp, context, expert)"},
    Wrong{"VocabAxisTwice",
          [](C& c) {
            c.head = Vocab({"context", "context"});
          },
          "head vocab:context,context: mesh axis 'context' is used twice in the sharding of one "
          "tensor"},
    Wrong{"VocabWithoutAMesh",
          [](C& c) {
            c = WithoutMesh(c);
            c.head = Vocab({"context"});
          },
          "head vocab:context needs a mesh with these axes"},
    Wrong{"MoreTilesThanColumns",
          [](C& c) {
            c.kernel_reuse = KernelReuse::kRegather;
            c.vocab_tiles = 33;
          },
          "vocab tiles are 33 (use 1 to the vocabulary's 32)"},
    Wrong{"TilesOfAKernelThatIsKept", [](C& c) { c.vocab_tiles = 2; },
          "vocab tiles need a kernel that is gathered again (regather)"},
    Wrong{"KernelAxisForBoth", [](C& c) { c.shardings.kernel_vocab = {"fsdp"}; },
          "kernel: mesh axis 'fsdp' is used twice in the sharding of one tensor"},
    Wrong{"KernelVocabAxis", [](C& c) { c.shardings.kernel_vocab = {"tensor"}; },
          "kernel: the mesh has no axis 'tensor' (its axes: fsdp, context, expert)"},
    Wrong{"KernelVocabWithoutAMesh",
          [](C& c) {
            c = WithoutMesh(c);
            c.shardings.kernel_vocab = {"expert"};
          },
          "shardings are given but there is no mesh"});

const auto kLosses = ::testing::Values(
    Wrong{"BonusWithoutEntropy",
          [](C& c) {
            c.loss.emplace();
            c.loss->entropy_bonus = 0.01;
          },
          "an entropy bonus needs entropies, which the config leaves out"},
    Wrong{
        "LossItself", [](C& c) { c.loss = LossConfig::Default(LossKind::kDrGrpo); },
        "sequence-mean-token-sum divides by a fixed length, which is missing (1 or more tokens)"});

std::string NameOf(const ::testing::TestParamInfo<Wrong>& each) { return each.param.name; }
INSTANTIATE_TEST_SUITE_P(Sizes, ConfigRefuses, kSizes, NameOf);
INSTANTIATE_TEST_SUITE_P(Numbers, ConfigRefuses, kNumbers, NameOf);
INSTANTIATE_TEST_SUITE_P(Shardings, ConfigRefuses, kShardings, NameOf);
INSTANTIATE_TEST_SUITE_P(Heads, ConfigRefuses, kHeads, NameOf);
INSTANTIATE_TEST_SUITE_P(Losses, ConfigRefuses, kLosses, NameOf);

TEST(HeadConfig, AsManyDevicesAsColumnsMayShareThem) {
  HeadConfig config = MeshConfig(1024);
  config.head = Vocab({"fsdp", "context", "expert"});
  config.vocab = 8;
  EXPECT_TRUE(CheckConfig(config).ok());
}

TEST(HeadConfig, KernelsSplitOverTheVocabularyAreStoredPadded) {
  HeadConfig config = MeshConfig(1024);
  config.vocab = 30;
  config.shardings.kernel_vocab = {"context", "expert"};
  EXPECT_TRUE(CheckConfig(config).ok());
  EXPECT_EQ(config.stored_vocab(), 32);
  EXPECT_THAT(config.kernel_dims(), ElementsAre(16, 32));
  EXPECT_EQ(config.KernelSharding().ToShardy(), "<@mesh, [{\"fsdp\"}, {\"context\", \"expert\"}]>");
  config.layout = KernelLayout::kVocabHidden;
  EXPECT_THAT(config.kernel_dims(), ElementsAre(32, 16));
  EXPECT_EQ(config.KernelSharding().ToShardy(), "<@mesh, [{\"context\", \"expert\"}, {\"fsdp\"}]>");
  EXPECT_EQ(WithoutMesh(config).stored_vocab(), 30);
}

TEST(HeadConfig, ChunkIsCutToTheSequence) {
  HeadConfig config;
  config.sequence = 17;
  const auto shape = [&](int64_t chunk) {
    config.chunk = chunk;
    return std::pair(config.effective_chunk(), config.num_chunks());
  };
  EXPECT_EQ(shape(1), std::pair(int64_t{1}, int64_t{17}));
  EXPECT_EQ(shape(7), std::pair(int64_t{7}, int64_t{3}));
  EXPECT_EQ(shape(8), std::pair(int64_t{8}, int64_t{3}));
  EXPECT_EQ(shape(16), std::pair(int64_t{16}, int64_t{2}));
  EXPECT_EQ(shape(17), std::pair(int64_t{17}, int64_t{1}));
  EXPECT_EQ(shape(18), std::pair(int64_t{17}, int64_t{1}));
  EXPECT_EQ(shape(4096), std::pair(int64_t{17}, int64_t{1}));
}

TEST(HeadConfig, Dtypes) {
  HeadConfig config;
  EXPECT_EQ(config.compute_dtype(), DType::kBF16);
  EXPECT_EQ(config.d_kernel_dtype(), DType::kF32);
  config.accumulate = Accumulate::kKernel;
  EXPECT_EQ(config.d_kernel_dtype(), DType::kBF16);
  config.hidden_dtype = DType::kF32;
  EXPECT_EQ(config.compute_dtype(), DType::kF32);
  EXPECT_EQ(config.d_kernel_dtype(), DType::kBF16);
  config.hidden_dtype = DType::kBF16;
  config.kernel_dtype = DType::kF32;
  EXPECT_EQ(config.compute_dtype(), DType::kF32);
  EXPECT_EQ(config.d_kernel_dtype(), DType::kF32);
}

TEST(HeadConfig, KernelFollowsItsLayout) {
  HeadConfig config = MeshConfig(1024);
  EXPECT_THAT(config.kernel_dims(), ElementsAre(16, 32));
  EXPECT_EQ(config.KernelSharding().ToShardy(), "<@mesh, [{\"fsdp\"}, {}]>");
  config.layout = KernelLayout::kVocabHidden;
  EXPECT_THAT(config.kernel_dims(), ElementsAre(32, 16));
  EXPECT_EQ(config.KernelSharding().ToShardy(), "<@mesh, [{}, {\"fsdp\"}]>");
}

TEST(HeadConfig, TokensAreSplitByRowsAndSequence) {
  const HeadConfig config = MeshConfig(1024);
  EXPECT_EQ(config.TokenSharding().ToShardy(), "<@mesh, [{\"fsdp\", \"expert\"}, {\"context\"}]>");
  EXPECT_EQ(config.TokenSharding(1).ToShardy(),
            "<@mesh, [{\"fsdp\", \"expert\"}, {\"context\"}, {}]>");
}

// fsdp32 x context4 x expert2, 16,384 tokens a device.
HeadConfig BenchCell(HeadChoice head) {
  HeadConfig config;
  config.head = std::move(head);
  config.batch = 64;
  config.sequence = 65536;
  config.hidden = 4096;
  config.vocab = 248320;
  config.mesh = *Mesh::Parse("fsdp=32,context=4,expert=2");
  config.shardings = HeadShardings::Default(*config.mesh);
  return config;
}

TEST(DefaultChunk, SuitsTheShapes) {
  EXPECT_EQ(DefaultChunk(BenchCell({})), 1024);
  EXPECT_EQ(DefaultChunk(BenchCell({HeadKind::kLocal, {}})), 1024);
  EXPECT_EQ(DefaultChunk(BenchCell(Vocab({"context"}))), 256);
  // 2048 tokens meet 31,040 columns: 254 MB of logits.
  EXPECT_EQ(DefaultChunk(BenchCell(Vocab({"context", "expert"}))), 256);
  HeadConfig narrow = BenchCell({HeadKind::kLocal, {}});
  narrow.vocab = 32000;
  EXPECT_EQ(DefaultChunk(narrow), 2048);
  narrow.vocab = 3;
  EXPECT_EQ(DefaultChunk(narrow), 16384);  // all that a device has
  narrow.batch = narrow.sequence = 1;
  EXPECT_EQ(DefaultChunk(WithoutMesh(narrow)), 1);
}

TEST(HeadShardings, DefaultTakesTheAxesThatAreThere) {
  const HeadShardings two = HeadShardings::Default(*Mesh::Parse("context=2,fsdp=4"));
  EXPECT_THAT(two.rows, ElementsAre("fsdp"));
  EXPECT_THAT(two.sequence, ElementsAre("context"));
  EXPECT_THAT(two.kernel, ElementsAre("fsdp"));
  const HeadShardings none = HeadShardings::Default(*Mesh::Parse("data=8"));
  EXPECT_TRUE(none.rows.empty() && none.sequence.empty() && none.kernel.empty());
}

TEST(PadToMesh, RoundsUpWhatTheMeshSplits) {
  HeadConfig config = MeshConfig(1024);
  config.batch = 5;
  config.sequence = 7;
  config.hidden = 9;
  config.vocab = 11;
  const auto padded = PadToMesh(config);
  ASSERT_TRUE(padded.ok()) << padded.error().ToString();
  EXPECT_EQ(padded->batch, 8);
  EXPECT_EQ(padded->sequence, 8);
  EXPECT_EQ(padded->hidden, 10);
  EXPECT_EQ(padded->vocab, 11);
  EXPECT_TRUE(CheckConfig(*padded).ok());
}

TEST(PadToMesh, LeavesWhatFits) {
  const HeadConfig config = MeshConfig(1024);
  const auto padded = PadToMesh(config);
  ASSERT_TRUE(padded.ok());
  EXPECT_EQ(padded->batch, config.batch);
  EXPECT_EQ(padded->sequence, config.sequence);
  EXPECT_EQ(padded->hidden, config.hidden);
  HeadConfig alone = WithoutMesh(config);
  alone.batch = 5;
  EXPECT_EQ(PadToMesh(alone)->batch, 5);
  HeadConfig unknown = config;
  unknown.shardings.rows = {"data"};
  EXPECT_FALSE(PadToMesh(unknown).ok());
}

}  // namespace
}  // namespace logphead
