// SPDX-License-Identifier: Apache-2.0
// Flags that describe programs: presets and what overrides them, lists, compilers, limits.
#include "logphead/cli/case_flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "logphead/cli/presets.h"

namespace logphead::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

CaseFlags Small() {
  CaseFlags flags;
  flags.batch = "2";
  flags.sequence = "64";
  flags.hidden = "8";
  flags.vocab = "32";
  return flags;
}

template <typename T>
std::string Message(const Result<T>& result) {
  return result.ok() ? "no error" : result.error().message();
}

// A setup folder with empty files where plugins would be, and no replicate mode in the environment.
class CaseFlagsTest : public ::testing::Test {
 protected:
  CaseFlagsTest() {
    std::string pattern = (std::filesystem::temp_directory_path() / "case-flags-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
    for (const char* version : {"0.0.50", "0.0.51", "0.0.52"}) {
      Install("libtpu-" + std::string(version) + "/libtpu/libtpu.so");
    }
    ::setenv("LOGPHEAD_DEPS", folder_.c_str(), 1);
    ::unsetenv("LOGPHEAD_TPU_PLUGIN");
    ::unsetenv("LOGPHEAD_REPLICATE_SEQUENCE");
    ::unsetenv("TUNIX_LOGPS_REPLICATE_SEQUENCE");
  }
  ~CaseFlagsTest() override {
    ::unsetenv("LOGPHEAD_DEPS");
    ::unsetenv("LOGPHEAD_REPLICATE_SEQUENCE");
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  void Install(const std::string& path) {
    std::filesystem::create_directories((folder_ / path).parent_path());
    std::ofstream(folder_ / path) << "";
  }

  std::vector<std::string> Compilers(const std::string& text) {
    CaseFlags flags = Small();
    flags.topology = "tpu7x:2x2x1";
    flags.compiler = text;
    const auto cases = ExpandCases(flags);
    if (!cases.ok()) return {cases.error().message()};
    std::vector<std::string> names;
    for (const PlanCase& plan_case : cases->cases) names.push_back(plan_case.compiler);
    return names;
  }

  std::filesystem::path folder_;
};

TEST_F(CaseFlagsTest, Defaults) {
  const auto programs = ExpandPrograms(Small());
  ASSERT_TRUE(programs.ok()) << programs.error().ToString();
  ASSERT_EQ(programs->configs.size(), 1U);
  const HeadConfig& config = programs->configs[0];
  EXPECT_EQ(programs->kind, ProgramKind::kLossAndGrad);
  EXPECT_EQ(config.batch, 2);
  EXPECT_EQ(config.sequence, 64);
  EXPECT_EQ(config.hidden, 8);
  EXPECT_EQ(config.vocab, 32);
  EXPECT_EQ(config.chunk, 1024);
  EXPECT_EQ(config.hidden_dtype, DType::kBF16);
  EXPECT_EQ(config.kernel_dtype, DType::kBF16);
  EXPECT_EQ(config.layout, KernelLayout::kHiddenVocab);
  EXPECT_EQ(config.logits, LogitsPrecision::kF32);
  EXPECT_EQ(config.accumulate, Accumulate::kF32);
  EXPECT_EQ(config.replicate, ReplicateMode::kAuto);
  EXPECT_EQ(config.variant, ReplicateVariant::kRule);
  EXPECT_FALSE(config.entropy);
  EXPECT_FALSE(config.mesh.has_value());
  EXPECT_THAT(programs->notes, IsEmpty());
}

TEST_F(CaseFlagsTest, DtypesAndLayout) {
  CaseFlags flags = Small();
  flags.dtype = "f32";
  EXPECT_EQ(ExpandPrograms(flags)->configs[0].kernel_dtype, DType::kF32);
  flags.kernel_dtype = "bf16";
  flags.tied = true;
  flags.program = "backward";
  flags.head.entropy = true;
  const auto programs = ExpandPrograms(flags);
  EXPECT_EQ(programs->configs[0].hidden_dtype, DType::kF32);
  EXPECT_EQ(programs->configs[0].kernel_dtype, DType::kBF16);
  EXPECT_EQ(programs->configs[0].layout, KernelLayout::kVocabHidden);
  EXPECT_TRUE(programs->configs[0].entropy);
  EXPECT_EQ(programs->kind, ProgramKind::kBackward);
}

TEST_F(CaseFlagsTest, ListsMultiply) {
  CaseFlags flags = Small();
  flags.chunk = "16,32";
  flags.replicate = "never,always";
  flags.variant = "rule,no-mesh";
  const auto programs = ExpandPrograms(flags);
  ASSERT_TRUE(programs.ok());
  std::vector<std::string> names;
  for (const HeadConfig& config : programs->configs) {
    names.push_back(std::to_string(config.chunk) + " " +
                    std::string(ReplicateModeName(*config.replicate)) + " " +
                    std::string(ReplicateVariantName(config.variant)));
  }
  EXPECT_THAT(names, ElementsAre("16 never rule", "16 never no-mesh", "16 always rule",
                                 "16 always no-mesh", "32 never rule", "32 never no-mesh",
                                 "32 always rule", "32 always no-mesh"));
}

std::vector<std::string> Names(const Result<Programs>& programs) {
  if (!programs.ok()) return {programs.error().message()};
  std::vector<std::string> names;
  for (const HeadConfig& config : programs->configs) {
    names.push_back(config.head.ToString() + " " + std::to_string(config.chunk) + " " +
                    std::string(config.head.kind == HeadKind::kChunked
                                    ? ReplicateModeName(*config.replicate)
                                    : KernelReuseName(config.kernel_reuse)));
  }
  return names;
}

TEST_F(CaseFlagsTest, HeadsMultiplyByWhatConcernsThem) {
  CaseFlags flags = Small();
  flags.head.mesh = {"fsdp=2,context=2"};
  flags.head.head = "chunked,local,vocab:context";
  flags.head.kernel = "keep,regather";
  flags.chunk = "16";
  const auto programs = ExpandPrograms(flags);
  EXPECT_THAT(Names(programs), ElementsAre("chunked 16 auto", "local 16 keep", "local 16 regather",
                                           "vocab:context 16 keep", "vocab:context 16 regather"));
  EXPECT_THAT(programs->notes, IsEmpty());
  flags.replicate = "never,always";
  flags.head.kernel = "";
  const auto explicit_rule = ExpandPrograms(flags);
  EXPECT_THAT(Names(explicit_rule), ElementsAre("chunked 16 never", "chunked 16 always",
                                                "local 16 keep", "vocab:context 16 keep"));
  EXPECT_THAT(explicit_rule->notes, ElementsAre(HasSubstr("the replicate rule is the chunked")));
  flags.replicate = "";
  flags.variant = "rule";
  EXPECT_THAT(ExpandPrograms(flags)->notes, ElementsAre(HasSubstr("the replicate rule")));
  flags.head.head = "chunked";
  EXPECT_THAT(ExpandPrograms(flags)->notes, IsEmpty());
}

TEST_F(CaseFlagsTest, ChunksAreOfTheHeadUnlessGiven) {
  CaseFlags flags;
  flags.preset = "bench-cp4";
  flags.head.head = "chunked,local";
  flags.replicate = "auto";
  auto programs = ExpandPrograms(flags);
  ASSERT_TRUE(programs.ok()) << programs.error().ToString();
  HeadConfig local = programs->configs.back();
  local.chunk = 0;
  const std::string chosen = std::to_string(DefaultChunk(local));
  EXPECT_THAT(Names(programs),
              ElementsAre("chunked 1024 auto", "chunked 2048 auto", "chunked 4096 auto",
                          "chunked 8192 auto", "local " + chosen + " keep"));
  flags.replicate = "";  // the preset's modes are no note
  EXPECT_THAT(ExpandPrograms(flags)->notes, IsEmpty());
  flags.chunk = "64,128";
  flags.head.head = "local";
  EXPECT_THAT(Names(ExpandPrograms(flags)), ElementsAre("local 64 keep", "local 128 keep"));
}

TEST_F(CaseFlagsTest, ALossMakesTheProgramFused) {
  CaseFlags flags = Small();
  EXPECT_EQ(ExpandPrograms(flags)->kind, ProgramKind::kLossAndGrad);
  flags.loss.loss = "dr-grpo";
  const auto programs = ExpandPrograms(flags);
  ASSERT_TRUE(programs.ok()) << programs.error().ToString();
  EXPECT_EQ(programs->kind, ProgramKind::kFused);
  EXPECT_EQ(programs->configs[0].loss->kind, LossKind::kDrGrpo);
  EXPECT_EQ(programs->configs[0].loss->fixed_length, 64);
  EXPECT_FALSE(programs->configs[0].entropy);
  flags.program = "loss_and_grad";
  EXPECT_EQ(ExpandPrograms(flags)->kind, ProgramKind::kLossAndGrad);
  EXPECT_TRUE(ExpandPrograms(flags)->configs[0].loss.has_value());
  for (const char* program : {"forward", "backward"}) {
    flags.program = program;
    EXPECT_EQ(Message(ExpandPrograms(flags)),
              std::string("--program ") + program +
                  " takes no --loss (use --program fused or loss_and_grad)");
  }
  flags.program = "fused";
  flags.loss.entropy_bonus = "0.01";
  EXPECT_TRUE(ExpandPrograms(flags)->configs[0].entropy);
  flags.loss = LossFlags{};
  EXPECT_THAT(Message(ExpandPrograms(flags)), HasSubstr("--program fused needs a loss (--loss p"));
}

TEST_F(CaseFlagsTest, TheFixedLengthIsTheSequenceBeforePadding) {
  CaseFlags flags = Small();
  flags.sequence = "63";
  flags.head.mesh = {"context=4"};
  flags.loss.loss = "dr-grpo";
  const auto programs = ExpandPrograms(flags);
  ASSERT_TRUE(programs.ok()) << programs.error().ToString();
  EXPECT_EQ(programs->configs[0].sequence, 64);
  EXPECT_EQ(programs->configs[0].loss->fixed_length, 63);
}

TEST_F(CaseFlagsTest, PresetsAreTheBenchCells) {
  CaseFlags flags;
  flags.preset = "bench-cp4";
  const auto programs = ExpandPrograms(flags);
  ASSERT_TRUE(programs.ok()) << programs.error().ToString();
  ASSERT_EQ(programs->configs.size(), 8U);  // four chunks, never and auto
  const HeadConfig& config = programs->configs[0];
  EXPECT_EQ(config.batch, 64);
  EXPECT_EQ(config.sequence, 65536);
  EXPECT_EQ(config.hidden, 4096);
  EXPECT_EQ(config.vocab, 248320);
  EXPECT_EQ(config.mesh->ToString(), "fsdp=32,context=4,expert=2");
  EXPECT_EQ(config.logits, LogitsPrecision::kBf16);
  EXPECT_EQ(config.accumulate, Accumulate::kKernel);
  EXPECT_THAT(programs->notes, IsEmpty());
  EXPECT_EQ(FindPresets("bench-cp4")->front().topology, "tpu7x:4x4x8");
  flags.preset = "bench-cp8";
  EXPECT_EQ(ExpandPrograms(flags)->configs[0].mesh->ToString(), "fsdp=32,context=8,expert=2");
  EXPECT_EQ(FindPresets("bench-cp8")->front().topology, "tpu7x:8x8x4");
}

TEST_F(CaseFlagsTest, FlagsOverridePresets) {
  CaseFlags flags;
  flags.preset = "bench-cp4";
  flags.batch = "128";
  flags.chunk = "512";
  flags.replicate = "always";
  flags.head.precision = "f32";
  flags.head.mesh = {"fsdp=64,context=4"};
  flags.topology = "tpu7x:4x4x8";
  const auto cases = ExpandCases(flags);
  ASSERT_TRUE(cases.ok()) << cases.error().ToString();
  ASSERT_EQ(cases->cases.size(), 1U);
  const HeadConfig& config = cases->cases[0].config;
  EXPECT_EQ(config.batch, 128);
  EXPECT_EQ(config.vocab, 248320);
  EXPECT_EQ(config.chunk, 512);
  EXPECT_EQ(config.replicate, ReplicateMode::kAlways);
  EXPECT_EQ(config.logits, LogitsPrecision::kF32);
  EXPECT_EQ(config.mesh->ToString(), "fsdp=64,context=4");
  flags.topology = "tpu7x:8x8x8";
  EXPECT_EQ(ExpandCases(flags)->cases[0].topology, "tpu7x:8x8x8");
}

TEST_F(CaseFlagsTest, TheEnvironmentIsTheDefaultOfTheRule) {
  ::setenv("LOGPHEAD_REPLICATE_SEQUENCE", "never", 1);
  EXPECT_EQ(ExpandPrograms(Small())->configs[0].replicate, ReplicateMode::kNever);
  CaseFlags flags = Small();
  flags.replicate = "auto";
  EXPECT_EQ(ExpandPrograms(flags)->configs[0].replicate, ReplicateMode::kAuto);
  ::setenv("LOGPHEAD_REPLICATE_SEQUENCE", "sometimes", 1);
  EXPECT_THAT(Message(ExpandPrograms(Small())), HasSubstr("LOGPHEAD_REPLICATE_SEQUENCE"));
  EXPECT_TRUE(ExpandPrograms(flags).ok());
}

TEST_F(CaseFlagsTest, PaddingAndIdleAxesAreNoted) {
  CaseFlags flags = Small();
  flags.head.mesh = {"fsdp=3,context=5,spare=2"};
  const auto programs = ExpandPrograms(flags);
  ASSERT_TRUE(programs.ok()) << programs.error().ToString();
  EXPECT_EQ(programs->configs[0].batch, 3);
  EXPECT_EQ(programs->configs[0].sequence, 65);
  EXPECT_EQ(programs->configs[0].hidden, 9);
  EXPECT_THAT(programs->notes,
              ElementsAre(HasSubstr("mesh axis spare splits nothing"),
                          "padded to what the mesh divides: batch 3, sequence 65, hidden 9"));
}

TEST_F(CaseFlagsTest, Compilers) {
  EXPECT_THAT(Compilers(""), ElementsAre("libtpu==0.0.51"));  // the pinned one
  EXPECT_THAT(Compilers("libtpu==0.0.50"), ElementsAre("libtpu==0.0.50"));
  EXPECT_THAT(Compilers("libtpu==0.0.52,0.0.50,libtpu==0.0.51"),
              ElementsAre("libtpu==0.0.52", "libtpu==0.0.50", "libtpu==0.0.51"));
  EXPECT_THAT(Compilers("libtpu==0.0.9"), ElementsAre(HasSubstr("libtpu==0.0.9 is not installed")));
  EXPECT_THAT(Compilers("libtpu==0.0.51,9"), ElementsAre(HasSubstr("libtpu==9 is not installed")));
  EXPECT_THAT(Compilers("other==1"), ElementsAre(HasSubstr("not a known tpu plugin")));
  EXPECT_THAT(Compilers("0.0.51"), ElementsAre(HasSubstr("--compiler 0.0.51: there is no such")));
  EXPECT_THAT(Compilers("none.so"), ElementsAre(HasSubstr("--compiler none.so: there is no such")));
  Install("my.so");
  const std::string path = (folder_ / "my.so").string();
  EXPECT_THAT(Compilers(path), ElementsAre(path));
  EXPECT_THAT(Compilers("libtpu==0.0.50," + path), ElementsAre("libtpu==0.0.50", path));
}

TEST_F(CaseFlagsTest, CasesAreProgramsTimesCompilers) {
  CaseFlags flags = Small();
  flags.topology = "tpu7x:2x2x1";
  flags.chunk = "16,32";
  flags.compiler = "libtpu==0.0.50,0.0.51";
  std::vector<std::string> names;
  const auto cases = ExpandCases(flags);
  ASSERT_TRUE(cases.ok());
  for (const PlanCase& plan_case : cases->cases) {
    names.push_back(std::to_string(plan_case.config.chunk) + " " + plan_case.compiler);
  }
  EXPECT_THAT(names, ElementsAre("16 libtpu==0.0.50", "32 libtpu==0.0.50", "16 libtpu==0.0.51",
                                 "32 libtpu==0.0.51"));
}

TEST_F(CaseFlagsTest, MissingAndWrongValues) {
  const auto with = [](const auto& change) {
    CaseFlags flags = Small();
    flags.topology = "tpu7x:2x2x1";
    change(flags);
    return Message(ExpandCases(flags));
  };
  EXPECT_EQ(with([](CaseFlags&) {}), "no error");
  EXPECT_THAT(with([](CaseFlags& f) { f.topology = ""; }), HasSubstr("--topology is missing"));
  EXPECT_THAT(with([](CaseFlags& f) { f.topology = "tpu"; }), HasSubstr("--topology: "));
  EXPECT_THAT(with([](CaseFlags& f) { f.vocab = ""; }), HasSubstr("--vocab is missing"));
  EXPECT_THAT(with([](CaseFlags& f) { f.hidden = "0"; }), HasSubstr("--hidden is 0"));
  EXPECT_THAT(with([](CaseFlags& f) { f.chunk = "16,0"; }), HasSubstr("--chunk is 0"));
  EXPECT_THAT(with([](CaseFlags& f) { f.chunk = "16,"; }), HasSubstr("empty piece"));
  EXPECT_THAT(with([](CaseFlags& f) { f.preset = "bench"; }), HasSubstr("--preset 'bench'"));
  EXPECT_THAT(with([](CaseFlags& f) { f.replicate = "on"; }), HasSubstr("--replicate-sequence: "));
  EXPECT_THAT(with([](CaseFlags& f) { f.variant = "ids"; }), HasSubstr("--variant: "));
  EXPECT_THAT(with([](CaseFlags& f) { f.program = "loss"; }), HasSubstr("--program: "));
  EXPECT_THAT(with([](CaseFlags& f) { f.dtype = "f16"; }), HasSubstr("--dtype 'f16'"));
  EXPECT_THAT(with([](CaseFlags& f) { f.kernel_dtype = "s32"; }), HasSubstr("--kernel-dtype"));
}

TEST_F(CaseFlagsTest, SizesThatOverflow) {
  CaseFlags flags = Small();
  flags.batch = "9223372036854775807";
  flags.head.mesh = {"fsdp=3"};
  EXPECT_EQ(Message(ExpandPrograms(flags)),
            "--batch is 9223372036854775807 (use 2147483648 or less)");
  flags.batch = flags.sequence = "2147483648";
  EXPECT_THAT(Message(ExpandPrograms(flags)), HasSubstr("the hidden states have 4.2e+19 elements"));
  flags.batch = "1";
  flags.hidden = "1";
  flags.vocab = "2000000000";
  EXPECT_THAT(Message(ExpandPrograms(flags)), HasSubstr("the logits have 1.3e+19 elements"));
  flags.sequence = "1";
  flags.hidden = "2000000000";
  EXPECT_THAT(Message(ExpandPrograms(flags)), HasSubstr("the kernel has 4.0e+18 elements"));
}

}  // namespace
}  // namespace logphead::cli
