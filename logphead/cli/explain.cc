// SPDX-License-Identifier: Apache-2.0
// Explain: three compiles, one fit, two predictions.
#include "logphead/cli/explain.h"

#include <fmt/format.h>

#include <cmath>

#include "logphead/cli/arguments.h"
#include "logphead/cli/children.h"
#include "logphead/cli/output.h"
#include "logphead/plan/calibration.h"
#include "logphead/plan/case_names.h"

namespace logphead::cli {
namespace {

// Published for bench-cp4 on 128 v7x chips, 2026-10-14 (tunix: "Compile compute_chunked_logps at
// chunk_size > 1024 under context parallelism" and the opt-in sharded head beside it).
constexpr double kMicroBatches = 9;        // of a step
constexpr double kSavedByChunk = 1.0;      // s per micro-batch: 13.50 at chunk 1024, 12.50 at 4096
constexpr double kStep = 130.8;            // s at chunk 1024
constexpr double kStepSavedByChunk = 9.1;  // s
constexpr double kStepShareOfLocal = 0.118;  // of the step that the local head saves
constexpr double kMicroBatch = 13.50;        // s at chunk 1024
constexpr double kWithin = 0.10;

Result<std::vector<PlanCase>> CasesOf(const CaseFlags& typed) {
  if (typed.preset != "bench-cp4") {
    return InvalidArgument("--explain needs --preset bench-cp4, whose seconds are published");
  }
  CaseFlags flags = typed;
  flags.head.head = "chunked";
  flags.chunk = "1024,4096";
  flags.replicate = "auto";
  LOGPHEAD_ASSIGN_OR_RETURN(Cases cases, ExpandCases(flags));
  flags.head.head = "local";
  flags.chunk = "1024";
  flags.replicate.clear();
  LOGPHEAD_ASSIGN_OR_RETURN(const Cases local, ExpandCases(flags));
  cases.cases.insert(cases.cases.end(), local.cases.begin(), local.cases.end());
  if (cases.cases.size() == 3) return cases.cases;
  return InvalidArgument("--explain takes one mesh, topology, compiler and kind of kernel");
}

std::string Line(const std::string& what, const std::string& value) {
  return fmt::format("  {:<44} {}\n", what, value);
}

std::string Parts(const PlanRow& row, const Prediction& seconds) {
  return fmt::format(
      "  {:<34} {:.3e} FLOP, {:.3e} bytes of memory, {:.3e} bytes sent: {} compute + {} memory + "
      "{} wire\n",
      CaseName(row.plan_case), static_cast<double>(row.cost.matmul_flops.value_or(0)),
      static_cast<double>(row.cost.memory_bytes.value_or(0)),
      static_cast<double>(row.cost.wire_bytes.value_or(0)), HumanSeconds(seconds.compute),
      HumanSeconds(seconds.memory), HumanSeconds(seconds.wire));
}

struct Check {
  std::string text;
  bool holds = true;
};

void Hold(const char* what, double predicted, double published, Check* check) {
  const double off = std::abs(predicted / published - 1);
  const bool within = off <= kWithin;
  check->holds = check->holds && within;
  check->text += fmt::format("  {:<52} -{:.2f} s  -{:.2f} s  {:4.1f} %  {}\n", what, predicted,
                             published, off * 100, within ? "within 10 %" : "NOT within 10 %");
}

Result<Check> CheckOf(const std::vector<PlanRow>& rows, const Judge& judge) {
  std::vector<Prediction> raw;
  for (const PlanRow& row : rows) {
    LOGPHEAD_ASSIGN_OR_RETURN(raw.emplace_back(), judge.Measurable(row));
  }
  FitOptions options;
  options.rest = true;
  LOGPHEAD_ASSIGN_OR_RETURN(
      const Calibration fit,
      Fit({{CaseName(rows[0].plan_case), raw[0], kMicroBatch},
           {CaseName(rows[1].plan_case), raw[1], kMicroBatch - kSavedByChunk}},
          options));
  const auto seconds = [&](size_t i) {
    return raw[i].compute + raw[i].memory + raw[i].wire * fit.factors.wire;
  };
  const double iterations = static_cast<double>(rows[0].plan_case.config.num_chunks() -
                                                rows[1].plan_case.config.num_chunks());
  const DeviceSpec device = *judge.DeviceOf(rows[0].plan_case);
  Check check;
  check.text =
      "what the compiled programs do, per device and micro-batch (seconds by the device table):\n";
  for (size_t i = 0; i < rows.size(); ++i) check.text += Parts(rows[i], raw[i]);
  check.text += "fitted: one number, to 13.50 s (chunk 1024) against 12.50 s (chunk 4096)\n";
  check.text += Line("fewer chunk iterations", fmt::format("{:.0f}", iterations));
  check.text +=
      Line("seconds per iteration", fmt::format("{:.1f} ms", kSavedByChunk / iterations * 1e3));
  check.text += Line("sent per second by one device",
                     fmt::format("{:.0f} GB/s (the table has {:.0f})",
                                 device.wire_bytes_per_second / fit.factors.wire / 1e9,
                                 device.wire_bytes_per_second / 1e9));
  check.text += fmt::format("{:<54} {:>8}  {:>8}  {:>6}\n", "predicted from it", "predicted",
                            "published", "off");
  Hold("local head for chunked 1024, per micro-batch", seconds(0) - seconds(2),
       kStepShareOfLocal * kStep / kMicroBatches, &check);
  Hold("chunk 4096 for 1024, per step of 9 micro-batches",
       kMicroBatches * (seconds(0) - seconds(1)), kStepSavedByChunk, &check);
  return check;
}

}  // namespace

int Explain(const CaseFlags& typed, const JudgeFlags& judge_flags, const PlanLimits& limits) {
  const auto fail = [](const Error& error) { return Fail("plan", error, StatusOfRun(error)); };
  const auto cases = CasesOf(typed);
  if (!cases.ok()) return fail(cases.error());
  const auto compiling = Compiling::Create(limits);
  if (!compiling.ok()) return fail(compiling.error());
  const auto judge = ResolveJudge(judge_flags, nullptr);
  if (!judge.ok()) return fail(judge.error());
  const Status devices = CheckDeviceCounts(*cases, (*compiling)->past());
  if (!devices.ok()) return fail(devices.error());
  const auto rows = (*compiling)->RowsOf(*cases, /*all_compile=*/true);
  if (!rows.ok()) return fail(rows.error());
  const auto check = CheckOf(*rows, *judge);
  if (!check.ok()) return fail(check.error());
  return PrintOut("plan", check->text, check->holds ? kExitYes : kExitNo);
}

}  // namespace logphead::cli
