// SPDX-License-Identifier: Apache-2.0
// Report: the three formats.
#include "logphead/plan/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace logphead {
namespace {

std::string_view ModeName(const PlanCase& plan_case) {
  return ReplicateModeName(plan_case.config.replicate.value_or(ReplicateMode::kAuto));
}

// The mesh as it is typed; empty without one.
std::string MeshText(const PlanCase& plan_case) {
  return plan_case.config.mesh ? plan_case.config.mesh->ToString() : "";
}

std::string CollectivesText(const CollectiveCensus& collectives) {
  std::string text;
  for (const auto& [kind, count] : collectives) {
    text += fmt::format("{}{} {} ({})", text.empty() ? "" : ", ", count.count, kind,
                        HumanBytes(count.bytes));
  }
  return text.empty() ? "none" : text;
}

class TextWriter : public ReportWriter {
 public:
  TextWriter(const std::vector<PlanCase>& cases, std::string command)
      : command_(std::move(command)) {
    for (const PlanCase& plan_case : cases) {
      compiler_ = std::max(compiler_, plan_case.compiler.size());
      has_variant_ = has_variant_ || plan_case.config.variant != ReplicateVariant::kRule;
    }
    if (!cases.empty()) {
      const PlanCase& first = cases.front();
      const HeadConfig& config = first.config;
      header_ = fmt::format("chunked {} on {}, {}: batch {}, sequence {}, hidden {}, vocab {}\n",
                            ProgramKindName(first.program), first.topology,
                            config.mesh ? "mesh " + MeshText(first) : "no mesh", config.batch,
                            config.sequence, config.hidden, config.vocab);
    }
  }

  std::string Begin() override {
    return header_ + Columns("chunk", "replicate", "variant", "compiler", "verdict", "temp",
                             "arguments", "outputs", "seconds", "collectives (count, bytes)");
  }

  std::string Row(const PlanRow& row) override {
    ++total_;
    const PlanCase& plan_case = row.plan_case;
    const std::string seconds = fmt::format("{:.1f}", row.compile_seconds);
    const std::string chunk = fmt::format("{}", plan_case.config.chunk);
    const auto line = [&](auto... bytes) {
      return Columns(chunk, ModeName(plan_case), ReplicateVariantName(plan_case.config.variant),
                     plan_case.compiler, VerdictName(row.verdict), bytes...);
    };
    if (row.verdict == Verdict::kCompiles) {
      ++compiled_;
      return line(HumanBytes(row.temp_bytes), HumanBytes(row.argument_bytes),
                  HumanBytes(row.output_bytes), seconds, CollectivesText(row.collectives));
    }
    const std::string shape = row.offending_shape ? "at " + *row.offending_shape : std::string("");
    return line("-", "-", "-", seconds, shape) + "      " + row.message + "\n";
  }

  std::string End() override {
    return fmt::format("{} of {} compile (bytes are per device)\n{}\n", compiled_, total_,
                       command_);
  }

 private:
  std::string Columns(std::string_view chunk, std::string_view mode, std::string_view variant,
                      std::string_view compiler, std::string_view verdict, std::string_view temp,
                      std::string_view arguments, std::string_view outputs,
                      std::string_view seconds, std::string_view rest) const {
    const std::string middle = has_variant_ ? fmt::format("  {:<9}", variant) : "";
    std::string line =
        fmt::format("{:>6}  {:<9}{}  {:<{}}  {:<8}  {:>9}  {:>9}  {:>9}  {:>7}  {}", chunk, mode,
                    middle, compiler, compiler_, verdict, temp, arguments, outputs, seconds, rest);
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
  }

