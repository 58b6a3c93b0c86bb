// SPDX-License-Identifier: Apache-2.0
// Tests of the CUDA topology options.
#include "logphead/pjrt/cuda_targets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace logphead {
namespace {

using ::testing::HasSubstr;

TEST(CudaTargets, OptionsOfEveryTarget) {
  for (const std::string& target : CudaTargets()) {
    const auto options = CudaTopologyOptions(target, 2, 4);
    ASSERT_TRUE(options.ok());
    ASSERT_EQ(options->size(), 2U);
    EXPECT_EQ((*options)[0].first, "target_config");
    EXPECT_THAT(OptionText((*options)[0].second), HasSubstr("platform_name: \"CUDA\""));
    EXPECT_EQ((*options)[1].first, "topology");
    EXPECT_EQ(OptionText((*options)[1].second), "1x2x4");
  }
}

TEST(CudaTargets, H100) {
  const auto options = CudaTopologyOptions("h100", 1, 8);
  ASSERT_TRUE(options.ok());
  const std::string config = OptionText((*options)[0].second);
  EXPECT_THAT(config, HasSubstr("cuda_compute_capability { major: 9 minor: 0 }"));
  EXPECT_THAT(config, HasSubstr("core_count: 132 "));
  EXPECT_THAT(config, HasSubstr("device_memory_size: 85899345920 "));
}

TEST(CudaTargets, Errors) {
  const auto unknown = CudaTopologyOptions("h1000", 1, 8);
  ASSERT_FALSE(unknown.ok());
  EXPECT_THAT(unknown.error().message(), HasSubstr("known: a100, h100"));
  EXPECT_FALSE(CudaTopologyOptions("h100", 0, 8).ok());
  EXPECT_FALSE(CudaTopologyOptions("h100", 1, 0).ok());
}

}  // namespace
}  // namespace logphead
