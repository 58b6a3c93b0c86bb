// SPDX-License-Identifier: Apache-2.0
// Tests of Error: numbering, names, context and place.
#include "logphead/base/error.h"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>

namespace logphead {
namespace {

TEST(CodeName, FollowsTheNumbersOfTheInterfaces) {
  const std::array<std::string_view, 17> names = {"OK",
                                                  "CANCELLED",
                                                  "UNKNOWN",
                                                  "INVALID_ARGUMENT",
                                                  "DEADLINE_EXCEEDED",
                                                  "NOT_FOUND",
                                                  "ALREADY_EXISTS",
                                                  "PERMISSION_DENIED",
                                                  "RESOURCE_EXHAUSTED",
                                                  "FAILED_PRECONDITION",
                                                  "ABORTED",
                                                  "OUT_OF_RANGE",
                                                  "UNIMPLEMENTED",
                                                  "INTERNAL",
                                                  "UNAVAILABLE",
                                                  "DATA_LOSS",
                                                  "UNAUTHENTICATED"};
  for (size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(CodeName(static_cast<Code>(i)), names[i]) << i;
  }
  EXPECT_EQ(static_cast<int>(Code::kUnauthenticated), 16);
}

TEST(CodeName, NumbersFromElsewhereAreUnknown) {
  EXPECT_EQ(CodeName(static_cast<Code>(17)), "UNKNOWN");
  EXPECT_EQ(CodeName(static_cast<Code>(-1)), "UNKNOWN");
}

TEST(Error, RemembersWhereItWasMade) {
  const Error error = InvalidArgument("chunk 0 is not positive");
  const int line = __LINE__ - 1;
  EXPECT_EQ(error.where().line, line);
  EXPECT_TRUE(std::string_view(error.where().file).ends_with("error_test.cc"));
  EXPECT_EQ(error.ToString(), "INVALID_ARGUMENT: chunk 0 is not positive (error_test.cc:" +
                                  std::to_string(line) + ")");
}

TEST(Error, PlaceOfACallerCanBeHandedOn) {
  const auto fail = [](Place where) { return NotFound("no mesh", where); };
  const Place place{"folder/user.cc", 42};
  EXPECT_EQ(fail(place).ToString(), "NOT_FOUND: no mesh (user.cc:42)");
}

TEST(Error, ContextGoesInFrontAndKeepsTheRest) {
  const Error inner = DataLoss("3 bytes are missing");
  const Error outer = inner.WithContext("tensor \"h\"").WithContext("a.safetensors");
  EXPECT_EQ(outer.message(), "a.safetensors: tensor \"h\": 3 bytes are missing");
  EXPECT_EQ(outer.code(), Code::kDataLoss);
  EXPECT_EQ(outer.where().line, inner.where().line);
  EXPECT_EQ(inner.message(), "3 bytes are missing");
}

TEST(Error, ShorthandsHaveTheirCodes) {
  EXPECT_EQ(InvalidArgument("").code(), Code::kInvalidArgument);
  EXPECT_EQ(NotFound("").code(), Code::kNotFound);
  EXPECT_EQ(FailedPrecondition("").code(), Code::kFailedPrecondition);
  EXPECT_EQ(Unimplemented("").code(), Code::kUnimplemented);
  EXPECT_EQ(Internal("").code(), Code::kInternal);
  EXPECT_EQ(DataLoss("").code(), Code::kDataLoss);
}

}  // namespace
}  // namespace logphead
