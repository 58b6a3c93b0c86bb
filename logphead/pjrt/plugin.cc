// SPDX-License-Identifier: Apache-2.0
// Plugin: dlopen, version checks, and the registry that loads each file once.
#include "logphead/pjrt/plugin.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <stdlib.h>

#include <map>
#include <mutex>
#include <string_view>

#include "logphead/pjrt/call.h"
#include "logphead/pjrt/registry.h"

namespace logphead {

struct Plugin::State {
  const PJRT_Api* api;
  std::filesystem::path path;
};

namespace {

// From 0.70 on a plugin reads `sdy` operations straight from the program, which ours are written
// in.
constexpr ApiVersion kOldest{0, 70};

// Both maps are never destroyed, as plugins may still run at exit.
struct Registry {
  std::mutex mutex;
  std::map<std::filesystem::path, Plugin> by_path;
  std::map<const PJRT_Api*, std::string> names;
};
Registry& TheRegistry() {
  static auto* registry = new Registry;
  return *registry;
}

void SetIfUnset(const char* name, const char* value) { setenv(name, value, /*overwrite=*/0); }

void PrepareQuietEnvironment() {
  SetIfUnset("TF_CPP_MIN_LOG_LEVEL", "2");
  SetIfUnset("TPU_MIN_LOG_LEVEL", "3");
  SetIfUnset("TPU_STDERR_LOG_LEVEL", "3");
  SetIfUnset("TPU_LOG_DIR", "disabled");
}

Status CheckVersion(const PJRT_Api* api, const std::filesystem::path& path) {
  if (api->struct_size < PJRT_STRUCT_SIZE(PJRT_Api, PJRT_Error_GetCode)) {
    return InvalidArgument(
        fmt::format("{} is not a usable PJRT plugin: its function table has {} bytes, fewer than "
                    "any version has",
                    path.string(), api->struct_size));
  }
  const ApiVersion version{api->pjrt_api_version.major_version,
                           api->pjrt_api_version.minor_version};
  if (version.major != PJRT_API_MAJOR) {
    return Unimplemented(fmt::format(
        "{} has PJRT API {}, which is not compatible with {} (use a plugin of API {}.x)",
        path.string(), version.ToString(), BuiltApiVersion().ToString(), PJRT_API_MAJOR));
  }
  if (version.minor < kOldest.minor) {
    return Unimplemented(fmt::format(
        "{} is too old: its PJRT API is {} and this program, built for {}, needs {} or newer (use "
        "a newer plugin; ./setup installs one that works)",
        path.string(), version.ToString(), BuiltApiVersion().ToString(), kOldest.ToString()));
  }
  if (LOGPHEAD_PJRT_FUNCTION(api, PJRT_Error_Destroy) == nullptr ||
      LOGPHEAD_PJRT_FUNCTION(api, PJRT_Error_Message) == nullptr ||
      LOGPHEAD_PJRT_FUNCTION(api, PJRT_Error_GetCode) == nullptr) {
    return InvalidArgument(fmt::format(
        "{} is not a usable PJRT plugin: it has no functions to read errors with", path.string()));
  }
  return Status();
}

Result<const PJRT_Api*> OpenLibrary(const std::filesystem::path& path) {
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* reason = dlerror();
    return InvalidArgument(fmt::format("cannot load {}: {}", path.string(),
                                       reason != nullptr ? reason : "unknown reason"));
  }
  using GetPjrtApi = const PJRT_Api* (*)();
  auto get_api = reinterpret_cast<GetPjrtApi>(dlsym(library, "GetPjrtApi"));
  if (get_api == nullptr) {
    return InvalidArgument(
        fmt::format("{} is not a PJRT plugin: it has no function GetPjrtApi", path.string()));
  }
  const PJRT_Api* api = get_api();
  if (api == nullptr) {
    return InvalidArgument(
        fmt::format("{} gave no PJRT API: its GetPjrtApi returned null", path.string()));
  }
  return api;
}

}  // namespace

