// SPDX-License-Identifier: Apache-2.0
// logphead plan: one compile a row, through compilers for devices that are not here.
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "logphead/cli/case_flags.h"
#include "logphead/cli/children.h"
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
  std::string timeout;
  std::string jobs;
};

// A line of progress on stderr, kept off when that is no terminal.
class ProgressLine {
 public:
  void Show(const PoolProgress& progress) {
    if (!on_) return;
    Clear();
    fmt::print(stderr, "{} of {} compiled, about {:.0f} s left", progress.finished, progress.total,
               progress.eta_seconds);
    std::fflush(stderr);
    shown_ = true;
  }
  void Clear() {
    if (shown_) fmt::print(stderr, "\r\033[K");
    shown_ = false;
  }

 private:
  bool on_ = isatty(STDERR_FILENO) == 1;
  bool shown_ = false;
};

// Writes pieces of a report out at once, so that an end of this process loses no finished row.
Status WriteOut(std::FILE* file, const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0) {
    return {};
  }
  return Error(Code::kDataLoss, fmt::format("cannot write the report: {}", std::strerror(errno)));
}

Result<PlanOptions> OptionsFrom(const PlanFlags& flags) {
  PlanOptions options;
  options.self = SelfPath();
  if (!flags.timeout.empty()) {
    LOGPHEAD_ASSIGN_OR_RETURN(const double seconds, ParseNumber("--timeout", flags.timeout));
    if (seconds <= 0) return InvalidArgument("--timeout is not above 0 seconds");
    options.time_limit = std::chrono::milliseconds(static_cast<int64_t>(seconds * 1000));
  }
  if (!flags.jobs.empty()) {
    LOGPHEAD_ASSIGN_OR_RETURN(const int64_t jobs, ParseCount("--jobs", flags.jobs));
    options.pool.parallel = static_cast<size_t>(jobs);
  }
  if (!flags.save_programs.empty()) {
    std::error_code error;
    std::filesystem::create_directories(flags.save_programs, error);
    if (error) {
      return InvalidArgument(
          fmt::format("cannot make the folder {}: {}", flags.save_programs, error.message()));
    }
  }
  return options;
}

// Where a report goes: stdout, and a JSON file when one is asked for.
class ReportSink {
 public:
  ReportSink(const std::vector<PlanCase>& cases, ReportFormat format, const std::string& command,
             std::FILE* json_file)
      : out_(MakeReportWriter(format, cases, command)),
        json_(MakeReportWriter(ReportFormat::kJson, cases, command)),
        json_file_(json_file) {}

  Status Begin() { return Write(out_->Begin(), json_->Begin()); }
  Status Row(const PlanRow& row) { return Write(out_->Row(row), json_->Row(row)); }
  Status End() { return Write(out_->End(), json_->End()); }

 private:
  Status Write(const std::string& out, const std::string& json) {
    if (json_file_ != nullptr) LOGPHEAD_RETURN_IF_ERROR(WriteOut(json_file_, json));
    return WriteOut(stdout, out);
  }

  std::unique_ptr<ReportWriter> out_;
  std::unique_ptr<ReportWriter> json_;
  std::FILE* json_file_;
};

// Runs the cases, writing rows as they come; whether all compiled.
Result<bool> WritePlan(const std::vector<PlanCase>& cases, PlanOptions options, ReportSink& sink) {
  ProgressLine progress;
  options.pool.progress = [&](const PoolProgress& state) { progress.Show(state); };
  bool all = true;
  LOGPHEAD_RETURN_IF_ERROR(sink.Begin());
  const auto on_row = [&](const PlanRow& row) {
    all = all && row.verdict == Verdict::kCompiles;
    progress.Clear();
    return sink.Row(row);
  };
  LOGPHEAD_RETURN_IF_ERROR(RunPlan(cases, options, on_row));
  progress.Clear();
  LOGPHEAD_RETURN_IF_ERROR(sink.End());
  return all;
}

}  // namespace

int PlanVerb(const Words& words) {
  PlanFlags flags;
  CLI::App app("logphead plan: compiles each case ahead of time, one row a case");
  AddProgramFlags(app, &flags.cases);
  AddCompilerFlags(app, &flags.cases);
  AddText(app, "--format", &flags.format, "text (default), json or csv");
  AddText(app, "--json", &flags.json_file, "also write the rows as JSON to this file");
  AddText(app, "--save-programs", &flags.save_programs,
          "folder to save each optimised program in, for logphead diff");
  AddText(app, "--timeout", &flags.timeout, "seconds that one compile may take (default 1200)");
  AddText(app, "--jobs", &flags.jobs, "compiles at once (default: the cores)");
  if (const auto status = ParseOrExit("plan", app, words)) return *status;

  const Result<ReportFormat> format = ParseReportFormat(flags.format);
  if (!format.ok()) return Fail("plan", format.error().WithContext("--format"));
  Result<PlanOptions> options = OptionsFrom(flags);
  if (!options.ok()) return Fail("plan", options.error());
  const Result<Cases> cases = ExpandCases(flags.cases);
  if (!cases.ok()) {
    return Fail("plan", cases.error(),
                cases.error().code() == Code::kNotFound ? kExitEngine : kExitUsage);
  }
  if (const Status status = CheckDeviceCounts(cases->cases); !status.ok()) {
    return Fail("plan", status.error());
  }
  if (!flags.save_programs.empty()) {
    options->save_path = [&](size_t job) {
      return std::filesystem::path(flags.save_programs) / ProgramFileName(cases->cases[job]);
    };
  }
  std::FILE* json_file = nullptr;
  if (!flags.json_file.empty()) {
    json_file = std::fopen(flags.json_file.c_str(), "we");
    if (json_file == nullptr) {
      return Fail("plan", InvalidArgument(fmt::format("cannot write {}: {}", flags.json_file,
                                                      std::strerror(errno))));
    }
  }
  for (const std::string& note : cases->notes) fmt::print(stderr, "note: {}\n", note);
  Words command = {"logphead", "plan"};
  command.insert(command.end(), words.begin(), words.end());
  ReportSink sink(cases->cases, *format, JoinWords(command), json_file);
  const Result<bool> all = WritePlan(cases->cases, *options, sink);
  if (json_file != nullptr) std::fclose(json_file);
  if (!all.ok()) return Fail("plan", all.error(), kExitEngine);
  return *all ? kExitYes : kExitNo;
}

}  // namespace logphead::cli
