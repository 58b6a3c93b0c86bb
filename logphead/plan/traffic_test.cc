// SPDX-License-Identifier: Apache-2.0
// Traffic: bytes of instructions by hand, through fusions, tuples and memory spaces.
#include "logphead/plan/traffic.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "logphead/plan/test_programs.h"

namespace logphead {
namespace {

using test_programs::AddComputation;
using test_programs::AddInstruction;
using test_programs::Array;
using test_programs::kBF16;
using test_programs::kF32;
using test_programs::kS32;
using test_programs::kU32;
using test_programs::Resolve;
using test_programs::Tuple;

const hlo_proto::Shape kLarge = Array(kF32, {64, 16});  // 4096 bytes
const hlo_proto::Shape kRow = Array(kF32, {1, 16});     // 64 bytes
const hlo_proto::Shape kIndex = Array(kS32, {});        // 4 bytes

hlo_proto::Shape In(hlo_proto::Shape shape, int64_t memory_space) {
  shape.mutable_layout()->set_memory_space(memory_space);
  return shape;
}

// An entry of id 1 with parameters of these shapes, and a computation of id 2 with the same, to be
// fused.
struct Program {
  hlo_proto::Module module;
  hlo_proto::Computation* main = nullptr;
  hlo_proto::Computation* fused = nullptr;

  explicit Program(const std::vector<hlo_proto::Shape>& parameters) {
    module.set_entry_computation_id(1);
    main = AddComputation(&module, "main", 1);
    fused = AddComputation(&module, "fused", 2);
    for (hlo_proto::Computation* computation : {main, fused}) {
      for (size_t i = 0; i < parameters.size(); ++i) {
        AddInstruction(computation, "p", "parameter", parameters[i])
            ->set_parameter_number(static_cast<int64_t>(i));
      }
    }
    // Something that nothing uses, so that the computation is there.
    AddInstruction(fused, "root", "constant", kIndex);
  }

  // Of the entry's last instruction.
  Count Bytes() const {
    const auto resolved = Resolve(module);
    EXPECT_TRUE(resolved.ok()) << resolved.error().ToString();
    const auto& instructions = resolved->computations()[0].instructions;
    return MemoryBytes(*resolved, 0, static_cast<uint32_t>(instructions.size() - 1));
  }

  // Of one instruction of this opcode over parameters 1, 2, ....
  Count BytesOf(const char* opcode, const hlo_proto::Shape& shape,
                const std::vector<int64_t>& operands) {
    AddInstruction(main, "x", opcode, shape, operands);
    return Bytes();
  }

