// SPDX-License-Identifier: Apache-2.0
// Flags of judging: what they mean.
#include "logphead/cli/judge_flags.h"

#include "logphead/cli/arguments.h"
#include "logphead/cli/output.h"
#include "logphead/cli/values.h"

namespace logphead::cli {
namespace {

constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;
// No device has more, nor will.
constexpr double kMostGiB = 1e6;

}  // namespace

void AddJudgeFlags(CLI::App& app, JudgeFlags* flags) {
  constexpr const char* kDevices = "Devices";
  AddText(app, kDevices, "--resident GIB", &flags->resident,
          "of each device that the model already takes (default 0)");
  AddText(app, kDevices, "--device-table FILE", &flags->device_table,
          "rates and memory of devices, as JSON, in place of the built-in ones");
}

Result<Judge> ResolveJudge(const JudgeFlags& flags, PlanStore* store) {
  Judge judge;
  judge.cores = UsableCores();
  judge.machine_memory_bytes = MachineMemoryBytes();
  if (!flags.resident.empty()) {
    LOGPHEAD_ASSIGN_OR_RETURN(const double gib,
                              ParseQuantity("--resident", flags.resident, 0, kMostGiB, "GiB"));
    judge.resident_bytes = gib * kGiB;
  }
  if (!flags.device_table.empty()) {
    const Status readable = CheckInputFile(flags.device_table);
    if (!readable.ok()) return readable.error().WithContext("--device-table");
    auto table = LoadDeviceTable(flags.device_table);
    if (!table.ok()) return table.error().WithContext("--device-table");
    judge.devices = std::move(*table);
  }
  if (store == nullptr) return judge;
  for (const auto& [kind, spec] : judge.devices) {
    const auto text = store->LoadCalibration(kind);
    if (!text.ok() || !text->has_value()) continue;
    auto calibration = CalibrationFromJson(**text);
    if (calibration.ok()) judge.calibrations[kind] = std::move(*calibration);
  }
  return judge;
}

}  // namespace logphead::cli
