// SPDX-License-Identifier: Apache-2.0
// Arguments of one verb: parsing through CLI11, with suggestions for unknown flags and no
// exceptions.
#ifndef LOGPHEAD_CLI_ARGUMENTS_H_
#define LOGPHEAD_CLI_ARGUMENTS_H_

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "logphead/base/result.h"

namespace logphead::cli {

using Words = std::vector<std::string>;

// Exit statuses of every verb.
inline constexpr int kExitYes = 0;     // done; yes
inline constexpr int kExitNo = 1;      // done; no: does not compile, differs, something is missing
inline constexpr int kExitUsage = 2;   // bad flags or input
inline constexpr int kExitEngine = 3;  // an engine or compiler failed, or there is none

// Fills what `app` binds from `words`. A flag given twice takes the last value. True when help was
// asked for (it is then in `help`). Errors: unknown flags (with the nearest known one), missing
// values and required flags.
Result<bool> ParseArguments(CLI::App& app, const Words& words, std::string* help);

// Adds a flag that takes one text value.
CLI::Option* AddText(CLI::App& app, const std::string& flag, std::string* value,
                     const std::string& what);

// Prints "logphead VERB: message" on stderr and gives the exit status back.
int Fail(const std::string& verb, const Error& error, int status = kExitUsage);

// Parses, prints help when asked for, fails on errors; the exit status when the verb is over by
// that.
std::optional<int> ParseOrExit(const std::string& verb, CLI::App& app, const Words& words);

}  // namespace logphead::cli

#endif  // LOGPHEAD_CLI_ARGUMENTS_H_
