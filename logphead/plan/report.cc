// SPDX-License-Identifier: Apache-2.0
// Report: the formats by name.
#include "logphead/plan/report.h"

#include <fmt/format.h>

namespace logphead {

Result<ReportFormat> ParseReportFormat(std::string_view text) {
  if (text == "text") return ReportFormat::kText;
  if (text == "json") return ReportFormat::kJson;
  if (text == "csv") return ReportFormat::kCsv;
  return InvalidArgument(fmt::format("format '{}' is unknown (use text, json or csv)", text));
}

std::unique_ptr<ReportWriter> MakeReportWriter(ReportFormat format,
                                               const std::vector<PlanCase>& cases) {
  switch (format) {
    case ReportFormat::kJson:
      return MakeJsonWriter();
    case ReportFormat::kCsv:
      return MakeCsvWriter();
    case ReportFormat::kText:
      break;
  }
  return MakeTextWriter(cases);
}

}  // namespace logphead
