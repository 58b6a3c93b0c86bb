// SPDX-License-Identifier: Apache-2.0
// PlanOutput: one judgement, several writers.
#include "logphead/cli/plan_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

#include "logphead/base/files.h"
#include "logphead/cli/output.h"
#include "logphead/plan/html_report.h"

namespace logphead::cli {

PlanOutput::PlanOutput(const std::vector<PlanCase>& cases, ReportFormat format, Judge judge,
                       std::string command)
    : out_(MakeReportWriter(format, cases)),
      judge_(std::move(judge)),
      command_(std::move(command)) {}

PlanOutput::~PlanOutput() {
  if (json_file_ != nullptr) std::fclose(json_file_);
}

namespace {

// Two writers of one file would leave neither's text.
Status CheckNotStdout(const std::string& path) {
  std::error_code ignored;
  const bool device = std::filesystem::is_character_file(path, ignored);  // a terminal, /dev/null
  if (device || !SameFile(path, "/dev/stdout")) return {};
  return InvalidArgument(fmt::format(
      "cannot write {}: it is standard output, where the table goes (name another file, or use "
      "--format json alone)",
      path));
}

}  // namespace

Status PlanOutput::OpenJson(const std::string& path) {
  LOGPHEAD_RETURN_IF_ERROR(CheckNotStdout(path));
  json_file_ = std::fopen(path.c_str(), "we");
  json_path_ = path;
  if (json_file_ == nullptr) {
    return InvalidArgument(fmt::format("cannot write {}: {}", path, std::strerror(errno)));
  }
  json_ = MakeJsonWriter();
  return {};
}

Status PlanOutput::OpenPage(const std::string& path) {
  LOGPHEAD_RETURN_IF_ERROR(CheckNotStdout(path));
  LOGPHEAD_ASSIGN_OR_RETURN(page_, OutputFile(path));
  return {};
}

template <typename Piece>
Status PlanOutput::Write(const Piece& piece) {
  if (json_ != nullptr) {
    LOGPHEAD_RETURN_IF_ERROR(WriteAndFlush(json_file_, piece(*json_), json_path_));
  }
  return WriteAndFlush(stdout, piece(*out_), "standard output");
}

Status PlanOutput::Begin() {
  return Write([](ReportWriter& writer) { return writer.Begin(); });
}

Status PlanOutput::Row(PlanRow row) {
  judge_.Look(&row);
  rows_.push_back(std::move(row));
  return Write([this](ReportWriter& writer) { return writer.Row(rows_.back()); });
}

Status PlanOutput::End() {
  const PlanSummary summary = Summary();
  LOGPHEAD_RETURN_IF_ERROR(Write([&](ReportWriter& writer) { return writer.End(summary); }));
  if (page_.empty()) return {};
  return WriteFileAtomically(
      page_, [&](FileSink& sink) { return sink.Write(HtmlReport(ReportJson(summary))); });
}

bool PlanOutput::all_good() const {
  return std::all_of(rows_.begin(), rows_.end(), [](const PlanRow& row) {
    return row.verdict == Verdict::kCompiles && row.fits != false;
  });
}

PlanSummary PlanOutput::Summary() const {
  PlanSummary summary;
  summary.rows = rows_;
  summary.ranking = Rank(rows_, judge_.resident_bytes);
  for (const PlanRow& row : rows_) {
    const std::string kind = DeviceKind(row.plan_case.topology);
    const auto found = judge_.devices.find(kind);
    if (found == judge_.devices.end()) continue;
    PlanSummary::Device& device = summary.devices[kind];
    device.spec = found->second;
    // What a report says of memory is what one device has of it.
    device.spec.memory_bytes = judge_.DeviceOf(row.plan_case)->memory_bytes;
    const auto fit = judge_.calibrations.find(kind);
    if (fit != judge_.calibrations.end()) device.calibration = fit->second;
  }
  summary.resident_bytes = judge_.resident_bytes;
  summary.command = command_;
  return summary;
}

}  // namespace logphead::cli
