// SPDX-License-Identifier: Apache-2.0
// Tests of fingerprints: known values, files as texts, and errors.
#include "logphead/plan/fingerprint.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <fstream>

namespace logphead {
namespace {

namespace fs = std::filesystem;

TEST(Fingerprint, IsXxh3) {
  // Values of the algorithm's own header.
  EXPECT_EQ(Fingerprint(""), "99aa06d3014798d86001c324468d497f");
  EXPECT_EQ(Fingerprint("logphead\n"), "f07729e589c3bf722bc3a7d8facda2a9");
}

TEST(Fingerprint, TellsTextsApart) {
  EXPECT_NE(Fingerprint({"ab", "c"}), Fingerprint({"a", "bc"}));
  EXPECT_NE(Fingerprint({"abc"}), Fingerprint({"abc", ""}));
  EXPECT_NE(Fingerprint({"1:a"}), Fingerprint({"a"}));
  EXPECT_EQ(Fingerprint({"a", "b"}), Fingerprint({"a", "b"}));
  EXPECT_NE(Fingerprint(std::string_view("a\0b", 3)), Fingerprint("a"));
}

TEST(FingerprintFile, IsThatOfItsContent) {
  std::string pattern = ::testing::TempDir() + "fingerprint.XXXXXX";
  ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
  const fs::path folder = pattern;
  for (const size_t size : {size_t{0}, size_t{1}, size_t{1} << 20, (size_t{5} << 20) + 17}) {
    std::string content(size, '\0');
    for (size_t i = 0; i < size; ++i) content[i] = static_cast<char>(i * 31 + i / 1000);
    std::ofstream(folder / "file", std::ios::binary) << content;
    const auto fingerprint = FingerprintFile(folder / "file");
    ASSERT_TRUE(fingerprint.ok()) << fingerprint.error().message();
    EXPECT_EQ(*fingerprint, Fingerprint(content)) << size;
  }
  const auto absent = FingerprintFile(folder / "absent");
  ASSERT_FALSE(absent.ok());
  EXPECT_EQ(absent.error().code(), Code::kNotFound);
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(FingerprintFile(folder / "pipe").error().code(), Code::kInvalidArgument);
  EXPECT_EQ(FingerprintFile(folder).error().code(), Code::kInvalidArgument);
  fs::remove_all(folder);
}

}  // namespace
}  // namespace logphead
