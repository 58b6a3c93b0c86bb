// SPDX-License-Identifier: Apache-2.0
// The FFI extension of the PJRT C API, of which no header comes with the engines; for this layer.
#ifndef LOGPHEAD_PJRT_FFI_EXTENSION_H_
#define LOGPHEAD_PJRT_FFI_EXTENSION_H_

#include <cstddef>
#include <cstdint>

#include "pjrt_c_api.h"

namespace logphead::internal {

// Arguments as far as every version has them; sizes count bytes up to the last field.
struct FfiRegisterHandlerArgs {
  size_t struct_size;
  const char* target_name;
  size_t target_name_size;
  void* handler;
  const char* platform_name;
  size_t platform_name_size;
  uint32_t traits;
};
inline constexpr size_t kFfiRegisterHandlerArgsSize =
    offsetof(FfiRegisterHandlerArgs, traits) + sizeof(uint32_t);

struct FfiExtension {
  PJRT_Extension_Base base;
  void* type_register;
  void* user_data_add;
  PJRT_Error* (*register_handler)(FfiRegisterHandlerArgs* args);
};
static_assert(offsetof(FfiExtension, register_handler) == 40);
inline constexpr size_t kFfiExtensionSize = sizeof(FfiExtension);

}  // namespace logphead::internal

#endif  // LOGPHEAD_PJRT_FFI_EXTENSION_H_
