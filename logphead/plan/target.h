// SPDX-License-Identifier: Apache-2.0
// Target: what a topology's name stands for: TPU chips, GPUs or virtual CPU devices.
#ifndef LOGPHEAD_PLAN_TARGET_H_
#define LOGPHEAD_PLAN_TARGET_H_

#include <string>
#include <string_view>

#include "logphead/base/result.h"
#include "logphead/pjrt/find.h"
#include "logphead/pjrt/options.h"

namespace logphead {

// A parsed topology. Forms: "tpu7x:4x4x8" (TPU generation and chips along each dimension),
// "h100:1x8" (GPU kind, hosts x devices per host), "cpu:8" (virtual devices).
struct Target {
  Engine engine = Engine::kTpu;
  std::string topology;  // as the plugin takes it
  Options options;       // for Topology::Create, or for Client::Create on a CPU
  // Devices that the links within a host join, where links between hosts are others; 0: all.
  int devices_per_host = 0;
};

// Errors: a form other than the above, counts below 1.
Result<Target> ParseTarget(std::string_view topology);

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_TARGET_H_
