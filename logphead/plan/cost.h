// SPDX-License-Identifier: Apache-2.0
// ProgramCost: what one device does in one run of an optimised program.
#ifndef LOGPHEAD_PLAN_COST_H_
#define LOGPHEAD_PLAN_COST_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "logphead/base/result.h"
#include "logphead/mesh/mesh.h"
#include "logphead/plan/executions.h"
#include "logphead/plan/optimized_hlo.h"

namespace logphead {

// Instructions that do the same work: operations of matrix products and bytes of main memory of one
// run of one of them, and how often they run in all.
struct Work {
  int64_t flops = 0;
  int64_t bytes = 0;
  int64_t runs = 0;
  bool operator==(const Work&) const = default;
};

// Collectives of one kind over one set of mesh axes.
struct WireUse {
  std::string kind;        // "all-gather"
  std::string axes;        // "fsdp", "context,expert"; empty where the groups follow no axes
  int64_t group_size = 0;  // devices that one collective joins
  int64_t count = 0;       // instructions
  Count executions;
  // What one device sends, as often as it does, by the least that any algorithm sends. With g
  // devices and R bytes of result: all-gather and all-to-all R (g-1)/g, all-reduce 2 R (g-1)/g,
  // reduce-scatter R (g-1), permute and broadcast R.
  Count wire_bytes;
  bool operator==(const WireUse&) const = default;
};

// Totals are unknown, never too small, where something runs an unknown number of times or cannot be
// counted; `unknown` says what that is.
struct ProgramCost {
  Count matmul_flops;         // a multiply-add counts 2
  Count memory_bytes;         // read from and written to main memory (MemoryBytes)
  Count exponentials;         // elements of exp, log, tanh and the like
  Count wire_bytes;           // sum of `wire`
  Count estimated_cycles;     // what a TPU compiler notes; unknown where it notes none
  std::vector<Work> work;     // instructions that move something; those without products as one
  std::vector<WireUse> wire;  // by kind and axes
  std::vector<std::string> unknown;  // "loop %while.3 has no trip count"
  bool operator==(const ProgramCost&) const = default;
};

// Walks the program from its entry, through loops, calls and asynchronous computations, each as
// often as it runs. `mesh` names the axes of collectives; without one their names stay empty.
// Errors: damaged shapes or replica groups.
Result<ProgramCost> CountCost(const HloModule& module, const std::optional<Mesh>& mesh);

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_COST_H_
