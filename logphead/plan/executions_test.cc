// SPDX-License-Identifier: Apache-2.0
// Executions: callers times callees, through loops, fusions and asynchronous calls.
#include "logphead/plan/executions.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "logphead/plan/test_programs.h"

namespace logphead {
namespace {

using test_programs::AddComputation;
using test_programs::AddInstruction;
using test_programs::Array;
using test_programs::kF32;
using test_programs::Resolve;

const hlo_proto::Shape kShape = Array(kF32, {2});

void AddLoop(hlo_proto::Computation* to, int64_t body, int64_t condition, const std::string& note) {
  AddInstruction(to, "loop", "while", kShape, {1}, {body, condition})->set_backend_config(note);
}

// Runs by name of the computation.
std::map<std::string, Count> Runs(const hlo_proto::Module& module) {
  const auto resolved = Resolve(module);
  EXPECT_TRUE(resolved.ok()) << resolved.error().ToString();
  const std::vector<Count> runs = CountExecutions(*resolved);
  std::map<std::string, Count> named;
  for (size_t i = 0; i < runs.size(); ++i) {
    named[resolved->computations()[i].proto->name()] = runs[i];
  }
  return named;
}

TEST(CountExecutions, NestedLoopsMultiply) {
  hlo_proto::Module module;
  module.set_entry_computation_id(1);
  hlo_proto::Computation* main = AddComputation(&module, "main", 1);
  AddInstruction(main, "x", "parameter", kShape);
  AddLoop(main, 2, 3, R"({"known_trip_count":{"n":"4"}})");
  hlo_proto::Computation* outer = AddComputation(&module, "outer", 2);
  AddInstruction(outer, "x", "parameter", kShape);
  AddLoop(outer, 4, 5, R"({"known_trip_count":{"n":"10"}})");
  AddInstruction(outer, "f", "fusion", kShape, {2}, {6});
  AddInstruction(AddComputation(&module, "outer condition", 3), "x", "parameter", kShape);
  hlo_proto::Computation* inner = AddComputation(&module, "inner", 4);
  AddInstruction(inner, "x", "parameter", kShape);
  AddInstruction(inner, "f", "fusion", kShape, {1}, {6});
  AddInstruction(inner, "f", "call", kShape, {1}, {6});
  AddInstruction(AddComputation(&module, "inner condition", 5), "x", "parameter", kShape);
  AddInstruction(AddComputation(&module, "fused", 6), "x", "parameter", kShape);
  AddInstruction(AddComputation(&module, "dead", 7), "x", "parameter", kShape);
  EXPECT_EQ(Runs(module), (std::map<std::string, Count>{{"main", 1},
                                                        {"outer", 4},
                                                        {"outer condition", 5},
                                                        {"inner", 40},
                                                        {"inner condition", 44},
                                                        {"fused", 84},
                                                        {"dead", 0}}));
}

TEST(CountExecutions, WhatIsNotKnownSpreadsToCallees) {
  hlo_proto::Module module;
  module.set_entry_computation_id(1);
  hlo_proto::Computation* main = AddComputation(&module, "main", 1);
  AddInstruction(main, "x", "parameter", kShape);
  AddLoop(main, 2, 3, "{}");
  AddInstruction(main, "c", "conditional", kShape, {1, 1, 1}, {4, 5});
  AddInstruction(main, "r", "reduce", kShape, {1, 1}, {6});
  AddInstruction(main, "f", "fusion", kShape, {1}, {7});
  hlo_proto::Computation* body = AddComputation(&module, "body", 2);
  AddInstruction(body, "x", "parameter", kShape);
  AddInstruction(body, "f", "fusion", kShape, {1}, {7});
  for (const auto& [name, id] : std::map<std::string, int64_t>{
           {"condition", 3}, {"then", 4}, {"else", 5}, {"applied", 6}, {"fused", 7}}) {
    AddInstruction(AddComputation(&module, name, id), "x", "parameter", kShape);
  }
  for (const auto& [name, runs] : Runs(module)) {
    EXPECT_EQ(runs, name == "main" ? Count(1) : std::nullopt) << name;
  }
}

TEST(CountExecutions, AnAsynchronousCallRunsOnce) {
  hlo_proto::Module module;
  module.set_entry_computation_id(1);
  hlo_proto::Computation* main = AddComputation(&module, "main", 1);
  AddInstruction(main, "x", "parameter", kShape);
  AddInstruction(main, "s", "async-start", kShape, {1}, {2});
  AddInstruction(main, "u", "async-update", kShape, {2}, {2});
  AddInstruction(main, "d", "async-done", kShape, {3}, {2});
  AddInstruction(AddComputation(&module, "wrapped", 2), "x", "parameter", kShape);
  EXPECT_EQ(Runs(module)["wrapped"], 1);
}

TEST(CountExecutions, ACustomCallThatOnlyCallsRunsItsCalleeOnce) {
  hlo_proto::Module module;
  module.set_entry_computation_id(1);
  hlo_proto::Computation* main = AddComputation(&module, "main", 1);
  AddInstruction(main, "x", "parameter", kShape);
  hlo_proto::Instruction* call = AddInstruction(main, "c", "custom-call", kShape, {1}, {2});
  hlo_proto::Computation* callee = AddComputation(&module, "callee", 2);
  AddInstruction(callee, "x", "parameter", kShape);
  AddInstruction(callee, "g", "all-reduce", kShape, {1});
  EXPECT_EQ(Runs(module)["callee"], 1);
  // With another result, other operands or a second callee it may do anything.
  *call->mutable_shape() = Array(kF32, {3});
  EXPECT_EQ(Runs(module)["callee"], std::nullopt);
  *call->mutable_shape() = kShape;
  call->clear_operand_ids();
  EXPECT_EQ(Runs(module)["callee"], std::nullopt);
  call->add_operand_ids(main->instructions(0).id());
  *main->mutable_instructions(0)->mutable_shape() = Array(kF32, {3});
  EXPECT_EQ(Runs(module)["callee"], std::nullopt);
  *main->mutable_instructions(0)->mutable_shape() = kShape;
  EXPECT_EQ(Runs(module)["callee"], 1);
  AddInstruction(AddComputation(&module, "other", 3), "x", "parameter", kShape);
  call->add_called_computation_ids(3);
  EXPECT_EQ(Runs(module)["callee"], std::nullopt);
}

TEST(CountExecutions, BeyondWhatCanBeCountedIsUnknown) {
  hlo_proto::Module module;
  module.set_entry_computation_id(1);
  // Each runs the next 2^20 times.
  for (int64_t id = 1; id <= 5; ++id) {
    hlo_proto::Computation* level = AddComputation(&module, "level " + std::to_string(id), id);
    AddInstruction(level, "x", "parameter", kShape);
    if (id < 5) AddLoop(level, id + 1, 9, R"({"known_trip_count":{"n":"1048576"}})");
  }
  AddInstruction(AddComputation(&module, "condition", 9), "x", "parameter", kShape);
  std::map<std::string, Count> runs = Runs(module);
  EXPECT_EQ(runs["level 4"], int64_t{1} << 60);
  EXPECT_EQ(runs["level 5"], std::nullopt);
  EXPECT_EQ(runs["condition"], std::nullopt);
}

TEST(Count, SumsAndProducts) {
  EXPECT_EQ(Plus(2, 3), 5);
  EXPECT_EQ(Times(2, 3), 6);
  EXPECT_EQ(Plus(std::nullopt, 3), std::nullopt);
  EXPECT_EQ(Plus(3, std::nullopt), std::nullopt);
  EXPECT_EQ(Times(0, std::nullopt), std::nullopt);
  EXPECT_EQ(Plus(INT64_MAX, 1), std::nullopt);
  EXPECT_EQ(Times(int64_t{1} << 32, int64_t{1} << 31), std::nullopt);
}

}  // namespace
}  // namespace logphead
