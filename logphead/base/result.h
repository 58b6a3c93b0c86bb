// SPDX-License-Identifier: Apache-2.0
// Result<T>: a value or an Error; Status: nothing or an Error.
#ifndef LOGPHEAD_BASE_RESULT_H_
#define LOGPHEAD_BASE_RESULT_H_

#include <cassert>
#include <optional>
#include <utility>
#include <variant>

#include "logphead/base/error.h"

namespace logphead {

// A T, or the Error that prevented it. Must be looked at; value() on an error is our own bug.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT: implicit
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: implicit

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  T& value() & {
    assert(ok());
    return *std::get_if<0>(&state_);
  }
  const T& value() const& {
    assert(ok());
    return *std::get_if<0>(&state_);
  }
  T&& value() && {
    assert(ok());
    return std::move(*std::get_if<0>(&state_));
  }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  const Error& error() const {
    assert(!ok());
    return *std::get_if<1>(&state_);
  }

 private:
  std::variant<T, Error> state_;
};

// Success, or the Error that prevented it.
class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(Error error) : error_(std::move(error)) {}  // NOLINT: implicit

  bool ok() const { return !error_.has_value(); }
  explicit operator bool() const { return ok(); }
  const Error& error() const {
    assert(!ok());
    return *error_;
  }

 private:
  std::optional<Error> error_;
};

}  // namespace logphead

// Evaluates a Status or Result expression and returns its error from the enclosing function.
#define LOGPHEAD_RETURN_IF_ERROR(expression)                          \
  do {                                                                \
    if (auto logphead_status = (expression); !logphead_status.ok()) { \
      return logphead_status.error();                                 \
    }                                                                 \
  } while (false)

#define LOGPHEAD_CONCAT_INNER(a, b) a##b
#define LOGPHEAD_CONCAT(a, b) LOGPHEAD_CONCAT_INNER(a, b)
#define LOGPHEAD_ASSIGN_INNER(result, declaration, expression) \
  auto result = (expression);                                  \
  if (!result.ok()) return result.error();                     \
  declaration = std::move(result).value()

// LOGPHEAD_ASSIGN_OR_RETURN(const Mesh mesh, Mesh::Parse(text)): declares, or returns the error.
#define LOGPHEAD_ASSIGN_OR_RETURN(declaration, expression) \
  LOGPHEAD_ASSIGN_INNER(LOGPHEAD_CONCAT(logphead_result_, __LINE__), declaration, expression)

#endif  // LOGPHEAD_BASE_RESULT_H_
