// SPDX-License-Identifier: Apache-2.0
// DeviceTable: strict reading of its JSON.
#include "logphead/plan/device_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "logphead/base/files.h"

namespace logphead {

// Of devices_json.cc, which the build makes of devices.json.
extern const char kDevicesJson[];

namespace {

using Json = nlohmann::json;

Status Rate(const Json& entry, const char* key, std::optional<double>* value) {
  const auto it = entry.find(key);
  if (it == entry.end() || it->is_null()) return {};
  const double number = it->is_number() ? it->get<double>() : 0;
  if (!std::isfinite(number) || number <= 0) {
    return InvalidArgument(fmt::format("{} is {} (use a number above 0)", key, it->dump()));
  }
  *value = number;
  return {};
}

Status Needed(const Json& entry, const char* key, double* value) {
  std::optional<double> number;
  LOGPHEAD_RETURN_IF_ERROR(Rate(entry, key, &number));
  if (!number) return InvalidArgument(fmt::format("{} is missing", key));
  *value = *number;
  return {};
}

Status Switch(const Json& entry, const char* key, bool* value) {
  const auto it = entry.find(key);
  if (it == entry.end()) return {};
  if (!it->is_boolean()) {
    return InvalidArgument(fmt::format("{} is {} (use true or false)", key, it->dump()));
  }
  *value = it->get<bool>();
  return {};
}

Status CheckKeys(const Json& entry) {
  constexpr std::array<std::string_view, 9> kKeys = {"matmul_flops_per_second",
                                                     "hbm_bytes_per_second",
                                                     "wire_bytes_per_second",
                                                     "host_wire_bytes_per_second",
                                                     "exponentials_per_second",
                                                     "hbm_bytes",
                                                     "overlaps_memory",
                                                     "shared_by_devices",
                                                     "source"};
  for (const auto& [key, value] : entry.items()) {
    if (std::find(kKeys.begin(), kKeys.end(), key) == kKeys.end()) {
      return InvalidArgument(fmt::format("'{}' is unknown (use {})", key, fmt::join(kKeys, ", ")));
    }
  }
  return {};
}

Result<DeviceSpec> ParseEntry(const Json& entry) {
  if (!entry.is_object()) return InvalidArgument("it is no object");
  LOGPHEAD_RETURN_IF_ERROR(CheckKeys(entry));
  DeviceSpec spec;
  LOGPHEAD_RETURN_IF_ERROR(Needed(entry, "matmul_flops_per_second", &spec.matmul_flops_per_second));
  LOGPHEAD_RETURN_IF_ERROR(Needed(entry, "hbm_bytes_per_second", &spec.memory_bytes_per_second));
  LOGPHEAD_RETURN_IF_ERROR(Needed(entry, "wire_bytes_per_second", &spec.wire_bytes_per_second));
  LOGPHEAD_RETURN_IF_ERROR(
      Rate(entry, "host_wire_bytes_per_second", &spec.host_wire_bytes_per_second));
  LOGPHEAD_RETURN_IF_ERROR(Rate(entry, "exponentials_per_second", &spec.exponentials_per_second));
  LOGPHEAD_RETURN_IF_ERROR(Rate(entry, "hbm_bytes", &spec.memory_bytes));
  LOGPHEAD_RETURN_IF_ERROR(Switch(entry, "overlaps_memory", &spec.overlaps_memory));
  LOGPHEAD_RETURN_IF_ERROR(Switch(entry, "shared_by_devices", &spec.shared_by_devices));
  const auto source = entry.find("source");
  if (source == entry.end() || !source->is_string() || source->get<std::string>().empty()) {
    return InvalidArgument("source is missing (say where the rates come from)");
  }
  spec.source = source->get<std::string>();
  return spec;
}

}  // namespace

Result<DeviceTable> ParseDeviceTable(std::string_view text) {
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded())
    return InvalidArgument("it is not JSON, or has a number beyond a double");
  if (!json.is_object() || !json.contains("devices") || !json["devices"].is_object()) {
    return InvalidArgument(
        R"(no table of devices (use {"schema": 1, "devices": {"tpu7x": {...}}}))");
  }
  if (json.value("schema", Json()) != 1) {
    return InvalidArgument(
        fmt::format("its schema is {} (this reads schema 1)", json.value("schema", Json()).dump()));
  }
  for (const auto& [key, value] : json.items()) {
    if (key == "schema" || key == "devices") continue;
    return InvalidArgument(fmt::format("'{}' is unknown (use schema, devices)", key));
  }
  DeviceTable table;
  for (const auto& [kind, entry] : json["devices"].items()) {
    const auto spec = ParseEntry(entry);
    if (!spec.ok()) return spec.error().WithContext("device '" + kind + "'");
    table[kind] = *spec;
  }
  return table;
}

const DeviceTable& BuiltInDevices() {
  static const DeviceTable table = *ParseDeviceTable(kDevicesJson);
  return table;
}

Result<DeviceTable> LoadDeviceTable(const std::filesystem::path& path) {
  LOGPHEAD_ASSIGN_OR_RETURN(const std::string text, ReadFile(path));
  auto table = ParseDeviceTable(text);
  if (!table.ok()) return table.error().WithContext(path.string());
  for (const auto& [kind, spec] : BuiltInDevices()) table->try_emplace(kind, spec);
  return table;
}

std::string DeviceKind(std::string_view topology) {
  return std::string(topology.substr(0, topology.find(':')));
}

DeviceSpec PerDevice(const DeviceSpec& spec, int64_t devices, int64_t cores,
                     std::optional<double> machine_memory_bytes) {
  if (!spec.shared_by_devices || devices < 1 || cores < 1) return spec;
  DeviceSpec mine = spec;
  const auto sharers = static_cast<double>(devices);
  const double share = static_cast<double>(cores) / sharers;
  // A product takes all cores even for one device; everything else is one core's, device by device.
  const double core = std::min(1.0, share);
  mine.matmul_flops_per_second *= share;
  mine.memory_bytes_per_second *= core;
  mine.wire_bytes_per_second *= core;
  if (mine.exponentials_per_second) *mine.exponentials_per_second *= core;
  if (!mine.memory_bytes && machine_memory_bytes) {
    mine.memory_bytes = *machine_memory_bytes / sharers;
  }
  return mine;
}

}  // namespace logphead
