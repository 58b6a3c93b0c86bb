// SPDX-License-Identifier: Apache-2.0
// Judge: the device of a case, its seconds with and without calibration, and whether it fits.
#include "logphead/plan/judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace logphead {
namespace {

using ::testing::HasSubstr;

// 1 s of arithmetic and 2 s of collectives along "fsdp" on the device below.
PlanRow Row(const std::string& topology, const char* mesh) {
  PlanRow row;
  row.plan_case.topology = topology;
  if (*mesh != 0) row.plan_case.config.mesh = *Mesh::Parse(mesh);
  row.verdict = Verdict::kCompiles;
  row.cost.matmul_flops = 100;
  row.cost.memory_bytes = row.cost.exponentials = 0;
  row.cost.work = {{100, 0, 1}};
  row.cost.wire = {{"all-gather", "fsdp", 2, 1, 1, 20}};
  row.cost.wire_bytes = 20;
  row.temp_bytes = 60;
  row.argument_bytes = 30;
  row.output_bytes = 20;
  row.code_bytes = 5;
  row.alias_bytes = 15;
  return row;
}

Judge Made() {
  Judge judge;
  judge.devices.clear();
  DeviceSpec device;
  device.matmul_flops_per_second = 100;
  device.memory_bytes_per_second = 10;
  device.wire_bytes_per_second = 10;
  device.memory_bytes = 100;
  judge.devices["tpu7x"] = device;
  device.host_wire_bytes_per_second = 1;
  judge.devices["h100"] = device;
  device.host_wire_bytes_per_second.reset();
  device.memory_bytes.reset();
  device.shared_by_devices = true;
  judge.devices["cpu"] = device;
  return judge;
}

PlanRow Judged(const Judge& judge, PlanRow row) {
  judge.Look(&row);
  return row;
}

TEST(Judge, PredictsWithTheDeviceOfItsKind) {
  const PlanRow row = Judged(Made(), Row("tpu7x:2x2x1", "fsdp=2,context=4"));
  ASSERT_TRUE(row.prediction.has_value());
  EXPECT_EQ(row.prediction->compute, 1);
  EXPECT_EQ(row.prediction->wire, 2);
  EXPECT_EQ(row.prediction->sequential, 3);
  EXPECT_EQ(row.prediction->overlapped, 2);
}

TEST(Judge, LinksBetweenHostsAreSlower) {
  EXPECT_EQ(Judged(Made(), Row("h100:2x4", "fsdp=2,context=4")).prediction->wire, 20);
  EXPECT_EQ(Judged(Made(), Row("h100:1x8", "fsdp=2,context=4")).prediction->wire, 2);
  EXPECT_EQ(Judged(Made(), Row("h100:2x4", "context=4,fsdp=2")).prediction->wire, 2);
}

TEST(Judge, CalibrationsAreOfAKindOfDevice) {
  Judge judge = Made();
  judge.calibrations["tpu7x"].factors = {1, 1, 1.5};
  const PlanRow row = Row("tpu7x:2x2x1", "fsdp=2,context=4");
  EXPECT_EQ(judge.Uncalibrated(row)->wire, 2);
  EXPECT_EQ(judge.Calibrated(row)->wire, 3);
  EXPECT_EQ(Judged(judge, row).prediction->sequential, 4);
  EXPECT_EQ(Judged(judge, Row("h100:1x8", "fsdp=2,context=4")).prediction->sequential, 3);
}

TEST(Judge, MemoryIsWhatThePeakAndTheRestTake) {
  Judge judge = Made();
  const PlanRow row = Row("tpu7x:2x2x1", "fsdp=8");
  EXPECT_EQ(row.peak_bytes(), 100);
  EXPECT_EQ(Judged(judge, row).fits, true) << "to the last byte";
  judge.resident_bytes = 1;
  EXPECT_EQ(Judged(judge, row).fits, false);
  PlanRow aliased = row;
  aliased.alias_bytes += 1;
  EXPECT_EQ(Judged(judge, aliased).fits, true);
}

TEST(Judge, DevicesOfAMachineShareIt) {
  Judge judge = Made();
  judge.cores = 2;
  judge.machine_memory_bytes = 800;
  // Eight devices on two cores: a quarter of the rates and an eighth of the memory each.
  PlanRow row = Judged(judge, Row("cpu:8", "fsdp=8"));
  EXPECT_EQ(row.prediction->sequential, 4 * 3);
  EXPECT_EQ(row.fits, true);
  judge.machine_memory_bytes = 799;
  EXPECT_EQ(Judged(judge, Row("cpu:8", "fsdp=8")).fits, false);
  EXPECT_EQ(Judged(judge, Row("cpu:1", "")).fits, true);
  judge.machine_memory_bytes.reset();
  EXPECT_EQ(Judged(judge, Row("cpu:8", "fsdp=8")).fits, std::nullopt);
}

TEST(Judge, WhatCannotBeToldIsLeftOut) {
  const PlanRow other = Judged(Made(), Row("tpu9:2x2x1", "fsdp=8"));
  EXPECT_FALSE(other.prediction.has_value());
  EXPECT_EQ(other.fits, std::nullopt);
  EXPECT_EQ(Made().DeviceOf(other.plan_case), std::nullopt);
  EXPECT_FALSE(Made().Uncalibrated(other).has_value());
  EXPECT_THAT(Made().Measurable(other).error().message(),
              HasSubstr("cannot be predicted: the device table has no "));
  PlanRow unknown = Row("tpu7x:2x2x1", "fsdp=8");
  unknown.cost.wire_bytes.reset();
  unknown = Judged(Made(), unknown);
  EXPECT_FALSE(unknown.prediction.has_value());
  EXPECT_EQ(unknown.fits, true) << "which does not depend on it";
  PlanRow failed = Row("tpu7x:2x2x1", "fsdp=8");
  failed.verdict = Verdict::kFails;
  failed = Judged(Made(), failed);
  EXPECT_FALSE(failed.prediction.has_value());
  EXPECT_EQ(failed.fits, std::nullopt);
}

TEST(Judge, ThisMachine) {
  EXPECT_GE(UsableCores(), 1);
  ASSERT_TRUE(MachineMemoryBytes().has_value());
  EXPECT_GT(*MachineMemoryBytes(), 1e8);
}

}  // namespace
}  // namespace logphead
