// SPDX-License-Identifier: Apache-2.0
// The objects behind the fake plugin's handles, and what its functions share.
#ifndef LOGPHEAD_PJRT_FAKE_PLUGIN_OBJECTS_H_
#define LOGPHEAD_PJRT_FAKE_PLUGIN_OBJECTS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "logphead/pjrt/fake_plugin/fake_plugin.h"
#include "pjrt_c_api.h"

struct PJRT_Error {
  int code;
  std::string message;
};

struct PJRT_Event {
  int code = 0;
  PJRT_Buffer* until_freed = nullptr;  // host data in use until this buffer is destroyed
  bool of_host_data = false;
  bool awaited = false;
};

struct PJRT_DeviceDescription {
  std::string kind;
  int id = 0;
};

struct PJRT_Device {
  int id;
};

struct PJRT_Client {
  std::vector<std::unique_ptr<PJRT_Device>> devices;
  std::vector<PJRT_Device*> pointers;
  std::string version;
};

struct PJRT_Buffer {
  PJRT_Buffer_Type type;
  std::vector<int64_t> dims;
  std::string bytes;
  PJRT_Event* host_event = nullptr;
};

struct PJRT_Executable {
  size_t num_outputs;
};

struct PJRT_LoadedExecutable {
  size_t num_outputs;
  std::vector<PJRT_Device*> devices;
};

struct PJRT_TopologyDescription {
  std::vector<std::unique_ptr<PJRT_DeviceDescription>> devices;
  std::vector<PJRT_DeviceDescription*> pointers;
  std::string version;
};

namespace logphead::fake {

Controls& TheControls();
PJRT_Error* MakeError(int code, const std::string& message);
PJRT_Event* MakeEvent();
// "name=value;" for each option.
std::string OptionsText(const PJRT_NamedValue* values, size_t count);

// The error that the function `name` is told to return, or one for arguments that are not prepared
// as the C API wants them; null when neither.
PJRT_Error* Enter(const char* name, size_t struct_size, size_t want_size, const void* extension);

// Fill in the functions of one file.
void AddClientFunctions(PJRT_Api& api);
void AddExecutableFunctions(PJRT_Api& api);
void AddBufferFunctions(PJRT_Api& api);

}  // namespace logphead::fake

// First line of each function: returns the error of Enter().
#define FAKE_ENTER(name, args)                                                             \
  if (PJRT_Error* error = ::logphead::fake::Enter(                                         \
          #name, (args)->struct_size, name##_Args_STRUCT_SIZE, (args)->extension_start)) { \
    return error;                                                                          \
  }                                                                                        \
  static_assert(true)

#endif  // LOGPHEAD_PJRT_FAKE_PLUGIN_OBJECTS_H_
