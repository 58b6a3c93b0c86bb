// SPDX-License-Identifier: Apache-2.0
// Reports: text for people, JSON of the documented keys, CSV that reads back.
#include "logphead/plan/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

namespace logphead {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using Json = nlohmann::json;

PlanCase Case(int64_t chunk, ReplicateMode mode) {
  PlanCase plan_case;
  plan_case.config.batch = 64;
  plan_case.config.sequence = 65536;
  plan_case.config.hidden = 4096;
  plan_case.config.vocab = 248320;
  plan_case.config.chunk = chunk;
  plan_case.config.replicate = mode;
  plan_case.config.mesh = *Mesh::Parse("fsdp=32,context=4,expert=2");
  plan_case.topology = "tpu7x:4x4x8";
  plan_case.compiler = "libtpu==0.0.51";
  return plan_case;
}

PlanRow Compiles() {
  PlanRow row;
  row.plan_case = Case(1024, ReplicateMode::kNever);
  row.verdict = Verdict::kCompiles;
  row.temp_bytes = 7'620'000'000;
  row.argument_bytes = 12'600'000;
  row.output_bytes = 512;
  row.compile_seconds = 17.25;
  row.collectives["all-gather"] = {3, 2'030'000'000, 66, 130'000'000'000};
  row.collectives["all-reduce"] = {1, 8, std::nullopt, std::nullopt};
  row.matmul_flops = 533'000'000'000'000;
  return row;
}

// Of another head, which the replicate rule is not for.
PlanRow Vocab() {
  PlanRow row = Compiles();
  row.plan_case.program = ProgramKind::kFused;
  row.plan_case.config.head = *ParseHead("vocab:context,expert");
  row.plan_case.config.kernel_reuse = KernelReuse::kRegather;
  row.plan_case.config.loss = LossConfig::Default(LossKind::kGrpo);
  row.matmul_flops.reset();
  return row;
}

PlanRow Fails() {
  PlanRow row;
  row.plan_case = Case(4096, ReplicateMode::kAuto);
  row.plan_case.config.variant = ReplicateVariant::kIdsOnly;
  row.verdict = Verdict::kFails;
  row.message = "INTERNAL: a \"reshape\", of a, b\nand more";
  row.offending_shape = "f32[4,1,4,1024]";
  row.compile_seconds = 3;
  return row;
}

std::string Report(ReportFormat format, const std::vector<PlanRow>& rows) {
  std::vector<PlanCase> cases;
  for (const PlanRow& row : rows) cases.push_back(row.plan_case);
  const auto writer = MakeReportWriter(format, cases, "logphead plan --chunk 1");
  std::string text = writer->Begin();
  for (const PlanRow& row : rows) {
    const std::string piece = writer->Row(row);
    EXPECT_THAT(piece, EndsWith("\n")) << "a row is whole lines";
    text += piece;
  }
  return text + writer->End();
}

// The fields of each record of a CSV text.
std::vector<std::vector<std::string>> ReadCsv(const std::string& text) {
  std::vector<std::vector<std::string>> records(1, {""});
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
      records.back().back() += text[++i];
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && c == ',') {
      records.back().emplace_back();
    } else if (!quoted && c == '\n') {
      if (i + 1 < text.size()) records.push_back({""});
    } else {
      records.back().back() += c;
    }
  }
  EXPECT_FALSE(quoted);
  return records;
}

TEST(ParseReportFormat, Names) {
  EXPECT_EQ(*ParseReportFormat("text"), ReportFormat::kText);
  EXPECT_EQ(*ParseReportFormat("json"), ReportFormat::kJson);
  EXPECT_EQ(*ParseReportFormat("csv"), ReportFormat::kCsv);
  for (const char* text : {"", "JSON", "xml"}) {
    EXPECT_THAT(ParseReportFormat(text).error().message(), HasSubstr("use text, json or csv"));
  }
}

