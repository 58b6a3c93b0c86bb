// SPDX-License-Identifier: Apache-2.0
// Prediction: seconds by hand.
#include "logphead/plan/prediction.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace logphead {
namespace {

// 100 operations, 10 bytes of memory and 5 of wire a second.
DeviceSpec Device() {
  DeviceSpec device;
  device.matmul_flops_per_second = 100;
  device.memory_bytes_per_second = 10;
  device.wire_bytes_per_second = 5;
  return device;
}

// Everything known and nothing done.
ProgramCost Nothing() {
  ProgramCost cost;
  cost.matmul_flops = cost.memory_bytes = cost.exponentials = cost.wire_bytes = 0;
  return cost;
}

void Add(ProgramCost* cost, const Work& work) {
  cost->work.push_back(work);
  cost->matmul_flops = Plus(cost->matmul_flops, Times(work.flops, work.runs));
  cost->memory_bytes = Plus(cost->memory_bytes, Times(work.bytes, work.runs));
}

void Add(ProgramCost* cost, const WireUse& use) {
  cost->wire.push_back(use);
  cost->wire_bytes = Plus(cost->wire_bytes, use.wire_bytes);
}

void ExpectSeconds(const std::optional<Prediction>& got, double compute, double memory,
                   double wire) {
  ASSERT_TRUE(got.has_value());
  EXPECT_DOUBLE_EQ(got->compute, compute);
  EXPECT_DOUBLE_EQ(got->memory, memory);
  EXPECT_DOUBLE_EQ(got->wire, wire);
  EXPECT_DOUBLE_EQ(got->sequential, compute + memory + wire);
  EXPECT_DOUBLE_EQ(got->overlapped, std::max(compute + memory, wire));
}

TEST(Predict, TheLongerOfArithmeticAndMemoryOfEachInstruction) {
  ProgramCost cost = Nothing();
  Add(&cost, Work{300, 10, 2});  // 3 s of arithmetic hide 1 s of memory, twice
  Add(&cost, Work{100, 50, 3});  // 5 s of memory, 1 of them beside arithmetic, three times
  Add(&cost, Work{0, 20, 1});    // 2 s of memory alone
  ExpectSeconds(Predict(cost, Device(), {}), 6 + 3, 12 + 2, 0);
}

TEST(Predict, BothWhereMemoryDoesNotOverlap) {
  ProgramCost cost = Nothing();
  Add(&cost, Work{300, 10, 2});
  Add(&cost, Work{0, 20, 1});
  DeviceSpec device = Device();
  device.overlaps_memory = false;
  ExpectSeconds(Predict(cost, device, {}), 6, 2 + 2, 0);
}

TEST(Predict, WireBesideAndAfterTheRest) {
  ProgramCost cost = Nothing();
  Add(&cost, Work{300, 10, 1});
  Add(&cost, WireUse{"all-gather", "a", 2, 1, 1, 10});
  ExpectSeconds(Predict(cost, Device(), {}), 3, 0, 2);
  Add(&cost, WireUse{"all-reduce", "b", 4, 1, 1, 20});
  ExpectSeconds(Predict(cost, Device(), {}), 3, 0, 6);
}

TEST(Predict, ExponentialsWhereTheTableHasThem) {
  ProgramCost cost = Nothing();
  Add(&cost, Work{100, 10, 1});
  cost.exponentials = 40;
  DeviceSpec device = Device();
  ExpectSeconds(Predict(cost, device, {}), 1, 0, 0);
  device.exponentials_per_second = 20;
  ExpectSeconds(Predict(cost, device, {}), 1 + 2, 0, 0);
}

TEST(Predict, FactorsMakePartsLonger) {
  ProgramCost cost = Nothing();
  Add(&cost, Work{300, 50, 1});
  Add(&cost, WireUse{"all-gather", "a", 2, 1, 1, 10});
  ExpectSeconds(Predict(cost, Device(), {}, {2, 3, 0.5}), 3 * 2, 2 * 3, 2 * 0.5);
}

TEST(Predict, NothingWhereATotalIsUnknown) {
  EXPECT_TRUE(Predict(Nothing(), Device(), {}).has_value());
  for (Count ProgramCost::*total : {&ProgramCost::matmul_flops, &ProgramCost::memory_bytes,
                                    &ProgramCost::exponentials, &ProgramCost::wire_bytes}) {
    ProgramCost cost = Nothing();
    (cost.*total).reset();
    EXPECT_FALSE(Predict(cost, Device(), {}).has_value());
  }
  // What only some compilers note is not needed.
  EXPECT_EQ(Nothing().estimated_cycles, std::nullopt);
}

Placement Hosts(const char* mesh, int64_t devices_per_host) {
  return {*Mesh::Parse(mesh), devices_per_host};
}

WireUse Along(const char* axes, int64_t size) { return {"all-gather", axes, size, 1, 1, 10}; }

TEST(CrossesHosts, AxesOverHosts) {
  // Hosts of 8: two of fsdp's four, with all of context and expert.
  const Placement placement = Hosts("fsdp=4,context=2,expert=2", 8);
  EXPECT_TRUE(CrossesHosts(Along("fsdp", 4), placement));
  EXPECT_TRUE(CrossesHosts(Along("fsdp,context", 8), placement));
  EXPECT_FALSE(CrossesHosts(Along("context", 2), placement));
  EXPECT_FALSE(CrossesHosts(Along("expert", 2), placement));
  EXPECT_FALSE(CrossesHosts(Along("context,expert", 4), placement));
  EXPECT_TRUE(CrossesHosts(Along("context", 2), Hosts("fsdp=4,context=2,expert=2", 2)));
  EXPECT_FALSE(CrossesHosts(Along("expert", 2), Hosts("fsdp=4,context=2,expert=2", 2)));
}

TEST(CrossesHosts, NamesOfAxesAreWhole) {
  EXPECT_FALSE(CrossesHosts(Along("ab", 2), Hosts("a=2,ab=2", 2)));
  EXPECT_TRUE(CrossesHosts(Along("a", 2), Hosts("a=2,ab=2", 2)));
}

TEST(CrossesHosts, AHostThatBeginsWithinAGroup) {
  // Groups of 6: the first lies in the first host of 8, the second in both.
  EXPECT_TRUE(CrossesHosts(Along("y", 6), Hosts("x=4,y=6", 8)));
  EXPECT_FALSE(CrossesHosts(Along("y", 6), Hosts("x=4,y=6", 12)));
}

TEST(CrossesHosts, GroupsAlongNoAxesMayBeAnywhere) {
  EXPECT_TRUE(CrossesHosts(Along("", 2), Hosts("a=16", 8)));
  EXPECT_FALSE(CrossesHosts(Along("", 1), Hosts("a=16", 8)));
}

TEST(CrossesHosts, NeverWithinOneHost) {
  EXPECT_FALSE(CrossesHosts(Along("a", 8), Hosts("a=8", 8)));
  EXPECT_FALSE(CrossesHosts(Along("", 8), Hosts("a=8", 8)));
  EXPECT_FALSE(CrossesHosts(Along("a", 16), Hosts("a=16", 0))) << "all are joined";
  EXPECT_FALSE(CrossesHosts(Along("", 16), {std::nullopt, 8}));
}

TEST(Predict, WireBetweenHostsHasItsOwnRate) {
  ProgramCost cost = Nothing();
  Add(&cost, Along("a", 2));
  Add(&cost, Along("b", 4));
  DeviceSpec device = Device();
  const Placement placement = Hosts("a=2,b=4", 4);
  ExpectSeconds(Predict(cost, device, placement), 0, 0, 2 + 2);
  device.host_wire_bytes_per_second = 1;
  ExpectSeconds(Predict(cost, device, placement), 0, 0, 10 + 2);
  ExpectSeconds(Predict(cost, device, Hosts("a=2,b=4", 8)), 0, 0, 2 + 2);
}

TEST(Predict, CoresThatDevicesShare) {
  ProgramCost cost = Nothing();
  Add(&cost, Work{100, 0, 1});
  cost.exponentials = 16;
  DeviceSpec core = Device();
  core.shared_by_devices = true;
  core.exponentials_per_second = 8;
  // A quarter of a core each.
  ExpectSeconds(Predict(cost, PerDevice(core, 8, 2, std::nullopt), {}), 4 * (1 + 2), 0, 0);
  // Two cores: half the seconds of products, the same of elements.
  ExpectSeconds(Predict(cost, PerDevice(core, 1, 2, std::nullopt), {}), 0.5 + 2, 0, 0);
}

}  // namespace
}  // namespace logphead
