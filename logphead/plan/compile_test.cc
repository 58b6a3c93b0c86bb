// SPDX-License-Identifier: Apache-2.0
// Compile reports between child and parent: written, read back, damaged.
#include "logphead/plan/compile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

namespace logphead {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

CompileReport Example() {
  CompileReport report;
  report.compiled = true;
  report.memory.temp_bytes = 7'620'000'001;
  report.memory.argument_bytes = 2;
  report.memory.output_bytes = 3;
  report.memory.alias_bytes = 4;
  report.memory.generated_code_bytes = 5;
  report.seconds = 12.5;
  report.collectives["all-gather"] = {3, 1024, 48, 16384};
  report.collectives["all-reduce"] = {1, 8, std::nullopt, std::nullopt};
  report.cost.matmul_flops = 5'332'737'720'320'000;
  report.cost.memory_bytes = 10;
  report.cost.wire_bytes = 11;
  report.cost.wire = {{"all-gather", "fsdp", 32, 3, 48, 11}};
  report.cost.work = {{5, 6, 7}};
  return report;
}

TEST(CompileReport, ReadsBack) {
  const auto report = CompileReportFromJson(CompileReportToJson(Example()));
  ASSERT_TRUE(report.ok()) << report.error().ToString();
  EXPECT_TRUE(report->compiled);
  EXPECT_EQ(report->message, "");
  EXPECT_EQ(report->memory.temp_bytes, 7'620'000'001);
  EXPECT_EQ(report->memory.argument_bytes, 2);
  EXPECT_EQ(report->memory.output_bytes, 3);
  EXPECT_EQ(report->memory.alias_bytes, 4);
  EXPECT_EQ(report->memory.generated_code_bytes, 5);
  EXPECT_EQ(report->seconds, 12.5);
  EXPECT_EQ(report->collectives, Example().collectives);
  EXPECT_EQ(report->cost, Example().cost);
  CompileReport unknown = Example();
  unknown.cost.matmul_flops.reset();
  unknown.cost.unknown = {"loop %w has no trip count"};
  EXPECT_EQ(CompileReportFromJson(CompileReportToJson(unknown))->cost, unknown.cost);
}

TEST(CompileReport, MessagesSurvive) {
  CompileReport refused;
  for (const std::string message :
       {"one line", "two\nlines\t\"quoted\" \\", "größe", "{\"compiled\": true}"}) {
    refused.message = message;
    const std::string json = CompileReportToJson(refused);
    EXPECT_EQ(json.find('\n'), std::string::npos);
    const auto report = CompileReportFromJson(json);
    ASSERT_TRUE(report.ok()) << report.error().ToString();
    EXPECT_FALSE(report->compiled);
    EXPECT_EQ(report->message, message);
  }
  // What is not UTF-8 is replaced, not an exception.
  refused.message = "bad \xff\xfe bytes";
  EXPECT_THAT(CompileReportFromJson(CompileReportToJson(refused))->message, HasSubstr("bad "));
}

TEST(CompileReport, CutAnywhereIsDamaged) {
  const std::string json = CompileReportToJson(Example());
  for (size_t length = 0; length < json.size(); ++length) {
    const auto report = CompileReportFromJson(json.substr(0, length));
    ASSERT_FALSE(report.ok()) << length;
    EXPECT_EQ(report.error().code(), Code::kDataLoss);
  }
}

TEST(CompileReport, OtherTextIsDamaged) {
  for (const char* text : {"", "null", "[]", "{}", "1", "\"text\"", "compiling...\n{}", "{} {}"}) {
    EXPECT_FALSE(CompileReportFromJson(text).ok()) << text;
  }
}

TEST(CompileReport, EachFieldIsNeededAndTyped) {
  const nlohmann::json good = nlohmann::json::parse(CompileReportToJson(Example()));
  EXPECT_TRUE(CompileReportFromJson(good.dump()).ok());
  for (const auto& [name, value] : good.items()) {
    nlohmann::json missing = good;
    missing.erase(name);
    EXPECT_FALSE(CompileReportFromJson(missing.dump()).ok()) << name;
    for (const nlohmann::json& other :
         {nlohmann::json(nullptr), nlohmann::json({1}), nlohmann::json("text")}) {
      if (value.is_string() && other.is_string()) continue;
      nlohmann::json wrong = good;
      wrong[name] = other;
      EXPECT_FALSE(CompileReportFromJson(wrong.dump()).ok()) << wrong.dump();
    }
  }
  for (const char* collectives :
       {R"({"x": 1})", R"({"x": {}})", R"({"x": {"count": 1}})",
        R"({"x": {"count": 1, "bytes": "2"}})", R"({"x": {"count": 1, "bytes": 2}})",
        R"({"x": {"count": 1, "bytes": 2, "executions": 3}})",
        R"({"x": {"count": 1, "bytes": 2, "executions": null,
                                            "executed_bytes": "4"}})"}) {
    nlohmann::json wrong = good;
    wrong["collectives"] = nlohmann::json::parse(collectives);
    EXPECT_FALSE(CompileReportFromJson(wrong.dump()).ok()) << collectives;
  }
}

TEST(CompileCommand, TellsTheChildWhatToDo) {
  const ChildCommand command =
      CompileCommand("/bin/self", {"/a/plugin.so", "cpu:8", "/b/program", "a=2,b=4"}, "module {}");
  EXPECT_THAT(command.argv, ElementsAre("/bin/self", "compile-child", "/a/plugin.so", "cpu:8",
                                        "/b/program", "a=2,b=4"));
  EXPECT_EQ(command.stdin_text, "module {}");
}

TEST(Compile, SettingsThatDoNotWorkAreErrors) {
  EXPECT_FALSE(Compile({"no-such-plugin.so", "cpu:8", {}, {}}, "module {}").ok());
  EXPECT_FALSE(CountDevices("no-such-plugin.so", "cpu:8").ok());
  const auto topology = CountDevices("no-such-plugin.so", "nonsense");
  ASSERT_FALSE(topology.ok());
  EXPECT_THAT(topology.error().message(), HasSubstr("topology 'nonsense'"));
}

}  // namespace
}  // namespace logphead
