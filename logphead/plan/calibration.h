// SPDX-License-Identifier: Apache-2.0
// Calibration: factors fitted to seconds that were measured.
#ifndef LOGPHEAD_PLAN_CALIBRATION_H_
#define LOGPHEAD_PLAN_CALIBRATION_H_

#include <string>
#include <string_view>
#include <vector>

#include "logphead/base/result.h"
#include "logphead/plan/prediction.h"

namespace logphead {

// One measurement: what was predicted without any factors, and the seconds it took.
struct Measurement {
  std::string name;  // of the case, for people
  Prediction predicted;
  double seconds = 0;
};

// Which factors are free; with `common` they are one factor, for a table whose rates are in the
// right proportion. With `rest`, seconds hold other work too, the same in every measurement, so
// that only their differences count.
struct FitOptions {
  bool common = false;
  bool compute = false;
  bool memory = false;
  bool wire = true;
  bool rest = false;
};

// A fit, and what it came from.
struct Calibration {
  Factors factors;
  double rest_seconds = 0;  // of other work, per measurement
  std::vector<Measurement> measurements;
  std::string created;  // UTC, "2026-10-14T12:00:00Z"
};

// Fits sequential seconds by least squares of relative errors, free factors drawn a little towards
// one common factor, so that measurements which do not tell them apart give all of them that one.
// Errors: too few measurements for what is asked (one, or two with `rest`), none of whose parts
// differ, or seconds that only a factor of 0 or less would give.
Result<Calibration> Fit(std::vector<Measurement> measurements, const FitOptions& options);

std::string CalibrationToJson(const Calibration& calibration);
Result<Calibration> CalibrationFromJson(std::string_view json);

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_CALIBRATION_H_