TEST(JsonReport, HasTheDocumentedKeys) {
  const Json report = Json::parse(Report(ReportFormat::kJson, {Compiles(), Fails()}));
  EXPECT_EQ(report.size(), 2U);
  EXPECT_EQ(report["schema"], 1);
  ASSERT_EQ(report["rows"].size(), 2U);
  Json row = report["rows"][0];
  EXPECT_EQ(row["program"], "loss_and_grad");
  row.erase("program");  // more than what is promised
  EXPECT_EQ(row, Json::parse(R"({
    "head": "chunked", "loss": null, "kernel": null, "vocab_tiles": null, "chunk": 1024, "replicate_sequence": "never", "variant": "rule",
    "mesh": "fsdp=32,context=4,expert=2", "topology": "tpu7x:4x4x8", "compiler": "libtpu==0.0.51",
    "verdict": "compiles", "message": "", "offending_shape": null,
    "temp_bytes": 7620000000, "argument_bytes": 12600000, "output_bytes": 512,
    "matmul_flops": 533000000000000, "compile_seconds": 17.25,
    "collectives": {"all-gather": {"count": 3, "bytes": 2030000000,
                                   "executions": 66, "executed_bytes": 130000000000},
                    "all-reduce": {"count": 1, "bytes": 8,
                                   "executions": null, "executed_bytes": null}}})"));
  row = report["rows"][1];
  row.erase("program");
  EXPECT_EQ(row, Json::parse(R"({
    "head": "chunked", "loss": null, "kernel": null, "vocab_tiles": null, "chunk": 4096, "replicate_sequence": "auto", "variant": "ids-only",
    "mesh": "fsdp=32,context=4,expert=2", "topology": "tpu7x:4x4x8", "compiler": "libtpu==0.0.51",
    "verdict": "fails", "message": "INTERNAL: a \"reshape\", of a, b\nand more",
    "offending_shape": "f32[4,1,4,1024]",
    "temp_bytes": null, "argument_bytes": null, "output_bytes": null,
    "matmul_flops": null, "compile_seconds": 3.0, "collectives": {}})"));
}

TEST(JsonReport, OfOtherHeads) {
  const Json row = Json::parse(Report(ReportFormat::kJson, {Vocab()}))["rows"][0];
  EXPECT_EQ(row["head"], "vocab:context,expert");
  EXPECT_EQ(row["program"], "fused");
  EXPECT_EQ(row["loss"], "grpo");
  EXPECT_EQ(row["kernel"], "regather");
  EXPECT_EQ(row["vocab_tiles"], 1);
  for (const char* name : {"replicate_sequence", "variant", "matmul_flops"}) {
    ASSERT_TRUE(row.contains(name));
    EXPECT_TRUE(row[name].is_null()) << name;
  }
}

TEST(JsonReport, IsWellFormedWithoutRowsAndWithOne) {
  EXPECT_EQ(Json::parse(Report(ReportFormat::kJson, {}))["rows"].size(), 0U);
  EXPECT_EQ(Json::parse(Report(ReportFormat::kJson, {Fails()}))["rows"].size(), 1U);
}

TEST(JsonReport, EveryRowIsALineOfItsOwn) {
  std::istringstream lines(Report(ReportFormat::kJson, {Compiles(), Fails(), Compiles()}));
  std::string line;
  int rows = 0;
  while (std::getline(lines, line)) {
    if (line.find("\"chunk\"") == std::string::npos) continue;
    EXPECT_TRUE(Json::parse(line.substr(line[0] == ',' ? 1 : 0)).is_object());
    ++rows;
  }
  EXPECT_EQ(rows, 3);
}

TEST(JsonReport, TakesAnyBytes) {
  PlanRow row = Fails();
  row.message = "not UTF-8: \xff\xc3";
  const Json report = Json::parse(Report(ReportFormat::kJson, {row}));
  EXPECT_THAT(report["rows"][0]["message"].get<std::string>(), StartsWith("not UTF-8: "));
}

TEST(JsonReport, NamesEveryVerdict) {
  for (const auto& [verdict, name] :
       {std::pair{Verdict::kCompiles, "compiles"}, std::pair{Verdict::kFails, "fails"},
        std::pair{Verdict::kCrashed, "crashed"}, std::pair{Verdict::kTimeout, "timeout"}}) {
    PlanRow row = Compiles();
    row.verdict = verdict;
    EXPECT_EQ(Json::parse(Report(ReportFormat::kJson, {row}))["rows"][0]["verdict"], name);
  }
}

TEST(CsvReport, ReadsBack) {
  PlanRow no_mesh = Compiles();
  no_mesh.plan_case.config.mesh.reset();
  no_mesh.collectives.clear();
  const auto records = ReadCsv(Report(ReportFormat::kCsv, {Compiles(), Fails(), no_mesh, Vocab()}));
  ASSERT_EQ(records.size(), 5U);
  EXPECT_THAT(records[0],
              ElementsAre("head", "program", "loss", "kernel", "vocab_tiles", "chunk",
                          "replicate_sequence", "variant", "mesh", "topology", "compiler",
                          "verdict", "message", "offending_shape", "temp_bytes", "argument_bytes",
                          "output_bytes", "matmul_flops", "compile_seconds", "collectives"));
  EXPECT_THAT(records[1],
              ElementsAre("chunked", "loss_and_grad", "", "", "", "1024", "never", "rule",
                          "fsdp=32,context=4,expert=2", "tpu7x:4x4x8", "libtpu==0.0.51", "compiles",
                          "", "", "7620000000", "12600000", "512", "533000000000000", "17.25",
                          "all-gather:3:2030000000:66:130000000000;all-reduce:1:8::"));
  EXPECT_THAT(records[2],
              ElementsAre("chunked", "loss_and_grad", "", "", "", "4096", "auto", "ids-only",
                          "fsdp=32,context=4,expert=2", "tpu7x:4x4x8", "libtpu==0.0.51", "fails",
                          "INTERNAL: a \"reshape\", of a, b\nand more", "f32[4,1,4,1024]", "", "",
                          "", "", "3.0", ""));
  EXPECT_EQ(records[3][8], "");
  EXPECT_EQ(records[3].back(), "");
  EXPECT_THAT(std::vector<std::string>(records[4].begin(), records[4].begin() + 9),
              ElementsAre("vocab:context,expert", "fused", "grpo", "regather", "1", "1024", "", "",
                          "fsdp=32,context=4,expert=2"));
}

