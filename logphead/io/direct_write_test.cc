// SPDX-License-Identifier: Apache-2.0
// Tests of direct writes: what lands in the file, and when nothing is written.
#include "logphead/io/direct_write.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "logphead/base/files.h"

namespace logphead {
namespace {

struct Free {
  void operator()(std::byte* bytes) const { std::free(bytes); }
};

class DirectWriteTest : public ::testing::Test {
 protected:
  static constexpr size_t kSize = kDirectBytes + 3 * kDirectAlignment + 17;

  DirectWriteTest()
      : path_(std::filesystem::temp_directory_path() /
              ("logphead-direct-" + std::to_string(::getpid()))),
        file_(::open(path_.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)),
        memory_(static_cast<std::byte*>(std::aligned_alloc(
            kDirectAlignment,
            kSize / kDirectAlignment * kDirectAlignment + 2 * kDirectAlignment))) {
    for (size_t i = 0; i < kSize + 1; ++i) memory_.get()[i] = std::byte(i * 7 + i / 4096);
  }
  ~DirectWriteTest() override {
    ::close(file_);
    std::filesystem::remove(path_);
  }

  std::span<const std::byte> Memory(size_t from, size_t size) const {
    return {memory_.get() + from, size};
  }
  std::string Contents() const {
    auto contents = ReadFile(path_);
    return contents.ok() ? *std::move(contents) : contents.error().message();
  }

  std::filesystem::path path_;
  int file_;
  std::unique_ptr<std::byte, Free> memory_;
};

TEST_F(DirectWriteTest, WholeBlocksLandAtThePosition) {
  ASSERT_EQ(::lseek(file_, kDirectAlignment, SEEK_SET), off_t{kDirectAlignment});
  const int flags = ::fcntl(file_, F_GETFL);
  const size_t done = WriteDirectly(file_, Memory(0, kSize));
  if (done == 0) GTEST_SKIP() << "the folder of temporary files has no direct writes";
  EXPECT_EQ(done, kSize - 17);
  EXPECT_EQ(::fcntl(file_, F_GETFL), flags);
  // What is written after it, as ever, follows it.
  ASSERT_EQ(::write(file_, memory_.get() + done, 17), 17);
  const std::string contents = Contents();
  ASSERT_EQ(contents.size(), kDirectAlignment + kSize);
  EXPECT_EQ(contents.substr(0, kDirectAlignment), std::string(kDirectAlignment, '\0'));
  EXPECT_TRUE(std::equal(contents.begin() + kDirectAlignment, contents.end(),
                         reinterpret_cast<const char*>(memory_.get())));
}

TEST_F(DirectWriteTest, NothingIsWrittenWhereItCannotBe) {
  EXPECT_EQ(WriteDirectly(file_, Memory(0, kDirectBytes - 1)), 0U);
  EXPECT_EQ(WriteDirectly(file_, Memory(1, kDirectBytes)), 0U);
  EXPECT_EQ(WriteDirectly(-1, Memory(0, kSize)), 0U);
  ASSERT_EQ(::lseek(file_, 512, SEEK_SET), 512);
  EXPECT_EQ(WriteDirectly(file_, Memory(0, kSize)), 0U);
  EXPECT_EQ(::lseek(file_, 0, SEEK_CUR), 512);
  EXPECT_EQ(Contents(), "");
}

}  // namespace
}  // namespace logphead
