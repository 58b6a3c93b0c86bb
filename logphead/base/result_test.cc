// SPDX-License-Identifier: Apache-2.0
// Tests of Result and Status: values, errors, moves, and the two macros.
#include "logphead/base/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <type_traits>

namespace logphead {
namespace {

Result<int> Half(int value) {
  if (value % 2 != 0) return InvalidArgument(std::to_string(value) + " is odd");
  return value / 2;
}

Status MustBeEven(int value) {
  LOGPHEAD_RETURN_IF_ERROR(Half(value));
  return {};
}

Result<int> Quarter(int value) {
  LOGPHEAD_ASSIGN_OR_RETURN(const int half, Half(value));
  LOGPHEAD_ASSIGN_OR_RETURN(const int quarter, Half(half));
  return quarter;
}

TEST(Result, HoldsAValue) {
  const Result<int> result = Half(8);
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(static_cast<bool>(result));
  EXPECT_EQ(result.value(), 4);
  EXPECT_EQ(*result, 4);
}

TEST(Result, HoldsAnError) {
  const Result<int> result = Half(7);
  ASSERT_FALSE(result.ok());
  EXPECT_FALSE(static_cast<bool>(result));
  EXPECT_EQ(result.error().message(), "7 is odd");
  EXPECT_EQ(result.error().code(), Code::kInvalidArgument);
}

TEST(Result, ValueCanBeChangedInPlace) {
  Result<std::string> result(std::string("a"));
  result->append("b");
  *result += "c";
  EXPECT_EQ(result.value(), "abc");
}

TEST(Result, CarriesMoveOnlyValues) {
  Result<std::unique_ptr<int>> result(std::make_unique<int>(5));
  ASSERT_TRUE(result.ok());
  const std::unique_ptr<int> taken = std::move(result).value();
  EXPECT_EQ(*taken, 5);
  static_assert(!std::is_copy_constructible_v<Result<std::unique_ptr<int>>>);
}

TEST(Status, IsFineByDefault) {
  const Status status;
  EXPECT_TRUE(status.ok());
  EXPECT_TRUE(static_cast<bool>(status));
}

TEST(Status, HoldsAnError) {
  const Status status = NotFound("no such axis");
  ASSERT_FALSE(status.ok());
  EXPECT_FALSE(static_cast<bool>(status));
  EXPECT_EQ(status.error().message(), "no such axis");
}

TEST(Macros, ReturnIfErrorKeepsTheError) {
  EXPECT_TRUE(MustBeEven(2).ok());
  const Status status = MustBeEven(3);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().message(), "3 is odd");
}

TEST(Macros, AssignOrReturnStopsAtTheFirstError) {
  EXPECT_EQ(Quarter(12).value(), 3);
  EXPECT_EQ(Quarter(5).error().message(), "5 is odd");
  EXPECT_EQ(Quarter(6).error().message(), "3 is odd");
}

TEST(Macros, AssignOrReturnMovesTheValue) {
  const auto take = []() -> Result<int> {
    LOGPHEAD_ASSIGN_OR_RETURN(const std::unique_ptr<int> owned,
                              Result<std::unique_ptr<int>>(std::make_unique<int>(9)));
    return *owned;
  };
  EXPECT_EQ(take().value(), 9);
}

TEST(Macros, ExpressionIsEvaluatedOnce) {
  int calls = 0;
  const auto count = [&]() -> Status {
    ++calls;
    return {};
  };
  const auto run = [&]() -> Status {
    LOGPHEAD_RETURN_IF_ERROR(count());
    return {};
  };
  EXPECT_TRUE(run().ok());
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace logphead
