// SPDX-License-Identifier: Apache-2.0
// Names of cases, bytes and seconds as reports write them.
#include "logphead/plan/case_names.h"

#include <gtest/gtest.h>

namespace logphead {
namespace {

PlanCase Case(const char* head) {
  PlanCase plan_case;
  plan_case.config.head = *ParseHead(head);
  plan_case.config.chunk = 512;
  return plan_case;
}

TEST(CaseNames, OfTheChunkedHead) {
  PlanCase chunked = Case("chunked");
  EXPECT_TRUE(IsChunked(chunked));
  EXPECT_EQ(ReplicateName(chunked), "auto") << "what none is";
  EXPECT_EQ(VariantName(chunked), "rule");
  EXPECT_EQ(KernelName(chunked), "-");
  EXPECT_EQ(CaseName(chunked), "chunked chunk 512 (replicate auto)");
  chunked.config.replicate = ReplicateMode::kNever;
  chunked.config.variant = ReplicateVariant::kIdsOnly;
  EXPECT_EQ(ReplicateName(chunked), "never");
  EXPECT_EQ(CaseName(chunked), "chunked chunk 512 (replicate never, ids-only)");
}

TEST(CaseNames, OfHeadsWithoutTheRule) {
  PlanCase local = Case("local");
  EXPECT_FALSE(IsChunked(local));
  EXPECT_EQ(ReplicateName(local), "-");
  EXPECT_EQ(VariantName(local), "-");
  EXPECT_EQ(KernelName(local), "keep");
  EXPECT_EQ(CaseName(local), "local chunk 512");
  local.config.kernel_reuse = KernelReuse::kRegather;
  EXPECT_EQ(KernelName(local), "regather");
  EXPECT_EQ(CaseName(local), "local chunk 512 (regather)");
  EXPECT_EQ(CaseName(Case("vocab:context,expert")), "vocab:context,expert chunk 512");
}

TEST(CaseNames, OfProgramsAndMeshes) {
  PlanCase plan_case = Case("local");
  plan_case.program = ProgramKind::kForward;
  EXPECT_EQ(ProgramName(plan_case), "forward");
  plan_case.program = ProgramKind::kFused;
  plan_case.config.loss = LossConfig::Default(LossKind::kGrpo);
  EXPECT_EQ(ProgramName(plan_case), "fused (grpo)");
  EXPECT_EQ(MeshName(plan_case), "");
  plan_case.config.mesh = *Mesh::Parse("fsdp=2,context=4");
  EXPECT_EQ(MeshName(plan_case), "fsdp=2,context=4");
}

TEST(HumanBytes, Units) {
  EXPECT_EQ(HumanBytes(0), "0 B");
  EXPECT_EQ(HumanBytes(999), "999 B");
  EXPECT_EQ(HumanBytes(1000), "1.00 kB");
  EXPECT_EQ(HumanBytes(12'600'000), "12.60 MB");
  EXPECT_EQ(HumanBytes(7'812'345'678), "7.81 GB");
  EXPECT_EQ(HumanBytes(123'456'789'012'345), "123456.79 GB");
}

TEST(HumanSeconds, Units) {
  EXPECT_EQ(HumanSeconds(0), "0 us");
  EXPECT_EQ(HumanSeconds(85e-6), "85 us");
  EXPECT_EQ(HumanSeconds(1e-3), "1 ms");
  EXPECT_EQ(HumanSeconds(0.0125), "12.5 ms");
  EXPECT_EQ(HumanSeconds(0.9996), "1.00 s");
  EXPECT_EQ(HumanSeconds(0.9996e-3), "1 ms");
  EXPECT_EQ(HumanSeconds(0.999), "999 ms");
  EXPECT_EQ(HumanSeconds(1), "1.00 s");
  EXPECT_EQ(HumanSeconds(1.856), "1.86 s");
  EXPECT_EQ(HumanSeconds(99.99), "99.99 s");
  EXPECT_EQ(HumanSeconds(130.8), "131 s");
}

}  // namespace
}  // namespace logphead
