// SPDX-License-Identifier: Apache-2.0
// HtmlText: what may stand in a page, and numbers as people read them.
#include "logphead/plan/html_text.h"

#include <gtest/gtest.h>

#include <string>

namespace logphead::html {
namespace {

using namespace std::string_literals;

TEST(HtmlText, EscapesMarkup) {
  EXPECT_EQ(Escape("a</script> & \"b\" 'c'\n\td"),
            "a&lt;/script&gt; &amp; &quot;b&quot; &#39;c&#39;\n\td");
  EXPECT_EQ(Escape(""), "");
  EXPECT_EQ(Escape("naïve 漢字 😀"), "naïve 漢字 😀");
}

TEST(HtmlText, ReplacesWhatIsNotText) {
  const std::string r = "\xEF\xBF\xBD";
  EXPECT_EQ(Escape("a\0b\x1B[31m\rc\x7F"s), "a" + r + "b" + r + "[31m" + r + "c" + r);
  EXPECT_EQ(Escape("\xFF\x80z"), r + r + "z");
  EXPECT_EQ(Escape("\xE6\xBC"), r + r) << "cut short";
  EXPECT_EQ(Escape("\xE6<b"), r + "&lt;b") << "a lead byte swallows no markup";
  EXPECT_EQ(Escape("\xC0\xBC"), r + r) << "an overlong '<'";
  EXPECT_EQ(Escape("\xE0\x80\xBC"), r + r + r) << "an overlong '<'";
  EXPECT_EQ(Escape("\xED\xA0\x80"), r + r + r) << "a surrogate";
  EXPECT_EQ(Escape("\xF4\x90\x80\x80"), r + r + r + r) << "beyond U+10FFFF";
}

TEST(HtmlText, MembersThatAreMissingOrOfAnotherType) {
  const Json json = {{"text", "x"},      {"number", 4}, {"huge", 1e300},       {"no", nullptr},
                     {"list", {1, "b"}}, {"yes", true}, {"object", {{"a", 1}}}};
  EXPECT_EQ(Text(json, "text"), "x");
  EXPECT_EQ(Text(json, "number"), "4");
  EXPECT_EQ(Text(json, "no"), "");
  EXPECT_EQ(Text(json, "object"), "");
  EXPECT_EQ(Text(json, "absent"), "");
  EXPECT_EQ(Number(json, "number"), 4);
  EXPECT_EQ(Number(json, "text"), std::nullopt);
  EXPECT_EQ(Number(json, "huge"), std::nullopt);
  EXPECT_EQ(Bool(json, "yes"), true);
  EXPECT_EQ(Bool(json, "number"), std::nullopt);
  EXPECT_EQ(Texts(json, "list"), (std::vector<std::string>{"1", "b"}));
  EXPECT_TRUE(Texts(json, "text").empty());
  EXPECT_TRUE(Member(Json(3), "a").is_null());
  EXPECT_TRUE(Member(Json::array({1}), "a").is_null());
}

TEST(HtmlText, NumbersForPeople) {
  EXPECT_EQ(Bytes(7.81e9), "7.81 GB");
  EXPECT_EQ(Bytes(std::nullopt), "–");
  EXPECT_EQ(Seconds(1.7125), "1.71 s");
  EXPECT_EQ(Seconds(0.0208), "20.8 ms");
  EXPECT_EQ(Seconds(35e-6), "35 µs");
  EXPECT_EQ(Seconds(6e-11), "0.06 ns");
  EXPECT_EQ(Seconds(0), "0 s");
  EXPECT_EQ(Seconds(86400), "86400 s");
  EXPECT_EQ(Metric(1.33e14, "FLOP"), "133 TFLOP");
  EXPECT_EQ(Metric(1.1535e15, "FLOP/s"), "1.15 PFLOP/s");
  EXPECT_EQ(Metric(999.6, "B"), "1.00 kB");
  EXPECT_EQ(Metric(0, "B"), "0 B");
  EXPECT_EQ(Whole(1234567), "1,234,567");
  EXPECT_EQ(Whole(-123456), "-123,456");
  EXPECT_EQ(Whole(12), "12");
  EXPECT_EQ(Percent(0.1234), "12 %");
  EXPECT_EQ(Percent(0.0271), "2.7 %");
  EXPECT_EQ(Percent(0.0001), "under 0.1 %");
  EXPECT_EQ(Plain(33.3333333), "33.333");
  EXPECT_EQ(Plain(-0.0001), "0");
  EXPECT_EQ(Plain(100), "100");
  EXPECT_EQ(Plain(1.0 / 0.0), "0");
}

}  // namespace
}  // namespace logphead::html
