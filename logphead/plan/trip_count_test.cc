// SPDX-License-Identifier: Apache-2.0
// Trip counts: notes of compilers, loops that count by constants, and all that is neither.
#include "logphead/plan/trip_count.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "logphead/plan/test_programs.h"

namespace logphead {
namespace {

using test_programs::AddComputation;
using test_programs::AddInstruction;
using test_programs::Array;
using test_programs::kF32;
using test_programs::kPred;
using test_programs::kS32;
using test_programs::Resolve;
using test_programs::Tuple;

const hlo_proto::Shape kIndex = Array(kS32, {});
const hlo_proto::Shape kBool = Array(kPred, {});
const hlo_proto::Shape kData = Array(kF32, {8});
const hlo_proto::Shape kState = Tuple({kData, kIndex});

constexpr int64_t kBody = 1;
constexpr int64_t kCondition = 2;
constexpr int64_t kMain = 3;

void AddConstant(hlo_proto::Computation* to, int32_t value) {
  AddInstruction(to, "constant", "constant", kIndex)->mutable_literal()->add_s32s(value);
}

hlo_proto::Instruction* AddElement(hlo_proto::Computation* to, int64_t of, int64_t index) {
  hlo_proto::Instruction* element =
      AddInstruction(to, "element", "get-tuple-element", index == 0 ? kData : kIndex, {of});
  element->set_index(index);
  return element;
}

// for (i = begin; i < bound; i += step), i being element 1 of the state. Each computation's
// instructions are in the order of their making, the first of number 1.
hlo_proto::Module Loop(int32_t begin, int32_t bound, int32_t step) {
  hlo_proto::Module module;
  module.set_entry_computation_id(kMain);
  hlo_proto::Computation* body = AddComputation(&module, "body", kBody);
  AddInstruction(body, "state", "parameter", kState);
  AddElement(body, 1, 0);
  AddElement(body, 1, 1);
  AddConstant(body, step);
  AddInstruction(body, "next", "add", kIndex, {3, 4});
  AddInstruction(body, "tuple", "tuple", kState, {2, 5});
  hlo_proto::Computation* condition = AddComputation(&module, "condition", kCondition);
  AddInstruction(condition, "state", "parameter", kState);
  AddElement(condition, 1, 1);
  AddConstant(condition, bound);
  AddInstruction(condition, "less", "compare", kBool, {2, 3})->set_direction("LT");
  hlo_proto::Computation* main = AddComputation(&module, "main", kMain);
  AddInstruction(main, "data", "parameter", kData);
  AddConstant(main, begin);
  AddInstruction(main, "tuple", "tuple", kState, {1, 2});
  AddInstruction(main, "loop", "while", kState, {3}, {kBody, kCondition});
  return module;
}

// Of the last instruction of the entry, which is the last computation.
std::optional<int64_t> Trips(const hlo_proto::Module& module) {
  const auto resolved = Resolve(module);
  EXPECT_TRUE(resolved.ok()) << resolved.error().ToString();
  const uint32_t main = resolved->entry();
  const size_t last = resolved->computations()[main].instructions.size() - 1;
  return TripCount(*resolved, main, static_cast<uint32_t>(last));
}

// The same of a loop of 10 trips with a change that should make it unreadable.
std::optional<int64_t> TripsWith(const std::function<void(hlo_proto::Module*)>& change) {
  hlo_proto::Module module = Loop(0, 10, 1);
  EXPECT_EQ(Trips(module), 10);
  change(&module);
  return Trips(module);
}

hlo_proto::Instruction* At(hlo_proto::Module* module, int64_t computation, int number) {
  return module->mutable_computations(static_cast<int>(computation) - 1)
      ->mutable_instructions(number - 1);
}

// The loop with a note, which counts whatever the program says.
std::optional<int64_t> Noted(const std::string& config) {
  hlo_proto::Module module = Loop(0, 10, 1);
  At(&module, kCondition, 4)->set_direction("NE");
  At(&module, kMain, 4)->set_backend_config(config);
  return Trips(module);
}

TEST(TripCount, AsNotedByTheCompiler) {
  EXPECT_EQ(Noted(R"({"known_trip_count":{"n":"64"},"window_config":{}})"), 64);
  EXPECT_EQ(Noted(R"({"known_trip_count":{"n":7}})"), 7);
  EXPECT_EQ(Noted(R"({"known_trip_count":{"n":"0"}})"), 0);
  for (const char* config :
       {"", "{}", "[1]", "{\"known_trip_count\":", R"({"known_trip_count":{}})",
        R"({"known_trip_count":5})", R"({"known_trip_count":{"n":"-1"}})",
        R"({"known_trip_count":{"n":-1}})", R"({"known_trip_count":{"n":"6x"}})",
        R"({"known_trip_count":{"n":""}})", R"({"known_trip_count":{"n":1.5}})",
        R"({"known_trip_count":{"n":"99999999999999999999"}})", "\x0a\x02\x08\x40"}) {
    EXPECT_EQ(Noted(config), std::nullopt) << config;
  }
}

TEST(TripCount, CountsByConstants) {
  EXPECT_EQ(Trips(Loop(0, 10, 1)), 10);
  EXPECT_EQ(Trips(Loop(0, 10, 3)), 4);
  EXPECT_EQ(Trips(Loop(0, 9, 3)), 3);
  EXPECT_EQ(Trips(Loop(-5, 5, 1)), 10);
  EXPECT_EQ(Trips(Loop(10, 10, 1)), 0);
  EXPECT_EQ(Trips(Loop(11, 10, 1)), 0);
}

TEST(TripCount, UnknownWhereTheCounterGoesAnotherWay) {
  EXPECT_EQ(Trips(Loop(0, 10, 0)), std::nullopt);
  EXPECT_EQ(Trips(Loop(0, 10, -1)), std::nullopt);
  EXPECT_EQ(Trips(Loop(0, INT32_MAX, 2)), std::nullopt) << "it would wrap round";
  for (const char* direction : {"NE", "GT", "LE", ""}) {
    EXPECT_EQ(TripsWith([&](auto* m) { At(m, kCondition, 4)->set_direction(direction); }),
              std::nullopt)
        << direction;
  }
  EXPECT_EQ(TripsWith([](auto* m) { At(m, kBody, 5)->set_opcode("multiply"); }), std::nullopt);
  EXPECT_EQ(TripsWith([](auto* m) { At(m, kBody, 5)->set_operand_ids(1, (kBody << 32) + 3); }),
            std::nullopt)
      << "the counter is added to itself";
  EXPECT_EQ(TripsWith([](auto* m) { At(m, kBody, 3)->set_index(0); }), std::nullopt)
      << "another element is counted on";
  EXPECT_EQ(TripsWith([](auto* m) { At(m, kCondition, 2)->set_index(0); }), std::nullopt)
      << "another element is compared";
  EXPECT_EQ(TripsWith([](auto* m) { At(m, kMain, 2)->set_opcode("parameter"); }), std::nullopt);
  EXPECT_EQ(TripsWith([](auto* m) { At(m, kCondition, 3)->set_opcode("parameter"); }),
            std::nullopt);
  EXPECT_EQ(TripsWith([](auto* m) { At(m, kBody, 6)->set_opcode("custom-call"); }), std::nullopt);
}

TEST(TripCount, UnknownInDamagedPrograms) {
  EXPECT_EQ(TripsWith([](auto* m) { At(m, kCondition, 2)->set_index(9); }), std::nullopt);
  EXPECT_EQ(TripsWith([](auto* m) { At(m, kCondition, 2)->set_index(-1); }), std::nullopt);
  EXPECT_EQ(TripsWith([](auto* m) { At(m, kCondition, 4)->clear_operand_ids(); }), std::nullopt);
  EXPECT_EQ(TripsWith([](auto* m) { At(m, kMain, 4)->clear_operand_ids(); }), std::nullopt);
  EXPECT_EQ(
      TripsWith([](auto* m) { At(m, kMain, 4)->mutable_called_computation_ids()->RemoveLast(); }),
      std::nullopt);
  // Operands that run in a circle end the search, not the process.
  EXPECT_EQ(TripsWith([](auto* m) {
              At(m, kCondition, 4)->set_opcode("copy");
              At(m, kCondition, 4)->set_operand_ids(0, (kCondition << 32) + 4);
            }),
            std::nullopt);
}

TEST(TripCount, SeesThroughCopiesAndAComparisonTurnedRound) {
  hlo_proto::Module module = Loop(0, 12, 1);
  hlo_proto::Computation* condition = module.mutable_computations(1);
  At(&module, kCondition, 4)->set_opcode("copy");  // of the bound, and then what replaces it
  At(&module, kCondition, 4)->set_operand_ids(0, (kCondition << 32) + 3);
  AddInstruction(condition, "greater", "compare", kBool, {4, 2})->set_direction("GT");
  EXPECT_EQ(Trips(module), 12);
}

TEST(TripCount, SeesThroughFusionsAndCalls) {
  hlo_proto::Module module = Loop(0, 10, 1);
  // A condition of one fusion whose second parameter is the counter.
  hlo_proto::Computation* fused = AddComputation(&module, "fused", 7);
  AddInstruction(fused, "bound", "parameter", kIndex);
  AddInstruction(fused, "i", "parameter", kIndex)->set_parameter_number(1);
  AddInstruction(fused, "less", "compare", kBool, {2, 1})->set_direction("LT");
  hlo_proto::Computation* condition = module.mutable_computations(1);
  AddInstruction(condition, "fusion", "fusion", kBool, {3, 2}, {7});
  // A body whose new state is made by a call.
  hlo_proto::Computation* called = AddComputation(&module, "called", 8);
  AddInstruction(called, "state", "parameter", kState);
  AddElement(called, 1, 1);
  AddConstant(called, 2);
  AddInstruction(called, "next", "add", kIndex, {3, 2});
  AddElement(called, 1, 0);
  AddInstruction(called, "tuple", "tuple", kState, {5, 4});
  hlo_proto::Computation* body = module.mutable_computations(0);
  AddInstruction(body, "call", "call", kState, {1}, {8});
  EXPECT_EQ(Trips(module), 5);
}

TEST(TripCount, AnInnerLoopThatBeginsWithTheOuterCounterIsUnknown) {
  hlo_proto::Module module = Loop(0, 10, 1);
  hlo_proto::Computation* body = module.mutable_computations(0);
  // The body of `outer` becomes a loop over the same computations, from its own counter on.
  hlo_proto::Computation* outer = AddComputation(&module, "outer", 9);
  AddInstruction(outer, "state", "parameter", kState);
  AddInstruction(outer, "inner", "while", kState, {1}, {kBody, kCondition});
  At(&module, kMain, 4)->set_called_computation_ids(0, 9);
  EXPECT_EQ(Trips(module), std::nullopt);
  EXPECT_EQ(body->instructions_size(), 6);
}

}  // namespace
}  // namespace logphead
