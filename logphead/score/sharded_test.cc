// SPDX-License-Identifier: Apache-2.0
// Tests of sharded transfers, through the fake plugin: slices, padding, replicas, gathering.
#include "logphead/score/sharded.h"

#include <cstring>
#include <numeric>
#include <string>
#include <vector>

#include "logphead/pjrt/fake_plugin/fake_test.h"
#include "logphead/score/score.h"
#include "logphead/score/test_files.h"

namespace logphead {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class ShardedTest : public fake::FakeTest {
 protected:
  Client MakeClient(int64_t devices) const {
    return *Client::Create(*Make(), {{"cpu_device_count", devices}});
  }

  template <typename T>
  static std::vector<T> OnDevice(const Buffer& buffer) {
    std::vector<T> values(buffer.size_bytes() / sizeof(T));
    EXPECT_TRUE(buffer.ToHost(values.data(), buffer.size_bytes()).ok());
    return values;
  }

  // 0, 1, 2 ... as s16 of some dims.
  static std::vector<int16_t> Counting(const std::vector<int64_t>& dims) {
    int64_t count = 1;
    for (const int64_t dim : dims) count *= dim;
    std::vector<int16_t> values(static_cast<size_t>(count));
    std::iota(values.begin(), values.end(), int16_t{0});
    return values;
  }
  static HostArray Array(const std::vector<int64_t>& dims, const std::vector<int16_t>& values) {
    return HostArray{DType::kS16, dims, std::as_bytes(std::span<const int16_t>(values))};
  }
  static std::span<const std::byte> Padding() {
    static const int16_t value = -7;
    return std::as_bytes(std::span(&value, 1));
  }

  static std::vector<const Buffer*> Pointers(const auto& sent) {
    std::vector<const Buffer*> pointers;
    for (size_t i = 0; i < sent.size(); ++i) pointers.push_back(&sent[i]);
    return pointers;
  }
  static std::vector<int16_t> Values(std::span<const std::byte> bytes) {
    std::vector<int16_t> values(bytes.size() / 2);
    if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }

