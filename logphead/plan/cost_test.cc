// SPDX-License-Identifier: Apache-2.0
// ProgramCost: products, bytes and collectives of small programs, each counted by hand.
#include "logphead/plan/cost.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "logphead/plan/census.h"
#include "logphead/plan/test_programs.h"

namespace logphead {
namespace {

using test_programs::AddComputation;
using test_programs::AddInstruction;
using test_programs::Array;
using test_programs::kBF16;
using test_programs::kF32;
using test_programs::kPred;
using test_programs::kU32;
using test_programs::Resolve;
using test_programs::Tuple;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// A product of [8,16] by [16,32] in f32.
constexpr int64_t kFlops = 2 * 8 * 16 * 32;
constexpr int64_t kBytes = 4 * (8 * 16 + 16 * 32 + 8 * 32);
const hlo_proto::Shape kLeft = Array(kF32, {8, 16});
const hlo_proto::Shape kRight = Array(kF32, {16, 32});
const hlo_proto::Shape kProduct = Array(kF32, {8, 32});

// A module whose entry, of id 1, has the two sides of a product as its instructions 1 and 2.
struct Program {
  hlo_proto::Module module;
  hlo_proto::Computation* main = nullptr;

  Program() {
    module.set_entry_computation_id(1);
    main = AddSides("main", 1);
  }
  hlo_proto::Computation* AddSides(const std::string& name, int64_t id) {
    hlo_proto::Computation* computation = AddComputation(&module, name, id);
    AddInstruction(computation, "left", "parameter", kLeft);
    AddInstruction(computation, "right", "parameter", kRight)->set_parameter_number(1);
    return computation;
  }
  // A computation that multiplies its two parameters.
  hlo_proto::Computation* AddProductOf(const std::string& name, int64_t id) {
    hlo_proto::Computation* computation = AddSides(name, id);
    AddInstruction(computation, "dot", "dot", kProduct, {1, 2})
        ->mutable_dot_dimensions()
        ->add_lhs_contracting(1);
    return computation;
  }
  hlo_proto::Instruction* AddLoop(hlo_proto::Computation* in, int64_t body, int64_t condition,
                                  int64_t trips) {
    AddInstruction(AddComputation(&module, fmt::format("condition{}", condition), condition),
                   "more", "parameter", Array(kPred, {}));
    hlo_proto::Instruction* loop =
        AddInstruction(in, "loop", "while", kLeft, {1}, {body, condition});
    if (trips > 0) {
      loop->set_backend_config(fmt::format(R"({{"known_trip_count":{{"n":"{}"}}}})", trips));
    }
    return loop;
  }

