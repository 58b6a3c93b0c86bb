// SPDX-License-Identifier: Apache-2.0
// HtmlData: labels, ranking and what fits.
#include "logphead/plan/html_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace logphead::html {
namespace {

using ::testing::ElementsAre;

Json Rows(std::initializer_list<Json> rows) { return {{"rows", Json::array_t(rows)}}; }

TEST(HtmlData, LabelsSayWhatDiffers) {
  const Page page = ReadPage(Rows(
      {{{"head", "local"}, {"chunk", 256}, {"kernel", "keep"}, {"mesh", "a=2"}, {"vocab_tiles", 1}},
       {{"head", "local"},
        {"chunk", 64},
        {"kernel", "regather"},
        {"mesh", "a=2"},
        {"vocab_tiles", 4}},
       {{"head", "chunked"}, {"chunk", 64}, {"replicate_sequence", "never"}, {"mesh", "a=2"}},
       {{"head", "chunked"}, {"replicate_sequence", "auto"}, {"mesh", "a=2"}}}));
  EXPECT_EQ(page.rows[0].label, "local, chunk 256");
  EXPECT_EQ(page.rows[1].label, "local, kernel regather, 4 tiles, chunk 64");
  EXPECT_EQ(page.rows[2].label, "chunked, replicate never, chunk 64");
  EXPECT_EQ(page.rows[3].label, "chunked");
  EXPECT_THAT(page.in_common, ElementsAre("mesh a=2"));
  EXPECT_THAT(page.heads, ElementsAre("local", "chunked"));
  EXPECT_EQ(page.rows[1].head_index, 0u);
  EXPECT_EQ(page.rows[2].head_index, 1u);
}

TEST(HtmlData, RankingHoldsEachRowOnce) {
  Json plan = Rows({{{"verdict", "compiles"}}, {{"verdict", "fails"}}, {{"verdict", "compiles"}}});
  plan["ranking"] = {2, 2, 7, -1, "x", nullptr};
  plan["best"] = 2;
  const Page page = ReadPage(plan);
  EXPECT_THAT(page.order, ElementsAre(2, 0));
  EXPECT_EQ(page.rows[2].rank, 0u);
  EXPECT_EQ(page.rows[0].rank, std::nullopt);
  EXPECT_EQ(page.best, 2u);
  plan["best"] = 3;
  EXPECT_EQ(ReadPage(plan).best, std::nullopt);
}

TEST(HtmlData, FitsByTheDocumentOrByBytes) {
  Json plan =
      Rows({{{"topology", "v5e:2x2"}, {"verdict", "compiles"}, {"peak_bytes", 60}},
            {{"topology", "v5e:2x2"}, {"verdict", "compiles"}, {"peak_bytes", 61}},
            {{"topology", "v5e:2x2"},
             {"verdict", "compiles"},
             {"temp_bytes", 60},
             {"argument_bytes", 1}},
            {{"topology", "v5e:2x2"}, {"verdict", "compiles"}, {"peak_bytes", 1}, {"fits", false}},
            {{"topology", "v5e:2x2"}, {"verdict", "fails"}, {"peak_bytes", 1}},
            {{"topology", "cpu:8"}, {"verdict", "compiles"}, {"peak_bytes", 1}}});
  plan["devices"] = {{"v5e", {{"hbm_bytes", 100}}}};
  plan["resident_bytes"] = 40;
  const Page page = ReadPage(plan);
  EXPECT_EQ(page.Fits(page.rows[0]), true);
  EXPECT_EQ(page.Fits(page.rows[1]), false);
  EXPECT_EQ(page.Fits(page.rows[2]), false);
  EXPECT_EQ(page.Fits(page.rows[3]), false);
  EXPECT_EQ(page.Fits(page.rows[4]), std::nullopt);
  EXPECT_EQ(page.Fits(page.rows[5]), std::nullopt);
}

TEST(HtmlData, WireFallsBackToCollectives) {
  const Page page =
      ReadPage(Rows({{{"wire", {{{"kind", "all-gather"}, {"axes", "fsdp"}, {"wire_bytes", 8}}}},
                      {"collectives", {{"all-reduce", {{"count", 1}}}}}},
                     {{"collectives", {{"all-reduce", {{"count", 2}, {"executions", 64}}}}}}}));
  ASSERT_EQ(page.rows[0].wire.size(), 1u);
  EXPECT_EQ(page.rows[0].wire[0].axes, "fsdp");
  EXPECT_EQ(page.rows[0].wire[0].bytes, 8);
  ASSERT_EQ(page.rows[1].wire.size(), 1u);
  EXPECT_EQ(page.rows[1].wire[0].kind, "all-reduce");
  EXPECT_EQ(page.rows[1].wire[0].executions, 64);
  EXPECT_EQ(page.rows[1].wire[0].bytes, std::nullopt);
}

}  // namespace
}  // namespace logphead::html
