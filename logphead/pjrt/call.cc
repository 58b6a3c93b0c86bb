// SPDX-License-Identifier: Apache-2.0
// Checked calls: errors, named values and element types across the C API.
#include "logphead/pjrt/call.h"

#include <fmt/format.h>

#include <type_traits>

#include "logphead/pjrt/registry.h"

namespace logphead::internal {

static_assert(int{PJRT_Error_Code_CANCELLED} == int(Code::kCancelled));
static_assert(int{PJRT_Error_Code_UNKNOWN} == int(Code::kUnknown));
static_assert(int{PJRT_Error_Code_INVALID_ARGUMENT} == int(Code::kInvalidArgument));
static_assert(int{PJRT_Error_Code_DEADLINE_EXCEEDED} == int(Code::kDeadlineExceeded));
static_assert(int{PJRT_Error_Code_NOT_FOUND} == int(Code::kNotFound));
static_assert(int{PJRT_Error_Code_ALREADY_EXISTS} == int(Code::kAlreadyExists));
static_assert(int{PJRT_Error_Code_PERMISSION_DENIED} == int(Code::kPermissionDenied));
static_assert(int{PJRT_Error_Code_RESOURCE_EXHAUSTED} == int(Code::kResourceExhausted));
static_assert(int{PJRT_Error_Code_FAILED_PRECONDITION} == int(Code::kFailedPrecondition));
static_assert(int{PJRT_Error_Code_ABORTED} == int(Code::kAborted));
static_assert(int{PJRT_Error_Code_OUT_OF_RANGE} == int(Code::kOutOfRange));
static_assert(int{PJRT_Error_Code_UNIMPLEMENTED} == int(Code::kUnimplemented));
static_assert(int{PJRT_Error_Code_INTERNAL} == int(Code::kInternal));
static_assert(int{PJRT_Error_Code_UNAVAILABLE} == int(Code::kUnavailable));
static_assert(int{PJRT_Error_Code_DATA_LOSS} == int(Code::kDataLoss));
static_assert(int{PJRT_Error_Code_UNAUTHENTICATED} == int(Code::kUnauthenticated));

void DropError(const PJRT_Api* api, PJRT_Error* error) noexcept {
  if (error == nullptr) return;
  LOGPHEAD_PJRT_ARGS(args, PJRT_Error_Destroy);
  args.error = error;
  if (auto* destroy = LOGPHEAD_PJRT_FUNCTION(api, PJRT_Error_Destroy)) destroy(&args);
}

namespace {

Code ErrorCode(const PJRT_Api* api, const PJRT_Error* error) {
  LOGPHEAD_PJRT_ARGS(args, PJRT_Error_GetCode);
  args.error = error;
  auto* get_code = LOGPHEAD_PJRT_FUNCTION(api, PJRT_Error_GetCode);
  if (get_code == nullptr) return Code::kUnknown;
  if (PJRT_Error* second = get_code(&args); second != nullptr) {
    DropError(api, second);
    return Code::kUnknown;
  }
  const int code = RawEnum(args.code);
  // An error with code "OK" or one that is not in the list is still an error.
  return code >= 1 && code <= 16 ? static_cast<Code>(code) : Code::kUnknown;
}

std::string ErrorMessage(const PJRT_Api* api, const PJRT_Error* error) {
  LOGPHEAD_PJRT_ARGS(args, PJRT_Error_Message);
  args.error = error;
  if (auto* get_message = LOGPHEAD_PJRT_FUNCTION(api, PJRT_Error_Message)) get_message(&args);
  if (args.message == nullptr || args.message_size == 0) return "the plugin gave no message";
  std::string_view message(args.message, args.message_size);
  while (!message.empty() && (message.back() == '\n' || message.back() == ' ')) {
    message.remove_suffix(1);
  }
  return std::string(message);
}

}  // namespace

Status TakeError(const PJRT_Api* api, PJRT_Error* error, Place where) {
  if (error == nullptr) return Status();
  const Code code = ErrorCode(api, error);
  std::string message = ErrorMessage(api, error);
  DropError(api, error);
  return Error(code, std::move(message), where);
}

Error MissingFunction(const PJRT_Api* api, std::string_view function, Place where) {
  return Unimplemented(
      fmt::format("{} has no {}: its PJRT API is {}.{} and this program's is {}.{} (use a newer "
                  "plugin)",
                  PluginName(api), function, api->pjrt_api_version.major_version,
                  api->pjrt_api_version.minor_version, PJRT_API_MAJOR, PJRT_API_MINOR),
      where);
}

Status Await(const PJRT_Api* api, PJRT_Event* event, Place where) {
  if (event == nullptr) return Status();
  LOGPHEAD_PJRT_ARGS(args, PJRT_Event_Await);
  args.event = event;
  return CheckedCall(api, "PJRT_Event_Await", LOGPHEAD_PJRT_FUNCTION(api, PJRT_Event_Await), args,
                     where);
}

namespace {

PJRT_NamedValue ToNamedValue(const std::string& name, const OptionValue& option) {
  PJRT_NamedValue named{};
  named.struct_size = PJRT_NamedValue_STRUCT_SIZE;
  named.name = name.data();
  named.name_size = name.size();
  named.value_size = 1;
  std::visit(
      [&named](const auto& value) {
        using T = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<T, std::string>) {
          named.type = PJRT_NamedValue_kString;
          named.string_value = value.data();
          named.value_size = value.size();
        } else if constexpr (std::is_same_v<T, int64_t>) {
          named.type = PJRT_NamedValue_kInt64;
          named.int64_value = value;
        } else if constexpr (std::is_same_v<T, std::vector<int64_t>>) {
          named.type = PJRT_NamedValue_kInt64List;
          named.int64_array_value = value.data();
          named.value_size = value.size();
        } else if constexpr (std::is_same_v<T, float>) {
          named.type = PJRT_NamedValue_kFloat;
          named.float_value = value;
        } else {
          named.type = PJRT_NamedValue_kBool;
          named.bool_value = value;
        }
      },
      option);
  return named;
}

}  // namespace