  const Mesh mesh_ = *Mesh::Parse("a=2,b=2");
};

// A dimension over some axes.
DimSharding Over(std::vector<std::string> axes) { return {std::move(axes), false}; }

TEST_F(ShardedTest, WithoutAMeshOneDeviceHasAll) {
  const auto layout = MakeLayout(nullptr, nullptr, {2, 3});
  ASSERT_TRUE(layout.ok());
  EXPECT_EQ(layout->slices, (std::vector<Slice>{{{0, 0}, {2, 3}}}));
}

TEST_F(ShardedTest, WithoutAShardingEachDeviceHasAll) {
  const auto layout = MakeLayout(&mesh_, nullptr, {3});
  ASSERT_TRUE(layout.ok());
  EXPECT_EQ(layout->slices, std::vector<Slice>(4, Slice{{0}, {3}}));
}

TEST_F(ShardedTest, DimensionsThatTheirAxesDoNotDivideAreAnError) {
  const Sharding sharding{{Over({"a", "b"})}, {}};
  EXPECT_FALSE(MakeLayout(&mesh_, &sharding, {6}).ok());
  EXPECT_TRUE(MakeLayout(&mesh_, &sharding, {8}).ok());
}

TEST_F(ShardedTest, EachDeviceGetsItsSlice) {
  const Client client = MakeClient(4);
  const Sharding sharding{{Over({"a"}), Over({"b"})}, {}};
  const auto layout = MakeLayout(&mesh_, &sharding, {4, 6});
  ASSERT_TRUE(layout.ok());
  const std::vector<int16_t> values = Counting({4, 6});
  const auto sent = PutSharded(client, Array({4, 6}, values), *layout, Padding());
  ASSERT_TRUE(sent.ok()) << sent.error().ToString();
  ASSERT_EQ(sent->size(), 4U);
  EXPECT_THAT(OnDevice<int16_t>((*sent)[0]), ElementsAre(0, 1, 2, 6, 7, 8));
  EXPECT_THAT(OnDevice<int16_t>((*sent)[1]), ElementsAre(3, 4, 5, 9, 10, 11));
  EXPECT_THAT(OnDevice<int16_t>((*sent)[2]), ElementsAre(12, 13, 14, 18, 19, 20));
  EXPECT_THAT(OnDevice<int16_t>((*sent)[3]), ElementsAre(15, 16, 17, 21, 22, 23));
  for (int device = 0; device < 4; ++device) {
    EXPECT_EQ((*sent)[static_cast<size_t>(device)].device(), device);
    EXPECT_EQ((*sent)[static_cast<size_t>(device)].dims(), (std::vector<int64_t>{2, 3}));
  }
}

TEST_F(ShardedTest, WhatLiesBeyondTheArrayIsPadding) {
  const Client client = MakeClient(4);
  const Sharding sharding{{Over({"a"}), Over({"b"})}, {}};
  const auto layout = MakeLayout(&mesh_, &sharding, {4, 4});
  const std::vector<int16_t> values = Counting({1, 3});
  const auto sent = PutSharded(client, Array({1, 3}, values), *layout, Padding());
  ASSERT_TRUE(sent.ok()) << sent.error().ToString();
  EXPECT_THAT(OnDevice<int16_t>((*sent)[0]), ElementsAre(0, 1, -7, -7));
  EXPECT_THAT(OnDevice<int16_t>((*sent)[1]), ElementsAre(2, -7, -7, -7));
  EXPECT_THAT(OnDevice<int16_t>((*sent)[2]), ElementsAre(-7, -7, -7, -7));
  EXPECT_THAT(OnDevice<int16_t>((*sent)[3]), ElementsAre(-7, -7, -7, -7));
}

TEST_F(ShardedTest, ReplicasGetTheSameSlice) {
  const Client client = MakeClient(4);
  const Sharding sharding{{Over({"b"}), Over({})}, {}};
  const auto layout = MakeLayout(&mesh_, &sharding, {2, 2});
  const std::vector<int16_t> values = Counting({2, 2});
  const auto sent = PutSharded(client, Array({2, 2}, values), *layout, Padding());
  ASSERT_TRUE(sent.ok()) << sent.error().ToString();
  EXPECT_THAT(OnDevice<int16_t>((*sent)[0]), ElementsAre(0, 1));
  EXPECT_THAT(OnDevice<int16_t>((*sent)[1]), ElementsAre(2, 3));
  EXPECT_THAT(OnDevice<int16_t>((*sent)[2]), ElementsAre(0, 1));
  EXPECT_THAT(OnDevice<int16_t>((*sent)[3]), ElementsAre(2, 3));
}

TEST_F(ShardedTest, UnalignedArraysAreTaken) {
  const Client client = MakeClient(2);
  const Mesh mesh = *Mesh::Parse("a=2");
  const Sharding sharding{{Over({"a"})}, {}};
  const auto layout = MakeLayout(&mesh, &sharding, {6});
  std::vector<std::byte> raw(13);
  for (size_t i = 0; i < 6; ++i) {
    const auto value = static_cast<int16_t>(i + 1);
    std::memcpy(raw.data() + 1 + 2 * i, &value, 2);
  }
  const HostArray array{DType::kS16, {6}, std::span<const std::byte>(raw).subspan(1)};
  const auto sent = PutSharded(client, array, *layout, Padding());
  ASSERT_TRUE(sent.ok()) << sent.error().ToString();
  EXPECT_THAT(OnDevice<int16_t>((*sent)[0]), ElementsAre(1, 2, 3));
  EXPECT_THAT(OnDevice<int16_t>((*sent)[1]), ElementsAre(4, 5, 6));
}

// Meshes, shardings, the padded shape and the array's own shape.
struct RoundTrip {
  const char* name;
  Sharding sharding;
  std::vector<int64_t> padded;
  std::vector<int64_t> dims;
};

class ShardedRoundTrip : public ShardedTest, public ::testing::WithParamInterface<RoundTrip> {};

TEST_P(ShardedRoundTrip, GivesTheArrayBack) {
  const Client client = MakeClient(4);
  const RoundTrip& trip = GetParam();
  const auto layout = MakeLayout(&mesh_, &trip.sharding, trip.padded);
  ASSERT_TRUE(layout.ok()) << layout.error().ToString();
  const std::vector<int16_t> values = Counting(trip.dims);
  const auto sent = PutSharded(client, Array(trip.dims, values), *layout, Padding());
  ASSERT_TRUE(sent.ok()) << sent.error().ToString();
  const auto back = GetSharded(Pointers(*sent), *layout, trip.dims);
  ASSERT_TRUE(back.ok()) << back.error().ToString();
  EXPECT_EQ(Values(*back), values);
}

INSTANTIATE_TEST_SUITE_P(
    Of, ShardedRoundTrip,
    ::testing::Values(
        RoundTrip{"Whole", {{Over({}), Over({})}, {}}, {3, 5}, {3, 5}},
        RoundTrip{"Rows", {{Over({"a"}), Over({})}, {}}, {4, 5}, {3, 5}},
        RoundTrip{"Columns", {{Over({}), Over({"b"})}, {}}, {3, 6}, {3, 5}},
        RoundTrip{"BothOnOne", {{Over({"a", "b"}), Over({})}, {}}, {8, 2}, {5, 2}},
        RoundTrip{"TheOtherOrder", {{Over({"b", "a"}), Over({})}, {}}, {8, 2}, {7, 2}},
        RoundTrip{
            "ThreeDimensions", {{Over({"b"}), Over({"a"}), Over({})}, {}}, {2, 6, 3}, {1, 5, 3}},
        RoundTrip{"LastOfThree", {{Over({}), Over({}), Over({"a"})}, {}}, {2, 2, 4}, {2, 2, 3}},
        RoundTrip{"DevicesOfPaddingOnly", {{Over({"a", "b"})}, {}}, {4}, {1}},
        RoundTrip{"OneElement", {{Over({"a"}), Over({"b"})}, {}}, {2, 2}, {1, 1}}),
    [](const auto& each) { return std::string(each.param.name); });

TEST_F(ShardedTest, ScalarsComeFromOneDevice) {
  const Client client = MakeClient(4);
  const Sharding sharding = Sharding::Replicated(0);
  const auto layout = MakeLayout(&mesh_, &sharding, {});
  const std::vector<int16_t> values = {42};
  const auto sent = PutSharded(client, Array({}, values), *layout, Padding());
  ASSERT_TRUE(sent.ok()) << sent.error().ToString();
  const auto back = GetSharded(Pointers(*sent), *layout, {});
  ASSERT_TRUE(back.ok());
  EXPECT_THAT(Values(*back), ElementsAre(42));
}

TEST_F(ShardedTest, MemoryThatIsThereIsFilled) {
  const Client client = MakeClient(4);
  const Sharding sharding{{Over({"a"}), Over({"b"})}, {}};
  const auto layout = MakeLayout(&mesh_, &sharding, {4, 4});
  const std::vector<int16_t> values = Counting({3, 3});
  const auto sent = PutSharded(client, Array({3, 3}, values), *layout, Padding());
  ASSERT_TRUE(sent.ok()) << sent.error().ToString();
  HostBytes whole(18, std::byte{0xff});
  const std::byte* memory = whole.data();
  const Status status = GetSharded(Pointers(*sent), *layout, {3, 3}, &whole);
  ASSERT_TRUE(status.ok()) << status.error().ToString();
  EXPECT_EQ(whole.data(), memory);
  EXPECT_EQ(Values(whole), values);
}

TEST_F(ShardedTest, LargeSlicesArriveSideBySide) {
  const Client client = MakeClient(4);
  const Sharding sharding{{Over({"a"}), Over({"b"})}, {}};
  const auto layout = MakeLayout(&mesh_, &sharding, {1024, 1024});
  const std::vector<int64_t> dims = {1023, 1021};
  const std::vector<int16_t> values = Counting(dims);
  const auto sent = PutSharded(client, Array(dims, values), *layout, Padding());
  ASSERT_TRUE(sent.ok()) << sent.error().ToString();
  const auto back = GetSharded(Pointers(*sent), *layout, dims);
  ASSERT_TRUE(back.ok()) << back.error().ToString();
  EXPECT_TRUE(Values(*back) == values);
}

TEST_F(ShardedTest, ReplicasAreFetchedOnce) {
  // Replicas that hold other values show which one was read: the first.
  const Client client = MakeClient(4);
  const Sharding sharding{{Over({"b"})}, {}};
  const auto layout = MakeLayout(&mesh_, &sharding, {2});
  std::vector<Buffer> buffers;
  for (int device = 0; device < 4; ++device) {
    const auto value = static_cast<int16_t>(device);
    const std::vector<int64_t> dims = {1};
    buffers.push_back(*client.ToDevice(DType::kS16, dims, &value, {}, device));
  }
  const auto back = GetSharded(Pointers(buffers), *layout, {2});
  ASSERT_TRUE(back.ok());
  EXPECT_THAT(Values(*back), ElementsAre(0, 1));
}

TEST_F(ShardedTest, AResultOfAnotherShapeIsAnError) {
  const Client client = MakeClient(1);
  const auto layout = MakeLayout(nullptr, nullptr, {4});
  const std::vector<int16_t> values = Counting({3});
  const std::vector<int64_t> dims = {3};
  std::vector<Buffer> buffers;
  buffers.push_back(*client.ToDevice(DType::kS16, dims, values.data(), {}, 0));
  const auto back = GetSharded(Pointers(buffers), *layout, {4});
  ASSERT_FALSE(back.ok());
  EXPECT_EQ(back.error().code(), Code::kInternal);
}

TEST_F(ShardedTest, FailingTransfersAreReportedAndLeakNothing) {
  const Client client = MakeClient(4);
  const Sharding sharding{{Over({"a", "b"})}, {}};
  const auto layout = MakeLayout(&mesh_, &sharding, {8});
  const std::vector<int16_t> values = Counting({7});
  Fail("PJRT_Client_BufferFromHostBuffer");
  const auto refused = PutSharded(client, Array({7}, values), *layout, Padding());
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error().message(), HasSubstr("on demand"));
  controls_->failing_function.clear();
  const auto sent = PutSharded(client, Array({7}, values), *layout, Padding());
  ASSERT_TRUE(sent.ok());
  Fail("PJRT_Buffer_ToHostBuffer");
  const auto lost = GetSharded(Pointers(*sent), *layout, {7});
  ASSERT_FALSE(lost.ok());
  EXPECT_THAT(lost.error().message(), HasSubstr("on demand"));
}

