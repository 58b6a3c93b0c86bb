// SPDX-License-Identifier: Apache-2.0
// Topology names: what each form stands for, and what is refused.
#include "logphead/plan/target.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "logphead/pjrt/cuda_targets.h"

namespace logphead {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(ParseTarget, Tpu) {
  for (const char* name : {"tpu7x:4x4x8", "v6e:4x4", "v5e:2x4", "v5p:2x2x2", "later:1x1x1x1"}) {
    const auto target = ParseTarget(name);
    ASSERT_TRUE(target.ok()) << target.error().ToString();
    EXPECT_EQ(target->engine, Engine::kTpu);
    EXPECT_EQ(target->topology, name);
    EXPECT_THAT(target->options, IsEmpty());
  }
}

TEST(ParseTarget, Cpu) {
  for (const int64_t devices : {1, 8, 1024}) {
    const auto target = ParseTarget("cpu:" + std::to_string(devices));
    ASSERT_TRUE(target.ok()) << target.error().ToString();
    EXPECT_EQ(target->engine, Engine::kCpu);
    ASSERT_EQ(target->options.size(), 1U);
    EXPECT_EQ(target->options[0].first, "cpu_device_count");
    EXPECT_EQ(target->options[0].second, OptionValue(devices));
  }
}

TEST(ParseTarget, Cuda) {
  const auto target = ParseTarget("h100:2x8");
  ASSERT_TRUE(target.ok()) << target.error().ToString();
  EXPECT_EQ(target->engine, Engine::kCuda);
  const auto options = CudaTopologyOptions("h100", 2, 8);
  ASSERT_TRUE(options.ok());
  EXPECT_EQ(target->options, *options);
}

TEST(ParseTarget, Refuses) {
  for (const char* name : {"",
                           ":",
                           "cpu",
                           "cpu:",
                           ":8",
                           "cpu:0",
                           "cpu:-8",
                           "cpu:+8",
                           "cpu:8x",
                           "cpu:x8",
                           "cpu:8x1",
                           "cpu:1025",
                           "cpu:8 ",
                           "cpu: 8",
                           "cpu:8.0",
                           "cpu:0x8",
                           "cpu:99999999999999999999",
                           "h100:8",
                           "h100:1x8x1",
                           "h100:0x8",
                           "tpu7x",
                           "tpu7x:8",
                           "tpu7x:2xx2",
                           "tpu7x:2x2:1",
                           "tpu7x:2X2",
                           "tpu7x:2x-1",
                           "tpu7x:2x1048577",
                           "tpu7x:2,2"}) {
    const auto target = ParseTarget(name);
    ASSERT_FALSE(target.ok()) << name;
    EXPECT_EQ(target.error().code(), Code::kInvalidArgument);
    EXPECT_THAT(target.error().message(), HasSubstr("topology '" + std::string(name) + "'"));
    EXPECT_THAT(target.error().message(), HasSubstr("tpu7x:4x4x8"));
  }
}

}  // namespace
}  // namespace logphead
