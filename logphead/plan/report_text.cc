// SPDX-License-Identifier: Apache-2.0
// Report as text: a table for people, then the best row and what to paste.
#include <fmt/format.h>

#include <algorithm>

#include "logphead/plan/case_names.h"
#include "logphead/plan/compiler_matrix.h"
#include "logphead/plan/judge.h"
#include "logphead/plan/report.h"

namespace logphead {
namespace {

std::string CollectivesText(const CollectiveCensus& collectives) {
  std::string text;
  for (const auto& [kind, count] : collectives) {
    text += fmt::format("{}{} {} ({})", text.empty() ? "" : ", ", count.count, kind,
                        HumanBytes(count.bytes));
  }
  return text.empty() ? "none" : text;
}

std::string FitsText(std::optional<bool> fits) {
  if (!fits) return "-";
  return *fits ? "yes" : "no";
}

// Columns that are the same for every case are left out: they stand in the first line then.
class TextWriter : public ReportWriter {
 public:
  explicit TextWriter(const std::vector<PlanCase>& cases) {
    if (cases.empty()) return;
    const PlanCase& first = cases.front();
    for (const PlanCase& plan_case : cases) {
      head_.Widen(plan_case.config.head.ToString());
      mesh_.Widen(LayoutName(plan_case));
      topology_.Widen(plan_case.topology);
      compiler_.Widen(plan_case.compiler);
      has_kernel_ = has_kernel_ || plan_case.config.kernel_reuse != KernelReuse::kKeep;
      has_variant_ = has_variant_ || plan_case.config.variant != ReplicateVariant::kRule;
    }
    const HeadConfig& config = first.config;
    const std::string head = head_.varies ? "" : config.head.ToString() + " ";
    const std::string on = topology_.varies ? "" : " on " + first.topology;
    const std::string mesh = mesh_.varies  ? ""
                             : config.mesh ? ", mesh " + LayoutName(first)
                                           : ", no mesh";
    header_ = fmt::format("{}{}{}{}: batch {}, sequence {}, hidden {}, vocab {}\n", head,
                          ProgramName(first), on, mesh, config.batch, config.sequence,
                          config.hidden, config.vocab);
  }

  std::string Begin() override {
    return header_ + Line({"head", "mesh", "topology", "chunk", "replicate", "variant", "kernel",
                           "compiler", "verdict", "temp", "arguments", "outputs", "fits",
                           "predicted", "overlapped", "compile", "collectives (count, bytes)"});
  }

  std::string Row(const PlanRow& row) override {
    ++total_;
    const PlanCase& plan_case = row.plan_case;
    Columns columns{plan_case.config.head.ToString(),
                    LayoutName(plan_case),
                    plan_case.topology,
                    fmt::format("{}", plan_case.config.chunk),
                    std::string(ReplicateName(plan_case)),
                    std::string(VariantName(plan_case)),
                    std::string(KernelName(plan_case)),
                    plan_case.compiler,
                    std::string(VerdictName(row.verdict)),
                    "-",
                    "-",
                    "-",
                    "-",
                    "-",
                    "-",
                    fmt::format("{:.1f} s", row.compile_seconds),
                    row.offending_shape ? "at " + *row.offending_shape : ""};
    if (row.verdict != Verdict::kCompiles) return Line(columns) + "      " + row.message + "\n";
    ++compiled_;
    columns.temp = HumanBytes(row.temp_bytes);
    columns.arguments = HumanBytes(row.argument_bytes);
    columns.outputs = HumanBytes(row.output_bytes);
    columns.fits = FitsText(row.fits);
    if (row.prediction) {
      columns.predicted = HumanSeconds(row.prediction->sequential);
      columns.overlapped = HumanSeconds(row.prediction->overlapped);
    }
    columns.rest = CollectivesText(row.collectives);
    return Line(columns);
  }

  std::string End(const PlanSummary& summary) override {
    std::string text = fmt::format("{} of {} compile (bytes are per device)\n", compiled_, total_);
    text += CompilerMatrix(summary.rows);
    text += Unknown(summary) + Devices(summary);
    text +=
        fmt::format("{} {}\n", summary.ranking.best ? "best:" : "none:", summary.ranking.reason);
    for (const std::string& line : summary.ranking.use) text += line + "\n";
    return text + summary.command + "\n";
  }

 private:
  // A column that is shown where cases differ.
  struct Column {
    size_t width = 0;
    bool varies = false;
    std::string seen;
    void Widen(const std::string& text) {
      varies = varies || (width > 0 && text != seen);
      seen = text;
      width = std::max({width, text.size(), size_t{1}});
    }
  };

  struct Columns {
    std::string head, mesh, topology, chunk, mode, variant, kernel, compiler, verdict, temp,
        arguments, outputs, fits, predicted, overlapped, compile, rest;
  };

  std::string Line(const Columns& c) const {
    std::string line;
    const auto varying = [&line](const Column& column, const std::string& text, size_t title) {
      if (column.varies) line += fmt::format("{:<{}}  ", text, std::max(column.width, title));
    };
    varying(topology_, c.topology, 8);
    varying(mesh_, c.mesh, 4);
    varying(head_, c.head, 4);
    line += fmt::format("{:>6}  {:<9}", c.chunk, c.mode);
    if (has_variant_) line += fmt::format("  {:<9}", c.variant);
    if (has_kernel_) line += fmt::format("  {:<8}", c.kernel);
    line +=
        fmt::format("  {:<{}}  {:<8}  {:>9}  {:>9}  {:>9}  {:<4}  {:>9}  {:>10}  {:>8}  {}",
                    c.compiler, std::max(compiler_.width, size_t{8}), c.verdict, c.temp,
                    c.arguments, c.outputs, c.fits, c.predicted, c.overlapped, c.compile, c.rest);
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
  }

  // Why seconds are not predicted, once per reason.
  static std::string Unknown(const PlanSummary& summary) {
    std::string text;
    for (const PlanRow& row : summary.rows) {
      if (row.verdict != Verdict::kCompiles || row.prediction) continue;
      const bool known = summary.devices.contains(DeviceKind(row.plan_case.topology));
      const std::string line = fmt::format("not predicted: {}: {}\n", CaseName(row.plan_case),
                                           WhyNotPredicted(row, known));
      if (text.find(line) == std::string::npos) text += line;
    }
    return text;
  }

  // What predictions rest on.
  static std::string Devices(const PlanSummary& summary) {
    std::string text;
    for (const auto& [kind, device] : summary.devices) {
      const DeviceSpec& spec = device.spec;
      const std::optional<Calibration>& fit = device.calibration;
      const Factors factors = fit ? fit->factors : Factors{};
      text += fmt::format(
          "predicted for {}: {:.4g} TFLOP/s, memory {:.4g} GB/s, wire {:.4g} GB/s per {} ({})\n",
          kind, spec.matmul_flops_per_second / factors.compute / 1e12,
          spec.memory_bytes_per_second / factors.memory / 1e9,
          spec.wire_bytes_per_second / factors.wire / 1e9,
          spec.shared_by_devices ? "core" : "device",
          fit ? fmt::format("calibrated by {} measurements, {}", fit->measurements.size(),
                            fit->created)
              : "not calibrated");
    }
    return text;
  }

  std::string header_;
  Column head_, mesh_, topology_, compiler_;
  bool has_kernel_ = false;
  bool has_variant_ = false;
  int total_ = 0;
  int compiled_ = 0;
};

}  // namespace

std::unique_ptr<ReportWriter> MakeTextWriter(const std::vector<PlanCase>& cases) {
  return std::make_unique<TextWriter>(cases);
}

}  // namespace logphead
