// SPDX-License-Identifier: Apache-2.0
// Judge: whether a compiled case fits its devices, and how long it would run on them.
#ifndef LOGPHEAD_PLAN_JUDGE_H_
#define LOGPHEAD_PLAN_JUDGE_H_

#include <map>
#include <optional>
#include <string>

#include "logphead/plan/calibration.h"
#include "logphead/plan/device_table.h"
#include "logphead/plan/planner.h"

namespace logphead {

struct Judge {
  DeviceTable devices = BuiltInDevices();
  std::map<std::string, Calibration, std::less<>> calibrations;  // by kind of device
  double resident_bytes = 0;  // of each device that something else takes: the model, its optimizer
  int64_t cores = 1;          // of this machine, for devices that share them
  std::optional<double> machine_memory_bytes;

  // What each device of a topology has; nothing for a kind that is not in the table.
  std::optional<DeviceSpec> DeviceOf(const PlanCase& plan_case) const;
  // Seconds without calibration, and with that of its kind.
  std::optional<Prediction> Uncalibrated(const PlanRow& row) const;
  std::optional<Prediction> Calibrated(const PlanRow& row) const;
  // Uncalibrated seconds, or why there are none.
  Result<Prediction> Measurable(const PlanRow& row) const;
  // Fills in prediction and fits of a row that compiles.
  void Look(PlanRow* row) const;
};

// Why a row that compiles has no seconds, its kind of device being in the table or not.
std::string WhyNotPredicted(const PlanRow& row, bool known_device);

// The cores of this machine that this process may use, and the machine's memory.
int64_t UsableCores();
std::optional<double> MachineMemoryBytes();

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_JUDGE_H_
