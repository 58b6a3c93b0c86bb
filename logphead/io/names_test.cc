// SPDX-License-Identifier: Apache-2.0
// Tests of names in messages: UTF-8, quoting, lists, guesses.
#include "logphead/io/names.h"

#include <gtest/gtest.h>

namespace logphead {
namespace {

TEST(IsUtf8, AcceptsEveryLength) {
  EXPECT_TRUE(IsUtf8(""));
  EXPECT_TRUE(IsUtf8("plain"));
  EXPECT_TRUE(IsUtf8("\xc2\x80 \xdf\xbf"));
  EXPECT_TRUE(IsUtf8("\xe0\xa0\x80 \xed\x9f\xbf \xee\x80\x80 \xef\xbf\xbf"));
  EXPECT_TRUE(IsUtf8("\xf0\x90\x80\x80 \xf4\x8f\xbf\xbf"));
}

TEST(IsUtf8, RefusesWhatIsNot) {
  for (const char* text : {"\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xc2", "\xc2 ", "\xe0\x9f\xbf",
                           "\xed\xa0\x80", "\xe2\x82", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80",
                           "\xf5\x80\x80\x80", "\xff", "a\xf0\x90"}) {
    EXPECT_FALSE(IsUtf8(text)) << QuoteName(text);
  }
}

TEST(QuoteName, StaysOnOneReadableLine) {
  EXPECT_EQ(QuoteName("hidden"), "\"hidden\"");
  EXPECT_EQ(QuoteName(""), "\"\"");
  EXPECT_EQ(QuoteName("a\"b\\c"), R"("a\"b\\c")");
  EXPECT_EQ(QuoteName(std::string_view("\n\0\x1b\x7f", 4)), R"("\x0a\x00\x1b\x7f")");
  EXPECT_EQ(QuoteName("\xc3\xa9 \xff"), "\"\xc3\xa9 \\xff\"");
}

TEST(QuoteName, CutsBetweenCharacters) {
  EXPECT_EQ(QuoteName(std::string(64, 'x')), "\"" + std::string(64, 'x') + "\"");
  EXPECT_EQ(QuoteName(std::string(65, 'x')), "\"" + std::string(64, 'x') + "\"...");
  const std::string odd = std::string(63, 'x') + "\xc3\xa9";
  EXPECT_EQ(QuoteName(odd), "\"" + std::string(63, 'x') + "\"...");
}

TEST(ListNames, JoinsAndStops) {
  EXPECT_EQ(ListNames({}), "");
  EXPECT_EQ(ListNames({"a"}), "\"a\"");
  EXPECT_EQ(ListNames({"a", "b", "c"}), R"("a", "b" and "c")");
  EXPECT_EQ(ListNames({"a", "b", "c", "d"}, 2), R"("a", "b" and 2 more)");
}

TEST(ClosestName, FindsSlips) {
  const std::vector<std::string> names = {"hidden", "kernel", "targets", "tokens"};
  EXPECT_EQ(ClosestName("hiden", names), "hidden");
  EXPECT_EQ(ClosestName("Kernel", names), "kernel");
  EXPECT_EQ(ClosestName("target", names), "targets");
  EXPECT_EQ(ClosestName("tokesn", names), "tokens");
  EXPECT_EQ(ClosestName("weights", names), std::nullopt);
  EXPECT_EQ(ClosestName("", names), std::nullopt);
  EXPECT_EQ(ClosestName("x", {"y"}), "y");
  EXPECT_EQ(ClosestName("x", {"yz"}), std::nullopt);
}

TEST(ClosestName, PrefersTheNearest) {
  EXPECT_EQ(ClosestName("d_hiddn", {"d_kernel", "hidden", "d_hidden"}), "d_hidden");
}

TEST(ClosestName, GivesUpOnLongNames) {
  const std::string name(100'000, 'a');
  EXPECT_EQ(ClosestName(name, {name + "b"}), std::nullopt);
  EXPECT_EQ(ClosestName("a", {name}), std::nullopt);
}

}  // namespace
}  // namespace logphead
