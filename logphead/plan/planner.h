// SPDX-License-Identifier: Apache-2.0
// Planner: cases compiled in children, several at once, each becoming a row.
#ifndef LOGPHEAD_PLAN_PLANNER_H_
#define LOGPHEAD_PLAN_PLANNER_H_

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "logphead/head/config.h"
#include "logphead/head/program.h"
#include "logphead/plan/census.h"
#include "logphead/plan/cost.h"
#include "logphead/plan/pool.h"
#include "logphead/plan/prediction.h"
#include "logphead/plan/recall.h"

namespace logphead {

// One program and what compiles it.
struct PlanCase {
  HeadConfig config;  // config.replicate is set
  ProgramKind program = ProgramKind::kLossAndGrad;
  std::string topology;
  std::string compiler;  // as shown: "libtpu==0.0.51" or a path
  std::filesystem::path plugin;
};

enum class Verdict {
  kCompiles,
  kFails,  // refused by the compiler
  kCrashed,
  kTimeout,
  kOutOfMemory,  // the compile itself took more memory than it may
  kPruned,       // not compiled: the plan's time ran out
};

// "compiles", "fails", "crashed", "timeout", "memory", "pruned".
std::string_view VerdictName(Verdict verdict);

struct PlanRow {
  PlanCase plan_case;
  Verdict verdict = Verdict::kFails;
  std::string message;  // one line; empty when it compiles
  std::optional<std::string> offending_shape;
  // Per device; only when it compiles.
  int64_t temp_bytes = 0;
  int64_t argument_bytes = 0;
  int64_t output_bytes = 0;
  int64_t code_bytes = 0;
  int64_t alias_bytes = 0;  // of outputs that lie where arguments were
  CollectiveCensus collectives;
  ProgramCost cost;
  double compile_seconds = 0;
  // Not compiled for this row: known from PlanOptions::past, or from an equal case before it, whose
  // compile_seconds these are.
  bool recalled = false;
  // What a Judge makes of it; nothing where that cannot be told.
  std::optional<Prediction> prediction;
  std::optional<bool> fits;

  // Bytes that the program takes of a device while it runs.
  int64_t peak_bytes() const {
    return temp_bytes + argument_bytes + output_bytes + code_bytes - alias_bytes;
  }
};

struct PlanOptions {
  std::filesystem::path self;  // this product's binary
  std::chrono::milliseconds time_limit = std::chrono::minutes(20);
  // Where to save the optimised program of case i; an empty path or no function: not saved.
  std::function<std::filesystem::path(size_t)> save_path;
  // What is found there is not compiled again, unless its program is to be saved; what compiles or
  // is refused is kept there at once, before its row is handed over. May be null.
  PastCompiles* past = nullptr;
  // Its budget prunes cases that come late; its memory_limit_bytes ends compiles that take more.
  // `known` and `finished` are not used.
  PoolOptions pool;
};

// The name of a case's saved program, another for each case of one plan:
// "chunked-loss_and_grad-c1024-auto-tpu7x-4x4x8-libtpu-0.0.51.hlo.pb",
// "vocab-context-expert-fused-grpo-c512-keep-tpu7x-4x4x8-libtpu-0.0.51.hlo.pb".
std::string ProgramFileName(const PlanCase& plan_case);

// Compiles every case, started in this order and equal programs once, handing over each row in the
// order of cases as soon as it and those before it are done. However a child ends, it becomes a
// row. Errors: a program that cannot be built (nothing is compiled then), a child that cannot be
// started, and those of `on_row`; CANCELLED when stopped (PoolOptions::stop), after every finished
// row, those behind a gap too, has been handed over.
Status RunPlan(const std::vector<PlanCase>& cases, const PlanOptions& options,
               const std::function<Status(const PlanRow&)>& on_row);

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_PLANNER_H_
