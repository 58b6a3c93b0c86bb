// SPDX-License-Identifier: Apache-2.0
// Tests of the census: every kind, where collectives hide, and what their bytes are.
#include "logphead/plan/census.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "logphead/plan/test_programs.h"

namespace logphead {
namespace {

using test_programs::AddComputation;
using test_programs::AddInstruction;
using test_programs::Array;
using test_programs::kBF16;
using test_programs::kF32;
using test_programs::kU32;
using test_programs::Resolve;
using test_programs::Tuple;
using testing::HasSubstr;

const hlo_proto::Shape kSmall = Array(kF32, {2, 4});    // 32 bytes
const hlo_proto::Shape kLarge = Array(kBF16, {16, 4});  // 128 bytes

// The census of an entry with one instruction after a parameter.
CollectiveCensus CensusOf(std::string_view opcode, const hlo_proto::Shape& shape) {
  hlo_proto::Module module;
  module.set_entry_computation_id(1);
  hlo_proto::Computation* main = AddComputation(&module, "main", 1);
  AddInstruction(main, "p", "parameter", kSmall);
  AddInstruction(main, "c", opcode, shape, {1});
  const auto census = CountCollectives(*Resolve(module));
  EXPECT_TRUE(census.ok()) << census.error().message();
  return census.ok() ? *census : CollectiveCensus{};
}

CollectiveCensus One(const std::string& kind, int64_t bytes) {
  return {{kind, {1, bytes, 1, bytes}}};
}

TEST(CountCollectives, EveryKindWithItsResult) {
  for (const char* kind : {"all-gather", "all-reduce", "all-to-all", "collective-broadcast",
                           "collective-permute", "ragged-all-to-all", "reduce-scatter"}) {
    EXPECT_EQ(CensusOf(kind, kLarge), One(kind, 128)) << kind;
    EXPECT_EQ(CensusOf(kind, Tuple({kLarge, kSmall})), One(kind, 160)) << kind;
  }
}

TEST(CountCollectives, AStartCountsItsResultAndADoneNothing) {
  const hlo_proto::Shape context = Array(kU32, {});
  EXPECT_EQ(CensusOf("all-gather-start", Tuple({kSmall, kLarge})), One("all-gather", 128));
  EXPECT_EQ(CensusOf("all-gather-start", Tuple({Tuple({kSmall, kSmall}), Tuple({kLarge, kLarge})})),
            One("all-gather", 256));
  EXPECT_EQ(CensusOf("collective-permute-start", Tuple({kSmall, kSmall, context, context})),
            One("collective-permute", 32));
  EXPECT_EQ(CensusOf("all-reduce-start", kLarge), One("all-reduce", 128));
  EXPECT_EQ(CensusOf("all-reduce-start", Tuple({kLarge, kSmall})), One("all-reduce", 160));
  for (const char* done : {"all-gather-done", "all-reduce-done", "collective-permute-done"}) {
    EXPECT_EQ(CensusOf(done, kLarge), CollectiveCensus{}) << done;
  }
}

TEST(CountCollectives, NothingElseIsACollective) {
  for (const char* opcode : {"add", "all-gather-x", "send", "recv", "custom-call", "copy-start",
                             "async-start", "async-done", "partition-id", "-start"}) {
    EXPECT_EQ(CensusOf(opcode, Tuple({kSmall, kSmall})), CollectiveCensus{}) << opcode;
  }
}

TEST(CountCollectives, LooksIntoLoopsFusionsAndAsyncWrappersOncePerInstruction) {
  hlo_proto::Module module;
  module.set_entry_computation_id(9);
  AddInstruction(AddComputation(&module, "wrapped", 2), "a", "all-to-all", kLarge);
  AddInstruction(AddComputation(&module, "dead", 3), "a", "all-to-all", kLarge);
  hlo_proto::Computation* fused = AddComputation(&module, "fused", 4);
  AddInstruction(fused, "g", "all-gather", kLarge);
  AddInstruction(fused, "h", "all-gather", kSmall, {1});
  hlo_proto::Computation* body = AddComputation(&module, "body", 5);
  AddInstruction(body, "f", "fusion", kSmall, {}, {4});
  AddInstruction(body, "f2", "fusion", kSmall, {}, {4});
  hlo_proto::Computation* main = AddComputation(&module, "main", 9);
  AddInstruction(main, "w", "while", kSmall, {}, {5})
      ->set_backend_config(R"({"known_trip_count":{"n":"64"}})");
  AddInstruction(main, "s", "async-start", kSmall, {1}, {2});
  AddInstruction(main, "u", "async-update", kSmall, {2}, {2});
  AddInstruction(main, "d", "async-done", kSmall, {3}, {2});
  const auto census = CountCollectives(*Resolve(module));
  ASSERT_TRUE(census.ok()) << census.error().message();
  // Both fusions of the body run both gathers 64 times.
  EXPECT_EQ(*census, (CollectiveCensus{{"all-gather", {2, 160, 256, int64_t{2} * 64 * 160}},
                                       {"all-to-all", {1, 128, 1, 128}}}));
}

TEST(CountCollectives, InALoopWithoutTripsRunsAnUnknownNumberOfTimes) {
  hlo_proto::Module module;
  module.set_entry_computation_id(9);
  AddInstruction(AddComputation(&module, "body", 5), "g", "all-gather", kLarge);
  AddInstruction(AddComputation(&module, "condition", 6), "r", "all-reduce", kSmall);
  hlo_proto::Computation* main = AddComputation(&module, "main", 9);
  AddInstruction(main, "g", "all-gather", kLarge);
  AddInstruction(main, "a", "all-to-all", kLarge);
  AddInstruction(main, "w", "while", kSmall, {1}, {5, 6});
  const auto census = CountCollectives(*Resolve(module));
  ASSERT_TRUE(census.ok()) << census.error().message();
  EXPECT_EQ(*census, (CollectiveCensus{{"all-gather", {2, 256, std::nullopt, std::nullopt}},
                                       {"all-reduce", {1, 32, std::nullopt, std::nullopt}},
                                       {"all-to-all", {1, 128, 1, 128}}}));
}

TEST(CountCollectives, ShapesThatCannotBeCountedAreErrors) {
  struct Case {
    const char* opcode;
    hlo_proto::Shape shape;
    const char* message;
  };
  for (const Case& bad : {Case{"all-gather", Array(99, {2}), "all-gather %c: the element type 99"},
                          Case{"all-gather-start", kSmall, "not a pair"},
                          Case{"all-reduce", Array(kF32, {-4}), "negative dimension"}}) {
    hlo_proto::Module module;
    module.set_entry_computation_id(1);
    AddInstruction(AddComputation(&module, "main", 1), "c", bad.opcode, bad.shape);
    const auto census = CountCollectives(*Resolve(module));
    ASSERT_FALSE(census.ok()) << bad.message;
    EXPECT_THAT(census.error().message(), HasSubstr(bad.message));
  }
}

TEST(CountCollectives, SumsDoNotWrap) {
  hlo_proto::Module module;
  module.set_entry_computation_id(1);
  hlo_proto::Computation* main = AddComputation(&module, "main", 1);
  for (int i = 0; i < 9; ++i) {
    AddInstruction(main, "c", "all-reduce", Array(2, {int64_t{1} << 59}));
    AddInstruction(main, "c", "all-reduce", Array(2, {int64_t{1} << 59}));
  }
  const auto census = CountCollectives(*Resolve(module));
  ASSERT_FALSE(census.ok());
  EXPECT_THAT(census.error().message(), HasSubstr("exceed 2^63"));
}

}  // namespace
}  // namespace logphead