namespace internal {

std::string PluginName(const PJRT_Api* api) {
  Registry& registry = TheRegistry();
  const std::lock_guard lock(registry.mutex);
  const auto found = registry.names.find(api);
  return found == registry.names.end() ? "the plugin" : found->second;
}

}  // namespace internal

std::string ApiVersion::ToString() const { return fmt::format("{}.{}", major, minor); }
ApiVersion BuiltApiVersion() { return {PJRT_API_MAJOR, PJRT_API_MINOR}; }
ApiVersion OldestApiVersion() { return kOldest; }

Result<Plugin> Plugin::Wrap(const PJRT_Api* api, const std::filesystem::path& name) {
  if (api == nullptr) return InvalidArgument(fmt::format("{} gave no PJRT API", name.string()));
  LOGPHEAD_RETURN_IF_ERROR(CheckVersion(api, name));
  {
    Registry& registry = TheRegistry();
    const std::lock_guard lock(registry.mutex);
    registry.names[api] = name.string();
  }
  LOGPHEAD_PJRT_ARGS(args, PJRT_Plugin_Initialize);
  if (const Status status = LOGPHEAD_PJRT_CALL(api, PJRT_Plugin_Initialize, args); !status.ok()) {
    return status.error().WithContext("cannot initialize " + name.string());
  }
  return Plugin(std::make_shared<const State>(State{api, name}));
}

Result<Plugin> Plugin::Load(const std::filesystem::path& library) {
  std::error_code error;
  const std::filesystem::path path = std::filesystem::canonical(library, error);
  if (error) {
    return NotFound(fmt::format("no plugin at {}: {}", library.string(), error.message()));
  }
  if (!std::filesystem::is_regular_file(path, error)) {
    return InvalidArgument(fmt::format("{} is not a file", library.string()));
  }
  // Held throughout, so that two threads do not initialize one plugin twice.
  static std::mutex loading;
  const std::lock_guard loading_lock(loading);
  Registry& registry = TheRegistry();
  {
    const std::lock_guard lock(registry.mutex);
    if (const auto found = registry.by_path.find(path); found != registry.by_path.end()) {
      return found->second;
    }
  }
  PrepareQuietEnvironment();
  if (path.filename().string().starts_with("libtpu")) PrepareTpuEnvironment();
  LOGPHEAD_ASSIGN_OR_RETURN(const PJRT_Api* api, OpenLibrary(path));
  LOGPHEAD_ASSIGN_OR_RETURN(Plugin plugin, Wrap(api, path));
  const std::lock_guard lock(registry.mutex);
  registry.by_path.emplace(path, plugin);
  return plugin;
}

ApiVersion Plugin::api_version() const {
  return {state_->api->pjrt_api_version.major_version, state_->api->pjrt_api_version.minor_version};
}

const std::filesystem::path& Plugin::path() const { return state_->path; }
const PJRT_Api* Plugin::api() const { return state_->api; }

std::vector<std::pair<std::string, std::string>> Plugin::attributes() const {
  LOGPHEAD_PJRT_ARGS(args, PJRT_Plugin_Attributes);
  std::vector<std::pair<std::string, std::string>> attributes;
  if (!LOGPHEAD_PJRT_CALL(api(), PJRT_Plugin_Attributes, args).ok()) return attributes;
  for (const auto& [name, value] :
       internal::FromNamedValues(args.attributes, args.num_attributes)) {
    const auto* numbers = std::get_if<std::vector<int64_t>>(&value);
    // Versions come as lists, [1, 13, 3].
    attributes.emplace_back(
        name, numbers != nullptr ? fmt::format("{}", fmt::join(*numbers, ".")) : OptionText(value));
  }
  return attributes;
}

void PrepareTpuEnvironment() {
  SetIfUnset("TPU_SKIP_MDS_QUERY", "1");  // else it asks the network what machine this is
  SetIfUnset("TPU_ACCELERATOR_TYPE", "tpu7x-256");
  SetIfUnset("TPU_WORKER_HOSTNAMES", "localhost");
  SetIfUnset("ALLOW_MULTIPLE_LIBTPU_LOAD", "true");  // else two processes collide on a lock file
}

}  // namespace logphead
