// SPDX-License-Identifier: Apache-2.0
// Safetensors header: an event handler that accepts the format's shape of JSON and nothing else.
#include "logphead/io/safetensors_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <unordered_set>

#include "logphead/io/names.h"

namespace logphead {
namespace {

constexpr size_t kContextBytes = 24;

std::string SupportedDTypes() {
  std::string list;
  for (int i = 0; i <= static_cast<int>(DType::kF64); ++i) {
    list += (i > 0 ? ", " : "") + std::string(DTypeSafetensorsName(static_cast<DType>(i)));
  }
  return list;
}

// Receives the parser's events. Nesting is bounded by the states, so a deeply nested text is
// refused at its first bracket too many, and the parser itself keeps its state on the heap.
// The method names are the parser's.
class HeaderHandler {
 public:
  using Json = nlohmann::json;

  explicit HeaderHandler(std::string_view text) : text_(text) {}

  Result<SafetensorsHeader> Take() && {
    if (error_) return *error_;
    return std::move(header_);
  }

  bool null() { return Unexpected("null"); }
  bool boolean(bool value) { return Unexpected(value ? "true" : "false"); }
  bool binary(Json::binary_t& /*value*/) { return Unexpected("binary data"); }

  bool number_integer(int64_t value) {
    if (InArray()) return Fail(fmt::format("{} {} is negative", ArrayItem(), value));
    return Unexpected("a number");
  }

  bool number_float(double /*value*/, const std::string& text) {
    if (InArray()) {
      return Fail(fmt::format("{} {} is not an integer below 2^64", ArrayItem(), QuoteName(text)));
    }
    return Unexpected("a number");
  }

  bool number_unsigned(uint64_t value) {
    if (state_ == State::kShape) {
      if (value > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) {
        return Fail(fmt::format("dim {} exceeds 2^63 - 1", value));
      }
      tensor_.dims.push_back(static_cast<int64_t>(value));
      return true;
    }
    if (state_ == State::kOffsets) {
      if (offsets_read_ == offsets_.size()) return Fail("data_offsets has more than 2 numbers");
      offsets_[offsets_read_++] = value;
      return true;
    }
    return Unexpected("a number");
  }

  bool string(std::string& value) {
    if (state_ == State::kMetadata) {
      header_.metadata.back().second = std::move(value);
      return true;
    }
    if (state_ != State::kTensor || field_ != "dtype") return Unexpected("a string");
    const std::optional<DType> dtype = DTypeFromSafetensorsName(value);
    if (!dtype) {
      return Fail(
          fmt::format("unknown dtype {} (supported: {})", QuoteName(value), SupportedDTypes()));
    }
    tensor_.dtype = *dtype;
    return true;
  }

  bool start_object(size_t /*size*/) {
    if (state_ == State::kStart) {
      state_ = State::kTop;
      return true;
    }
    if (state_ != State::kTop) return Unexpected("an object");
    state_ = top_key_ == kSafetensorsMetadataKey ? State::kMetadata : State::kTensor;
    if (state_ == State::kTensor) {
      tensor_ = HeaderTensor{};
      tensor_.name = top_key_;
      offsets_read_ = 0;
    }
    // Not clear(), which takes time for the buckets of the largest set so far.
    keys_ = std::unordered_set<std::string>();
    return true;
  }

  bool key(std::string& value) {
    if (state_ == State::kTop) {
      top_key_ = value;
      if (names_.insert(value).second) return true;
      return FailHere(fmt::format("the name {} appears twice", QuoteName(value)));
    }
    if (!keys_.insert(value).second) {
      return Fail(fmt::format("the key {} appears twice", QuoteName(value)));
    }
    if (state_ == State::kMetadata) {
      header_.metadata.emplace_back(std::move(value), "");
      return true;
    }
    if (value != "dtype" && value != "shape" && value != "data_offsets") {
      return Fail(fmt::format("unknown key {} (a tensor has dtype, shape and data_offsets)",
                              QuoteName(value)));
    }
    field_ = value;
    return true;
  }

