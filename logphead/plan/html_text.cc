// SPDX-License-Identifier: Apache-2.0
// HtmlText: escaping, reading, rounding.
#include "logphead/plan/html_text.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdint>

#include "logphead/plan/case_names.h"

namespace logphead::html {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
constexpr std::string_view kNothing = "–";
constexpr double kLargest = 1e24;  // sums and products of such numbers are finite

// Bytes of the well-formed UTF-8 sequence that `text` starts with (RFC 3629); 0 when it is none.
size_t SequenceLength(std::string_view text) {
  const auto byte = [&](size_t at) { return static_cast<uint8_t>(text[at]); };
  const uint8_t first = byte(0);
  if (first < 0x80) return 1;
  const size_t length = first >= 0xC2 && first <= 0xDF   ? 2
                        : first >= 0xE0 && first <= 0xEF ? 3
                        : first >= 0xF0 && first <= 0xF4 ? 4
                                                         : 0;
  if (length == 0 || text.size() < length) return 0;
  for (size_t at = 1; at < length; ++at) {
    if ((byte(at) & 0xC0) != 0x80) return 0;
  }
  // Overlong forms, surrogates, and what lies beyond U+10FFFF.
  const uint8_t second = byte(1);
  if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
      (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F)) {
    return 0;
  }
  return length;
}

std::string Scalar(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_null()) return "";
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string Escape(std::string_view text) {
  std::string escaped;
  escaped.reserve(text.size());
  while (!text.empty()) {
    const size_t length = SequenceLength(text);
    const char c = text[0];
    const bool control = (static_cast<uint8_t>(c) < 0x20 && c != '\t' && c != '\n') || c == 0x7F;
    if (length == 0 || control) {
      escaped += kReplacement;
    } else if (c == '&') {
      escaped += "&amp;";
    } else if (c == '<') {
      escaped += "&lt;";
    } else if (c == '>') {
      escaped += "&gt;";
    } else if (c == '"') {
      escaped += "&quot;";
    } else if (c == '\'') {
      escaped += "&#39;";
    } else {
      escaped += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return escaped;
}

const Json& Member(const Json& object, std::string_view key) {
  static const Json null;
  if (!object.is_object()) return null;
  const auto found = object.find(std::string(key));
  return found == object.end() ? null : *found;
}

std::string Text(const Json& object, std::string_view key) {
  const Json& value = Member(object, key);
  return value.is_structured() ? "" : Scalar(value);
}

std::optional<double> Number(const Json& object, std::string_view key) {
  const Json& value = Member(object, key);
  if (!value.is_number()) return std::nullopt;
  const double number = value.get<double>();
  return std::abs(number) <= kLargest ? std::optional<double>(number) : std::nullopt;
}

std::optional<bool> Bool(const Json& object, std::string_view key) {
  const Json& value = Member(object, key);
  return value.is_boolean() ? std::optional<bool>(value.get<bool>()) : std::nullopt;
}

std::vector<std::string> Texts(const Json& object, std::string_view key) {
  std::vector<std::string> texts;
  const Json& value = Member(object, key);
  if (!value.is_array()) return texts;
  for (const Json& element : value) texts.push_back(Scalar(element));
  return texts;
}

std::string Bytes(std::optional<double> bytes) {
  if (!bytes || std::abs(*bytes) > 9e18) return std::string(kNothing);
  return HumanBytes(std::llround(*bytes));
}

std::string Seconds(std::optional<double> seconds) {
  if (!seconds) return std::string(kNothing);
  const double size = std::abs(*seconds);
  if (size == 0) return "0 s";
  if (size < 1e-6) return fmt::format("{:.2g} ns", *seconds * 1e9);
  if (size < 1e-3) return fmt::format("{:.3g} µs", *seconds * 1e6);
  if (size < 1) return fmt::format("{:.3g} ms", *seconds * 1e3);
  if (size < 1000) return fmt::format("{:.3g} s", *seconds);
  return fmt::format("{:.0f} s", *seconds);
}

std::string Metric(std::optional<double> value, std::string_view unit) {
  if (!value) return std::string(kNothing);
  constexpr std::array<std::string_view, 7> kPrefixes = {"", "k", "M", "G", "T", "P", "E"};
  double rest = *value;
  size_t prefix = 0;
  while (std::abs(rest) >= 999.5 && prefix + 1 < kPrefixes.size()) {
    rest /= 1000;
    ++prefix;
  }
  const int decimals = std::abs(rest) >= 100 || rest == 0 ? 0 : std::abs(rest) >= 10 ? 1 : 2;
  return fmt::format("{:.{}f} {}{}", rest, decimals, kPrefixes[prefix], unit);
}

std::string Whole(std::optional<double> value) {
  if (!value) return std::string(kNothing);
  const std::string digits = fmt::format("{:.0f}", std::abs(*value));
  std::string text = *value < 0 ? "-" : "";
  for (size_t at = 0; at < digits.size(); ++at) {
    if (at > 0 && (digits.size() - at) % 3 == 0) text += ',';
    text += digits[at];
  }
  return text;
}

std::string Percent(std::optional<double> share) {
  if (!share) return std::string(kNothing);
  const double percent = *share * 100;
  if (percent != 0 && std::abs(percent) < 0.1) return "under 0.1 %";
  return fmt::format("{:.{}f} %", percent, std::abs(percent) < 10 ? 1 : 0);
}

std::string Plain(double value) {
  if (!std::isfinite(value)) return "0";
  std::string text = fmt::format("{:.3f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

}  // namespace logphead::html
