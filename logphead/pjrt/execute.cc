// SPDX-License-Identifier: Apache-2.0
// LoadedExecutable::Execute: one run on all devices, waited for.
#include <fmt/format.h>

#include <numeric>

#include "logphead/pjrt/client_state.h"
#include "logphead/pjrt/executable.h"

namespace logphead {
namespace {

using ArgumentTable = std::vector<std::vector<const Buffer*>>;

Status CheckArguments(const ArgumentTable& arguments, const std::vector<int>& devices) {
  if (arguments.size() != devices.size()) {
    return InvalidArgument(fmt::format("arguments for {} devices and a program for {}",
                                       arguments.size(), devices.size()));
  }
  for (size_t d = 0; d < arguments.size(); ++d) {
    if (arguments[d].size() != arguments[0].size()) {
      return InvalidArgument(fmt::format("{} arguments for device {} and {} for device {}",
                                         arguments[d].size(), devices[d], arguments[0].size(),
                                         devices[0]));
    }
    for (size_t i = 0; i < arguments[d].size(); ++i) {
      const Buffer* buffer = arguments[d][i];
      if (buffer == nullptr) {
        return InvalidArgument(fmt::format("argument {} for device {} is null", i, devices[d]));
      }
      if (buffer->device() != devices[d]) {
        return InvalidArgument(fmt::format("argument {} for device {} is on device {}", i,
                                           devices[d], buffer->device()));
      }
    }
  }
  return Status();
}

// Waits for every event before returning the first error, so that nothing still runs.
Status AwaitAll(const PJRT_Api* api, const std::vector<PJRT_Event*>& events) {
  Status first;
  for (PJRT_Event* raw : events) {
    const auto event = internal::Adopt(api, raw);
    Status status = internal::Await(api, event.get());
    if (first.ok()) first = std::move(status);
  }
  return first;
}

}  // namespace

Result<std::vector<std::vector<Buffer>>> LoadedExecutable::Execute(
    const ArgumentTable& arguments) const {
  LOGPHEAD_RETURN_IF_ERROR(CheckArguments(arguments, devices_));
  const size_t num_args = arguments.empty() ? 0 : arguments[0].size();
  const PJRT_Api* api = client_->api();

  std::vector<std::vector<PJRT_Buffer*>> inputs(devices_.size());
  std::vector<PJRT_Buffer* const*> input_rows(devices_.size());
  std::vector<std::vector<PJRT_Buffer*>> outputs(devices_.size());
  std::vector<PJRT_Buffer**> output_rows(devices_.size());
  for (size_t d = 0; d < devices_.size(); ++d) {
    for (const Buffer* buffer : arguments[d]) inputs[d].push_back(buffer->handle_.get());
    outputs[d].resize(static_cast<size_t>(num_outputs_));
    input_rows[d] = inputs[d].data();
    output_rows[d] = outputs[d].data();
  }
  std::vector<int64_t> kept(num_args);
  std::iota(kept.begin(), kept.end(), int64_t{0});
  PJRT_ExecuteOptions options{};
  options.struct_size = PJRT_ExecuteOptions_STRUCT_SIZE;
  options.non_donatable_input_indices = kept.data();
  options.num_non_donatable_input_indices = kept.size();

  std::vector<PJRT_Event*> events(devices_.size());
  LOGPHEAD_PJRT_ARGS(args, PJRT_LoadedExecutable_Execute);
  args.executable = loaded_.get();
  args.options = &options;
  args.argument_lists = input_rows.data();
  args.num_devices = devices_.size();
  args.num_args = num_args;
  args.output_lists = output_rows.data();
  args.device_complete_events = events.data();
  LOGPHEAD_RETURN_IF_ERROR(LOGPHEAD_PJRT_CALL(api, PJRT_LoadedExecutable_Execute, args));

  // All are owned before anything can fail.
  std::vector<std::vector<internal::Handle<PJRT_Buffer>>> owned(devices_.size());
  for (size_t d = 0; d < devices_.size(); ++d) {
    for (PJRT_Buffer* raw : outputs[d]) owned[d].push_back(internal::Adopt(api, raw));
  }
  LOGPHEAD_RETURN_IF_ERROR(AwaitAll(api, events));
  std::vector<std::vector<Buffer>> results(devices_.size());
  for (size_t d = 0; d < devices_.size(); ++d) {
    for (auto& handle : owned[d]) {
      LOGPHEAD_ASSIGN_OR_RETURN(Buffer buffer,
                                Buffer::FromPlugin(client_, std::move(handle), devices_[d]));
      results[d].push_back(std::move(buffer));
    }
  }
  return results;
}

}  // namespace logphead
