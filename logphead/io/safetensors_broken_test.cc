// SPDX-License-Identifier: Apache-2.0
// Tests of safetensors files that are cut short, lie, or attack: one clear error each, no crash.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <string>
#include <vector>

#include "logphead/io/safetensors.h"

namespace logphead {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string WithLength(uint64_t length, const std::string& rest) {
  std::string contents(sizeof(length), '\0');
  std::memcpy(contents.data(), &length, sizeof(length));
  return contents + rest;
}

std::string Contents(const std::string& header, size_t data_bytes) {
  return WithLength(header.size(), header + std::string(data_bytes, 'd'));
}

// The error's message without "f: ", the label.
std::string Message(std::string contents) {
  const Result<SafetensorsFile> file = SafetensorsFile::Parse(std::move(contents), "f");
  if (file.ok()) return "no error";
  EXPECT_EQ(file.error().code(), Code::kInvalidArgument);
  EXPECT_THAT(file.error().message(), StartsWith("f: "));
  EXPECT_LT(file.error().message().size(), 600U);
  return file.error().message().substr(3);
}

// A header with tensor "a" described by `body`, over 8 bytes of data.
std::string Described(const std::string& body) {
  return Message(Contents("{\"a\":" + body + "}", 8));
}

constexpr const char* kGood = R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})";

TEST(SafetensorsBroken, TheGoodFileIsGood) { EXPECT_EQ(Message(Contents(kGood, 8)), "no error"); }

TEST(SafetensorsBroken, CutAtEveryByte) {
  const std::string whole = Contents(
      R"({"__metadata__":{"k":"v"},"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})", 8);
  ASSERT_EQ(Message(whole), "no error");
  for (size_t size = 0; size < whole.size(); ++size) {
    EXPECT_NE(Message(whole.substr(0, size)), "no error") << size;
  }
}

TEST(SafetensorsBroken, CutHeaderAtEveryByteWithAnHonestLength) {
  const std::string header =
      R"({"__metadata__":{"k":"\u00e9"},"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})";
  ASSERT_EQ(Message(Contents(header, 8)), "no error");
  for (size_t size = 0; size < header.size(); ++size) {
    EXPECT_NE(Message(Contents(header.substr(0, size), 8)), "no error") << size;
  }
}

TEST(SafetensorsBroken, HeaderLength) {
  EXPECT_EQ(
      Message(""),
      "0 bytes are too few for a safetensors file, which starts with an 8-byte header length");
  EXPECT_EQ(Message(WithLength(100, "{}")),
            "header length 100 exceeds the 2 bytes that follow it (truncated?)");
  EXPECT_EQ(Message(WithLength(100'000'001, "{}")),
            "header length 100000001 exceeds the format's limit of 100000000 (not a safetensors "
            "file?)");
  EXPECT_THAT(Message(WithLength(~uint64_t{0}, "{}")),
              HasSubstr("header length 18446744073709551615"));
  EXPECT_EQ(Message(WithLength(0, "")), "header: starts with \"\" instead of {");
}

TEST(SafetensorsBroken, HeaderIsNotJson) {
  EXPECT_EQ(Message(Contents(" {}", 0)), "header: starts with \" \" instead of {");
  EXPECT_EQ(Message(Contents("\xef\xbb\xbf{}", 0)), "header: starts with \"\\xef\" instead of {");
  EXPECT_EQ(Message(Contents("[]", 0)), "header: starts with \"[\" instead of {");
  EXPECT_EQ(Message(Contents("{\"a\" 1}", 0)),
            "header: not valid UTF-8 JSON at byte 5 of 7, after \"{\\\"a\\\" \"");
  for (const char* text :
       {"{", "{}}", "{} x", "{,}", "{\"a\":}", "{'a':1}", "{a:1}", "{}//", "{\"a\"",
        "{\"__metadata__\":{\"a\":\"b\",}}", "{\"__metadata__\":{\"a\":\"\\x\"}}"}) {
    EXPECT_THAT(Message(Contents(text, 0)), StartsWith("header: not valid UTF-8 JSON at byte"))
        << text;
  }
}

