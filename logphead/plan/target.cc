// SPDX-License-Identifier: Apache-2.0
// Target: reading topology names.
#include "logphead/plan/target.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include "logphead/pjrt/cuda_targets.h"

namespace logphead {
namespace {

// The whole numbers above 0 of "4x4x8"; empty when the text is anything else.
std::vector<int> Counts(std::string_view text) {
  std::vector<int> counts;
  while (true) {
    int count = 0;
    const auto [end, error] = std::from_chars(text.begin(), text.end(), count);
    if (error != std::errc() || count < 1 || count > 1 << 20) return {};
    counts.push_back(count);
    text.remove_prefix(static_cast<size_t>(end - text.begin()));
    if (text.empty()) return counts;
    if (text[0] != 'x') return {};
    text.remove_prefix(1);
  }
}

}  // namespace

Result<Target> ParseTarget(std::string_view topology) {
  const size_t colon = topology.find(':');
  const std::string kind(topology.substr(0, colon));
  const std::vector<int> counts =
      colon == std::string_view::npos ? std::vector<int>{} : Counts(topology.substr(colon + 1));
  const auto wrong = [&]() -> Error {
    return InvalidArgument(fmt::format(
        "topology '{}' is not of the form tpu7x:4x4x8 (TPU chips), h100:1x8 (hosts x GPUs) or "
        "cpu:8 (virtual devices)",
        topology));
  };
  if (kind.empty() || counts.empty()) return wrong();
  if (kind == "cpu") {
    if (counts.size() != 1 || counts[0] > 1024) return wrong();
    return Target{
        Engine::kCpu, std::string(topology), {{"cpu_device_count", int64_t{counts[0]}}}, 0};
  }
  const std::vector<std::string> gpus = CudaTargets();
  if (std::find(gpus.begin(), gpus.end(), kind) != gpus.end()) {
    if (counts.size() != 2) return wrong();
    LOGPHEAD_ASSIGN_OR_RETURN(Options options, CudaTopologyOptions(kind, counts[0], counts[1]));
    return Target{Engine::kCuda, std::string(topology), std::move(options), counts[1]};
  }
  if (counts.size() < 2) return wrong();
  return Target{Engine::kTpu, std::string(topology), {}, 0};
}

}  // namespace logphead
