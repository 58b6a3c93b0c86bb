// SPDX-License-Identifier: Apache-2.0
// HtmlReport: every document gives a whole page, and no text becomes markup.
#include "logphead/plan/html_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace logphead {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::ordered_json;

constexpr std::string_view kHostile = "\"'></script></pre></style><b x='1'>&\x1B\xFF--></title>";

// What is wrong with the nesting of a page's elements or with its attributes; empty when nothing.
std::string Malformed(std::string_view page) {
  std::vector<std::string> open;
  if (page.substr(0, 15) != "<!DOCTYPE html>") return "no doctype";
  page.remove_prefix(15);
  while (true) {
    const size_t start = page.find('<');
    if (page.substr(0, start).find('>') != std::string_view::npos) return "a stray >";
    if (start == std::string_view::npos) break;
    page.remove_prefix(start + 1);
    const bool closes = page.starts_with('/');
    if (closes) page.remove_prefix(1);
    size_t at = 0;
    while (at < page.size() && (std::isalnum(static_cast<unsigned char>(page[at])) != 0)) ++at;
    const std::string name(page.substr(0, at));
    if (name.empty()) return "a tag without a name: " + std::string(page.substr(0, 40));
    bool quoted = false;
    for (; at < page.size() && (quoted || page[at] != '>'); ++at) {
      if (page[at] == '"') quoted = !quoted;
      if (page[at] == '<') return "a < in <" + name;
    }
    if (at == page.size()) return "<" + name + " does not end";
    const bool alone = page[at - 1] == '/' || name == "meta";
    page.remove_prefix(at + 1);
    if (closes) {
      if (open.empty() || open.back() != name) return "</" + name + "> ends another";
      open.pop_back();
    } else if (!alone) {
      open.push_back(name);
      if (name == "script" || name == "style") {  // raw text
        const size_t end = page.find("</" + name);
        if (end == std::string_view::npos) return name + " does not end";
        page.remove_prefix(end);
      }
    }
  }
  return open.empty() ? "" : "<" + open.back() + "> stays open";
}

Json Row(const char* head, int64_t chunk, int64_t temp) {
  return {{"head", head},
          {"program", "fused"},
          {"loss", "grpo"},
          {"kernel", "keep"},
          {"vocab_tiles", 1},
          {"chunk", chunk},
          {"mesh", "fsdp=2"},
          {"topology", "tpu7x:2x2x1"},
          {"compiler", "libtpu==0.0.51"},
          {"verdict", "compiles"},
          {"message", ""},
          {"offending_shape", nullptr},
          {"temp_bytes", temp},
          {"argument_bytes", 100'000'000},
          {"output_bytes", 200'000'000},
          {"code_bytes", 4'000'000},
          {"peak_bytes", temp + 300'000'000},
          {"fits", true},
          {"matmul_flops", 1.33e14},
          {"wire_bytes", 3'000'000},
          {"wire",
           {{{"kind", "all-gather"},
             {"axes", "fsdp"},
             {"group_size", 2},
             {"count", 2},
             {"executions", 64},
             {"wire_bytes", 3'000'000}}}},
          {"seconds",
           {{"compute", 0.5},
            {"memory", 0.25},
            {"wire", 0.125},
            {"overlapped", 0.5},
            {"sequential", 0.625}}},
          {"unknown", {"while %w: no trip count"}},
          {"recalled", true},
          {"compile_seconds", 12.5}};
}

