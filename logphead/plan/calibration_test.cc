// SPDX-License-Identifier: Apache-2.0
// Calibration: factors recovered from seconds that were made with known ones.
#include "logphead/plan/calibration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace logphead {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

Measurement Measured(double compute, double memory, double wire, double seconds) {
  Measurement measurement;
  measurement.name = "a case";
  measurement.predicted.compute = compute;
  measurement.predicted.memory = memory;
  measurement.predicted.wire = wire;
  measurement.predicted.sequential = compute + memory + wire;
  measurement.seconds = seconds;
  return measurement;
}

// Seconds as these factors and other work make them.
std::vector<Measurement> Made(const Factors& factors, double rest,
                              const std::vector<std::array<double, 3>>& parts) {
  std::vector<Measurement> measurements;
  for (const auto& [compute, memory, wire] : parts) {
    measurements.push_back(
        Measured(compute, memory, wire,
                 rest + factors.compute * compute + factors.memory * memory + factors.wire * wire));
  }
  return measurements;
}

Calibration Fitted(std::vector<Measurement> measurements, const FitOptions& options) {
  const auto fit = Fit(std::move(measurements), options);
  EXPECT_TRUE(fit.ok()) << fit.error().ToString();
  return fit.ok() ? *fit : Calibration{};
}

constexpr FitOptions kAll = {.compute = true, .memory = true, .wire = true, .rest = false};
const std::vector<std::array<double, 3>> kParts = {{1, 0, 0}, {0, 2, 0}, {0, 0, 3}, {4, 1, 2}};

TEST(Fit, OneFactorIsRecovered) {
  for (const double factor : {0.1, 1.0, 7.5}) {
    const Calibration wire = Fitted(Made({1, 1, factor}, 0, kParts), {});
    EXPECT_NEAR(wire.factors.wire, factor, 1e-12);
    EXPECT_EQ(wire.factors.compute, 1);
    EXPECT_EQ(wire.factors.memory, 1);
    EXPECT_EQ(wire.rest_seconds, 0);
    const Calibration memory =
        Fitted(Made({1, factor, 1}, 0, kParts), {.memory = true, .wire = false});
    EXPECT_NEAR(memory.factors.memory, factor, 1e-12);
    EXPECT_EQ(memory.factors.wire, 1);
    const Calibration compute =
        Fitted(Made({factor, 1, 1}, 0, kParts), {.compute = true, .wire = false});
    EXPECT_NEAR(compute.factors.compute, factor, 1e-12);
  }
}

TEST(Fit, OneMeasurementIsEnoughForOneFactor) {
  const Calibration fit = Fitted({Measured(1, 2, 4, 9)}, {});
  EXPECT_NEAR(fit.factors.wire, 1.5, 1e-12);
  ASSERT_EQ(fit.measurements.size(), 1U);
  EXPECT_EQ(fit.measurements[0].seconds, 9);
}

TEST(Fit, ACommonFactorIsRecovered) {
  const Calibration fit = Fitted(Made({2.5, 2.5, 2.5}, 0, kParts), kAll);
  EXPECT_NEAR(fit.factors.compute, 2.5, 1e-12);
  EXPECT_NEAR(fit.factors.memory, 2.5, 1e-12);
  EXPECT_NEAR(fit.factors.wire, 2.5, 1e-12);
}

// Drawn towards each other, as promised: the less, the more measurements there are.
TEST(Fit, FactorsThatMeasurementsTellApartAreRecovered) {
  const Factors made = {0.5, 1.5, 4};
  for (const auto& [times, share] : std::vector<std::pair<int, double>>{{1, 0.03}, {1000, 0.001}}) {
    std::vector<std::array<double, 3>> parts;
    for (int i = 0; i < times; ++i) parts.insert(parts.end(), kParts.begin(), kParts.end());
    const Calibration fit = Fitted(Made(made, 0, parts), kAll);
    EXPECT_NEAR(fit.factors.compute, made.compute, share * made.compute);
    EXPECT_NEAR(fit.factors.memory, made.memory, share * made.memory);
    EXPECT_NEAR(fit.factors.wire, made.wire, share * made.wire);
  }
}

TEST(Fit, FactorsThatNothingTellsApartAreOne) {
  // Always twice as much wire as arithmetic.
  const Calibration fit = Fitted({Measured(1, 0, 2, 6), Measured(2, 0, 4, 12)},
                                 {.compute = true, .memory = false, .wire = true});
  EXPECT_NEAR(fit.factors.compute, 2, 1e-9);
  EXPECT_NEAR(fit.factors.wire, 2, 1e-9);
}

