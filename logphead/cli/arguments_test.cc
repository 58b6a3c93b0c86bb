// SPDX-License-Identifier: Apache-2.0
// Arguments: what is bound, what is refused with which words, and help.
#include "logphead/cli/arguments.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace logphead::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

// A verb with one flag of each kind.
struct Example {
  std::string chunk = "default";
  std::string input;
  std::string words;
  std::vector<std::string> shards;
  std::vector<std::string> files;
  bool grad = false;
  std::string help;
  Words repeated;

  // "" when all is well, "help", or the error.
  std::string Parse(const Words& typed, bool required = false, bool positional = false) {
    CLI::App app("logphead example: shows flags");
    AddText(app, "First", "--chunk N,...", &chunk, "tokens");
    AddText(app, "First", "--input FILE", &input, "to read")->required(required);
    AddWords(app, "Second", "--a", &words, "flags");
    AddRepeated(app, "Second", "--shard WHAT=AXIS", &shards, "axes");
    AddSwitch(app, "First", "--grad", &grad, "gradients");
    if (positional) app.add_option("files", files, "files")->type_name("")->group("Second");
    app.footer("example:\n  logphead example --grad");
    const Result<bool> asked = ParseArguments(app, typed, &help);
    repeated = RepeatedLists(app);
    return !asked.ok() ? asked.error().message() : *asked ? "help" : "";
  }
};

TEST(ParseArguments, BindsBothForms) {
  Example example;
  EXPECT_EQ(example.Parse({"--chunk", "5", "--input=in=put", "--grad", "--a", "--b c"}), "");
  EXPECT_EQ(example.chunk, "5");
  EXPECT_EQ(example.input, "in=put");
  EXPECT_EQ(example.words, "--b c");
  EXPECT_TRUE(example.grad);
  EXPECT_THAT(example.shards, IsEmpty());
}

TEST(ParseArguments, LeavesDefaults) {
  Example example;
  EXPECT_EQ(example.Parse({}), "");
  EXPECT_EQ(example.chunk, "default");
  EXPECT_FALSE(example.grad);
}

TEST(ParseArguments, TheLastValueCountsUnlessRepeated) {
  Example example;
  EXPECT_EQ(
      example.Parse({"--chunk", "5", "--shard=a", "--chunk=6", "--shard", "b", "--grad", "--grad"}),
      "");
  EXPECT_EQ(example.chunk, "6");
  EXPECT_THAT(example.repeated,
              ElementsAre("--chunk is given 2 times: the last counts (several go in one, with "
                          "commas between)"));
  EXPECT_THAT(example.shards, ElementsAre("a", "b"));
  EXPECT_TRUE(example.grad);
}

TEST(ParseArguments, ValuesThatLookLikeNumbersOrDashes) {
  for (const std::string value :
       {"-1", "--", "-", "--5", "-x", "a b", "{}", "[1]", "%", "@", "\n"}) {
    Example example;
    EXPECT_EQ(example.Parse({"--chunk", value}), "") << value;
    EXPECT_EQ(example.chunk, value);
    EXPECT_EQ(example.Parse({"--chunk=" + std::string(value)}), "") << value;
    EXPECT_EQ(example.chunk, value);
  }
}

TEST(ParseArguments, CommandLinesAsValues) {
  for (const std::string value : {"", "--chunk", "--help", "-h", "--grad --chunk 5"}) {
    Example example;
    EXPECT_EQ(example.Parse({"--a", value, "--chunk", "1"}), "") << value;
    EXPECT_EQ(example.words, value);
    EXPECT_EQ(example.Parse({"--a=" + std::string(value), "--chunk=2"}), "") << value;
    EXPECT_EQ(example.words, value);
    EXPECT_EQ(example.chunk, "2");
  }
}

TEST(ParseArguments, UnknownFlags) {
  EXPECT_EQ(Example().Parse({"--chunkk", "5"}), "unknown flag --chunkk (did you mean --chunk?)");
  EXPECT_EQ(Example().Parse({"--grat"}), "unknown flag --grat (did you mean --grad?)");
  EXPECT_EQ(Example().Parse({"--INPUT=x"}), "unknown flag --INPUT (did you mean --input?)");
  EXPECT_EQ(Example().Parse({"--hlep"}), "unknown flag --hlep (did you mean --help?)");
  EXPECT_EQ(Example().Parse({"--frobnicate=3"}),
            "unknown flag --frobnicate (--help lists the flags)");
  EXPECT_EQ(Example().Parse({"-g"}), "unknown flag -g (--help lists the flags)");
  EXPECT_EQ(Example().Parse({"--"}), "unknown flag -- (--help lists the flags)");
  EXPECT_EQ(Example().Parse({"-"}), "unknown flag - (--help lists the flags)");
}

