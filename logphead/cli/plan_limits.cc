// SPDX-License-Identifier: Apache-2.0
// Limits of a plan: flags to options.
#include "logphead/cli/plan_limits.h"

#include <fmt/format.h>

#include <utility>

#include "logphead/cli/arguments.h"
#include "logphead/cli/children.h"
#include "logphead/cli/values.h"

namespace logphead::cli {
namespace {

// A limit beyond this is more likely a slip of the flag.
constexpr double kMost = 1e6;

}  // namespace

void AddPlanLimits(CLI::App& app, PlanLimits* limits) {
  constexpr const char* kGroup = "Limits";
  AddText(app, kGroup, "--timeout SECONDS", &limits->timeout,
          "that one compile may take (default 1200)");
  AddText(app, kGroup, "--compile-memory GIB", &limits->compile_memory,
          "of memory that one compile may take; more ends it");
  AddText(app, kGroup, "--jobs N", &limits->jobs,
          "compiles at once (default: the cores, fewer when memory is short)");
  AddText(app, kGroup, "--for MINUTES", &limits->minutes,
          "for all compiles; cases that are not done by then are pruned");
  AddText(app, kGroup, "--plans FILE", &limits->plans,
          "of past compiles, or none (default: as logphead plans --help says)");
}

Result<PlanOptions> OptionsFrom(const PlanLimits& limits) {
  PlanOptions options;
  options.self = SelfPath();
  if (!limits.timeout.empty()) {
    LOGPHEAD_ASSIGN_OR_RETURN(const double seconds,
                              ParseQuantity("--timeout", limits.timeout, 0.001, kMost, "seconds"));
    options.time_limit = std::chrono::milliseconds(static_cast<int64_t>(seconds * 1000));
  }
  if (!limits.compile_memory.empty()) {
    LOGPHEAD_ASSIGN_OR_RETURN(
        const double gibibytes,
        ParseQuantity("--compile-memory", limits.compile_memory, 0.01, kMost, "GiB"));
    options.pool.memory_limit_bytes = static_cast<uint64_t>(gibibytes * (1 << 30));
  }
  if (!limits.jobs.empty()) {
    LOGPHEAD_ASSIGN_OR_RETURN(const int64_t jobs, ParseCount("--jobs", limits.jobs));
    options.pool.parallel = static_cast<size_t>(jobs);
  }
  if (!limits.minutes.empty()) {
    LOGPHEAD_ASSIGN_OR_RETURN(const double minutes,
                              ParseQuantity("--for", limits.minutes, 0.0001, kMost, "minutes"));
    options.pool.budget = std::chrono::milliseconds(static_cast<int64_t>(minutes * 60'000));
  }
  return options;
}

std::unique_ptr<PastCompiles> OpenPastCompiles(const PlanLimits& limits,
                                               const PastCompiles::Note& note) {
  const auto without = [&](const Error& error) {
    note("compiles are not remembered: " + error.message());
    return nullptr;
  };
  const auto path = PlansPath(limits.plans);
  if (!path.ok()) return without(path.error());
  if (!path->has_value()) return nullptr;
  Result<OpenedPlanStore> opened = PlanStore::Open(**path);
  if (!opened.ok()) return without(opened.error());
  for (const std::string& text : opened->notes) note(text);
  return std::make_unique<PastCompiles>(std::move(opened->store), note);
}

}  // namespace logphead::cli
