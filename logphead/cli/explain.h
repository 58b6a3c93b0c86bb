// SPDX-License-Identifier: Apache-2.0
// Explain: the cost model held against measurements of a published bench cell.
#ifndef LOGPHEAD_CLI_EXPLAIN_H_
#define LOGPHEAD_CLI_EXPLAIN_H_

#include "logphead/cli/case_flags.h"
#include "logphead/cli/compiling.h"
#include "logphead/cli/judge_flags.h"

namespace logphead::cli {

// Compiles the chunked head at chunk 1024 and 4096 and the local head of the preset bench-cp4, fits
// one number, what a device sends per second, to the published seconds of the two chunks, and
// predicts the two published changes of a step from it. Prints all numbers; 0 when both predictions
// are within 10 %, else 1. Errors: another preset, which nothing has been published of.
int Explain(const CaseFlags& cases, const JudgeFlags& judge, const PlanLimits& limits);

}  // namespace logphead::cli

#endif  // LOGPHEAD_CLI_EXPLAIN_H_
