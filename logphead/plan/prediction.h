// SPDX-License-Identifier: Apache-2.0
// Prediction: seconds of one run of a program, from what it does and what its devices can do.
#ifndef LOGPHEAD_PLAN_PREDICTION_H_
#define LOGPHEAD_PLAN_PREDICTION_H_

#include <cstdint>
#include <optional>

#include "logphead/mesh/mesh.h"
#include "logphead/plan/cost.h"
#include "logphead/plan/device_table.h"

namespace logphead {

// Where devices are, as far as it matters to what they send.
struct Placement {
  std::optional<Mesh> mesh;
  // Devices that the fast links join, in the order of the mesh; 0: all.
  int64_t devices_per_host = 0;
};

// Seconds. The parts add up to `sequential`.
struct Prediction {
  double compute = 0;     // of matrix products, and of exponentials where the device table has them
  double memory = 0;      // that memory takes beyond what goes on beside products
  double wire = 0;        // of collectives
  double sequential = 0;  // collectives wait for arithmetic, and it for them
  double overlapped = 0;  // the longer of collectives and the rest
};

// Factors that measured seconds give to predicted ones.
struct Factors {
  double compute = 1;
  double memory = 1;
  double wire = 1;
};

// The roofline of each instruction, summed: products at the device's rate, or its memory traffic at
// the bandwidth where that takes longer (Williams, Waterman and Patterson, "Roofline", 2009; where
// memory does not overlap, both); collectives at the rate of the links that they cross. Nothing
// where a total is unknown (ProgramCost::unknown says why). `device` is one of PerDevice.
std::optional<Prediction> Predict(const ProgramCost& cost, const DeviceSpec& device,
                                  const Placement& placement, const Factors& factors = {});

// Whether the devices of one group of these collectives are in several hosts.
bool CrossesHosts(const WireUse& use, const Placement& placement);

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_PREDICTION_H_
