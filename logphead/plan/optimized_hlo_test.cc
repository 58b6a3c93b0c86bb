// SPDX-License-Identifier: Apache-2.0
// Tests of reading optimised programs: formats, order, and files that lie.
#include "logphead/plan/optimized_hlo.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "logphead/base/files.h"
#include "logphead/plan/program_text.h"
#include "logphead/plan/test_programs.h"

namespace logphead {
namespace {

using test_programs::AddComputation;
using test_programs::AddInstruction;
using test_programs::Array;
using test_programs::kF32;
using test_programs::Resolve;
using test_programs::Simple;
using test_programs::WithConfig;
using testing::ElementsAre;
using testing::HasSubstr;

// A name of its own in the temporary folder, removed at the end.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& name)
      : path_(std::filesystem::temp_directory_path() /
              ("logphead_" + std::to_string(::getpid()) + "_" + name)) {}
  ~TemporaryFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

void ExpectDamaged(const hlo_proto::Module& module, const std::string& message) {
  const auto result = Resolve(module);
  ASSERT_FALSE(result.ok()) << message;
  EXPECT_EQ(result.error().code(), Code::kDataLoss);
  EXPECT_THAT(result.error().message(), HasSubstr(message));
}

TEST(ParseOptimizedProgram, BothFormats) {
  for (const bool with_config : {false, true}) {
    const auto module = with_config ? ParseOptimizedProgram("hlo_with_config", WithConfig(Simple()))
                                    : ParseOptimizedProgram("hlo", Simple().SerializeAsString());
    ASSERT_TRUE(module.ok()) << module.error().message();
    ASSERT_EQ(module->computations().size(), 1U);
    const HloComputation& main = module->computations()[module->entry()];
    ASSERT_EQ(main.instructions.size(), 5U);
    EXPECT_EQ(main.root, 4U);
    EXPECT_FALSE(main.scheduled);
    EXPECT_THAT(main.instructions[4].operands, ElementsAre(2U, 3U));
    EXPECT_EQ(main.instructions[2].proto->opcode(), "tanh");
  }
}

TEST(ParseOptimizedProgram, OneErrorForForeignFormatsAndBytes) {
  const auto mlir = ParseOptimizedProgram("mlir", "module {}");
  ASSERT_FALSE(mlir.ok());
  EXPECT_EQ(mlir.error().code(), Code::kUnimplemented);
  EXPECT_THAT(mlir.error().message(), HasSubstr("\"mlir\""));
  for (const char* format : {"hlo", "hlo_with_config"}) {
    for (const std::string_view bytes : {std::string_view(), std::string_view("HloModule jit_f"),
                                         std::string_view("\x0a\xff\xff", 3)}) {
      const auto result = ParseOptimizedProgram(format, bytes);
      ASSERT_FALSE(result.ok());
      EXPECT_EQ(result.error().code(), Code::kDataLoss);
      EXPECT_THAT(result.error().message(), HasSubstr("not an optimised program"));
    }
  }
  EXPECT_FALSE(ParseOptimizedProgram("hlo_with_config", Simple().SerializeAsString()).ok());
  EXPECT_FALSE(ParseOptimizedProgram("hlo", WithConfig(Simple())).ok());
}

TEST(ParseOptimizedProgram, EveryTruncationIsAnError) {
  const std::string whole = Simple().SerializeAsString();
  // The entry's id comes last but for the module's own, so nothing shorter is complete.
  for (size_t size = 0; size + 2 < whole.size(); ++size) {
    EXPECT_FALSE(ParseOptimizedProgram("hlo", std::string_view(whole).substr(0, size)).ok())
        << size;
  }
  EXPECT_TRUE(ParseOptimizedProgram("hlo", whole).ok());
}

TEST(ParseOptimizedProgram, FlippedBytesNeverCrash) {
  const std::string whole = WithConfig(Simple());
  std::mt19937 random(1);
  size_t read = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string damaged = whole;
    for (int flips = 0; flips < 3; ++flips) {
      damaged[random() % damaged.size()] = static_cast<char>(random());
    }
    const auto module = ParseOptimizedProgram("hlo_with_config", damaged);
    if (module.ok()) read += ProgramText(*module).ToString().empty() ? 0 : 1;
  }
  EXPECT_GT(read, 0U);
}

TEST(ResolveModule, TheScheduleOrdersInstructions) {
  hlo_proto::Module module = Simple();
  auto& sequence = (*module.mutable_schedule()->mutable_sequences())[1];
  const int64_t base = int64_t{1} << 32;
  for (const int64_t id : {4, 1, 2, 3, 5}) sequence.add_instruction_ids(base + id);
  const auto resolved = Resolve(module);
  ASSERT_TRUE(resolved.ok()) << resolved.error().message();
  const HloComputation& main = resolved->computations()[0];
  EXPECT_TRUE(main.scheduled);
  EXPECT_EQ(main.instructions[0].proto->name(), "two");
  EXPECT_THAT(main.instructions[4].operands, ElementsAre(3U, 0U));

  sequence.mutable_instruction_ids()->RemoveLast();
  const auto partial = Resolve(module);
  ASSERT_TRUE(partial.ok());
  EXPECT_FALSE(partial->computations()[0].scheduled);
  EXPECT_EQ(partial->computations()[0].instructions[4].proto->name(), "scaled");

  sequence.add_instruction_ids(base + 4);
  ExpectDamaged(module, "schedules an instruction twice");
  sequence.set_instruction_ids(4, 99);
  ExpectDamaged(module, "schedules the unknown instruction 99");
}

TEST(ResolveModule, CallOrderPutsCallersFirstAndLeavesOutTheUnreached) {
  hlo_proto::Module module;
  module.set_entry_computation_id(30);
  const hlo_proto::Shape shape = Array(kF32, {});
  AddInstruction(AddComputation(&module, "leaf", 10), "p", "parameter", shape);
  AddInstruction(AddComputation(&module, "dead", 40), "p", "parameter", shape);
  AddInstruction(AddComputation(&module, "middle", 20), "c", "call", shape, {}, {10});
  AddInstruction(AddComputation(&module, "main", 30), "c", "call", shape, {}, {10, 20, 10});
  const auto resolved = Resolve(module);
  ASSERT_TRUE(resolved.ok()) << resolved.error().message();
  EXPECT_THAT(resolved->call_order(), ElementsAre(3U, 2U, 0U));
  EXPECT_THAT(resolved->computations()[3].instructions[0].callees, ElementsAre(0U, 2U, 0U));
}

TEST(ResolveModule, RefusesCycles) {
  for (const bool reached : {true, false}) {
    hlo_proto::Module module;
    module.set_entry_computation_id(reached ? 1 : 3);
    const hlo_proto::Shape shape = Array(kF32, {});
    AddInstruction(AddComputation(&module, "a", 1), "c", "call", shape, {}, {2});
    AddInstruction(AddComputation(&module, "b", 2), "c", "call", shape, {}, {1});
    AddInstruction(AddComputation(&module, "main", 3), "p", "parameter", shape);
    ExpectDamaged(module, "call in a cycle");
  }
  hlo_proto::Module self;
  self.set_entry_computation_id(1);
  AddInstruction(AddComputation(&self, "a", 1), "c", "call", Array(kF32, {}), {}, {1});
  ExpectDamaged(self, "call in a cycle");
}

TEST(ResolveModule, ADeepCallChainNeedsNoStack) {
  constexpr int kDepth = 100000;
  hlo_proto::Module module;
  module.set_entry_computation_id(1);
  for (int i = 1; i <= kDepth; ++i) {
    hlo_proto::Computation* computation = AddComputation(&module, "c", i);
    AddInstruction(computation, "x", "call", Array(kF32, {}), {},
                   i < kDepth ? std::vector<int64_t>{i + 1} : std::vector<int64_t>{});
  }
  const auto resolved = Resolve(module);
  ASSERT_TRUE(resolved.ok());
  EXPECT_EQ(resolved->call_order().size(), static_cast<size_t>(kDepth));
}

TEST(ResolveModule, RefusesDanglingAndDoubleIds) {
  const auto broken = [](const auto& breaking) {
    hlo_proto::Module module = Simple();
    breaking(&module, module.mutable_computations(0));
    return module;
  };
  using M = hlo_proto::Module;
  using C = hlo_proto::Computation;
  ExpectDamaged(broken([](M* m, C*) { m->set_entry_computation_id(9); }),
                "the entry computation 9 is not in it");
  ExpectDamaged(broken([](M* m, C* c) { *m->add_computations() = *c; }), "shares its id 1");
  ExpectDamaged(broken([](M*, C* c) { c->set_root_id(3); }), "has the unknown root 3");
  ExpectDamaged(broken([](M*, C* c) { c->clear_instructions(); }), "is empty");
  ExpectDamaged(broken([](M*, C* c) { c->mutable_instructions(1)->set_operand_ids(0, 5); }),
                "\"add.1\" with the unknown operand 5");
  ExpectDamaged(broken([](M*, C* c) { c->mutable_instructions(1)->add_called_computation_ids(8); }),
                "calls the unknown computation 8");
  ExpectDamaged(
      broken([](M*, C* c) { c->mutable_instructions(1)->add_control_predecessor_ids(8); }),
      "after the unknown instruction 8");
  ExpectDamaged(broken([](M*, C* c) { c->mutable_instructions(1)->clear_opcode(); }),
                "without an opcode");
  ExpectDamaged(
      broken([](M*, C* c) { c->mutable_instructions(1)->set_id(c->instructions(0).id()); }),
      "has two instructions of id");
}

TEST(SavedPrograms, RoundTripInEitherFormat) {
  const TemporaryFile file("saved.hlo.pb");
  for (const std::string& bytes : {Simple().SerializeAsString(), WithConfig(Simple())}) {
    ASSERT_TRUE(SaveProgram(file.path(), bytes).ok());
    EXPECT_EQ(*ReadFile(file.path()), bytes);
    const auto loaded = LoadProgram(file.path());
    ASSERT_TRUE(loaded.ok()) << loaded.error().message();
    EXPECT_EQ(ProgramText(*loaded).ToString(), ProgramText(*Resolve(Simple())).ToString());
  }
}

TEST(SavedPrograms, ErrorsNameTheFile) {
  const auto absent = LoadProgram("/nonexistent/a.hlo.pb");
  ASSERT_FALSE(absent.ok());
  EXPECT_EQ(absent.error().code(), Code::kNotFound);
  const TemporaryFile file("foreign.hlo.pb");
  hlo_proto::Module damaged = Simple();
  damaged.set_entry_computation_id(5);
  for (const std::string& bytes :
       {std::string("HloModule jit_f"), std::string(), damaged.SerializeAsString()}) {
    ASSERT_TRUE(SaveProgram(file.path(), bytes).ok());
    const auto loaded = LoadProgram(file.path());
    ASSERT_FALSE(loaded.ok());
    EXPECT_THAT(loaded.error().message(), HasSubstr(file.path().string()));
  }
}

}  // namespace
}  // namespace logphead
