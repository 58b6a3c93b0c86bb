// SPDX-License-Identifier: Apache-2.0
// Promise: how good a case will be, guessed before it is compiled.
#ifndef LOGPHEAD_PLAN_PROMISE_H_
#define LOGPHEAD_PLAN_PROMISE_H_

#include <vector>

#include "logphead/plan/judge.h"

namespace logphead {

// Seconds of a case from its shapes alone: operations of its matrix products (two in the forward,
// two more in the backward, three in one pass) and the bytes that its kernel and its tokens send:
// for the chunked head, the kernel in every chunk; for the others, once a pass. Only for an order:
// Prediction has what the compiled program does.
double GuessSeconds(const PlanCase& plan_case, const DeviceSpec& device);

// The cases from the most promising on, equal ones in their order; of kinds of devices that the
// judge does not know, last.
std::vector<PlanCase> MostPromisingFirst(const std::vector<PlanCase>& cases, const Judge& judge);

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_PROMISE_H_
