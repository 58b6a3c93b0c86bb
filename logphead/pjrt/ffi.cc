// SPDX-License-Identifier: Apache-2.0
// FFI: the extension is looked for in the engine's chain, and its sizes are checked.
#include "logphead/pjrt/ffi.h"

#include <fmt/format.h>

#include <map>
#include <mutex>
#include <string_view>
#include <utility>

#include "logphead/pjrt/call.h"
#include "logphead/pjrt/ffi_extension.h"

namespace logphead {
namespace {

constexpr std::string_view kPlatform = "Host";

Result<const internal::FfiExtension*> FindExtension(const Plugin& plugin) {
  const PJRT_Api* api = plugin.api();
  const PJRT_Extension_Base* extension = nullptr;
  if (api->struct_size >= offsetof(PJRT_Api, extension_start) + sizeof(void*)) {
    extension = api->extension_start;
  }
  while (extension != nullptr && internal::RawEnum(extension->type) != PJRT_Extension_Type_FFI) {
    extension = extension->next;
  }
  if (extension == nullptr) {
    return Unimplemented(
        fmt::format("{} takes no custom calls of ours: it has no FFI extension (use another CPU "
                    "engine)",
                    plugin.path().string()));
  }
  const auto* ffi = reinterpret_cast<const internal::FfiExtension*>(extension);
  if (extension->struct_size < internal::kFfiExtensionSize || ffi->register_handler == nullptr) {
    return Unimplemented(fmt::format(
        "{} takes no custom calls of ours: its FFI extension has {} bytes and {} are needed (use "
        "another CPU engine)",
        plugin.path().string(), extension->struct_size, internal::kFfiExtensionSize));
  }
  return ffi;
}

// Never destroyed, as the engines' own.
struct Registered {
  std::mutex mutex;
  std::map<std::pair<const PJRT_Api*, std::string>, void*> handlers;
};
Registered& TheRegistered() {
  static auto* registered = new Registered;
  return *registered;
}

}  // namespace

Status CheckTakesHandlers(const Plugin& plugin) {
  const Result<const internal::FfiExtension*> found = FindExtension(plugin);
  return found.ok() ? Status() : Status(found.error());
}

Status RegisterHandler(const Plugin& plugin, const std::string& name, void* handler) {
  LOGPHEAD_ASSIGN_OR_RETURN(const internal::FfiExtension* const ffi, FindExtension(plugin));
  Registered& registered = TheRegistered();
  const std::lock_guard lock(registered.mutex);
  const auto key = std::pair(plugin.api(), name);
  if (const auto found = registered.handlers.find(key); found != registered.handlers.end()) {
    if (found->second == handler) return {};
    return Error(Code::kAlreadyExists,
                 fmt::format("{} has another handler for custom calls of {} (register each name "
                             "once)",
                             plugin.path().string(), name));
  }
  internal::FfiRegisterHandlerArgs args{};
  args.struct_size = internal::kFfiRegisterHandlerArgsSize;
  args.target_name = name.data();
  args.target_name_size = name.size();
  args.handler = handler;
  args.platform_name = kPlatform.data();
  args.platform_name_size = kPlatform.size();
  const Status status =
      internal::CheckedCall(plugin.api(), "PJRT_FFI_Register_Handler", ffi->register_handler, args);
  if (!status.ok()) {
    return status.error().WithContext(
        fmt::format("cannot register {} with {}", name, plugin.path().string()));
  }
  registered.handlers[key] = handler;
  return {};
}

}  // namespace logphead
