// SPDX-License-Identifier: Apache-2.0
// HtmlText: texts and numbers as a page may hold them, and values of a JSON document that may lack.
#ifndef LOGPHEAD_PLAN_HTML_TEXT_H_
#define LOGPHEAD_PLAN_HTML_TEXT_H_

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace logphead::html {

using Json = nlohmann::ordered_json;

// Text for an element or a quoted attribute. Markup is escaped; what is not UTF-8 and control
// characters other than tab and line feed become U+FFFD.
std::string Escape(std::string_view text);

// The member of an object; null for a missing key or something that is not an object.
const Json& Member(const Json& object, std::string_view key);
// A member as text: strings as they are, numbers and truth values as JSON writes them, else "".
std::string Text(const Json& object, std::string_view key);
// A member as a number; nothing for one beyond 1e24, which no device has of anything.
std::optional<double> Number(const Json& object, std::string_view key);
std::optional<bool> Bool(const Json& object, std::string_view key);
// The strings of an array; other elements as JSON writes them.
std::vector<std::string> Texts(const Json& object, std::string_view key);

// For people: "7.81 GB", "1.71 s", "20.8 ms", "133 TFLOP", "4,096", "12.5 %"; a dash for nothing.
std::string Bytes(std::optional<double> bytes);
std::string Seconds(std::optional<double> seconds);
// `unit` with a metric prefix and three digits: Metric(1.33e14, "FLOP") is "133 TFLOP".
std::string Metric(std::optional<double> value, std::string_view unit);
std::string Whole(std::optional<double> value);
std::string Percent(std::optional<double> share);

// A number as an attribute or a percentage: plain digits, at most three after the point.
std::string Plain(double value);

}  // namespace logphead::html

#endif  // LOGPHEAD_PLAN_HTML_TEXT_H_
