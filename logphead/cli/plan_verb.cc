// SPDX-License-Identifier: Apache-2.0
// logphead plan: one compile a row, through compilers for devices that are not here.
#include <fmt/format.h>

#include <utility>

#include "logphead/cli/case_flags.h"
#include "logphead/cli/children.h"
#include "logphead/cli/compiling.h"
#include "logphead/cli/explain.h"
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
  bool explain = false;
  JudgeFlags judge;
  std::string save_programs;
  PlanLimits limits;
};

// Runs the cases, writing rows as they come. CANCELLED when interrupted: the report of what is done
// is complete then.
Status WritePlan(const std::vector<PlanCase>& cases, Compiling* compiling, PlanOutput* output) {
  LOGPHEAD_RETURN_IF_ERROR(output->Begin());
  Status ran = compiling->Run(cases, [&](const PlanRow& row) { return output->Row(row); });
  if (!ran.ok() && ran.error().code() != Code::kCancelled) return ran;
  LOGPHEAD_RETURN_IF_ERROR(output->End());
  return ran;
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
  AddSwitch(app, kReport, "--explain", &flags->explain,
            "with --preset bench-cp4: hold predictions against published seconds instead");
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

// The page first, since opening the JSON file empties it.
Status OpenFiles(const PlanFlags& flags, PlanOutput* output) {
  const bool both = !flags.json_file.empty() && !flags.page.empty();
  if (both && SameFile(flags.json_file, flags.page)) {
    return InvalidArgument("--json and --report name one file (name two)");
  }
  if (!flags.page.empty()) LOGPHEAD_RETURN_IF_ERROR(output->OpenPage(flags.page));
  if (!flags.json_file.empty()) LOGPHEAD_RETURN_IF_ERROR(output->OpenJson(flags.json_file));
  return {};
}

// --explain prints one text of its own.
Status CheckExplain(const PlanFlags& flags) {
  for (const auto& [name, given] :
       {std::pair{"--json", !flags.json_file.empty()}, std::pair{"--report", !flags.page.empty()},
        std::pair{"--save-programs", !flags.save_programs.empty()},
        std::pair{"--format", flags.format != "text"}}) {
    if (given) return InvalidArgument(fmt::format("--explain does not take {}", name));
  }
  return {};
}

}  // namespace

int PlanVerb(const Words& words) {
  PlanFlags flags;
  CLI::App app("logphead plan: compiles each case ahead of time, one row a case");
  AddPlanFlags(app, &flags);
  if (const auto status = ParseOrExit("plan", app, words)) return *status;
  if (const Status fit = flags.explain ? CheckExplain(flags) : Status(); !fit.ok()) {
    return Fail("plan", fit.error());
  }
  if (flags.explain) return Explain(flags.cases, flags.judge, flags.limits);

  const Result<ReportFormat> format = ParseReportFormat(flags.format);
  if (!format.ok()) return Fail("plan", format.error().WithContext("--format"));
  const auto compiling = Compiling::Create(flags.limits);
  if (!compiling.ok()) return Fail("plan", compiling.error());
  Result<Cases> cases = ExpandCases(flags.cases);
  if (!cases.ok()) return Fail("plan", cases.error(), StatusOf(cases.error()));
  PlanOptions* options = &(*compiling)->options();
  if (const Status status = Prepare(flags, &*cases, options); !status.ok()) {
    return Fail("plan", status.error(), StatusOf(status.error()));
  }
  const Result<Judge> judge = ResolveJudge(flags.judge, (*compiling)->store());
  if (!judge.ok()) return Fail("plan", judge.error());
  if (options->pool.budget) cases->cases = MostPromisingFirst(cases->cases, *judge);
  PlanOutput output(cases->cases, *format, *judge, CommandLine("plan", words));
  if (const Status opened = OpenFiles(flags, &output); !opened.ok()) {
    return Fail("plan", opened.error());
  }
  PrintNotes(RepeatedLists(app));
  PrintNotes(cases->notes);
  const Status done = WritePlan(cases->cases, compiling->get(), &output);
  if (!done.ok()) return Fail("plan", done.error(), StatusOfRun(done.error()));
  return output.all_good() ? kExitYes : kExitNo;
}

}  // namespace logphead::cli
