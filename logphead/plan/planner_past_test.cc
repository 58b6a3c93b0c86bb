// SPDX-License-Identifier: Apache-2.0
// Planner with past compiles: what is recalled, what is not, and when it is kept.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>

#include "logphead/base/files.h"
#include "logphead/plan/test_plans.h"

namespace logphead {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class PlannerPastTest : public PlannerTest {
 protected:
  PlannerPastTest() {
    CompileReport report;
    report.compiled = true;
    report.memory.temp_bytes = 100;
    report.seconds = 1.5;
    report.collectives["all-gather"] = {2, 64, 20, 640};
    report.cost.matmul_flops = 1234;
    Save("report", report);
    report = CompileReport();
    report.message = "INTERNAL: no %r = s32[4,1]{1,0} reshape(s32[4]{0} %p)";
    Save("refusal", report);
  }

  // Cases whose plugins are there; their contents are their names.
  std::vector<PlanCase> FileCases(const std::vector<std::string>& names) {
    std::vector<PlanCase> cases = Cases(names);
    for (PlanCase& plan_case : cases) {
      plan_case.plugin = folder_ / plan_case.compiler;
      std::ofstream(plan_case.plugin) << plan_case.compiler;
    }
    return cases;
  }

  // Counts its calls in a file.
  PlanOptions Counting(const std::string& body) {
    PlanOptions options = Script("echo $plugin >> \"$folder/calls\"; " + body);
    options.past = past_.get();
    return options;
  }
  size_t Calls() {
    const auto calls = ReadFile(folder_ / "calls");
    return calls.ok() ? static_cast<size_t>(std::count(calls->begin(), calls->end(), '\n')) : 0;
  }

  std::unique_ptr<PastCompiles> Open() {
    auto opened = PlanStore::Open(folder_ / "past");
    EXPECT_TRUE(opened.ok()) << opened.error().message();
    return std::make_unique<PastCompiles>(
        std::move(opened->store), [this](const std::string& text) { notes_.push_back(text); });
  }

  std::vector<std::string> notes_;
  std::unique_ptr<PastCompiles> past_ = Open();
};

TEST_F(PlannerPastTest, AReportIsRecalledWhole) {
  const auto cases = FileCases({"p"});
  const auto cold = Rows(cases, Counting("cat \"$folder/report\""));
  ASSERT_EQ(cold.size(), 1U);
  EXPECT_FALSE(cold[0].recalled);
  past_ = Open();  // as the next planner does
  const auto warm = Rows(cases, Counting("exit 1"));
  ASSERT_EQ(warm.size(), 1U);
  EXPECT_TRUE(warm[0].recalled);
  EXPECT_EQ(warm[0].verdict, Verdict::kCompiles);
  EXPECT_EQ(warm[0].temp_bytes, 100);
  EXPECT_EQ(warm[0].compile_seconds, 1.5);
  EXPECT_EQ(warm[0].collectives, cold[0].collectives);
  EXPECT_EQ(warm[0].cost.matmul_flops, 1234);
  EXPECT_EQ(Calls(), 1U);
  EXPECT_THAT(notes_, IsEmpty());
}

TEST_F(PlannerPastTest, ARefusalIsRecalledToo) {
  const auto cases = FileCases({"p"});
  const auto cold = Rows(cases, Counting("cat \"$folder/refusal\""));
  const auto warm = Rows(cases, Counting("exit 1"));
  ASSERT_EQ(warm.size(), 1U);
  EXPECT_TRUE(warm[0].recalled);
  EXPECT_EQ(warm[0].verdict, Verdict::kFails);
  EXPECT_EQ(warm[0].message, cold[0].message);
  EXPECT_EQ(warm[0].offending_shape, "s32[4,1]");
}

TEST_F(PlannerPastTest, OtherEndsAreNot) {
  const auto cases = FileCases({"crash", "mute", "cut", "hang", "eat"});
  PlanOptions options = Counting(R"(case $plugin in
    */crash) kill -SEGV $$ ;;
    */cut) head -c 40 "$folder/report" ;;
    */hang) exec sleep 60 ;;
    */eat) exec dd if=/dev/zero of=/dev/null bs=200M count=1000000 ;;
  esac)");
  options.time_limit = std::chrono::milliseconds(1000);
  options.pool.memory_limit_bytes = uint64_t{100} << 20;
  options.pool.parallel = 5;
  std::vector<Verdict> verdicts;
  for (const PlanRow& row : Rows(cases, options)) verdicts.push_back(row.verdict);
  EXPECT_THAT(verdicts, ElementsAre(Verdict::kCrashed, Verdict::kCrashed, Verdict::kCrashed,
                                    Verdict::kTimeout, Verdict::kOutOfMemory));
  for (const PlanRow& row : Rows(cases, Counting("cat \"$folder/report\""))) {
    EXPECT_FALSE(row.recalled);
    EXPECT_EQ(row.verdict, Verdict::kCompiles) << row.plan_case.compiler;
  }
}

TEST_F(PlannerPastTest, IsKeptBeforeItsRowIsHandedOver) {
  const auto cases = FileCases({"p", "q"});
  size_t handed = 0;
  const Status status =
      RunPlan(cases, Counting("cat \"$folder/report\""), [&](const PlanRow& row) -> Status {
        ++handed;
        // Not another script in place of the one that the other case's child may still be reading.
        PlanOptions options;
        options.self = "/bin/false";
        options.past = past_.get();
        EXPECT_TRUE(Rows({row.plan_case}, options)[0].recalled);
        return {};
      });
  EXPECT_TRUE(status.ok());
  EXPECT_EQ(handed, 2U);
}

TEST_F(PlannerPastTest, AProgramToSaveIsCompiledAgain) {
  const auto cases = FileCases({"p"});
  PlanOptions options = Counting("cat \"$folder/report\"");
  Rows(cases, options);
  options.save_path = [](size_t) { return "saved"; };
  EXPECT_FALSE(Rows(cases, options)[0].recalled);
  EXPECT_EQ(Calls(), 2U);
}

}  // namespace
}  // namespace logphead
