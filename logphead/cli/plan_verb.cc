// SPDX-License-Identifier: Apache-2.0
// logphead plan: one compile a row, through compilers for devices that are not here.
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "logphead/cli/case_flags.h"
#include "logphead/cli/children.h"
#include "logphead/cli/interrupt.h"
#include "logphead/cli/output.h"
#include "logphead/cli/plan_limits.h"
#include "logphead/cli/values.h"
#include "logphead/cli/verbs.h"
#include "logphead/plan/report.h"

namespace logphead::cli {
namespace {

struct PlanFlags {
  CaseFlags cases;
  std::string format = "text";
  std::string json_file;
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

// Where a report goes: stdout, and a JSON file when one is asked for. Each piece is written out at
// once, so that an end of this process loses no finished row.
class ReportSink {
 public:
  ReportSink(const std::vector<PlanCase>& cases, ReportFormat format, const std::string& command)
      : out_(MakeReportWriter(format, cases, command)),
        json_(MakeReportWriter(ReportFormat::kJson, cases, command)) {}
  ReportSink(const ReportSink&) = delete;
  ReportSink& operator=(const ReportSink&) = delete;
  ~ReportSink() {
    if (json_file_ != nullptr) std::fclose(json_file_);
  }

  // Writes the rows as JSON to this file as well.
  Status OpenJson(const std::string& path) {
    json_file_ = std::fopen(path.c_str(), "we");
    json_path_ = path;
    if (json_file_ != nullptr) return {};
    return InvalidArgument(fmt::format("cannot write {}: {}", path, std::strerror(errno)));
  }

  Status Begin() { return Write(out_->Begin(), json_->Begin()); }
  Status Row(const PlanRow& row) { return Write(out_->Row(row), json_->Row(row)); }
  Status End() { return Write(out_->End(), json_->End()); }

 private:
  Status Write(const std::string& out, const std::string& json) {
    if (json_file_ != nullptr) {
      LOGPHEAD_RETURN_IF_ERROR(WriteAndFlush(json_file_, json, json_path_));
    }
    return WriteAndFlush(stdout, out, "standard output");
  }

  std::unique_ptr<ReportWriter> out_;
  std::unique_ptr<ReportWriter> json_;
  std::FILE* json_file_ = nullptr;
  std::string json_path_;
};

// Runs the cases, writing rows as they come; whether all compiled. CANCELLED when interrupted: the
// report of what is done is complete then.
Result<bool> WritePlan(const std::vector<PlanCase>& cases, PlanOptions options,
                       ProgressLine& progress, ReportSink& sink) {
  options.pool.progress = [&](const PoolProgress& state) { progress.Show(state); };
  bool all = true;
  size_t done = 0;
  const Interrupts interrupts;
  options.pool.stop = interrupts.flag();
  LOGPHEAD_RETURN_IF_ERROR(sink.Begin());
  const auto on_row = [&](const PlanRow& row) {
    ++done;
    all = all && row.verdict == Verdict::kCompiles;
    progress.Clear();
    return sink.Row(row);
  };
  const Status ran = RunPlan(cases, options, on_row);
  progress.Clear();
  const bool interrupted = !ran.ok() && ran.error().code() == Code::kCancelled;
  if (!ran.ok() && !interrupted) return ran.error();
  LOGPHEAD_RETURN_IF_ERROR(sink.End());
  if (!interrupted) return all;
  return Error(Code::kCancelled,
               fmt::format("interrupted: {} of {} cases done", done, cases.size()));
}

void AddPlanFlags(CLI::App& app, PlanFlags* flags) {
  constexpr const char* kReport = "Report";
  AddProgramFlags(app, &flags->cases);
  AddCompilerFlags(app, &flags->cases);
  AddPlanLimits(app, &flags->limits);
  AddText(app, kReport, "--format F", &flags->format, "text (default), json or csv");
  AddText(app, kReport, "--json FILE", &flags->json_file, "also write the rows there, as JSON");
  AddText(app, kReport, "--save-programs FOLDER", &flags->save_programs,
          "save each optimised program there, for logphead diff");
  app.footer(
      "example:\n"
      "  logphead plan --topology cpu:8 --mesh fsdp=2,context=2,expert=2 --batch 4 \\\n"
      "    --sequence 4096 --hidden 64 --vocab 512 --chunk 1024,2048");
}

// What must be there before the first compile.
Status Prepare(const PlanFlags& flags, const Cases& cases, PlanOptions* options) {
  LOGPHEAD_RETURN_IF_ERROR(CheckDeviceCounts(cases.cases, options->past));
  if (flags.save_programs.empty()) return {};
  LOGPHEAD_RETURN_IF_ERROR(MakeOutputFolder(flags.save_programs));
  options->save_path = [&flags, &cases](size_t job) {
    return std::filesystem::path(flags.save_programs) / ProgramFileName(cases.cases[job]);
  };
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
  const Result<Cases> cases = ExpandCases(flags.cases);
  if (!cases.ok()) return Fail("plan", cases.error(), StatusOf(cases.error()));
  ProgressLine progress;
  const auto past = OpenPastCompiles(flags.limits, [&](const std::string& text) {
    progress.Clear();
    PrintNotes({text});
  });
  options->past = past.get();
  if (const Status status = Prepare(flags, *cases, &*options); !status.ok()) {
    return Fail("plan", status.error(), StatusOf(status.error()));
  }
  Words command = {"logphead", "plan"};
  command.insert(command.end(), words.begin(), words.end());
  ReportSink sink(cases->cases, *format, JoinWords(command));
  if (!flags.json_file.empty()) {
    const Status opened = sink.OpenJson(flags.json_file);
    if (!opened.ok()) return Fail("plan", opened.error());
  }
  PrintNotes(cases->notes);
  const Result<bool> all = WritePlan(cases->cases, *options, progress, sink);
  if (!all.ok()) {
    const bool interrupted = all.error().code() == Code::kCancelled;
    return Fail("plan", all.error(), interrupted ? kExitInterrupted : StatusOf(all.error()));
  }
  return *all ? kExitYes : kExitNo;
}

}  // namespace logphead::cli
