// SPDX-License-Identifier: Apache-2.0
// Planner: from cases to rows.
#include "logphead/plan/planner.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "logphead/hlo/printer.h"
#include "logphead/plan/compile.h"
#include "logphead/plan/compile_message.h"

namespace logphead {
namespace {

// A child that ended without a report: what ended it, and its last words.
void DescribeCrash(const ChildResult& child, PlanRow* row) {
  row->verdict = child.end == ChildEnd::kTimedOut ? Verdict::kTimeout : Verdict::kCrashed;
  const std::string words = LastWords(child.stderr_tail);
  const std::string end = child.ok() ? "ended without a report" : child.Describe();
  row->message = "the compiler " + end + (words.empty() ? "" : ": " + words);
  row->compile_seconds = child.seconds;
}

Status Describe(const Result<ChildResult>& result, PlanRow* row) {
  if (!result.ok()) return result.error().WithContext("cannot start a compile");
  if (!result->ok()) {
    DescribeCrash(*result, row);
    return {};
  }
  const Result<CompileReport> report = CompileReportFromJson(result->stdout_bytes);
  if (!report.ok()) {
    DescribeCrash(*result, row);
    return {};
  }
  row->compile_seconds = report->seconds;
  if (!report->compiled) {
    row->verdict = Verdict::kFails;
    row->message = OneLineMessage(report->message);
    row->offending_shape = OffendingShape(report->message);
    return {};
  }
  row->verdict = Verdict::kCompiles;
  row->temp_bytes = report->memory.temp_bytes;
  row->argument_bytes = report->memory.argument_bytes;
  row->output_bytes = report->memory.output_bytes;
  row->collectives = report->collectives;
  row->code_bytes = report->memory.generated_code_bytes;
  row->alias_bytes = report->memory.alias_bytes;
  row->cost = report->cost;
  return {};
}

}  // namespace

std::string_view VerdictName(Verdict verdict) {
  static constexpr std::array<std::string_view, 4> kNames = {"compiles", "fails", "crashed",
                                                             "timeout"};
  return kNames[static_cast<size_t>(verdict)];
}

std::string ProgramFileName(const PlanCase& plan_case) {
  const HeadConfig& config = plan_case.config;
  std::string name =
      fmt::format("{}-{}", config.head.ToString(), ProgramKindName(plan_case.program));
  if (config.loss) name += fmt::format("-{}", LossKindName(config.loss->kind));
  const std::string_view way =
      config.head.kind == HeadKind::kChunked
          ? ReplicateModeName(config.replicate.value_or(ReplicateMode::kAuto))
          : KernelReuseName(config.kernel_reuse);
  name += fmt::format("-c{}-{}", config.chunk, way);
  if (config.variant != ReplicateVariant::kRule) {
    name += fmt::format("-{}", ReplicateVariantName(config.variant));
  }
  name += "-" + plan_case.topology + "-" + plan_case.compiler;
  for (char& c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '.' || c == '-' || c == '_';
    if (!plain) c = '-';
  }
  return name + ".hlo.pb";
}

Status RunPlan(const std::vector<PlanCase>& cases, const PlanOptions& options,
               const std::function<Status(const PlanRow&)>& on_row) {
  // Programs are small (tens of kilobytes) and quick to build; a bad case is known before any
  // compile.
  std::vector<std::string> programs;
  for (const PlanCase& plan_case : cases) {
    LOGPHEAD_ASSIGN_OR_RETURN(const hlo::Program program,
                              BuildProgram(plan_case.config, plan_case.program));
    programs.push_back(hlo::Print(program));
  }
  const auto command = [&](size_t job) -> Result<ChildCommand> {
    CompileRequest request{cases[job].plugin, cases[job].topology, {}, {}};
    if (cases[job].config.mesh) request.mesh = cases[job].config.mesh->ToString();
    if (options.save_path) request.save_program = options.save_path(job);
    ChildCommand child = CompileCommand(options.self, request, std::move(programs[job]));
    child.time_limit = options.time_limit;
    return child;
  };
  const auto done = [&](size_t job, Result<ChildResult> result) -> Status {
    PlanRow row;
    row.plan_case = cases[job];
    LOGPHEAD_RETURN_IF_ERROR(Describe(result, &row));
    return on_row(row);
  };
  return RunPool(cases.size(), command, done, options.pool);
}

}  // namespace logphead
