// SPDX-License-Identifier: Apache-2.0
// Planner: rows in order whatever becomes of the children, which a shell script plays here.
#include "logphead/plan/planner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "logphead/base/files.h"
#include "logphead/plan/compile.h"
#include "logphead/plan/test_plans.h"

namespace logphead {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST_F(PlannerTest, ACompileThatSucceeds) {
  CompileReport report;
  report.compiled = true;
  report.memory.temp_bytes = 100;
  report.memory.argument_bytes = 20;
  report.memory.output_bytes = 3;
  report.seconds = 1.5;
  report.collectives["all-gather"] = {2, 64, 20, 640};
  report.memory.alias_bytes = 2;
  report.memory.generated_code_bytes = 5;
  report.cost.matmul_flops = 1234;
  report.cost.wire = {{"all-gather", "fsdp", 2, 2, 20, 320}};
  Save("report", report);
  const auto rows = Rows(Cases({"p"}), Script("cat \"$folder/report\""));
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].verdict, Verdict::kCompiles);
  EXPECT_EQ(rows[0].message, "");
  EXPECT_EQ(rows[0].temp_bytes, 100);
  EXPECT_EQ(rows[0].argument_bytes, 20);
  EXPECT_EQ(rows[0].output_bytes, 3);
  EXPECT_EQ(rows[0].compile_seconds, 1.5);
  EXPECT_EQ(rows[0].collectives, report.collectives);
  EXPECT_EQ(rows[0].cost, report.cost);
  EXPECT_EQ(rows[0].peak_bytes(), 100 + 20 + 3 + 5 - 2);
  EXPECT_FALSE(rows[0].prediction.has_value()) << "that is a Judge's";
  EXPECT_EQ(rows[0].plan_case.compiler, "p");
}

TEST_F(PlannerTest, ACompileThatIsRefused) {
  CompileReport report;
  report.message =
      "INTERNAL: Reshape should have supported layout before reaching the emitter:\n"
      "%r = s32[4,1,4,1024]{3,2,1,0} reshape(s32[4,4096]{1,0} %p)";
  Save("report", report);
  const auto rows = Rows(Cases({"p"}), Script("cat \"$folder/report\""));
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].verdict, Verdict::kFails);
  EXPECT_EQ(rows[0].offending_shape, "s32[4,1,4,1024]");
  EXPECT_THAT(rows[0].message, HasSubstr("Reshape should have supported layout"));
  EXPECT_EQ(rows[0].message.find('\n'), std::string::npos);
}

TEST_F(PlannerTest, TheChildGetsTheProgramAndItsOrders) {
  CompileReport report;
  report.compiled = true;
  Save("report", report);
  PlanOptions options = Script(
      "cat > \"$folder/program\"; echo \"$plugin $topology $save [$mesh]\" > \"$folder/orders\"; "
      "cat \"$folder/report\"");
  options.save_path = [](size_t job) { return "saved-" + std::to_string(job); };
  std::vector<PlanCase> cases = Cases({"/the/plugin"});
  cases[0].config.mesh = *Mesh::Parse("fsdp=2,context=2,expert=1");
  Rows(cases, options);
  EXPECT_THAT(*ReadFile(folder_ / "program"), HasSubstr("func.func public @main"));
  EXPECT_EQ(*ReadFile(folder_ / "orders"),
            "/the/plugin cpu:1 saved-0 [fsdp=2,context=2,expert=1]\n");
}

TEST_F(PlannerTest, EveryEndOfAChildIsARow) {
  CompileReport report;
  report.compiled = true;
  Save("report", report);
  PlanOptions options = Script(R"(case $plugin in
    good) cat "$folder/report" ;;
    segv) echo "last words" >&2; kill -SEGV $$ ;;
    kill) kill -KILL $$ ;;
    exit) echo "compile: cannot load the plugin" >&2; exit 3 ;;
    mute) exit 0 ;;
    cut) head -c 40 "$folder/report" ;;
    chat) echo hello; cat "$folder/report" ;;
    hang) exec sleep 60 ;;
  esac)");
  options.time_limit = std::chrono::milliseconds(1500);
  options.pool.parallel = 4;
  const std::vector<PlanCase> cases =
      Cases({"segv", "good", "hang", "kill", "exit", "mute", "cut", "chat", "good"});
  const auto rows = Rows(cases, options);
  ASSERT_EQ(rows.size(), cases.size());
  std::vector<std::string> told;
  for (size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].plan_case.compiler, cases[i].compiler) << "rows come in the order of cases";
    told.push_back(std::string(VerdictName(rows[i].verdict)) + "|" + rows[i].message);
  }
  EXPECT_THAT(
      told,
      ElementsAre(HasSubstr("crashed|the compiler died of signal 11 "), "compiles|",
                  HasSubstr("timeout|the compiler timed out after 1."),
                  "crashed|the compiler was killed, probably by the system for want of memory",
                  "crashed|the compiler exited with status 3: compile: cannot load "
                  "the plugin",
                  "crashed|the compiler ended without a report",
                  "crashed|the compiler ended without a report",
                  "crashed|the compiler ended without a report", "compiles|"));
  EXPECT_THAT(told[0], EndsWith(": last words"));
  EXPECT_GE(rows[2].compile_seconds, 1.5);
}

