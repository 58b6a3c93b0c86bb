// SPDX-License-Identifier: Apache-2.0
// Options: text, and a protobuf encoder just large enough for CompileOptionsProto.
#include "logphead/pjrt/options.h"

#include <fmt/format.h>

#include <bit>
#include <numeric>
#include <string_view>
#include <type_traits>

namespace logphead {
namespace {

// Appends fields in protobuf's wire format.
class ProtoWriter {
 public:
  void Int(int field, int64_t value) {
    Varint(static_cast<uint64_t>(field) << 3U);
    Varint(static_cast<uint64_t>(value));
  }
  void Bool(int field, bool value) { Int(field, value ? 1 : 0); }
  void Double(int field, double value) {
    Varint(static_cast<uint64_t>(field) << 3U | 1U);
    auto bits = std::bit_cast<uint64_t>(value);
    for (int i = 0; i < 8; ++i, bits >>= 8U) bytes_.push_back(static_cast<char>(bits & 0xffU));
  }
  void Bytes(int field, std::string_view value) {
    Varint(static_cast<uint64_t>(field) << 3U | 2U);
    Varint(value.size());
    bytes_.append(value);
  }
  std::string Take() && { return std::move(bytes_); }

 private:
  void Varint(uint64_t value) {
    for (; value >= 0x80U; value >>= 7U)
      bytes_.push_back(static_cast<char>((value & 0x7fU) | 0x80U));
    bytes_.push_back(static_cast<char>(value));
  }
  std::string bytes_;
};

// xla.DeviceAssignmentProto: one ComputationDevice per partition, each a device per replica.
std::string DeviceAssignment(const CompileOptions& options) {
  std::vector<int64_t> ids = options.device_ids;
  if (ids.empty()) {
    ids.resize(static_cast<size_t>(options.num_devices()));
    std::iota(ids.begin(), ids.end(), int64_t{0});
  }
  ProtoWriter assignment;
  assignment.Int(1, options.num_replicas);    // replica_count
  assignment.Int(2, options.num_partitions);  // computation_count
  for (int partition = 0; partition < options.num_partitions; ++partition) {
    ProtoWriter devices;
    for (int replica = 0; replica < options.num_replicas; ++replica) {
      const auto index =
          static_cast<size_t>(replica) * static_cast<size_t>(options.num_partitions) +
          static_cast<size_t>(partition);
      if (index < ids.size()) devices.Int(1, ids[index]);  // replica_device_ids
    }
    assignment.Bytes(3, std::move(devices).Take());  // computation_devices
  }
  return std::move(assignment).Take();
}

// An entry of map<string, OptionOverrideProto>.
std::string FlagEntry(const std::string& name, const OptionValue& option) {
  ProtoWriter value;
  std::visit(
      [&](const auto& v) {
        using T = std::decay_t<decltype(v)>;
        if constexpr (std::is_same_v<T, bool>) {
          value.Bool(2, v);
        } else if constexpr (std::is_same_v<T, int64_t>) {
          value.Int(3, v);
        } else if constexpr (std::is_same_v<T, float>) {
          value.Double(4, static_cast<double>(v));
        } else {
          value.Bytes(1, OptionText(option));
        }
      },
      option);
  ProtoWriter entry;
  entry.Bytes(1, name);
  entry.Bytes(2, std::move(value).Take());
  return std::move(entry).Take();
}

}  // namespace

std::string OptionText(const OptionValue& value) {
  return std::visit(
      [](const auto& v) -> std::string {
        using T = std::decay_t<decltype(v)>;
        if constexpr (std::is_same_v<T, std::vector<int64_t>>) {
          return fmt::format("{}", fmt::join(v, ","));
        } else {
          return fmt::format("{}", v);
        }
      },
      value);
}

std::string CompileOptions::Serialize() const {
  ProtoWriter build;  // xla.ExecutableBuildOptionsProto
  build.Int(4, num_replicas);
  build.Int(5, num_partitions);
  build.Bool(6, spmd);
  build.Bytes(9, DeviceAssignment(*this));
  if (propagate_to_results) build.Bool(12, true);
  build.Bool(19, shardy);
  ProtoWriter options;  // xla.CompileOptionsProto
  options.Bytes(3, std::move(build).Take());
  for (const auto& [name, value] : xla_flags) options.Bytes(7, FlagEntry(name, value));
  return std::move(options).Take();
}

}  // namespace logphead