  bool end_object() {
    if (state_ == State::kTop) {
      state_ = State::kEnd;
      return true;
    }
    if (state_ == State::kTensor) {
      for (const char* needed : {"dtype", "shape", "data_offsets"}) {
        if (keys_.count(needed) == 0) return Fail(fmt::format("{} is missing", needed));
      }
      header_.tensors.push_back(std::move(tensor_));
    }
    state_ = State::kTop;
    return true;
  }

  bool start_array(size_t /*size*/) {
    if (state_ != State::kTensor || field_ == "dtype") return Unexpected("an array");
    state_ = field_ == "shape" ? State::kShape : State::kOffsets;
    return true;
  }

  bool end_array() {
    if (state_ == State::kOffsets) {
      if (offsets_read_ != offsets_.size()) {
        return Fail(fmt::format("data_offsets has {} numbers, not 2", offsets_read_));
      }
      tensor_.begin = offsets_[0];
      tensor_.end = offsets_[1];
    }
    state_ = State::kTensor;
    return true;
  }

  bool parse_error(size_t position, const std::string& /*token*/,
                   const nlohmann::detail::exception& /*problem*/) {
    const size_t at = std::min(position > 0 ? position - 1 : 0, text_.size());
    const size_t from = at > kContextBytes ? at - kContextBytes : 0;
    return FailHere(fmt::format("not valid UTF-8 JSON at byte {} of {}, after {}", at, text_.size(),
                                QuoteName(text_.substr(from, at - from))));
  }

 private:
  enum class State { kStart, kTop, kMetadata, kTensor, kShape, kOffsets, kEnd };

  bool InArray() const { return state_ == State::kShape || state_ == State::kOffsets; }
  const char* ArrayItem() const { return state_ == State::kShape ? "dim" : "data offset"; }

  bool FailHere(std::string message) {
    if (!error_) error_ = InvalidArgument("header: " + std::move(message));
    return false;
  }

  // Fails with the tensor, or the metadata, that is being read.
  bool Fail(const std::string& message) {
    if (error_) return false;
    const std::string subject = top_key_ == kSafetensorsMetadataKey
                                    ? std::string(kSafetensorsMetadataKey)
                                    : "tensor " + QuoteName(top_key_);
    error_ = InvalidArgument(subject + ": " + message);
    return false;
  }

  bool Unexpected(const char* found) {
    switch (state_) {
      case State::kStart:
      case State::kEnd:
        return FailHere(fmt::format("{} where an object was expected", found));
      case State::kTop:
        return Fail(fmt::format("{} where an object was expected", found));
      case State::kMetadata:
        return Fail(fmt::format("{} where a string was expected, for the key {}", found,
                                QuoteName(header_.metadata.back().first)));
      case State::kTensor:
        return Fail(fmt::format("{} where {} was expected, for {}", found,
                                field_ == "dtype" ? "a string" : "an array of integers", field_));
      case State::kShape:
      case State::kOffsets:
        return Fail(fmt::format("{} where an integer was expected, in {}", found, field_));
    }
    return false;
  }

  std::string_view text_;
  State state_ = State::kStart;
  std::string top_key_;
  std::string field_;
  HeaderTensor tensor_;
  std::array<uint64_t, 2> offsets_ = {};
  size_t offsets_read_ = 0;
  std::unordered_set<std::string> names_;
  std::unordered_set<std::string> keys_;
  SafetensorsHeader header_;
  std::optional<Error> error_;
};

}  // namespace

Result<SafetensorsHeader> ParseSafetensorsHeader(std::string_view text) {
  if (text.empty() || text[0] != '{') {
    return InvalidArgument(
        fmt::format("header: starts with {} instead of {{", QuoteName(text.substr(0, 1))));
  }
  // The parser takes a NUL for the end of its input.
  if (const size_t nul = text.find('\0'); nul != std::string_view::npos) {
    return InvalidArgument(fmt::format("header: byte {} of {} is NUL", nul, text.size()));
  }
  HeaderHandler handler(text);
  nlohmann::json::sax_parse(text.begin(), text.end(), &handler);
  return std::move(handler).Take();
}

}  // namespace logphead