// B rows, L = 3, H = 4, V = 5.
TestFile BatchFile(int64_t rows) {
  TestFile file;
  const auto tokens = static_cast<size_t>(rows * 3);
  file.Set("hidden", DType::kBF16, {rows, 3, 4}, std::vector<uint16_t>(tokens * 4));
  file.Set("kernel", DType::kF32, {4, 5}, std::vector<float>(20));
  file.Set("targets", DType::kS32, {rows, 3}, std::vector<int32_t>(tokens));
  return file;
}

TEST_F(ShardedTest, ScoreRefusesAMeshLargerThanTheEngine) {
  const Client client = MakeClient(2);
  const SafetensorsFile file = BatchFile(2).Open();
  const auto batch = ReadBatch(file, {});
  ASSERT_TRUE(batch.ok());
  ScoreOptions options;
  options.mesh = mesh_;
  const auto scores = Score(client, *batch, options);
  ASSERT_FALSE(scores.ok());
  EXPECT_EQ(scores.error().message(), "the mesh has 4 devices but the engine has 2");
}

TEST_F(ShardedTest, ScorePadsToTheMesh) {
  const SafetensorsFile file = BatchFile(2).Open();
  const auto batch = ReadBatch(file, {});
  ASSERT_TRUE(batch.ok());
  ScoreOptions options;
  options.mesh = *Mesh::Parse("fsdp=3,context=2,expert=1");
  options.shardings = HeadShardings::Default(*options.mesh);
  const auto config = ConfigFor(*batch, options);
  ASSERT_TRUE(config.ok());
  EXPECT_EQ(config->batch, 3);
  EXPECT_EQ(config->sequence, 4);
  EXPECT_EQ(config->hidden, 6);
  EXPECT_EQ(config->vocab, 5);
  EXPECT_EQ(config->hidden_dtype, DType::kBF16);
  EXPECT_EQ(config->kernel_dtype, DType::kF32);
}

