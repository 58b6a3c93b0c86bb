// SPDX-License-Identifier: Apache-2.0
// Topology: description of absent devices, and compiling for them.
#include "logphead/pjrt/topology.h"

#include <fmt/format.h>

#include "logphead/pjrt/call.h"

namespace logphead {

Result<Topology> Topology::Create(const Plugin& plugin, const std::string& name,
                                  const Options& options) {
  const std::vector<PJRT_NamedValue> values = internal::ToNamedValues(options);
  LOGPHEAD_PJRT_ARGS(args, PJRT_TopologyDescription_Create);
  args.topology_name = name.data();
  args.topology_name_size = name.size();
  args.create_options = values.data();
  args.num_options = values.size();
  if (const Status status = LOGPHEAD_PJRT_CALL(plugin.api(), PJRT_TopologyDescription_Create, args);
      !status.ok()) {
    return status.error().WithContext(fmt::format("cannot describe topology \"{}\"", name));
  }
  Topology topology(plugin, name, internal::Adopt(plugin.api(), args.topology));
  LOGPHEAD_RETURN_IF_ERROR(topology.ReadDescription());
  return topology;
}

Status Topology::ReadDescription() {
  const PJRT_Api* api = plugin_.api();
  LOGPHEAD_PJRT_ARGS(name, PJRT_TopologyDescription_PlatformName);
  name.topology = handle_.get();
  LOGPHEAD_RETURN_IF_ERROR(LOGPHEAD_PJRT_CALL(api, PJRT_TopologyDescription_PlatformName, name));
  platform_name_ = internal::CopyString(name.platform_name, name.platform_name_size);

  LOGPHEAD_PJRT_ARGS(version, PJRT_TopologyDescription_PlatformVersion);
  version.topology = handle_.get();
  LOGPHEAD_RETURN_IF_ERROR(
      LOGPHEAD_PJRT_CALL(api, PJRT_TopologyDescription_PlatformVersion, version));
  platform_version_ = internal::CopyString(version.platform_version, version.platform_version_size);

  LOGPHEAD_PJRT_ARGS(devices, PJRT_TopologyDescription_GetDeviceDescriptions);
  devices.topology = handle_.get();
  LOGPHEAD_RETURN_IF_ERROR(
      LOGPHEAD_PJRT_CALL(api, PJRT_TopologyDescription_GetDeviceDescriptions, devices));
  for (size_t i = 0; i < devices.num_descriptions; ++i) {
    LOGPHEAD_PJRT_ARGS(kind, PJRT_DeviceDescription_Kind);
    kind.device_description = devices.descriptions[i];
    LOGPHEAD_RETURN_IF_ERROR(LOGPHEAD_PJRT_CALL(api, PJRT_DeviceDescription_Kind, kind));
    device_kinds_.push_back(internal::CopyString(kind.device_kind, kind.device_kind_size));
    LOGPHEAD_PJRT_ARGS(id, PJRT_DeviceDescription_Id);
    id.device_description = devices.descriptions[i];
    LOGPHEAD_RETURN_IF_ERROR(LOGPHEAD_PJRT_CALL(api, PJRT_DeviceDescription_Id, id));
    device_ids_.push_back(id.id);
  }
  return Status();
}

Result<Executable> Topology::Compile(std::string_view mlir, const CompileOptions& options) const {
  if (options.num_devices() > num_devices()) {
    return InvalidArgument(fmt::format("the program is for {} devices and topology \"{}\" has {}",
                                       options.num_devices(), name_, num_devices()));
  }
  const PJRT_Program program = internal::MlirProgram(mlir);
  CompileOptions assigned = options;
  if (assigned.device_ids.empty()) {
    assigned.device_ids.assign(device_ids_.begin(), device_ids_.begin() + options.num_devices());
  }
  const std::string serialized = assigned.Serialize();
  LOGPHEAD_PJRT_ARGS(args, PJRT_Compile);
  args.topology = handle_.get();
  args.program = &program;
  args.compile_options = serialized.data();
  args.compile_options_size = serialized.size();
  LOGPHEAD_RETURN_IF_ERROR(LOGPHEAD_PJRT_CALL(plugin_.api(), PJRT_Compile, args));
  return Executable(plugin_, nullptr, internal::Adopt(plugin_.api(), args.executable));
}

}  // namespace logphead
