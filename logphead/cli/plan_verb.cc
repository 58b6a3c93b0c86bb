// SPDX-License-Identifier: Apache-2.0
// logphead plan: one compile a row, through compilers for devices that are not here.
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "logphead/cli/case_flags.h"
#include "logphead/cli/children.h"
#include "logphead/cli/interrupt.h"
#include "logphead/cli/judge_flags.h"
#include "logphead/cli/output.h"
#include "logphead/cli/plan_limits.h"
#include "logphead/cli/plan_output.h"
#include "logphead/cli/values.h"
#include "logphead/cli/verbs.h"
#include "logphead/plan/promise.h"
#include "logphead/plan/report.h"

namespace logphead::cli {
namespace {

struct PlanFlags {
  CaseFlags cases;
  std::string format = "text";
  std::string json_file;
  std::string page;
  JudgeFlags judge;
  std::string save_programs;
  PlanLimits limits;
};

// A line of progress on stderr, kept off when that is no terminal.
class ProgressLine {
 public:
  void Show(const PoolProgress& progress) {
    if (!on_) return;
    Clear();
    PrintError(fmt::format("{} of {} compiled, about {:.0f} s left", progress.finished,
                           progress.total, progress.eta_seconds));
    shown_ = true;
  }
  void Clear() {
    if (shown_) PrintError("\r\033[K");
    shown_ = false;
  }

 private:
  bool on_ = isatty(STDERR_FILENO) == 1;
  bool shown_ = false;
};

// Runs the cases, writing rows as they come. CANCELLED when interrupted: the report of what is done
// is complete then.
Status WritePlan(const std::vector<PlanCase>& cases, PlanOptions options, ProgressLine& progress,
                 PlanOutput& output) {
  options.pool.progress = [&](const PoolProgress& state) { progress.Show(state); };
  const Interrupts interrupts;
  options.pool.stop = interrupts.flag();
  LOGPHEAD_RETURN_IF_ERROR(output.Begin());
  const auto on_row = [&](const PlanRow& row) {
    progress.Clear();
    return output.Row(row);
  };
  const Status ran = RunPlan(cases, options, on_row);
  progress.Clear();
  const bool interrupted = !ran.ok() && ran.error().code() == Code::kCancelled;
  if (!ran.ok() && !interrupted) return ran.error();
  LOGPHEAD_RETURN_IF_ERROR(output.End());
  if (!interrupted) return {};
  return Error(Code::kCancelled,
               fmt::format("interrupted: {} of {} cases done", output.rows().size(), cases.size()));
}

void AddPlanFlags(CLI::App& app, PlanFlags* flags) {
  constexpr const char* kReport = "Report";
  AddProgramFlags(app, &flags->cases);
  AddCompilerFlags(app, &flags->cases);
  AddJudgeFlags(app, &flags->judge);
  AddPlanLimits(app, &flags->limits);
  AddText(app, kReport, "--format F", &flags->format, "text (default), json or csv");
  AddText(app, kReport, "--json FILE", &flags->json_file, "also write the rows there, as JSON");
  AddText(app, kReport, "--report FILE", &flags->page, "also write the report there, as a page");
  AddText(app, kReport, "--save-programs FOLDER", &flags->save_programs,
          "save each optimised program there, for logphead diff");
  app.footer(
      "example:\n"
      "  logphead plan --topology cpu:8 --mesh fsdp=2,context=2,expert=2 --batch 4 \\\n"
      "    --sequence 4096 --hidden 64 --vocab 512 --chunk 1024,2048");
}

// What must be there before the first compile.
Status Prepare(const PlanFlags& flags, Cases* cases, PlanOptions* options) {
  LOGPHEAD_RETURN_IF_ERROR(KeepMatching(&cases->cases, options->past, &cases->notes));
  if (flags.save_programs.empty()) return {};
  LOGPHEAD_RETURN_IF_ERROR(MakeOutputFolder(flags.save_programs));
  options->save_path = [&flags, cases](size_t job) {
    return std::filesystem::path(flags.save_programs) / ProgramFileName(cases->cases[job]);
  };
  return {};
}

Status OpenFiles(const PlanFlags& flags, PlanOutput* output) {
  if (!flags.json_file.empty()) LOGPHEAD_RETURN_IF_ERROR(output->OpenJson(flags.json_file));
  if (!flags.page.empty()) LOGPHEAD_RETURN_IF_ERROR(output->OpenPage(flags.page));
  return {};
}

}  // namespace

int PlanVerb(const Words& words) {
  PlanFlags flags;
  CLI::App app("logphead plan: compiles each case ahead of time, one row a case");
  AddPlanFlags(app, &flags);
  if (const auto status = ParseOrExit("plan", app, words)) return *status;

  const Result<ReportFormat> format = ParseReportFormat(flags.format);
  if (!format.ok()) return Fail("plan", format.error().WithContext("--format"));
  Result<PlanOptions> options = OptionsFrom(flags.limits);
  if (!options.ok()) return Fail("plan", options.error());
  Result<Cases> cases = ExpandCases(flags.cases);
  if (!cases.ok()) return Fail("plan", cases.error(), StatusOf(cases.error()));
  ProgressLine progress;
  const auto past = OpenPastCompiles(flags.limits, [&](const std::string& text) {
    progress.Clear();
    PrintNotes({text});
  });
  options->past = past.get();
  if (const Status status = Prepare(flags, &*cases, &*options); !status.ok()) {
    return Fail("plan", status.error(), StatusOf(status.error()));
  }
  const Result<Judge> judge = ResolveJudge(flags.judge, past ? &past->store() : nullptr);
  if (!judge.ok()) return Fail("plan", judge.error());
  if (options->pool.budget) cases->cases = MostPromisingFirst(cases->cases, *judge);
  Words command = {"logphead", "plan"};
  command.insert(command.end(), words.begin(), words.end());
  PlanOutput output(cases->cases, *format, *judge, JoinWords(command));
  if (const Status opened = OpenFiles(flags, &output); !opened.ok()) {
    return Fail("plan", opened.error());
  }
  PrintNotes(cases->notes);
  const Status done = WritePlan(cases->cases, *options, progress, output);
  if (!done.ok()) {
    const bool interrupted = done.error().code() == Code::kCancelled;
    return Fail("plan", done.error(), interrupted ? kExitInterrupted : StatusOf(done.error()));
  }
  return output.all_good() ? kExitYes : kExitNo;
}

}  // namespace logphead::cli
