// SPDX-License-Identifier: Apache-2.0
// Values of flags: numbers and lists, with errors that name the flag.
#ifndef LOGPHEAD_CLI_VALUES_H_
#define LOGPHEAD_CLI_VALUES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "logphead/base/result.h"

namespace logphead::cli {

// A whole number from `least` to `most`, in decimal digits.
Result<int64_t> ParseCount(std::string_view flag, std::string_view text, int64_t least = 1,
                           int64_t most = INT64_MAX);
// A finite decimal number within what a double holds.
Result<double> ParseNumber(std::string_view flag, std::string_view text);
// A number of `unit` ("seconds") from `least` to `most`.
Result<double> ParseQuantity(std::string_view flag, std::string_view text, double least,
                             double most, std::string_view unit);
// One of the words that a flag may have; the error lists them.
Status CheckChoice(std::string_view flag, std::string_view text,
                   const std::vector<std::string>& choices);
// Pieces between commas; an empty text has none, an empty piece is an error.
Result<std::vector<std::string>> ParseList(std::string_view flag, std::string_view text);
// Splits a command line into words at white space; quotes ('...' or "...") keep a word together.
Result<std::vector<std::string>> SplitWords(std::string_view flag, std::string_view text);
// The words as a command line that a shell reads back.
std::string JoinWords(const std::vector<std::string>& words);
// The same of a verb with the words after it: "logphead plan --chunk 64".
std::string CommandLine(std::string_view verb, const std::vector<std::string>& words);

}  // namespace logphead::cli

#endif  // LOGPHEAD_CLI_VALUES_H_
