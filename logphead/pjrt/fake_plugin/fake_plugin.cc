// SPDX-License-Identifier: Apache-2.0
// Fake plugin: its API tables, errors and events.
#include "logphead/pjrt/fake_plugin/fake_plugin.h"

#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <string_view>

#include "logphead/pjrt/fake_plugin/objects.h"
#include "logphead/pjrt/ffi_extension.h"

namespace logphead::fake {

Controls& TheControls() {
  static Controls controls;
  return controls;
}

PJRT_Error* MakeError(int code, const std::string& message) {
  ++TheControls().live_errors;
  return new PJRT_Error{code, message};
}

PJRT_Event* MakeEvent() {
  ++TheControls().live_events;
  auto* event = new PJRT_Event;
  event->code = TheControls().event_code;
  return event;
}

PJRT_Error* Enter(const char* name, size_t struct_size, size_t want_size, const void* extension) {
  const Controls& controls = TheControls();
  if (controls.failing_function == name) {
    return MakeError(controls.failing_code, controls.failing_message);
  }
  if (struct_size != want_size || extension != nullptr) {
    return MakeError(PJRT_Error_Code_INVALID_ARGUMENT,
                     std::string("fake: arguments of ") + name + " are not prepared");
  }
  return nullptr;
}

namespace {

void ErrorDestroy(PJRT_Error_Destroy_Args* args) {
  if (args->error != nullptr) --TheControls().live_errors;
  delete args->error;
}

void ErrorMessage(PJRT_Error_Message_Args* args) {
  args->message = args->error->message.data();
  args->message_size = args->error->message.size();
}

PJRT_Error* ErrorGetCode(PJRT_Error_GetCode_Args* args) {
  FAKE_ENTER(PJRT_Error_GetCode, args);
  // Copied, as codes outside the enumeration are part of the tests.
  std::memcpy(&args->code, &args->error->code, sizeof(args->code));
  return nullptr;
}

PJRT_Error* PluginInitialize(PJRT_Plugin_Initialize_Args* args) {
  FAKE_ENTER(PJRT_Plugin_Initialize, args);
  ++TheControls().initialized;
  return nullptr;
}

PJRT_NamedValue Named(std::string_view name, PJRT_NamedValue_Type type) {
  PJRT_NamedValue value{};
  value.struct_size = PJRT_NamedValue_STRUCT_SIZE;
  value.name = name.data();
  value.name_size = name.size();
  value.type = type;
  value.value_size = 1;
  return value;
}

PJRT_Error* PluginAttributes(PJRT_Plugin_Attributes_Args* args) {
  FAKE_ENTER(PJRT_Plugin_Attributes, args);
  static constexpr int64_t kVersion[] = {1, 2, 3};
  static PJRT_NamedValue values[3];
  values[0] = Named("stablehlo_current_version", PJRT_NamedValue_kInt64List);
  values[0].int64_array_value = kVersion;
  values[0].value_size = 3;
  values[1] = Named("xla_version", PJRT_NamedValue_kInt64);
  values[1].int64_value = 7;
  values[2] = Named("from_the_future", static_cast<PJRT_NamedValue_Type>(6));
  args->attributes = values;
  args->num_attributes = 3;
  return nullptr;
}

PJRT_Error* EventDestroy(PJRT_Event_Destroy_Args* args) {
  if (args->event->of_host_data && !args->event->awaited) ++TheControls().unawaited_host_data;
  if (args->event->until_freed != nullptr) args->event->until_freed->host_event = nullptr;
  --TheControls().live_events;
  delete args->event;
  FAKE_ENTER(PJRT_Event_Destroy, args);
  return nullptr;
}

PJRT_Error* EventAwait(PJRT_Event_Await_Args* args) {
  FAKE_ENTER(PJRT_Event_Await, args);
  args->event->awaited = true;
  if (args->event->until_freed != nullptr) ++TheControls().awaits_before_free;
  if (args->event->code == 0) return nullptr;
  return MakeError(args->event->code, "fake: event failed");
}

PJRT_Error* RegisterHandler(internal::FfiRegisterHandlerArgs* args) {
  if (PJRT_Error* error = Enter("PJRT_FFI_Register_Handler", args->struct_size,
                                internal::kFfiRegisterHandlerArgsSize, nullptr)) {
    return error;
  }
  TheControls().handlers.emplace_back(
      std::string(args->target_name, args->target_name_size) + " on " +
          std::string(args->platform_name, args->platform_name_size),
      args->handler);
  return nullptr;
}

void AddBasicFunctions(PJRT_Api& api) {
  api.PJRT_Error_Destroy = ErrorDestroy;
  api.PJRT_Error_Message = ErrorMessage;
  api.PJRT_Error_GetCode = ErrorGetCode;
  api.PJRT_Plugin_Initialize = PluginInitialize;
  api.PJRT_Plugin_Attributes = PluginAttributes;
  api.PJRT_Event_Destroy = EventDestroy;
  api.PJRT_Event_Await = EventAwait;
}

const std::map<std::string_view, size_t>& Offsets() {
#define FAKE_OFFSET(name) \
  { #name, offsetof(PJRT_Api, name) }
  static const std::map<std::string_view, size_t> offsets = {
      FAKE_OFFSET(PJRT_Error_Message),
      FAKE_OFFSET(PJRT_Error_GetCode),
      FAKE_OFFSET(PJRT_Plugin_Initialize),
      FAKE_OFFSET(PJRT_Client_Create),
      FAKE_OFFSET(PJRT_Client_Compile),
      FAKE_OFFSET(PJRT_Executable_GetCostAnalysis),
      FAKE_OFFSET(PJRT_Executable_GetCompiledMemoryStats),
      FAKE_OFFSET(PJRT_Executable_Fingerprint),
      FAKE_OFFSET(PJRT_Buffer_ToHostBuffer),
      FAKE_OFFSET(PJRT_TopologyDescription_Create),
      FAKE_OFFSET(PJRT_Compile),
  };
#undef FAKE_OFFSET
  return offsets;
}

}  // namespace
}  // namespace logphead::fake

#define FAKE_EXPORT extern "C" __attribute__((visibility("default")))

FAKE_EXPORT logphead::fake::Controls* LogpheadFakeControls() {
  return &logphead::fake::TheControls();
}

FAKE_EXPORT size_t LogpheadFakeSizeBefore(const char* name) {
  return logphead::fake::Offsets().at(name);
}

FAKE_EXPORT const PJRT_Api* LogpheadFakeMakeApi(size_t struct_size, int major, int minor,
                                                const char* missing) {
  static std::deque<PJRT_Api> tables;
  PJRT_Api& api = tables.emplace_back();
  api = PJRT_Api{};
  api.struct_size = struct_size != 0 ? struct_size : size_t{PJRT_Api_STRUCT_SIZE};
  api.pjrt_api_version.struct_size = PJRT_Api_Version_STRUCT_SIZE;
  api.pjrt_api_version.major_version = major;
  api.pjrt_api_version.minor_version = minor;
  logphead::fake::AddBasicFunctions(api);
  logphead::fake::AddClientFunctions(api);
  logphead::fake::AddExecutableFunctions(api);
  logphead::fake::AddBufferFunctions(api);
  if (missing != nullptr) {
    std::memset(reinterpret_cast<char*>(&api) + logphead::fake::Offsets().at(missing), 0,
                sizeof(void*));
  }
  return &api;
}

FAKE_EXPORT const PJRT_Api* LogpheadFakeMakeFfiApi(size_t struct_size, bool takes) {
  namespace internal = logphead::internal;
  static std::deque<internal::FfiExtension> extensions;
  internal::FfiExtension& ffi = extensions.emplace_back();
  ffi = {};
  ffi.base.struct_size = struct_size != 0 ? struct_size : internal::kFfiExtensionSize;
  ffi.base.type = PJRT_Extension_Type_FFI;
  if (takes) ffi.register_handler = logphead::fake::RegisterHandler;
  internal::FfiExtension& other = extensions.emplace_back();
  other = {};
  other.base = {PJRT_Extension_Base_STRUCT_SIZE, PJRT_Extension_Type_Layouts, &ffi.base};
  auto* api =
      const_cast<PJRT_Api*>(LogpheadFakeMakeApi(0, PJRT_API_MAJOR, PJRT_API_MINOR, nullptr));
  api->extension_start = &other.base;
  return api;
}

FAKE_EXPORT const PJRT_Api* GetPjrtApi() {
  const char* mode = std::getenv("FAKE_PJRT");
  const std::string_view chosen = mode != nullptr ? mode : "";
  if (chosen == "null") return nullptr;
  if (chosen == "old") return LogpheadFakeMakeApi(0, 0, 3, nullptr);
  if (chosen == "major") return LogpheadFakeMakeApi(0, 1, 0, nullptr);
  return LogpheadFakeMakeApi(0, PJRT_API_MAJOR, PJRT_API_MINOR, nullptr);
}