Json Plan() {
  Json fails = Row("chunked", 4096, 1);
  fails["verdict"] = "fails";
  fails["message"] = "INTERNAL: Reshape\n at s32[4,1,4,1024] of s32[4,1,4,1024]{0}";
  fails["offending_shape"] = "s32[4,1,4,1024]";
  for (const char* key : {"temp_bytes", "argument_bytes", "output_bytes", "code_bytes",
                          "peak_bytes", "fits", "seconds", "wire"}) {
    fails[key] = nullptr;
  }
  Json pruned = fails;
  pruned["verdict"] = "pruned";
  pruned["message"] = "no time left";
  return {{"schema", 2},
          {"command", "logphead plan --chunk 256,1024"},
          {"resident_bytes", 8'000'000'000},
          {"rows",
           {Row("local", 256, 6'780'000'000), Row("vocab:fsdp", 256, 1'070'000'000), fails,
            Row("vocab:fsdp", 1024, 1'920'000'000), pruned}},
          {"devices",
           {{"tpu7x",
             {{"matmul_flops_per_second", 1.15e15},
              {"hbm_bytes_per_second", 3.69e12},
              {"hbm_bytes", 103'079'215'104},
              {"wire_bytes_per_second", 9e10},
              {"source", "a document"},
              {"calibration", {{"hbm_bytes_per_second", 3e12}}}}}}},
          {"ranking", {1, 3, 0}},
          {"best", 1},
          {"reason", "fewest seconds"},
          {"use", {"logphead run --head vocab:fsdp", "tunix: compute_logps_chunk_size=256"}}};
}

// Calls `visit` for every value of the document, leaf or not, with a copy of it and the place.
void ForEachValue(const Json& plan, const std::function<void(Json&, const std::string&)>& visit) {
  const Json flat = plan.flatten();
  std::set<std::string> places = {""};
  for (const auto& [path, value] : flat.items()) {
    for (size_t at = path.find('/', 1); at != std::string::npos; at = path.find('/', at + 1)) {
      places.insert(path.substr(0, at));
    }
    places.insert(path);
  }
  for (const std::string& place : places) {
    Json copy = plan;
    visit(copy, place);
  }
}

TEST(HtmlReport, SaysWhatThePlanSays) {
  const std::string page = HtmlReport(Plan());
  EXPECT_EQ(Malformed(page), "");
  for (const char* text :
       {"5 rows: 3 compile and fit, 1 do not compile, 1 not tried", "vocab:fsdp, chunk 256",
        "fewest seconds", "tunix: compute_logps_chunk_size=256", "<mark>s32[4,1,4,1024]</mark>",
        "while %w: no trip count", "not tried: no time left", "logphead plan --chunk 256,1024",
        "a document", "1.15 PFLOP/s", "625 ms sequential", "12.5 s, recalled"}) {
    EXPECT_THAT(page, HasSubstr(text));
  }
  std::vector<size_t> places;  // of the sections, in their order
  for (const char* id : {"verdict", "memory", "bytes", "seconds", "collectives", "rows", "errors",
                         "unknown", "devices", "command"}) {
    places.push_back(page.find("<section id=\"" + std::string(id)));
    ASSERT_NE(places.back(), std::string::npos) << id;
  }
  EXPECT_TRUE(std::is_sorted(places.begin(), places.end()));
}

TEST(HtmlReport, LoadsNothing) {
  const std::string page = HtmlReport(Plan());
  for (const char* text : {"http:", "https:", "src=", "@import", "url(\"", "<link"}) {
    EXPECT_THAT(page, Not(HasSubstr(text)));
  }
}

TEST(HtmlReport, AnyValueMayBeMissingOrOfAnotherType) {
  const std::vector<Json> others = {nullptr, -1, 1e300, 1e-300, true, Json::array(), {1, "y"}};
  int pages = 0;
  ForEachValue(Plan(), [&](Json& plan, const std::string& place) {
    for (const Json& other : others) {
      plan[Json::json_pointer(place)] = other;
      const std::string page = HtmlReport(plan);
      ASSERT_EQ(Malformed(page), "") << place << " = " << other;
      ASSERT_THAT(page, Not(HasSubstr("nan%"))) << place << " = " << other;
      ASSERT_THAT(page, Not(HasSubstr("inf%"))) << place << " = " << other;
      ++pages;
    }
  });
  EXPECT_GT(pages, 700);
}

TEST(HtmlReport, NoTextBecomesMarkup) {
  ForEachValue(Plan(), [&](Json& plan, const std::string& place) {
    plan[Json::json_pointer(place)] = kHostile;
    const std::string page = HtmlReport(plan);
    ASSERT_EQ(Malformed(page), "") << place;
    ASSERT_THAT(page, Not(HasSubstr("<b x"))) << place;
    ASSERT_THAT(page, Not(HasSubstr("\xFF"))) << place;
  });
  Json plan = Plan();
  plan["devices"] = {{std::string(kHostile), {{"hbm_bytes", 1}}}};
  plan["rows"][0]["wire"] = nullptr;
  plan["rows"][0]["collectives"] = {{std::string(kHostile), {{"count", 1}}}};
  EXPECT_EQ(Malformed(HtmlReport(plan)), "");
}

TEST(HtmlReport, MalformedPagesAreSeen) {
  const std::string page = HtmlReport(Plan());
  for (const char* text : {"</section>", "</table>", "</details>", "</svg>"}) {
    const size_t at = page.find(text);
    ASSERT_NE(at, std::string::npos) << text;
    std::string broken = page;
    broken.erase(at, std::string_view(text).size());
    EXPECT_NE(Malformed(broken), "") << text;
  }
}

}  // namespace
}  // namespace logphead
