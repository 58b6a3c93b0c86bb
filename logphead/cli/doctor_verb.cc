// SPDX-License-Identifier: Apache-2.0
// logphead doctor: which engines and compilers are found, and what brings the missing ones.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "logphead/cli/children.h"
#include "logphead/cli/kernels_report.h"
#include "logphead/cli/output.h"
#include "logphead/cli/values.h"
#include "logphead/cli/verbs.h"
#include "logphead/head/replicate.h"
#include "logphead/pjrt/find.h"
#include "logphead/plan/child.h"

namespace logphead::cli {
namespace {

using Json = nlohmann::ordered_json;

// What is known of one plugin; `problem` is empty when it loads.
struct Finding {
  Engine engine = Engine::kCpu;
  std::string name;
  std::string path;
  std::string origin;
  std::string api;
  std::string stablehlo;
  std::string problem;
};

Finding Probe(Engine engine, const FoundPlugin& plugin) {
  Finding finding;
  finding.engine = engine;
  finding.name = plugin.version.empty() ? "" : plugin.package + "==" + plugin.version;
  finding.path = plugin.path.string();
  finding.origin = plugin.origin;
  ChildCommand command;
  command.argv = {SelfPath().string(), "probe-plugin", finding.path};
  command.time_limit = std::chrono::minutes(1);
  const Result<ChildResult> child = RunChild(command);
  if (!child.ok()) {
    finding.problem = child.error().message();
    return finding;
  }
  const Json json = Json::parse(child->stdout_bytes, nullptr, /*allow_exceptions=*/false);
  if (!child->ok() || !json.is_object()) {
    finding.problem = WhyEnded(*child);
    return finding;
  }
  finding.api = json.value("api", "");
  if (json.contains("attributes")) {
    const Json& attributes = json["attributes"];
    for (const char* name : {"stablehlo_current_version", "stablehlo_current"}) {
      if (attributes.contains(name)) finding.stablehlo = attributes[name].get<std::string>();
    }
  }
  for (char& c : finding.stablehlo) c = c == ',' ? '.' : c;
  return finding;
}

struct EngineText {
  Engine engine;
  const char* what;
  const char* install;
};

constexpr EngineText kEngines[] = {
    {Engine::kCpu, "runs heads on virtual CPU devices", "./setup"},
    {Engine::kTpu, "compiles for TPU pods", "./setup"},
    {Engine::kCuda, "compiles for NVIDIA GPUs", "./setup --cuda"},
};

std::vector<Finding> Look(const EngineText& text) {
  std::vector<Finding> findings;
  const char* variable = std::getenv(std::string(EngineVariable(text.engine)).c_str());
  if (variable != nullptr && *variable != '\0') {
    const Result<FoundPlugin> named = FindPlugin(text.engine);
    if (named.ok()) {
      findings.push_back(Probe(text.engine, *named));
    } else {
      Finding finding;
      finding.engine = text.engine;
      finding.origin = EngineVariable(text.engine);
      finding.path = variable;
      finding.problem = named.error().message();
      findings.push_back(std::move(finding));
    }
  }
  for (const FoundPlugin& plugin : InstalledPlugins(text.engine)) {
    findings.push_back(Probe(text.engine, plugin));
  }
  return findings;
}

std::string ToText(const EngineText& text, const std::vector<Finding>& findings) {
  std::string lines;
  for (const Finding& finding : findings) {
    const std::string name = finding.name.empty() ? finding.origin : finding.name;
    if (finding.problem.empty()) {
      lines += fmt::format("ok       {:<5} {:<29} PJRT API {:<7} StableHLO {:<8} {}\n",
                           EngineName(finding.engine), name, finding.api,
                           finding.stablehlo.empty() ? "?" : finding.stablehlo, finding.path);
    } else {
      lines += fmt::format("broken   {:<5} {:<29} {}\n", EngineName(finding.engine), name,
                           finding.problem);
    }
  }
  if (findings.empty()) {
    lines +=
        fmt::format("missing  {:<5} {}: install it with {}, or set {} to a plugin's path\n",
                    EngineName(text.engine), text.what, text.install, EngineVariable(text.engine));
  }
  return lines;
}

Json ToJson(const Finding& finding) {
  return Json{{"engine", EngineName(finding.engine)},
              {"name", finding.name},
              {"path", finding.path},
              {"origin", finding.origin},
              {"api", finding.api},
              {"stablehlo", finding.stablehlo},
              {"problem", finding.problem}};
}

}  // namespace

int DoctorVerb(const Words& words) {
  std::string format = "text";
  CLI::App app("logphead doctor: which engines and compilers are found");
  AddText(app, "Report", "--format F", &format, "text (default) or json");
  if (const auto status = ParseOrExit("doctor", app, words)) return *status;
  if (const Status status = CheckChoice("--format", format, {"text", "json"}); !status.ok()) {
    return Fail("doctor", status.error());
  }
  bool usable = true;  // what the product cannot do without: a CPU engine and a TPU compiler
  Json rows = Json::array();
  for (const EngineText& text : kEngines) {
    const std::vector<Finding> findings = Look(text);
    bool works = false;
    for (const Finding& finding : findings) {
      works = works || finding.problem.empty();
      rows.push_back(ToJson(finding));
    }
    if (text.engine != Engine::kCuda) usable = usable && works;
    if (format == "json") continue;
    if (const int status = PrintOut("doctor", ToText(text, findings), kExitYes)) return status;
  }
  const KernelFindings kernels = LookAtKernels();
  const Result<ReplicateMode> mode = ResolveReplicateMode(std::nullopt);
  const int status = usable ? kExitYes : kExitNo;
  if (format == "json") {
    const Json json{{"schema", 1},
                    {"usable", usable},
                    {"deps", DepsFolder().string()},
                    {"plugins", rows},
                    {"kernels", KernelsJson(kernels)}};
    return PrintOut("doctor", json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n",
                    status);
  }
  return PrintOut(
      "doctor",
      fmt::format("{}wheels in {}\nreplicate rule: {}\n{}\n", KernelsText(kernels),
                  DepsFolder().string(),
                  mode.ok() ? std::string(ReplicateModeName(*mode)) : mode.error().message(),
                  usable ? "ready: batches run on CPU devices, plans compile for TPU pods"
                         : "not ready: run ./setup"),
      status);
}

}  // namespace logphead::cli
