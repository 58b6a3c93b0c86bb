// SPDX-License-Identifier: Apache-2.0
// Tests of the choice of kernels: names, what native ones cannot do, engines that cannot call them.
#include "logphead/score/kernel_choice.h"

#include <gmock/gmock.h>

#include <cmath>

#include "logphead/pjrt/fake_plugin/fake_test.h"

namespace logphead {
namespace {

using ::testing::HasSubstr;

HeadConfig Small() {
  HeadConfig config;
  config.batch = 2;
  config.sequence = 4;
  config.hidden = 8;
  config.vocab = 100;
  return config;
}

TEST(KernelChoice, NamesReadBack) {
  for (const KernelChoice choice :
       {KernelChoice::kAuto, KernelChoice::kNative, KernelChoice::kXla}) {
    EXPECT_EQ(*ParseKernelChoice(KernelChoiceName(choice)), choice);
  }
  for (const char* text : {"", "Auto", "fast"}) {
    EXPECT_THAT(ParseKernelChoice(text).error().message(), HasSubstr("use auto, native or xla"));
  }
}

TEST(KernelChoice, FiltersAreOfNativeKernels) {
  const HeadConfig config = Small();
  EXPECT_TRUE(CheckKernels(KernelChoice::kAuto, 0.5, config).ok());
  EXPECT_TRUE(CheckKernels(KernelChoice::kXla, 0, config).ok());
  EXPECT_THAT(CheckKernels(KernelChoice::kXla, 0.5, config).error().message(),
              HasSubstr("needs native kernels, but xla is asked for"));
  for (const double filter : {-0.5, 1.0, std::nan("")}) {
    EXPECT_THAT(CheckKernels(KernelChoice::kAuto, filter, config).error().message(),
                HasSubstr("is not in [0, 1)"));
  }
  HeadConfig rounded = config;
  rounded.logits = LogitsPrecision::kBf16;
  EXPECT_TRUE(CheckKernels(KernelChoice::kNative, 0, rounded).ok());
  EXPECT_THAT(CheckKernels(KernelChoice::kNative, 0.5, rounded).error().message(),
              HasSubstr("but native kernels do not round logits"));
  HeadConfig summed = config;
  summed.accumulate = Accumulate::kKernel;
  EXPECT_THAT(CheckKernels(KernelChoice::kNative, 0.5, summed).error().message(),
              HasSubstr("sum d_kernel in f32"));
  // Heads that round once, at the end, do so with any kernels; and f32 is f32.
  summed.head = *ParseHead("local");
  EXPECT_TRUE(CheckKernels(KernelChoice::kNative, 0.5, summed).ok());
  summed.head = HeadChoice{};
  summed.kernel_dtype = DType::kF32;
  EXPECT_TRUE(CheckKernels(KernelChoice::kNative, 0.5, summed).ok());
}

class KernelChoiceTest : public fake::FakeTest {
 protected:
  // An engine with the FFI extension, or without.
  Client Start(bool ffi) const {
    auto* make = Function<fake::FakeMakeFfiApi>("LogpheadFakeMakeFfiApi");
    const Plugin plugin = ffi ? Plugin::Wrap(make(0, true), "fake.so").value() : Make().value();
    return Client::Create(plugin, {{"cpu_device_count", int64_t{8}}}).value();
  }
};

TEST_F(KernelChoiceTest, EnginesThatCannotCallThemRunXla) {
  const Client client = Start(false);
  HeadConfig config = Small();
  const auto chosen = ChooseKernels(client, KernelChoice::kAuto, 0, &config);
  ASSERT_TRUE(chosen.ok()) << chosen.error().ToString();
  EXPECT_EQ(chosen->kernels, Kernels::kXla);
  EXPECT_EQ(config.kernels, Kernels::kXla);
  EXPECT_EQ(chosen->why, "native kernels are for CPUs, not fake");
  EXPECT_EQ(ChooseKernels(client, KernelChoice::kAuto, 0.5, &config).error().message(),
            "a gradient filter needs native kernels, but " + chosen->why);
}

TEST_F(KernelChoiceTest, XlaIsXla) {
  const Client client = Start(true);
  HeadConfig config = Small();
  const auto chosen = ChooseKernels(client, KernelChoice::kXla, 0, &config);
  ASSERT_TRUE(chosen.ok());
  EXPECT_EQ(chosen->kernels, Kernels::kXla);
  EXPECT_EQ(chosen->why, "");
  EXPECT_TRUE(controls_->handlers.empty());
}

}  // namespace
}  // namespace logphead
