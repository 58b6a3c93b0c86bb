// SPDX-License-Identifier: Apache-2.0
// Arguments: CLI11 kept behind Result.
#include "logphead/cli/arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "logphead/cli/output.h"
#include "logphead/io/names.h"

namespace logphead::cli {
namespace {

// What help shows for the value of a flag made by AddWords; tells those flags apart.
constexpr const char* kWordsType = "\"FLAGS\"";

const CLI::Option* Find(const CLI::App& app, const std::string& name) {
  return name.starts_with("-") ? app.get_option_no_throw(name) : nullptr;
}

bool TakesValue(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

std::string NameOf(const std::string& word) { return word.substr(0, word.find('=')); }

Error UnknownWord(const CLI::App& app, const std::string& word) {
  const std::string name = NameOf(word);
  if (!name.starts_with("-")) {
    return InvalidArgument(fmt::format("unexpected {} (flags start with --)", QuoteName(word)));
  }
  std::vector<std::string> known;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& flag : option->get_lnames()) known.push_back("--" + flag);
  }
  const bool dashes = name.find_first_not_of('-') == std::string::npos;
  const auto near = dashes ? std::nullopt : ClosestName(name, known);
  return InvalidArgument(fmt::format(
      "unknown flag {}{}", name,
      near ? fmt::format(" (did you mean {}?)", *near) : std::string(" (--help lists the flags)")));
}

// Checks the value of each flag and writes "--flag=value" as two words, since CLI11 takes the word
// after "--flag=" for its value.
Result<Words> Normalize(const CLI::App& app, const Words& words) {
  Words out;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string name = NameOf(words[i]);
    const bool joined = name.size() != words[i].size();
    const CLI::Option* option = Find(app, name);
    if (option == nullptr) {
      // A positional, if the verb has any; else nothing.
      if (words[i].starts_with("-")) return UnknownWord(app, words[i]);
      out.push_back(words[i]);
      continue;
    }
    out.push_back(name);
    if (!TakesValue(*option)) {
      if (joined) return InvalidArgument(name + " takes no value");
      continue;
    }
    if (!joined && i + 1 == words.size()) return InvalidArgument(name + " has no value");
    const std::string value = joined ? words[i].substr(name.size() + 1) : words[++i];
    out.push_back(value);
    if (option->get_type_name() == kWordsType) continue;
    if (value.empty()) return InvalidArgument(name + " has an empty value");
    if (!joined && Find(app, NameOf(value)) != nullptr) {
      return InvalidArgument(fmt::format("{} has no value: {} follows (write {}={} if it is meant)",
                                         name, QuoteName(value), name, value));
    }
  }
  return out;
}

std::string LowerFirst(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  while (!text.empty() && (text.back() == '.' || text.back() == '\n')) text.pop_back();
  return text;
}

bool AsksForHelp(const CLI::App& app, const Words& words) {
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--help" || words[i] == "-h") return true;
    const CLI::Option* option = Find(app, words[i]);
    if (option != nullptr && TakesValue(*option)) ++i;
  }
  return false;
}

// "--chunk N,..." as it stands in help.
std::string Shown(const CLI::Option& option) {
  const std::string& type = option.get_type_name();
  return option.get_name() + (type.empty() ? "" : " " + type);
}

// Description, usage line, flags by group in the order of their first flag, footer.
std::string Help(const CLI::App& app) {
  std::vector<std::string> groups;
  std::string usage = app.get_description().substr(0, app.get_description().find(':'));
  size_t width = 0;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_required()) usage += " " + Shown(*option);
    if (std::find(groups.begin(), groups.end(), option->get_group()) == groups.end()) {
      groups.push_back(option->get_group());
    }
    width = std::max(width, Shown(*option).size());
  }
  std::string text = app.get_description() + "\n\nusage: " + usage + " [flags]\n";
  for (const std::string& group : groups) {
    text += "\n" + group + "\n";
    for (const CLI::Option* option : app.get_options()) {
      if (option->get_group() != group) continue;
      text += fmt::format("  {:<{}}  {}\n", Shown(*option), width, option->get_description());
    }
  }
  if (!app.get_footer().empty()) text += "\n" + app.get_footer() + "\n";
  return text;
}

