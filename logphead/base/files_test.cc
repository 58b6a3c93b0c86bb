// SPDX-License-Identifier: Apache-2.0
// Tests of files: reading, mapping, and that a failed write leaves the old file alone.
#include "logphead/base/files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <fstream>
#include <string>

namespace logphead {
namespace {

using ::testing::HasSubstr;

class Files : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = ::testing::TempDir() + "files.XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path Put(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return folder_ / name;
  }
  // Names in the folder: a failed write must not leave its temporary.
  size_t Count() const {
    return static_cast<size_t>(std::distance(std::filesystem::directory_iterator(folder_), {}));
  }

  std::filesystem::path folder_;
};

Status WriteText(const std::filesystem::path& path, std::string_view text) {
  return WriteFileAtomically(path, [&](FileSink& sink) { return sink.Write(text); });
}

TEST_F(Files, ReadGivesEveryByte) {
  const std::string text = std::string(200'000, 'a') + std::string("\0\n\xff", 3);
  EXPECT_EQ(ReadFile(Put("a", text)).value(), text);
  EXPECT_EQ(ReadFile(Put("b", "")).value(), "");
}

TEST_F(Files, ReadErrorsNameThePath) {
  const Result<std::string> missing = ReadFile(folder_ / "none");
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().code(), Code::kNotFound);
  EXPECT_THAT(missing.error().message(), HasSubstr((folder_ / "none").string()));
  EXPECT_FALSE(ReadFile(folder_).ok());
}

TEST_F(Files, MapGivesEveryByte) {
  const MappedFile map = MappedFile::Open(Put("a", "bytes")).value();
  ASSERT_EQ(map.bytes().size(), 5U);
  EXPECT_EQ(std::memcmp(map.bytes().data(), "bytes", 5), 0);
  EXPECT_TRUE(MappedFile::Open(Put("b", "")).value().bytes().empty());
}

TEST_F(Files, MapSurvivesMovesAndReplacementOfTheFile) {
  MappedFile first = MappedFile::Open(Put("a", "first")).value();
  MappedFile second = MappedFile::Open(Put("b", "second!")).value();
  second = std::move(first);
  const MappedFile third(std::move(second));
  ASSERT_TRUE(WriteText(folder_ / "a", "changed").ok());
  ASSERT_EQ(third.bytes().size(), 5U);
  EXPECT_EQ(std::memcmp(third.bytes().data(), "first", 5), 0);
}

TEST_F(Files, MapRefusesWhatIsNoFile) {
  EXPECT_EQ(MappedFile::Open(folder_ / "none").error().code(), Code::kNotFound);
  EXPECT_THAT(MappedFile::Open(folder_).error().message(), HasSubstr("not a regular file"));
  EXPECT_THAT(MappedFile::Open("/dev/null").error().message(), HasSubstr("not a regular file"));
}

TEST_F(Files, WriteCreatesAndReplaces) {
  ASSERT_TRUE(WriteText(folder_ / "a", "one").ok());
  EXPECT_EQ(ReadFile(folder_ / "a").value(), "one");
  ASSERT_TRUE(WriteText(folder_ / "a", "two").ok());
  EXPECT_EQ(ReadFile(folder_ / "a").value(), "two");
  EXPECT_EQ(Count(), 1U);
}

TEST_F(Files, PiecesArriveInOrder) {
  ASSERT_TRUE(WriteFileAtomically(folder_ / "a", [](FileSink& sink) -> Status {
                for (const char* piece : {"x", "", "yz", "!"}) {
                  LOGPHEAD_RETURN_IF_ERROR(sink.Write(piece));
                }
                return {};
              }).ok());
  EXPECT_EQ(ReadFile(folder_ / "a").value(), "xyz!");
}

TEST_F(Files, OldFileStaysWhileWriting) {
  const std::filesystem::path path = Put("a", "old");
  std::string seen;
  ASSERT_TRUE(WriteFileAtomically(path, [&](FileSink& sink) -> Status {
                LOGPHEAD_RETURN_IF_ERROR(sink.Write("new"));
                seen = ReadFile(path).value();
                return {};
              }).ok());
  EXPECT_EQ(seen, "old");
  EXPECT_EQ(ReadFile(path).value(), "new");
}

TEST_F(Files, FailedFillLeavesTheOldFile) {
  const std::filesystem::path path = Put("a", "old");
  const Status status = WriteFileAtomically(path, [](FileSink& sink) -> Status {
    LOGPHEAD_RETURN_IF_ERROR(sink.Write("half of the new"));
    return Internal("the engine failed");
  });
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().message(), "the engine failed");
  EXPECT_EQ(ReadFile(path).value(), "old");
  EXPECT_EQ(Count(), 1U);
}

TEST_F(Files, FailedSystemWriteLeavesTheOldFile) {
  const std::filesystem::path path = Put("a", "old");
  // A size limit makes write(2) itself fail, as a full disk does.
  struct rlimit before {};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  struct rlimit small = before;
  small.rlim_cur = 4096;
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const Status status = WriteText(path, std::string(10'000, 'x'));
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, handler);
  ASSERT_FALSE(status.ok());
  EXPECT_THAT(status.error().message(), HasSubstr("cannot write " + path.string()));
  EXPECT_EQ(ReadFile(path).value(), "old");
  EXPECT_EQ(Count(), 1U);
}

TEST_F(Files, TargetsThatCannotBeWritten) {
  EXPECT_THAT(WriteText(folder_, "x").error().message(), HasSubstr("it is a folder"));
  const Status missing = WriteText(folder_ / "none" / "a", "x");
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().code(), Code::kNotFound);
  EXPECT_THAT(missing.error().message(), HasSubstr((folder_ / "none" / "a").string()));
  const Status below_file = WriteText(Put("a", "old") / "b", "x");
  EXPECT_FALSE(below_file.ok());
  EXPECT_EQ(ReadFile(folder_ / "a").value(), "old");
}

TEST_F(Files, WrittenFileIsReadableByOthers) {
  ASSERT_TRUE(WriteText(folder_ / "a", "x").ok());
  struct stat info {};
  ASSERT_EQ(::stat((folder_ / "a").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777U, 0644U);
}

}  // namespace
}  // namespace logphead
