// SPDX-License-Identifier: Apache-2.0
// Tests of safetensors files that are well formed: round trips, layout, lookups, failed writes.
#include "logphead/io/safetensors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <fstream>

#include "logphead/testing/random.h"
#include "logphead/testing/tolerance.h"

namespace logphead {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

class Safetensors : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = ::testing::TempDir() + "safetensors.XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    path_ = folder_ / "a.safetensors";
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path folder_;
  std::filesystem::path path_;
};

std::vector<std::byte> RandomBytes(size_t count, uint64_t seed) {
  Random random(seed);
  std::vector<std::byte> bytes(count);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random.Bits() & 0xffU);
  return bytes;
}

// A file's contents from its header text and its data.
std::string Contents(const std::string& header, const std::string& data) {
  std::string contents(sizeof(uint64_t), '\0');
  const uint64_t length = header.size();
  std::memcpy(contents.data(), &length, sizeof(length));
  return contents + header + data;
}

TEST_F(Safetensors, EveryDTypeRoundTrips) {
  const std::vector<int64_t> dims = {3, 1, 5};
  std::vector<std::vector<std::byte>> data;
  std::vector<OutputTensor> tensors;
  for (int i = 0; i <= static_cast<int>(DType::kF64); ++i) {
    const auto dtype = static_cast<DType>(i);
    data.push_back(RandomBytes(15 * DTypeBytes(dtype), static_cast<uint64_t>(i)));
    tensors.push_back({std::string(DTypeName(dtype)), dtype, dims, data.back()});
  }
  ASSERT_TRUE(WriteSafetensors(path_, tensors).ok());
  const SafetensorsFile file = SafetensorsFile::Open(path_).value();
  EXPECT_EQ(file.names().size(), tensors.size());
  for (const OutputTensor& written : tensors) {
    const TensorView read = file.Get(written.name).value();
    EXPECT_EQ(read.dtype, written.dtype);
    EXPECT_EQ(read.dims, dims);
    EXPECT_EQ(read.count(), 15U);
    const Status same = CheckBitIdentical(read.bytes, written.bytes, DTypeBytes(read.dtype));
    EXPECT_TRUE(same.ok()) << written.name << ": " << same.error().message();
  }
}

TEST_F(Safetensors, ScalarsAndEmptyTensors) {
  const std::vector<float> one = {2.5F};
  const std::vector<OutputTensor> tensors = {
      {"empty", DType::kF32, {4, 0, 2}, {}},
      {"scalar", DType::kF32, {}, std::as_bytes(std::span(one))},
      {"none", DType::kS64, {0}, {}},
  };
  ASSERT_TRUE(WriteSafetensors(path_, tensors).ok());
  const SafetensorsFile file = SafetensorsFile::Open(path_).value();
  EXPECT_THAT(file.names(), ElementsAre("empty", "scalar", "none"));
  EXPECT_EQ(file.Find("empty")->count(), 0U);
  EXPECT_THAT(file.Find("empty")->dims, ElementsAre(4, 0, 2));
  EXPECT_TRUE(CopyElements<float>(*file.Find("empty")).empty());
  EXPECT_TRUE(file.Find("scalar")->dims.empty());
  EXPECT_THAT(CopyElements<float>(*file.Find("scalar")), ElementsAre(2.5F));
}

TEST_F(Safetensors, FileWithoutTensors) {
  ASSERT_TRUE(WriteSafetensors(path_, {}).ok());
  const SafetensorsFile file = SafetensorsFile::Open(path_).value();
  EXPECT_TRUE(file.names().empty());
  EXPECT_THAT(file.Get("a").error().message(), HasSubstr("(it has no tensors)"));
}

TEST_F(Safetensors, BytesOnDiskAreTheFormats) {
  const std::vector<int32_t> ids = {1, -1};
  const OutputTensor tensor = {"ids", DType::kS32, {2}, std::as_bytes(std::span(ids))};
  ASSERT_TRUE(WriteSafetensors(path_, std::span(&tensor, 1), {{"k", "v"}}).ok());
  const std::string header =
      R"({"__metadata__":{"k":"v"},"ids":{"dtype":"I32","shape":[2],"data_offsets":[0,8]}})";
  const std::string padding((8 - header.size() % 8) % 8, ' ');
  EXPECT_EQ(ReadFile(path_).value(),
            Contents(header + padding, std::string("\1\0\0\0\xff\xff\xff\xff", 8)));
}

