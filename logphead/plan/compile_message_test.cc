// SPDX-License-Identifier: Apache-2.0
// Tests of compiler messages: the offending shape, one line, and a crashed process's last words.
#include "logphead/plan/compile_message.h"

#include <gtest/gtest.h>

namespace logphead {
namespace {

// As libtpu 0.0.51 puts it.
constexpr std::string_view kReshape =
    "FAILED_PRECONDITION: Reshape should have supported layout before reaching the emitter. HLO: "
    "%reshape.198 = s32[4,1,4,1024]{3,0,1,2:T(4,128)S(1)} reshape(%param.0), "
    "metadata={op_name=\"jit(loss)/jvp()/tran}spose\" stack_frame_id=7}, "
    "backend_config={\"flag_configs\":[],\"aliasing_operands\":{\"lists\":[]}} operand : "
    "%param.0 = s32[16384]{0:T(1024)S(1)} parameter(0)";

TEST(OffendingShape, TheInstructionAfterTheMark) {
  EXPECT_EQ(OffendingShape(kReshape), "s32[4,1,4,1024]");
  EXPECT_EQ(OffendingShape("user %a = f32[2]{0} add(%b), HLO: %c = (f32[4]{0}, s4[2]) tuple()"),
            "(f32[4], s4[2])");
}

TEST(OffendingShape, AnyInstructionWithoutTheMark) {
  EXPECT_EQ(OffendingShape("cannot lower %dot.3 = bf16[8,4]{1,0} dot(%x, %y) here"), "bf16[8,4]");
  EXPECT_EQ(OffendingShape("50% of %x and %y, then %z = f8e4m3fn[3]{0} copy(%x)"), "f8e4m3fn[3]");
}

TEST(OffendingShape, NothingWhereNoInstructionIsNamed) {
  EXPECT_EQ(OffendingShape(""), std::nullopt);
  EXPECT_EQ(OffendingShape("100%"), std::nullopt);
  EXPECT_EQ(OffendingShape("INVALID_ARGUMENT: unknown flag"), std::nullopt);
  EXPECT_EQ(OffendingShape("shape s32[4] is wrong"), std::nullopt);
  EXPECT_EQ(OffendingShape("HLO: %x = weird[4] add(%y)"), std::nullopt);
  EXPECT_EQ(OffendingShape("Ran out of memory in memory space hbm. Largest allocations: "
                           "%fusion.1 = bf16[4096,248320]{1,0} fusion(%p)"),
            std::nullopt);
}

TEST(OneLineMessage, LeavesOutWhatOnlyTheCompilerNeeds) {
  EXPECT_EQ(OneLineMessage(kReshape),
            "FAILED_PRECONDITION: Reshape should have supported layout before reaching the "
            "emitter. HLO: %reshape.198 = s32[4,1,4,1024]{3,0,1,2:T(4,128)S(1)} "
            "reshape(%param.0) operand : %param.0 = s32[16384]{0:T(1024)S(1)} parameter(0)");
  EXPECT_EQ(OneLineMessage("x, metadata={op_name=\"never closed"), "x");
}

TEST(OneLineMessage, JoinsLinesAndEndsAtATrace) {
  EXPECT_EQ(OneLineMessage("INTERNAL: one\n\n  two\tthree \r\n@ 0x7f00 (unknown)\nfour\n"
                           "=== Source Location Trace: ===\nfile.cc:12\n"),
            "INTERNAL: one two three four");
  EXPECT_EQ(OneLineMessage("a\n#0 0x7f in f\n#1 x\nb\x01"), "a b?");
  EXPECT_EQ(OneLineMessage(""), "");
}

TEST(OneLineMessage, CutsLongOnesBetweenCharacters) {
  EXPECT_EQ(OneLineMessage("abcdefghij", 8), "abcde...");
  EXPECT_EQ(OneLineMessage("abcdefgh", 8), "abcdefgh");
  EXPECT_EQ(OneLineMessage("abcd\xc3\xa9"
                           "fghij",
                           8),
            "abcd...");
}

TEST(LastWords, PreferTheFatalLine) {
  EXPECT_EQ(LastWords("I0101 00:00:00 1 a.cc:1] starting\n"
                      "F0101 00:00:01.5 42 hlo.cc:77] Check failed: x == y (1 vs. 2)\n"
                      "*** Check failure stack trace: ***\n    @     0x7f1 (unknown)\nlater\n"),
            "F0101 00:00:01.5 42 hlo.cc:77] Check failed: x == y (1 vs. 2)");
  EXPECT_EQ(LastWords("warming up\nlast line\n    @ 0x55 main\nPC: @ 0x7 f\n"), "last line");
  EXPECT_EQ(LastWords("F0 and no log\nlast"), "last");
  EXPECT_EQ(LastWords("\n \n"), "");
}

}  // namespace
}  // namespace logphead