TEST(SafetensorsBroken, HeaderIsNotUtf8) {
  for (const char* name : {"\xff", "\xc3", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80",
                           "\\ud800", "\\udc00\\ud800"}) {
    const std::string header = std::string("{\"__metadata__\":{\"") + name + "\":\"\"}}";
    EXPECT_THAT(Message(Contents(header, 0)), HasSubstr("not valid UTF-8 JSON")) << header;
  }
}

TEST(SafetensorsBroken, HeaderHasNul) {
  EXPECT_EQ(Message(Contents(std::string("{}\0", 3), 0)), "header: byte 2 of 3 is NUL");
  EXPECT_EQ(Message(Contents(std::string("{\0}", 3), 0)), "header: byte 1 of 3 is NUL");
}

TEST(SafetensorsBroken, OtherWhitespaceAfterTheHeaderIsJson) {
  EXPECT_EQ(Message(Contents(kGood + std::string(" \n"), 8)), "no error");
}

TEST(SafetensorsBroken, RepeatedKeys) {
  const std::string a = R"("a":{"dtype":"U8","shape":[0],"data_offsets":[0,0]})";
  EXPECT_EQ(Message(Contents("{" + a + "," + a + "}", 0)), "header: the name \"a\" appears twice");
  const std::string escaped = R"("\u0061":{"dtype":"U8","shape":[0],"data_offsets":[0,0]})";
  EXPECT_EQ(Message(Contents("{" + a + "," + escaped + "}", 0)),
            "header: the name \"a\" appears twice");
  EXPECT_EQ(Described(R"({"dtype":"F32","dtype":"F32","shape":[2],"data_offsets":[0,8]})"),
            "tensor \"a\": the key \"dtype\" appears twice");
  EXPECT_EQ(Message(Contents(R"({"__metadata__":{"k":"1","k":"2"}})", 0)),
            "__metadata__: the key \"k\" appears twice");
  EXPECT_EQ(Message(Contents(R"({"__metadata__":{},"__metadata__":{}})", 0)),
            "header: the name \"__metadata__\" appears twice");
}

TEST(SafetensorsBroken, Metadata) {
  for (const char* value : {"1", "-1", "1.5", "null", "true", "[]", "{}"}) {
    EXPECT_THAT(Message(Contents(std::string(R"({"__metadata__":{"k":)") + value + "}}", 0)),
                HasSubstr("where a string was expected, for the key \"k\""))
        << value;
  }
  EXPECT_EQ(Message(Contents(R"({"__metadata__":"text"})", 0)),
            "__metadata__: a string where an object was expected");
}

TEST(SafetensorsBroken, TensorIsNoObject) {
  for (const char* value : {"1", "-1", "1.5", "null", "true", "[]", "\"F32\""}) {
    EXPECT_THAT(Described(value), HasSubstr("where an object was expected")) << value;
  }
}

TEST(SafetensorsBroken, Keys) {
  EXPECT_EQ(Described(R"({"shape":[2],"data_offsets":[0,8]})"), "tensor \"a\": dtype is missing");
  EXPECT_EQ(Described(R"({"dtype":"F32","data_offsets":[0,8]})"), "tensor \"a\": shape is missing");
  EXPECT_EQ(Described(R"({"dtype":"F32","shape":[2]})"), "tensor \"a\": data_offsets is missing");
  EXPECT_EQ(Described(R"({"dtype":"F32","shape":[2],"data_offsets":[0,8],"x":1})"),
            "tensor \"a\": unknown key \"x\" (a tensor has dtype, shape and data_offsets)");
}

TEST(SafetensorsBroken, DType) {
  EXPECT_EQ(Described(R"({"dtype":"F8_E4M3","shape":[8],"data_offsets":[0,8]})"),
            "tensor \"a\": unknown dtype \"F8_E4M3\" (supported: BOOL, I8, U8, I16, U16, I32, U32, "
            "I64, U64, F16, BF16, F32, F64)");
  EXPECT_EQ(Described(R"({"dtype":7,"shape":[2],"data_offsets":[0,8]})"),
            "tensor \"a\": a number where a string was expected, for dtype");
  EXPECT_THAT(Described(R"({"dtype":["F32"]})"), HasSubstr("an array where a string was expected"));
  EXPECT_THAT(Described(R"({"dtype":{}})"), HasSubstr("an object where a string was expected"));
  EXPECT_THAT(Described(R"({"dtype":null})"), HasSubstr("null where a string was expected"));
}

