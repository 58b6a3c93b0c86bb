// SPDX-License-Identifier: Apache-2.0
// DeviceTable: every entry of the built-in one, overrides, each thing that is refused.
#include "logphead/plan/device_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <fstream>
#include <utility>
#include <vector>

#include "logphead/pjrt/cuda_targets.h"

namespace logphead {
namespace {

using ::testing::AllOf;
using ::testing::Ge;
using ::testing::HasSubstr;
using ::testing::Le;

constexpr const char* kWhole = R"({"schema": 1, "devices": {"tpu9": {
  "matmul_flops_per_second": 2e15, "hbm_bytes_per_second": 3e12, "hbm_bytes": 4e11,
  "wire_bytes_per_second": 5e11, "host_wire_bytes_per_second": 6e10,
  "exponentials_per_second": 7e9, "overlaps_memory": false, "shared_by_devices": true,
  "source": "a test"}}})";

// A table of one device with a member replaced, or taken out by an empty text.
std::string With(const std::string& name, const std::string& value) {
  std::string text = R"({"schema": 1, "devices": {"x": {)";
  bool first = true;
  for (const auto& [key, usual] :
       std::vector<std::pair<std::string, std::string>>{{"matmul_flops_per_second", "1"},
                                                        {"hbm_bytes_per_second", "2"},
                                                        {"wire_bytes_per_second", "3"},
                                                        {"source", "\"a test\""},
                                                        {name, value}}) {
    const std::string& chosen = key == name ? value : usual;
    if (chosen.empty()) continue;
    text += (first ? "\"" : ", \"") + key + "\": " + chosen;
    first = false;
  }
  return text + "}}}";
}

TEST(BuiltInDevices, AreThoseOfThePlan) {
  const DeviceTable& table = BuiltInDevices();
  for (const char* kind : {"tpu7x", "v6e", "v5p", "v5e", "h100", "h200", "b200", "cpu"}) {
    EXPECT_TRUE(table.contains(kind)) << kind;
  }
  // Whatever GPU can be compiled for can be predicted.
  for (const std::string& kind : CudaTargets()) {
    ASSERT_TRUE(table.contains(kind)) << kind;
    EXPECT_TRUE(table.at(kind).host_wire_bytes_per_second.has_value()) << kind;
  }
}

TEST(BuiltInDevices, HaveRatesOfThisWorldAndASource) {
  for (const auto& [kind, spec] : BuiltInDevices()) {
    SCOPED_TRACE(kind);
    EXPECT_GT(spec.source.size(), 20U);
    if (kind == "cpu") {
      EXPECT_THAT(spec.matmul_flops_per_second, AllOf(Ge(1e9), Le(1e13)));
      EXPECT_THAT(spec.memory_bytes_per_second, AllOf(Ge(1e9), Le(1e12)));
      EXPECT_TRUE(spec.shared_by_devices);
      EXPECT_FALSE(spec.memory_bytes.has_value()) << "that of the machine";
      continue;
    }
    EXPECT_THAT(spec.matmul_flops_per_second, AllOf(Ge(100e12), Le(10e15)));
    EXPECT_THAT(spec.memory_bytes_per_second, AllOf(Ge(500e9), Le(20e12)));
    EXPECT_THAT(spec.wire_bytes_per_second, AllOf(Ge(100e9), Le(2e12)));
    ASSERT_TRUE(spec.memory_bytes.has_value());
    EXPECT_THAT(*spec.memory_bytes, AllOf(Ge(16e9), Le(300e9)));
    // Bandwidths of a device are in this order, and so are its ratios of use.
    EXPECT_LT(spec.wire_bytes_per_second, spec.memory_bytes_per_second);
    if (spec.host_wire_bytes_per_second) {
      EXPECT_LT(*spec.host_wire_bytes_per_second, spec.wire_bytes_per_second);
    }
    EXPECT_THAT(spec.matmul_flops_per_second / spec.memory_bytes_per_second,
                AllOf(Ge(100.0), Le(1000.0)));
    EXPECT_TRUE(spec.overlaps_memory);
    EXPECT_FALSE(spec.shared_by_devices);
  }
}

