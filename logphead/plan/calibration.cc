// SPDX-License-Identifier: Apache-2.0
// Calibration: least squares over up to three factors.
#include "logphead/plan/calibration.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

namespace logphead {
namespace {

using Json = nlohmann::json;
using Vector = std::array<double, 3>;

// How much weight the common factor has beside one measurement's relative error.
constexpr double kPull = 1e-3;

Vector PartsOf(const Prediction& predicted) {
  return {predicted.compute, predicted.memory, predicted.wire};
}

// One equation: free parts times factors make up `left`, as shares of what was measured.
struct Equation {
  Vector parts{};
  double left = 0;
};

// Each measurement's; with a rest, the difference of each to the first.
std::vector<Equation> Equations(const std::vector<Measurement>& measurements,
                                const FitOptions& options, const std::array<bool, 3>& free) {
  std::vector<Equation> equations;
  const Measurement& first = measurements.front();
  for (size_t i = options.rest ? 1 : 0; i < measurements.size(); ++i) {
    Equation equation;
    Vector parts = PartsOf(measurements[i].predicted);
    double seconds = measurements[i].seconds;
    if (options.rest) {
      const Vector base = PartsOf(first.predicted);
      for (size_t k = 0; k < 3; ++k) parts[k] -= base[k];
      seconds -= first.seconds;
    }
    const double scale = seconds == 0 ? first.seconds : std::abs(seconds);
    for (size_t k = 0; k < 3; ++k) {
      if (free[k]) equation.parts[k] = parts[k] / scale;
      if (!free[k]) seconds -= parts[k];
    }
    equation.left = seconds / scale;
    equations.push_back(equation);
  }
  return equations;
}

// The one factor for all free parts that fits best; 0 when they are all 0.
double CommonFactor(const std::vector<Equation>& equations) {
  double up = 0;
  double down = 0;
  for (const Equation& equation : equations) {
    const double sum = equation.parts[0] + equation.parts[1] + equation.parts[2];
    up += sum * equation.left;
    down += sum * sum;
  }
  return down > 0 ? up / down : 0;
}

// Solves the normal equations, which the pull makes regular, by Gauss's elimination.
Vector Solve(const std::vector<Equation>& equations, double common) {
  std::array<std::array<double, 4>, 3> rows{};
  for (size_t i = 0; i < 3; ++i) {
    for (const Equation& equation : equations) {
      for (size_t j = 0; j < 3; ++j) rows[i][j] += equation.parts[i] * equation.parts[j];
      rows[i][3] += equation.parts[i] * equation.left;
    }
    rows[i][i] += kPull / (common * common);
    rows[i][3] += kPull / common;
  }
  for (size_t i = 0; i < 3; ++i) {
    for (size_t j = i + 1; j < 3; ++j) {
      const double factor = rows[j][i] / rows[i][i];
      for (size_t k = i; k < 4; ++k) rows[j][k] -= factor * rows[i][k];
    }
  }
  Vector x{};
  for (size_t i = 3; i-- > 0;) {
    x[i] = rows[i][3];
    for (size_t k = i + 1; k < 3; ++k) x[i] -= rows[i][k] * x[k];
    x[i] /= rows[i][i];
  }
  return x;
}

Status CheckMeasurements(const std::vector<Measurement>& measurements, const FitOptions& options) {
  const size_t least = options.rest ? 2 : 1;
  if (measurements.size() < least) {
    return InvalidArgument(fmt::format("{} measurements are too few (give {} or more{})",
                                       measurements.size(), least,
                                       options.rest ? ", since only differences count" : ""));
  }
  if (!options.compute && !options.memory && !options.wire) {
    return InvalidArgument("nothing to fit (use compute, memory or wire)");
  }
  for (const Measurement& measurement : measurements) {
    if (!std::isfinite(measurement.seconds) || measurement.seconds <= 0) {
      return InvalidArgument(fmt::format("{} took {} seconds (use a number above 0)",
                                         measurement.name, measurement.seconds));
    }
  }
  return {};
}

}  // namespace

Result<Calibration> Fit(std::vector<Measurement> measurements, const FitOptions& options) {
  LOGPHEAD_RETURN_IF_ERROR(CheckMeasurements(measurements, options));
  const std::array<bool, 3> free = {options.compute, options.memory, options.wire};
  const std::vector<Equation> equations = Equations(measurements, options, free);
  const double common = CommonFactor(equations);
  if (!(common > 0)) {
    return InvalidArgument(
        "the measured seconds do not grow with what is fitted (fit something else, or check that "
        "they are in the order of the cases)");
  }
  Vector factors = options.common ? Vector{common, common, common} : Solve(equations, common);
  for (const double factor : factors) {
    if (!(factor > 0)) factors = {common, common, common};
  }
  Calibration calibration;
  calibration.factors.compute = options.compute ? factors[0] : 1;
  calibration.factors.memory = options.memory ? factors[1] : 1;
  calibration.factors.wire = options.wire ? factors[2] : 1;
  if (options.rest) {
    double sum = 0;
    for (const Measurement& measurement : measurements) {
      const Prediction& predicted = measurement.predicted;
      sum += measurement.seconds - calibration.factors.compute * predicted.compute -
             calibration.factors.memory * predicted.memory -
             calibration.factors.wire * predicted.wire;
    }
    calibration.rest_seconds = sum / static_cast<double>(measurements.size());
  }
  calibration.measurements = std::move(measurements);
  return calibration;
}

std::string CalibrationToJson(const Calibration& calibration) {
  Json measurements = Json::array();
  for (const Measurement& measurement : calibration.measurements) {
    measurements.push_back({{"case", measurement.name},
                            {"seconds", measurement.seconds},
                            {"predicted",
                             {{"compute", measurement.predicted.compute},
                              {"memory", measurement.predicted.memory},
                              {"wire", measurement.predicted.wire}}}});
  }
  const Json json = {{"factors",
                      {{"compute", calibration.factors.compute},
                       {"memory", calibration.factors.memory},
                       {"wire", calibration.factors.wire}}},
                     {"rest_seconds", calibration.rest_seconds},
                     {"created", calibration.created},
                     {"measurements", measurements}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<Calibration> CalibrationFromJson(std::string_view text) {
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  const auto number = [](const Json& in, const char* path, double* value) {
    const Json::json_pointer pointer(path);
    if (!in.is_object() || !in.contains(pointer) || !in[pointer].is_number()) return false;
    *value = in[pointer].get<double>();
    return std::isfinite(*value);
  };
  Calibration calibration;
  bool whole = number(json, "/factors/compute", &calibration.factors.compute) &&
               number(json, "/factors/memory", &calibration.factors.memory) &&
               number(json, "/factors/wire", &calibration.factors.wire) &&
               number(json, "/rest_seconds", &calibration.rest_seconds) &&
               json.value("created", Json()).is_string() &&
               json.value("measurements", Json()).is_array();
  if (whole) {
    calibration.created = json["created"].get<std::string>();
    for (const Json& each : json["measurements"]) {
      Measurement& measurement = calibration.measurements.emplace_back();
      whole = whole && number(each, "/seconds", &measurement.seconds) &&
              number(each, "/predicted/compute", &measurement.predicted.compute) &&
              number(each, "/predicted/memory", &measurement.predicted.memory) &&
              number(each, "/predicted/wire", &measurement.predicted.wire) &&
              each.value("case", Json()).is_string();
      if (whole) measurement.name = each["case"].get<std::string>();
    }
  }
  const Factors& factors = calibration.factors;
  whole = whole && factors.compute > 0 && factors.memory > 0 && factors.wire > 0;
  if (!whole) return DataLoss("the stored calibration is damaged");
  return calibration;
}

}  // namespace logphead
