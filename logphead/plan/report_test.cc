// SPDX-License-Identifier: Apache-2.0
// Reports: text for people, JSON of the documented keys, CSV that reads back.
#include "logphead/plan/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

namespace logphead {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using ::testing::UnorderedElementsAre;
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
  row.code_bytes = 1'000;
  row.alias_bytes = 12;
  row.cost.matmul_flops = 533'000'000'000'000;
  row.cost.memory_bytes = 900'000'000'000;
  row.cost.exponentials = 77;
  row.cost.wire_bytes = 130'000'000'004;
  row.cost.estimated_cycles = 123'456;
  row.cost.work = {{2'000, 300, 4}};
  row.cost.wire = {{"all-gather", "fsdp", 32, 3, 66, 130'000'000'000},
                   {"all-reduce", "", 4, 1, 2, 4}};
  row.prediction = Prediction{0.5, 0.25, 0.75, 1.5, 0.75};
  row.fits = true;
  return row;
}

// Of another head, which the replicate rule is not for.
PlanRow Vocab() {
  PlanRow row = Compiles();
  row.plan_case.program = ProgramKind::kFused;
  row.plan_case.config.head = *ParseHead("vocab:context,expert");
  row.plan_case.config.kernel_reuse = KernelReuse::kRegather;
  row.plan_case.config.loss = LossConfig::Default(LossKind::kGrpo);
  row.cost = {};
  row.cost.unknown = {"loop %w has no trip count", "%c runs one of its branches"};
  row.prediction.reset();
  row.fits.reset();
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

PlanSummary Summary(const std::vector<PlanRow>& rows) {
  PlanSummary summary;
  summary.rows = rows;
  summary.ranking = Rank(rows);
  DeviceSpec& device = summary.devices["tpu7x"].spec;
  device.matmul_flops_per_second = 1e15;
  device.memory_bytes_per_second = 2e12;
  device.wire_bytes_per_second = 3e11;
  device.memory_bytes = 1e11;
  device.source = "a test";
  summary.resident_bytes = 5e9;
  summary.command = "logphead plan --chunk 1";
  return summary;
}

std::string ReportOf(ReportFormat format, const PlanSummary& summary) {
  std::vector<PlanCase> cases;
  for (const PlanRow& row : summary.rows) cases.push_back(row.plan_case);
  const auto writer = MakeReportWriter(format, cases);
  std::string text = writer->Begin();
  for (const PlanRow& row : summary.rows) {
    const std::string piece = writer->Row(row);
    EXPECT_THAT(piece, EndsWith("\n")) << "a row is whole lines";
    text += piece;
  }
  return text + writer->End(summary);
}

std::string Report(ReportFormat format, const std::vector<PlanRow>& rows) {
  return ReportOf(format, Summary(rows));
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
  std::vector<std::string> keys;
  for (const auto& [key, value] : report.items()) keys.push_back(key);
  EXPECT_THAT(keys, UnorderedElementsAre("schema", "rows", "command", "resident_bytes", "devices",
                                         "ranking", "best", "reason", "use"));
  EXPECT_EQ(report["schema"], 2);
  ASSERT_EQ(report["rows"].size(), 2U);
  EXPECT_EQ(report["rows"][0], Json::parse(R"({
    "head": "chunked", "program": "loss_and_grad", "loss": null, "kernel": null,
    "vocab_tiles": null, "chunk": 1024, "replicate_sequence": "never", "variant": "rule",
    "mesh": "fsdp=32,context=4,expert=2", "shard": "", "topology": "tpu7x:4x4x8", "compiler": "libtpu==0.0.51",
    "verdict": "compiles", "message": "", "offending_shape": null,
    "temp_bytes": 7620000000, "argument_bytes": 12600000, "output_bytes": 512, "code_bytes": 1000,
    "peak_bytes": 7632601500, "fits": true,
    "matmul_flops": 533000000000000, "hbm_bytes": 900000000000, "exponentials": 77,
    "estimated_cycles": 123456, "wire_bytes": 130000000004,
    "wire": [{"kind": "all-gather", "axes": "fsdp", "group_size": 32, "count": 3,
              "executions": 66, "wire_bytes": 130000000000},
             {"kind": "all-reduce", "axes": "", "group_size": 4, "count": 1,
              "executions": 2, "wire_bytes": 4}],
    "seconds": {"compute": 0.5, "memory": 0.25, "wire": 0.75, "overlapped": 0.75,
                "sequential": 1.5},
    "unknown": [], "recalled": false, "compile_seconds": 17.25,
    "collectives": {"all-gather": {"count": 3, "bytes": 2030000000,
                                   "executions": 66, "executed_bytes": 130000000000},
                    "all-reduce": {"count": 1, "bytes": 8,
                                   "executions": null, "executed_bytes": null}}})"));
  EXPECT_EQ(report["rows"][1], Json::parse(R"({
    "head": "chunked", "program": "loss_and_grad", "loss": null, "kernel": null,
    "vocab_tiles": null, "chunk": 4096, "replicate_sequence": "auto", "variant": "ids-only",
    "mesh": "fsdp=32,context=4,expert=2", "shard": "", "topology": "tpu7x:4x4x8", "compiler": "libtpu==0.0.51",
    "verdict": "fails", "message": "INTERNAL: a \"reshape\", of a, b\nand more",
    "offending_shape": "f32[4,1,4,1024]",
    "temp_bytes": null, "argument_bytes": null, "output_bytes": null, "code_bytes": null,
    "peak_bytes": null, "fits": null, "matmul_flops": null, "hbm_bytes": null,
    "exponentials": null, "estimated_cycles": null, "wire_bytes": null, "wire": [],
    "seconds": null, "unknown": [], "recalled": false, "compile_seconds": 3.0, "collectives": {}})"));
}

TEST(JsonReport, SaysWhatItRestsOnAndWhatIsBest) {
  PlanSummary summary = Summary({Compiles(), Fails()});
  Calibration calibration;
  calibration.factors.wire = 1.5;
  calibration.created = "2026-10-14T12:00:00Z";
  calibration.measurements = {{"chunk 1024", {0.5, 0.25, 0.75, 1.5, 0.75}, 2}};
  summary.devices["tpu7x"].calibration = calibration;
  const Json report = Json::parse(ReportOf(ReportFormat::kJson, summary));
  EXPECT_EQ(report["command"], "logphead plan --chunk 1");
  EXPECT_EQ(report["resident_bytes"], 5e9);
  EXPECT_EQ(report["devices"], Json::parse(R"({"tpu7x": {
    "matmul_flops_per_second": 1e15, "hbm_bytes_per_second": 2e12, "hbm_bytes": 1e11,
    "wire_bytes_per_second": 3e11, "host_wire_bytes_per_second": null, "source": "a test",
    "calibration": {
      "factors": {"compute": 1.0, "memory": 1.0, "wire": 1.5}, "rest_seconds": 0.0,
      "created": "2026-10-14T12:00:00Z",
      "measurements": [{"case": "chunk 1024", "seconds": 2.0,
                        "predicted": {"compute": 0.5, "memory": 0.25, "wire": 0.75}}]}}})"));
  EXPECT_EQ(report["ranking"], Json::array({0}));
  EXPECT_EQ(report["best"], 0);
  EXPECT_EQ(report["reason"], summary.ranking.reason);
  EXPECT_EQ(report["use"], Json(summary.ranking.use));
  EXPECT_TRUE(Json::parse(Report(ReportFormat::kJson, {Fails()}))["best"].is_null());
}

// The page is made of it.
TEST(JsonReport, IsTheSameAtOnceAndRowByRow) {
  PlanRow odd = Fails();
  odd.message = "not UTF-8: \xff\xc3";
  for (const std::vector<PlanRow>& rows :
       {std::vector<PlanRow>{}, {Compiles(), odd, Vocab()}, {Fails()}}) {
    const PlanSummary summary = Summary(rows);
    EXPECT_EQ(Json(ReportJson(summary)), Json::parse(ReportOf(ReportFormat::kJson, summary)));
  }
}

TEST(JsonReport, OfOtherHeads) {
  const Json row = Json::parse(Report(ReportFormat::kJson, {Vocab()}))["rows"][0];
  EXPECT_EQ(row["head"], "vocab:context,expert");
  EXPECT_EQ(row["program"], "fused");
  EXPECT_EQ(row["loss"], "grpo");
  EXPECT_EQ(row["kernel"], "regather");
  EXPECT_EQ(row["vocab_tiles"], 1);
  for (const char* name : {"replicate_sequence", "variant", "matmul_flops", "seconds", "fits"}) {
    ASSERT_TRUE(row.contains(name));
    EXPECT_TRUE(row[name].is_null()) << name;
  }
  EXPECT_EQ(row["unknown"], Json({"loop %w has no trip count", "%c runs one of its branches"}));
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
                          "replicate_sequence", "variant", "mesh", "shard", "topology", "compiler",
                          "verdict", "message", "offending_shape", "temp_bytes", "argument_bytes",
                          "output_bytes", "code_bytes", "peak_bytes", "fits", "matmul_flops",
                          "hbm_bytes", "exponentials", "estimated_cycles", "wire_bytes", "wire",
                          "seconds", "unknown", "recalled", "compile_seconds", "collectives"));
  EXPECT_THAT(records[1],
              ElementsAre("chunked", "loss_and_grad", "", "", "", "1024", "never", "rule",
                          "fsdp=32,context=4,expert=2", "", "tpu7x:4x4x8", "libtpu==0.0.51",
                          "compiles", "", "", "7620000000", "12600000", "512", "1000", "7632601500",
                          "true", "533000000000000", "900000000000", "77", "123456", "130000000004",
                          "all-gather:fsdp:32:3:66:130000000000;all-reduce::4:1:2:4",
                          "0.5:0.25:0.75:0.75:1.5", "", "false", "17.25",
                          "all-gather:3:2030000000:66:130000000000;all-reduce:1:8::"));
  EXPECT_THAT(
      records[2],
      ElementsAre("chunked", "loss_and_grad", "", "", "", "4096", "auto", "ids-only",
                  "fsdp=32,context=4,expert=2", "", "tpu7x:4x4x8", "libtpu==0.0.51", "fails",
                  "INTERNAL: a \"reshape\", of a, b\nand more", "f32[4,1,4,1024]", "", "", "", "",
                  "", "", "", "", "", "", "", "", "", "", "false", "3.0", ""));
  EXPECT_EQ(records[3][8], "");
  EXPECT_EQ(records[3].back(), "");
  EXPECT_THAT(std::vector<std::string>(records[4].begin(), records[4].begin() + 9),
              ElementsAre("vocab:context,expert", "fused", "grpo", "regather", "1", "1024", "", "",
                          "fsdp=32,context=4,expert=2"));
  EXPECT_EQ(records[4][28], "loop %w has no trip count;%c runs one of its branches");
  for (const auto& record : records) EXPECT_EQ(record.size(), records[0].size());
}

TEST(TextReport, SaysTheCellTheRowsAndTheCommand) {
  const std::string text = Report(ReportFormat::kText, {Compiles(), Fails()});
  EXPECT_THAT(text, StartsWith("chunked loss_and_grad on tpu7x:4x4x8, mesh "
                               "fsdp=32,context=4,expert=2: batch 64, sequence 65536, hidden 4096, "
                               "vocab 248320\n"));
  EXPECT_THAT(text, HasSubstr("  1024  never      rule       libtpu==0.0.51  compiles    7.62 GB   "
                              "12.60 MB      512 B  yes      1.50 s      750 ms    17.2 s  "
                              "3 all-gather (2.03 GB), 1 all-reduce (8 B)\n"));
  EXPECT_THAT(text, HasSubstr("  4096  auto       ids-only   libtpu==0.0.51  fails             -   "
                              "       -          -  -             -           -     3.0 s  "
                              "at f32[4,1,4,1024]\n"));
  EXPECT_THAT(text, HasSubstr("\n1 of 2 compile (bytes are per device)\n"));
  EXPECT_THAT(text, HasSubstr("\nbest: chunked chunk 1024 (replicate never): 1.50 s predicted; "
                              "takes 7.63 GB\n"));
  EXPECT_THAT(text, HasSubstr("\n--mesh fsdp=32,context=4,expert=2 --head chunked "
                              "--chunk 1024 --replicate-sequence never  # flags of logphead\n"));
  EXPECT_THAT(text, EndsWith("\nlogphead plan --chunk 1\n"));
}

TEST(TextReport, SaysWhatSecondsRestOn) {
  PlanSummary summary = Summary({Compiles()});
  EXPECT_THAT(ReportOf(ReportFormat::kText, summary),
              HasSubstr("\npredicted for tpu7x: 1000 TFLOP/s, memory 2000 GB/s, wire 300 GB/s per "
                        "device (not calibrated)\n"));
  // A factor makes seconds longer: the rates that it leaves are lower.
  Calibration& calibration = summary.devices["tpu7x"].calibration.emplace();
  calibration.factors = {1.25, 2, 0.5};
  calibration.measurements.resize(3);
  calibration.created = "2026-10-14T12:00:00Z";
  EXPECT_THAT(ReportOf(ReportFormat::kText, summary),
              HasSubstr("\npredicted for tpu7x: 800 TFLOP/s, memory 1000 GB/s, wire 600 GB/s per "
                        "device (calibrated by 3 measurements, 2026-10-14T12:00:00Z)\n"));
  summary.devices["tpu7x"].spec.shared_by_devices = true;
  EXPECT_THAT(ReportOf(ReportFormat::kText, summary), HasSubstr(" GB/s per core (calibrated"));
}

TEST(TextReport, SaysWhySecondsAreNotPredicted) {
  PlanSummary summary = Summary({Vocab(), Vocab(), Fails()});
  const std::string line =
      "\nnot predicted: vocab:context,expert chunk 1024 (regather): loop %w has no trip count; "
      "%c runs one of its branches\n";
  const std::string text = ReportOf(ReportFormat::kText, summary);
  EXPECT_THAT(text, HasSubstr(line));
  EXPECT_EQ(text.find("not predicted"), text.rfind("not predicted")) << "once per reason";
  summary.devices.clear();
  EXPECT_THAT(ReportOf(ReportFormat::kText, summary),
              HasSubstr(": the device table has no tpu7x (--device-table adds one)\n"));
}

TEST(TextReport, SaysThatNoneIsBest) {
  EXPECT_THAT(Report(ReportFormat::kText, {Fails()}),
              EndsWith("\nnone: no case compiles\nlogphead plan --chunk 1\n"));
}

TEST(TextReport, ComparesCompilers) {
  PlanRow other = Fails();
  other.plan_case = Compiles().plan_case;
  other.plan_case.compiler = "libtpu==0.0.52";
  EXPECT_THAT(Report(ReportFormat::kText, {Compiles(), other}),
              AllOf(HasSubstr("\ncase "), HasSubstr("  fails f32[4,1,4,1024] <\n")));
  EXPECT_THAT(Report(ReportFormat::kText, {Compiles()}), Not(HasSubstr("\ncase ")));
}

TEST(TextReport, MeshesAndTopologiesThatDifferAreColumns) {
  PlanRow other = Compiles();
  other.plan_case.config.mesh = *Mesh::Parse("fsdp=8");
  other.plan_case.topology = "v5p:2x2x2";
  const std::string text = Report(ReportFormat::kText, {Compiles(), other});
  EXPECT_THAT(text, StartsWith("chunked loss_and_grad: batch 64, "));
  EXPECT_THAT(text, HasSubstr("\ntopology     mesh                         chunk  "));
  EXPECT_THAT(text, HasSubstr("\nv5p:2x2x2    fsdp=8                        1024  "));
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

}  // namespace
}  // namespace logphead