// Splits "--chunk N" into the name and what help shows for the value.
CLI::Option* Dress(CLI::Option* option, const std::string& group, const std::string& type) {
  return option->type_name(type)->group(group);
}

std::string TypeOf(const std::string& flag) {
  const size_t space = flag.find(' ');
  return space == std::string::npos ? "" : flag.substr(space + 1);
}

// Messages of engines may have several lines, and names that users typed any bytes.
std::string OneLine(std::string_view text) {
  std::string line;
  for (const char c : text) {
    if (c == '\n' || c == '\r' || c == '\t') {
      if (!line.ends_with(' ')) line += ' ';
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      line += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      line += c;
    }
  }
  while (line.ends_with(' ') || (line.ends_with('.') && !line.ends_with(".."))) line.pop_back();
  return line;
}

}  // namespace

Result<bool> ParseArguments(CLI::App& app, const Words& words, std::string* help) {
  app.set_help_flag("-h,--help", "this text")->group("Help");
  if (AsksForHelp(app, words)) {
    *help = Help(app);
    return true;
  }
  app.allow_extras();
  LOGPHEAD_ASSIGN_OR_RETURN(Words stack, Normalize(app, words));
  std::reverse(stack.begin(), stack.end());  // CLI11 takes a stack
  try {
    app.parse(stack);
  } catch (const CLI::ParseError& error) {
    return InvalidArgument(LowerFirst(error.what()));
  }
  const Words unknown = app.remaining();
  if (!unknown.empty()) return UnknownWord(app, unknown.front());
  return false;
}

CLI::Option* AddText(CLI::App& app, const std::string& group, const std::string& flag,
                     std::string* value, const std::string& what) {
  CLI::Option* option = app.add_option(flag.substr(0, flag.find(' ')), *value, what);
  option->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  return Dress(option, group, TypeOf(flag));
}

CLI::Option* AddWords(CLI::App& app, const std::string& group, const std::string& flag,
                      std::string* value, const std::string& what) {
  return AddText(app, group, flag + " " + kWordsType, value, what);
}

CLI::Option* AddRepeated(CLI::App& app, const std::string& group, const std::string& flag,
                         std::vector<std::string>* values, const std::string& what) {
  CLI::Option* option = app.add_option(flag.substr(0, flag.find(' ')), *values, what);
  return Dress(option->allow_extra_args(false), group, TypeOf(flag));
}

CLI::Option* AddSwitch(CLI::App& app, const std::string& group, const std::string& flag, bool* on,
                       const std::string& what) {
  return Dress(app.add_flag(flag, *on, what), group, "");
}

std::vector<std::string> RepeatedLists(const CLI::App& app) {
  std::vector<std::string> notes;
  for (const CLI::Option* option : app.get_options()) {
    const bool last = option->get_multi_option_policy() == CLI::MultiOptionPolicy::TakeLast;
    if (!last || option->count() < 2 || !option->get_type_name().ends_with(",...")) continue;
    notes.push_back(
        fmt::format("{} is given {} times: the last counts (several go in one, with "
                    "commas between)",
                    option->get_name(), option->count()));
  }
  return notes;
}

int Fail(const std::string& verb, const Error& error, int status) {
  PrintError(fmt::format("logphead {}: {}\n", verb, OneLine(error.message())));
  return status;
}

int StatusOf(const Error& error) {
  return error.code() == Code::kInvalidArgument ? kExitUsage : kExitEngine;
}

std::optional<int> ParseOrExit(const std::string& verb, CLI::App& app, const Words& words) {
  std::string help;
  const Result<bool> asked = ParseArguments(app, words, &help);
  if (!asked.ok()) return Fail(verb, asked.error());
  if (!*asked) return std::nullopt;
  return PrintOut(verb, help, kExitYes);
}

}  // namespace logphead::cli
