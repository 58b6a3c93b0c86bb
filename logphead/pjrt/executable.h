// SPDX-License-Identifier: Apache-2.0
// Executable: a compiled program and what is known of it; LoadedExecutable: one that can run.
#ifndef LOGPHEAD_PJRT_EXECUTABLE_H_
#define LOGPHEAD_PJRT_EXECUTABLE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "logphead/base/dtypes.h"
#include "logphead/base/result.h"
#include "logphead/pjrt/buffer.h"
#include "logphead/pjrt/handles.h"
#include "logphead/pjrt/options.h"
#include "logphead/pjrt/plugin.h"

namespace logphead {

// Device memory that the compiled program needs on each device, in bytes.
struct MemoryStats {
  int64_t temp_bytes = 0;
  int64_t argument_bytes = 0;
  int64_t output_bytes = 0;
  int64_t alias_bytes = 0;  // arguments reused for outputs, counted in both of the above
  int64_t generated_code_bytes = 0;
  int64_t host_temp_bytes = 0;
  std::optional<int64_t> peak_bytes;  // where the plugin knows it
};

// The program after the compiler's passes. The format is the plugin's: "hlo_with_config" is a
// serialized xla.HloModuleProtoWithConfig.
struct OptimizedProgram {
  std::string format;
  std::string bytes;
};

// Type and dimensions of one result, as the plugin tells them.
struct OutputSpec {
  DType dtype = DType::kF32;
  std::vector<int64_t> dims;
};

class LoadedExecutable;

// A compiled program, not bound to devices. Move-only.
class Executable {
 public:
  Executable(Executable&&) = default;
  Executable& operator=(Executable&&) = default;
  // Cut out of a loaded program it would outlive, and unload, what it is asked about.
  Executable(LoadedExecutable&&) = delete;  // NOLINT: only to forbid it

  Result<MemoryStats> memory_stats() const;
  Result<OptimizedProgram> optimized_program() const;

  // Equal for equal inputs of equal compilers.
  Result<std::string> fingerprint() const;
  Result<std::string> name() const;

  // Results of the program, per device.
  Result<int> num_outputs() const;
  Result<std::vector<OutputSpec>> outputs() const;

  // The compiler's estimates, e.g. ("flops", 128.0f). Unimplemented on several plugins.
  Result<Options> cost_analysis() const;

  const Plugin& plugin() const { return plugin_; }

 private:
  friend class Client;
  friend class LoadedExecutable;
  friend class Topology;
  // `client` is null for a program that was compiled without one.
  Executable(Plugin plugin, std::shared_ptr<const internal::ClientState> client,
             internal::Handle<PJRT_Executable> handle)
      : plugin_(std::move(plugin)), client_(std::move(client)), handle_(std::move(handle)) {}

  Plugin plugin_;
  std::shared_ptr<const internal::ClientState> client_;
  internal::Handle<PJRT_Executable> handle_;
};

// A program loaded onto the devices of a client, which it keeps alive. Move-only.
class LoadedExecutable : public Executable {
 public:
  // Indices among the client's devices, in the order of the program's partitions.
  const std::vector<int>& devices() const { return devices_; }
  int num_devices() const { return static_cast<int>(devices_.size()); }

  // Runs once on all devices and waits for them. `arguments` is [device][argument], devices in the
  // order of devices(); each row holds the same number of buffers, one per parameter, each on its
  // device. Arguments are never donated. The result is [device][output].
  // Errors: InvalidArgument for a table of the wrong form, else what the plugin reports.
  Result<std::vector<std::vector<Buffer>>> Execute(
      const std::vector<std::vector<const Buffer*>>& arguments) const;

 private:
  friend class Client;
  LoadedExecutable(Executable executable, internal::Handle<PJRT_LoadedExecutable> loaded,
                   std::vector<int> devices, int num_outputs)
      : Executable(std::move(executable)),
        loaded_(std::move(loaded)),
        devices_(std::move(devices)),
        num_outputs_(num_outputs) {}

  internal::Handle<PJRT_LoadedExecutable> loaded_;
  std::vector<int> devices_;
  int num_outputs_ = 0;
};

}  // namespace logphead

#endif  // LOGPHEAD_PJRT_EXECUTABLE_H_
