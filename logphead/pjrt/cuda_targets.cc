// SPDX-License-Identifier: Apache-2.0
// GPUs to compile for: hardware limits as a text-format GpuTargetConfigProto.
#include "logphead/pjrt/cuda_targets.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>

namespace logphead {
namespace {

struct Gpu {
  std::string_view name;
  std::string_view description;
  int compute_major;
  int compute_minor;
  int cores;  // streaming multiprocessors
  int fpus_per_core;
  int64_t shared_memory_per_core;       // bytes
  int64_t shared_memory_per_block_max;  // bytes, with opt-in
  int64_t l2_bytes;
  int64_t memory_bytes;
  int64_t bandwidth;  // bytes per second
  double clock_ghz;
};

constexpr std::array kGpus = {
    Gpu{"a100", "NVIDIA A100-SXM4-80GB", 8, 0, 108, 64, 164 << 10, 163 << 10, 40 << 20,
        int64_t{80} << 30, 2'039'000'000'000, 1.41},
    Gpu{"h100", "NVIDIA H100 80GB HBM3", 9, 0, 132, 128, 228 << 10, 227 << 10, 50 << 20,
        int64_t{80} << 30, 3'352'000'000'000, 1.98},
    Gpu{"h200", "NVIDIA H200", 9, 0, 132, 128, 228 << 10, 227 << 10, 50 << 20, 141'000'000'000,
        4'800'000'000'000, 1.98},
    Gpu{"b200", "NVIDIA B200", 10, 0, 148, 128, 228 << 10, 227 << 10, 126 << 20, 180'000'000'000,
        8'000'000'000'000, 1.965},
};

// Limits below are the same for all of these generations.
std::string TargetConfig(const Gpu& gpu) {
  return fmt::format(
      "gpu_device_info {{ threads_per_block_limit: 1024 threads_per_warp: 32 "
      "shared_memory_per_block: 49152 shared_memory_per_core: {} "
      "shared_memory_per_block_optin: {} threads_per_core_limit: 2048 core_count: {} "
      "fpus_per_core: {} block_dim_limit_x: 2147483647 block_dim_limit_y: 65535 "
      "block_dim_limit_z: 65535 memory_bandwidth: {} l2_cache_size: {} clock_rate_ghz: {} "
      "device_memory_size: {} registers_per_core_limit: 65536 registers_per_block_limit: 65536 "
      "cuda_compute_capability {{ major: {} minor: {} }} }} "
      "platform_name: \"CUDA\" dnn_version_info {{ major: 9 minor: 10 patch: 0 }} "
      "device_description_str: \"{}\"",
      gpu.shared_memory_per_core, gpu.shared_memory_per_block_max, gpu.cores, gpu.fpus_per_core,
      gpu.bandwidth, gpu.l2_bytes, gpu.clock_ghz, gpu.memory_bytes, gpu.compute_major,
      gpu.compute_minor, gpu.description);
}

}  // namespace

std::vector<std::string> CudaTargets() {
  std::vector<std::string> names;
  for (const Gpu& gpu : kGpus) names.emplace_back(gpu.name);
  return names;
}

Result<Options> CudaTopologyOptions(std::string_view target, int hosts, int devices_per_host) {
  if (hosts < 1 || devices_per_host < 1) {
    return InvalidArgument(fmt::format("a topology of {} hosts with {} GPUs each (use 1 or more)",
                                       hosts, devices_per_host));
  }
  for (const Gpu& gpu : kGpus) {
    if (gpu.name != target) continue;
    // Partitions x hosts x devices; a partition is a domain of fast links.
    return Options{{"target_config", TargetConfig(gpu)},
                   {"topology", fmt::format("1x{}x{}", hosts, devices_per_host)}};
  }
  return InvalidArgument(
      fmt::format("unknown GPU \"{}\" (known: {})", target, fmt::join(CudaTargets(), ", ")));
}

}  // namespace logphead
