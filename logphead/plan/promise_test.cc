// SPDX-License-Identifier: Apache-2.0
// Promise: the order in which cases are compiled when time is short.
#include "logphead/plan/promise.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace logphead {
namespace {

using ::testing::ElementsAre;

// 1 FLOP/s and 1 byte/s, so that seconds are counts.
DeviceSpec Slow() {
  DeviceSpec spec;
  spec.matmul_flops_per_second = spec.memory_bytes_per_second = spec.wire_bytes_per_second = 1;
  return spec;
}

PlanCase Case(const char* head, int64_t chunk) {
  PlanCase plan_case;
  plan_case.topology = "tpu7x:2x2x1";
  HeadConfig& config = plan_case.config;
  config.head = *ParseHead(head);
  config.batch = 4;
  config.sequence = 64;
  config.hidden = 8;
  config.vocab = 16;
  config.chunk = chunk;
  config.mesh = *Mesh::Parse("fsdp=2,context=4");
  config.shardings = HeadShardings::Default(*config.mesh);
  return plan_case;
}

TEST(GuessSeconds, AreProductsAndWhatTheKernelSends) {
  constexpr double kKernel = 8 * 16 * 2;
  // 2 rows a device; every device along context takes all 64 tokens, in 4 chunks, each of which
  // gathers the kernel twice and sums its gradient for the price of two gathers.
  const double row = 64 * 8 * 16;
  EXPECT_DOUBLE_EQ(GuessSeconds(Case("chunked", 16), Slow()), 4 * 2 * (2 * row) + 4 * 4 * kKernel);
  // A quarter of the tokens; one gather, and a sum.
  EXPECT_DOUBLE_EQ(GuessSeconds(Case("local", 16), Slow()), 4 * 2 * (2 * row / 4) + 3 * kKernel);
  // A quarter of the kernel; 32 tokens of 8 in bf16 go to 3 others, twice forward and once back.
  EXPECT_DOUBLE_EQ(GuessSeconds(Case("vocab:context", 16), Slow()),
                   4 * 2 * (2 * row / 4) + 3 * kKernel / 4 + 32 * 8 * 2 * 3 * 3);
}

TEST(GuessSeconds, OnePassIsThreeProductsAndOneGather) {
  PlanCase fused = Case("local", 16);
  fused.program = ProgramKind::kFused;
  EXPECT_DOUBLE_EQ(GuessSeconds(fused, Slow()), 3 * 2 * (2 * 64 * 8 * 16 / 4) + 3 * 256);
  PlanCase forward = Case("local", 16);
  forward.program = ProgramKind::kForward;
  EXPECT_DOUBLE_EQ(GuessSeconds(forward, Slow()), 1 * 2 * (2 * 64 * 8 * 16 / 4) + 256);
}

TEST(MostPromisingFirst, OrdersByTheGuess) {
  PlanCase elsewhere = Case("local", 16);
  elsewhere.topology = "tpu9:2x2x1";  // in no table
  const std::vector<PlanCase> sorted = MostPromisingFirst(
      {elsewhere, Case("chunked", 8), Case("chunked", 32), Case("local", 8), Case("local", 16)},
      Judge{});
  std::vector<std::string> names;
  for (const PlanCase& each : sorted) {
    names.push_back(each.config.head.ToString() + " " + std::to_string(each.config.chunk) + " " +
                    DeviceKind(each.topology));
  }
  EXPECT_THAT(names, ElementsAre("local 8 tpu7x", "local 16 tpu7x", "chunked 32 tpu7x",
                                 "chunked 8 tpu7x", "local 16 tpu9"));
}

}  // namespace
}  // namespace logphead