TEST_F(PlannerTest, EqualCasesAreCompiledOnce) {
  CompileReport report;
  report.compiled = true;
  report.seconds = 2;
  Save("report", report);
  PlanOptions options = Script("echo $plugin >> \"$folder/calls\"; cat \"$folder/report\"");
  std::vector<PlanCase> cases = Cases({"p", "q", "p", "p"});
  cases[2].config.replicate = ReplicateMode::kNever;  // which auto is too at this chunk
  cases[3].config.chunk = 4;
  const auto rows = Rows(cases, options);
  ASSERT_EQ(rows.size(), 4U);
  for (size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].plan_case.compiler, cases[i].compiler);
    EXPECT_EQ(rows[i].plan_case.config.replicate, cases[i].config.replicate);
    EXPECT_EQ(rows[i].verdict, Verdict::kCompiles);
    EXPECT_EQ(rows[i].recalled, i == 2);
    EXPECT_EQ(rows[i].compile_seconds, 2);
  }
  EXPECT_EQ(ReadFile(folder_ / "calls")->size(), 3 * std::string("p\n").size());
  // Each program to save is compiled for itself.
  options.save_path = [](size_t job) { return "saved-" + std::to_string(job); };
  EXPECT_FALSE(Rows(cases, options)[2].recalled);
}

TEST_F(PlannerTest, AStopHandsOverEqualCasesBehindAGapToo) {
  CompileReport report;
  report.compiled = true;
  Save("report", report);
  PlanOptions options = Script("[ $plugin = hang ] && exec sleep 60; cat \"$folder/report\"");
  volatile std::sig_atomic_t stop = 0;
  options.pool.stop = &stop;
  options.pool.parallel = 2;
  options.pool.progress = [&](const PoolProgress& progress) { stop = progress.finished == 2; };
  std::vector<std::string> rows;
  const Status status =
      RunPlan(Cases({"p", "hang", "q", "p"}), options, [&](const PlanRow& row) -> Status {
        rows.push_back(row.plan_case.compiler);
        return {};
      });
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code(), Code::kCancelled);
  EXPECT_THAT(rows, ElementsAre("p", "q", "p"));
}

TEST_F(PlannerTest, TooMuchMemoryIsARow) {
  PlanOptions options =
      Script("echo last words >&2; exec dd if=/dev/zero of=/dev/null bs=200M count=1000000");
  options.pool.memory_limit_bytes = uint64_t{100} << 20;
  const auto rows = Rows(Cases({"p"}), options);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].verdict, Verdict::kOutOfMemory);
  EXPECT_EQ(VerdictName(rows[0].verdict), "memory");
  EXPECT_THAT(rows[0].message, HasSubstr("the compiler took 0."));
  EXPECT_THAT(rows[0].message, HasSubstr("GiB of memory (the limit is 0.10 GiB): last words"));
  EXPECT_GT(rows[0].compile_seconds, 0);
}

TEST_F(PlannerTest, WhatTheTimeOfThePlanDoesNotReachIsPruned) {
  CompileReport report;
  report.compiled = true;
  Save("report", report);
  PlanOptions options = Script("[ $plugin = hang ] && exec sleep 60; cat \"$folder/report\"");
  options.pool.parallel = 1;
  options.pool.budget = std::chrono::milliseconds(600);
  const auto rows = Rows(Cases({"good", "hang", "late"}), options);
  std::vector<std::string> told;
  for (const PlanRow& row : rows) {
    told.push_back(std::string(VerdictName(row.verdict)) + "|" + row.message);
  }
  EXPECT_THAT(told, ElementsAre("compiles|",
                                testing::MatchesRegex("pruned\\|stopped after 0\\.[0-9] s when the "
                                                      "plan's 0\\.01 minutes were over"),
                                "pruned|not yet started when the plan's 0.01 minutes were over"));
}

