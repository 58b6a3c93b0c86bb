// SPDX-License-Identifier: Apache-2.0
// BisectReport: the answer, what it rests on, and what it leaves open.
#include "logphead/cli/bisect_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "logphead/plan/case_names.h"
#include "logphead/plan/report.h"

namespace logphead::cli {
namespace {

bool Compiles(const PlanRow& row) { return row.verdict == Verdict::kCompiles; }

// "fails at s32[4,1,4,1024]", "crashed".
std::string VerdictText(const PlanRow& row) {
  std::string text(VerdictName(row.verdict));
  if (row.offending_shape) text += " at " + *row.offending_shape;
  return text;
}

// Messages name instructions by numbers that differ from version to version.
bool FailAlike(const PlanRow& a, const PlanRow& b) {
  if (a.verdict != b.verdict || a.offending_shape != b.offending_shape) return false;
  return a.offending_shape.has_value() || a.message == b.message;
}

// "found", "fixed", "none fails", "all fail" or "interrupted".
std::string Answer(const BisectReport& report) {
  if (report.interrupted) return "interrupted";
  const Bisection bisection = report.Bisected();
  if (bisection.FirstChange().has_value()) return "found";
  if (!Compiles(report.rows.rbegin()->second)) return "all fail";
  return bisection.Reversals().empty() ? "none fails" : "fixed";
}

// Versions whose verdicts might change the answer.
std::vector<CompilerVersion> LeftOpen(const BisectReport& report) {
  size_t first = 0;
  size_t end = report.versions.size();
  if (const auto change = report.Bisected().FirstChange()) {
    first = change->last_good + 1;
    end = change->first_bad;
  } else if (!report.interrupted && report.good()) {
    first = report.rows.rbegin()->first + 1;
  }
  std::vector<CompilerVersion> open;
  for (size_t i = first; i < end; ++i) {
    if (!report.rows.contains(i)) open.push_back(report.versions[i]);
  }
  return open;
}

std::vector<CompilerVersion> NotInstalled(const std::vector<CompilerVersion>& versions) {
  std::vector<CompilerVersion> missing;
  for (const CompilerVersion& version : versions) {
    if (!version.installed) missing.push_back(version);
  }
  return missing;
}

std::string NamesOf(const std::vector<CompilerVersion>& versions) {
  std::vector<std::string> names;
  for (const CompilerVersion& version : versions) names.push_back(version.name());
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string AnswerLine(const BisectReport& report) {
  const auto change = report.Bisected().FirstChange();
  const auto name = [&](size_t i) { return report.versions[i].name(); };
  const std::string newest = name(report.rows.rbegin()->first);
  if (report.interrupted && change.has_value()) {
    return fmt::format("interrupted: the first version that fails is {} or between it and {}",
                       name(change->first_bad), name(change->last_good));
  }
  const std::string answer = Answer(report);
  if (answer == "interrupted") return "interrupted: the first version that fails is not known";
  if (answer == "found") {
    return fmt::format("first version that fails: {} ({} compiles)", name(change->first_bad),
                       name(change->last_good));
  }
  if (answer == "all fail") {
    return fmt::format("fails in every version tried: {} to {}", name(report.rows.begin()->first),
                       newest);
  }
  if (answer == "fixed") return fmt::format("the newest version compiles: {}", newest);
  return fmt::format("no version fails: the newest tried, {}, compiles", newest);
}

std::string TableText(const BisectReport& report, size_t told) {
  size_t width = 7;
  size_t verdict_width = 7;
  for (const auto& [i, row] : report.rows) {
    width = std::max(width, report.versions[i].name().size());
    verdict_width = std::max(verdict_width, VerdictText(row).size());
  }
  std::string text = fmt::format("{:<{}}  {:<{}}  {:>10}  {:>8}\n", "version", width, "verdict",
                                 verdict_width, "temp", "seconds");
  const PlanRow* before = told == SIZE_MAX ? nullptr : &report.rows.at(told);
  for (const auto& [i, row] : report.rows) {
    text += fmt::format("{:<{}}  {:<{}}  {:>10}  {:>8.1f}{}\n", report.versions[i].name(), width,
                        VerdictText(row), verdict_width,
                        Compiles(row) ? HumanBytes(row.temp_bytes) : "-", row.compile_seconds,
                        row.recalled ? "  recalled" : "");
    if (Compiles(row) || (before != nullptr && FailAlike(row, *before))) continue;
    before = &row;
    text += fmt::format("    {}\n", row.message);
  }
  return text;
}

std::string OpenText(const BisectReport& report) {
  const std::vector<CompilerVersion> open = LeftOpen(report);
  if (open.empty()) return "";
  std::string text = "not tried: " + NamesOf(open);
  const std::vector<CompilerVersion> missing = NotInstalled(open);
  if (!missing.empty()) {
    const std::string which = missing.size() == open.size() ? "" : NamesOf(missing) + " ";
    text +=
        fmt::format(" ({}not installed: give --download, or run {})", which, SetupCommand(missing));
  }
  return text + "\n";
}

}  // namespace

Bisection BisectReport::Bisected() const {
  Bisection bisection(versions.size());
  for (const auto& [i, row] : rows) bisection.Tell(i, Compiles(row));
  return bisection;
}

bool BisectReport::good() const {
  return !Bisected().FirstChange().has_value() && Compiles(rows.rbegin()->second);
}

std::string BisectText(const BisectReport& report) {
  const Bisection bisection = report.Bisected();
  const auto change = bisection.FirstChange();
  const PlanCase& plan_case = report.rows.begin()->second.plan_case;
  const HeadConfig& config = plan_case.config;
  std::string text = AnswerLine(report) + "\n";
  for (const auto& [bad, good] : bisection.Reversals()) {
    text += fmt::format("not one change: {} compiles although {} does not\n",
                        report.versions[good].name(), report.versions[bad].name());
  }
  size_t told = SIZE_MAX;
  if (change.has_value() || !Compiles(report.rows.rbegin()->second)) {
    told = change.has_value() ? change->first_bad : report.rows.rbegin()->first;
    const PlanRow& row = report.rows.at(told);
    text += fmt::format("{} {}: {}\n", report.versions[told].name(), VerdictText(row), row.message);
  }
  text += fmt::format("{}, {} on {}, mesh {}: batch {}, sequence {}, hidden {}, vocab {}\n",
                      CaseName(plan_case), ProgramName(plan_case), plan_case.topology,
                      config.mesh ? MeshName(plan_case) : "(none)", config.batch, config.sequence,
                      config.hidden, config.vocab);
  return text + TableText(report, told) + OpenText(report) + report.command + "\n";
}

std::string BisectJson(const BisectReport& report) {
  using Json = nlohmann::ordered_json;
  const Bisection bisection = report.Bisected();
  const auto change = bisection.FirstChange();
  const auto name = [&](size_t i) { return report.versions[i].name(); };
  Json json;
  json["schema"] = 1;
  json["answer"] = Answer(report);
  json["last_good"] = change ? Json(name(change->last_good)) : Json();
  json["first_bad"] = change ? Json(name(change->first_bad)) : Json();
  json["not_one_change"] = Json::array();
  for (const auto& [bad, good] : bisection.Reversals()) {
    json["not_one_change"].push_back({{"fails", name(bad)}, {"compiles", name(good)}});
  }
  json["not_tried"] = Json::array();
  for (const CompilerVersion& version : LeftOpen(report)) {
    json["not_tried"].push_back(
        {{"version", version.name()}, {"installed", version.installed.has_value()}});
  }
  PlanSummary summary;
  for (const auto& [i, row] : report.rows) summary.rows.push_back(row);
  json["rows"] = ReportJson(summary)["rows"];
  json["command"] = report.command;
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace logphead::cli