TEST(Fit, AFactorThatWouldBeNegativeGivesAllTheCommonOne) {
  // More arithmetic takes less time here.
  const Calibration fit = Fitted({Measured(1, 0, 5, 10), Measured(3, 0, 5, 2)},
                                 {.compute = true, .memory = false, .wire = true});
  EXPECT_GT(fit.factors.compute, 0);
  EXPECT_EQ(fit.factors.compute, fit.factors.wire);
}

TEST(Fit, RelativeErrorsCount) {
  // A long and a short run that call for 1 and 3: halves of the squares of their shares.
  const Calibration fit = Fitted({Measured(0, 0, 1000, 1000), Measured(0, 0, 1, 3)}, {});
  EXPECT_NEAR(fit.factors.wire, (1 + 1.0 / 3) / (1 + 1.0 / 9), 1e-12);
}

TEST(Fit, OtherWorkIsTheRest) {
  const FitOptions options = {.compute = false, .memory = false, .wire = true, .rest = true};
  const Calibration fit =
      Fitted(Made({1, 1, 1.75}, 100, {{1, 2, 8}, {1, 2, 4}, {2, 1, 2}}), options);
  EXPECT_NEAR(fit.factors.wire, 1.75, 1e-9);
  EXPECT_NEAR(fit.rest_seconds, 100, 1e-6);
  // Two measurements, in whichever order.
  for (const auto& parts : {std::vector<std::array<double, 3>>{{1, 1, 8}, {1, 1, 2}},
                            std::vector<std::array<double, 3>>{{1, 1, 2}, {1, 1, 8}}}) {
    const Calibration two = Fitted(Made({1, 1, 0.25}, 50, parts), options);
    EXPECT_NEAR(two.factors.wire, 0.25, 1e-9);
    EXPECT_NEAR(two.rest_seconds, 50, 1e-6);
  }
}

// The origin's: a step of 9 micro-batches gets 9 s shorter where 48 of 64 iterations go.
TEST(Fit, TheOriginsChunks) {
  std::vector<Measurement> measurements = {Measured(0.5, 0.1, 64 * 0.010, 14.533),
                                           Measured(0.5, 0.1, 16 * 0.010, 13.533)};
  const Calibration fit = Fitted(measurements, {.rest = true});
  EXPECT_NEAR(fit.factors.wire * 0.010, 1.0 / 48, 1e-12) << "20.8 ms an iteration";
  EXPECT_NEAR(fit.rest_seconds, 14.533 - 0.6 - 64.0 / 48, 1e-9);
}

TEST(Fit, Errors) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  constexpr FitOptions kRest = {.compute = false, .memory = false, .wire = true, .rest = true};
  struct Case {
    std::vector<Measurement> measurements;
    FitOptions options;
    const char* message;
  };
  for (const Case& bad : {
           Case{{}, {}, "0 measurements are too few (give 1 or more)"},
           Case{{Measured(1, 1, 1, 3)},
                kRest,
                "1 measurements are too few (give 2 or more, since only differences count)"},
           Case{{Measured(1, 1, 1, 3)}, {.wire = false}, "nothing to fit"},
           Case{{Measured(1, 1, 1, 0)}, {}, "a case took 0 seconds (use a number above 0)"},
           Case{{Measured(1, 1, 1, -1)}, {}, "a case took -1 seconds"},
           Case{{Measured(1, 1, 1, kNaN)}, {}, "a case took nan seconds"},
           Case{{Measured(1, 1, 0, 3)}, {}, "do not grow with what is fitted"},
           Case{{Measured(2, 2, 1, 3)}, {}, "do not grow with what is fitted"},
           Case{{Measured(1, 1, 2, 5), Measured(1, 1, 2, 6)}, kRest, "do not grow"},
           Case{{Measured(1, 1, 2, 5), Measured(1, 1, 4, 4)}, kRest, "do not grow"},
       }) {
    const auto fit = Fit(bad.measurements, bad.options);
    ASSERT_FALSE(fit.ok()) << bad.message;
    EXPECT_EQ(fit.error().code(), Code::kInvalidArgument);
    EXPECT_THAT(fit.error().message(), HasSubstr(bad.message));
  }
}

