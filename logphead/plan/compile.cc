// SPDX-License-Identifier: Apache-2.0
// Compile: plugin, topology, program, report.
#include "logphead/plan/compile.h"

#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <type_traits>
#include <utility>

#include "logphead/pjrt/client.h"
#include "logphead/pjrt/plugin.h"
#include "logphead/pjrt/topology.h"
#include "logphead/plan/cost_json.h"
#include "logphead/plan/optimized_hlo.h"
#include "logphead/plan/target.h"

namespace logphead {
namespace {

using Json = nlohmann::json;

// What came of the compile itself: something to look into, or the compiler's refusal.
struct Outcome {
  // Of a CPU engine, a LoadedExecutable, which cannot be cut down to an Executable.
  std::shared_ptr<const Executable> executable;
  std::string message;
};

Result<Outcome> Run(const CompileRequest& request, std::string_view mlir, double* seconds) {
  LOGPHEAD_ASSIGN_OR_RETURN(const Plugin plugin, Plugin::Load(request.plugin));
  LOGPHEAD_ASSIGN_OR_RETURN(const Target target, ParseTarget(request.topology));
  CompileOptions options;
  const auto timed = [&](const auto& compile) -> Result<Outcome> {
    const auto start = std::chrono::steady_clock::now();
    auto compiled = compile();
    *seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    Outcome outcome;
    if (compiled.ok()) {
      using Compiled = std::decay_t<decltype(*compiled)>;
      outcome.executable = std::make_shared<const Compiled>(std::move(*compiled));
    } else {
      outcome.message = compiled.error().message();
    }
    return outcome;
  };
  if (target.engine == Engine::kCpu) {
    LOGPHEAD_ASSIGN_OR_RETURN(const Client client, Client::Create(plugin, target.options));
    options.num_partitions = client.num_devices();
    return timed([&] { return client.Compile(mlir, options); });
  }
  LOGPHEAD_ASSIGN_OR_RETURN(const Topology topology,
                            Topology::Create(plugin, target.topology, target.options));
  options.num_partitions = topology.num_devices();
  return timed([&] { return topology.Compile(mlir, options); });
}

}  // namespace

Result<int> CountDevices(const std::filesystem::path& plugin_path, const std::string& name) {
  LOGPHEAD_ASSIGN_OR_RETURN(const Target target, ParseTarget(name));
  LOGPHEAD_ASSIGN_OR_RETURN(const Plugin plugin, Plugin::Load(plugin_path));
  if (target.engine == Engine::kCpu) {
    LOGPHEAD_ASSIGN_OR_RETURN(const Client client, Client::Create(plugin, target.options));
    return client.num_devices();
  }
  LOGPHEAD_ASSIGN_OR_RETURN(const Topology topology,
                            Topology::Create(plugin, target.topology, target.options));
  return topology.num_devices();
}

Result<CompileReport> Compile(const CompileRequest& request, std::string_view mlir) {
  CompileReport report;
  LOGPHEAD_ASSIGN_OR_RETURN(const Outcome outcome, Run(request, mlir, &report.seconds));
  if (!outcome.executable) {
    report.message = outcome.message;
    return report;
  }
  report.compiled = true;
  LOGPHEAD_ASSIGN_OR_RETURN(report.memory, outcome.executable->memory_stats());
  LOGPHEAD_ASSIGN_OR_RETURN(const OptimizedProgram program,
                            outcome.executable->optimized_program());
  LOGPHEAD_ASSIGN_OR_RETURN(const HloModule module,
                            ParseOptimizedProgram(program.format, program.bytes));
  LOGPHEAD_ASSIGN_OR_RETURN(report.collectives, CountCollectives(module));
  std::optional<Mesh> mesh;
  if (!request.mesh.empty()) {
    LOGPHEAD_ASSIGN_OR_RETURN(mesh, Mesh::Parse(request.mesh));
  }
  LOGPHEAD_ASSIGN_OR_RETURN(report.cost, CountCost(module, mesh));
  if (!request.save_program.empty()) {
    LOGPHEAD_RETURN_IF_ERROR(SaveProgram(request.save_program, program.bytes));
  }
  return report;
}

ChildCommand CompileCommand(const std::filesystem::path& program, const CompileRequest& request,
                            std::string mlir) {
  ChildCommand command;
  command.argv = {program.string(),
                  "compile-child",
                  request.plugin.string(),
                  request.topology,
                  request.save_program.string(),
                  request.mesh};
  command.stdin_text = std::move(mlir);
  return command;
}

std::string CompileReportToJson(const CompileReport& report) {
  const Json json = {{"compiled", report.compiled},
                     {"message", report.message},
                     {"temp_bytes", report.memory.temp_bytes},
                     {"argument_bytes", report.memory.argument_bytes},
                     {"output_bytes", report.memory.output_bytes},
                     {"alias_bytes", report.memory.alias_bytes},
                     {"generated_code_bytes", report.memory.generated_code_bytes},
                     {"cost", CostToJson(report.cost)},
                     {"seconds", report.seconds},
                     {"collectives", CollectivesToJson(report.collectives)}};
  // A compiler's message may hold anything; what is not UTF-8 is replaced.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<CompileReport> CompileReportFromJson(std::string_view text) {
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  const auto damaged = [] { return DataLoss("the compile child printed no report"); };
  if (!json.is_object()) return damaged();
  CompileReport report;
  const auto number = [&](const char* name, int64_t* value) {
    const auto it = json.find(name);
    if (it == json.end() || !it->is_number_integer()) return false;
    *value = it->get<int64_t>();
    return true;
  };
  const bool complete = number("temp_bytes", &report.memory.temp_bytes) &&
                        number("argument_bytes", &report.memory.argument_bytes) &&
                        number("output_bytes", &report.memory.output_bytes) &&
                        number("alias_bytes", &report.memory.alias_bytes) &&
                        number("generated_code_bytes", &report.memory.generated_code_bytes);
  if (!complete || !CostFromJson(json.value("cost", Json()), &report.cost) ||
      !json.value("compiled", Json()).is_boolean() || !json.value("message", Json()).is_string() ||
      !json.value("seconds", Json()).is_number() ||
      !json.value("collectives", Json()).is_object()) {
    return damaged();
  }
  report.compiled = json["compiled"].get<bool>();
  report.message = json["message"].get<std::string>();
  report.seconds = json["seconds"].get<double>();
  for (const auto& [kind, count] : json["collectives"].items()) {
    CollectiveCount& entry = report.collectives[kind];
    if (!count.is_object() || !count.value("count", Json()).is_number_integer() ||
        !count.value("bytes", Json()).is_number_integer() ||
        !CountFromJson(count, "executions", &entry.executions) ||
        !CountFromJson(count, "executed_bytes", &entry.executed_bytes)) {
      return damaged();
    }
    entry.count = count["count"].get<int64_t>();
    entry.bytes = count["bytes"].get<int64_t>();
  }
  return report;
}

}  // namespace logphead