TEST_F(Safetensors, DataStartsAtAMultipleOfEight) {
  const std::vector<std::byte> byte(1, std::byte{7});
  for (size_t length = 1; length <= 16; ++length) {
    const OutputTensor tensor = {std::string(length, 'n'), DType::kU8, {1}, byte};
    ASSERT_TRUE(WriteSafetensors(path_, std::span(&tensor, 1)).ok());
    EXPECT_EQ(std::filesystem::file_size(path_) % 8, 1U);
    EXPECT_TRUE(SafetensorsFile::Open(path_).ok());
  }
}

// Whole pages can be written without a copy; what is around them must be whole as well.
TEST_F(Safetensors, TheLargestTensorStartsOnAPage) {
  constexpr size_t kPage = 4096;
  const size_t size = (size_t{1} << 20) + 40;
  std::vector<std::byte> memory(size + kPage);
  for (size_t i = 0; i < memory.size(); ++i) memory[i] = std::byte(i * 31 + i / 251);
  const size_t to_page = kPage - reinterpret_cast<uintptr_t>(memory.data()) % kPage;
  const std::span<const std::byte> small(memory.data(), 24);
  for (const size_t from : {to_page, size_t{3}}) {
    const auto large = std::span<const std::byte>(memory).subspan(from, size);
    for (const bool first : {true, false}) {
      std::vector<OutputTensor> tensors = {
          {"small", DType::kU8, {24}, small},
          {"large", DType::kU8, {static_cast<int64_t>(size)}, large},
          {"odd", DType::kU8, {1}, small.first(1)},
      };
      if (first) std::swap(tensors[0], tensors[1]);
      ASSERT_TRUE(WriteSafetensors(path_, tensors).ok());
      const std::string contents = ReadFile(path_).value();
      const std::string_view bytes(reinterpret_cast<const char*>(large.data()), large.size());
      EXPECT_EQ(contents.find(bytes) % kPage, 0U);
      const SafetensorsFile file = SafetensorsFile::Open(path_).value();
      for (const OutputTensor& tensor : tensors) {
        EXPECT_TRUE(std::ranges::equal(file.Get(tensor.name)->bytes, tensor.bytes)) << tensor.name;
      }
    }
  }
}

TEST_F(Safetensors, UnalignedDataIsRead) {
  const std::vector<double> values = {1.5, -2.25, 1e300};
  const std::string data(reinterpret_cast<const char*>(values.data()), 24);
  const std::string header = R"({"x":{"dtype":"F64","shape":[3],"data_offsets":[0,24]}})";
  for (size_t spaces = 0; spaces < 8; ++spaces) {
    const SafetensorsFile file =
        SafetensorsFile::Parse(Contents(header + std::string(spaces, ' '), data)).value();
    EXPECT_EQ(CopyElements<double>(*file.Find("x")), values);
  }
}

TEST_F(Safetensors, HeaderOrderNeedNotBeDataOrder) {
  const std::string header = R"({"b":{"data_offsets":[2,3],"shape":[1],"dtype":"U8"},)"
                             R"("e":{"dtype":"F32","shape":[0],"data_offsets":[2,2]},)"
                             R"("a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}})";
  const SafetensorsFile file = SafetensorsFile::Parse(Contents(header, "xyz")).value();
  EXPECT_THAT(file.names(), ElementsAre("b", "e", "a"));
  EXPECT_THAT(CopyElements<uint8_t>(*file.Find("a")), ElementsAre('x', 'y'));
  EXPECT_THAT(CopyElements<uint8_t>(*file.Find("b")), ElementsAre('z'));
}

TEST_F(Safetensors, NamesAndMetadataKeepEveryCharacter) {
  const std::vector<std::byte> byte(1, std::byte{1});
  const std::string odd = std::string("a\"\\/\n\t\x01\0", 8) + "\xc3\xa9\xf0\x9f\x98\x80 ";
  const std::vector<OutputTensor> tensors = {{odd, DType::kU8, {1}, byte},
                                             {"", DType::kU8, {1}, byte}};
  ASSERT_TRUE(WriteSafetensors(path_, tensors, {{odd, odd}, {"z", ""}, {"a", "2"}}).ok());
  const SafetensorsFile file = SafetensorsFile::Open(path_).value();
  EXPECT_THAT(file.names(), ElementsAre(odd, ""));
  EXPECT_THAT(file.metadata(), ElementsAre(Pair(odd, odd), Pair("z", ""), Pair("a", "2")));
}

TEST_F(Safetensors, ViewsSurviveAMoveOfTheFile) {
  const std::string header = R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}})";
  SafetensorsFile first = SafetensorsFile::Parse(Contents(header, "hi")).value();
  const TensorView view = *first.Find("a");
  const SafetensorsFile second = std::move(first);
  EXPECT_THAT(CopyElements<uint8_t>(view), ElementsAre('h', 'i'));
  EXPECT_THAT(CopyElements<uint8_t>(*second.Find("a")), ElementsAre('h', 'i'));
}

