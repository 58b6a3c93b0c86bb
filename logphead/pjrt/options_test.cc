// SPDX-License-Identifier: Apache-2.0
// Tests of the compile options' bytes, against the wire format written out by hand.
#include "logphead/pjrt/options.h"

#include <gtest/gtest.h>

#include <initializer_list>

namespace logphead {
namespace {

std::string Bytes(std::initializer_list<int> values) {
  std::string bytes;
  for (const int value : values) bytes.push_back(static_cast<char>(value));
  return bytes;
}

// A length-delimited field with a number below 16 and fewer than 128 bytes.
std::string Field(int number, const std::string& content) {
  return Bytes({number * 8 + 2, static_cast<int>(content.size())}) + content;
}

TEST(CompileOptions, Default) {
  const std::string assignment = Bytes({8, 1, 16, 1}) + Field(3, Bytes({8, 0}));
  const std::string build =
      Bytes({32, 1, 40, 1, 48, 1}) + Field(9, assignment) + Bytes({0x98, 0x01, 1});
  EXPECT_EQ(CompileOptions().Serialize(), Field(3, build));
}

TEST(CompileOptions, EveryField) {
  CompileOptions options;
  options.num_replicas = 2;
  options.num_partitions = 3;
  options.spmd = false;
  options.shardy = false;
  options.device_ids = {10, 11, 12, 20, 21, 300};  // replica 0: 10 11 12; replica 1: 20 21 300
  options.propagate_to_results = true;
  const std::string assignment = Bytes({8, 2, 16, 3}) + Field(3, Bytes({8, 10, 8, 20})) +
                                 Field(3, Bytes({8, 11, 8, 21})) +
                                 Field(3, Bytes({8, 12, 8, 0xac, 0x02}));
  const std::string build =
      Bytes({32, 2, 40, 3, 48, 0}) + Field(9, assignment) + Bytes({96, 1}) + Bytes({0x98, 0x01, 0});
  EXPECT_EQ(options.Serialize(), Field(3, build));
  EXPECT_EQ(options.num_devices(), 6);
}

TEST(CompileOptions, Flags) {
  const std::string plain = CompileOptions().Serialize();
  const auto with = [&plain](const OptionValue& value) {
    CompileOptions options;
    options.xla_flags = {{"f", value}};
    const std::string bytes = options.Serialize();
    EXPECT_EQ(bytes.substr(0, plain.size()), plain);
    return bytes.substr(plain.size());
  };
  const auto entry = [](const std::string& value) {
    return Field(7, Field(1, "f") + Field(2, value));
  };
  EXPECT_EQ(with(std::string("x")), entry(Field(1, "x")));
  EXPECT_EQ(with(true), entry(Bytes({16, 1})));
  EXPECT_EQ(with(false), entry(Bytes({16, 0})));
  EXPECT_EQ(with(int64_t{5}), entry(Bytes({24, 5})));
  EXPECT_EQ(with(int64_t{-1}), entry(Bytes({24, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1})));
  EXPECT_EQ(with(1.0F), entry(Bytes({33, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f})));
  EXPECT_EQ(with(std::vector<int64_t>{1, 2}), entry(Field(1, "1,2")));
}

TEST(OptionText, EveryKind) {
  EXPECT_EQ(OptionText(std::string("a")), "a");
  EXPECT_EQ(OptionText(int64_t{-3}), "-3");
  EXPECT_EQ(OptionText(std::vector<int64_t>{1, 2}), "1,2");
  EXPECT_EQ(OptionText(0.5F), "0.5");
  EXPECT_EQ(OptionText(true), "true");
}

}  // namespace
}  // namespace logphead
