// SPDX-License-Identifier: Apache-2.0
// logphead bisect: the first version of a compiler with which a case does not compile.
#include <fmt/format.h>
#include <unistd.h>

#include "logphead/cli/bisect_report.h"
#include "logphead/cli/bisect_versions.h"
#include "logphead/cli/case_flags.h"
#include "logphead/cli/children.h"
#include "logphead/cli/compiling.h"
#include "logphead/cli/output.h"
#include "logphead/cli/plan_limits.h"
#include "logphead/cli/values.h"
#include "logphead/cli/verbs.h"
#include "logphead/plan/target.h"

namespace logphead::cli {
namespace {

struct BisectFlags {
  CaseFlags cases;
  VersionFlags versions;
  std::string format = "text";
  PlanLimits limits;
};

void AddBisectFlags(CLI::App& app, BisectFlags* flags) {
  constexpr const char* kVersions = "Versions";
  AddProgramFlags(app, &flags->cases);
  AddText(app, kVersions, "--topology DEVICES", &flags->cases.topology,
          "tpu7x:4x4x8 (chips), h100:1x8 (hosts x GPUs) or cpu:8");
  AddText(app, kVersions, "--package NAME", &flags->versions.package,
          "whose versions are tried (default: libtpu for TPUs)");
  AddText(app, kVersions, "--good VERSION", &flags->versions.good,
          "the oldest to try (default: the oldest there is)");
  AddText(app, kVersions, "--bad VERSION", &flags->versions.bad,
          "the newest to try (default: the newest there is)");
  AddSwitch(app, kVersions, "--download", &flags->versions.download,
            "let ./setup fetch versions that are not installed, as the search needs them");
  AddPlanLimits(app, &flags->limits);
  // One version is compiled at a time, and a search that ends early has no answer.
  for (const char* name : {"--jobs", "--for"}) app.remove_option(app.get_option(name));
  AddText(app, "Report", "--format F", &flags->format, "text (default) or json");
  app.footer(
      "example:\n"
      "  logphead bisect --preset bench-cp4 --chunk 4096 --replicate-sequence never");
}

// The one case of the flags, its compiler not yet chosen.
Result<PlanCase> CaseOf(CaseFlags flags, std::vector<std::string>* notes) {
  flags.compiler = SelfPath().string();  // a file; each version takes its place
  LOGPHEAD_ASSIGN_OR_RETURN(Cases cases, ExpandCases(flags));
  if (cases.cases.size() != 1) {
    return InvalidArgument(fmt::format(
        "the flags describe {} programs (give one --mesh, --topology, --head, --kernel, --chunk, "
        "--replicate-sequence and --variant)",
        cases.cases.size()));
  }
  *notes = std::move(cases.notes);
  return cases.cases.front();
}

class Search {
 public:
  Search(PlanCase plan_case, Engine engine, Compiling* compiling, BisectReport* report)
      : case_(std::move(plan_case)), engine_(engine), compiling_(compiling), report_(report) {}

  // Tries versions until the answer stands. With `download` those that are not installed as well,
  // but only where the installed ones leave it open.
  Status Run(bool download) {
    LOGPHEAD_RETURN_IF_ERROR(CheckDevices());
    LOGPHEAD_RETURN_IF_ERROR(RecallInstalled());
    std::vector<size_t> installed;
    for (size_t i = 0; i < report_->versions.size(); ++i) {
      if (report_->versions[i].installed) installed.push_back(i);
    }
    LOGPHEAD_RETURN_IF_ERROR(Narrow(installed));
    return download ? Narrow(Open(installed)) : Status();
  }

 private:
  PlanCase CaseWith(const CompilerVersion& version) const {
    PlanCase with = case_;
    with.compiler = version.name();
    with.plugin = version.installed->path;
    return with;
  }

  // Of the versions that are installed one at least must take the mesh: a flag that is wrong must
  // not look like a failure of every version.
  Status CheckDevices() {
    Status first;
    for (auto it = report_->versions.rbegin(); it != report_->versions.rend() && !checked_; ++it) {
      if (!it->installed) continue;
      const Status status = CheckDeviceCounts({CaseWith(*it)}, compiling_->past());
      checked_ = status.ok();
      if (!status.ok() && first.ok()) first = status;
    }
    return checked_ ? Status() : first;
  }

  // What is known of installed versions, without a compile: a plan without time.
  Status RecallInstalled() {
    if (compiling_->past() == nullptr) return {};
    std::vector<PlanCase> cases;
    std::vector<size_t> indices;
    for (size_t i = 0; i < report_->versions.size(); ++i) {
      if (!report_->versions[i].installed) continue;
      indices.push_back(i);
      cases.push_back(CaseWith(report_->versions[i]));
    }
    auto& budget = compiling_->options().pool.budget;
    budget = std::chrono::milliseconds(0);
    const Result<std::vector<PlanRow>> rows = compiling_->RowsOf(cases, /*all_compile=*/false);
    budget.reset();
    if (!rows.ok()) return rows.error();
    for (size_t i = 0; i < rows->size(); ++i) {
      if ((*rows)[i].verdict != Verdict::kPruned) report_->rows[indices[i]] = (*rows)[i];
    }
    return {};
  }