  ProgramCost Cost(const char* mesh = "") const {
    const auto resolved = Resolve(module);
    EXPECT_TRUE(resolved.ok()) << resolved.error().ToString();
    std::optional<Mesh> axes;
    if (*mesh != 0) axes = *Mesh::Parse(mesh);
    const auto cost = CountCost(*resolved, axes);
    EXPECT_TRUE(cost.ok()) << cost.error().ToString();
    return cost.ok() ? *cost : ProgramCost{};
  }
};

hlo_proto::Instruction* AddGroups(hlo_proto::Instruction* collective,
                                  const std::vector<std::vector<int64_t>>& groups) {
  for (const std::vector<int64_t>& group : groups) {
    hlo_proto::ReplicaGroup* to = collective->add_replica_groups();
    for (const int64_t device : group) to->add_replica_ids(device);
  }
  return collective;
}

TEST(CountCost, AnEmptyProgramCostsNothing) {
  const ProgramCost cost = Program().Cost();
  EXPECT_EQ(cost.matmul_flops, 0);
  EXPECT_EQ(cost.memory_bytes, 0);
  EXPECT_EQ(cost.exponentials, 0);
  EXPECT_EQ(cost.wire_bytes, 0);
  EXPECT_EQ(cost.estimated_cycles, std::nullopt);
  EXPECT_THAT(cost.work, IsEmpty());
  EXPECT_THAT(cost.wire, IsEmpty());
  EXPECT_THAT(cost.unknown, IsEmpty());
}

TEST(CountCost, AFusionDoesTheProductsInsideIt) {
  Program program;
  program.AddProductOf("fused", 2);
  // A fusion of a fusion, whose result is a smaller part.
  hlo_proto::Computation* outer = program.AddSides("outer", 3);
  AddInstruction(outer, "inner", "fusion", kProduct, {1, 2}, {2});
  AddInstruction(outer, "first", "slice", Array(kF32, {1, 32}), {3});
  AddInstruction(program.main, "f", "fusion", kProduct, {1, 2}, {2});
  AddInstruction(program.main, "g", "fusion", Array(kF32, {1, 32}), {1, 2}, {3});
  const ProgramCost cost = program.Cost();
  constexpr int64_t kSmaller = 4 * (8 * 16 + 16 * 32 + 32);
  EXPECT_EQ(cost.matmul_flops, 2 * kFlops);
  EXPECT_EQ(cost.memory_bytes, kBytes + kSmaller);
  EXPECT_THAT(cost.work, ElementsAre(Work{kFlops, kSmaller, 1}, Work{kFlops, kBytes, 1}));
  EXPECT_THAT(cost.unknown, IsEmpty());
}

TEST(CountCost, TripCountsMultiplyAllThatALoopDoes) {
  Program program;
  hlo_proto::Computation* body = program.AddProductOf("body", 2);
  AddInstruction(body, "e", "exponential", kProduct, {3});
  AddGroups(AddInstruction(body, "r", "all-reduce", kProduct, {4}), {{0, 1, 2, 3}});
  hlo_proto::Computation* outer = program.AddSides("outer", 4);
  program.AddLoop(outer, 2, 3, 5);
  program.AddLoop(program.main, 4, 5, 7);
  // The same product once more outside the loops.
  AddInstruction(program.main, "dot", "dot", kProduct, {1, 2})
      ->mutable_dot_dimensions()
      ->add_lhs_contracting(1);
  const ProgramCost cost = program.Cost();
  constexpr int64_t kRuns = 5 * 7;
  constexpr int64_t kElements = 8 * 32;
  // The exponential and the all-reduce each read and write the product.
  constexpr int64_t kOther = 4 * 4 * kElements;
  EXPECT_EQ(cost.matmul_flops, (kRuns + 1) * kFlops);
  EXPECT_EQ(cost.memory_bytes, kRuns * (kBytes + kOther) + kBytes);
  EXPECT_EQ(cost.exponentials, kRuns * kElements);
  EXPECT_EQ(cost.wire_bytes, kRuns * 2 * 4 * kElements * 3 / 4);
  EXPECT_THAT(cost.work, ElementsAre(Work{0, kRuns * kOther, 1}, Work{kFlops, kBytes, kRuns + 1}));
  EXPECT_THAT(cost.wire, ElementsAre(WireUse{"all-reduce", "", 4, 1, kRuns,
                                             kRuns * 2 * 4 * kElements * 3 / 4}));
  EXPECT_THAT(cost.unknown, IsEmpty());
}

TEST(CountCost, ALoopWithoutATripCountMakesTotalsUnknown) {
  Program program;
  hlo_proto::Computation* body = program.AddProductOf("body", 2);
  AddInstruction(body, "e", "exponential", kProduct, {3})
      ->set_backend_config(R"({"estimated_cycles":9})");
  AddGroups(AddInstruction(body, "r", "all-reduce", kProduct, {4}), {{0, 1}});
  program.AddLoop(program.main, 2, 3, 0);
  const ProgramCost cost = program.Cost();
  EXPECT_THAT(cost.unknown, ElementsAre("loop %loop has no trip count"));
  EXPECT_EQ(cost.matmul_flops, std::nullopt);
  EXPECT_EQ(cost.memory_bytes, std::nullopt);
  EXPECT_EQ(cost.exponentials, std::nullopt);
  EXPECT_EQ(cost.wire_bytes, std::nullopt);
  EXPECT_EQ(cost.estimated_cycles, std::nullopt);
  EXPECT_THAT(cost.work, IsEmpty());
  EXPECT_THAT(cost.wire, ElementsAre(WireUse{"all-reduce", "", 2, 1, std::nullopt, std::nullopt}));
}

TEST(CountCost, ABranchMakesTotalsUnknown) {
  Program program;
  program.AddProductOf("then", 2);
  hlo_proto::Computation* otherwise = program.AddProductOf("else", 3);
  AddGroups(AddInstruction(otherwise, "r", "all-reduce", kProduct, {3}), {{0, 1}});
  AddInstruction(program.main, "c", "conditional", kProduct, {1, 1, 2}, {2, 3});
  const ProgramCost cost = program.Cost();
  EXPECT_THAT(cost.unknown, ElementsAre("%c runs one of its branches"));
  EXPECT_EQ(cost.matmul_flops, std::nullopt);
  EXPECT_EQ(cost.memory_bytes, std::nullopt);
  EXPECT_EQ(cost.wire_bytes, std::nullopt);
  EXPECT_THAT(cost.wire, SizeIs(1));
}

TEST(CountCost, AnAsynchronousPairCountsOnce) {
  Program program;
  const hlo_proto::Shape gathered = Array(kF32, {32, 16});
  AddGroups(AddInstruction(program.main, "s", "all-gather-start", Tuple({kLeft, gathered}), {1}),
            {{0, 1, 2, 3}});
  AddInstruction(program.main, "d", "all-gather-done", gathered, {3});
  // The same as a computation of its own, which three instructions name.
  hlo_proto::Computation* wrapped = AddComputation(&program.module, "wrapped", 2);
  AddInstruction(wrapped, "x", "parameter", kLeft);
  AddGroups(AddInstruction(wrapped, "g", "all-gather", gathered, {1}), {{0, 1, 2, 3}});
  const hlo_proto::Shape pair = Tuple({Tuple({kLeft}), gathered, Array(kU32, {})});
  AddInstruction(program.main, "as", "async-start", pair, {1}, {2});
  AddInstruction(program.main, "au", "async-update", pair, {5}, {2});
  AddInstruction(program.main, "ad", "async-done", gathered, {6}, {2});
  const ProgramCost cost = program.Cost();
  constexpr int64_t kGathered = 4 * 32 * 16;
  EXPECT_THAT(cost.wire, ElementsAre(WireUse{"all-gather", "", 4, 2, 2, 2 * kGathered * 3 / 4}));
  EXPECT_EQ(cost.wire_bytes, 2 * kGathered * 3 / 4);
  EXPECT_EQ(cost.memory_bytes, 2 * (kGathered / 4 + kGathered));
}

TEST(CountCost, ACustomCallThatJustCallsIsItsCallee) {
  Program program;
  program.AddProductOf("callee", 2);
  hlo_proto::Instruction* call =
      AddInstruction(program.main, "c", "custom-call", kProduct, {1, 2}, {2});
  call->set_custom_call_target("SomeCore");
  ProgramCost cost = program.Cost();
  EXPECT_EQ(cost.matmul_flops, kFlops);
  EXPECT_EQ(cost.memory_bytes, kBytes);
  EXPECT_THAT(cost.work, ElementsAre(Work{kFlops, kBytes, 1}));
  EXPECT_THAT(cost.unknown, IsEmpty());
  // With another result it may do anything with what it names.
  *call->mutable_shape() = kLeft;
  cost = program.Cost();
  EXPECT_EQ(cost.matmul_flops, std::nullopt);
  EXPECT_THAT(cost.unknown, ElementsAre("what %c computes is not seen"));
}

TEST(CountCost, WhatACustomCallComputesIsSeenOrTold) {
  for (const char* target :
       {"tpu_custom_call", "__gpu$xla.gpu.triton", "", "__cudnn$fmhaSoftmax"}) {
    Program program;
    AddInstruction(program.main, "c", "custom-call", kProduct, {1, 2})
        ->set_custom_call_target(target);
    const ProgramCost cost = program.Cost();
    EXPECT_EQ(cost.matmul_flops, std::nullopt) << target;
    EXPECT_EQ(cost.memory_bytes, kBytes);
    EXPECT_THAT(cost.unknown, ElementsAre("what %c computes is not seen")) << target;
  }
  for (const char* target :
       {"AllocateBuffer", "Sharding", "TopK", "__cub$DeviceRadixSort", "MoveToHost"}) {
    Program program;
    AddInstruction(program.main, "c", "custom-call", kProduct, {1, 2})
        ->set_custom_call_target(target);
    const ProgramCost cost = program.Cost();
    EXPECT_EQ(cost.matmul_flops, 0) << target;
    EXPECT_THAT(cost.unknown, IsEmpty()) << target;
  }
}

TEST(CountCost, ProductsThatCannotBeCountedAreTold) {
  Program program;
  AddInstruction(program.main, "r", "ragged-dot", kProduct, {1, 2});
  hlo_proto::Computation* fused = program.AddSides("fused", 2);
  AddInstruction(fused, "s", "scaled-dot", kProduct, {1, 2});
  AddInstruction(program.main, "f", "fusion", kProduct, {1, 2}, {2});
  const ProgramCost cost = program.Cost();
  EXPECT_EQ(cost.matmul_flops, std::nullopt);
  EXPECT_EQ(cost.memory_bytes, 2 * kBytes);
  EXPECT_THAT(cost.unknown,
              ElementsAre("products of %r cannot be counted", "products of %f cannot be counted"));
}

TEST(CountCost, BytesThatCannotBeCountedAreTold) {
  Program program;
  AddInstruction(program.main, "odd\n", "copy", Array(99, {8}), {1});
  const ProgramCost cost = program.Cost();
  EXPECT_EQ(cost.memory_bytes, std::nullopt);
  EXPECT_EQ(cost.matmul_flops, 0);
  EXPECT_THAT(cost.unknown, ElementsAre("bytes of %odd\\x0a cannot be counted"));
}

TEST(CountCost, FusionsInFusionsWithoutEndAreUnknown) {
  Program program;
  program.AddProductOf("fused2", 2);
  // Each fuses the one before it; the product lies within 20 fusions.
  for (int64_t id = 3; id < 22; ++id) {
    hlo_proto::Computation* level = program.AddSides(fmt::format("fused{}", id), id);
    AddInstruction(level, "f", "fusion", kProduct, {1, 2}, {id - 1});
  }
  AddInstruction(program.main, "top", "fusion", kProduct, {1, 2}, {21});
  const ProgramCost cost = program.Cost();
  EXPECT_EQ(cost.matmul_flops, std::nullopt) << "the work that seconds come from lacks it";
  EXPECT_THAT(cost.unknown, ElementsAre("products of %top cannot be counted"));
}

TEST(CountCost, ManyReasonsAreCounted) {
  Program program;
  for (int i = 0; i < 11; ++i) {
    AddInstruction(program.main, fmt::format("r{}", i), "ragged-dot", kProduct, {1, 2});
  }
  const ProgramCost cost = program.Cost();
  ASSERT_THAT(cost.unknown, SizeIs(9));
  EXPECT_EQ(cost.unknown.front(), "products of %r0 cannot be counted");
  EXPECT_EQ(cost.unknown.back(), "3 more");
}

TEST(CountCost, ExponentialsAreElements) {
  Program program;
  for (const char* opcode : {"exponential", "log", "tanh", "exponential-minus-one", "log-plus-one",
                             "logistic", "power", "erf", "sine", "cosine", "tan", "cbrt"}) {
    Program one;
    AddInstruction(one.main, "e", opcode, kProduct, {1});
    EXPECT_EQ(one.Cost().exponentials, 8 * 32) << opcode;
  }
  for (const char* opcode : {"add", "multiply", "maximum", "divide", "dot", "reduce"}) {
    Program one;
    AddInstruction(one.main, "e", opcode, kProduct, {1, 2});
    EXPECT_EQ(one.Cost().exponentials, 0) << opcode;
  }
  hlo_proto::Computation* fused = program.AddSides("fused", 2);
  AddInstruction(fused, "e", "exponential", kLeft, {1});
  AddInstruction(fused, "l", "log", kLeft, {3});
  AddInstruction(program.main, "f", "fusion", kLeft, {1, 2}, {2});
  AddInstruction(program.main, "f", "fusion", kLeft, {1, 2}, {2});
  EXPECT_EQ(program.Cost().exponentials, 2 * 2 * 8 * 16);
  AddInstruction(program.main, "e", "tanh", Array(kF32, {-4, 2}), {1});
  EXPECT_EQ(program.Cost().exponentials, std::nullopt);
}

// Cycles of one instruction with this note, run 6 times.
Count CyclesOf(const std::string& note) {
  Program program;
  hlo_proto::Computation* body = program.AddSides("body", 2);
  AddInstruction(body, "f", "add", kLeft, {1, 1})->set_backend_config(note);
  program.AddLoop(program.main, 2, 3, 6);
  return program.Cost().estimated_cycles;
}

TEST(CountCost, CyclesThatTheCompilerNotes) {
  EXPECT_EQ(CyclesOf(R"({"window_config":{"estimated_cycles":"1234"}})"), 6 * 1234);
  EXPECT_EQ(CyclesOf(R"({"window_config":{"estimated_cycles":1234}})"), 6 * 1234);
  EXPECT_EQ(CyclesOf(R"({"estimated_cycles":"17"})"), 6 * 17);
  EXPECT_EQ(CyclesOf(R"({"estimated_cycles":17})"), 6 * 17);
  EXPECT_EQ(CyclesOf(R"({"estimated_cycles":"999999999999999999"})"), 6 * 999999999999999999);
  EXPECT_EQ(CyclesOf(R"({"estimated_cycles":"0"})"), 0);
}

TEST(CountCost, OtherNotesAreNoCycles) {
  for (const char* note :
       {"", "{}", "estimated_cycles", R"({"estimated_cycles":)", R"("estimated_cycles")",
        R"(["estimated_cycles"])", R"([{"estimated_cycles":1}])", R"({"estimated_cycles":null})",
        R"({"estimated_cycles":""})", R"({"estimated_cycles":"-5"})", R"({"estimated_cycles":-5})",
        R"({"estimated_cycles":1.5})", R"({"estimated_cycles":"12a"})",
        R"({"estimated_cycles":"99999999999999999999"})",
        R"({"estimated_cycles":18446744073709551615})",
        R"({"window_config":["estimated_cycles"]})"}) {
    EXPECT_EQ(CyclesOf(note), std::nullopt) << note;
  }
}

// The wire of one collective of [16,32] f32 over groups of 4 of 8 devices.
std::vector<WireUse> WireOf(const char* opcode, const char* mesh = "") {
  Program program;
  AddGroups(AddInstruction(program.main, "c", opcode, kRight, {1}), {{0, 1, 2, 3}, {4, 5, 6, 7}});
  const ProgramCost cost = program.Cost(mesh);
  EXPECT_THAT(cost.wire, SizeIs(1));
  EXPECT_EQ(cost.wire_bytes, cost.wire.at(0).wire_bytes);
  return cost.wire;
}

TEST(CountCost, WireBytesOfEachKind) {
  constexpr int64_t kResult = 4 * 16 * 32;
  for (const auto& [kind, bytes] :
       std::map<std::string, int64_t>{{"all-gather", kResult * 3 / 4},
                                      {"all-to-all", kResult * 3 / 4},
                                      {"ragged-all-to-all", kResult * 3 / 4},
                                      {"all-reduce", 2 * kResult * 3 / 4},
                                      {"reduce-scatter", kResult * 3},
                                      {"collective-broadcast", kResult}}) {
    EXPECT_THAT(WireOf(kind.c_str(), "a=2,b=4"), ElementsAre(WireUse{kind, "b", 4, 1, 1, bytes}));
    EXPECT_THAT(WireOf(kind.c_str()), ElementsAre(WireUse{kind, "", 4, 1, 1, bytes}));
  }
}

TEST(CountCost, APermuteSendsItsResult) {
  Program program;
  hlo_proto::Instruction* permute =
      AddInstruction(program.main, "c", "collective-permute", kRight, {2});
  for (int64_t device = 0; device < 8; ++device) {
    hlo_proto::SourceTarget* pair = permute->add_source_target_pairs();
    pair->set_source(device);
    pair->set_target(device / 4 * 4 + (device + 1) % 4);
  }
  EXPECT_THAT(program.Cost("a=2,b=4").wire,
              ElementsAre(WireUse{"collective-permute", "b", 4, 1, 1, 4 * 16 * 32}));
}

TEST(CountCost, APermuteOfSomeDevicesHasTheLargestSetOfThem) {
  Program program;
  hlo_proto::Instruction* permute =
      AddInstruction(program.main, "c", "collective-permute", kRight, {2});
  // As where two axes change places: devices 0 and 3 keep theirs.
  for (const auto& [source, target] :
       std::vector<std::pair<int64_t, int64_t>>{{0, 0}, {1, 2}, {2, 1}, {3, 3}}) {
    hlo_proto::SourceTarget* pair = permute->add_source_target_pairs();
    pair->set_source(source);
    pair->set_target(target);
  }
  EXPECT_THAT(program.Cost("a=2,b=2").wire,
              ElementsAre(WireUse{"collective-permute", "", 2, 1, 1, 4 * 16 * 32}));
}

TEST(CountCost, AllDevicesAreThoseOfTheMesh) {
  Program program;
  AddInstruction(program.main, "c", "all-gather", kRight, {1});
  constexpr int64_t kSent = 4 * 16 * 32 * 7 / 8;
  EXPECT_THAT(program.Cost("a=2,b=4").wire,
              ElementsAre(WireUse{"all-gather", "a,b", 8, 1, 1, kSent}));
  const ProgramCost without = program.Cost();
  EXPECT_THAT(without.wire, ElementsAre(WireUse{"all-gather", "", 0, 1, 1, std::nullopt}));
  EXPECT_EQ(without.wire_bytes, std::nullopt);
  EXPECT_THAT(without.unknown, ElementsAre("the devices of %c are not told"));
}

TEST(CountCost, GroupsOfAFormThatIsNotKnownAreTold) {
  Program program;
  hlo_proto::DeviceMesh* mesh = AddInstruction(program.main, "c", "all-gather", kRight, {1})
                                    ->mutable_mesh_groups()
                                    ->mutable_mesh();
  mesh->add_axes()->set_size(8);
  mesh->GetReflection()->MutableUnknownFields(mesh)->AddVarint(9, 1);
  const ProgramCost cost = program.Cost("a=2,b=4");
  EXPECT_THAT(cost.wire, ElementsAre(WireUse{"all-gather", "", 0, 1, 1, std::nullopt}));
  EXPECT_EQ(cost.wire_bytes, std::nullopt);
  EXPECT_THAT(cost.unknown, ElementsAre("the devices of %c are not told"));
}

TEST(CountCost, ADeviceAloneSendsNothing) {
  Program program;
  AddGroups(AddInstruction(program.main, "c", "all-reduce", kRight, {1}), {{0}, {1}});
  EXPECT_THAT(program.Cost("a=2").wire, ElementsAre(WireUse{"all-reduce", "", 1, 1, 1, 0}));
}

TEST(CountCost, CollectivesMergeByKindAndAxes) {
  Program program;
  const std::vector<std::vector<int64_t>> rows = {{0, 1, 2, 3}, {4, 5, 6, 7}};
  const std::vector<std::vector<int64_t>> rows_turned = {{7, 6, 5, 4}, {1, 0, 3, 2}};
  const std::vector<std::vector<int64_t>> columns = {{0, 4}, {1, 5}, {2, 6}, {3, 7}};
  const auto add = [&](const char* opcode, const hlo_proto::Shape& shape, const auto& groups) {
    AddGroups(AddInstruction(program.main, "c", opcode, shape, {1}), groups);
  };
  add("all-gather", kRight, rows);
  add("all-reduce", kRight, rows);
  add("all-gather", kRight, columns);
  add("all-gather", kProduct, rows_turned);
  add("all-gather", kProduct, columns);
  const ProgramCost cost = program.Cost("a=2,b=4");
  constexpr int64_t kBoth = 4 * (16 * 32 + 8 * 32);
  EXPECT_THAT(cost.wire, ElementsAre(WireUse{"all-gather", "b", 4, 2, 2, kBoth * 3 / 4},
                                     WireUse{"all-reduce", "b", 4, 1, 1, 2 * 4 * 16 * 32 * 3 / 4},
                                     WireUse{"all-gather", "a", 2, 2, 2, kBoth / 2}));
  EXPECT_EQ(cost.wire_bytes, kBoth * 3 / 4 + 2 * 4 * 16 * 32 * 3 / 4 + kBoth / 2);
  EXPECT_THAT(program.Cost().wire, SizeIs(3)) << "sizes of groups tell them apart";
}

TEST(CountCost, CollectivesInsideFusionsCount) {
  Program program;
  hlo_proto::Computation* fused = AddComputation(&program.module, "fused", 2);
  AddInstruction(fused, "x", "parameter", kLeft);
  AddGroups(AddInstruction(fused, "g", "all-gather", Array(kF32, {32, 16}), {1}), {{0, 1, 2, 3}});
  hlo_proto::Computation* body = program.AddSides("body", 3);
  AddInstruction(body, "f", "fusion", Array(kF32, {32, 16}), {1}, {2});
  AddInstruction(body, "f", "fusion", Array(kF32, {32, 16}), {1}, {2});
  program.AddLoop(program.main, 3, 4, 5);
  const ProgramCost cost = program.Cost();
  constexpr int64_t kSent = 4 * 32 * 16 * 3 / 4;
  EXPECT_THAT(cost.wire, ElementsAre(WireUse{"all-gather", "", 4, 1, 10, 10 * kSent}));
  EXPECT_EQ(cost.wire_bytes, 10 * kSent);
}

TEST(CountCost, TotalsBeyondWhatCanBeCountedAreUnknown) {
  Program program;
  hlo_proto::Computation* body = program.AddProductOf("body", 2);
  AddGroups(AddInstruction(body, "r", "all-reduce", kProduct, {3}), {{0, 1}});
  program.AddLoop(program.main, 2, 3, INT64_MAX / 2);
  const ProgramCost cost = program.Cost();
  EXPECT_EQ(cost.matmul_flops, std::nullopt);
  EXPECT_EQ(cost.memory_bytes, std::nullopt);
  EXPECT_EQ(cost.wire_bytes, std::nullopt);
}

TEST(CountCost, DamageIsAnErrorThatNamesTheInstruction) {
  struct Case {
    const char* opcode;
    hlo_proto::Shape shape;
    bool bad_groups;
    const char* message;
  };
  for (const Case& bad :
       {Case{"all-reduce", Array(kF32, {-4}), false, "all-reduce %c: "},
        Case{"all-gather-start", kLeft, false, "all-gather %c: its shape "},
        Case{"all-gather", kLeft, true, "all-gather %c: replica groups of 2 x 3 devices"}}) {
    Program program;
    hlo_proto::Instruction* c = AddInstruction(program.main, "c", bad.opcode, bad.shape, {1});
    if (bad.bad_groups) {
      c->mutable_iota_device_list()->set_num_replica_groups(2);
      c->mutable_iota_device_list()->set_num_devices_per_group(3);
      c->mutable_iota_device_list()->add_iota_reshape_dims(8);
    }
    const auto cost = CountCost(*Resolve(program.module), std::nullopt);
    ASSERT_FALSE(cost.ok()) << bad.message;
    EXPECT_THAT(cost.error().message(), HasSubstr(bad.message));
  }
}

}  // namespace
}  // namespace logphead
