// SPDX-License-Identifier: Apache-2.0
// Report: plan rows as text, JSON or CSV, written row by row so that an interruption loses none.
#ifndef LOGPHEAD_PLAN_REPORT_H_
#define LOGPHEAD_PLAN_REPORT_H_

#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "logphead/plan/calibration.h"
#include "logphead/plan/device_table.h"
#include "logphead/plan/planner.h"
#include "logphead/plan/ranking.h"

namespace logphead {

enum class ReportFormat { kText, kJson, kCsv };
Result<ReportFormat> ParseReportFormat(std::string_view text);

// What is known when the rows are: which is best, and what their seconds were predicted from.
struct PlanSummary {
  std::vector<PlanRow> rows;
  Ranking ranking;
  struct Device {
    DeviceSpec spec;
    std::optional<Calibration> calibration;
  };
  std::map<std::string, Device> devices;  // by kind, those that rows are for
  double resident_bytes = 0;
  std::string command;  // that reproduces the report
};

// Text of a report in pieces: concatenated in the order Begin, Row..., End they are the report, and
// each Row piece is whole lines. JSON has one row a line; its schema is documented in docs/plan.md.
class ReportWriter {
 public:
  virtual ~ReportWriter() = default;
  virtual std::string Begin() = 0;
  virtual std::string Row(const PlanRow& row) = 0;
  virtual std::string End(const PlanSummary& summary) = 0;
};

// `cases` are those to come, from which column widths are taken.
std::unique_ptr<ReportWriter> MakeReportWriter(ReportFormat format,
                                               const std::vector<PlanCase>& cases);

// One per format, for MakeReportWriter.
std::unique_ptr<ReportWriter> MakeTextWriter(const std::vector<PlanCase>& cases);
std::unique_ptr<ReportWriter> MakeJsonWriter();
std::unique_ptr<ReportWriter> MakeCsvWriter();

// The whole report as JSON, as the JSON writer writes it.
nlohmann::ordered_json ReportJson(const PlanSummary& summary);

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_REPORT_H_