  Status Narrow(const std::vector<size_t>& candidates) {
    Bisection bisection(candidates.size());
    for (size_t i = 0; i < candidates.size(); ++i) {
      const auto row = report_->rows.find(candidates[i]);
      if (row != report_->rows.end()) bisection.Tell(i, row->second.verdict == Verdict::kCompiles);
    }
    while (const std::optional<size_t> next = bisection.Next()) {
      LOGPHEAD_RETURN_IF_ERROR(Try(candidates[*next]));
      const PlanRow& row = report_->rows.at(candidates[*next]);
      bisection.Tell(*next, row.verdict == Verdict::kCompiles);
    }
    return {};
  }

  // The versions, installed or not, among which the answer lies once the installed ones are tried.
  std::vector<size_t> Open(const std::vector<size_t>& installed) const {
    size_t first = 0;
    size_t end = report_->versions.size();
    if (!installed.empty()) {
      const Bisection bisection = report_->Bisected();
      if (const auto change = bisection.FirstChange()) {
        first = change->last_good;
        end = change->first_bad + 1;
      } else if (report_->good()) {
        first = installed.back();
      } else {
        end = report_->rows.begin()->first + 1;
      }
    }
    std::vector<size_t> open;
    for (size_t i = first; i < end; ++i) open.push_back(i);
    return open;
  }

  Status Try(size_t index) {
    CompilerVersion& version = report_->versions[index];
    if (!version.installed) {
      PrintNotes({fmt::format("downloading {} ({} MB)", version.name(), version.megabytes)});
      LOGPHEAD_ASSIGN_OR_RETURN(version.installed, Install(engine_, version));
      if (!checked_) LOGPHEAD_RETURN_IF_ERROR(CheckDevices());
    }
    LOGPHEAD_ASSIGN_OR_RETURN(const std::vector<PlanRow> rows,
                              compiling_->RowsOf({CaseWith(version)}, /*all_compile=*/false));
    const PlanRow& row = report_->rows[index] = rows.front();
    if (isatty(STDERR_FILENO) == 1) {
      PrintError(fmt::format("{} {} ({:.1f} s{})\n", version.name(), VerdictName(row.verdict),
                             row.compile_seconds, row.recalled ? ", recalled" : ""));
    }
    return {};
  }

  const PlanCase case_;
  const Engine engine_;
  Compiling* const compiling_;
  BisectReport* const report_;
  bool checked_ = false;
};

// Prints what was found, or what an interrupted search has so far.
int Finish(const Status& searched, const std::string& format, BisectReport* report) {
  const bool interrupted = !searched.ok() && searched.error().code() == Code::kCancelled;
  report->interrupted = interrupted;
  int status = kExitYes;
  if (searched.ok() ? true : interrupted && !report->rows.empty()) {
    const std::string text = format == "json" ? BisectJson(*report) : BisectText(*report);
    status = PrintOut("bisect", text, report->good() ? kExitYes : kExitNo);
  }
  return searched.ok() ? status : Fail("bisect", searched.error(), StatusOfRun(searched.error()));
}

}  // namespace

int BisectVerb(const Words& words) {
  BisectFlags flags;
  CLI::App app("logphead bisect: the first version of a compiler with which a case fails");
  AddBisectFlags(app, &flags);
  if (const auto status = ParseOrExit("bisect", app, words)) return *status;
  const Status format = CheckChoice("--format", flags.format, {"text", "json"});
  if (!format.ok()) return Fail("bisect", format.error());
  const auto compiling = Compiling::Create(flags.limits);
  if (!compiling.ok()) return Fail("bisect", compiling.error());
  std::vector<std::string> notes;
  const Result<PlanCase> plan_case = CaseOf(flags.cases, &notes);
  if (!plan_case.ok()) return Fail("bisect", plan_case.error(), StatusOf(plan_case.error()));
  const Result<Target> target = ParseTarget(plan_case->topology);
  if (!target.ok()) return Fail("bisect", target.error());
  BisectReport report;
  Result<std::vector<CompilerVersion>> versions = VersionsToTry(target->engine, flags.versions);
  if (!versions.ok()) return Fail("bisect", versions.error(), StatusOf(versions.error()));
  report.versions = std::move(*versions);
  report.command = CommandLine("bisect", words);
  PrintNotes(notes);
  Search search(*plan_case, target->engine, compiling->get(), &report);
  return Finish(search.Run(flags.versions.download), flags.format, &report);
}

}  // namespace logphead::cli
