// SPDX-License-Identifier: Apache-2.0
// PlanOutput: where the rows of a plan go: stdout, files.
#ifndef LOGPHEAD_CLI_PLAN_OUTPUT_H_
#define LOGPHEAD_CLI_PLAN_OUTPUT_H_

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "logphead/plan/judge.h"
#include "logphead/plan/report.h"

namespace logphead::cli {

// Judges rows and writes them to stdout, and to a JSON file and a page when these are asked for.
// Each piece of text or JSON is written out at once, so that an end of this process loses no
// finished row; the page is written at the end.
class PlanOutput {
 public:
  PlanOutput(const std::vector<PlanCase>& cases, ReportFormat format, Judge judge,
             std::string command);
  PlanOutput(const PlanOutput&) = delete;
  PlanOutput& operator=(const PlanOutput&) = delete;
  ~PlanOutput();

  // Writes the rows as JSON to this file as well.
  Status OpenJson(const std::string& path);
  // Writes the report as a page of HTML there, tried at once.
  Status OpenPage(const std::string& path);

  Status Begin();
  Status Row(PlanRow row);
  Status End();

  const std::vector<PlanRow>& rows() const { return rows_; }
  // Whether every row so far compiles, and none is known not to fit.
  bool all_good() const;

 private:
  // What each writer makes of something goes to its file.
  template <typename Piece>
  Status Write(const Piece& piece);
  PlanSummary Summary() const;

  std::unique_ptr<ReportWriter> out_;
  std::unique_ptr<ReportWriter> json_;  // null where no JSON file is asked for
  Judge judge_;
  std::string command_;
  std::vector<PlanRow> rows_;
  std::FILE* json_file_ = nullptr;
  std::string json_path_;
  std::filesystem::path page_;
};

}  // namespace logphead::cli

#endif  // LOGPHEAD_CLI_PLAN_OUTPUT_H_
