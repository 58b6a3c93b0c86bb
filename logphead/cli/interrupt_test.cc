// SPDX-License-Identifier: Apache-2.0
// Tests of interrupts, in processes of their own.
#include "logphead/cli/interrupt.h"

#include <gtest/gtest.h>
#include <signal.h>

namespace logphead::cli {
namespace {

TEST(InterruptsDeathTest, TheFirstIsAFlagAndTheSecondTheEnd) {
  for (const int number : {SIGINT, SIGTERM}) {
    EXPECT_EXIT(
        {
          const Interrupts interrupts;
          if (*interrupts.flag() != 0) ::_exit(9);
          ::raise(number);
          ::_exit(*interrupts.flag() == 1 ? 5 : 9);
        },
        testing::ExitedWithCode(5), "");
    EXPECT_EXIT(
        {
          const Interrupts interrupts;
          ::raise(SIGINT);
          ::raise(number);
          ::_exit(9);
        },
        testing::KilledBySignal(number), "");
  }
}

TEST(InterruptsDeathTest, TheEndPutsBackWhatWasThere) {
  EXPECT_EXIT(
      {
        { const Interrupts interrupts; }
        ::raise(SIGINT);
        ::_exit(9);
      },
      testing::KilledBySignal(SIGINT), "");
  EXPECT_EXIT(
      {
        ::signal(SIGINT, SIG_IGN);
        const Interrupts interrupts;
        ::raise(SIGINT);
        ::_exit(*interrupts.flag() == 0 ? 5 : 9);
      },
      testing::ExitedWithCode(5), "");
}

}  // namespace
}  // namespace logphead::cli