TEST_F(PlannerTest, RowsComeInOrderAndAsSoonAsTheyMay) {
  CompileReport report;
  report.compiled = true;
  Save("report", report);
  // "first" ends when "second" is over; "third" ends when the row of "second" has been handed over.
  PlanOptions options = Script(R"(
    wait_for() { while [ ! -e "$folder/$1" ]; do sleep 0.02; done; }
    case $plugin in
      first) wait_for second-is-over ;;
      second) : > "$folder/second-is-over" ;;
      third) wait_for rows-are-out ;;
    esac
    cat "$folder/report")");
  options.pool.parallel = 3;
  std::vector<std::string> order;
  const Status status =
      RunPlan(Cases({"first", "second", "third"}), options, [&](const PlanRow& row) -> Status {
        order.push_back(row.plan_case.compiler);
        if (order.size() == 2) std::ofstream(folder_ / "rows-are-out") << "";
        return {};
      });
  EXPECT_TRUE(status.ok());
  EXPECT_THAT(order, ElementsAre("first", "second", "third"));
}

TEST_F(PlannerTest, TwoChildrenRunAtOnce) {
  CompileReport report;
  report.compiled = true;
  Save("report", report);
  // Each waits for the other: one at a time they would run into the limit.
  PlanOptions options = Script(R"(
    : > "$folder/$plugin"
    for other in a b; do while [ ! -e "$folder/$other" ]; do sleep 0.02; done; done
    cat "$folder/report")");
  options.time_limit = std::chrono::seconds(30);
  options.pool.parallel = 2;
  for (const PlanRow& row : Rows(Cases({"a", "b"}), options)) {
    EXPECT_EQ(row.verdict, Verdict::kCompiles) << row.message;
  }
}

TEST_F(PlannerTest, AnErrorOfTheCallerStopsEverything) {
  CompileReport report;
  report.compiled = true;
  Save("report", report);
  PlanOptions options = Script(R"(case $plugin in
    quick) cat "$folder/report" ;;
    slow) echo $$ > "$folder/pid.new"; mv "$folder/pid.new" "$folder/pid"; exec sleep 600 ;;
  esac)");
  options.pool.parallel = 2;
  const Status status =
      RunPlan(Cases({"quick", "slow", "slow"}), options, [&](const PlanRow&) -> Status {
        while (!std::filesystem::exists(folder_ / "pid")) ::usleep(10'000);
        return DataLoss("the disk is full");
      });
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().message(), "the disk is full");
  const pid_t slow = std::stoi(*ReadFile(folder_ / "pid"));
  EXPECT_NE(::kill(slow, 0), 0) << "the other child still runs";
}

TEST_F(PlannerTest, ABinaryThatCannotBeStarted) {
  PlanOptions options;
  options.self = folder_ / "none";
  const Status status = RunPlan(Cases({"p"}), options, [](const PlanRow&) -> Status { return {}; });
  ASSERT_FALSE(status.ok());
  EXPECT_THAT(status.error().message(), HasSubstr("cannot start a compile"));
}

TEST_F(PlannerTest, ABadCaseIsKnownBeforeAnyCompile) {
  PlanOptions options = Script(": > \"$folder/started\"");
  std::vector<PlanCase> cases = Cases({"p", "q"});
  cases[1].config.chunk = 0;
  const Status status = RunPlan(cases, options, [](const PlanRow&) -> Status { return {}; });
  ASSERT_FALSE(status.ok());
  EXPECT_THAT(status.error().message(), HasSubstr("chunk"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "started"));
}

TEST_F(PlannerTest, NoCases) {
  PlanOptions options;
  EXPECT_THAT(Rows({}, options), IsEmpty());
}

TEST(ProgramFileName, TellsCasesApartInPlainCharacters) {
  PlanCase plan_case = Cases({"/a b/plug:in.so"})[0];
  EXPECT_EQ(ProgramFileName(plan_case),
            "chunked-loss_and_grad-c8-auto-cpu-1--a-b-plug-in.so.hlo.pb");
  plan_case.config.variant = ReplicateVariant::kIdsOnly;
  plan_case.config.replicate = ReplicateMode::kNever;
  plan_case.program = ProgramKind::kForward;
  plan_case.compiler = "libtpu==0.0.51";
  EXPECT_EQ(ProgramFileName(plan_case),
            "chunked-forward-c8-never-ids-only-cpu-1-libtpu--0.0.51.hlo.pb");
  plan_case.config.variant = ReplicateVariant::kRule;
  plan_case.program = ProgramKind::kFused;
  plan_case.config.head = *ParseHead("vocab:context,expert");
  plan_case.config.kernel_reuse = KernelReuse::kRegather;
  plan_case.config.loss = LossConfig::Default(LossKind::kDrGrpo);
  EXPECT_EQ(ProgramFileName(plan_case),
            "vocab-context-expert-fused-dr-grpo-c8-regather-cpu-1-libtpu--0.0.51.hlo.pb");
}

}  // namespace
}  // namespace logphead
