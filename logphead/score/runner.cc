// SPDX-License-Identifier: Apache-2.0
// Runner: arguments and results found by name in the program.
#include "logphead/score/runner.h"

namespace logphead {

Result<Layout> Runner::LayoutOf(const hlo::Port& port) const {
  return MakeLayout(program_.mesh ? &*program_.mesh : nullptr,
                    port.sharding ? &*port.sharding : nullptr, port.type.dims);
}

Status Runner::Put(const std::string& name, const HostArray& array,
                   std::span<const std::byte> padding) {
  for (const hlo::Port& port : program_.main().arguments) {
    if (port.name != name) continue;
    LOGPHEAD_ASSIGN_OR_RETURN(const Layout layout, LayoutOf(port));
    LOGPHEAD_ASSIGN_OR_RETURN(inputs_[name], PutSharded(client_, array, layout, padding));
    return {};
  }
  return Internal("the program has no argument " + name);
}

Status Runner::Await() const {
  for (const auto& [name, buffers] : inputs_) {
    for (const Buffer& buffer : buffers) LOGPHEAD_RETURN_IF_ERROR(buffer.Await());
  }
  return {};
}

Status Runner::Run(const LoadedExecutable& executable) {
  const auto devices = static_cast<size_t>(program_.num_partitions());
  std::vector<std::vector<const Buffer*>> arguments(devices);
  for (const hlo::Port& port : program_.main().arguments) {
    for (size_t device = 0; device < devices; ++device) {
      arguments[device].push_back(&inputs_.at(port.name)[device]);
    }
  }
  LOGPHEAD_ASSIGN_OR_RETURN(outputs_, executable.Execute(arguments));
  return {};
}

Status Runner::Get(const std::string& name, const std::vector<int64_t>& dims,
                   HostBytes* bytes) const {
  const std::vector<hlo::Port>& results = program_.main().results;
  for (size_t i = 0; i < results.size(); ++i) {
    if (results[i].name != name) continue;
    LOGPHEAD_ASSIGN_OR_RETURN(const Layout layout, LayoutOf(results[i]));
    std::vector<const Buffer*> buffers;
    for (const auto& device : outputs_) buffers.push_back(&device[i]);
    return GetSharded(buffers, layout, dims, bytes);
  }
  return Internal("the program has no result " + name);
}

}  // namespace logphead