  std::string command_;
  std::string header_;
  size_t compiler_ = 8;
  bool has_variant_ = false;
  int total_ = 0;
  int compiled_ = 0;
};

nlohmann::ordered_json RowJson(const PlanRow& row) {
  using Json = nlohmann::ordered_json;
  const PlanCase& plan_case = row.plan_case;
  const bool compiles = row.verdict == Verdict::kCompiles;
  const auto bytes = [&](int64_t value) { return compiles ? Json(value) : Json(nullptr); };
  Json collectives = Json::object();
  for (const auto& [kind, count] : row.collectives) {
    collectives[kind] = {{"count", count.count}, {"bytes", count.bytes}};
  }
  Json json;
  json["head"] = "chunked";
  json["program"] = ProgramKindName(plan_case.program);
  json["chunk"] = plan_case.config.chunk;
  json["replicate_sequence"] = ModeName(plan_case);
  json["variant"] = ReplicateVariantName(plan_case.config.variant);
  json["mesh"] = MeshText(plan_case);
  json["topology"] = plan_case.topology;
  json["compiler"] = plan_case.compiler;
  json["verdict"] = VerdictName(row.verdict);
  json["message"] = row.message;
  json["offending_shape"] = row.offending_shape ? Json(*row.offending_shape) : Json(nullptr);
  json["temp_bytes"] = bytes(row.temp_bytes);
  json["argument_bytes"] = bytes(row.argument_bytes);
  json["output_bytes"] = bytes(row.output_bytes);
  json["compile_seconds"] = row.compile_seconds;
  json["collectives"] = collectives;
  return json;
}

// What is not UTF-8 in a compiler's message is replaced.
std::string DumpJson(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

class JsonWriter : public ReportWriter {
 public:
  std::string Begin() override { return "{\"schema\": 1, \"rows\": [\n"; }
  std::string Row(const PlanRow& row) override {
    // The comma stands at the start of a line, so that each row is a whole line at once.
    const char* separator = std::exchange(first_, false) ? "" : ",";
    return fmt::format("{}{}\n", separator, DumpJson(RowJson(row)));
  }
  std::string End() override { return "]}\n"; }

 private:
  bool first_ = true;
};

class CsvWriter : public ReportWriter {
 public:
  std::string Begin() override {
    return "head,program,chunk,replicate_sequence,variant,mesh,topology,compiler,verdict,message,"
           "offending_shape,temp_bytes,argument_bytes,output_bytes,compile_seconds,collectives\n";
  }
  std::string Row(const PlanRow& row) override {
    const nlohmann::ordered_json json = RowJson(row);
    std::string line;
    for (auto it = json.begin(); it != json.end(); ++it) {
      const std::string& name = it.key();
      const nlohmann::ordered_json& value = it.value();
      if (!line.empty()) line += ",";
      if (name == "collectives") {
        line += Quoted(row.collectives.empty() ? "" : CollectivesList(row.collectives));
      } else if (value.is_string()) {
        line += Quoted(value.get<std::string>());
      } else if (!value.is_null()) {
        line += value.dump();
      }
    }
    return line + "\n";
  }
  std::string End() override { return ""; }

 private:
  // "all-gather:3:1024;all-reduce:1:8": kind, count, bytes.
  static std::string CollectivesList(const CollectiveCensus& collectives) {
    std::string text;
    for (const auto& [kind, count] : collectives) {
      text += fmt::format("{}{}:{}:{}", text.empty() ? "" : ";", kind, count.count, count.bytes);
    }
    return text;
  }
  static std::string Quoted(const std::string& text) {
    if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
  }
};

}  // namespace

Result<ReportFormat> ParseReportFormat(std::string_view text) {
  if (text == "text") return ReportFormat::kText;
  if (text == "json") return ReportFormat::kJson;
  if (text == "csv") return ReportFormat::kCsv;
  return InvalidArgument(fmt::format("format '{}' is unknown (use text, json or csv)", text));
}

std::unique_ptr<ReportWriter> MakeReportWriter(ReportFormat format,
                                               const std::vector<PlanCase>& cases,
                                               std::string command) {
  switch (format) {
    case ReportFormat::kJson:
      return std::make_unique<JsonWriter>();
    case ReportFormat::kCsv:
      return std::make_unique<CsvWriter>();
    case ReportFormat::kText:
      break;
  }
  return std::make_unique<TextWriter>(cases, std::move(command));
}

std::string HumanBytes(int64_t bytes) {
  const auto value = static_cast<double>(bytes);
  if (value >= 1e9) return fmt::format("{:.2f} GB", value / 1e9);
  if (value >= 1e6) return fmt::format("{:.2f} MB", value / 1e6);
  if (value >= 1e3) return fmt::format("{:.2f} kB", value / 1e3);
  return fmt::format("{} B", bytes);
}

}  // namespace logphead
