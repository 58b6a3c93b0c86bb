// SPDX-License-Identifier: Apache-2.0
// PastCompiles: keys that hold all that decides a report, and reports as text.
#include "logphead/plan/recall.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>
#include <vector>

#include "logphead/base/files.h"
#include "logphead/plan/fingerprint.h"
#include "logphead/plan/target.h"

namespace logphead {
namespace {

using Json = nlohmann::json;

// The variables that compilers read have these prefixes (XLA_FLAGS, LIBTPU_INIT_ARGS, ...). Others
// with them do no harm but compiling once more.
constexpr std::array<std::string_view, 6> kVariables = {"XLA_", "LIBTPU_", "TPU_",
                                                        "TF_",  "CUDA_",   "NVIDIA_"};

// The variables with their values, sorted. XLA_FLAGS without a leading dash is a file of flags.
std::string Environment() {
  std::vector<std::string> found;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const bool read = std::any_of(kVariables.begin(), kVariables.end(),
                                  [&](std::string_view name) { return text.starts_with(name); });
    if (!read) continue;
    found.emplace_back(text);
    const std::string_view value = text.substr(std::min(text.find('='), text.size() - 1) + 1);
    if (!text.starts_with("XLA_FLAGS=") || value.empty() || value.starts_with('-')) continue;
    const auto file = ReadFile(std::filesystem::path(value));
    if (file.ok()) found.back() += "\n" + *file;
  }
  std::sort(found.begin(), found.end());
  std::string joined;
  for (const std::string& entry : found) joined += entry + "\n";
  return joined;
}

// A compiler for the CPU looks at the machine that it runs on.
std::string ThisCpu() {
  std::string text = fmt::format("cores {}\n", std::thread::hardware_concurrency());
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line) && !line.empty();) {
    for (const std::string_view name : {"model name", "flags", "Features"}) {
      if (line.starts_with(name)) text += line + "\n";
    }
  }
  return text;
}

// All but program and plugin. Errors: those of ParseTarget.
Result<std::string> OptionsText(const std::string& topology) {
  LOGPHEAD_ASSIGN_OR_RETURN(const Target target, ParseTarget(topology));
  std::string text = fmt::format("analysis {}\ntopology {}\n", kAnalysisVersion, target.topology);
  for (const auto& [name, value] : target.options) {
    text += fmt::format("{}={}\n", name, OptionText(value));
  }
  text += CompileOptions().Serialize() + "\n";
  text += Environment();
  if (target.engine == Engine::kCpu) text += ThisCpu();
  return text;
}

constexpr std::string_view kDeviceCount = "device count";

}  // namespace

PastCompiles::PastCompiles(PlanStore store, Note note)
    : store_(std::move(store)), note_(std::move(note)) {}

std::optional<PlanKey> PastCompiles::KeyOf(const std::filesystem::path& plugin,
                                           const std::string& topology, std::string_view program) {
  const auto [it, fresh] = plugins_.try_emplace(plugin);
  if (fresh) {
    // What is wrong with the plugin is the compile's to tell.
    const Result<std::string> fingerprint = store_.PluginFingerprint(plugin);
    if (fingerprint.ok()) it->second = *fingerprint;
    PassNotes();
  }
  const Result<std::string> options = OptionsText(topology);
  if (!it->second.has_value() || !options.ok()) return std::nullopt;
  return PlanKey{Fingerprint(program), Fingerprint(*options), *it->second};
}

std::optional<CompileReport> PastCompiles::Recall(const PlanKey& key) {
  const std::optional<std::string> text = RecallText(key);
  if (!text.has_value()) return std::nullopt;
  Result<CompileReport> report = CompileReportFromJson(*text);
  if (!report.ok()) return std::nullopt;
  return std::move(report).value();
}

void PastCompiles::Remember(const PlanKey& key, const std::string& description,
                            const CompileReport& report) {
  RememberText(key, description, CompileReportToJson(report), report.seconds);
}

std::optional<int64_t> PastCompiles::RecallDevices(const std::filesystem::path& plugin,
                                                   const std::string& topology) {
  const std::optional<PlanKey> key = KeyOf(plugin, topology, kDeviceCount);
  if (!key.has_value()) return std::nullopt;
  const std::optional<std::string> text = RecallText(*key);
  if (!text.has_value()) return std::nullopt;
  const Json json = Json::parse(*text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object() || !json.value("devices", Json()).is_number_integer()) return std::nullopt;
  return json["devices"].get<int64_t>();
}

void PastCompiles::RememberDevices(const std::filesystem::path& plugin, const std::string& topology,
                                   const std::string& compiler, int64_t devices) {
  const std::optional<PlanKey> key = KeyOf(plugin, topology, kDeviceCount);
  if (!key.has_value()) return;
  const Json description = {{"program", kDeviceCount},
                            {"topology", topology},
                            {"compiler", compiler},
                            {"verdict", fmt::format("{} devices", devices)}};
  RememberText(*key, description.dump(-1, ' ', false, Json::error_handler_t::replace),
               Json{{"devices", devices}}.dump(), 0);
}

std::optional<std::string> PastCompiles::RecallText(const PlanKey& key) {
  Result<std::optional<std::string>> text = store_.Recall(key);
  PassNotes();
  if (text.ok()) return std::move(text).value();
  if (!std::exchange(told_read_, true)) {
    note_("past compiles are not read: " + text.error().message());
  }
  return std::nullopt;
}

void PastCompiles::RememberText(const PlanKey& key, const std::string& description,
                                const std::string& text, double seconds) {
  const Status status = store_.Remember(key, description, text, seconds);
  PassNotes();
  if (status.ok() || std::exchange(told_write_, true)) return;
  note_("compiles are not remembered: " + status.error().message());
}

void PastCompiles::PassNotes() {
  for (const std::string& text : store_.TakeNotes()) note_(text);
}

}  // namespace logphead