TEST_F(Safetensors, MissingTensorIsNamedWithThoseThatAreThere) {
  const std::vector<OutputTensor> tensors = {{"hidden", DType::kF32, {0}, {}},
                                             {"kernel", DType::kF32, {0}, {}}};
  ASSERT_TRUE(WriteSafetensors(path_, tensors).ok());
  const SafetensorsFile file = SafetensorsFile::Open(path_).value();
  EXPECT_EQ(file.Find("hiden"), nullptr);
  const Error slip = file.Get("hiden").error();
  EXPECT_EQ(slip.code(), Code::kNotFound);
  EXPECT_EQ(slip.message(), path_.string() + " has no tensor \"hiden\" (did you mean \"hidden\"? " +
                                "it has \"hidden\" and \"kernel\")");
  EXPECT_EQ(file.Get("mask").error().message(),
            path_.string() + " has no tensor \"mask\" (it has \"hidden\" and \"kernel\")");
}

TEST_F(Safetensors, OpenNamesAFileThatIsNotThere) {
  const Error error = SafetensorsFile::Open(path_).error();
  EXPECT_EQ(error.code(), Code::kNotFound);
  EXPECT_THAT(error.message(), HasSubstr(path_.string()));
}

class SafetensorsWrite : public Safetensors {
 protected:
  void SetUp() override {
    Safetensors::SetUp();
    std::ofstream(path_) << "old";
  }
  // The message of a write that must fail and leave the old file, and no other, behind.
  std::string Failure(const std::vector<OutputTensor>& tensors,
                      const std::vector<std::pair<std::string, std::string>>& metadata = {}) {
    const Status status = WriteSafetensors(path_, tensors, metadata);
    EXPECT_EQ(ReadFile(path_).value(), "old");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);
    return status.ok() ? "no failure" : status.error().message();
  }

  std::vector<std::byte> four_ = std::vector<std::byte>(4, std::byte{1});
};

TEST_F(SafetensorsWrite, RefusesTensorsThatAreNotWhole) {
  EXPECT_EQ(Failure({{"a", DType::kF32, {2}, four_}}),
            "cannot write " + path_.string() + ": tensor \"a\": 4 bytes given, but F32[2] needs 8");
  EXPECT_THAT(Failure({{"a", DType::kF32, {-1}, {}}}), HasSubstr("dim -1 is negative"));
  EXPECT_THAT(Failure({{"a", DType::kF32, {1LL << 62, 4, 0}, {}}}),
              HasSubstr("exceeds 2^63 - 1 bytes"));
}

TEST_F(SafetensorsWrite, RefusesNamesThatAreNotReadable) {
  const OutputTensor good = {"a", DType::kF32, {}, four_};
  EXPECT_THAT(Failure({good, good}), HasSubstr("tensor \"a\": the name appears twice"));
  EXPECT_THAT(Failure({{"__metadata__", DType::kF32, {}, four_}}), HasSubstr("reserved"));
  EXPECT_THAT(Failure({{"\xff", DType::kF32, {}, four_}}), HasSubstr("\"\\xff\": the name is not"));
  EXPECT_THAT(Failure({good}, {{"k", "1"}, {"k", "2"}}),
              HasSubstr("metadata \"k\": the key appears"));
  EXPECT_THAT(Failure({good}, {{"k", "\xc3"}}), HasSubstr("metadata \"k\": not UTF-8"));
}

TEST_F(SafetensorsWrite, RefusesAHeaderAboveTheFormatsLimit) {
  // Each of these characters takes six in JSON.
  EXPECT_THAT(Failure({}, {{"k", std::string(17'000'000, '\1')}}),
              HasSubstr("exceeds the format's limit of 100000000"));
}

TEST_F(SafetensorsWrite, FullDiskLeavesTheOldFile) {
  struct rlimit before {};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  struct rlimit small = before;
  small.rlim_cur = 4096;
  const std::vector<std::byte> large(10'000, std::byte{1});
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const std::string message = Failure({{"a", DType::kU8, {10'000}, large}});
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, handler);
  EXPECT_THAT(message, HasSubstr("cannot write " + path_.string()));
}

TEST_F(SafetensorsWrite, TargetThatIsAFolderOrInNone) {
  EXPECT_THAT(WriteSafetensors(folder_, {}).error().message(), HasSubstr("it is a folder"));
  EXPECT_THAT(WriteSafetensors(folder_ / "none" / "a", {}).error().message(),
              HasSubstr((folder_ / "none" / "a").string()));
  EXPECT_FALSE(WriteSafetensors(path_ / "a", {}).ok());
}

}  // namespace
}  // namespace logphead
