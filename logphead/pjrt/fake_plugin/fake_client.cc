// SPDX-License-Identifier: Apache-2.0
// Fake plugin: clients and topologies.
#include <string_view>
#include <utility>

#include "logphead/pjrt/fake_plugin/objects.h"

namespace logphead::fake {

std::string OptionsText(const PJRT_NamedValue* values, size_t count) {
  std::string text;
  for (size_t i = 0; i < count; ++i) {
    const PJRT_NamedValue& v = values[i];
    text += std::string(v.name, v.name_size) + "=";
    switch (v.type) {
      case PJRT_NamedValue_kString:
        text += std::string(v.string_value, v.value_size);
        break;
      case PJRT_NamedValue_kInt64:
        text += std::to_string(v.int64_value);
        break;
      case PJRT_NamedValue_kInt64List:
        for (size_t k = 0; k < v.value_size; ++k)
          text += std::to_string(v.int64_array_value[k]) + ",";
        break;
      case PJRT_NamedValue_kFloat:
        text += std::to_string(v.float_value);
        break;
      case PJRT_NamedValue_kBool:
        text += v.bool_value ? "yes" : "no";
        break;
    }
    text += v.struct_size == PJRT_NamedValue_STRUCT_SIZE ? ";" : "?";
  }
  return text;
}

namespace {

PJRT_Error* ClientCreate(PJRT_Client_Create_Args* args) {
  FAKE_ENTER(PJRT_Client_Create, args);
  int64_t count = 1;
  for (size_t i = 0; i < args->num_options; ++i) {
    const PJRT_NamedValue& option = args->create_options[i];
    if (std::string_view(option.name, option.name_size) == "cpu_device_count") {
      count = option.int64_value;
    }
  }
  ++TheControls().live_clients;
  auto* client = new PJRT_Client;
  client->version = OptionsText(args->create_options, args->num_options);
  for (int i = 0; i < count; ++i) {
    client->devices.push_back(std::make_unique<PJRT_Device>(PJRT_Device{i}));
    client->pointers.push_back(client->devices.back().get());
  }
  args->client = client;
  return nullptr;
}

PJRT_Error* ClientDestroy(PJRT_Client_Destroy_Args* args) {
  --TheControls().live_clients;
  delete args->client;
  FAKE_ENTER(PJRT_Client_Destroy, args);
  return nullptr;
}

PJRT_Error* ClientAddressableDevices(PJRT_Client_AddressableDevices_Args* args) {
  FAKE_ENTER(PJRT_Client_AddressableDevices, args);
  args->addressable_devices = args->client->pointers.data();
  args->num_addressable_devices = args->client->pointers.size();
  return nullptr;
}

PJRT_Error* ClientPlatformName(PJRT_Client_PlatformName_Args* args) {
  FAKE_ENTER(PJRT_Client_PlatformName, args);
  args->platform_name = "fake";
  args->platform_name_size = 4;
  return nullptr;
}

PJRT_Error* ClientPlatformVersion(PJRT_Client_PlatformVersion_Args* args) {
  FAKE_ENTER(PJRT_Client_PlatformVersion, args);
  args->platform_version = args->client->version.data();
  args->platform_version_size = args->client->version.size();
  return nullptr;
}

// Names are "fake:N" for N devices, listed from the last id to the first.
PJRT_Error* TopologyCreate(PJRT_TopologyDescription_Create_Args* args) {
  FAKE_ENTER(PJRT_TopologyDescription_Create, args);
  const std::string name(args->topology_name, args->topology_name_size);
  if (!name.starts_with("fake:")) {
    return MakeError(PJRT_Error_Code_INVALID_ARGUMENT, "fake: unknown topology");
  }
  ++TheControls().live_topologies;
  auto* topology = new PJRT_TopologyDescription;
  topology->version = OptionsText(args->create_options, args->num_options);
  const int count = std::stoi(name.substr(5));
  for (int i = 0; i < count; ++i) {
    topology->devices.push_back(std::make_unique<PJRT_DeviceDescription>(
        PJRT_DeviceDescription{"kind " + std::to_string(i), count - 1 - i}));
    topology->pointers.push_back(topology->devices.back().get());
  }
  args->topology = topology;
  return nullptr;
}

PJRT_Error* TopologyDestroy(PJRT_TopologyDescription_Destroy_Args* args) {
  --TheControls().live_topologies;
  delete args->topology;
  FAKE_ENTER(PJRT_TopologyDescription_Destroy, args);
  return nullptr;
}

PJRT_Error* TopologyPlatformName(PJRT_TopologyDescription_PlatformName_Args* args) {
  FAKE_ENTER(PJRT_TopologyDescription_PlatformName, args);
  args->platform_name = "fake";
  args->platform_name_size = 4;
  return nullptr;
}

PJRT_Error* TopologyPlatformVersion(PJRT_TopologyDescription_PlatformVersion_Args* args) {
  FAKE_ENTER(PJRT_TopologyDescription_PlatformVersion, args);
  args->platform_version = args->topology->version.data();
  args->platform_version_size = args->topology->version.size();
  return nullptr;
}

PJRT_Error* TopologyDevices(PJRT_TopologyDescription_GetDeviceDescriptions_Args* args) {
  FAKE_ENTER(PJRT_TopologyDescription_GetDeviceDescriptions, args);
  args->descriptions = args->topology->pointers.data();
  args->num_descriptions = args->topology->pointers.size();
  return nullptr;
}

PJRT_Error* DeviceKind(PJRT_DeviceDescription_Kind_Args* args) {
  FAKE_ENTER(PJRT_DeviceDescription_Kind, args);
  args->device_kind = args->device_description->kind.data();
  args->device_kind_size = args->device_description->kind.size();
  return nullptr;
}

PJRT_Error* DeviceId(PJRT_DeviceDescription_Id_Args* args) {
  FAKE_ENTER(PJRT_DeviceDescription_Id, args);
  args->id = args->device_description->id;
  return nullptr;
}

}  // namespace

void AddClientFunctions(PJRT_Api& api) {
  api.PJRT_Client_Create = ClientCreate;
  api.PJRT_Client_Destroy = ClientDestroy;
  api.PJRT_Client_AddressableDevices = ClientAddressableDevices;
  api.PJRT_Client_PlatformName = ClientPlatformName;
  api.PJRT_Client_PlatformVersion = ClientPlatformVersion;
  api.PJRT_TopologyDescription_Create = TopologyCreate;
  api.PJRT_TopologyDescription_Destroy = TopologyDestroy;
  api.PJRT_TopologyDescription_PlatformName = TopologyPlatformName;
  api.PJRT_TopologyDescription_PlatformVersion = TopologyPlatformVersion;
  api.PJRT_TopologyDescription_GetDeviceDescriptions = TopologyDevices;
  api.PJRT_DeviceDescription_Kind = DeviceKind;
  api.PJRT_DeviceDescription_Id = DeviceId;
}

}  // namespace logphead::fake
