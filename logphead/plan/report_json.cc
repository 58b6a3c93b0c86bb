// SPDX-License-Identifier: Apache-2.0
// Report as JSON and CSV: one object per row, and what follows the rows.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "logphead/plan/case_names.h"
#include "logphead/plan/cost_json.h"
#include "logphead/plan/report.h"

namespace logphead {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kSchema = 2;

template <typename T>
Json Given(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json TextIf(bool there, std::string_view text) { return there ? Json(text) : Json(nullptr); }

Json SecondsJson(const std::optional<Prediction>& prediction) {
  if (!prediction) return nullptr;
  return {{"compute", prediction->compute},
          {"memory", prediction->memory},
          {"wire", prediction->wire},
          {"overlapped", prediction->overlapped},
          {"sequential", prediction->sequential}};
}

// Which program, for what, by which compiler.
void AddCase(const PlanCase& plan_case, Json* json) {
  Json& row = *json;
  const bool chunked = IsChunked(plan_case);
  const std::optional<LossConfig>& loss = plan_case.config.loss;
  row["head"] = plan_case.config.head.ToString();
  row["program"] = ProgramKindName(plan_case.program);
  row["loss"] = loss ? Json(LossKindName(loss->kind)) : Json(nullptr);
  row["kernel"] = TextIf(!chunked, KernelName(plan_case));
  row["vocab_tiles"] = chunked ? Json(nullptr) : Json(plan_case.config.tiles());
  row["chunk"] = plan_case.config.chunk;
  row["replicate_sequence"] = TextIf(chunked, ReplicateName(plan_case));
  row["variant"] = TextIf(chunked, VariantName(plan_case));
  row["mesh"] = MeshName(plan_case);
  row["shard"] = TextIf(plan_case.config.mesh.has_value(), ShardName(plan_case));
  row["topology"] = plan_case.topology;
  row["compiler"] = plan_case.compiler;
}

Json RowJson(const PlanRow& row) {
  Json json;
  AddCase(row.plan_case, &json);
  const bool compiles = row.verdict == Verdict::kCompiles;
  const auto bytes = [&](int64_t value) { return compiles ? Json(value) : Json(nullptr); };
  const auto count = [&](Count value) { return compiles ? Given(value) : Json(nullptr); };
  json["verdict"] = VerdictName(row.verdict);
  json["message"] = row.message;
  json["offending_shape"] = Given(row.offending_shape);
  json["temp_bytes"] = bytes(row.temp_bytes);
  json["argument_bytes"] = bytes(row.argument_bytes);
  json["output_bytes"] = bytes(row.output_bytes);
  json["code_bytes"] = bytes(row.code_bytes);
  json["peak_bytes"] = bytes(row.peak_bytes());
  json["fits"] = Given(row.fits);
  json["matmul_flops"] = count(row.cost.matmul_flops);
  json["hbm_bytes"] = count(row.cost.memory_bytes);
  json["exponentials"] = count(row.cost.exponentials);
  json["estimated_cycles"] = count(row.cost.estimated_cycles);
  json["wire_bytes"] = count(row.cost.wire_bytes);
  json["wire"] = WireToJson(row.cost.wire);
  json["seconds"] = SecondsJson(row.prediction);
  json["unknown"] = row.cost.unknown;
  json["recalled"] = row.recalled;
  json["compile_seconds"] = row.compile_seconds;
  json["collectives"] = CollectivesToJson(row.collectives);
  return json;
}

Json CalibrationJson(const std::optional<Calibration>& calibration) {
  if (!calibration) return nullptr;
  return Json::parse(CalibrationToJson(*calibration));
}

Json DevicesJson(const PlanSummary& summary) {
  Json json = Json::object();
  for (const auto& [kind, device] : summary.devices) {
    const DeviceSpec& spec = device.spec;
    json[kind] = {{"matmul_flops_per_second", spec.matmul_flops_per_second},
                  {"hbm_bytes_per_second", spec.memory_bytes_per_second},
                  {"hbm_bytes", Given(spec.memory_bytes)},
                  {"wire_bytes_per_second", spec.wire_bytes_per_second},
                  {"host_wire_bytes_per_second", Given(spec.host_wire_bytes_per_second)},
                  {"source", spec.source},
                  {"calibration", CalibrationJson(device.calibration)}};
  }
  return json;
}

// What follows the rows, in the order of the document.
Json TailJson(const PlanSummary& summary) {
  Json json;
  json["command"] = summary.command;
  json["resident_bytes"] = summary.resident_bytes;
  json["devices"] = DevicesJson(summary);
  json["ranking"] = summary.ranking.order;
  json["best"] = Given(summary.ranking.best);
  json["reason"] = summary.ranking.reason;
  json["use"] = summary.ranking.use;
  return json;
}

// What is not UTF-8 in a compiler's message is replaced.
std::string DumpJson(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

class JsonWriter : public ReportWriter {
 public:
  std::string Begin() override { return fmt::format("{{\"schema\": {}, \"rows\": [\n", kSchema); }
  std::string Row(const PlanRow& row) override {
    // The comma stands at the start of a line, so that each row is a whole line at once.
    const char* separator = std::exchange(first_, false) ? "" : ",";
    return fmt::format("{}{}\n", separator, DumpJson(RowJson(row)));
  }
  std::string End(const PlanSummary& summary) override {
    const std::string tail = DumpJson(TailJson(summary));
    return "],\n" + tail.substr(1) + "\n";
  }

 private:
  bool first_ = true;
};

class CsvWriter : public ReportWriter {
 public:
  std::string Begin() override {
    std::string line;
    const Json columns = RowJson(PlanRow());
    for (auto it = columns.begin(); it != columns.end(); ++it) {
      line += (line.empty() ? "" : ",") + it.key();
    }
    return line + "\n";
  }
  std::string Row(const PlanRow& row) override {
    const Json json = RowJson(row);
    std::string line;
    for (auto it = json.begin(); it != json.end(); ++it) {
      if (it != json.begin()) line += ",";
      line += Field(row, it.key(), it.value());
    }
    return line + "\n";
  }
  std::string End(const PlanSummary&) override { return ""; }

 private:
  static std::string Field(const PlanRow& row, const std::string& name, const Json& value) {
    if (name == "collectives") return Quoted(Collectives(row.collectives));
    if (name == "wire") return Quoted(Wire(row.cost.wire));
    if (name == "seconds") return Seconds(row.prediction);
    if (name == "unknown") return Quoted(fmt::format("{}", fmt::join(row.cost.unknown, ";")));
    if (value.is_string()) return Quoted(value.get<std::string>());
    return value.is_null() ? "" : value.dump();
  }
  static std::string Text(Count count) { return count ? fmt::format("{}", *count) : ""; }
  // "all-gather:3:1024:48:16384;all-reduce:1:8::": kind, count, bytes, executions, executed bytes.
  static std::string Collectives(const CollectiveCensus& collectives) {
    std::string text;
    for (const auto& [kind, count] : collectives) {
      text += fmt::format("{}{}:{}:{}:{}:{}", text.empty() ? "" : ";", kind, count.count,
                          count.bytes, Text(count.executions), Text(count.executed_bytes));
    }
    return text;
  }
  // "all-gather:fsdp:32:2:128:252000000000": kind, axes, group size, count, executions, bytes.
  static std::string Wire(const std::vector<WireUse>& wire) {
    std::string text;
    for (const WireUse& use : wire) {
      text += fmt::format("{}{}:{}:{}:{}:{}:{}", text.empty() ? "" : ";", use.kind, use.axes,
                          use.group_size, use.count, Text(use.executions), Text(use.wire_bytes));
    }
    return text;
  }
  // "compute:memory:wire:overlapped:sequential".
  static std::string Seconds(const std::optional<Prediction>& seconds) {
    if (!seconds) return "";
    return fmt::format("{}:{}:{}:{}:{}", seconds->compute, seconds->memory, seconds->wire,
                       seconds->overlapped, seconds->sequential);
  }
  static std::string Quoted(const std::string& text) {
    if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
  }
};

}  // namespace

std::unique_ptr<ReportWriter> MakeJsonWriter() { return std::make_unique<JsonWriter>(); }
std::unique_ptr<ReportWriter> MakeCsvWriter() { return std::make_unique<CsvWriter>(); }

Json ReportJson(const PlanSummary& summary) {
  Json json;
  json["schema"] = kSchema;
  Json rows = Json::array();
  for (const PlanRow& row : summary.rows) rows.push_back(RowJson(row));
  json["rows"] = std::move(rows);
  json.update(TailJson(summary));
  // Through text and back, so that what is not UTF-8 is replaced here too.
  return Json::parse(DumpJson(json));
}

}  // namespace logphead
