// SPDX-License-Identifier: Apache-2.0
// Test fixture around the fake plugin: fresh switches, and a check that nothing leaked.
#ifndef LOGPHEAD_PJRT_FAKE_PLUGIN_FAKE_TEST_H_
#define LOGPHEAD_PJRT_FAKE_PLUGIN_FAKE_TEST_H_

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "logphead/pjrt/fake_plugin/fake_plugin.h"
#include "logphead/pjrt/handles.h"
#include "logphead/pjrt/plugin.h"

namespace logphead::fake {

class FakeTest : public ::testing::Test {
 protected:
  void SetUp() override {
    library_ = dlopen(FAKE_PLUGIN, RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(library_, nullptr) << dlerror();
    controls_ = Function<FakeControls>("LogpheadFakeControls")();
    *controls_ = Controls();
    before_ = LiveObjects();
  }

  void TearDown() override {
    EXPECT_EQ(LiveObjects(), before_);
    EXPECT_EQ(controls_->live_errors, 0);
    EXPECT_EQ(controls_->live_events, 0);
    EXPECT_EQ(controls_->live_buffers, 0);
    EXPECT_EQ(controls_->live_clients, 0);
    EXPECT_EQ(controls_->live_executables, 0);
    EXPECT_EQ(controls_->live_loaded_executables, 0);
    EXPECT_EQ(controls_->live_topologies, 0);
  }

  template <typename F>
  F* Function(const char* name) const {
    return reinterpret_cast<F*>(dlsym(library_, name));
  }

  // A plugin of the given version; `missing` names a function that it lacks.
  Result<Plugin> Make(int minor = 81, const char* missing = nullptr, size_t struct_size = 0,
                      int major = 0) const {
    auto* make = Function<FakeMakeApi>("LogpheadFakeMakeApi");
    return Plugin::Wrap(make(struct_size, major, minor, missing), "fake.so");
  }

  size_t SizeBefore(const char* name) const {
    return Function<FakeSizeBefore>("LogpheadFakeSizeBefore")(name);
  }

  void Fail(const std::string& function, int code = 13, const std::string& message = "on demand") {
    controls_->failing_function = function;
    controls_->failing_code = code;
    controls_->failing_message = message;
  }

  void* library_ = nullptr;
  Controls* controls_ = nullptr;
  LiveObjectCounts before_;
};

}  // namespace logphead::fake

#endif  // LOGPHEAD_PJRT_FAKE_PLUGIN_FAKE_TEST_H_
