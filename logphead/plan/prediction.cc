// SPDX-License-Identifier: Apache-2.0
// Prediction: sums over work and collectives.
#include "logphead/plan/prediction.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace logphead {

bool CrossesHosts(const WireUse& use, const Placement& placement) {
  if (placement.devices_per_host == 0 || !placement.mesh ||
      placement.mesh->size() <= placement.devices_per_host) {
    return false;
  }
  // Groups that follow no axes may be anywhere.
  if (use.axes.empty()) return use.group_size > 1;
  // Of what each device's group differs in: strides and sizes.
  std::vector<std::pair<int64_t, int64_t>> along;
  int64_t stride = placement.mesh->size();
  for (const MeshAxis& axis : placement.mesh->axes()) {
    stride /= axis.size;
    const std::string names = "," + use.axes + ",";
    if (names.find("," + axis.name + ",") != std::string::npos) {
      along.emplace_back(stride, axis.size);
    }
  }
  // Hosts are consecutive devices of the mesh; one of them may begin within a group.
  for (int64_t device = 0; device < placement.mesh->size(); ++device) {
    int64_t first = device;
    for (const auto& [step, size] : along) first -= device / step % size * step;
    if (first / placement.devices_per_host != device / placement.devices_per_host) return true;
  }
  return false;
}

std::optional<Prediction> Predict(const ProgramCost& cost, const DeviceSpec& device,
                                  const Placement& placement, const Factors& factors) {
  if (!cost.matmul_flops || !cost.memory_bytes || !cost.wire_bytes || !cost.exponentials) {
    return std::nullopt;
  }
  Prediction seconds;
  for (const Work& work : cost.work) {
    const auto runs = static_cast<double>(work.runs);
    const double compute = static_cast<double>(work.flops) / device.matmul_flops_per_second;
    const double memory = static_cast<double>(work.bytes) / device.memory_bytes_per_second;
    seconds.compute += compute * runs;
    const double hidden = device.overlaps_memory ? std::min(compute, memory) : 0;
    seconds.memory += (memory - hidden) * runs;
  }
  if (device.exponentials_per_second) {
    seconds.compute += static_cast<double>(*cost.exponentials) / *device.exponentials_per_second;
  }
  for (const WireUse& use : cost.wire) {
    const bool far = device.host_wire_bytes_per_second && CrossesHosts(use, placement);
    const double rate = far ? *device.host_wire_bytes_per_second : device.wire_bytes_per_second;
    seconds.wire += static_cast<double>(use.wire_bytes.value_or(0)) / rate;
  }
  seconds.compute *= factors.compute;
  seconds.memory *= factors.memory;
  seconds.wire *= factors.wire;
  const double busy = seconds.compute + seconds.memory;
  seconds.sequential = busy + seconds.wire;
  seconds.overlapped = std::max(busy, seconds.wire);
  return seconds;
}

}  // namespace logphead