TEST(BuiltInDevices, HalfAChipOfTpu7x) {
  const DeviceSpec& spec = BuiltInDevices().at("tpu7x");
  EXPECT_EQ(spec.matmul_flops_per_second, 2307e12 / 2);
  EXPECT_EQ(spec.memory_bytes_per_second, 7380e9 / 2);
  EXPECT_EQ(spec.wire_bytes_per_second, 1200e9 / 2);
  EXPECT_NEAR(*spec.memory_bytes / (1 << 30), 94.74, 0.01);
}

TEST(ParseDeviceTable, ReadsEveryMember) {
  const auto table = ParseDeviceTable(kWhole);
  ASSERT_TRUE(table.ok()) << table.error().ToString();
  ASSERT_EQ(table->size(), 1U);
  const DeviceSpec& spec = table->at("tpu9");
  EXPECT_EQ(spec.matmul_flops_per_second, 2e15);
  EXPECT_EQ(spec.memory_bytes_per_second, 3e12);
  EXPECT_EQ(spec.memory_bytes, 4e11);
  EXPECT_EQ(spec.wire_bytes_per_second, 5e11);
  EXPECT_EQ(spec.host_wire_bytes_per_second, 6e10);
  EXPECT_EQ(spec.exponentials_per_second, 7e9);
  EXPECT_FALSE(spec.overlaps_memory);
  EXPECT_TRUE(spec.shared_by_devices);
  EXPECT_EQ(spec.source, "a test");
}

TEST(ParseDeviceTable, WhatIsNotKnownMayBeLeftOut) {
  for (const char* name : {"host_wire_bytes_per_second", "exponentials_per_second", "hbm_bytes"}) {
    for (const char* value : {"", "null"}) {
      const auto table = ParseDeviceTable(With(name, value));
      ASSERT_TRUE(table.ok()) << table.error().ToString();
      DeviceSpec expected;
      expected.matmul_flops_per_second = 1;
      expected.memory_bytes_per_second = 2;
      expected.wire_bytes_per_second = 3;
      expected.source = "a test";
      EXPECT_EQ(table->at("x"), expected) << name;
    }
  }
}

TEST(ParseDeviceTable, Errors) {
  struct Case {
    std::string text;
    const char* message;
  };
  std::vector<Case> cases = {
      {"", "it is not JSON"},
      {R"({"schema": 1, "devices": {"x": {"hbm_bytes": 1e400}}})",
       "it is not JSON, or has a number"},
      {R"({"schema": 1, "devices": {}, "device": {}})",
       "'device' is unknown (use schema, devices)"},
      {"[]", "no table of devices"},
      {R"({"schema": 1})", "no table of devices"},
      {R"({"schema": 1, "devices": []})", "no table of devices"},
      {R"({"devices": {}})", "its schema is null (this reads schema 1)"},
      {R"({"schema": 2, "devices": {}})", "its schema is 2 (this reads schema 1)"},
      {R"({"schema": 1, "devices": {"x": 3}})", "device 'x': it is no object"},
      {With("flops", "1"), "device 'x': 'flops' is unknown (use matmul_flops_per_second, "},
      {With("source", ""), "device 'x': source is missing"},
      {With("source", "\"\""), "device 'x': source is missing"},
      {With("source", "3"), "device 'x': source is missing"},
      {With("overlaps_memory", "1"), "overlaps_memory is 1 (use true or false)"},
      {With("shared_by_devices", "\"no\""), "shared_by_devices is \"no\" (use true or false)"},
  };
  for (const char* name :
       {"matmul_flops_per_second", "hbm_bytes_per_second", "wire_bytes_per_second"}) {
    cases.push_back({With(name, ""), "_per_second is missing"});
    cases.push_back({With(name, "null"), "_per_second is missing"});
  }
  for (const char* name :
       {"matmul_flops_per_second", "hbm_bytes_per_second", "wire_bytes_per_second",
        "host_wire_bytes_per_second", "exponentials_per_second", "hbm_bytes"}) {
    for (const char* value : {"0", "-1", "\"1\"", "[1]", "true"}) {
      cases.push_back({With(name, value), "(use a number above 0)"});
    }
  }
  for (const Case& bad : cases) {
    const auto table = ParseDeviceTable(bad.text);
    ASSERT_FALSE(table.ok()) << bad.text;
    EXPECT_EQ(table.error().code(), Code::kInvalidArgument);
    EXPECT_THAT(table.error().message(), HasSubstr(bad.message)) << bad.text;
  }
}