// What a fit is for: predictions with its factors are what was measured.
TEST(Fit, FactorsLeadFromPredictedToMeasured) {
  ProgramCost cost;
  cost.matmul_flops = 100;
  cost.memory_bytes = cost.exponentials = 0;
  cost.work = {{100, 0, 1}};
  cost.wire = {{"all-gather", "a", 2, 1, 1, 30}};
  cost.wire_bytes = 30;
  DeviceSpec device;
  device.matmul_flops_per_second = 100;
  device.memory_bytes_per_second = 1;
  device.wire_bytes_per_second = 10;
  Measurement slower;
  slower.predicted = *Predict(cost, device, {});
  slower.seconds = 1 + 6;  // where 1 + 3 was predicted
  const Calibration fit = Fitted({slower}, {});
  EXPECT_NEAR(fit.factors.wire, 2, 1e-12);
  EXPECT_NEAR(Predict(cost, device, {}, fit.factors)->sequential, 7, 1e-12);
}

Calibration Example() {
  Calibration calibration = Fitted(Made({0.5, 1.5, 4}, 0, kParts), kAll);
  calibration.rest_seconds = 0.125;
  calibration.created = "2026-10-14T12:00:00Z";
  return calibration;
}

TEST(CalibrationJson, ReadsBack) {
  const Calibration example = Example();
  const auto back = CalibrationFromJson(CalibrationToJson(example));
  ASSERT_TRUE(back.ok()) << back.error().ToString();
  EXPECT_EQ(back->factors.compute, example.factors.compute);
  EXPECT_EQ(back->factors.memory, example.factors.memory);
  EXPECT_EQ(back->factors.wire, example.factors.wire);
  EXPECT_EQ(back->rest_seconds, 0.125);
  EXPECT_EQ(back->created, "2026-10-14T12:00:00Z");
  ASSERT_EQ(back->measurements.size(), 4U);
  EXPECT_EQ(back->measurements[3].name, "a case");
  EXPECT_EQ(back->measurements[3].seconds, example.measurements[3].seconds);
  EXPECT_EQ(back->measurements[3].predicted.compute, 4);
  EXPECT_EQ(back->measurements[3].predicted.memory, 1);
  EXPECT_EQ(back->measurements[3].predicted.wire, 2);
}

TEST(CalibrationJson, NamesMayHoldAnything) {
  Calibration calibration = Example();
  calibration.measurements[0].name = "\"\xff\n";
  const auto back = CalibrationFromJson(CalibrationToJson(calibration));
  ASSERT_TRUE(back.ok());
  EXPECT_THAT(back->measurements[0].name, HasSubstr("\""));
}

TEST(CalibrationJson, CutAnywhereIsDamaged) {
  const std::string json = CalibrationToJson(Example());
  for (size_t length = 0; length < json.size(); ++length) {
    const auto cut = CalibrationFromJson(json.substr(0, length));
    ASSERT_FALSE(cut.ok()) << length;
    EXPECT_EQ(cut.error().code(), Code::kDataLoss);
  }
}

TEST(CalibrationJson, EachMemberIsNeededAndTyped) {
  const Json good = Json::parse(CalibrationToJson(Example())).flatten();
  ASSERT_TRUE(CalibrationFromJson(good.unflatten().dump()).ok());
  for (const auto& [path, value] : good.items()) {
    for (const Json& other : {Json(nullptr), value.is_string() ? Json(1) : Json("1")}) {
      Json wrong = good;
      wrong[path] = other;
      EXPECT_FALSE(CalibrationFromJson(wrong.unflatten().dump()).ok()) << path;
    }
  }
  const Json whole = good.unflatten();
  for (const char* name : {"compute", "memory", "wire"}) {
    for (const double factor : {0.0, -1.0}) {
      Json wrong = whole;
      wrong["factors"][name] = factor;
      EXPECT_FALSE(CalibrationFromJson(wrong.dump()).ok()) << name;
    }
  }
  for (const auto& [name, value] : whole.items()) {
    Json wrong = whole;
    wrong.erase(name);
    EXPECT_FALSE(CalibrationFromJson(wrong.dump()).ok()) << name;
  }
  for (const char* text : {"", "null", "[]", "{}", "1", R"({"factors": {"compute": 1e999}})"}) {
    EXPECT_FALSE(CalibrationFromJson(text).ok()) << text;
  }
}

}  // namespace
}  // namespace logphead
