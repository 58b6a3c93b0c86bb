// SPDX-License-Identifier: Apache-2.0
// Judge: the device of a case, its seconds and its memory.
#include "logphead/plan/judge.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "logphead/plan/case_names.h"
#include "logphead/plan/target.h"

namespace logphead {
namespace {

// As many as the mesh has, which is as many as the topology.
int64_t DevicesOf(const PlanCase& plan_case) {
  return plan_case.config.mesh ? plan_case.config.mesh->size() : 1;
}

Placement PlacementOf(const PlanCase& plan_case) {
  const auto target = ParseTarget(plan_case.topology);
  return {plan_case.config.mesh, target.ok() ? target->devices_per_host : 0};
}

std::optional<Prediction> With(const Factors& factors, const Judge& judge, const PlanRow& row) {
  const std::optional<DeviceSpec> device = judge.DeviceOf(row.plan_case);
  if (!device) return std::nullopt;
  return Predict(row.cost, *device, PlacementOf(row.plan_case), factors);
}

}  // namespace

std::optional<DeviceSpec> Judge::DeviceOf(const PlanCase& plan_case) const {
  const auto found = devices.find(DeviceKind(plan_case.topology));
  if (found == devices.end()) return std::nullopt;
  return PerDevice(found->second, DevicesOf(plan_case), cores, machine_memory_bytes);
}

std::optional<Prediction> Judge::Uncalibrated(const PlanRow& row) const {
  return With({}, *this, row);
}

std::optional<Prediction> Judge::Calibrated(const PlanRow& row) const {
  const auto found = calibrations.find(DeviceKind(row.plan_case.topology));
  return With(found == calibrations.end() ? Factors{} : found->second.factors, *this, row);
}

Result<Prediction> Judge::Measurable(const PlanRow& row) const {
  const std::optional<Prediction> seconds = Uncalibrated(row);
  if (seconds) return *seconds;
  return FailedPrecondition(CaseName(row.plan_case) + " cannot be predicted: " +
                            WhyNotPredicted(row, DeviceOf(row.plan_case).has_value()));
}

void Judge::Look(PlanRow* row) const {
  if (row->verdict != Verdict::kCompiles) return;
  row->prediction = Calibrated(*row);
  const std::optional<DeviceSpec> device = DeviceOf(row->plan_case);
  if (!device || !device->memory_bytes) return;
  row->fits = static_cast<double>(row->peak_bytes()) + resident_bytes <= *device->memory_bytes;
}

std::string WhyNotPredicted(const PlanRow& row, bool known_device) {
  if (!known_device) {
    return fmt::format("the device table has no {} (--device-table adds one)",
                       DeviceKind(row.plan_case.topology));
  }
  return fmt::format("{}", fmt::join(row.cost.unknown, "; "));
}

int64_t UsableCores() { return std::max(1U, std::thread::hardware_concurrency()); }

std::optional<double> MachineMemoryBytes() {
  const int64_t pages = ::sysconf(_SC_PHYS_PAGES);
  const int64_t size = ::sysconf(_SC_PAGESIZE);
  if (pages <= 0 || size <= 0) return std::nullopt;
  return static_cast<double>(pages) * static_cast<double>(size);
}

}  // namespace logphead
