// SPDX-License-Identifier: Apache-2.0
// Tests of golden files: agreement, the shape of a failure, rewriting.
#include "logphead/testing/golden.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "logphead/base/files.h"

namespace logphead {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

class Golden : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = ::testing::TempDir() + "golden.XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    if (const char* value = std::getenv("LOGPHEAD_UPDATE_GOLDEN")) before_ = value;
    ::unsetenv("LOGPHEAD_UPDATE_GOLDEN");
  }
  void TearDown() override {
    std::filesystem::remove_all(folder_);
    ::unsetenv("LOGPHEAD_UPDATE_GOLDEN");
    if (!before_.empty()) ::setenv("LOGPHEAD_UPDATE_GOLDEN", before_.c_str(), 1);
  }
  void Put(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  std::string Failure(const std::string& name, const std::string& text) const {
    const Status status = CheckGolden(name, text, folder_);
    return status.ok() ? "no failure" : status.error().message();
  }

  std::filesystem::path folder_;
  std::string before_;
};

TEST_F(Golden, EqualTextPasses) {
  Put("a.txt", "one\ntwo\n");
  EXPECT_TRUE(CheckGolden("a.txt", "one\ntwo\n", folder_).ok());
}

TEST_F(Golden, FailureShowsTheLinesThatDiffer) {
  Put("a.txt", "one\ntwo\nthree\n");
  EXPECT_THAT(Failure("a.txt", "one\n2\nthree\nfour\n"),
              AllOf(HasSubstr((folder_ / "a.txt").string()), HasSubstr("LOGPHEAD_UPDATE_GOLDEN=1"),
                    HasSubstr("\n  line 2\n    golden: two\n    actual: 2\n  line 4\n"),
                    EndsWith("golden: (no such line)\n    actual: four")));
}

TEST_F(Golden, FailureShowsAMissingNewline) {
  Put("a.txt", "one\n");
  EXPECT_THAT(Failure("a.txt", "one"), HasSubstr("actual: one (no newline at the end)"));
}

TEST_F(Golden, FailureIsShort) {
  std::string wanted;
  std::string found;
  for (int i = 0; i < 30; ++i) {
    const std::string line = std::to_string(i) + "\n";
    wanted.append("a").append(line);
    found.append("b").append(line);
  }
  Put("a.txt", wanted);
  EXPECT_THAT(Failure("a.txt", found), AllOf(HasSubstr("line 5\n"), Not(HasSubstr("line 6\n")),
                                             EndsWith("and 25 more lines")));
  Put("a.txt", std::string(5000, 'x') + "y" + std::string(5000, 'x') + "\n");
  const std::string failure =
      Failure("a.txt", std::string(5000, 'x') + "z" + std::string(5000, 'x') + "\n");
  EXPECT_THAT(failure, AllOf(HasSubstr("xyx"), HasSubstr("xzx")));
  EXPECT_LT(failure.size(), 1000U);
}

TEST_F(Golden, MissingFileSaysHowToWriteIt) {
  EXPECT_THAT(Failure("none.txt", "x"), AllOf(HasSubstr("LOGPHEAD_UPDATE_GOLDEN=1 writes it"),
                                              HasSubstr((folder_ / "none.txt").string())));
}

TEST_F(Golden, UpdateWritesAndThenPasses) {
  Put("old.txt", "old\n");
  ::setenv("LOGPHEAD_UPDATE_GOLDEN", "1", 1);
  EXPECT_TRUE(CheckGolden("old.txt", "new\n", folder_).ok());
  EXPECT_TRUE(CheckGolden("deep/er/new.txt", "text\n", folder_).ok());
  ::unsetenv("LOGPHEAD_UPDATE_GOLDEN");
  EXPECT_TRUE(CheckGolden("old.txt", "new\n", folder_).ok());
  EXPECT_TRUE(CheckGolden("deep/er/new.txt", "text\n", folder_).ok());
}

TEST_F(Golden, OtherValuesDoNotUpdate) {
  Put("a.txt", "one\n");
  ::setenv("LOGPHEAD_UPDATE_GOLDEN", "0", 1);
  EXPECT_FALSE(CheckGolden("a.txt", "two\n", folder_).ok());
  EXPECT_EQ(ReadFile(folder_ / "a.txt").value(), "one\n");
}

TEST_F(Golden, NamesStayInsideTheFolder) {
  ::setenv("LOGPHEAD_UPDATE_GOLDEN", "1", 1);
  for (const char* name : {"", "/etc/golden", "../up", "a/../../up"}) {
    EXPECT_THAT(Failure(name, "x"), HasSubstr("is not a path inside"));
  }
}

TEST(GoldenFolder, IsInTheSourceTree) {
  EXPECT_TRUE(std::filesystem::exists(GoldenFolder().parent_path().parent_path() / "logphead" /
                                      "testing" / "golden.h"));
  EXPECT_EQ(GoldenFolder().filename(), "golden");
}

}  // namespace
}  // namespace logphead
