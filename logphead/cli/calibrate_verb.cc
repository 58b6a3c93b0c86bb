// SPDX-License-Identifier: Apache-2.0
// logphead calibrate: measured seconds of cases, fitted and stored for later plans.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>

#include "logphead/cli/case_flags.h"
#include "logphead/cli/children.h"
#include "logphead/cli/compiling.h"
#include "logphead/cli/judge_flags.h"
#include "logphead/cli/output.h"
#include "logphead/cli/values.h"
#include "logphead/cli/verbs.h"
#include "logphead/plan/calibration.h"
#include "logphead/plan/case_names.h"

namespace logphead::cli {
namespace {

struct CalibrateFlags {
  CaseFlags cases;
  JudgeFlags judge;
  PlanLimits limits;
  std::string measured;
  std::string fit;
  bool rest = false;
  std::string forget;
};

void AddCalibrateFlags(CLI::App& app, CalibrateFlags* flags) {
  constexpr const char* kFit = "Fit";
  AddProgramFlags(app, &flags->cases);
  AddCompilerFlags(app, &flags->cases);
  AddJudgeFlags(app, &flags->judge);
  AddPlanLimits(app, &flags->limits);
  AddText(app, kFit, "--measured SECONDS,...", &flags->measured,
          "of one run of each case, in the order in which plan lists them");
  AddText(app, kFit, "--fit PART,...", &flags->fit,
          "compute, memory, wire (default: on a CPU one factor for all, else wire)");
  AddSwitch(app, kFit, "--rest", &flags->rest,
            "the seconds hold other work too: only their differences count");
  AddText(app, kFit, "--forget KIND", &flags->forget,
          "remove what is stored for a kind of device, e.g. cpu");
  app.footer(
      "example, after two runs of logphead run that took 1.32 and 2.31 s:\n"
      "  logphead calibrate --topology cpu:8 --mesh fsdp=2,context=2,expert=2 --batch 4 \\\n"
      "    --sequence 1024 --hidden 512 --vocab 16384 --dtype f32 --chunk 64,256 \\\n"
      "    --measured 1.32,2.31");
}

Result<FitOptions> FitOf(const CalibrateFlags& flags, const std::string& topology) {
  FitOptions options;
  options.rest = flags.rest;
  const bool cpu = DeviceKind(topology) == "cpu";
  options.compute = options.memory = options.common = cpu;
  if (flags.fit.empty()) return options;
  options.common = options.compute = options.memory = options.wire = false;
  LOGPHEAD_ASSIGN_OR_RETURN(const std::vector<std::string> parts, ParseList("--fit", flags.fit));
  for (const std::string& part : parts) {
    LOGPHEAD_RETURN_IF_ERROR(CheckChoice("--fit", part, {"compute", "memory", "wire"}));
    options.compute = options.compute || part == "compute";
    options.memory = options.memory || part == "memory";
    options.wire = options.wire || part == "wire";
  }
  return options;
}

Result<std::vector<double>> MeasuredOf(const std::string& text) {
  if (text.empty()) return InvalidArgument("--measured is missing (seconds of each case)");
  LOGPHEAD_ASSIGN_OR_RETURN(const std::vector<std::string> pieces, ParseList("--measured", text));
  std::vector<double> seconds;
  for (const std::string& piece : pieces) {
    LOGPHEAD_ASSIGN_OR_RETURN(const double number, ParseNumber("--measured", piece));
    if (number <= 0) {
      return InvalidArgument(fmt::format("--measured has {} (use seconds above 0)", piece));
    }
    seconds.push_back(number);
  }
  return seconds;
}

std::string Now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  ::gmtime_r(&now, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

Result<std::vector<PlanCase>> CheckedCases(const CalibrateFlags& flags, size_t measured,
                                           Compiling* compiling) {
  LOGPHEAD_ASSIGN_OR_RETURN(Cases cases, ExpandCases(flags.cases));
  LOGPHEAD_RETURN_IF_ERROR(KeepMatching(&cases.cases, compiling->past(), &cases.notes));
  PrintNotes(cases.notes);
  for (const PlanCase& plan_case : cases.cases) {
    if (DeviceKind(plan_case.topology) == DeviceKind(cases.cases.front().topology)) continue;
    return InvalidArgument("--topology names devices of several kinds (calibrate one)");
  }
  if (cases.cases.size() == measured) return cases.cases;
  std::string names;
  for (const PlanCase& plan_case : cases.cases) {
    names += (names.empty() ? "" : ", ") + CaseName(plan_case);
  }
  return InvalidArgument(fmt::format("--measured has {} seconds for {} cases ({})", measured,
                                     cases.cases.size(), names));
}

std::string Table(const Calibration& fit, const Factors& factors) {
  size_t width = 4;
  for (const Measurement& each : fit.measurements) width = std::max(width, each.name.size());
  std::string text = fmt::format("{:<{}}  {:>10}  {:>10}  {:>10}  {:>6}\n", "case", width,
                                 "measured", "by table", "fitted", "off");
  for (const Measurement& each : fit.measurements) {
    const Prediction& by_table = each.predicted;
    const double fitted = by_table.compute * factors.compute + by_table.memory * factors.memory +
                          by_table.wire * factors.wire + fit.rest_seconds;
    text += fmt::format("{:<{}}  {:>10}  {:>10}  {:>10}  {:>5.1f}%\n", each.name, width,
                        HumanSeconds(each.seconds), HumanSeconds(by_table.sequential),
                        HumanSeconds(fitted), std::abs(fitted / each.seconds - 1) * 100);
  }
  return text;
}

std::string Rates(const std::string& kind, const DeviceSpec& spec, const Factors& factors) {
  return fmt::format(
      "{}: {:.4g} TFLOP/s (table {:.4g}), memory {:.4g} GB/s ({:.4g}), wire {:.4g} GB/s ({:.4g})\n",
      kind, spec.matmul_flops_per_second / factors.compute / 1e12,
      spec.matmul_flops_per_second / 1e12, spec.memory_bytes_per_second / factors.memory / 1e9,
      spec.memory_bytes_per_second / 1e9, spec.wire_bytes_per_second / factors.wire / 1e9,
      spec.wire_bytes_per_second / 1e9);
}

Result<std::string> Calibrate(const CalibrateFlags& flags, Compiling* compiling) {
  LOGPHEAD_ASSIGN_OR_RETURN(const std::vector<double> seconds, MeasuredOf(flags.measured));
  LOGPHEAD_ASSIGN_OR_RETURN(const std::vector<PlanCase> cases,
                            CheckedCases(flags, seconds.size(), compiling));
  const std::string& topology = cases.front().topology;
  LOGPHEAD_ASSIGN_OR_RETURN(const FitOptions options, FitOf(flags, topology));
  LOGPHEAD_ASSIGN_OR_RETURN(const Judge judge, ResolveJudge(flags.judge, nullptr));
  LOGPHEAD_ASSIGN_OR_RETURN(const std::vector<PlanRow> rows, compiling->RowsOf(cases, true));
  std::vector<Measurement> measurements;
  for (size_t i = 0; i < rows.size(); ++i) {
    LOGPHEAD_ASSIGN_OR_RETURN(const Prediction predicted, judge.Measurable(rows[i]));
    measurements.push_back({CaseName(rows[i].plan_case), predicted, seconds[i]});
  }
  LOGPHEAD_ASSIGN_OR_RETURN(Calibration fit, Fit(std::move(measurements), options));
  fit.created = Now();
  const std::string kind = DeviceKind(topology);
  std::string text = Table(fit, fit.factors) + Rates(kind, judge.devices.at(kind), fit.factors);
  if (compiling->store() == nullptr) return text + "not stored: there is no --plans\n";
  LOGPHEAD_RETURN_IF_ERROR(compiling->store()->SaveCalibration(kind, CalibrationToJson(fit)));
  return text + fmt::format("stored for {} in {}\n", kind, compiling->store()->path().string());
}

int Forget(const std::string& kind, Compiling* compiling) {
  if (compiling->store() == nullptr) {
    return Fail("calibrate", FailedPrecondition("there are no --plans to forget from"));
  }
  const Result<bool> removed = compiling->store()->RemoveCalibration(kind);
  if (!removed.ok()) return Fail("calibrate", removed.error());
  if (!*removed) {
    return PrintOut("calibrate", fmt::format("nothing is stored for {}\n", kind), kExitNo);
  }
  return PrintOut("calibrate", fmt::format("forgot {}\n", kind), kExitYes);
}

}  // namespace

int CalibrateVerb(const Words& words) {
  CalibrateFlags flags;
  CLI::App app("logphead calibrate: fits what devices do to measured seconds, for later plans");
  AddCalibrateFlags(app, &flags);
  if (const auto status = ParseOrExit("calibrate", app, words)) return *status;
  const auto compiling = Compiling::Create(flags.limits);
  if (!compiling.ok()) return Fail("calibrate", compiling.error());
  if (!flags.forget.empty()) return Forget(flags.forget, compiling->get());
  const auto text = Calibrate(flags, compiling->get());
  if (!text.ok()) return Fail("calibrate", text.error(), StatusOfRun(text.error()));
  PrintNotes(RepeatedLists(app));
  return PrintOut("calibrate", *text, kExitYes);
}

}  // namespace logphead::cli
