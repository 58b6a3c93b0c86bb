// SPDX-License-Identifier: Apache-2.0
// Plugin: a loaded PJRT shared library, the door to one engine or compiler.
#ifndef LOGPHEAD_PJRT_PLUGIN_H_
#define LOGPHEAD_PJRT_PLUGIN_H_

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "logphead/base/result.h"

struct PJRT_Api;

namespace logphead {

// Version of the PJRT C API, "0.81".
struct ApiVersion {
  int major = 0;
  int minor = 0;

  bool operator==(const ApiVersion&) const = default;
  std::string ToString() const;
};

// The version of the header that this program was built with.
ApiVersion BuiltApiVersion();

// The oldest plugin version that is accepted; older ones are refused when loaded.
ApiVersion OldestApiVersion();

// A cheap, copyable handle. The library stays loaded until the process ends: plugins start threads
// and register exit handlers that do not survive being unloaded.
class Plugin {
 public:
  // Loads `library` and initializes it; a second Load of the same file gives the same plugin.
  // Before that, environment variables which keep engines quiet are set where the user has not set
  // them, and for a file named libtpu* those of PrepareTpuEnvironment; so the first Load belongs
  // before other threads read the environment. Errors: NotFound (no such file), InvalidArgument
  // (not a PJRT plugin), Unimplemented (API version too old, or of another major version), and what
  // the plugin itself reports.
  static Result<Plugin> Load(const std::filesystem::path& library);

  // Wraps and initializes an API table that lives as long as the process; `name` stands in for the
  // path in messages.
  static Result<Plugin> Wrap(const PJRT_Api* api, const std::filesystem::path& name);

  ApiVersion api_version() const;
  const std::filesystem::path& path() const;

  // What the plugin says of itself, e.g. ("stablehlo_current_version", "1.13.3"); empty when it
  // says nothing.
  std::vector<std::pair<std::string, std::string>> attributes() const;

  // For the other files of this layer.
  const PJRT_Api* api() const;

 private:
  struct State;
  explicit Plugin(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  std::shared_ptr<const State> state_;
};

// Sets what libtpu needs to compile on a machine without a TPU, each variable only if it is unset:
// TPU_SKIP_MDS_QUERY, TPU_ACCELERATOR_TYPE, TPU_WORKER_HOSTNAMES, ALLOW_MULTIPLE_LIBTPU_LOAD.
void PrepareTpuEnvironment();

}  // namespace logphead

#endif  // LOGPHEAD_PJRT_PLUGIN_H_
