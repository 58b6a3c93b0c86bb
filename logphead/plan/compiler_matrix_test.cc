// SPDX-License-Identifier: Apache-2.0
// CompilerMatrix: cases against compilers, changes marked.
#include "logphead/plan/compiler_matrix.h"

#include <gtest/gtest.h>

#include <string>

namespace logphead {
namespace {

PlanRow Row(int64_t chunk, const char* compiler, Verdict verdict = Verdict::kCompiles) {
  PlanRow row;
  row.plan_case.config.head = *ParseHead("local");
  row.plan_case.config.chunk = chunk;
  row.plan_case.topology = "tpu7x:2x2x1";
  row.plan_case.compiler = compiler;
  row.verdict = verdict;
  row.temp_bytes = chunk * 1'000'000;
  if (verdict == Verdict::kFails) row.offending_shape = "s32[4]";
  return row;
}

TEST(CompilerMatrix, FewerThanTwoCompilersAreNone) {
  EXPECT_EQ(CompilerMatrix({}), "");
  EXPECT_EQ(CompilerMatrix({Row(1, "a"), Row(2, "a")}), "");
}

TEST(CompilerMatrix, ALinePerCaseAndAColumnPerCompiler) {
  PlanRow meshed = Row(4, "a");
  meshed.plan_case.config.mesh = *Mesh::Parse("fsdp=8");
  EXPECT_EQ(CompilerMatrix({Row(1, "a"), Row(1, "b"), Row(22, "b"), Row(22, "a"), meshed}),
            "case                                  a                               b\n"
            "local chunk 1 on tpu7x:2x2x1          1.00 MB                         1.00 MB\n"
            "local chunk 22 on tpu7x:2x2x1         22.00 MB                        22.00 MB\n"
            "local chunk 4 on tpu7x:2x2x1, fsdp=8  4.00 MB                         -\n");
}

TEST(CompilerMatrix, MarksWhereAVerdictChanges) {
  EXPECT_EQ(
      CompilerMatrix({Row(1, "a"), Row(1, "b", Verdict::kFails), Row(1, "c", Verdict::kFails),
                      Row(1, "d"), Row(2, "a", Verdict::kTimeout), Row(2, "c", Verdict::kCrashed)}),
      "case                          a                               b                   "
      "            c                               d\n"
      "local chunk 1 on tpu7x:2x2x1  1.00 MB                         fails s32[4] <      "
      "            fails s32[4]                    1.00 MB <\n"
      "local chunk 2 on tpu7x:2x2x1  timeout                         -                   "
      "            crashed <                       -\n");
}

TEST(CompilerMatrix, WideNamesWidenTheirColumn) {
  const char* kLong = "a-compiler-with-a-very-long-path-to-it";
  const std::string text = CompilerMatrix({Row(1, kLong), Row(1, "b")});
  const size_t header = text.find('\n');
  EXPECT_EQ(text.find("b\n"), header - 1);
  EXPECT_EQ(text.rfind("1.00 MB\n") - header - 1, header - 1) << text;
}

}  // namespace
}  // namespace logphead
