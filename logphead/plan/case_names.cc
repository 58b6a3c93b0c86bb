// SPDX-License-Identifier: Apache-2.0
// Names of cases.
#include "logphead/plan/case_names.h"

#include <fmt/format.h>

namespace logphead {

bool IsChunked(const PlanCase& plan_case) {
  return plan_case.config.head.kind == HeadKind::kChunked;
}

std::string_view ReplicateName(const PlanCase& plan_case) {
  if (!IsChunked(plan_case)) return "-";
  return ReplicateModeName(plan_case.config.replicate.value_or(ReplicateMode::kAuto));
}

std::string_view VariantName(const PlanCase& plan_case) {
  return IsChunked(plan_case) ? ReplicateVariantName(plan_case.config.variant) : "-";
}

std::string_view KernelName(const PlanCase& plan_case) {
  return IsChunked(plan_case) ? "-" : KernelReuseName(plan_case.config.kernel_reuse);
}

std::string ProgramName(const PlanCase& plan_case) {
  const std::string_view kind = ProgramKindName(plan_case.program);
  if (!plan_case.config.loss) return std::string(kind);
  return fmt::format("{} ({})", kind, LossKindName(plan_case.config.loss->kind));
}

std::string MeshName(const PlanCase& plan_case) {
  return plan_case.config.mesh ? plan_case.config.mesh->ToString() : "";
}

std::string ShardName(const PlanCase& plan_case) {
  const HeadShardings& shardings = plan_case.config.shardings;
  std::string text;
  const auto add = [&text](std::string_view what, const std::vector<std::string>& axes) {
    if (axes.empty()) return;
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", what, fmt::join(axes, ","));
  };
  add("rows", shardings.rows);
  add("sequence", shardings.sequence);
  add("kernel", shardings.kernel);
  add("kernel_vocab", shardings.kernel_vocab);
  return text;
}

std::string LayoutName(const PlanCase& plan_case) {
  const std::optional<Mesh>& mesh = plan_case.config.mesh;
  const std::string shard = ShardName(plan_case);
  if (!mesh || shard.empty() || plan_case.config.shardings == HeadShardings::Default(*mesh)) {
    return MeshName(plan_case);
  }
  return MeshName(plan_case) + " " + shard;
}

std::string CaseName(const PlanCase& plan_case) {
  const HeadConfig& config = plan_case.config;
  std::string name = fmt::format("{} chunk {}", config.head.ToString(), config.chunk);
  if (IsChunked(plan_case)) {
    name += fmt::format(" (replicate {}", ReplicateName(plan_case));
    if (config.variant != ReplicateVariant::kRule)
      name += fmt::format(", {}", VariantName(plan_case));
    name += ")";
  } else if (config.kernel_reuse == KernelReuse::kRegather) {
    name += " (regather)";
  }
  return name;
}

std::string HumanBytes(int64_t bytes) {
  const auto value = static_cast<double>(bytes);
  if (value >= 1e9) return fmt::format("{:.2f} GB", value / 1e9);
  if (value >= 1e6) return fmt::format("{:.2f} MB", value / 1e6);
  if (value >= 1e3) return fmt::format("{:.2f} kB", value / 1e3);
  return fmt::format("{} B", bytes);
}

std::string HumanSeconds(double seconds) {
  if (seconds >= 100) return fmt::format("{:.0f} s", seconds);
  // What three digits round up to the next unit is told in that.
  if (seconds >= 0.9995) return fmt::format("{:.2f} s", seconds);
  if (seconds >= 0.9995e-3) return fmt::format("{:.3g} ms", seconds * 1e3);
  return fmt::format("{:.3g} us", seconds * 1e6);
}

}  // namespace logphead
