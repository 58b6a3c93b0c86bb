// SPDX-License-Identifier: Apache-2.0
// Values of flags: what reads, what does not, and what the error says.
#include "logphead/cli/values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace logphead::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

template <typename T>
std::string Message(const Result<T>& result) {
  return result.ok() ? "no error" : result.error().message();
}

TEST(ParseCount, Reads) {
  EXPECT_EQ(*ParseCount("--n", "1"), 1);
  EXPECT_EQ(*ParseCount("--n", "007"), 7);
  EXPECT_EQ(*ParseCount("--n", "9223372036854775807"), std::numeric_limits<int64_t>::max());
  EXPECT_EQ(*ParseCount("--n", "-3", -5), -3);
  EXPECT_EQ(*ParseCount("--n", "0", 0, 0), 0);
}

TEST(ParseCount, RefusesWhatIsNoNumber) {
  for (const char* text : {"", " ", "+1", " 1", "1 ", "1.0", "1e3", "0x1", "--1", "-", "1-", "٣"}) {
    EXPECT_EQ(Message(ParseCount("--n", text)),
              "--n '" + std::string(text) + "' is not a whole number (use digits alone)");
  }
}

TEST(ParseCount, RefusesWhatIsOutOfRange) {
  EXPECT_EQ(Message(ParseCount("--n", "0")), "--n is 0 (use 1 or more)");
  EXPECT_EQ(Message(ParseCount("--n", "-9")), "--n is -9 (use 1 or more)");
  EXPECT_EQ(Message(ParseCount("--n", "5", 1, 4)), "--n is 5 (use 4 or less)");
  EXPECT_EQ(Message(ParseCount("--n", "9223372036854775808")),
            "--n is 9223372036854775808 (use 9223372036854775807 or less)");
  EXPECT_EQ(Message(ParseCount("--n", "-9223372036854775809", -4)),
            "--n is -9223372036854775809 (use -4 or more)");
}

TEST(ParseNumber, Reads) {
  EXPECT_EQ(*ParseNumber("--t", "0.5"), 0.5);
  EXPECT_EQ(*ParseNumber("--t", "-1e-3"), -1e-3);
  EXPECT_EQ(*ParseNumber("--t", ".25"), 0.25);
  EXPECT_EQ(*ParseNumber("--t", "3"), 3.0);
}

TEST(ParseNumber, Refuses) {
  for (const char* text :
       {"", "nan", "inf", "-inf", "infinity", "0x1", "1,5", "1.5s", " 1", "+1"}) {
    EXPECT_THAT(Message(ParseNumber("--t", text)), HasSubstr("is not a finite number")) << text;
  }
  for (const char* text : {"1e999", "-1e999", "1e-999"}) {
    EXPECT_THAT(Message(ParseNumber("--t", text)), HasSubstr("beyond what a number can hold"));
  }
}

TEST(ParseList, Splits) {
  EXPECT_THAT(*ParseList("--l", ""), IsEmpty());
  EXPECT_THAT(*ParseList("--l", "a"), ElementsAre("a"));
  EXPECT_THAT(*ParseList("--l", "a,b c,a"), ElementsAre("a", "b c", "a"));
  for (const char* text : {",", ",a", "a,", "a,,b"}) {
    EXPECT_EQ(Message(ParseList("--l", text)), "--l has an empty piece between commas") << text;
  }
}

TEST(SplitWords, AsAShellDoes) {
  EXPECT_THAT(*SplitWords("--a", ""), IsEmpty());
  EXPECT_THAT(*SplitWords("--a", " \t\n"), IsEmpty());
  EXPECT_THAT(*SplitWords("--a", " --chunk  5\t--x "), ElementsAre("--chunk", "5", "--x"));
  EXPECT_THAT(*SplitWords("--a", "'a b' \"c 'd\" e'f'g ''"), ElementsAre("a b", "c 'd", "efg", ""));
  EXPECT_EQ(Message(SplitWords("--a", "x 'y")), "--a has a quote that is not closed");
}

TEST(JoinWords, ReadsBack) {
  EXPECT_EQ(JoinWords({"logphead", "plan", "--chunk=1,2"}), "logphead plan --chunk=1,2");
  EXPECT_EQ(JoinWords({"it's", "", "$x"}), "'it'\\''s' '' '$x'");
  const std::vector<std::string> words = {"a b", "c", "", "\"q\"", "tab\t", "$HOME", "--x=y z"};
  EXPECT_EQ(*SplitWords("--a", JoinWords(words)), words);
}

}  // namespace
}  // namespace logphead::cli
