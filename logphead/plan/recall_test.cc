// SPDX-License-Identifier: Apache-2.0
// PastCompiles: what makes another key, counts of devices, and stores in trouble.
#include "logphead/plan/recall.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <fstream>
#include <memory>
#include <set>
#include <vector>

namespace logphead {
namespace {

class PastCompilesTest : public ::testing::Test {
 protected:
  PastCompilesTest() {
    std::string pattern = (std::filesystem::temp_directory_path() / "recall-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
    auto opened = PlanStore::Open(folder_ / "past");
    EXPECT_TRUE(opened.ok()) << opened.error().message();
    past_ = std::make_unique<PastCompiles>(
        std::move(opened->store), [this](const std::string& text) { notes_.push_back(text); });
  }
  ~PastCompilesTest() override {
    past_.reset();
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  std::filesystem::path Plugin(const std::string& name, const std::string& content) {
    std::ofstream(folder_ / name) << content;
    return folder_ / name;
  }
  std::string Key(const std::filesystem::path& plugin, const std::string& topology = "tpu7x:4x4x8",
                  std::string_view program = "program") {
    const auto key = past_->KeyOf(plugin, topology, program);
    return key.has_value() ? key->Text() : "none";
  }

  std::filesystem::path folder_;
  std::vector<std::string> notes_;
  std::unique_ptr<PastCompiles> past_;
};

TEST_F(PastCompilesTest, KeysDifferByAllThatDecides) {
  const auto plugin = Plugin("p", "one");
  ASSERT_EQ(::unsetenv("LIBTPU_INIT_ARGS"), 0);
  ASSERT_EQ(::unsetenv("XLA_FLAGS"), 0);
  std::set<std::string> keys = {Key(plugin),
                                Key(plugin, "tpu7x:4x4x4"),
                                Key(plugin, "v5p:4x4x8"),
                                Key(plugin, "h100:1x8"),
                                Key(plugin, "h200:1x8"),
                                Key(plugin, "cpu:8"),
                                Key(plugin, "tpu7x:4x4x8", "programs"),
                                Key(Plugin("q", "two"))};
  EXPECT_EQ(keys.size(), 8U);
  ASSERT_EQ(::setenv("LIBTPU_INIT_ARGS", "--x=1", 1), 0);
  EXPECT_TRUE(keys.insert(Key(plugin)).second);
  ASSERT_EQ(::unsetenv("LIBTPU_INIT_ARGS"), 0);
  ASSERT_EQ(::setenv("XLA_FLAGS", "--x=1", 1), 0);
  EXPECT_TRUE(keys.insert(Key(plugin)).second);
  // A file of flags counts by what is in it.
  const auto flags = Plugin("flags", "--x=1");
  ASSERT_EQ(::setenv("XLA_FLAGS", flags.c_str(), 1), 0);
  EXPECT_TRUE(keys.insert(Key(plugin)).second);
  Plugin("flags", "--x=2");
  EXPECT_TRUE(keys.insert(Key(plugin)).second);
  ASSERT_EQ(::unsetenv("XLA_FLAGS"), 0);
  EXPECT_FALSE(keys.insert(Key(plugin)).second);
  EXPECT_EQ(keys.count("none"), 0U);
}

TEST_F(PastCompilesTest, KeysStayTheSameForTheSame) {
  EXPECT_EQ(Key(Plugin("p", "one")), Key(Plugin("copy", "one")));
  EXPECT_EQ(Key(folder_ / "absent"), "none");
  EXPECT_EQ(Key(folder_ / "p", "nonsense"), "none");
  EXPECT_THAT(notes_, testing::IsEmpty()) << "the compile says what is wrong with these";
}

TEST_F(PastCompilesTest, CountsOfDevices) {
  const auto plugin = Plugin("p", "one");
  EXPECT_EQ(past_->RecallDevices(plugin, "tpu7x:4x4x8"), std::nullopt);
  past_->RememberDevices(plugin, "tpu7x:4x4x8", "libtpu", 256);
  EXPECT_EQ(past_->RecallDevices(plugin, "tpu7x:4x4x8"), 256);
  EXPECT_EQ(past_->RecallDevices(plugin, "tpu7x:4x4x4"), std::nullopt);
}

TEST_F(PastCompilesTest, WhatIsNoReportIsNotRecalled) {
  const auto key = past_->KeyOf(Plugin("p", "one"), "cpu:8", "program");
  ASSERT_TRUE(key.has_value());
  CompileReport report;
  report.compiled = true;
  past_->Remember(*key, "{}", report);
  EXPECT_TRUE(past_->Recall(*key).has_value());
  auto other = PlanStore::Open(folder_ / "past");
  ASSERT_TRUE(other.ok());
  ASSERT_TRUE(other->store.Remember(*key, "{}", "{\"compiled\":true}", 1).ok());
  EXPECT_FALSE(past_->Recall(*key).has_value());
}

}  // namespace
}  // namespace logphead
