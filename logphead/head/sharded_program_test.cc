// SPDX-License-Identifier: Apache-2.0
// Programs of the local and vocabulary-parallel heads: their collectives, loops and products.
#include "logphead/head/sharded_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "logphead/head/test_programs.h"

namespace logphead {
namespace {

using hlo::OpKind;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

constexpr ProgramKind kSharded[] = {ProgramKind::kForward, ProgramKind::kBackward,
                                    ProgramKind::kLossAndGrad, ProgramKind::kFused};
const char* const kHeads[] = {"local", "vocab:context", "vocab:context,expert",
                              "vocab:expert,fsdp,context"};

// 8 devices, each with a row of 4096 of 8192 tokens, in chunks of 512.
HeadConfig Config(const char* head, ProgramKind kind = ProgramKind::kForward) {
  HeadConfig config = MeshConfig(512);
  config.hidden = 48;
  config.vocab = 999;
  config.head = *ParseHead(head);
  if (kind == ProgramKind::kFused) config.loss = LossConfig::Default(LossKind::kGrpo);
  return config;
}

// An op inside the manual computation, and in how many loops it is.
struct Found {
  const hlo::Op* op;
  int loops;
};

void Walk(const hlo::Region& region, int loops, std::vector<Found>& found) {
  for (const hlo::Op& op : region.ops) {
    found.push_back({&op, loops});
    for (const hlo::Region& inner : op.regions) {
      Walk(inner, loops + (op.kind == OpKind::kWhile ? 1 : 0), found);
    }
  }
}

std::vector<Found> OpsOf(const hlo::Program& program, OpKind kind) {
  std::vector<Found> all;
  Walk(program.main().body, 0, all);
  std::vector<Found> found;
  std::copy_if(all.begin(), all.end(), std::back_inserter(found),
               [&](const Found& each) { return each.op->kind == kind; });
  return found;
}

// "tensor<24x999xbf16> -> tensor<48x999xbf16>" of each op of a kind, "in the loop" added.
std::vector<std::string> Moves(const hlo::Program& program, OpKind kind) {
  std::vector<std::string> moves;
  for (const auto& [op, loops] : OpsOf(program, kind)) {
    moves.push_back(program.type(op->operands[0]).ToString() + " -> " +
                    program.type(op->results[0]).ToString() + (loops > 0 ? " in the loop" : ""));
  }
  return moves;
}

// Those of them that move a matrix with rows of H or of a part of it: kernels and their gradients.
std::vector<std::string> KernelMoves(const hlo::Program& program, OpKind kind) {
  std::vector<std::string> moves;
  for (const std::string& move : Moves(program, kind)) {
    if (move.find("tensor<48x") == 0 || move.find("tensor<24x") == 0 ||
        move.find("tensor<6x") == 0) {
      moves.push_back(move);
    }
  }
  return moves;
}

TEST(ShardedPrograms, GatherTheKernelOnceWhateverTheChunks) {
  for (const ProgramKind kind : kSharded) {
    SCOPED_TRACE(ProgramKindName(kind));
    for (const int64_t chunk : {1, 512, 4096}) {
      const auto gathers = [&](const char* head) {
        HeadConfig config = Config(head, kind);
        config.chunk = chunk;
        return KernelMoves(MustBuild(config, kind), OpKind::kAllGather);
      };
      EXPECT_THAT(gathers("local"), ElementsAre("tensor<24x999xbf16> -> tensor<48x999xbf16>"));
      // The own columns are cut out before. Those of the gradient come back once, after the loop:
      // the kernel is stored with all of them on each device.
      std::vector<std::string> two = {"tensor<24x500xbf16> -> tensor<48x500xbf16>"};
      std::vector<std::string> four = {"tensor<24x250xbf16> -> tensor<48x250xbf16>"};
      if (kind != ProgramKind::kForward) {
        two.emplace_back("tensor<24x500xf32> -> tensor<24x1000xf32>");
        four.emplace_back("tensor<24x250xf32> -> tensor<24x1000xf32>");
      }
      EXPECT_EQ(gathers("vocab:context"), two);
      EXPECT_EQ(gathers("vocab:context,expert"), four);
    }
  }
}

// Barriers whose operands are of the type of the stored kernel: the second gather waits.
size_t Barriers(const hlo::Program& program) {
  size_t count = 0;
  for (const auto& [op, loops] : OpsOf(program, OpKind::kOptimizationBarrier)) {
    if (program.type(op->operands[0]).ToString() == "tensor<24x999xbf16>") ++count;
  }
  return count;
}

TEST(ShardedPrograms, GatherAgainForTheSecondPassWhenAsked) {
  for (const char* head : {"local", "vocab:context"}) {
    HeadConfig config = Config(head);
    const auto gathers = [&](ProgramKind kind) {
      std::vector<std::string> moves;
      for (const std::string& move : KernelMoves(MustBuild(config, kind), OpKind::kAllGather)) {
        if (move.find("-> tensor<48x") != std::string::npos) moves.push_back(move);
      }
      return moves;
    };
    ASSERT_THAT(gathers(ProgramKind::kLossAndGrad), SizeIs(1));
    const std::string whole = gathers(ProgramKind::kLossAndGrad)[0];
    EXPECT_EQ(Barriers(MustBuild(config, ProgramKind::kLossAndGrad)), 0U);
    config.kernel_reuse = KernelReuse::kRegather;
    config.vocab_tiles = 1;
    EXPECT_THAT(gathers(ProgramKind::kLossAndGrad), ElementsAre(whole, whole));
    EXPECT_EQ(Barriers(MustBuild(config, ProgramKind::kLossAndGrad)), 1U);
    EXPECT_THAT(gathers(ProgramKind::kBackward), ElementsAre(whole));
  }
}

// A head that is not trained: no array in f32 is as large as the columns of a device.
TEST(ShardedPrograms, Case25_ForwardAllocatesNoKernelGradient) {
  for (const char* head : kHeads) {
    const auto gradients = [&](ProgramKind kind) {
      const hlo::Program program = MustBuild(Config(head), kind);
      return std::count_if(program.values.begin(), program.values.end(), [](const auto& type) {
        return type.dtype == DType::kF32 && type.dims.size() == 2 && type.dims[0] == 48;
      });
    };
    EXPECT_EQ(gradients(ProgramKind::kForward), 0) << head;
    EXPECT_GT(gradients(ProgramKind::kBackward), 0) << head;
  }
}

// Each tile is gathered, used and scattered once: together as much as the whole.
TEST(ShardedPrograms, TilesAreGatheredAndScatteredOneByOne) {
  HeadConfig config = Config("local");
  config.kernel_reuse = KernelReuse::kRegather;
  EXPECT_EQ(config.tiles(), 4);
  const hlo::Program program = MustBuild(config, ProgramKind::kLossAndGrad);
  EXPECT_THAT(KernelMoves(program, OpKind::kAllGather),
              ElementsAre("tensor<24x999xbf16> -> tensor<48x999xbf16>",
                          "tensor<24x250xbf16> -> tensor<48x250xbf16> in the loop"));
  EXPECT_THAT(KernelMoves(program, OpKind::kReduceScatter),
              ElementsAre("tensor<48x250xf32> -> tensor<24x250xf32> in the loop"));
  // A loop over tiles around that over chunks.
  std::vector<int> depths;
  for (const auto& [op, loops] : OpsOf(program, OpKind::kWhile)) depths.push_back(loops);
  EXPECT_THAT(depths, ElementsAre(0, 0, 1));
  for (const auto& [op, loops] : OpsOf(program, OpKind::kAllGather)) EXPECT_LT(loops, 2);
}

TEST(ShardedPrograms, ScatterTheKernelGradientOnceInF32) {
  for (const ProgramKind kind :
       {ProgramKind::kBackward, ProgramKind::kLossAndGrad, ProgramKind::kFused}) {
    SCOPED_TRACE(ProgramKindName(kind));
    EXPECT_THAT(KernelMoves(MustBuild(Config("local", kind), kind), OpKind::kReduceScatter),
                ElementsAre("tensor<48x999xf32> -> tensor<24x999xf32>"));
    // Devices along expert and context hold other tokens: one sum, after the loop.
    EXPECT_THAT(KernelMoves(MustBuild(Config("local", kind), kind), OpKind::kAllReduce),
                ElementsAre("tensor<24x999xf32> -> tensor<24x999xf32>"));
    const hlo::Program vocab = MustBuild(Config("vocab:context,expert", kind), kind);
    EXPECT_THAT(KernelMoves(vocab, OpKind::kReduceScatter),
                ElementsAre("tensor<48x250xf32> -> tensor<24x250xf32>"));
    EXPECT_THAT(KernelMoves(vocab, OpKind::kAllReduce), IsEmpty());
  }
}

// MaxText's layout: H over every axis. One exchange turns rows into columns and one back.
TEST(ShardedPrograms, AnAxisThatSplitsBothIsExchangedOnce) {
  HeadConfig config = Config("vocab:context,expert");
  config.shardings.kernel = {"fsdp", "context", "expert"};
  const hlo::Program program = MustBuild(config, ProgramKind::kBackward);
  EXPECT_THAT(Moves(program, OpKind::kAllToAll),
              ElementsAre("tensor<6x1000xbf16> -> tensor<24x250xbf16>",
                          "tensor<24x250xf32> -> tensor<6x1000xf32>"));
  EXPECT_THAT(KernelMoves(program, OpKind::kAllGather),
              ElementsAre("tensor<24x250xbf16> -> tensor<48x250xbf16>"));
}

// A kernel that is stored in the columns that a device works on is not moved along them.
TEST(ShardedPrograms, ColumnsThatAreStoredApartStayWhereTheyAre) {
  HeadConfig config = Config("vocab:context");
  config.shardings.kernel_vocab = {"context"};
  const hlo::Program program = MustBuild(config, ProgramKind::kBackward);
  EXPECT_EQ(program.main().arguments[1].type.ToString(), "tensor<48x1000xbf16>");
  EXPECT_THAT(Moves(program, OpKind::kAllToAll), IsEmpty());
  EXPECT_THAT(KernelMoves(program, OpKind::kAllGather),
              ElementsAre("tensor<24x500xbf16> -> tensor<48x500xbf16>"));
}

TEST(ShardedPrograms, LocalLoopsHoldNoCollective) {
  for (const ProgramKind kind : kSharded) {
    const hlo::Program program = MustBuild(Config("local", kind), kind);
    for (const OpKind collective :
         {OpKind::kAllGather, OpKind::kAllReduce, OpKind::kReduceScatter, OpKind::kAllToAll}) {
      for (const auto& [op, loops] : OpsOf(program, collective)) EXPECT_EQ(loops, 0);
    }
  }
}

// Per chunk: hidden states are gathered; the maximum, the sum of exponentials and the target's
// logit are combined; d_hidden is scattered. Entropies add a sum.
TEST(ShardedPrograms, VocabLoopsCombineTheirShards) {
  for (const bool entropy : {false, true}) {
    HeadConfig config = Config("vocab:context", ProgramKind::kFused);
    config.entropy = entropy;
    const hlo::Program program = MustBuild(config, ProgramKind::kFused);
    const auto in_loop = [&](OpKind kind) {
      std::vector<std::string> moves;
      for (const std::string& move : Moves(program, kind)) {
        const size_t at = move.find(" in the loop");
        if (at != std::string::npos) moves.push_back(move.substr(0, at));
      }
      return moves;
    };
    EXPECT_THAT(in_loop(OpKind::kAllGather),
                ElementsAre("tensor<512x48xbf16> -> tensor<1024x48xbf16>"));
    EXPECT_THAT(in_loop(OpKind::kReduceScatter),
                ElementsAre("tensor<1024x48xbf16> -> tensor<512x48xbf16>"));
    EXPECT_THAT(in_loop(OpKind::kAllReduce), SizeIs(entropy ? 4 : 3));
    EXPECT_THAT(in_loop(OpKind::kAllReduce), Each("tensor<1024xf32> -> tensor<1024xf32>"));
    std::vector<hlo::Reduction> reductions;
    for (const auto& [op, loops] : OpsOf(program, OpKind::kAllReduce)) {
      if (loops > 0) reductions.push_back(std::get<hlo::CollectiveAttr>(op->attributes).reduction);
    }
    EXPECT_EQ(std::count(reductions.begin(), reductions.end(), hlo::Reduction::kMaximum), 1);
  }
}

TEST(ShardedPrograms, ThreeProductsInOnePassFourInTwo) {
  for (const char* head : kHeads) {
    SCOPED_TRACE(head);
    const auto count = [&](ProgramKind kind, LossKind loss) {
      HeadConfig config = Config(head);
      config.loss = LossConfig::Default(loss);
      const hlo::Program program = MustBuild(config, kind);
      return std::pair(OpsOf(program, OpKind::kWhile).size(),
                       OpsOf(program, OpKind::kDotGeneral).size());
    };
    for (const LossKind loss : {LossKind::kPolicyGradient, LossKind::kPpo, LossKind::kGrpo,
                                LossKind::kDapo, LossKind::kCispo}) {
      EXPECT_EQ(count(ProgramKind::kFused, loss), std::pair(size_t{1}, size_t{3}));
      EXPECT_EQ(count(ProgramKind::kLossAndGrad, loss), std::pair(size_t{2}, size_t{4}));
    }
    // A ratio of the whole row is known after the first pass.
    EXPECT_EQ(count(ProgramKind::kFused, LossKind::kGspo), std::pair(size_t{2}, size_t{4}));
  }
}

TEST(ShardedPrograms, HoldNoLogitsOfMoreThanAChunk) {
  for (const char* head : kHeads) {
    for (const ProgramKind kind : kSharded) {
      HeadConfig config = Config(head, kind);
      config.entropy = true;
      const hlo::Program program = MustBuild(config, kind);
      int64_t largest = 0;
      for (const hlo::TensorType& type : program.values) {
        // The whole of hidden aside, which arguments have.
        if (type.dims.size() == 2 && type.dims[0] != 48 && type.dims[1] != 48) {
          largest = std::max(largest, type.elements());
        }
      }
      EXPECT_LE(largest, int64_t{512} * 1000) << head << " " << ProgramKindName(kind);
    }
  }
}

// The replicate rule is about arrays that cross a loop split over devices by the compiler.
TEST(ShardedPrograms, KnowNoReplicateRule) {
  for (const char* head : kHeads) {
    HeadConfig config = Config(head);
    config.chunk = 4096;
    config.sequence = 8192;
    const std::string never = Text(WithMode(config, ReplicateMode::kNever), ProgramKind::kBackward);
    EXPECT_EQ(Text(WithMode(config, ReplicateMode::kAlways), ProgramKind::kBackward), never);
    EXPECT_THAT(never, Not(HasSubstr("sharding_constraint")));
  }
}

TEST(ShardedPrograms, LocalWithoutAMeshHasNoDevices) {
  HeadConfig config = WithoutMesh(Config("local"));
  const std::string text = Text(config, ProgramKind::kBackward);
  EXPECT_THAT(text, Not(HasSubstr("manual_computation")));
  EXPECT_THAT(text, Not(HasSubstr("all_")));
  EXPECT_THAT(text, HasSubstr("stablehlo.while"));
}

TEST(ShardedPrograms, SkippingIsALoopOverChosenChunks) {
  HeadConfig config = Config("vocab:context");
  const auto carries_list = [&] {
    const hlo::Program program = MustBuild(config, ProgramKind::kForward);
    const hlo::Op& loop = *OpsOf(program, OpKind::kWhile).at(0).op;
    return std::any_of(loop.operands.begin(), loop.operands.end(), [&](hlo::ValueId id) {
      return program.type(id).ToString() == "tensor<9xi32>";  // 8 chunks
    });
  };
  EXPECT_FALSE(carries_list());
  config.skip_masked = true;
  EXPECT_TRUE(carries_list());
}

// Names and shardings of arguments and results are the same for every head.
TEST(ShardedPrograms, HaveThePortsOfChunked) {
  const auto ports = [](const hlo::Program& program) {
    std::vector<std::string> texts;
    for (const auto* list : {&program.main().arguments, &program.main().results}) {
      for (const hlo::Port& port : *list) {
        texts.push_back(port.name + " " + port.type.ToString() + " " + port.sharding->ToShardy());
      }
    }
    return texts;
  };
  for (const bool entropy : {false, true}) {
    for (const ProgramKind kind : kSharded) {
      HeadConfig config = Config("chunked", kind);
      config.entropy = entropy;
      const std::vector<std::string> chunked = ports(MustBuild(config, kind));
      for (const char* head : kHeads) {
        config.head = *ParseHead(head);
        EXPECT_EQ(ports(MustBuild(config, kind)), chunked) << head;
      }
    }
  }
}

TEST(FusedPorts, AreThoseOfTheLoss) {
  HeadConfig config = Config("local", ProgramKind::kFused);
  config.entropy = true;
  const auto names = [](const std::vector<hlo::Port>& ports) {
    std::vector<std::string> list;
    for (const hlo::Port& port : ports) list.push_back(port.name);
    return list;
  };
  const hlo::Program grpo = MustBuild(config, ProgramKind::kFused);
  EXPECT_THAT(names(grpo.main().arguments), ElementsAre("hidden", "kernel", "targets", "advantages",
                                                        "mask", "old_logps", "ref_logps"));
  EXPECT_THAT(names(grpo.main().results),
              ElementsAre("loss", "tokens", "masked_tokens", "ratio_mean", "clip_fraction_low",
                          "clip_fraction_high", "approx_kl_k1", "approx_kl_k3", "entropy_mean",
                          "d_hidden", "d_kernel", "logps", "entropies"));
  config.loss = LossConfig();
  config.entropy = false;
  const hlo::Program plain = MustBuild(config, ProgramKind::kFused);
  EXPECT_THAT(names(plain.main().arguments),
              ElementsAre("hidden", "kernel", "targets", "advantages", "mask"));
  EXPECT_THAT(names(plain.main().results),
              ElementsAre("loss", "tokens", "masked_tokens", "d_hidden", "d_kernel", "logps"));
}

TEST(ProgramErrors, LossesGoWithTheirPrograms) {
  const auto message = [](const HeadConfig& config, ProgramKind kind) {
    const auto program = BuildProgram(config, kind, EmptyEnv);
    return program.ok() ? std::string("ok") : program.error().message();
  };
  for (const char* head : {"chunked", "local"}) {
    HeadConfig config = Config(head);
    EXPECT_EQ(message(config, ProgramKind::kFused), "the fused program needs a loss (e.g. grpo)");
    config.loss = LossConfig::Default(LossKind::kPpo);
    EXPECT_EQ(message(config, ProgramKind::kFused), "ok");
    EXPECT_EQ(message(config, ProgramKind::kLossAndGrad), "ok");
    EXPECT_EQ(message(config, ProgramKind::kForward),
              "the forward program takes no loss (use fused or loss_and_grad)");
    EXPECT_EQ(message(config, ProgramKind::kBackward),
              "the backward program takes no loss (use fused or loss_and_grad)");
  }
}

}  // namespace
}  // namespace logphead
