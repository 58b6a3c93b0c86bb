// SPDX-License-Identifier: Apache-2.0
// Checked calls into a PJRT API table; for the .cc files of this layer only.
#ifndef LOGPHEAD_PJRT_CALL_H_
#define LOGPHEAD_PJRT_CALL_H_

#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "logphead/base/dtypes.h"
#include "logphead/base/result.h"
#include "logphead/pjrt/handles.h"
#include "logphead/pjrt/options.h"
#include "pjrt_c_api.h"

namespace logphead::internal {

// The function at `offset` of the table; null when the plugin's table ends before it or has no such
// function.
template <typename Function>
Function FunctionAt(const PJRT_Api* api, size_t offset) noexcept {
  Function function = nullptr;
  if (api->struct_size >= offset + sizeof(function)) {
    std::memcpy(&function, reinterpret_cast<const char*>(api) + offset, sizeof(function));
  }
  return function;
}

// Frees `error`, which may be null, without reading it.
void DropError(const PJRT_Api* api, PJRT_Error* error) noexcept;

// The plugin's error as ours (code and message), freed; success for null.
Status TakeError(const PJRT_Api* api, PJRT_Error* error, Place where);

// Unimplemented: says that the plugin lacks `function`, with its API version and ours.
Error MissingFunction(const PJRT_Api* api, std::string_view function, Place where);

template <typename Args>
Status CheckedCall(const PJRT_Api* api, std::string_view name, PJRT_Error* (*function)(Args*),
                   Args& args, Place where = Place::Here()) {
  if (function == nullptr) return MissingFunction(api, name, where);
  return TakeError(api, function(&args), where);
}

// Waits for `event`, which may be null, and returns the error it reports.
Status Await(const PJRT_Api* api, PJRT_Event* event, Place where = Place::Here());

// Our options as the C API's, pointing into `options`.
std::vector<PJRT_NamedValue> ToNamedValues(const Options& options);
Options FromNamedValues(const PJRT_NamedValue* values, size_t count);

// The number behind an enumerator that a newer plugin may have chosen outside our enumeration.
template <typename Enum>
int RawEnum(const Enum& value) {
  static_assert(sizeof(Enum) == sizeof(int));
  int raw = 0;
  std::memcpy(&raw, &value, sizeof(raw));
  return raw;
}

PJRT_Buffer_Type ToBufferType(DType dtype);
Result<DType> FromBufferType(const PJRT_Buffer_Type& type);

// StableHLO text as a program; points into `mlir`.
PJRT_Program MlirProgram(std::string_view mlir);

// A string of the C API, which may be null when empty.
inline std::string CopyString(const char* data, size_t size) {
  return size == 0 ? std::string() : std::string(data, size);
}

}  // namespace logphead::internal

// The function pointer of a table, null when it is not there.
#define LOGPHEAD_PJRT_FUNCTION(api, name) \
  ::logphead::internal::FunctionAt<decltype(PJRT_Api::name)>((api), offsetof(PJRT_Api, name))

// LOGPHEAD_PJRT_ARGS(args, PJRT_Client_Create): declares zero-filled arguments of the right size.
#define LOGPHEAD_PJRT_ARGS(variable, name) \
  name##_Args variable{};                  \
  variable.struct_size = name##_Args_STRUCT_SIZE

// LOGPHEAD_PJRT_CALL(api, PJRT_Client_Create, args): a Status.
#define LOGPHEAD_PJRT_CALL(api, name, args) \
  ::logphead::internal::CheckedCall((api), #name, LOGPHEAD_PJRT_FUNCTION((api), name), (args))

#endif  // LOGPHEAD_PJRT_CALL_H_
