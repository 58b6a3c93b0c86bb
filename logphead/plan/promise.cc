// SPDX-License-Identifier: Apache-2.0
// Promise: counts from shapes.
#include "logphead/plan/promise.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace logphead {
namespace {

// Matrix products per token and vocabulary entry, and passes over the kernel.
struct Passes {
  double products = 0;
  double kernel = 0;     // gathers of the kernel
  double gradients = 0;  // sums of its gradient
};

Passes PassesOf(const PlanCase& plan_case) {
  switch (plan_case.program) {
    case ProgramKind::kForward:
      return {1, 1, 0};
    case ProgramKind::kBackward:
      return {3, 1, 1};
    case ProgramKind::kLossAndGrad:
      return {4, 2, 1};
    case ProgramKind::kFused:
      break;
  }
  return {3, 1, 1};
}

}  // namespace

double GuessSeconds(const PlanCase& plan_case, const DeviceSpec& device) {
  const HeadConfig& config = plan_case.config;
  const Passes passes = PassesOf(plan_case);
  const auto hidden = static_cast<double>(config.hidden);
  const auto vocab = static_cast<double>(config.vocab);
  const double kernel = hidden * vocab * static_cast<double>(DTypeBytes(config.kernel_dtype));
  const auto rows = static_cast<double>(config.devices_along(config.shardings.rows));
  const auto parts = static_cast<double>(config.devices_along(config.shardings.sequence));
  double tokens = static_cast<double>(config.batch) * static_cast<double>(config.sequence) / rows;
  double sent = 0;
  if (config.head.kind == HeadKind::kChunked) {
    // Devices along the sequence repeat each other; a sum sends twice what a gather does.
    sent =
        static_cast<double>(config.num_chunks()) * (passes.kernel + 2 * passes.gradients) * kernel;
  } else {
    tokens /= parts;
    const auto group = static_cast<double>(config.devices_along(config.head.vocab_axes));
    const double gathers = config.kernel_reuse == KernelReuse::kRegather ? passes.kernel : 1;
    const double travel = tokens * hidden * 2 * (group - 1) * (passes.kernel + passes.gradients);
    sent = (gathers + 2 * passes.gradients) * kernel / group + travel;
  }
  const double flops = passes.products * 2 * tokens * hidden * vocab;
  return flops / device.matmul_flops_per_second + sent / device.wire_bytes_per_second;
}

std::vector<PlanCase> MostPromisingFirst(const std::vector<PlanCase>& cases, const Judge& judge) {
  std::vector<std::pair<double, size_t>> order;
  for (size_t i = 0; i < cases.size(); ++i) {
    const std::optional<DeviceSpec> device = judge.DeviceOf(cases[i]);
    order.emplace_back(
        device ? GuessSeconds(cases[i], *device) : std::numeric_limits<double>::infinity(), i);
  }
  std::stable_sort(order.begin(), order.end());
  std::vector<PlanCase> sorted;
  for (const auto& [seconds, i] : order) sorted.push_back(cases[i]);
  return sorted;
}

}  // namespace logphead
