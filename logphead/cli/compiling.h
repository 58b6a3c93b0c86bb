// SPDX-License-Identifier: Apache-2.0
// Compiling: what the verbs that compile cases share: limits, past compiles, progress, interrupts.
#ifndef LOGPHEAD_CLI_COMPILING_H_
#define LOGPHEAD_CLI_COMPILING_H_

#include <functional>
#include <memory>
#include <vector>

#include "logphead/cli/plan_limits.h"
#include "logphead/plan/planner.h"

namespace logphead::cli {

// A line of progress on stderr, kept off when that is no terminal.
class ProgressLine {
 public:
  ProgressLine();
  void Show(const PoolProgress& progress);
  void Clear();

 private:
  bool on_;
  bool shown_ = false;
};

// Options as the flags say, the store of past compiles opened; its troubles are notes on stderr.
class Compiling {
 public:
  static Result<std::unique_ptr<Compiling>> Create(const PlanLimits& limits);

  PlanOptions& options() { return options_; }
  PastCompiles* past() { return past_.get(); }
  PlanStore* store() { return past_ ? &past_->store() : nullptr; }

  // RunPlan, with progress. CANCELLED when Ctrl-C or SIGTERM came: children have been ended, and
  // all finished rows handed over.
  Status Run(const std::vector<PlanCase>& cases,
             const std::function<Status(const PlanRow&)>& on_row);
  // The rows of all cases. Errors: those of Run, and with `all_compile` a case that does not.
  Result<std::vector<PlanRow>> RowsOf(const std::vector<PlanCase>& cases, bool all_compile);

 private:
  Compiling() = default;

  PlanOptions options_;
  ProgressLine progress_;
  std::unique_ptr<PastCompiles> past_;
};

// The exit status of an error of Run: that of an interrupt as shells have it.
int StatusOfRun(const Error& error);

}  // namespace logphead::cli

#endif  // LOGPHEAD_CLI_COMPILING_H_
