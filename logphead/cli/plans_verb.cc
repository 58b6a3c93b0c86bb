// SPDX-License-Identifier: Apache-2.0
// logphead plans: what plan remembers of past compiles: lists, shows and forgets it.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <nlohmann/json.hpp>
#include <optional>

#include "logphead/cli/output.h"
#include "logphead/cli/values.h"
#include "logphead/cli/verbs.h"
#include "logphead/plan/case_names.h"
#include "logphead/plan/plan_store.h"

namespace logphead::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kVerb = "plans";
constexpr size_t kKeyDigits = 12;  // of a key in lists
constexpr double kSecondsPerDay = 86400;
constexpr double kMostDays = 36500;

struct PlansFlags {
  std::string action, key;
  std::string plans, format;
  std::string compiler, topology;
  std::string older_than;
  bool all = false;
};

void AddFlags(CLI::App& app, PlansFlags* flags) {
  app.add_option("ACTION", flags->action, "list, show or prune")
      ->type_name("")
      ->group("What to do");
  app.add_option("KEY", flags->key, "of show: the key, or 4 or more of its first digits")
      ->type_name("")
      ->group("What to do");
  AddText(app, "Which", "--compiler NAME", &flags->compiler,
          "list, prune: those of this compiler, as list names it");
  AddText(app, "Which", "--topology DEVICES", &flags->topology, "list: those for this topology");
  AddText(app, "Which", "--older-than DAYS", &flags->older_than,
          "prune: those neither made nor used in so many days");
  AddSwitch(app, "Which", "--all", &flags->all, "prune: all of them");
  AddText(app, "Database", "--plans FILE", &flags->plans,
          "default: $LOGPHEAD_PLANS, $XDG_CACHE_HOME/logphead/plans.sqlite or ~/.cache/...");
  AddText(app, "Report", "--format F", &flags->format, "list, show: text (default) or json");
  app.footer(
      "examples:\n"
      "  logphead plans list --compiler libtpu==0.0.51\n"
      "  logphead plans show 3f2a9c1b --format json\n"
      "  logphead plans prune --older-than 30");
}

// --- flags that do not go together ---------------------------------------------------------------

Status CheckFlags(const PlansFlags& flags) {
  if (flags.action.empty())
    return InvalidArgument("there is nothing to do (use list, show or prune)");
  LOGPHEAD_RETURN_IF_ERROR(CheckChoice("the action", flags.action, {"list", "show", "prune"}));
  const bool list = flags.action == "list";
  const bool show = flags.action == "show";
  const bool prune = flags.action == "prune";
  struct Use {
    const char* flag;
    bool given, wanted;
  };
  for (const Use& use :
       {Use{"a key", !flags.key.empty(), show},
        Use{"--compiler", !flags.compiler.empty(), list || prune},
        Use{"--topology", !flags.topology.empty(), list},
        Use{"--older-than", !flags.older_than.empty(), prune}, Use{"--all", flags.all, prune},
        Use{"--format", !flags.format.empty(), list || show}}) {
    if (use.given && !use.wanted) {
      return InvalidArgument(fmt::format("{} does not take {}", flags.action, use.flag));
    }
  }
  if (show && flags.key.empty()) return InvalidArgument("show has no key (list prints them)");
  if (!flags.format.empty()) {
    LOGPHEAD_RETURN_IF_ERROR(CheckChoice("--format", flags.format, {"text", "json"}));
  }
  const bool some = !flags.compiler.empty() || !flags.older_than.empty();
  if (prune && !some && !flags.all) {
    return InvalidArgument(
        "prune needs to know which (use --older-than DAYS, --compiler NAME or --all)");
  }
  if (some && flags.all) {
    return InvalidArgument("--all is all: it goes with neither --older-than nor --compiler");
  }
  return {};
}

