// SPDX-License-Identifier: Apache-2.0
// Error: what went wrong, as a code, a sentence and the place that noticed.
#ifndef LOGPHEAD_BASE_ERROR_H_
#define LOGPHEAD_BASE_ERROR_H_

#include <string>
#include <string_view>

namespace logphead {

// Error codes, numbered as in PJRT and absl so that they cross both interfaces unchanged.
enum class Code : int {
  kOk = 0,
  kCancelled = 1,
  kUnknown = 2,
  kInvalidArgument = 3,
  kDeadlineExceeded = 4,
  kNotFound = 5,
  kAlreadyExists = 6,
  kPermissionDenied = 7,
  kResourceExhausted = 8,
  kFailedPrecondition = 9,
  kAborted = 10,
  kOutOfRange = 11,
  kUnimplemented = 12,
  kInternal = 13,
  kUnavailable = 14,
  kDataLoss = 15,
  kUnauthenticated = 16,
};

// The upper-case name of a code as XLA prints it, e.g. "INVALID_ARGUMENT".
std::string_view CodeName(Code code);

// A place in the source, taken at the caller through the default argument of Here().
struct Place {
  const char* file = "";
  int line = 0;

  // The place of the call. As a default argument it names the caller of the function it belongs to.
  static constexpr Place Here(const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    return Place{file, line};
  }
};

// A failure. Messages are lower case, without a final period, with the numbers and what would work.
class [[nodiscard]] Error {
 public:
  Error(Code code, std::string message, Place where = Place::Here())
      : code_(code), message_(std::move(message)), where_(where) {}

  Code code() const { return code_; }
  const std::string& message() const { return message_; }
  Place where() const { return where_; }

  // The same error with "context: " put before its message; for adding what was being done.
  Error WithContext(std::string_view context) const;

  // "INVALID_ARGUMENT: message (file.cc:12)" for logs; users are shown message() alone.
  std::string ToString() const;

 private:
  Code code_;
  std::string message_;
  Place where_;
};

// Shorthands for the codes that the product raises itself.
Error InvalidArgument(std::string message, Place where = Place::Here());
Error NotFound(std::string message, Place where = Place::Here());
Error FailedPrecondition(std::string message, Place where = Place::Here());
Error Unimplemented(std::string message, Place where = Place::Here());
Error Internal(std::string message, Place where = Place::Here());
Error DataLoss(std::string message, Place where = Place::Here());

}  // namespace logphead

#endif  // LOGPHEAD_BASE_ERROR_H_
