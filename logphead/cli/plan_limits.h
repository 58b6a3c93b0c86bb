// SPDX-License-Identifier: Apache-2.0
// Flags that bound what a plan takes, and its memory of past compiles.
#ifndef LOGPHEAD_CLI_PLAN_LIMITS_H_
#define LOGPHEAD_CLI_PLAN_LIMITS_H_

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <string>

#include "logphead/plan/planner.h"
#include "logphead/plan/recall.h"

namespace logphead::cli {

// As typed; empty: not given.
struct PlanLimits {
  std::string timeout;         // seconds for one compile
  std::string compile_memory;  // GiB for one compile
  std::string jobs;
  std::string minutes;  // for all compiles
  std::string plans;    // the store's file, or "none"
};

void AddPlanLimits(CLI::App& app, PlanLimits* limits);

// Options with the limits and this binary. Errors: numbers out of range, naming the flag.
Result<PlanOptions> OptionsFrom(const PlanLimits& limits);

// The past compiles to use; null when the user wants none or they cannot be opened, which `note`
// hears, as it does later troubles.
std::unique_ptr<PastCompiles> OpenPastCompiles(const PlanLimits& limits,
                                               const PastCompiles::Note& note);

}  // namespace logphead::cli

#endif  // LOGPHEAD_CLI_PLAN_LIMITS_H_
