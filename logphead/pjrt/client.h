// SPDX-License-Identifier: Apache-2.0
// Client: a running engine with its devices.
#ifndef LOGPHEAD_PJRT_CLIENT_H_
#define LOGPHEAD_PJRT_CLIENT_H_

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "logphead/base/dtypes.h"
#include "logphead/base/result.h"
#include "logphead/pjrt/buffer.h"
#include "logphead/pjrt/executable.h"
#include "logphead/pjrt/options.h"
#include "logphead/pjrt/plugin.h"

namespace logphead {

// What the engine may do with the host memory of ToDevice.
enum class HostData {
  // The data may change or go as soon as ToDevice returns.
  kCopied,
  // The data stays unchanged until the Buffer is destroyed; engines on the host use it in place
  // where alignment (64 bytes) and strides allow.
  kBorrowed,
};

// A cheap, copyable handle; the engine stops when the last handle, buffer and loaded executable is
// gone.
class Client {
 public:
  // CPU engines take {"cpu_device_count", int64_t}.
  static Result<Client> Create(const Plugin& plugin, const Options& options = {});

  const Plugin& plugin() const;
  int num_devices() const;
  const std::string& platform_name() const;
  const std::string& platform_version() const;

  // Compiles StableHLO text (or bytecode). The error carries the compiler's message.
  Result<LoadedExecutable> Compile(std::string_view mlir, const CompileOptions& options) const;

  // Starts copying an array of `dims` to the memory of device `device` (0 .. num_devices()-1).
  // `byte_strides`, one per dimension, lets `data` point into a larger array; empty means dense and
  // row-major.
  // Errors: InvalidArgument for a device, dimension or stride that does not fit.
  Result<Buffer> ToDevice(DType dtype, std::span<const int64_t> dims, const void* data,
                          std::span<const int64_t> byte_strides, int device,
                          HostData host_data = HostData::kCopied) const;

 private:
  explicit Client(std::shared_ptr<const internal::ClientState> state) : state_(std::move(state)) {}
  std::shared_ptr<const internal::ClientState> state_;
};

}  // namespace logphead

#endif  // LOGPHEAD_PJRT_CLIENT_H_
