// SPDX-License-Identifier: Apache-2.0
// Programs under the replicate rule: when their text changes, and what exactly is constrained.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "logphead/head/test_programs.h"

namespace logphead {
namespace {

using hlo::OpKind;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// One program of one kind, with or without entropies.
using Case = std::tuple<ProgramKind, bool>;

class Replication : public ::testing::TestWithParam<Case> {
 protected:
  ProgramKind kind() const { return std::get<0>(GetParam()); }
  bool entropy() const { return std::get<1>(GetParam()); }

  HeadConfig Config(int64_t chunk, ReplicateMode mode = ReplicateMode::kAuto) const {
    HeadConfig config = WithMode(MeshConfig(chunk), mode);
    config.entropy = entropy();
    return config;
  }
  std::string TextOf(const HeadConfig& config) const { return Text(config, kind()); }
  std::vector<std::string> ConstraintsOf(const HeadConfig& config) const {
    return Constraints(MustBuild(config, kind()));
  }

  // What the rule constrains, in the order of the program: the targets, then per array of 32-bit
  // numbers one for each crossing of a loop's boundary.
  std::vector<std::string> Expected(const std::string& targets, const std::string& chunks) const {
    const size_t arrays = entropy() ? 2 : 1;
    const size_t crossings = kind() == ProgramKind::kForward ? 1 : 2;
    std::vector<std::string> expected(1 + arrays * crossings, chunks);
    expected[0] = targets;
    return expected;
  }
};

INSTANTIATE_TEST_SUITE_P(Programs, Replication,
                         ::testing::Combine(::testing::ValuesIn(kAllKinds), ::testing::Bool()),
                         [](const auto& each) {
                           return std::string(ProgramKindName(std::get<0>(each.param))) +
                                  (std::get<1>(each.param) ? "_entropy" : "");
                         });

TEST_P(Replication, LeavesTheTextAt512) {
  EXPECT_EQ(TextOf(Config(512)), TextOf(Config(512, ReplicateMode::kNever)));
}

TEST_P(Replication, LeavesTheTextAt1024) {
  EXPECT_EQ(TextOf(Config(1024)), TextOf(Config(1024, ReplicateMode::kNever)));
}

TEST_P(Replication, LeavesTheTextWithoutAMesh) {
  for (const int64_t chunk : {1024, 2048, 4096}) {
    const std::string never = TextOf(WithoutMesh(Config(chunk, ReplicateMode::kNever)));
    EXPECT_EQ(TextOf(WithoutMesh(Config(chunk))), never);
    EXPECT_EQ(TextOf(WithoutMesh(Config(chunk, ReplicateMode::kAlways))), never);
  }
}

TEST_P(Replication, ChangesTheTextAt2048) {
  EXPECT_NE(TextOf(Config(2048)), TextOf(Config(2048, ReplicateMode::kNever)));
  EXPECT_EQ(TextOf(Config(2048)), TextOf(Config(2048, ReplicateMode::kAlways)));
}

TEST_P(Replication, ChangesTheTextAt4096) {
  EXPECT_NE(TextOf(Config(4096)), TextOf(Config(4096, ReplicateMode::kNever)));
  EXPECT_EQ(TextOf(Config(4096)), TextOf(Config(4096, ReplicateMode::kAlways)));
}

TEST_P(Replication, StartsAt1025) {
  EXPECT_THAT(ConstraintsOf(Config(1024)), IsEmpty());
  EXPECT_THAT(ConstraintsOf(Config(1025)), SizeIs(Expected("", "").size()));
}

TEST_P(Replication, NeverConstrainsNothing) {
  for (const int64_t chunk : {512, 1024, 2048, 4096, 8192}) {
    EXPECT_THAT(ConstraintsOf(Config(chunk, ReplicateMode::kNever)), IsEmpty());
  }
}

// The targets whole along the sequence, their rows as they are; each 32-bit array that crosses a
// loop's boundary whole along chunks and tokens of a chunk; nothing else, and nothing in a loop.
TEST_P(Replication, ConstrainsTheseAndNothingElse) {
  EXPECT_THAT(ConstraintsOf(Config(2048)),
              ElementsAreArray(Expected("tensor<4x8192xi32> <@mesh, [{?}, {}]>",
                                        "tensor<4x4x2048xf32> <@mesh, [{}, {?}, {}]>")));
  EXPECT_THAT(ConstraintsOf(Config(4096)),
              ElementsAreArray(Expected("tensor<4x8192xi32> <@mesh, [{?}, {}]>",
                                        "tensor<2x4x4096xf32> <@mesh, [{}, {?}, {}]>")));
  EXPECT_THAT(ConstraintsOf(Config(1024, ReplicateMode::kAlways)),
              ElementsAreArray(Expected("tensor<4x8192xi32> <@mesh, [{?}, {}]>",
                                        "tensor<8x4x1024xf32> <@mesh, [{}, {?}, {}]>")));
}

TEST_P(Replication, TheTextHoldsTheSameConstraints) {
  const std::string text = TextOf(Config(4096));
  const std::string op = "sdy.sharding_constraint";
  size_t count = 0;
  for (size_t at = text.find(op); at != std::string::npos; at = text.find(op, at + 1)) ++count;
  EXPECT_EQ(count, Expected("", "").size());
  EXPECT_THAT(text, HasSubstr("sdy.sharding_constraint %targets <@mesh, [{?}, {}]> : "
                              "tensor<4x8192xi32>\n"));
  EXPECT_THAT(text, HasSubstr(" <@mesh, [{}, {?}, {}]> : tensor<2x4x4096xf32>\n"));
}

// Targets are constrained as they come in; each array of chunks on its way into or out of a loop.
TEST_P(Replication, ConstrainsWhereLoopsAreEntered) {
  const hlo::Program program = MustBuild(Config(4096), kind());
  const auto loops = OpsOfKind(program, OpKind::kWhile);
  size_t into = 0;
  size_t out_of = 0;
  for (const hlo::Op* constraint : OpsOfKind(program, OpKind::kShardingConstraint)) {
    if (program.type(constraint->operands[0]).dtype == DType::kS32) {
      EXPECT_EQ(constraint->operands[0], program.main().body.arguments[2]);
      continue;
    }
    const hlo::Op* source = Definition(program, constraint->operands[0]);
    ASSERT_NE(source, nullptr);
    if (source->kind == OpKind::kWhile) {
      ++out_of;
      continue;
    }
    for (const hlo::Op* loop : loops) {
      into += static_cast<size_t>(
          std::count(loop->operands.begin(), loop->operands.end(), constraint->results[0]));
    }
  }
  const size_t arrays = entropy() ? 2 : 1;
  EXPECT_EQ(out_of, arrays);
  EXPECT_EQ(into, kind() == ProgramKind::kForward ? 0 : arrays);
}

// Without its constraints the replicated program is the program that is not: op for op.
TEST_P(Replication, AddsConstraintsAlone) {
  const auto ops = [&](ReplicateMode mode) {
    const hlo::Program program = MustBuild(Config(4096, mode), kind());
    std::vector<std::pair<OpKind, std::string>> found;
    VisitOps(program.main().body, [&](const hlo::Op& op, int) {
      if (op.kind == OpKind::kShardingConstraint) return;
      std::string types;
      for (const hlo::ValueId id : op.operands) types += program.type(id).ToString() + " ";
      for (const hlo::ValueId id : op.results) types += program.type(id).ToString() + " ";
      found.emplace_back(op.kind, types);
    });
    return found;
  };
  EXPECT_EQ(ops(ReplicateMode::kAuto), ops(ReplicateMode::kNever));
}

TEST_P(Replication, CountsTheChunkThatRuns) {
  HeadConfig config = Config(4096);
  config.sequence = 512;
  EXPECT_THAT(ConstraintsOf(config), IsEmpty());
  HeadConfig whole = config;
  whole.chunk = 512;
  EXPECT_EQ(TextOf(config), TextOf(WithMode(whole, ReplicateMode::kNever)));
  EXPECT_THAT(ConstraintsOf(WithMode(config, ReplicateMode::kAlways)),
              ElementsAreArray(Expected("tensor<4x512xi32> <@mesh, [{?}, {}]>",
                                        "tensor<1x4x512xf32> <@mesh, [{}, {?}, {}]>")));
}

TEST_P(Replication, ChunkBeyondTheSequenceIsTheSequence) {
  EXPECT_EQ(TextOf(Config(8193)), TextOf(Config(8192)));
  EXPECT_EQ(TextOf(Config(65536)), TextOf(Config(8192)));
  EXPECT_THAT(ConstraintsOf(Config(65536)), SizeIs(Expected("", "").size()));
}

// Targets [B, L] are constrained before they are padded.
TEST_P(Replication, RaggedSequence) {
  HeadConfig config = Config(2048);
  config.sequence = 5000;
  EXPECT_THAT(ConstraintsOf(config),
              ElementsAreArray(Expected("tensor<4x5000xi32> <@mesh, [{?}, {}]>",
                                        "tensor<3x4x2048xf32> <@mesh, [{}, {?}, {}]>")));
}

TEST_P(Replication, IdsOnlyVariant) {
  HeadConfig config = Config(4096);
  config.variant = ReplicateVariant::kIdsOnly;
  EXPECT_THAT(ConstraintsOf(config), ElementsAre("tensor<4x8192xi32> <@mesh, [{?}, {}]>"));
}

TEST_P(Replication, BatchDimVariant) {
  HeadConfig config = Config(4096);
  config.variant = ReplicateVariant::kBatchDim;
  EXPECT_THAT(ConstraintsOf(config),
              ElementsAreArray(Expected("tensor<4x8192xi32> <@mesh, [{}, {?}]>",
                                        "tensor<2x4x4096xf32> <@mesh, [{?}, {}, {?}]>")));
}

TEST_P(Replication, NoMeshVariant) {
  HeadConfig config = Config(4096, ReplicateMode::kAlways);
  config.variant = ReplicateVariant::kNoMesh;
  EXPECT_EQ(TextOf(config), TextOf(Config(4096, ReplicateMode::kNever)));
}

TEST_P(Replication, VariantsChangeNothingWhereTheRuleIsOff) {
  for (const ReplicateVariant variant :
       {ReplicateVariant::kIdsOnly, ReplicateVariant::kBatchDim, ReplicateVariant::kNoMesh}) {
    HeadConfig config = Config(1024);
    config.variant = variant;
    EXPECT_EQ(TextOf(config), TextOf(Config(1024, ReplicateMode::kNever)));
  }
}

TEST_P(Replication, OtherMeshesAreConstrainedAlike) {
  for (const char* axes : {"fsdp=1,context=8,expert=1", "context=8", "data=8"}) {
    HeadConfig config = Config(4096);
    config.mesh = *Mesh::Parse(axes);
    config.shardings = HeadShardings::Default(*config.mesh);
    EXPECT_THAT(ConstraintsOf(config),
                ElementsAreArray(Expected("tensor<4x8192xi32> <@mesh, [{?}, {}]>",
                                          "tensor<2x4x4096xf32> <@mesh, [{}, {?}, {}]>")));
  }
}

// The mode is resolved when the program is built.
TEST_P(Replication, ReadsTheEnvironment) {
  HeadConfig config = Config(4096);
  config.replicate.reset();
  const auto build = [&](std::optional<std::string> value) {
    const EnvLookup env = [&](const char* name) {
      return std::string_view(name) == "LOGPHEAD_REPLICATE_SEQUENCE" ? value : std::nullopt;
    };
    const auto program = BuildProgram(config, kind(), env);
    return program.ok() ? hlo::Print(*program) : program.error().message();
  };
  const std::string on = TextOf(Config(4096));
  const std::string off = TextOf(Config(4096, ReplicateMode::kNever));
  EXPECT_EQ(build(std::nullopt), on);
  EXPECT_EQ(build("auto"), on);
  EXPECT_EQ(build("never"), off);
  EXPECT_EQ(build("nevre"),
            "LOGPHEAD_REPLICATE_SEQUENCE: replicate mode 'nevre' is unknown (use auto, always or "
            "never)");
  config.chunk = 1024;
  EXPECT_EQ(build("always"), TextOf(Config(1024, ReplicateMode::kAlways)));
  config.replicate = ReplicateMode::kNever;
  EXPECT_EQ(build("always"), TextOf(Config(1024, ReplicateMode::kNever)));
  EXPECT_EQ(build("nevre"), TextOf(Config(1024, ReplicateMode::kNever)));
}

}  // namespace
}  // namespace logphead
