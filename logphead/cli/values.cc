// SPDX-License-Identifier: Apache-2.0
// Values of flags: parsing.
#include "logphead/cli/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace logphead::cli {

Result<int64_t> ParseCount(std::string_view flag, std::string_view text, int64_t least,
                           int64_t most) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.begin(), text.end(), value);
  if (end != text.end() || error == std::errc::invalid_argument) {
    return InvalidArgument(
        fmt::format("{} '{}' is not a whole number (use digits alone)", flag, text));
  }
  const bool below = error == std::errc() ? value < least : text.starts_with('-');
  if (below) return InvalidArgument(fmt::format("{} is {} (use {} or more)", flag, text, least));
  if (error != std::errc() || value > most) {
    return InvalidArgument(fmt::format("{} is {} (use {} or less)", flag, text, most));
  }
  return value;
}

Result<double> ParseNumber(std::string_view flag, std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.begin(), text.end(), value);
  if (end == text.end() && error == std::errc::result_out_of_range) {
    return InvalidArgument(fmt::format("{} '{}' is beyond what a number can hold", flag, text));
  }
  if (error != std::errc() || end != text.end() || !std::isfinite(value)) {
    return InvalidArgument(fmt::format("{} '{}' is not a finite number", flag, text));
  }
  return value;
}

Result<double> ParseQuantity(std::string_view flag, std::string_view text, double least,
                             double most, std::string_view unit) {
  LOGPHEAD_ASSIGN_OR_RETURN(const double value, ParseNumber(flag, text));
  if (value >= least && value <= most) return value;
  return InvalidArgument(
      fmt::format("{} is {} {} (use {} to {:.0f})", flag, value, unit, least, most));
}

Status CheckChoice(std::string_view flag, std::string_view text,
                   const std::vector<std::string>& choices) {
  if (std::find(choices.begin(), choices.end(), text) != choices.end()) return {};
  return InvalidArgument(
      fmt::format("{} '{}' is unknown (use {})", flag, text, fmt::join(choices, " or ")));
}

Result<std::vector<std::string>> ParseList(std::string_view flag, std::string_view text) {
  std::vector<std::string> pieces;
  while (!text.empty()) {
    const size_t comma = text.find(',');
    pieces.emplace_back(text.substr(0, comma));
    if (pieces.back().empty() || comma + 1 == text.size()) {
      return InvalidArgument(fmt::format("{} has an empty piece between commas", flag));
    }
    if (comma == std::string_view::npos) break;
    text.remove_prefix(comma + 1);
  }
  return pieces;
}

Result<std::vector<std::string>> SplitWords(std::string_view flag, std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (const char c : text) {
    const bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (quote != 0) {
      if (c == quote) {
        quote = 0;
      } else {
        word += c;
      }
    } else if (c == '\'' || c == '"') {
      quote = c;
      in_word = true;
    } else if (!space) {
      word += c;
      in_word = true;
    } else if (in_word) {
      words.push_back(std::move(word));
      word.clear();
      in_word = false;
    }
  }
  if (quote != 0) return InvalidArgument(fmt::format("{} has a quote that is not closed", flag));
  if (in_word) words.push_back(std::move(word));
  return words;
}

std::string JoinWords(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) {
    if (!line.empty()) line += ' ';
    const bool plain = !word.empty() && word.find_first_not_of(
                                            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                            "0123456789-_=,.:/+%@") == std::string::npos;
    if (plain) {
      line += word;
      continue;
    }
    line += '\'';
    for (const char c : word) line += c == '\'' ? std::string("'\\''") : std::string(1, c);
    line += '\'';
  }
  return line;
}

std::string CommandLine(std::string_view verb, const std::vector<std::string>& words) {
  std::vector<std::string> command = {"logphead", std::string(verb)};
  command.insert(command.end(), words.begin(), words.end());
  return JoinWords(command);
}

}  // namespace logphead::cli
