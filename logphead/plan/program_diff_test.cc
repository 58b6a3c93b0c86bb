// SPDX-License-Identifier: Apache-2.0
// Tests of program comparison: metadata, single changes, insertions, moves, and wide differences.
#include "logphead/plan/program_diff.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "logphead/plan/test_programs.h"

namespace logphead {
namespace {

using test_programs::AddComputation;
using test_programs::AddInstruction;
using test_programs::Array;
using test_programs::kF32;
using test_programs::Resolve;
using test_programs::SetUnknown;
using test_programs::Simple;
using testing::ElementsAre;

ProgramDiff Diff(const hlo_proto::Module& a, const hlo_proto::Module& b,
                 const DiffOptions& options = {}) {
  return DiffPrograms(ProgramText(*Resolve(a)), ProgramText(*Resolve(b)), options);
}

// A chain of unary operations with every instruction named after its place.
hlo_proto::Module Chain(const std::vector<std::string>& opcodes) {
  hlo_proto::Module module;
  module.set_entry_computation_id(1);
  hlo_proto::Computation* main = AddComputation(&module, "main", 1);
  AddInstruction(main, "p", "parameter", Array(kF32, {4}));
  for (size_t i = 0; i < opcodes.size(); ++i) {
    AddInstruction(main, opcodes[i] + '.' + std::to_string(i), opcodes[i], Array(kF32, {4}),
                   {static_cast<int64_t>(i + 1)});
  }
  return module;
}

TEST(DiffPrograms, MetadataAndNamesAreNoDifference) {
  const hlo_proto::Module a = Simple();
  hlo_proto::Module b = Simple();
  b.set_name("jit_other");
  b.set_id(99);
  SetUnknown(&b, 17, "stack frames");
  for (hlo_proto::Instruction& instruction : *b.mutable_computations(0)->mutable_instructions()) {
    instruction.set_name("renamed_" + instruction.name());
    SetUnknown(&instruction, 7, "op_name of another place");
  }
  const ProgramDiff diff = Diff(a, b);
  EXPECT_EQ(diff.lines(), 0U);
  EXPECT_TRUE(diff.listing.empty());
}

TEST(DiffPrograms, AOneAttributeChangeIsFoundAndItsUsersAreNot) {
  const hlo_proto::Module a = Simple();
  hlo_proto::Module b = Simple();
  b.mutable_computations(0)->mutable_instructions(1)->set_channel_id(5);
  const ProgramDiff diff = Diff(a, b);
  EXPECT_EQ(diff.removed, 1U);
  EXPECT_EQ(diff.added, 1U);
  EXPECT_THAT(diff.listing, ElementsAre("@@ %main", "-  %add.1 = f32[8,4] add(%x, %x)",
                                        "+  %add.1 = f32[8,4] add(%x, %x), channel_id=5"));
}

TEST(DiffPrograms, AFieldThatThisReaderDoesNotKnowIsADifference) {
  hlo_proto::Module b = Simple();
  SetUnknown(b.mutable_computations(0)->mutable_instructions(4), 83, uint64_t{1});
  EXPECT_EQ(Diff(Simple(), b).lines(), 2U);
}

TEST(DiffPrograms, AnOtherOperandIsADifferenceThoughTheLinesLookAlike) {
  hlo_proto::Module a = Simple();
  // Two constants of one look; which of them is used matters.
  AddInstruction(a.mutable_computations(0), "again", "constant", Array(kF32, {}));
  AddInstruction(a.mutable_computations(0), "again2", "constant", Array(kF32, {}));
  AddInstruction(a.mutable_computations(0), "last", "multiply", Array(kF32, {8, 4}), {5, 6});
  hlo_proto::Module b = a;
  hlo_proto::Instruction* last = b.mutable_computations(0)->mutable_instructions(7);
  last->set_operand_ids(1, b.computations(0).instructions(6).id());
  const ProgramDiff diff = Diff(a, b);
  EXPECT_EQ(diff.removed, 1U);
  EXPECT_EQ(diff.added, 1U);
}

TEST(DiffPrograms, AnInsertionDoesNotSpread) {
  const hlo_proto::Module a = Chain({"tanh", "exp", "tanh", "exp", "tanh", "abs", "exp"});
  const hlo_proto::Module b = Chain({"tanh", "exp", "sine", "tanh", "exp", "tanh", "abs", "exp"});
  const ProgramDiff diff = Diff(a, b);
  // The inserted line and the one that now has another operand, though every later name changed.
  EXPECT_EQ(diff.removed, 1U);
  EXPECT_EQ(diff.added, 2U);
  EXPECT_EQ(Diff(b, a).lines(), 3U);
}

TEST(DiffPrograms, AScheduleIsPartOfTheProgram) {
  hlo_proto::Module a = Simple();
  hlo_proto::Module b = Simple();
  const int64_t base = int64_t{1} << 32;
  auto& order_a = (*a.mutable_schedule()->mutable_sequences())[1];
  auto& order_b = (*b.mutable_schedule()->mutable_sequences())[1];
  for (const int64_t id : {1, 2, 3, 4, 5}) order_a.add_instruction_ids(base + id);
  for (const int64_t id : {1, 4, 2, 3, 5}) order_b.add_instruction_ids(base + id);
  EXPECT_EQ(Diff(a, a).lines(), 0U);
  EXPECT_GT(Diff(a, b).lines(), 0U);
  EXPECT_GT(Diff(a, Simple()).lines(), 0U);
}

TEST(DiffPrograms, AReversedOrderBeyondTheCapIsStillADifference) {
  hlo_proto::Module a;
  a.set_entry_computation_id(1);
  hlo_proto::Computation* main = AddComputation(&a, "main", 1);
  for (int i = 0; i < 40; ++i) {
    AddInstruction(main, "c", "constant", Array(kF32, {i / 2}));
  }
  hlo_proto::Module b = a;
  auto& sequence_a = (*a.mutable_schedule()->mutable_sequences())[1];
  auto& sequence_b = (*b.mutable_schedule()->mutable_sequences())[1];
  for (int i = 0; i < 40; ++i) {
    sequence_a.add_instruction_ids(main->instructions(i).id());
    sequence_b.add_instruction_ids(main->instructions(39 - i).id());
  }
  DiffOptions options;
  options.align.max_edits = 3;
  const ProgramDiff diff = Diff(a, b, options);
  EXPECT_GT(diff.lines(), 0U);
  EXPECT_EQ(diff.removed, diff.added);
}

TEST(DiffPrograms, TheListingIsLimitedAndTheCountsAreNot) {
  std::vector<std::string> opcodes(500, "tanh");
  const hlo_proto::Module a = Chain(opcodes);
  opcodes.assign(300, "exp");
  const hlo_proto::Module b = Chain(opcodes);
  DiffOptions options;
  options.max_listed = 10;
  const ProgramDiff diff = Diff(a, b, options);
  EXPECT_EQ(diff.removed, 500U);
  EXPECT_EQ(diff.added, 300U);
  EXPECT_EQ(diff.listing.size(), 10U);
}

// What the header promises: no lines exactly when the numbered texts are equal.
TEST(DiffPrograms, AgreesWithTheNumberedText) {
  std::mt19937 random(5);
  const std::vector<std::string> kinds = {"tanh", "exp"};
  int equal = 0;
  for (int round = 0; round < 300; ++round) {
    std::vector<std::string> x(random() % 4);
    std::vector<std::string> y(random() % 4);
    for (std::string& opcode : x) opcode = kinds[random() % 2];
    for (std::string& opcode : y) opcode = kinds[random() % 2];
    const ProgramText a(*Resolve(Chain(x)));
    const ProgramText b(*Resolve(Chain(y)));
    DiffOptions options;
    options.align.max_edits = static_cast<uint32_t>(random() % 4);
    const bool same = a.ToString(ProgramNames::kNumbered) == b.ToString(ProgramNames::kNumbered);
    equal += same ? 1 : 0;
    ASSERT_EQ(DiffPrograms(a, b, options).lines() == 0, same);
  }
  EXPECT_GT(equal, 10);
}

}  // namespace
}  // namespace logphead
