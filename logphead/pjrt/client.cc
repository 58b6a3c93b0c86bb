// SPDX-License-Identifier: Apache-2.0
// Client: start an engine, compile, and send arrays to devices.
#include "logphead/pjrt/client.h"

#include <fmt/format.h>

#include <algorithm>

#include "logphead/pjrt/client_state.h"

namespace logphead {
namespace internal {

int ClientState::IndexOf(const PJRT_Device* device) const {
  const auto found = std::find(devices.begin(), devices.end(), device);
  return found == devices.end() ? -1 : static_cast<int>(found - devices.begin());
}

namespace {

Status ReadDescription(ClientState& state) {
  LOGPHEAD_PJRT_ARGS(devices, PJRT_Client_AddressableDevices);
  devices.client = state.handle.get();
  LOGPHEAD_RETURN_IF_ERROR(
      LOGPHEAD_PJRT_CALL(state.api(), PJRT_Client_AddressableDevices, devices));
  state.devices.assign(devices.addressable_devices,
                       devices.addressable_devices + devices.num_addressable_devices);

  LOGPHEAD_PJRT_ARGS(name, PJRT_Client_PlatformName);
  name.client = state.handle.get();
  LOGPHEAD_RETURN_IF_ERROR(LOGPHEAD_PJRT_CALL(state.api(), PJRT_Client_PlatformName, name));
  state.platform_name = CopyString(name.platform_name, name.platform_name_size);

  LOGPHEAD_PJRT_ARGS(version, PJRT_Client_PlatformVersion);
  version.client = state.handle.get();
  LOGPHEAD_RETURN_IF_ERROR(LOGPHEAD_PJRT_CALL(state.api(), PJRT_Client_PlatformVersion, version));
  state.platform_version = CopyString(version.platform_version, version.platform_version_size);
  return Status();
}

// Which of the client's devices the executable runs on, in its own order.
Result<std::vector<int>> ExecutableDevices(const ClientState& client,
                                           PJRT_LoadedExecutable* loaded) {
  LOGPHEAD_PJRT_ARGS(args, PJRT_LoadedExecutable_AddressableDevices);
  args.executable = loaded;
  LOGPHEAD_RETURN_IF_ERROR(
      LOGPHEAD_PJRT_CALL(client.api(), PJRT_LoadedExecutable_AddressableDevices, args));
  std::vector<int> indices;
  for (size_t i = 0; i < args.num_addressable_devices; ++i) {
    indices.push_back(client.IndexOf(args.addressable_devices[i]));
    if (indices.back() < 0) {
      return Internal("the plugin loaded the program onto a device that is not the client's");
    }
  }
  return indices;
}

Status CheckHostArray(const ClientState& client, std::span<const int64_t> dims, const void* data,
                      std::span<const int64_t> byte_strides, int device) {
  if (device < 0 || static_cast<size_t>(device) >= client.devices.size()) {
    return InvalidArgument(
        fmt::format("device {} does not exist (the client has {}, counted from 0)", device,
                    client.devices.size()));
  }
  if (!byte_strides.empty() && byte_strides.size() != dims.size()) {
    return InvalidArgument(fmt::format("{} strides for {} dimensions (give one each, or none)",
                                       byte_strides.size(), dims.size()));
  }
  bool empty = false;
  for (const int64_t dim : dims) {
    if (dim < 0) {
      return InvalidArgument(
          fmt::format("dimension {} in [{}] is negative", dim, fmt::join(dims, ",")));
    }
    empty = empty || dim == 0;
  }
  if (data == nullptr && !empty) {
    return InvalidArgument(
        fmt::format("no data for an array of dimensions [{}]", fmt::join(dims, ",")));
  }
  return Status();
}

}  // namespace
}  // namespace internal

Result<Client> Client::Create(const Plugin& plugin, const Options& options) {
  const std::vector<PJRT_NamedValue> values = internal::ToNamedValues(options);
  LOGPHEAD_PJRT_ARGS(args, PJRT_Client_Create);
  args.create_options = values.data();
  args.num_options = values.size();
  if (const Status status = LOGPHEAD_PJRT_CALL(plugin.api(), PJRT_Client_Create, args);
      !status.ok()) {
    return status.error().WithContext("cannot start the engine of " + plugin.path().string());
  }
  auto state = std::make_shared<internal::ClientState>(
      internal::ClientState{plugin, internal::Adopt(plugin.api(), args.client), {}, {}, {}});
  LOGPHEAD_RETURN_IF_ERROR(internal::ReadDescription(*state));
  return Client(std::move(state));
}

const Plugin& Client::plugin() const { return state_->plugin; }
int Client::num_devices() const { return static_cast<int>(state_->devices.size()); }
const std::string& Client::platform_name() const { return state_->platform_name; }
const std::string& Client::platform_version() const { return state_->platform_version; }

Result<LoadedExecutable> Client::Compile(std::string_view mlir,
                                         const CompileOptions& options) const {
  if (options.num_devices() > num_devices()) {
    return InvalidArgument(fmt::format("the program is for {} devices and the client has {}",
                                       options.num_devices(), num_devices()));
  }
  const PJRT_Program program = internal::MlirProgram(mlir);
  const std::string serialized = options.Serialize();
  const PJRT_Api* api = state_->api();
  LOGPHEAD_PJRT_ARGS(compile, PJRT_Client_Compile);
  compile.client = state_->handle.get();
  compile.program = &program;
  compile.compile_options = serialized.data();
  compile.compile_options_size = serialized.size();
  LOGPHEAD_RETURN_IF_ERROR(LOGPHEAD_PJRT_CALL(api, PJRT_Client_Compile, compile));
  auto loaded = internal::Adopt(api, compile.executable);

  LOGPHEAD_PJRT_ARGS(get, PJRT_LoadedExecutable_GetExecutable);
  get.loaded_executable = loaded.get();
  LOGPHEAD_RETURN_IF_ERROR(LOGPHEAD_PJRT_CALL(api, PJRT_LoadedExecutable_GetExecutable, get));
  Executable executable(state_->plugin, state_, internal::Adopt(api, get.executable));
  LOGPHEAD_ASSIGN_OR_RETURN(const int num_outputs, executable.num_outputs());
  LOGPHEAD_ASSIGN_OR_RETURN(std::vector<int> devices,
                            internal::ExecutableDevices(*state_, loaded.get()));
  return LoadedExecutable(std::move(executable), std::move(loaded), std::move(devices),
                          num_outputs);
}

Result<Buffer> Client::ToDevice(DType dtype, std::span<const int64_t> dims, const void* data,
                                std::span<const int64_t> byte_strides, int device,
                                HostData host_data) const {
  LOGPHEAD_RETURN_IF_ERROR(internal::CheckHostArray(*state_, dims, data, byte_strides, device));
  // Engines refuse a null pointer even where there is nothing to read.
  static constexpr char kNothing = 0;
  const PJRT_Api* api = state_->api();
  LOGPHEAD_PJRT_ARGS(args, PJRT_Client_BufferFromHostBuffer);
  args.client = state_->handle.get();
  args.data = data != nullptr ? data : &kNothing;
  args.type = internal::ToBufferType(dtype);
  args.dims = dims.data();
  args.num_dims = dims.size();
  args.byte_strides = byte_strides.empty() ? nullptr : byte_strides.data();
  args.num_byte_strides = byte_strides.size();
  args.host_buffer_semantics = host_data == HostData::kBorrowed
                                   ? PJRT_HostBufferSemantics_kImmutableZeroCopy
                                   : PJRT_HostBufferSemantics_kImmutableOnlyDuringCall;
  args.device = state_->devices[static_cast<size_t>(device)];
  LOGPHEAD_RETURN_IF_ERROR(LOGPHEAD_PJRT_CALL(api, PJRT_Client_BufferFromHostBuffer, args));
  auto handle = internal::Adopt(api, args.buffer);
  auto released = internal::Adopt(api, args.done_with_host_buffer);
  if (host_data == HostData::kCopied) released.reset();
  return Buffer(state_, std::move(handle), std::move(released), dtype,
                std::vector<int64_t>(dims.begin(), dims.end()), device);
}

}  // namespace logphead