class DeviceFile : public ::testing::Test {
 protected:
  DeviceFile() {
    std::string pattern = (std::filesystem::temp_directory_path() / "devices-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
  }
  ~DeviceFile() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  std::filesystem::path Write(const std::string& text) {
    std::ofstream(folder_ / "table.json") << text;
    return folder_ / "table.json";
  }
  std::filesystem::path folder_;
};

TEST_F(DeviceFile, StandsInPlaceOfOrBesideBuiltInEntries) {
  const auto table = LoadDeviceTable(Write(
      R"({"schema": 1, "devices": {
        "tpu7x": {"matmul_flops_per_second": 1, "hbm_bytes_per_second": 2,
                  "wire_bytes_per_second": 3, "source": "mine"},
        "tpu9": {"matmul_flops_per_second": 4, "hbm_bytes_per_second": 5,
                 "wire_bytes_per_second": 6, "source": "mine too"}}})"));
  ASSERT_TRUE(table.ok()) << table.error().ToString();
  EXPECT_EQ(table->size(), BuiltInDevices().size() + 1);
  EXPECT_EQ(table->at("tpu7x").source, "mine");
  EXPECT_EQ(table->at("tpu7x").memory_bytes, std::nullopt) << "an entry as a whole";
  EXPECT_EQ(table->at("tpu9").wire_bytes_per_second, 6);
  EXPECT_EQ(table->at("v5p"), BuiltInDevices().at("v5p"));
}

TEST_F(DeviceFile, ErrorsNameTheFile) {
  const auto missing = LoadDeviceTable(folder_ / "none.json");
  ASSERT_FALSE(missing.ok());
  EXPECT_THAT(missing.error().message(), HasSubstr("none.json"));
  const auto bad = LoadDeviceTable(Write("{}"));
  ASSERT_FALSE(bad.ok());
  EXPECT_THAT(bad.error().ToString(), AllOf(HasSubstr("table.json"), HasSubstr("no table of")));
}

TEST(DeviceKind, BeforeTheColon) {
  EXPECT_EQ(DeviceKind("tpu7x:4x4x8"), "tpu7x");
  EXPECT_EQ(DeviceKind("cpu:8"), "cpu");
  EXPECT_EQ(DeviceKind("h100"), "h100");
  EXPECT_EQ(DeviceKind(""), "");
}

DeviceSpec Shared() {
  DeviceSpec spec;
  spec.matmul_flops_per_second = 100;
  spec.memory_bytes_per_second = 10;
  spec.wire_bytes_per_second = 20;
  spec.exponentials_per_second = 8;
  spec.shared_by_devices = true;
  return spec;
}

TEST(PerDevice, SharesCoresAndMemory) {
  const DeviceSpec eighth = PerDevice(Shared(), 8, 2, 64.0);
  EXPECT_EQ(eighth.matmul_flops_per_second, 25);
  EXPECT_EQ(eighth.memory_bytes_per_second, 2.5);
  EXPECT_EQ(eighth.wire_bytes_per_second, 5);
  EXPECT_EQ(eighth.exponentials_per_second, 2);
  EXPECT_EQ(eighth.memory_bytes, 8);
  // One device has all cores for products, and one of them for the rest.
  const DeviceSpec alone = PerDevice(Shared(), 1, 4, 64.0);
  EXPECT_EQ(alone.matmul_flops_per_second, 400);
  EXPECT_EQ(alone.memory_bytes_per_second, 10);
  EXPECT_EQ(alone.exponentials_per_second, 8);
  EXPECT_EQ(alone.memory_bytes, 64);
}

TEST(PerDevice, KeepsWhatAnEntrySays) {
  DeviceSpec spec = Shared();
  spec.memory_bytes = 7;
  EXPECT_EQ(PerDevice(spec, 8, 2, 64.0).memory_bytes, 7);
  EXPECT_EQ(PerDevice(Shared(), 8, 2, std::nullopt).memory_bytes, std::nullopt);
  EXPECT_EQ(PerDevice(Shared(), 0, 2, 64.0), Shared());
  EXPECT_EQ(PerDevice(Shared(), 8, 0, 64.0), Shared());
  spec.shared_by_devices = false;
  EXPECT_EQ(PerDevice(spec, 8, 2, 64.0), spec);
}

}  // namespace
}  // namespace logphead