TEST(SafetensorsBroken, Shape) {
  const auto shape = [](const std::string& text) {
    return Described(R"({"dtype":"F32","shape":)" + text + R"(,"data_offsets":[0,8]})");
  };
  EXPECT_EQ(shape("[-2]"), "tensor \"a\": dim -2 is negative");
  EXPECT_EQ(shape("[-9223372036854775808]"), "tensor \"a\": dim -9223372036854775808 is negative");
  EXPECT_EQ(shape("[2.0]"), "tensor \"a\": dim \"2.0\" is not an integer below 2^64");
  EXPECT_EQ(shape("[2e0]"), "tensor \"a\": dim \"2e0\" is not an integer below 2^64");
  EXPECT_EQ(shape("[18446744073709551616]"),
            "tensor \"a\": dim \"18446744073709551616\" is not an integer below 2^64");
  EXPECT_EQ(shape("[18446744073709551615]"),
            "tensor \"a\": dim 18446744073709551615 exceeds 2^63 - 1");
  EXPECT_EQ(shape("[[2]]"), "tensor \"a\": an array where an integer was expected, in shape");
  EXPECT_EQ(shape("[\"2\"]"), "tensor \"a\": a string where an integer was expected, in shape");
  EXPECT_EQ(shape("[true]"), "tensor \"a\": true where an integer was expected, in shape");
  EXPECT_EQ(shape("[null]"), "tensor \"a\": null where an integer was expected, in shape");
  EXPECT_EQ(shape("[{}]"), "tensor \"a\": an object where an integer was expected, in shape");
  EXPECT_EQ(shape("2"),
            "tensor \"a\": a number where an array of integers was expected, for shape");
  EXPECT_EQ(shape("[1e999]"),
            "header: not valid UTF-8 JSON at byte 33 of 58, after "
            "\"ype\\\":\\\"F32\\\",\\\"shape\\\":[1e99\"");
}

TEST(SafetensorsBroken, ShapeOverflows) {
  const auto shape = [](const std::string& text) {
    return Described(R"({"dtype":"F32","shape":)" + text + R"(,"data_offsets":[0,8]})");
  };
  // 2^62 * 4 bytes and 2^32 * 2^32 elements wrap to 0; -1 as 2^63 - 1 dims would wrap to small.
  EXPECT_EQ(shape("[4611686018427387904]"),
            "tensor \"a\": F32[4611686018427387904] exceeds 2^63 - 1 bytes");
  EXPECT_THAT(shape("[4294967296,4294967296]"), HasSubstr("exceeds 2^63 - 1 bytes"));
  EXPECT_THAT(shape("[4294967296,4294967296,0]"), HasSubstr("exceeds 2^63 - 1 bytes"));
  EXPECT_THAT(shape("[0,4294967296,4294967296]"), HasSubstr("exceeds 2^63 - 1 bytes"));
}

TEST(SafetensorsBroken, Offsets) {
  const auto offsets = [](const std::string& text) {
    return Described(R"({"dtype":"F32","shape":[2],"data_offsets":)" + text + "}");
  };
  EXPECT_EQ(offsets("[0]"), "tensor \"a\": data_offsets has 1 numbers, not 2");
  EXPECT_EQ(offsets("[]"), "tensor \"a\": data_offsets has 0 numbers, not 2");
  EXPECT_EQ(offsets("[0,8,8]"), "tensor \"a\": data_offsets has more than 2 numbers");
  EXPECT_EQ(offsets("[-8,0]"), "tensor \"a\": data offset -8 is negative");
  EXPECT_EQ(offsets("[0,8.0]"), "tensor \"a\": data offset \"8.0\" is not an integer below 2^64");
  EXPECT_EQ(offsets("8"),
            "tensor \"a\": a number where an array of integers was expected, for data_offsets");
  EXPECT_EQ(offsets("[0,16]"),
            "tensor \"a\": data_offsets [0, 16] exceed the 8 bytes of data in the file");
  EXPECT_EQ(offsets("[18446744073709551608,18446744073709551615]"),
            "tensor \"a\": data_offsets [18446744073709551608, 18446744073709551615] exceed the 8 "
            "bytes of data in the file");
  EXPECT_EQ(offsets("[8,0]"), "tensor \"a\": data_offsets [8, 0] run backwards");
  EXPECT_EQ(offsets("[0,4]"), "tensor \"a\": data_offsets [0, 4] hold 4 bytes, but F32[2] needs 8");
}

