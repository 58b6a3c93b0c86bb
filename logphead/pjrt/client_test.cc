// SPDX-License-Identifier: Apache-2.0
// Tests of clients, buffers, executables and topologies with the fake plugin.
#include "logphead/pjrt/client.h"

#include <numeric>
#include <optional>
#include <vector>

#include "logphead/pjrt/fake_plugin/fake_test.h"
#include "logphead/pjrt/topology.h"

namespace logphead {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class ClientTest : public fake::FakeTest {
 protected:
  Client MakeClient(int64_t devices = 2) const {
    auto plugin = Make();
    EXPECT_TRUE(plugin.ok());
    auto client = Client::Create(*plugin, {{"cpu_device_count", devices}});
    EXPECT_TRUE(client.ok());
    return *client;
  }
  static CompileOptions TwoWays() {
    CompileOptions options;
    options.num_partitions = 2;
    return options;
  }
  // One float on each of two devices: 1 and 2.
  static std::vector<Buffer> TwoBuffers(const Client& client) {
    std::vector<Buffer> buffers;
    for (int d = 0; d < 2; ++d) {
      const std::vector<int64_t> dims = {1};
      const float value = static_cast<float>(d) + 1.0F;
      auto buffer = client.ToDevice(DType::kF32, dims, &value, {}, d);
      EXPECT_TRUE(buffer.ok()) << buffer.error().ToString();
      buffers.push_back(*std::move(buffer));
    }
    return buffers;
  }
};

TEST_F(ClientTest, PassesOptionsOfEveryKind) {
  const auto plugin = Make();
  ASSERT_TRUE(plugin.ok());
  const auto client = Client::Create(*plugin, {{"cpu_device_count", int64_t{3}},
                                               {"s", std::string("text")},
                                               {"l", std::vector<int64_t>{4, -5}},
                                               {"f", 0.5F},
                                               {"b", true}});
  ASSERT_TRUE(client.ok()) << client.error().ToString();
  EXPECT_EQ(client->num_devices(), 3);
  EXPECT_EQ(client->platform_name(), "fake");
  EXPECT_EQ(client->platform_version(), "cpu_device_count=3;s=text;l=4,-5,;f=0.500000;b=yes;");
}

TEST_F(ClientTest, FailuresWhileCreatingLeakNothing) {
  const auto plugin = Make();
  for (const char* function : {"PJRT_Client_AddressableDevices", "PJRT_Client_PlatformName",
                               "PJRT_Client_PlatformVersion", "PJRT_Client_Create"}) {
    Fail(function);
    const auto client = Client::Create(*plugin);
    ASSERT_FALSE(client.ok()) << function;
    EXPECT_THAT(client.error().message(), HasSubstr("on demand"));
  }
}

TEST_F(ClientTest, BuffersGoThereAndBack) {
  const Client client = MakeClient();
  std::vector<int16_t> data(24);
  std::iota(data.begin(), data.end(), int16_t{0});
  const std::vector<int64_t> dims = {2, 3};
  const std::vector<int64_t> strides = {12, 4};  // rows 6 apart, every second column
  auto buffer = client.ToDevice(DType::kS16, dims, &data[1], strides, 1);
  ASSERT_TRUE(buffer.ok()) << buffer.error().ToString();
  EXPECT_EQ(buffer->dtype(), DType::kS16);
  EXPECT_EQ(buffer->dims(), dims);
  EXPECT_EQ(buffer->device(), 1);
  EXPECT_EQ(buffer->size_bytes(), 12U);
  std::vector<int16_t> got(6);
  ASSERT_TRUE(buffer->ToHost(got.data(), 12).ok());
  EXPECT_EQ(got, (std::vector<int16_t>{1, 3, 5, 7, 9, 11}));
  Buffer moved = *std::move(buffer);
  auto other = client.ToDevice(DType::kS16, dims, data.data(), {}, 0);
  ASSERT_TRUE(other.ok());
  moved = *std::move(other);
  EXPECT_EQ(controls_->live_buffers, 1);
  EXPECT_EQ(moved.device(), 0);
}

TEST_F(ClientTest, BadHostArrays) {
  const Client client = MakeClient();
  const float value = 0.0F;
  const std::vector<int64_t> one = {1};
  const std::vector<int64_t> two = {1, 1};
  const std::vector<int64_t> negative = {-1};
  const auto message = [](const Result<Buffer>& buffer) {
    EXPECT_EQ(buffer.error().code(), Code::kInvalidArgument);
    return buffer.error().message();
  };
  EXPECT_THAT(message(client.ToDevice(DType::kF32, one, &value, {}, 2)),
              AllOf(HasSubstr("device 2"), HasSubstr("has 2")));
  EXPECT_THAT(message(client.ToDevice(DType::kF32, one, &value, {}, -1)), HasSubstr("device -1"));
  EXPECT_THAT(message(client.ToDevice(DType::kF32, two, &value, one, 0)),
              HasSubstr("1 strides for 2 dimensions"));
  EXPECT_THAT(message(client.ToDevice(DType::kF32, negative, &value, {}, 0)),
              HasSubstr("negative"));
  EXPECT_THAT(message(client.ToDevice(DType::kF32, one, nullptr, {}, 0)), HasSubstr("no data"));
}

TEST_F(ClientTest, EmptyArraysNeedNoData) {
  const Client client = MakeClient();
  const std::vector<int64_t> dims = {0, 4};
  auto buffer = client.ToDevice(DType::kF32, dims, nullptr, {}, 0);
  ASSERT_TRUE(buffer.ok()) << buffer.error().ToString();
  EXPECT_TRUE(buffer->ToHost(nullptr, 0).ok());
}

TEST_F(ClientTest, ToHostFailures) {
  const Client client = MakeClient();
  const std::vector<Buffer> buffers = TwoBuffers(client);
  float got = 0.0F;
  const Status size = buffers[0].ToHost(&got, 3);
  ASSERT_FALSE(size.ok());
  EXPECT_THAT(size.error().message(), AllOf(HasSubstr("3 bytes"), HasSubstr("of 4 (f32[1])")));
  EXPECT_FALSE(buffers[0].ToHost(nullptr, 4).ok());
  Fail("PJRT_Buffer_ToHostBuffer", 8, "no memory");
  const Status call = buffers[0].ToHost(&got, 4);
  ASSERT_FALSE(call.ok());
  EXPECT_EQ(call.error().code(), Code::kResourceExhausted);
  controls_->failing_function.clear();
  controls_->event_code = 15;
  const Status event = buffers[0].ToHost(&got, 4);
  ASSERT_FALSE(event.ok());
  EXPECT_EQ(event.error().code(), Code::kDataLoss);
  EXPECT_EQ(buffers[0].Await().error().code(), Code::kDataLoss);
  controls_->event_code = 0;
  EXPECT_TRUE(buffers[0].Await().ok());
  EXPECT_TRUE(buffers[0].ToHost(&got, 4).ok());
  EXPECT_EQ(got, 1.0F);
}

TEST_F(ClientTest, BorrowedDataIsWaitedForAfterTheBufferIsFreed) {
  const Client client = MakeClient();
  const float value = 3.0F;
  const std::vector<int64_t> dims = {1};
  std::optional<Buffer> assigned;
  for (int i = 0; i < 2; ++i) {
    auto buffer = client.ToDevice(DType::kF32, dims, &value, {}, 0, HostData::kBorrowed);
    ASSERT_TRUE(buffer.ok());
    Buffer moved = *std::move(buffer);
    if (i == 0) {
      assigned = std::move(moved);
    } else {
      *assigned = std::move(moved);
    }
  }
  EXPECT_EQ(controls_->live_events, 1);
  assigned.reset();
  EXPECT_EQ(controls_->live_events, 0);
  EXPECT_EQ(controls_->awaits_before_free, 0);
  EXPECT_EQ(controls_->unawaited_host_data, 0);
}

TEST_F(ClientTest, CompilesAndRuns) {
  const Client client = MakeClient();
  const auto program = client.Compile("identity 1 on 2", TwoWays());
  ASSERT_TRUE(program.ok()) << program.error().ToString();
  EXPECT_EQ(controls_->compile_options, TwoWays().Serialize());
  EXPECT_EQ(program->devices(), (std::vector<int>{0, 1}));
  const std::vector<Buffer> buffers = TwoBuffers(client);
  const auto results = program->Execute({{&buffers[0]}, {&buffers[1]}});
  ASSERT_TRUE(results.ok()) << results.error().ToString();
  EXPECT_EQ(controls_->non_donatable, 1U);
  for (size_t d = 0; d < 2; ++d) {
    float got = 0.0F;
    ASSERT_EQ((*results)[d].size(), 1U);
    EXPECT_EQ((*results)[d][0].device(), static_cast<int>(d));
    ASSERT_TRUE((*results)[d][0].ToHost(&got, 4).ok());
    EXPECT_EQ(got, static_cast<float>(d) + 1.0F);
  }
}

TEST_F(ClientTest, BuffersAndProgramsKeepTheClientAlive) {
  std::optional<LoadedExecutable> program;
  std::vector<Buffer> buffers;
  {
    const Client client = MakeClient();
    program = *client.Compile("identity 1 on 2", TwoWays());
    buffers = TwoBuffers(client);
  }
  EXPECT_EQ(controls_->live_clients, 1);
  EXPECT_TRUE(program->Execute({{&buffers[0]}, {&buffers[1]}}).ok());
  program.reset();
  EXPECT_EQ(controls_->live_clients, 1);
  buffers.clear();
  EXPECT_EQ(controls_->live_clients, 0);
}

TEST_F(ClientTest, CompileFailures) {
  const Client client = MakeClient();
  const auto garbage = client.Compile("nonsense", TwoWays());
  ASSERT_FALSE(garbage.ok());
  EXPECT_EQ(garbage.error().message(), "fake: cannot parse: nonsense");
  CompileOptions many;
  many.num_partitions = 3;
  const auto too_many = client.Compile("identity 1 on 2", many);
  ASSERT_FALSE(too_many.ok());
  EXPECT_THAT(too_many.error().message(), HasSubstr("3 devices and the client has 2"));
  for (const char* function : {"PJRT_LoadedExecutable_GetExecutable", "PJRT_Executable_NumOutputs",
                               "PJRT_LoadedExecutable_AddressableDevices", "PJRT_Client_Compile"}) {
    Fail(function);
    EXPECT_FALSE(client.Compile("identity 1 on 2", TwoWays()).ok()) << function;
  }
}

TEST_F(ClientTest, ExecuteFailuresFreeTheOutputs) {
  const Client client = MakeClient();
  const auto program = client.Compile("identity 1 on 2", TwoWays());
  ASSERT_TRUE(program.ok());
  const std::vector<Buffer> buffers = TwoBuffers(client);
  const std::vector<std::vector<const Buffer*>> arguments = {{&buffers[0]}, {&buffers[1]}};
  controls_->event_code = 13;
  const auto late = program->Execute(arguments);
  ASSERT_FALSE(late.ok());
  EXPECT_EQ(late.error().message(), "fake: event failed");
  EXPECT_EQ(controls_->live_buffers, 2);
  EXPECT_EQ(controls_->live_events, 0);
  controls_->event_code = 0;
  for (const char* function : {"PJRT_LoadedExecutable_Execute", "PJRT_Buffer_ElementType",
                               "PJRT_Buffer_Dimensions", "PJRT_Event_Await"}) {
    Fail(function);
    EXPECT_FALSE(program->Execute(arguments).ok()) << function;
    EXPECT_EQ(controls_->live_buffers, 2) << function;
  }
}

TEST_F(ClientTest, ArgumentTablesAreChecked) {
  const Client client = MakeClient();
  const auto program = client.Compile("identity 1 on 2", TwoWays());
  ASSERT_TRUE(program.ok());
  const std::vector<Buffer> buffers = TwoBuffers(client);
  const auto message = [&](const std::vector<std::vector<const Buffer*>>& arguments) {
    const auto results = program->Execute(arguments);
    EXPECT_FALSE(results.ok());
    return results.ok() ? std::string() : results.error().message();
  };
  EXPECT_THAT(message({}), HasSubstr("arguments for 0 devices and a program for 2"));
  EXPECT_THAT(message({{&buffers[0]}, {}}), HasSubstr("0 arguments for device 1"));
  EXPECT_THAT(message({{&buffers[0]}, {nullptr}}), HasSubstr("argument 0 for device 1 is null"));
  EXPECT_THAT(message({{&buffers[0]}, {&buffers[0]}}), HasSubstr("is on device 0"));
  EXPECT_THAT(message({{}, {}}), HasSubstr("fake: too few arguments"));
}

TEST_F(ClientTest, FailingDestroyersAreSilent) {
  for (const char* function : {"PJRT_Client_Destroy", "PJRT_Buffer_Destroy", "PJRT_Event_Destroy",
                               "PJRT_Executable_Destroy", "PJRT_LoadedExecutable_Destroy"}) {
    const Client client = MakeClient();
    const auto program = client.Compile("identity 1 on 2", TwoWays());
    const std::vector<Buffer> buffers = TwoBuffers(client);
    Fail(function);
    float got = 0.0F;
    EXPECT_TRUE(buffers[0].ToHost(&got, 4).ok());
  }
}

TEST_F(ClientTest, WhatIsKnownOfAProgram) {
  const Client client = MakeClient();
  const auto program = client.Compile("identity 1 on 2", TwoWays());
  ASSERT_TRUE(program.ok());
  const auto stats = program->memory_stats();
  ASSERT_TRUE(stats.ok());
  EXPECT_EQ(stats->temp_bytes, 1);
  EXPECT_EQ(stats->argument_bytes, 2);
  EXPECT_EQ(stats->output_bytes, 3);
  EXPECT_EQ(stats->alias_bytes, 4);
  EXPECT_EQ(stats->generated_code_bytes, 5);
  EXPECT_EQ(stats->host_temp_bytes, 6);
  EXPECT_EQ(stats->peak_bytes, 7);
  const auto optimized = program->optimized_program();
  ASSERT_TRUE(optimized.ok());
  EXPECT_EQ(optimized->format, "fake_format");
  EXPECT_EQ(optimized->bytes, "the optimized program");
  const auto outputs = program->outputs();
  ASSERT_TRUE(outputs.ok());
  ASSERT_EQ(outputs->size(), 1U);
  EXPECT_EQ((*outputs)[0].dtype, DType::kBF16);
  EXPECT_EQ((*outputs)[0].dims, (std::vector<int64_t>{2, 3}));
  const auto cost = program->cost_analysis();
  ASSERT_FALSE(cost.ok());
  EXPECT_EQ(cost.error().code(), Code::kUnimplemented);
  EXPECT_EQ(program->fingerprint().error().code(), Code::kUnimplemented);
}

TEST_F(ClientTest, UnknownElementTypesAreErrors) {
  const auto plugin = Make();
  const auto topology = Topology::Create(*plugin, "fake:2");
  const auto program = topology->Compile("identity 2 on 2", TwoWays());
  ASSERT_TRUE(program.ok()) << program.error().ToString();
  const auto outputs = program->outputs();
  ASSERT_FALSE(outputs.ok());
  EXPECT_THAT(outputs.error().message(), HasSubstr("element type"));
}

TEST_F(ClientTest, OlderPluginsKnowLess) {
  const auto older = Make(71);
  ASSERT_TRUE(older.ok());
  const auto topology = Topology::Create(*older, "fake:2");
  ASSERT_TRUE(topology.ok());
  const auto stats = topology->Compile("identity 1 on 2", TwoWays())->memory_stats();
  ASSERT_TRUE(stats.ok());
  EXPECT_EQ(stats->peak_bytes, std::nullopt);

  // A table that ends before a function is as good as one without it.
  const auto shorter = Make(70, nullptr, SizeBefore("PJRT_Executable_GetCompiledMemoryStats"));
  ASSERT_TRUE(shorter.ok());
  const auto small = Topology::Create(*shorter, "fake:2");
  ASSERT_TRUE(small.ok());
  const auto missing = small->Compile("identity 1 on 2", TwoWays())->memory_stats();
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().code(), Code::kUnimplemented);
  EXPECT_THAT(missing.error().message(),
              AllOf(HasSubstr("PJRT_Executable_GetCompiledMemoryStats"), HasSubstr("0.70")));
}

