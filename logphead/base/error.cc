// SPDX-License-Identifier: Apache-2.0
// Error: names and texts.
#include "logphead/base/error.h"

#include <array>
#include <utility>

namespace logphead {

std::string_view CodeName(Code code) {
  static constexpr std::array<std::string_view, 17> kNames = {"OK",
                                                              "CANCELLED",
                                                              "UNKNOWN",
                                                              "INVALID_ARGUMENT",
                                                              "DEADLINE_EXCEEDED",
                                                              "NOT_FOUND",
                                                              "ALREADY_EXISTS",
                                                              "PERMISSION_DENIED",
                                                              "RESOURCE_EXHAUSTED",
                                                              "FAILED_PRECONDITION",
                                                              "ABORTED",
                                                              "OUT_OF_RANGE",
                                                              "UNIMPLEMENTED",
                                                              "INTERNAL",
                                                              "UNAVAILABLE",
                                                              "DATA_LOSS",
                                                              "UNAUTHENTICATED"};
  const auto index = static_cast<size_t>(code);
  return index < kNames.size() ? kNames[index] : "UNKNOWN";
}

Error Error::WithContext(std::string_view context) const {
  return Error(code_, std::string(context) + ": " + message_, where_);
}

std::string Error::ToString() const {
  std::string_view file = where_.file;
  if (const size_t slash = file.rfind('/'); slash != std::string_view::npos) {
    file.remove_prefix(slash + 1);
  }
  return std::string(CodeName(code_)) + ": " + message_ + " (" + std::string(file) + ":" +
         std::to_string(where_.line) + ")";
}

Error InvalidArgument(std::string message, Place where) {
  return Error(Code::kInvalidArgument, std::move(message), where);
}
Error NotFound(std::string message, Place where) {
  return Error(Code::kNotFound, std::move(message), where);
}
Error FailedPrecondition(std::string message, Place where) {
  return Error(Code::kFailedPrecondition, std::move(message), where);
}
Error Unimplemented(std::string message, Place where) {
  return Error(Code::kUnimplemented, std::move(message), where);
}
Error Internal(std::string message, Place where) {
  return Error(Code::kInternal, std::move(message), where);
}
Error DataLoss(std::string message, Place where) {
  return Error(Code::kDataLoss, std::move(message), where);
}

}  // namespace logphead