TEST_F(ShardedTest, AnEmptyBatchNeedsNoProgram) {
  const Client client = MakeClient(1);
  const SafetensorsFile file = BatchFile(0).Open();
  const auto batch = ReadBatch(file, {});
  ASSERT_TRUE(batch.ok());
  ScoreOptions options;
  options.grad = true;
  const auto scores = Score(client, *batch, options);
  ASSERT_TRUE(scores.ok()) << scores.error().ToString();
  EXPECT_TRUE(scores->logps.empty());
  EXPECT_TRUE(scores->d_hidden.empty());
  EXPECT_EQ(scores->d_hidden_dtype, DType::kBF16);
  EXPECT_EQ(scores->d_kernel, HostBytes(80, std::byte{0}));
  options.chunk = 0;
  EXPECT_FALSE(Score(client, *batch, options).ok());
}

TEST_F(ShardedTest, AnEmptyBatchHasALossOfZero) {
  TestFile test_file = BatchFile(0);
  test_file.Set("advantages", DType::kF32, {0}, std::vector<float>{});
  test_file.Set("old_logps", DType::kF32, {0, 3}, std::vector<float>{});
  const SafetensorsFile file = test_file.Open();
  ScoreOptions options;
  options.loss = LossConfig::Default(LossKind::kPpo);
  options.loss->entropy_bonus = 0.1;
  BatchOptions batch_options;
  batch_options.loss = options.loss;
  const auto batch = ReadBatch(file, batch_options);
  ASSERT_TRUE(batch.ok()) << batch.error().ToString();
  const auto scores = ScoreEmpty(*batch, options);
  ASSERT_TRUE(scores.ok()) << scores.error().ToString();
  const std::vector<std::string> names = PolicyLoss::SummaryNames(*options.loss, true);
  ASSERT_EQ(scores->metrics.size(), names.size());
  for (size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(scores->metrics[i].name, names[i]);
    EXPECT_EQ(scores->metrics[i].value, 0);
  }
  EXPECT_EQ(scores->d_kernel, HostBytes(80, std::byte{0}));
}

