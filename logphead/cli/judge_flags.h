// SPDX-License-Identifier: Apache-2.0
// Flags of what compiled programs are judged by: devices, what is resident, calibration.
#ifndef LOGPHEAD_CLI_JUDGE_FLAGS_H_
#define LOGPHEAD_CLI_JUDGE_FLAGS_H_

#include <CLI/CLI.hpp>
#include <string>

#include "logphead/plan/judge.h"
#include "logphead/plan/plan_store.h"

namespace logphead::cli {

// As typed; empty: not given.
struct JudgeFlags {
  std::string resident;
  std::string device_table;
};

void AddJudgeFlags(CLI::App& app, JudgeFlags* flags);

// The judge, with every calibration of a device of its table that is in the store, if there is one
// (what cannot be read there is left out). Errors: numbers and tables that do not read.
Result<Judge> ResolveJudge(const JudgeFlags& flags, PlanStore* store);

}  // namespace logphead::cli

#endif  // LOGPHEAD_CLI_JUDGE_FLAGS_H_
