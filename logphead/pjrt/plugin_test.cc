// SPDX-License-Identifier: Apache-2.0
// Tests of loading plugins, version checks and errors across the C API.
#include "logphead/pjrt/plugin.h"

#include <stdlib.h>

#include <filesystem>
#include <fstream>

#include "logphead/pjrt/client.h"
#include "logphead/pjrt/fake_plugin/fake_test.h"

namespace logphead {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Pair;

class PluginTest : public fake::FakeTest {
 protected:
  void SetUp() override {
    fake::FakeTest::SetUp();
    folder_ = fs::path(::testing::TempDir()) / ("pjrt_plugin_test." + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override {
    fs::remove_all(folder_);
    unsetenv("FAKE_PJRT");
    fake::FakeTest::TearDown();
  }
  // A copy is a different library to the loader, so it is opened afresh.
  fs::path CopyOfFake(const std::string& name) const {
    fs::copy_file(FAKE_PLUGIN, folder_ / name, fs::copy_options::overwrite_existing);
    return folder_ / name;
  }
  fs::path folder_;
};

TEST_F(PluginTest, LoadsOnceAndDescribesItself) {
  const auto plugin = Plugin::Load(FAKE_PLUGIN);
  ASSERT_TRUE(plugin.ok()) << plugin.error().ToString();
  fs::create_symlink(FAKE_PLUGIN, folder_ / "link.so");
  const auto again = Plugin::Load(folder_ / "link.so");
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(plugin->api(), again->api());
  EXPECT_EQ(controls_->initialized, 1);
  EXPECT_EQ(plugin->api_version(), BuiltApiVersion());
  EXPECT_EQ(plugin->path(), fs::canonical(FAKE_PLUGIN));
  EXPECT_THAT(
      plugin->attributes(),
      ::testing::ElementsAre(Pair("stablehlo_current_version", "1.2.3"), Pair("xla_version", "7")));
}

TEST_F(PluginTest, MissingFile) {
  const auto plugin = Plugin::Load(folder_ / "none.so");
  ASSERT_FALSE(plugin.ok());
  EXPECT_EQ(plugin.error().code(), Code::kNotFound);
  EXPECT_THAT(plugin.error().message(), AllOf(HasSubstr("none.so"), HasSubstr("No such file")));
}

TEST_F(PluginTest, FolderAndTextAreNotPlugins) {
  const auto folder = Plugin::Load(folder_);
  ASSERT_FALSE(folder.ok());
  EXPECT_THAT(folder.error().message(), HasSubstr("is not a file"));
  std::ofstream(folder_ / "text.so") << "text";
  const auto text = Plugin::Load(folder_ / "text.so");
  ASSERT_FALSE(text.ok());
  EXPECT_EQ(text.error().code(), Code::kInvalidArgument);
  EXPECT_THAT(text.error().message(), AllOf(HasSubstr("cannot load"), HasSubstr("text.so")));
}

TEST_F(PluginTest, LibraryWithoutTheSymbol) {
  const auto plugin = Plugin::Load(NOT_A_PLUGIN);
  ASSERT_FALSE(plugin.ok());
  EXPECT_EQ(plugin.error().code(), Code::kInvalidArgument);
  EXPECT_THAT(plugin.error().message(), HasSubstr("no function GetPjrtApi"));
}

TEST_F(PluginTest, NullApi) {
  setenv("FAKE_PJRT", "null", 1);
  const auto plugin = Plugin::Load(CopyOfFake("null.so"));
  ASSERT_FALSE(plugin.ok());
  EXPECT_THAT(plugin.error().message(), HasSubstr("GetPjrtApi returned null"));
}

TEST_F(PluginTest, TooOldNamesPathAndVersions) {
  setenv("FAKE_PJRT", "old", 1);
  const auto plugin = Plugin::Load(CopyOfFake("old.so"));
  ASSERT_FALSE(plugin.ok());
  EXPECT_EQ(plugin.error().code(), Code::kUnimplemented);
  EXPECT_THAT(plugin.error().message(),
              AllOf(HasSubstr("old.so is too old"), HasSubstr("API is 0.3 "), HasSubstr("0.81"),
                    HasSubstr("needs 0.70 or newer"), HasSubstr("./setup")));
}

TEST_F(PluginTest, OtherMajorVersion) {
  setenv("FAKE_PJRT", "major", 1);
  const auto plugin = Plugin::Load(CopyOfFake("major.so"));
  ASSERT_FALSE(plugin.ok());
  EXPECT_THAT(plugin.error().message(), AllOf(HasSubstr("API 1.0"), HasSubstr("0.81")));
}

TEST_F(PluginTest, FloorIsInclusive) {
  EXPECT_FALSE(Make(OldestApiVersion().minor - 1).ok());
  EXPECT_TRUE(Make(OldestApiVersion().minor).ok());
  EXPECT_TRUE(Make(500).ok());
}

TEST_F(PluginTest, TableTooShortForErrors) {
  const auto plugin = Make(81, nullptr, SizeBefore("PJRT_Error_Message"));
  ASSERT_FALSE(plugin.ok());
  EXPECT_THAT(plugin.error().message(), HasSubstr("function table"));
  const auto hole = Make(81, "PJRT_Error_GetCode");
  ASSERT_FALSE(hole.ok());
  EXPECT_THAT(hole.error().message(), HasSubstr("no functions to read errors"));
}

TEST_F(PluginTest, FailingInitialize) {
  Fail("PJRT_Plugin_Initialize", 14, "no device driver");
  const auto plugin = Make();
  ASSERT_FALSE(plugin.ok());
  EXPECT_EQ(plugin.error().code(), Code::kUnavailable);
  EXPECT_EQ(plugin.error().message(), "cannot initialize fake.so: no device driver");
}

TEST_F(PluginTest, AttributesMayFail) {
  const auto plugin = Make();
  ASSERT_TRUE(plugin.ok());
  Fail("PJRT_Plugin_Attributes");
  EXPECT_TRUE(plugin->attributes().empty());
}

TEST_F(PluginTest, EveryErrorCodeCrosses) {
  const auto plugin = Make();
  ASSERT_TRUE(plugin.ok());
  for (int code = 1; code <= 16; ++code) {
    Fail("PJRT_Client_Create", code, "message " + std::to_string(code) + "\n");
    const auto client = Client::Create(*plugin);
    ASSERT_FALSE(client.ok());
    EXPECT_EQ(static_cast<int>(client.error().code()), code);
    EXPECT_EQ(client.error().message(),
              "cannot start the engine of fake.so: message " + std::to_string(code));
  }
}

TEST_F(PluginTest, ErrorsWithoutCodeOrMessage) {
  const auto plugin = Make();
  ASSERT_TRUE(plugin.ok());
  for (const int code : {0, -1, 17, 1000}) {
    Fail("PJRT_Client_Create", code, "");
    const auto client = Client::Create(*plugin);
    ASSERT_FALSE(client.ok());
    EXPECT_EQ(client.error().code(), Code::kUnknown) << code;
    EXPECT_THAT(client.error().message(), HasSubstr("gave no message"));
  }
}

TEST_F(PluginTest, MissingFunctionNamesVersions) {
  const auto plugin = Make(75, "PJRT_Client_Create");
  ASSERT_TRUE(plugin.ok());
  const auto client = Client::Create(*plugin);
  ASSERT_FALSE(client.ok());
  EXPECT_EQ(client.error().code(), Code::kUnimplemented);
  EXPECT_THAT(client.error().message(),
              AllOf(HasSubstr("fake.so has no PJRT_Client_Create"), HasSubstr("API is 0.75"),
                    HasSubstr("this program's is 0.81")));
}

TEST_F(PluginTest, EnvironmentIsOnlyCompleted) {
  setenv("TPU_ACCELERATOR_TYPE", "mine", 1);
  unsetenv("TPU_SKIP_MDS_QUERY");
  PrepareTpuEnvironment();
  EXPECT_STREQ(getenv("TPU_ACCELERATOR_TYPE"), "mine");
  EXPECT_STREQ(getenv("TPU_SKIP_MDS_QUERY"), "1");
  unsetenv("TPU_ACCELERATOR_TYPE");
  PrepareTpuEnvironment();
  EXPECT_STREQ(getenv("TPU_ACCELERATOR_TYPE"), "tpu7x-256");
}

}  // namespace
}  // namespace logphead
