// SPDX-License-Identifier: Apache-2.0
// Arguments of one verb: parsing through CLI11, with suggestions for unknown flags, help grouped by
// topic, and no exceptions.
#ifndef LOGPHEAD_CLI_ARGUMENTS_H_
#define LOGPHEAD_CLI_ARGUMENTS_H_

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "logphead/base/result.h"

namespace logphead::cli {

using Words = std::vector<std::string>;

// Exit statuses of every verb.
inline constexpr int kExitYes = 0;     // done; yes
inline constexpr int kExitNo = 1;      // done; no: does not compile, differs, something is missing
inline constexpr int kExitUsage = 2;   // bad flags, bad input, or output that cannot be written
inline constexpr int kExitEngine = 3;  // an engine or compiler failed, or there is none
inline constexpr int kExitInterrupted = 130;  // by Ctrl-C or SIGTERM; what was done is printed

// Fills what `app` binds from `words`. A flag given twice takes the last value. True when help was
// asked for (it is then in `help`). Errors: unknown flags (with the nearest known one), missing,
// empty or unwanted values, and missing flags that are required.
Result<bool> ParseArguments(CLI::App& app, const Words& words, std::string* help);

// Adds a flag that takes one text value, which must not be empty. `flag` is its name and what help
// shows for the value: "--chunk N,...". Flags of the same `group` stand together in help.
CLI::Option* AddText(CLI::App& app, const std::string& group, const std::string& flag,
                     std::string* value, const std::string& what);
// The same for a value that is itself a command line: it may be empty or look like a flag.
CLI::Option* AddWords(CLI::App& app, const std::string& group, const std::string& flag,
                      std::string* value, const std::string& what);
// A flag that may be given several times and keeps every value.
CLI::Option* AddRepeated(CLI::App& app, const std::string& group, const std::string& flag,
                         std::vector<std::string>* values, const std::string& what);
// A flag without a value.
CLI::Option* AddSwitch(CLI::App& app, const std::string& group, const std::string& flag, bool* on,
                       const std::string& what);

// After parsing: a note for each flag of a list ("--chunk N,...") that was given several times, of
// which the last counts.
std::vector<std::string> RepeatedLists(const CLI::App& app);

// Prints "logphead VERB: message" as one line on stderr and gives the exit status back.
int Fail(const std::string& verb, const Error& error, int status = kExitUsage);

// The exit status of an error: kExitUsage for what the user can mend, kExitEngine for what an
// engine or compiler is to blame for, one that is not there included.
int StatusOf(const Error& error);

// Parses, prints help when asked for, fails on errors; the exit status when the verb is over by
// that.
std::optional<int> ParseOrExit(const std::string& verb, CLI::App& app, const Words& words);

}  // namespace logphead::cli

#endif  // LOGPHEAD_CLI_ARGUMENTS_H_
