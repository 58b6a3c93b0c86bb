// SPDX-License-Identifier: Apache-2.0
// Options handed to plugins: named values, and XLA's compile options as protobuf bytes.
#ifndef LOGPHEAD_PJRT_OPTIONS_H_
#define LOGPHEAD_PJRT_OPTIONS_H_

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace logphead {

using OptionValue = std::variant<std::string, int64_t, std::vector<int64_t>, float, bool>;
using Options = std::vector<std::pair<std::string, OptionValue>>;

// The value as text: lists as "1,2,3", bools as "true".
std::string OptionText(const OptionValue& value);

// How to compile. The defaults are one device; for n devices set num_partitions = n.
struct CompileOptions {
  int num_replicas = 1;
  int num_partitions = 1;
  bool spmd = true;    // partition one program over the devices
  bool shardy = true;  // read shardings from `sdy` operations; without it they are refused
  // Device ids in the order of the mesh, replicas major; empty means 0, 1, 2, ...
  std::vector<int64_t> device_ids;
  // Results without a sharding may be laid out as the compiler likes; false means replicated.
  bool propagate_to_results = false;
  // XLA flags for this program alone, e.g. {"xla_cpu_enable_fast_math", false}; lists are not
  // flags and are written as their text.
  Options xla_flags;

  int num_devices() const { return num_replicas * num_partitions; }

  // As a serialized xla.CompileOptionsProto.
  std::string Serialize() const;
};

}  // namespace logphead

#endif  // LOGPHEAD_PJRT_OPTIONS_H_