TEST(SafetensorsBroken, Coverage) {
  const auto pair = [](const std::string& a, const std::string& b, size_t data_bytes) {
    const std::string start = R"({"dtype":"U8","shape":[4],"data_offsets":)";
    return Message(Contents("{\"a\":" + start + a + "},\"b\":" + start + b + "}}", data_bytes));
  };
  EXPECT_EQ(pair("[0,4]", "[4,8]", 8), "no error");
  EXPECT_EQ(pair("[4,8]", "[0,4]", 8), "no error");
  EXPECT_EQ(pair("[0,4]", "[3,7]", 7),
            "tensor \"b\": data_offsets [3, 7] overlap [0, 4] of tensor \"a\"");
  EXPECT_THAT(pair("[0,4]", "[0,4]", 4), HasSubstr("overlap [0, 4]"));
  EXPECT_EQ(pair("[0,4]", "[5,9]", 9),
            "tensor \"b\": data_offsets [5, 9] leave bytes 4 to 5 of the data to no tensor");
  EXPECT_EQ(pair("[1,5]", "[5,9]", 9),
            "tensor \"a\": data_offsets [1, 5] leave bytes 0 to 1 of the data to no tensor");
  EXPECT_EQ(pair("[0,4]", "[4,8]", 9),
            "1 trailing bytes after the 8 bytes of data that the header describes");
  EXPECT_EQ(Message(Contents("{}", 3)),
            "3 trailing bytes after the 0 bytes of data that the header describes");
}

TEST(SafetensorsBroken, EmptyTensorInsideAnother) {
  const std::string header = R"({"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},)"
                             R"("e":{"dtype":"U8","shape":[0],"data_offsets":[2,2]}})";
  EXPECT_THAT(Message(Contents(header, 4)), HasSubstr("overlap"));
}

TEST(SafetensorsBroken, NestingBombs) {
  constexpr size_t kDepth = 1'000'000;
  for (const char* open : {"[", "{\"a\":"}) {
    std::string bomb;
    for (size_t i = 0; i < kDepth; ++i) bomb += open;
    EXPECT_NE(Message(Contents("{\"a\":" + bomb, 0)), "no error");
    EXPECT_NE(Message(Contents("{\"__metadata__\":{\"k\":" + bomb, 0)), "no error");
    EXPECT_NE(Described("{\"shape\":[" + bomb), "no error");
  }
}

TEST(SafetensorsBroken, HostileNamesStayQuotedAndShort) {
  const std::string header =
      "{\"" + std::string(10'000, 'n') + R"(\n\u001b[31m":{"dtype":"\u0000\n\"","shape":[]}})";
  const std::string message = Message(Contents(header, 0));
  EXPECT_THAT(message, HasSubstr(R"(unknown dtype "\x00\x0a\"")"));
  EXPECT_EQ(message.find('\n'), std::string::npos);
}

TEST(SafetensorsBroken, ManyKeysInOneObjectDoNotSlowTheOthersDown) {
  const auto seconds = [](int keys, int tensors) {
    const auto key = [](int i) { return '"' + std::to_string(i) + '"'; };
    std::string header = R"({"__metadata__":{"k":"")";
    for (int i = 0; i < keys; ++i) header += ',' + key(i) + R"(:"")";
    header += '}';
    for (int i = 0; i < tensors; ++i) {
      header += ',' + key(i) + R"(:{"dtype":"U8","shape":[0],"data_offsets":[0,0]})";
    }
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(Message(Contents(header + "}", 0)), "no error");
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  constexpr int kMany = 200'000;
  // Work proportional to the product takes more than ten times the sum.
  EXPECT_LT(seconds(kMany, kMany), 5 * (seconds(kMany, 0) + seconds(0, kMany)) + 0.1);
}

}  // namespace
}  // namespace logphead
