// SPDX-License-Identifier: Apache-2.0
// Arguments: CLI11 kept behind Result.
#include "logphead/cli/arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "logphead/io/names.h"

namespace logphead::cli {
namespace {

std::string UnknownFlag(const CLI::App& app, const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  if (!name.starts_with("-")) return fmt::format("{} is not a flag", QuoteName(word));
  std::vector<std::string> known;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& flag : option->get_lnames()) known.push_back("--" + flag);
  }
  const std::optional<std::string> near = ClosestName(name, known);
  return fmt::format(
      "unknown flag {}{}", name,
      near ? fmt::format(" (did you mean {}?)", *near) : std::string(" (--help lists the flags)"));
}

std::string LowerFirst(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  while (!text.empty() && (text.back() == '.' || text.back() == '\n')) text.pop_back();
  return text;
}

}  // namespace

Result<bool> ParseArguments(CLI::App& app, const Words& words, std::string* help) {
  app.allow_extras();
  Words reversed(words.rbegin(), words.rend());  // CLI11 takes a stack
  try {
    app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    *help = app.help();
    return true;
  } catch (const CLI::ParseError& error) {
    return InvalidArgument(LowerFirst(error.what()));
  }
  const Words unknown = app.remaining();
  if (!unknown.empty()) return InvalidArgument(UnknownFlag(app, unknown.front()));
  return false;
}

CLI::Option* AddText(CLI::App& app, const std::string& flag, std::string* value,
                     const std::string& what) {
  return app.add_option(flag, *value, what)
      ->type_name("")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

int Fail(const std::string& verb, const Error& error, int status) {
  fmt::print(stderr, "logphead {}: {}\n", verb, error.message());
  return status;
}

std::optional<int> ParseOrExit(const std::string& verb, CLI::App& app, const Words& words) {
  std::string help;
  const Result<bool> asked = ParseArguments(app, words, &help);
  if (!asked.ok()) return Fail(verb, asked.error());
  if (!*asked) return std::nullopt;
  fmt::print("{}", help);
  return kExitYes;
}

}  // namespace logphead::cli
