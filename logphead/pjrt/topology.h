// SPDX-License-Identifier: Apache-2.0
// Topology: a description of devices that need not be present, to compile for.
#ifndef LOGPHEAD_PJRT_TOPOLOGY_H_
#define LOGPHEAD_PJRT_TOPOLOGY_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "logphead/base/result.h"
#include "logphead/pjrt/executable.h"
#include "logphead/pjrt/handles.h"
#include "logphead/pjrt/options.h"
#include "logphead/pjrt/plugin.h"

namespace logphead {

// Move-only. A plugin may abort the process on a topology or program it does not expect, so users'
// input is compiled in a child process.
class Topology {
 public:
  // TPU names are GENERATION:AxBxC in chips, e.g. "tpu7x:4x4x8". CUDA takes the options
  // "target_config" and "topology", see cuda_targets.h.
  static Result<Topology> Create(const Plugin& plugin, const std::string& name,
                                 const Options& options = {});

  const Plugin& plugin() const { return plugin_; }
  const std::string& name() const { return name_; }
  int num_devices() const { return static_cast<int>(device_kinds_.size()); }
  // One per device, e.g. "TPU7x".
  const std::vector<std::string>& device_kinds() const { return device_kinds_; }
  const std::string& platform_name() const { return platform_name_; }
  const std::string& platform_version() const { return platform_version_; }

  // Ids of the devices in the order in which the plugin lists them, which on TPUs is along the
  // chips and not the order of ids: JAX lays a mesh over them in this order.
  const std::vector<int64_t>& device_ids() const { return device_ids_; }

  // Compiles StableHLO text (or bytecode) for options.num_devices() of the devices, assigned in the
  // order of device_ids() unless the options name others. The error carries the compiler's message.
  Result<Executable> Compile(std::string_view mlir, const CompileOptions& options) const;

 private:
  Topology(Plugin plugin, std::string name, internal::Handle<PJRT_TopologyDescription> handle)
      : plugin_(std::move(plugin)), name_(std::move(name)), handle_(std::move(handle)) {}
  Status ReadDescription();

  Plugin plugin_;
  std::string name_;
  internal::Handle<PJRT_TopologyDescription> handle_;
  std::string platform_name_;
  std::string platform_version_;
  std::vector<std::string> device_kinds_;
  std::vector<int64_t> device_ids_;
};

}  // namespace logphead

#endif  // LOGPHEAD_PJRT_TOPOLOGY_H_
