// SPDX-License-Identifier: Apache-2.0
// Tests of finding plugins in a folder of our own making.
#include "logphead/pjrt/find.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <fstream>

namespace logphead {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;

class FindTest : public ::testing::Test {
 protected:
  void SetUp() override {
    deps_ = fs::path(::testing::TempDir()) / ("find_test." + std::to_string(getpid()));
    fs::create_directories(deps_);
    setenv("LOGPHEAD_DEPS", deps_.c_str(), 1);
    for (const Engine engine : {Engine::kCpu, Engine::kTpu, Engine::kCuda}) {
      unsetenv(std::string(EngineVariable(engine)).c_str());
    }
  }
  void TearDown() override {
    fs::remove_all(deps_);
    unsetenv("LOGPHEAD_DEPS");
    unsetenv("LOGPHEAD_TPU_PLUGIN");
  }
  fs::path Install(const std::string& file) const {
    fs::create_directories((deps_ / file).parent_path());
    std::ofstream(deps_ / file) << "library";
    return deps_ / file;
  }
  fs::path deps_;
};

TEST_F(FindTest, NothingInstalled) {
  EXPECT_EQ(DepsFolder(), deps_);
  EXPECT_TRUE(InstalledPlugins(Engine::kTpu).empty());
  const auto found = FindPlugin(Engine::kTpu);
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().code(), Code::kNotFound);
  EXPECT_THAT(found.error().message(), AllOf(HasSubstr("tpu"), HasSubstr("LOGPHEAD_TPU_PLUGIN"),
                                             HasSubstr("./setup"), HasSubstr(deps_.string())));
}

TEST_F(FindTest, FolderThatIsMissing) {
  setenv("LOGPHEAD_DEPS", "/no/such/folder", 1);
  EXPECT_TRUE(InstalledPlugins(Engine::kCpu).empty());
  EXPECT_FALSE(FindPlugin(Engine::kCpu).ok());
}

TEST_F(FindTest, PinnedVersionThenNewest) {
  Install("libtpu-0.0.9/libtpu/libtpu.so");
  const fs::path newest = Install("libtpu-0.0.52/libtpu/libtpu.so");
  Install("libtpu-0.0.50/libtpu/libtpu.so");
  Install("libtpu-nightly/libtpu/libtpu.so");
  fs::create_directories(deps_ / "libtpu-0.0.60");  // not unpacked
  const auto installed = InstalledPlugins(Engine::kTpu);
  ASSERT_EQ(installed.size(), 3U);
  EXPECT_EQ(installed[0].version, "0.0.52");
  EXPECT_EQ(installed[1].version, "0.0.50");
  EXPECT_EQ(installed[2].version, "0.0.9");
  EXPECT_EQ(FindPlugin(Engine::kTpu)->path, newest);
  const fs::path pinned = Install("libtpu-0.0.51/libtpu/libtpu.so");
  const auto found = FindPlugin(Engine::kTpu);
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->path, pinned);
  EXPECT_EQ(found->package, "libtpu");
  EXPECT_EQ(found->version, "0.0.51");
  EXPECT_EQ(found->origin, "libtpu-0.0.51");
}

TEST_F(FindTest, CpuEnginesInOrderOfPreference) {
  const fs::path second =
      Install("lammps-jax-pjrt-cpu-0.11.2/lammps_jax_pjrt_cpu/pjrt_c_api_cpu_plugin.so");
  EXPECT_EQ(FindPlugin(Engine::kCpu)->path, second);
  const fs::path first = Install("xla-cpu-pjrt-0.0.1/xla_plugins/xla_cpu_pjrt/xla_cpu_pjrt.so");
  EXPECT_EQ(FindPlugin(Engine::kCpu)->path, first);
  EXPECT_EQ(FindPlugin(Engine::kCpu, "lammps-jax-pjrt-cpu==0.11.2")->path, second);
  EXPECT_EQ(InstalledPlugins(Engine::kCpu).size(), 2U);
}

TEST_F(FindTest, FlagThenVariable) {
  Install("libtpu-0.0.51/libtpu/libtpu.so");
  const fs::path mine = Install("mine.so");
  const fs::path other = Install("other.so");
  setenv("LOGPHEAD_TPU_PLUGIN", mine.c_str(), 1);
  auto found = FindPlugin(Engine::kTpu);
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->path, mine);
  EXPECT_EQ(found->origin, "LOGPHEAD_TPU_PLUGIN");
  EXPECT_EQ(found->version, "");
  found = FindPlugin(Engine::kTpu, other.string());
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->path, other);
  EXPECT_EQ(found->origin, "--plugin");
  setenv("LOGPHEAD_TPU_PLUGIN", "libtpu==0.0.51", 1);
  EXPECT_EQ(FindPlugin(Engine::kTpu)->version, "0.0.51");
}

TEST_F(FindTest, NamesThatAreNotThere) {
  Install("libtpu-0.0.51/libtpu/libtpu.so");
  auto found = FindPlugin(Engine::kTpu, "libtpu==0.0.50");
  ASSERT_FALSE(found.ok());
  EXPECT_THAT(found.error().message(),
              AllOf(HasSubstr("libtpu==0.0.50 is not installed"), HasSubstr("libtpu==0.0.51"),
                    HasSubstr("./setup --compilers 0.0.50"), HasSubstr("LOGPHEAD_TPU_PLUGIN")));
  found = FindPlugin(Engine::kTpu, "libtpo==0.0.51");
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().code(), Code::kInvalidArgument);
  EXPECT_THAT(found.error().message(), HasSubstr("known: libtpu"));
  found = FindPlugin(Engine::kTpu, "/no/such.so");
  ASSERT_FALSE(found.ok());
  EXPECT_THAT(found.error().message(), AllOf(HasSubstr("/no/such.so"), HasSubstr("--plugin")));
  setenv("LOGPHEAD_TPU_PLUGIN", "/no/such.so", 1);
  found = FindPlugin(Engine::kTpu);
  ASSERT_FALSE(found.ok());
  EXPECT_THAT(found.error().message(), HasSubstr("which LOGPHEAD_TPU_PLUGIN names"));
}

TEST(CompareVersions, NumbersAsNumbers) {
  EXPECT_LT(CompareVersions("0.0.9", "0.0.51"), 0);
  EXPECT_GT(CompareVersions("0.1", "0.0.99"), 0);
  EXPECT_EQ(CompareVersions("1.2.3", "1.2.3"), 0);
  EXPECT_EQ(CompareVersions("1.02", "1.2"), 0);
  EXPECT_LT(CompareVersions("1.2", "1.2.1"), 0);
  EXPECT_LT(CompareVersions("", "1"), 0);
  EXPECT_GT(CompareVersions("0.0.123456789012345678901234567890", "0.0.99999999999999999999"), 0);
}

}  // namespace
}  // namespace logphead