TEST(ParseArguments, UnexpectedWords) {
  EXPECT_EQ(Example().Parse({"word"}), "unexpected \"word\" (flags start with --)");
  EXPECT_EQ(Example().Parse({"--grad", "5"}), "unexpected \"5\" (flags start with --)");
  EXPECT_EQ(Example().Parse({"--shard", "a", "b"}), "unexpected \"b\" (flags start with --)");
  EXPECT_EQ(Example().Parse({""}), "unexpected \"\" (flags start with --)");
}

TEST(ParseArguments, Positionals) {
  Example example;
  EXPECT_EQ(example.Parse({"one", "--chunk", "5", "two"}, false, /*positional=*/true), "");
  EXPECT_THAT(example.files, ElementsAre("one", "two"));
  EXPECT_EQ(example.chunk, "5");
}

TEST(ParseArguments, MissingValues) {
  EXPECT_EQ(Example().Parse({"--chunk"}), "--chunk has no value");
  EXPECT_EQ(Example().Parse({"--grad", "--shard"}), "--shard has no value");
  EXPECT_EQ(Example().Parse({"--a"}), "--a has no value");
  EXPECT_EQ(Example().Parse({"--chunk", ""}), "--chunk has an empty value");
  EXPECT_EQ(Example().Parse({"--chunk=", "5"}), "--chunk has an empty value");
  EXPECT_EQ(Example().Parse({"--shard="}), "--shard has an empty value");
  EXPECT_EQ(Example().Parse({"--input", "--grad"}),
            "--input has no value: \"--grad\" follows (write --input=--grad if it is meant)");
  EXPECT_THAT(Example().Parse({"--input", "--chunk=5"}), StartsWith("--input has no value"));
  Example meant;
  EXPECT_EQ(meant.Parse({"--input=--grad"}), "");
  EXPECT_EQ(meant.input, "--grad");
}

TEST(ParseArguments, UnwantedValues) {
  EXPECT_EQ(Example().Parse({"--grad=1"}), "--grad takes no value");
  EXPECT_EQ(Example().Parse({"--grad="}), "--grad takes no value");
  EXPECT_EQ(Example().Parse({"--help=x"}), "--help takes no value");
}

TEST(ParseArguments, RequiredFlags) {
  EXPECT_EQ(Example().Parse({"--chunk", "5"}, /*required=*/true), "--input is required");
  EXPECT_EQ(Example().Parse({"--input", "x"}, /*required=*/true), "");
}

TEST(Help, IsAskedForAnywhere) {
  EXPECT_EQ(Example().Parse({"--help"}, /*required=*/true), "help");
  EXPECT_EQ(Example().Parse({"-h"}), "help");
  EXPECT_EQ(Example().Parse({"--nonsense", "--chunk", "5", "--help"}), "help");
  // A value is not a question.
  EXPECT_EQ(Example().Parse({"--a", "--help"}), "");
}

TEST(Help, GroupsFlags) {
  Example example;
  example.Parse({"--help"}, /*required=*/true, /*positional=*/true);
  EXPECT_EQ(example.help,
            "logphead example: shows flags\n"
            "\n"
            "usage: logphead example --input FILE [flags]\n"
            "\n"
            "First\n"
            "  --chunk N,...      tokens\n"
            "  --input FILE       to read\n"
            "  --grad             gradients\n"
            "\n"
            "Second\n"
            "  --a \"FLAGS\"        flags\n"
            "  --shard WHAT=AXIS  axes\n"
            "  files              files\n"
            "\n"
            "Help\n"
            "  --help             this text\n"
            "\n"
            "example:\n"
            "  logphead example --grad\n");
}

TEST(Fail, IsOneLine) {
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(Fail("run", InvalidArgument("two\nlines\r\n\n, \x01 and\ttab.\n"), kExitEngine), 3);
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "logphead run: two lines , \\x01 and tab\n");
}

}  // namespace
}  // namespace logphead::cli