TEST_F(ShardedTest, OptionsDecideTheProgram) {
  ScoreOptions options;
  EXPECT_EQ(options.program(), ProgramKind::kForward);
  options.grad = true;
  EXPECT_EQ(options.program(), ProgramKind::kBackward);
  options.loss = LossConfig{};
  EXPECT_EQ(options.program(), ProgramKind::kFused);
  options.loss_program = ProgramKind::kLossAndGrad;
  options.grad = false;
  EXPECT_EQ(options.program(), ProgramKind::kLossAndGrad);
  EXPECT_TRUE(options.has_gradients());
}

TEST_F(ShardedTest, HeadsThatSkipDoSoWhereTokensAreNotScored) {
  TestFile test_file = BatchFile(2);
  const SafetensorsFile all = test_file.Open();
  test_file.Set("targets", DType::kS32, {2, 3}, std::vector<int32_t>{0, 1, -100, 3, 4, 0});
  const SafetensorsFile some = test_file.Open();
  ScoreOptions options;
  options.mesh = *Mesh::Parse("fsdp=2,context=3");
  options.shardings = HeadShardings::Default(*options.mesh);
  const auto skips = [&](const SafetensorsFile& file) {
    return ConfigFor(*ReadBatch(file, {}), options).value().skip_masked;
  };
  EXPECT_FALSE(skips(some));  // chunked
  options.head.kind = HeadKind::kLocal;
  EXPECT_FALSE(skips(all));
  EXPECT_TRUE(skips(some));
  const auto config = ConfigFor(*ReadBatch(all, {}), options);
  EXPECT_EQ(config->chunk, DefaultChunk(*config));
  options.skip_masked = true;
  EXPECT_TRUE(skips(all));
  // Padding is not scored either.
  options.skip_masked = false;
  options.mesh = *Mesh::Parse("fsdp=2,context=2");
  EXPECT_TRUE(skips(all));
}

}  // namespace
}  // namespace logphead