std::vector<PJRT_NamedValue> ToNamedValues(const Options& options) {
  std::vector<PJRT_NamedValue> values;
  values.reserve(options.size());
  for (const auto& [name, value] : options) values.push_back(ToNamedValue(name, value));
  return values;
}

Options FromNamedValues(const PJRT_NamedValue* values, size_t count) {
  Options options;
  for (size_t i = 0; i < count; ++i) {
    const PJRT_NamedValue& named = values[i];
    OptionValue value;
    switch (RawEnum(named.type)) {
      case PJRT_NamedValue_kString:
        value = CopyString(named.string_value, named.value_size);
        break;
      case PJRT_NamedValue_kInt64:
        value = named.int64_value;
        break;
      case PJRT_NamedValue_kInt64List:
        value = std::vector<int64_t>(named.int64_array_value,
                                     named.int64_array_value + named.value_size);
        break;
      case PJRT_NamedValue_kFloat:
        value = named.float_value;
        break;
      case PJRT_NamedValue_kBool:
        value = named.bool_value;
        break;
      default:
        continue;  // a kind of value that is newer than this program
    }
    options.emplace_back(CopyString(named.name, named.name_size), std::move(value));
  }
  return options;
}

PJRT_Buffer_Type ToBufferType(DType dtype) {
  switch (dtype) {
    case DType::kPred:
      return PJRT_Buffer_Type_PRED;
    case DType::kS8:
      return PJRT_Buffer_Type_S8;
    case DType::kU8:
      return PJRT_Buffer_Type_U8;
    case DType::kS16:
      return PJRT_Buffer_Type_S16;
    case DType::kU16:
      return PJRT_Buffer_Type_U16;
    case DType::kS32:
      return PJRT_Buffer_Type_S32;
    case DType::kU32:
      return PJRT_Buffer_Type_U32;
    case DType::kS64:
      return PJRT_Buffer_Type_S64;
    case DType::kU64:
      return PJRT_Buffer_Type_U64;
    case DType::kF16:
      return PJRT_Buffer_Type_F16;
    case DType::kBF16:
      return PJRT_Buffer_Type_BF16;
    case DType::kF32:
      return PJRT_Buffer_Type_F32;
    case DType::kF64:
      return PJRT_Buffer_Type_F64;
  }
  return PJRT_Buffer_Type_INVALID;
}

Result<DType> FromBufferType(const PJRT_Buffer_Type& type) {
  for (int i = 0; i <= static_cast<int>(DType::kF64); ++i) {
    const auto dtype = static_cast<DType>(i);
    if (int{ToBufferType(dtype)} == RawEnum(type)) return dtype;
  }
  return Unimplemented(
      fmt::format("element type {} of the PJRT API is not supported", RawEnum(type)));
}

PJRT_Program MlirProgram(std::string_view mlir) {
  static constexpr std::string_view kFormat = "mlir";
  PJRT_Program program{};
  program.struct_size = PJRT_Program_STRUCT_SIZE;
  program.code = const_cast<char*>(mlir.data());  // only read: the field is shared with outputs
  program.code_size = mlir.size();
  program.format = kFormat.data();
  program.format_size = kFormat.size();
  return program;
}

}  // namespace logphead::internal
