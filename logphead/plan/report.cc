// SPDX-License-Identifier: Apache-2.0
// Report: the three formats.
#include "logphead/plan/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace logphead {
namespace {

bool IsChunked(const PlanCase& plan_case) {
  return plan_case.config.head.kind == HeadKind::kChunked;
}

// Of the replicate rule, which other heads do not have.
std::string_view ModeName(const PlanCase& plan_case) {
  if (!IsChunked(plan_case)) return "-";
  return ReplicateModeName(plan_case.config.replicate.value_or(ReplicateMode::kAuto));
}

std::string_view VariantName(const PlanCase& plan_case) {
  return IsChunked(plan_case) ? ReplicateVariantName(plan_case.config.variant) : "-";
}

// What becomes of the gathered kernel, which the chunked head leaves to the compiler.
std::string_view KernelName(const PlanCase& plan_case) {
  return IsChunked(plan_case) ? "-" : KernelReuseName(plan_case.config.kernel_reuse);
}

// "fused", or "fused (grpo)" with a loss.
std::string ProgramText(const PlanCase& plan_case) {
  const std::string_view kind = ProgramKindName(plan_case.program);
  if (!plan_case.config.loss) return std::string(kind);
  return fmt::format("{} ({})", kind, LossKindName(plan_case.config.loss->kind));
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

// Columns that are the same for every case are left out: the head stands in the first line then.
class TextWriter : public ReportWriter {
 public:
  TextWriter(const std::vector<PlanCase>& cases, std::string command)
      : command_(std::move(command)) {
    if (cases.empty()) return;
    const PlanCase& first = cases.front();
    for (const PlanCase& plan_case : cases) {
      head_ = std::max(head_, plan_case.config.head.ToString().size());
      compiler_ = std::max(compiler_, plan_case.compiler.size());
      has_head_ = has_head_ || plan_case.config.head != first.config.head;
      has_kernel_ = has_kernel_ || plan_case.config.kernel_reuse != KernelReuse::kKeep;
      has_variant_ = has_variant_ || plan_case.config.variant != ReplicateVariant::kRule;
    }
    const HeadConfig& config = first.config;
    header_ = fmt::format("{}{} on {}, {}: batch {}, sequence {}, hidden {}, vocab {}\n",
                          has_head_ ? "" : config.head.ToString() + " ", ProgramText(first),
                          first.topology, config.mesh ? "mesh " + MeshText(first) : "no mesh",
                          config.batch, config.sequence, config.hidden, config.vocab);
  }

  std::string Begin() override {
    return header_ +
           Line({"head", "chunk", "replicate", "variant", "kernel", "compiler", "verdict", "temp",
                 "arguments", "outputs", "seconds", "collectives (count, bytes)"});
  }

  std::string Row(const PlanRow& row) override {
    ++total_;
    const PlanCase& plan_case = row.plan_case;
    Columns columns{plan_case.config.head.ToString(),
                    fmt::format("{}", plan_case.config.chunk),
                    std::string(ModeName(plan_case)),
                    std::string(VariantName(plan_case)),
                    std::string(KernelName(plan_case)),
                    plan_case.compiler,
                    std::string(VerdictName(row.verdict)),
                    "-",
                    "-",
                    "-",
                    fmt::format("{:.1f}", row.compile_seconds),
                    row.offending_shape ? "at " + *row.offending_shape : ""};
    if (row.verdict != Verdict::kCompiles) return Line(columns) + "      " + row.message + "\n";
    ++compiled_;
    columns.temp = HumanBytes(row.temp_bytes);
    columns.arguments = HumanBytes(row.argument_bytes);
    columns.outputs = HumanBytes(row.output_bytes);
    columns.rest = CollectivesText(row.collectives);
    return Line(columns);
  }

  std::string End() override {
    return fmt::format("{} of {} compile (bytes are per device)\n{}\n", compiled_, total_,
                       command_);
  }

 private:
  struct Columns {
    std::string head, chunk, mode, variant, kernel, compiler, verdict, temp, arguments, outputs,
        seconds, rest;
  };

  std::string Line(const Columns& c) const {
    std::string line = has_head_ ? fmt::format("{:<{}}  ", c.head, head_) : "";
    line += fmt::format("{:>6}  {:<9}", c.chunk, c.mode);
    if (has_variant_) line += fmt::format("  {:<9}", c.variant);
    if (has_kernel_) line += fmt::format("  {:<8}", c.kernel);
    line += fmt::format("  {:<{}}  {:<8}  {:>9}  {:>9}  {:>9}  {:>7}  {}", c.compiler, compiler_,
                        c.verdict, c.temp, c.arguments, c.outputs, c.seconds, c.rest);
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
  }

  std::string command_;
  std::string header_;
  size_t head_ = 4;
  size_t compiler_ = 8;
  bool has_head_ = false;
  bool has_kernel_ = false;
  bool has_variant_ = false;
  int total_ = 0;
  int compiled_ = 0;
};

nlohmann::ordered_json RowJson(const PlanRow& row) {
  using Json = nlohmann::ordered_json;
  const PlanCase& plan_case = row.plan_case;
  const bool compiles = row.verdict == Verdict::kCompiles;
  const bool chunked = IsChunked(plan_case);
  const auto bytes = [&](int64_t value) { return compiles ? Json(value) : Json(nullptr); };
  const auto text_if = [](bool there, std::string_view text) {
    return there ? Json(text) : Json(nullptr);
  };
  const auto known = [](Count count) { return count ? Json(*count) : Json(nullptr); };
  Json collectives = Json::object();
  for (const auto& [kind, count] : row.collectives) {
    collectives[kind] = {{"count", count.count},
                         {"bytes", count.bytes},
                         {"executions", known(count.executions)},
                         {"executed_bytes", known(count.executed_bytes)}};
  }
  Json json;
  const std::optional<LossConfig>& loss = plan_case.config.loss;
  json["head"] = plan_case.config.head.ToString();
  json["program"] = ProgramKindName(plan_case.program);
  json["loss"] = loss ? Json(LossKindName(loss->kind)) : Json(nullptr);
  json["kernel"] = text_if(!chunked, KernelName(plan_case));
  json["vocab_tiles"] = chunked ? Json(nullptr) : Json(plan_case.config.tiles());
  json["chunk"] = plan_case.config.chunk;
  json["replicate_sequence"] = text_if(chunked, ModeName(plan_case));
  json["variant"] = text_if(chunked, VariantName(plan_case));
  json["mesh"] = MeshText(plan_case);
  json["topology"] = plan_case.topology;
  json["compiler"] = plan_case.compiler;
  json["verdict"] = VerdictName(row.verdict);
  json["message"] = row.message;
  json["offending_shape"] = row.offending_shape ? Json(*row.offending_shape) : Json(nullptr);
  json["temp_bytes"] = bytes(row.temp_bytes);
  json["argument_bytes"] = bytes(row.argument_bytes);
  json["output_bytes"] = bytes(row.output_bytes);
  json["matmul_flops"] = compiles ? known(row.matmul_flops) : Json(nullptr);
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
    std::string line;
    const nlohmann::ordered_json columns = RowJson(PlanRow());
    for (auto it = columns.begin(); it != columns.end(); ++it) {
      line += (line.empty() ? "" : ",") + it.key();
    }
    return line + "\n";
  }
  std::string Row(const PlanRow& row) override {
    const nlohmann::ordered_json json = RowJson(row);
    std::string line;
    for (auto it = json.begin(); it != json.end(); ++it) {
      const std::string& name = it.key();
      const nlohmann::ordered_json& value = it.value();
      if (it != json.begin()) line += ",";
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
  // "all-gather:3:1024:48:16384;all-reduce:1:8::": kind, count, bytes, executions, executed bytes.
  static std::string CollectivesList(const CollectiveCensus& collectives) {
    const auto known = [](Count count) { return count ? fmt::format("{}", *count) : ""; };
    std::string text;
    for (const auto& [kind, count] : collectives) {
      text += fmt::format("{}{}:{}:{}:{}:{}", text.empty() ? "" : ";", kind, count.count,
                          count.bytes, known(count.executions), known(count.executed_bytes));
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
