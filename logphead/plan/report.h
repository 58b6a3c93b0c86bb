// SPDX-License-Identifier: Apache-2.0
// Report: plan rows as text, JSON or CSV, written row by row so that an interruption loses none.
#ifndef LOGPHEAD_PLAN_REPORT_H_
#define LOGPHEAD_PLAN_REPORT_H_

#include <memory>
#include <string>
#include <vector>

#include "logphead/plan/planner.h"

namespace logphead {

enum class ReportFormat { kText, kJson, kCsv };
Result<ReportFormat> ParseReportFormat(std::string_view text);

// Text of a report in pieces: concatenated in the order Begin, Row..., End they are the report, and
// each Row piece is whole lines. JSON is {"schema": 1, "rows": [...]} with one row a line.
class ReportWriter {
 public:
  virtual ~ReportWriter() = default;
  virtual std::string Begin() = 0;
  virtual std::string Row(const PlanRow& row) = 0;
  virtual std::string End() = 0;
};

// `cases` are those to come, from which column widths are taken; `command` is the command that
// reproduces the report, the last line of its text form.
std::unique_ptr<ReportWriter> MakeReportWriter(ReportFormat format,
                                               const std::vector<PlanCase>& cases,
                                               std::string command);

// Bytes for people: "7.81 GB" (10^9), "12.6 MB", "512 B".
std::string HumanBytes(int64_t bytes);

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_REPORT_H_
