// SPDX-License-Identifier: Apache-2.0
// BisectReport: what bisect found, as text or JSON.
#ifndef LOGPHEAD_CLI_BISECT_REPORT_H_
#define LOGPHEAD_CLI_BISECT_REPORT_H_

#include <map>
#include <string>
#include <vector>

#include "logphead/cli/bisect_versions.h"
#include "logphead/plan/bisect.h"
#include "logphead/plan/planner.h"

namespace logphead::cli {

struct BisectReport {
  std::vector<CompilerVersion> versions;  // oldest first
  std::map<size_t, PlanRow> rows;         // of the versions that were tried; at least one
  bool interrupted = false;               // the search came to no end
  std::string command;                    // that reproduces the report

  // What the rows say.
  Bisection Bisected() const;
  // Whether no version is known to be the first that fails, and the newest that was tried compiles.
  bool good() const;
};

// The first line is the answer; a line per version that was tried, oldest first, comes after it.
std::string BisectText(const BisectReport& report);
// One object; its rows are those of plan's reports.
std::string BisectJson(const BisectReport& report);

}  // namespace logphead::cli

#endif  // LOGPHEAD_CLI_BISECT_REPORT_H_