  // Of a fusion of the other computation over all parameters.
  Count BytesOfFusion(const hlo_proto::Shape& shape, const std::vector<int64_t>& operands) {
    AddInstruction(main, "f", "fusion", shape, operands, {2});
    return Bytes();
  }
};

TEST(MemoryBytes, OperandsAndResult) {
  EXPECT_EQ(Program({kLarge, kRow}).BytesOf("add", kLarge, {1, 2}), 4096 + 64 + 4096);
  EXPECT_EQ(Program({Array(kBF16, {64, 16})}).BytesOf("convert", kLarge, {1}), 2048 + 4096);
  EXPECT_EQ(Program({}).BytesOf("iota", kLarge, {}), 4096);
  EXPECT_EQ(Program({kRow}).BytesOf("sort", Tuple({kRow, kLarge}), {1}), 64 + 64 + 4096);
}

TEST(MemoryBytes, AnOperandInTwoPlacesIsReadOnce) {
  EXPECT_EQ(Program({kLarge}).BytesOf("multiply", kLarge, {1, 1}), 2 * 4096);
}

TEST(MemoryBytes, WhatMovesNothing) {
  for (const char* opcode :
       {"parameter", "constant", "tuple", "get-tuple-element", "bitcast", "while", "conditional",
        "call", "after-all", "partition-id", "replica-id", "opt-barrier", "async-start",
        "async-update", "async-done", "copy-done", "all-gather-done", "send-done"}) {
    EXPECT_EQ(Program({kLarge}).BytesOf(opcode, kLarge, {1}), 0) << opcode;
  }
}

TEST(MemoryBytes, ABufferThatIsMadeIsNotWritten) {
  Program program({});
  hlo_proto::Instruction* call = AddInstruction(program.main, "c", "custom-call", kLarge);
  EXPECT_EQ(program.Bytes(), 4096);
  call->set_custom_call_target("AllocateBuffer");
  EXPECT_EQ(program.Bytes(), 0);
}

TEST(MemoryBytes, ACustomCallThatJustCallsLeavesItToItsCallee) {
  Program program({kLarge});
  AddInstruction(program.fused, "n", "negate", kLarge, {1});
  AddInstruction(program.main, "c", "custom-call", kLarge, {1}, {2});
  EXPECT_EQ(program.Bytes(), 0);
  AddInstruction(program.main, "c", "custom-call", kRow, {1}, {2});
  EXPECT_EQ(program.Bytes(), 4096 + 64);
}

TEST(MemoryBytes, OfSlicesTheSlice) {
  for (const char* opcode : {"dynamic-slice", "slice"}) {
    EXPECT_EQ(Program({kLarge, kIndex}).BytesOf(opcode, kRow, {1, 2}), 64 + 4 + 64) << opcode;
  }
  const hlo_proto::Shape indices = Array(kS32, {3});
  EXPECT_EQ(Program({kLarge, indices}).BytesOf("gather", Array(kF32, {3, 16}), {1, 2}),
            3 * 64 + 12 + 3 * 64);
}

TEST(MemoryBytes, OfUpdatesInPlaceTheUpdate) {
  EXPECT_EQ(Program({kLarge, kRow, kIndex}).BytesOf("dynamic-update-slice", kLarge, {1, 2, 3}),
            64 + 4 + 64);
  EXPECT_EQ(Program({kLarge, Array(kS32, {1}), kRow}).BytesOf("scatter", kLarge, {1, 2, 3}),
            4 + 64 + 64);
}

TEST(MemoryBytes, OtherMemorySpacesCountNothing) {
  EXPECT_EQ(Program({In(kLarge, 1)}).BytesOf("copy", kLarge, {1}), 4096);
  EXPECT_EQ(Program({kLarge}).BytesOf("copy", In(kLarge, 1), {1}), 4096);
  EXPECT_EQ(Program({In(kLarge, 1)}).BytesOf("negate", In(kLarge, 1), {1}), 0);
  EXPECT_EQ(Program({In(kLarge, 1), kIndex}).BytesOf("dynamic-slice", kRow, {1, 2}), 4 + 64);
  EXPECT_EQ(Program({In(kLarge, 1), kRow, kIndex})
                .BytesOf("dynamic-update-slice", In(kLarge, 1), {1, 2, 3}),
            64 + 4);
}

TEST(MemoryBytes, StartsReadTheirOperandAndWriteTheirResult) {
  const hlo_proto::Shape context = Array(kU32, {});
  EXPECT_EQ(Program({kLarge}).BytesOf("copy-start", Tuple({In(kLarge, 1), kLarge, context}), {1}),
            4096)
      << "to another memory";
  EXPECT_EQ(
      Program({In(kLarge, 1)}).BytesOf("copy-start", Tuple({kLarge, In(kLarge, 1), context}), {1}),
      4096)
      << "from another memory";
  EXPECT_EQ(Program({kRow}).BytesOf("all-gather-start", Tuple({kRow, kLarge}), {1}), 64 + 4096);
  EXPECT_EQ(Program({kRow}).BytesOf("collective-permute-start",
                                    Tuple({kRow, kRow, context, context}), {1}),
            64 + 64);
  EXPECT_EQ(Program({kLarge, kRow}).BytesOf("all-reduce-start", Tuple({kLarge, kRow}), {1, 2}),
            2 * (4096 + 64));
}

TEST(MemoryBytes, AFusionReadsWhatItsParametersAreUsedFor) {
  Program program({kLarge, kIndex, kLarge});
  AddInstruction(program.fused, "s", "dynamic-slice", kRow, {1, 2});
  AddInstruction(program.fused, "b", "bitcast", Array(kF32, {16, 64}), {3});
  AddInstruction(program.fused, "t", "slice", kRow, {6});
  AddInstruction(program.fused, "a", "add", kRow, {5, 7});
  EXPECT_EQ(program.BytesOfFusion(kRow, {1, 2, 3}), 64 + 4 + 64 + 64);
}

TEST(MemoryBytes, AParameterThatIsSlicedAndReadIsReadOnce) {
  Program program({kLarge, kIndex});
  AddInstruction(program.fused, "s", "dynamic-slice", kRow, {1, 2});
  AddInstruction(program.fused, "r", "reduce", kRow, {1, 4});
  EXPECT_EQ(program.BytesOfFusion(kRow, {1, 2}), 4096 + 4 + 64);
}

TEST(MemoryBytes, AParameterWithoutUsersIsNotRead) {
  Program program({kLarge, kRow});
  AddInstruction(program.fused, "n", "negate", kRow, {2});
  EXPECT_EQ(program.BytesOfFusion(kRow, {1, 2}), 64 + 64);
}

TEST(MemoryBytes, AFusionThatUpdatesInPlaceWritesTheUpdate) {
  Program program({kLarge, kRow, kIndex});
  AddInstruction(program.fused, "n", "negate", kRow, {2});
  AddInstruction(program.fused, "u", "dynamic-update-slice", kLarge, {1, 5, 3});
  EXPECT_EQ(program.BytesOfFusion(kLarge, {1, 2, 3}), 64 + 4 + 64);
  // Through a bitcast too, and not where the updated array is read for something else.
  AddInstruction(program.fused, "b", "bitcast", kLarge, {6});
  EXPECT_EQ(program.Bytes(), 64 + 4 + 64);
  AddInstruction(program.fused, "whole", "negate", kLarge, {7});
  EXPECT_EQ(program.Bytes(), 64 + 4 + 4096);
}

TEST(MemoryBytes, AFusionOfATupleWritesEachPart) {
  Program program({kLarge, kRow, kIndex});
  AddInstruction(program.fused, "u", "dynamic-update-slice", kLarge, {1, 2, 3});
  AddInstruction(program.fused, "n", "negate", kRow, {2});
  AddInstruction(program.fused, "t", "tuple", Tuple({kLarge, kRow}), {5, 6});
  EXPECT_EQ(program.BytesOfFusion(Tuple({kLarge, kRow}), {1, 2, 3}), 64 + 4 + 64 + 64);
  EXPECT_EQ(program.BytesOfFusion(Tuple({kLarge, In(kRow, 1)}), {1, 2, 3}), 64 + 4 + 64);
}

TEST(MemoryBytes, AFusionReadsPartsOfATuple) {
  Program program({Tuple({kLarge, kRow}), kIndex});
  AddInstruction(program.fused, "first", "get-tuple-element", kLarge, {1});
  AddInstruction(program.fused, "s", "dynamic-slice", kRow, {4, 2});
  EXPECT_EQ(program.BytesOfFusion(kRow, {1, 2}), 64 + 4 + 64);
}

TEST(MemoryBytes, FusionsOfFusions) {
  Program program({kLarge, kRow, kIndex});
  AddInstruction(program.fused, "u", "dynamic-update-slice", kLarge, {1, 2, 3});
  hlo_proto::Computation* outer = AddComputation(&program.module, "outer", 3);
  AddInstruction(outer, "large", "parameter", kLarge);
  AddInstruction(outer, "row", "parameter", kRow)->set_parameter_number(1);
  AddInstruction(outer, "index", "parameter", kIndex)->set_parameter_number(2);
  AddInstruction(outer, "inner", "fusion", kLarge, {1, 2, 3}, {2});
  AddInstruction(program.main, "f", "fusion", kLarge, {1, 2, 3}, {3});
  EXPECT_EQ(program.Bytes(), 64 + 4 + 64);
}

TEST(MemoryBytes, DamagedShapesAreUnknown) {
  EXPECT_EQ(Program({kRow}).BytesOf("copy", Array(99, {8}), {1}), std::nullopt);
  EXPECT_EQ(Program({Array(kF32, {-8})}).BytesOf("copy", kRow, {1}), std::nullopt);
  EXPECT_EQ(Program({kLarge}).BytesOf("slice", Array(99, {8}), {1}), std::nullopt);
  const hlo_proto::Shape huge = Array(kF32, {int64_t{1} << 40, int64_t{1} << 40});
  EXPECT_EQ(Program({kRow}).BytesOf("broadcast", huge, {1}), std::nullopt);
}

// Parts of tuples of tuples, each within the other, do not lead deeper than fusions do.
TEST(MemoryBytes, DeepTuplesCountAsAWhole) {
  hlo_proto::Shape nested = kRow;
  for (int i = 0; i < 40; ++i) nested = Tuple({nested});
  Program program({nested});
  int64_t last = 1;
  hlo_proto::Shape part = nested;
  for (int i = 0; i < 40; ++i) {
    part = hlo_proto::Shape(part.tuple_shapes(0));
    AddInstruction(program.fused, "g", "get-tuple-element", part, {last});
    last = program.fused->instructions_size();
  }
  AddInstruction(program.fused, "n", "negate", kRow, {last});
  EXPECT_EQ(program.BytesOfFusion(kRow, {1}), 64 + 64);
}

}  // namespace
}  // namespace logphead