TEST(TextReport, SaysTheCellTheRowsAndTheCommand) {
  const std::string text = Report(ReportFormat::kText, {Compiles(), Fails()});
  EXPECT_THAT(text, StartsWith("chunked loss_and_grad on tpu7x:4x4x8, mesh "
                               "fsdp=32,context=4,expert=2: batch 64, sequence 65536, hidden 4096, "
                               "vocab 248320\n"));
  EXPECT_THAT(text, HasSubstr("  1024  never      rule       libtpu==0.0.51  compiles    7.62 GB   "
                              "12.60 MB      512 B     17.2  3 all-gather (2.03 GB), "
                              "1 all-reduce (8 B)\n"));
  EXPECT_THAT(text, HasSubstr("  4096  auto       ids-only   libtpu==0.0.51  fails             -   "
                              "       -          -      3.0  at f32[4,1,4,1024]\n"));
  EXPECT_THAT(text, HasSubstr("1 of 2 compile (bytes are per device)\nlogphead plan --chunk 1\n"));
  EXPECT_THAT(text, EndsWith("logphead plan --chunk 1\n"));
}

TEST(TextReport, LeavesOutWhatIsTheSame) {
  const std::string text = Report(ReportFormat::kText, {Compiles()});
  EXPECT_THAT(text, Not(HasSubstr("variant")));
  EXPECT_THAT(text, HasSubstr("1 of 1 compile"));
}

TEST(TextReport, OneHeadStandsInTheFirstLine) {
  const std::string text = Report(ReportFormat::kText, {Vocab()});
  EXPECT_THAT(text, StartsWith("vocab:context,expert fused (grpo) on tpu7x:4x4x8, mesh "));
  EXPECT_THAT(text, HasSubstr("\n chunk  replicate  kernel    compiler  "));
  EXPECT_THAT(text, HasSubstr("\n  1024  -          regather  libtpu==0.0.51  compiles "));
}

TEST(TextReport, SeveralHeadsAreAColumn) {
  PlanRow local = Compiles();
  local.plan_case.config.head = *ParseHead("local");
  const std::string text = Report(ReportFormat::kText, {Compiles(), local});
  EXPECT_THAT(text, StartsWith("loss_and_grad on tpu7x:4x4x8, mesh "));
  EXPECT_THAT(text, HasSubstr("\nhead      chunk  replicate  compiler  "));
  EXPECT_THAT(text, HasSubstr("\nchunked    1024  never      libtpu==0.0.51  "));
  EXPECT_THAT(text, HasSubstr("\nlocal      1024  -          libtpu==0.0.51  "));
  EXPECT_THAT(text, Not(HasSubstr("kernel")));
}

TEST(TextReport, WithoutAMeshOrCollectives) {
  PlanRow row = Compiles();
  row.plan_case.config.mesh.reset();
  row.collectives.clear();
  const std::string text = Report(ReportFormat::kText, {row});
  EXPECT_THAT(text, HasSubstr("on tpu7x:4x4x8, no mesh: batch 64"));
  EXPECT_THAT(text, HasSubstr("  none\n"));
}

TEST(TextReport, LinesHaveNoTrailingSpace) {
  PlanRow crashed = Fails();
  crashed.verdict = Verdict::kCrashed;
  crashed.message = "the compiler died of signal 11 (Segmentation fault)";
  crashed.offending_shape.reset();
  std::istringstream lines(Report(ReportFormat::kText, {Compiles(), crashed}));
  std::string line;
  while (std::getline(lines, line)) EXPECT_THAT(line, Not(EndsWith(" ")));
}

TEST(HumanBytes, Units) {
  EXPECT_EQ(HumanBytes(0), "0 B");
  EXPECT_EQ(HumanBytes(999), "999 B");
  EXPECT_EQ(HumanBytes(1000), "1.00 kB");
  EXPECT_EQ(HumanBytes(12'600'000), "12.60 MB");
  EXPECT_EQ(HumanBytes(7'812'345'678), "7.81 GB");
  EXPECT_EQ(HumanBytes(123'456'789'012'345), "123456.79 GB");
}

}  // namespace
}  // namespace logphead
