// SPDX-License-Identifier: Apache-2.0
// Tests of cores: how many are taken, that they never exceed what there is, and the variable.
#include "logphead/ffi/cores.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

namespace logphead::ffi {
namespace {

using ::testing::HasSubstr;

TEST(Cores, ACallTakesWhatIsFreeAndGivesItBack) {
  Cores cores(4);
  {
    const Cores::Share first = cores.Take(3);
    EXPECT_EQ(first.threads(), 3);
    const Cores::Share second = cores.Take(3);
    EXPECT_EQ(second.threads(), 1);
  }
  EXPECT_EQ(cores.Take(100).threads(), 4);
  EXPECT_EQ(cores.Take(0).threads(), 1);
}

TEST(Cores, AWaitingCallIsWokenByAReturn) {
  Cores cores(1);
  std::atomic<bool> done{false};
  std::thread waits;
  {
    const Cores::Share held = cores.Take(1);
    waits = std::thread([&] {
      const Cores::Share share = cores.Take(1);
      done = true;
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_FALSE(done);
  }
  waits.join();
  EXPECT_TRUE(done);
}

// Many more callers than cores, as virtual devices are.
TEST(Cores, ManyCallersNeverTakeMoreThanThereIs) {
  constexpr int kCores = 3;
  constexpr int kCallers = 16;
  constexpr int kCalls = 200;
  Cores cores(kCores);
  std::atomic<int> taken{0};
  std::atomic<int> most{0};
  std::atomic<int> calls{0};
  std::vector<std::thread> callers;
  for (int caller = 0; caller < kCallers; ++caller) {
    callers.emplace_back([&, caller] {
      for (int i = 0; i < kCalls; ++i) {
        const Cores::Share share = cores.Take(1 + (caller + i) % 4);
        const int now = taken += share.threads();
        int seen = most;
        while (seen < now && !most.compare_exchange_weak(seen, now)) {
        }
        ++calls;
        std::this_thread::sleep_for(std::chrono::microseconds(20));  // others come
        taken -= share.threads();
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(calls, kCallers * kCalls);
  EXPECT_GE(most, 1);
  EXPECT_LE(most, kCores);
  EXPECT_EQ(cores.Take(kCores).threads(), kCores);
}

Result<int> ThreadsWith(const char* value) {
  return ThreadsOf([value](const char* name) {
    return std::string(name) == "LOGPHEAD_THREADS" ? value : nullptr;
  });
}

TEST(Threads, AreThoseOfTheVariableOrOfTheProcess) {
  EXPECT_EQ(*ThreadsWith("3"), 3);
  EXPECT_EQ(*ThreadsWith("4096"), 4096);
  const int usable = *ThreadsWith(nullptr);
  EXPECT_GE(usable, 1);
  EXPECT_LE(usable, std::max(1, static_cast<int>(std::thread::hardware_concurrency())));
  EXPECT_EQ(*ThreadsWith(""), usable);
}

TEST(Threads, OtherTextsAreErrors) {
  for (const char* text : {"0", "-1", "4097", "two", "2x", " 2", "99999999999999999999"}) {
    const Result<int> threads = ThreadsWith(text);
    ASSERT_FALSE(threads.ok()) << text;
    EXPECT_EQ(threads.error().code(), Code::kInvalidArgument);
    EXPECT_THAT(threads.error().message(),
                HasSubstr("LOGPHEAD_THREADS is '" + std::string(text) + "' (use a number from 1"));
  }
}

}  // namespace
}  // namespace logphead::ffi
