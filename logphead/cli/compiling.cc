// SPDX-License-Identifier: Apache-2.0
// Compiling: one run of the planner from a verb.
#include "logphead/cli/compiling.h"

#include <fmt/format.h>
#include <unistd.h>

#include "logphead/cli/arguments.h"
#include "logphead/cli/interrupt.h"
#include "logphead/cli/output.h"
#include "logphead/plan/case_names.h"

namespace logphead::cli {

ProgressLine::ProgressLine() : on_(isatty(STDERR_FILENO) == 1) {}

void ProgressLine::Show(const PoolProgress& progress) {
  if (!on_) return;
  Clear();
  // Until a compile has ended there is nothing to tell the rest from.
  const std::string left = progress.eta_seconds > 0
                               ? fmt::format(", about {:.0f} s left", progress.eta_seconds)
                               : std::string();
  PrintError(fmt::format("{} of {} compiled{}", progress.finished, progress.total, left));
  shown_ = true;
}

void ProgressLine::Clear() {
  if (shown_) PrintError("\r\033[K");
  shown_ = false;
}

Result<std::unique_ptr<Compiling>> Compiling::Create(const PlanLimits& limits) {
  std::unique_ptr<Compiling> compiling(new Compiling);
  LOGPHEAD_ASSIGN_OR_RETURN(compiling->options_, OptionsFrom(limits));
  ProgressLine* progress = &compiling->progress_;
  compiling->past_ = OpenPastCompiles(limits, [progress](const std::string& text) {
    progress->Clear();
    PrintNotes({text});
  });
  compiling->options_.past = compiling->past_.get();
  return compiling;
}

Status Compiling::Run(const std::vector<PlanCase>& cases,
                      const std::function<Status(const PlanRow&)>& on_row) {
  PlanOptions options = options_;
  options.pool.progress = [this](const PoolProgress& state) { progress_.Show(state); };
  const Interrupts interrupts;
  options.pool.stop = interrupts.flag();
  progress_.Show({0, cases.size(), 0, 0});
  size_t done = 0;
  Status ran = RunPlan(cases, options, [&](const PlanRow& row) {
    ++done;
    progress_.Clear();
    return on_row(row);
  });
  progress_.Clear();
  if (ran.ok() || ran.error().code() != Code::kCancelled) return ran;
  return Error(Code::kCancelled,
               fmt::format("interrupted: {} of {} cases done", done, cases.size()));
}

Result<std::vector<PlanRow>> Compiling::RowsOf(const std::vector<PlanCase>& cases,
                                               bool all_compile) {
  std::vector<PlanRow> rows;
  LOGPHEAD_RETURN_IF_ERROR(Run(cases, [&](const PlanRow& row) -> Status {
    rows.push_back(row);
    if (!all_compile || row.verdict == Verdict::kCompiles) return {};
    return FailedPrecondition(
        fmt::format("{} {}: {}", CaseName(row.plan_case), VerdictName(row.verdict), row.message));
  }));
  return rows;
}

int StatusOfRun(const Error& error) {
  return error.code() == Code::kCancelled ? kExitInterrupted : StatusOf(error);
}

}  // namespace logphead::cli