Result<PruneFilter> FilterFrom(const PlansFlags& flags) {
  PruneFilter filter;
  filter.compiler = flags.compiler;
  if (flags.older_than.empty()) return filter;
  LOGPHEAD_ASSIGN_OR_RETURN(const double days,
                            ParseQuantity("--older-than", flags.older_than, 0, kMostDays, "days"));
  filter.unused_since =
      static_cast<int64_t>(std::time(nullptr)) - static_cast<int64_t>(days * kSecondsPerDay);
  return filter;
}

// --- texts ---------------------------------------------------------------------------------------

std::string When(int64_t seconds) {
  const auto time = static_cast<std::time_t>(seconds);
  std::tm parts{};
  std::array<char, 32> text{};
  if (::localtime_r(&time, &parts) == nullptr) return std::to_string(seconds);
  std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M", &parts);
  return text.data();
}

Json Parsed(const std::string& text) {
  Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  return json.is_discarded() ? Json(text) : json;
}

std::string Dump(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

// A field of a description as a word; empty when it is not there.
std::string Field(const Json& description, const char* name) {
  if (!description.is_object() || !description.contains(name)) return "";
  const Json& field = description[name];
  return field.is_string() ? field.get<std::string>()
                           : field.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json RowJson(const StoredCompile& row) {
  return Json{{"key", row.key},
              {"created", row.created},
              {"used", row.used},
              {"seconds", row.seconds},
              {"description", Parsed(row.description)}};
}

constexpr std::array<const char*, 7> kFields = {"verdict", "compiler", "topology", "mesh",
                                                "head",    "program",  "chunk"};

// A table; columns that are empty throughout are left out.
std::string Table(const std::vector<StoredCompile>& rows) {
  std::vector<std::vector<std::string>> columns(kFields.size() + 3);
  columns[0] = {"key"};
  columns[1] = {"made"};
  columns[2] = {"seconds"};
  for (size_t i = 0; i < kFields.size(); ++i) columns[i + 3] = {kFields[i]};
  for (const StoredCompile& row : rows) {
    const Json description = Parsed(row.description);
    columns[0].push_back(row.key.substr(0, kKeyDigits));
    columns[1].push_back(When(row.created));
    columns[2].push_back(fmt::format("{:.1f}", row.seconds));
    for (size_t i = 0; i < kFields.size(); ++i) {
      columns[i + 3].push_back(Field(description, kFields[i]));
    }
  }
  std::vector<size_t> widths;
  for (const auto& column : columns) {
    size_t width = 0;
    for (size_t i = 1; i < column.size(); ++i) width = std::max(width, column[i].size());
    widths.push_back(width == 0 ? 0 : std::max(width, column[0].size()));
  }
  std::string text;
  for (size_t line = 0; line <= rows.size(); ++line) {
    std::string cells;
    for (size_t i = 0; i < columns.size(); ++i) {
      if (widths[i] == 0) continue;
      const std::string& cell = columns[i][line];
      const std::string gap(widths[i] - cell.size(), ' ');
      cells += i == 2 ? gap + cell + "  " : cell + gap + "  ";
    }
    text += cells.substr(0, cells.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

// --- actions -------------------------------------------------------------------------------------

bool Matches(const StoredCompile& row, const PlansFlags& flags) {
  const Json description = Parsed(row.description);
  return (flags.compiler.empty() || Field(description, "compiler") == flags.compiler) &&
         (flags.topology.empty() || Field(description, "topology") == flags.topology);
}

std::string Compiles(int64_t count) {
  return fmt::format("{} compile{}", count, count == 1 ? "" : "s");
}

int List(PlanStore& store, const PlansFlags& flags) {
  Result<std::vector<StoredCompile>> rows = store.List();
  if (!rows.ok()) return Fail(kVerb, rows.error(), kExitEngine);
  PrintNotes(store.TakeNotes());
  const size_t all = rows->size();
  std::erase_if(*rows, [&](const StoredCompile& row) { return !Matches(row, flags); });
  if (flags.format == "json") {
    Json list = Json::array();
    for (const StoredCompile& row : *rows) list.push_back(RowJson(row));
    const Json json{{"schema", 1}, {"plans", store.path().string()}, {"compiles", list}};
    return PrintOut(kVerb, Dump(json) + "\n", kExitYes);
  }
  const std::string of =
      rows->size() == all ? std::string() : fmt::format(" of {}", static_cast<int64_t>(all));
  const std::string last = fmt::format("{}{} in {}\n", Compiles(static_cast<int64_t>(rows->size())),
                                       of, store.path().string());
  return PrintOut(kVerb, (rows->empty() ? "" : Table(*rows)) + last, kExitYes);
}

int Show(PlanStore& store, const PlansFlags& flags) {
  const Result<StoredCompile> row = store.Show(flags.key);
  PrintNotes(store.TakeNotes());
  if (!row.ok()) {
    const bool absent = row.error().code() == Code::kNotFound;
    return Fail(kVerb, row.error(), absent ? kExitNo : StatusOf(row.error()));
  }
  if (flags.format == "json") {
    Json json{{"schema", 1}};
    json.update(RowJson(*row));
    json["program"] = row->program;
    json["plugin"] = row->plugin;
    json["options"] = row->options;
    json["report"] = Parsed(row->report);
    return PrintOut(kVerb, Dump(json) + "\n", kExitYes);
  }
  std::string text = fmt::format("key      {}\nmade     {}\nused     {}\nseconds  {:.1f}\n",
                                 row->key, When(row->created), When(row->used), row->seconds);
  text += fmt::format("program  {}\nplugin   {}\noptions  {}\n", row->program, row->plugin,
                      row->options);
  text += "description " + Dump(Parsed(row->description)) + "\n";
  text += "report " + Dump(Parsed(row->report)) + "\n";
  return PrintOut(kVerb, text, kExitYes);
}

int Prune(PlanStore& store, const PlansFlags& flags) {
  const Result<PruneFilter> filter = FilterFrom(flags);
  if (!filter.ok()) return Fail(kVerb, filter.error());
  const Result<Pruned> pruned = store.Prune(*filter);
  if (!pruned.ok()) return Fail(kVerb, pruned.error(), kExitEngine);
  PrintNotes(store.TakeNotes());
  return PrintOut(kVerb,
                  fmt::format("{} forgotten, {} left in {}, {} freed\n", Compiles(pruned->compiles),
                              pruned->left, store.path().string(), HumanBytes(pruned->bytes)),
                  kExitYes);
}

// There is nothing, and that is an answer; but a key that is asked for is not there.
int Nothing(const PlansFlags& flags, const std::string& why) {
  if (flags.action == "show") {
    return Fail(kVerb, NotFound("nothing is remembered: " + why), kExitNo);
  }
  if (flags.format == "json") {
    const Json json{{"schema", 1}, {"plans", nullptr}, {"compiles", Json::array()}};
    return PrintOut(kVerb, Dump(json) + "\n", kExitYes);
  }
  return PrintOut(kVerb, fmt::format("nothing is remembered: {}\n", why), kExitYes);
}

}  // namespace

int PlansVerb(const Words& words) {
  PlansFlags flags;
  CLI::App app("logphead plans: list, show or prune what plan remembers of past compiles");
  AddFlags(app, &flags);
  if (const auto status = ParseOrExit(kVerb, app, words)) return *status;
  if (const Status status = CheckFlags(flags); !status.ok()) return Fail(kVerb, status.error());
  if (const auto filter = FilterFrom(flags); !filter.ok()) return Fail(kVerb, filter.error());
  const Result<std::optional<std::filesystem::path>> path = PlansPath(flags.plans);
  if (!path.ok()) return Fail(kVerb, path.error());
  if (!*path) return Nothing(flags, "plans are switched off (none)");
  Result<OpenedPlanStore> opened = PlanStore::Open(**path, {.create = false});
  if (!opened.ok()) {
    if (opened.error().code() == Code::kNotFound) return Nothing(flags, opened.error().message());
    return Fail(kVerb, opened.error());
  }
  PrintNotes(opened->notes);
  if (flags.action == "list") return List(opened->store, flags);
  if (flags.action == "show") return Show(opened->store, flags);
  return Prune(opened->store, flags);
}

}  // namespace logphead::cli
