// SPDX-License-Identifier: Apache-2.0
// Judge: the device of a case, its seconds and its memory.
#include "logphead/plan/judge.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>

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

}  // namespace

std::optional<DeviceSpec> Judge::DeviceOf(const PlanCase& plan_case) const {
  const auto found = devices.find(DeviceKind(plan_case.topology));
  if (found == devices.end()) return std::nullopt;
  return PerDevice(found->second, DevicesOf(plan_case), cores, machine_memory_bytes);
}

std::optional<Prediction> Judge::Uncalibrated(const PlanRow& row) const {
  const std::optional<DeviceSpec> device = DeviceOf(row.plan_case);
  if (!device) return std::nullopt;
  return Predict(row.cost, *device, PlacementOf(row.plan_case));
}

std::optional<Prediction> Judge::Calibrated(const PlanRow& row) const {
  const std::optional<DeviceSpec> device = DeviceOf(row.plan_case);
  if (!device) return std::nullopt;
  const auto found = calibrations.find(DeviceKind(row.plan_case.topology));
  const Factors factors = found == calibrations.end() ? Factors{} : found->second.factors;
  return Predict(row.cost, *device, PlacementOf(row.plan_case), factors);
}

void Judge::Look(PlanRow* row) const {
  if (row->verdict != Verdict::kCompiles) return;
  row->prediction = Calibrated(*row);
  const std::optional<DeviceSpec> device = DeviceOf(row->plan_case);
  if (!device || !device->memory_bytes) return;
  row->fits = static_cast<double>(row->peak_bytes()) + resident_bytes <= *device->memory_bytes;
}

int64_t UsableCores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (::sched_getaffinity(0, sizeof set, &set) == 0) return std::max(1, CPU_COUNT(&set));
  return std::max(1L, ::sysconf(_SC_NPROCESSORS_ONLN));
}

std::optional<double> MachineMemoryBytes() {
  const int64_t pages = ::sysconf(_SC_PHYS_PAGES);
  const int64_t size = ::sysconf(_SC_PAGESIZE);
  if (pages <= 0 || size <= 0) return std::nullopt;
  return static_cast<double>(pages) * static_cast<double>(size);
}

}  // namespace logphead
