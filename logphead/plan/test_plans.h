// SPDX-License-Identifier: Apache-2.0
// Plans for tests: cases, and children that a shell script plays.
#ifndef LOGPHEAD_PLAN_TEST_PLANS_H_
#define LOGPHEAD_PLAN_TEST_PLANS_H_

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "logphead/plan/compile.h"
#include "logphead/plan/planner.h"

namespace logphead {

class PlannerTest : public ::testing::Test {
 protected:
  PlannerTest() {
    std::string pattern = (std::filesystem::temp_directory_path() / "planner-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
  }
  ~PlannerTest() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  // Options whose binary is a script; it is called as: compile-child PLUGIN TOPOLOGY SAVE_PATH
  // MESH.
  PlanOptions Script(const std::string& body) {
    const std::filesystem::path script = folder_ / "self";
    std::ofstream(script) << "#!/bin/sh\nplugin=$2 topology=$3 save=$4 mesh=$5 folder='"
                          << folder_.string() << "'\n"
                          << body << "\n";
    ::chmod(script.c_str(), 0755);
    PlanOptions options;
    options.self = script;
    return options;
  }

  // A file with what a child prints of a compile.
  void Save(const std::string& name, const CompileReport& report) {
    std::ofstream(folder_ / name) << CompileReportToJson(report) << "\n";
  }

  std::filesystem::path folder_;
};

// Cases that scripts tell apart by their plugin.
inline std::vector<PlanCase> Cases(const std::vector<std::string>& plugins) {
  std::vector<PlanCase> cases;
  for (const std::string& plugin : plugins) {
    PlanCase plan_case;
    plan_case.config.batch = 2;
    plan_case.config.sequence = 16;
    plan_case.config.hidden = 4;
    plan_case.config.vocab = 8;
    plan_case.config.chunk = 8;
    plan_case.config.replicate = ReplicateMode::kAuto;
    plan_case.topology = "cpu:1";
    plan_case.compiler = plugin;
    plan_case.plugin = plugin;
    cases.push_back(plan_case);
  }
  return cases;
}

inline std::vector<PlanRow> Rows(const std::vector<PlanCase>& cases, const PlanOptions& options) {
  std::vector<PlanRow> rows;
  const Status status = RunPlan(cases, options, [&](const PlanRow& row) -> Status {
    rows.push_back(row);
    return {};
  });
  EXPECT_TRUE(status.ok()) << status.error().ToString();
  return rows;
}

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_TEST_PLANS_H_