TEST_F(ClientTest, Topologies) {
  const auto plugin = Make();
  const auto topology = Topology::Create(*plugin, "fake:4", {{"b", false}});
  ASSERT_TRUE(topology.ok()) << topology.error().ToString();
  EXPECT_EQ(topology->num_devices(), 4);
  EXPECT_EQ(topology->device_kinds()[3], "kind 3");
  EXPECT_EQ(topology->device_ids(), (std::vector<int64_t>{3, 2, 1, 0}));
  EXPECT_EQ(topology->platform_version(), "b=no;");
  const auto bad = Topology::Create(*plugin, "other");
  ASSERT_FALSE(bad.ok());
  EXPECT_THAT(bad.error().message(), HasSubstr("\"other\": fake: unknown topology"));
  CompileOptions many;
  many.num_partitions = 5;
  EXPECT_FALSE(topology->Compile("identity 1 on 5", many).ok());
  for (const char* function :
       {"PJRT_TopologyDescription_PlatformName", "PJRT_TopologyDescription_PlatformVersion",
        "PJRT_TopologyDescription_GetDeviceDescriptions", "PJRT_DeviceDescription_Kind",
        "PJRT_DeviceDescription_Id"}) {
    Fail(function);
    EXPECT_FALSE(Topology::Create(*plugin, "fake:1").ok()) << function;
  }
  Fail("PJRT_Compile");
  EXPECT_FALSE(topology->Compile("identity 1 on 2", TwoWays()).ok());
}

}  // namespace
}  // namespace logphead
