// SPDX-License-Identifier: Apache-2.0
// DeviceTable: what the devices that programs are compiled for can do.
#ifndef LOGPHEAD_PLAN_DEVICE_TABLE_H_
#define LOGPHEAD_PLAN_DEVICE_TABLE_H_

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "logphead/base/result.h"

namespace logphead {

// One device, or where `shared_by_devices` one core of the machine whose cores and memory all
// devices share. What is not known is nothing.
struct DeviceSpec {
  double matmul_flops_per_second = 0;  // bf16, dense; a multiply-add counts 2
  double memory_bytes_per_second = 0;
  double wire_bytes_per_second = 0;  // that one device sends over links of its host or pod
  // The same to another host, where that is another network.
  std::optional<double> host_wire_bytes_per_second;
  std::optional<double> exponentials_per_second;  // where they are no small part of the time
  std::optional<double> memory_bytes;
  // Whether an instruction's memory traffic goes on beside its arithmetic, so that the longer of
  // the two is its time; else it takes both.
  bool overlaps_memory = true;
  bool shared_by_devices = false;
  std::string source;

  bool operator==(const DeviceSpec&) const = default;
};

// By kind: the part of a topology before its colon, "tpu7x".
using DeviceTable = std::map<std::string, DeviceSpec, std::less<>>;

// The table that comes with the product: logphead/plan/devices.json.
const DeviceTable& BuiltInDevices();

// Reads a table of that form. Entries may leave out what they do not know but for the three rates
// and the source. Errors: no such JSON, unknown keys, rates that are not above 0.
Result<DeviceTable> ParseDeviceTable(std::string_view json);

// The built-in table with the entries of a file in place of its own, or beside them.
Result<DeviceTable> LoadDeviceTable(const std::filesystem::path& path);

// "tpu7x" of "tpu7x:4x4x8".
std::string DeviceKind(std::string_view topology);

// What each of `devices` on this machine has: of shared kinds, the part of the machine's `cores`
// and of its memory; of others, the entry itself.
DeviceSpec PerDevice(const DeviceSpec& spec, int64_t devices, int64_t cores,
                     std::optional<double> machine_memory_bytes);

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_DEVICE_TABLE_H_
