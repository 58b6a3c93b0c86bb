// SPDX-License-Identifier: Apache-2.0
// Tests of what memory is left, on folders that play /proc and /sys.
#include "logphead/plan/memory.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <string>
#include <vector>

namespace logphead {
namespace {

namespace fs = std::filesystem;

class MemoryTest : public ::testing::Test {
 protected:
  MemoryTest() {
    std::string pattern = (fs::temp_directory_path() / "memory-XXXXXX").string();
    root_ = ::mkdtemp(pattern.data());
  }
  ~MemoryTest() override {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
  }

  void Write(const std::string& path, const std::string& text) {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }
  void WriteMemInfo(uint64_t kilobytes) {
    Write("proc/meminfo", "MemTotal:  99999999 kB\nMemFree:  1 kB\nMemAvailable:  " +
                              std::to_string(kilobytes) + " kB\n");
  }

  fs::path root_;
};

TEST_F(MemoryTest, IsNotKnownWhereNothingTells) { EXPECT_EQ(AvailableMemory(root_), std::nullopt); }

TEST_F(MemoryTest, IsWhatTheSystemHas) {
  WriteMemInfo(5000);
  EXPECT_EQ(AvailableMemory(root_), 5000U * 1024);
  // Of a group without a limit.
  Write("proc/self/cgroup", "0::/a/b\n");
  Write("sys/fs/cgroup/a/b/memory.max", "max\n");
  Write("sys/fs/cgroup/a/b/memory.current", "4096\n");
  EXPECT_EQ(AvailableMemory(root_), 5000U * 1024);
}

TEST_F(MemoryTest, IsWhatALowerLimitOfVersion2Leaves) {
  WriteMemInfo(5000);
  Write("proc/self/cgroup", "0::/a/b\n");
  Write("sys/fs/cgroup/a/b/memory.max", "1000000\n");
  Write("sys/fs/cgroup/a/b/memory.current", "700000\n");
  EXPECT_EQ(AvailableMemory(root_), 300000U);
  Write("sys/fs/cgroup/a/b/memory.stat",
        "anon 5\ninactive_file 100000\nactive_file 50000\nfile 7\n");
  EXPECT_EQ(AvailableMemory(root_), 450000U);
  // A group above it is tighter, and beyond its limit.
  Write("sys/fs/cgroup/a/memory.max", "600000\n");
  Write("sys/fs/cgroup/a/memory.current", "600100\n");
  EXPECT_EQ(AvailableMemory(root_), 0U);
}

TEST_F(MemoryTest, IsWhatALowerLimitOfVersion1Leaves) {
  WriteMemInfo(5000);
  Write("proc/self/cgroup", "5:cpu,cpuacct:/a\n4:hugetlb,memory:/of/the/host\n0::/\n");
  // In a container the group itself stands at the root.
  Write("sys/fs/cgroup/memory/memory.limit_in_bytes", "1000000\n");
  Write("sys/fs/cgroup/memory/memory.usage_in_bytes", "900000\n");
  Write("sys/fs/cgroup/memory/memory.stat", "inactive_file 1\ntotal_inactive_file 30000\n");
  EXPECT_EQ(AvailableMemory(root_), 130000U);
  Write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_EQ(AvailableMemory(root_), 5000U * 1024);
}

TEST(ResidentBytes, GrowsWithWhatIsTouched) {
  const auto before = ResidentBytes(::getpid());
  ASSERT_TRUE(before.has_value());
  constexpr size_t kBytes = size_t{64} << 20;
  const std::vector<char> touched(kBytes, 'x');
  const auto after = ResidentBytes(::getpid());
  ASSERT_TRUE(after.has_value());
  EXPECT_GT(*after, *before + kBytes * 9 / 10);
  EXPECT_EQ(touched.back(), 'x');
  EXPECT_EQ(ResidentBytes(-1), std::nullopt);
}

TEST(AvailableMemory, IsToldHere) {
  const auto left = AvailableMemory();
  ASSERT_TRUE(left.has_value());
  EXPECT_GT(*left, uint64_t{16} << 20);
}

}  // namespace
}  // namespace logphead
