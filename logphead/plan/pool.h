// SPDX-License-Identifier: Apache-2.0
// RunPool: many children, a few at once, their results handed over in order.
#ifndef LOGPHEAD_PLAN_POOL_H_
#define LOGPHEAD_PLAN_POOL_H_

#include <cstddef>
#include <functional>
#include <optional>

#include "logphead/base/result.h"
#include "logphead/plan/child.h"

namespace logphead {

// Where the work stands; sent after each finished job.
struct PoolProgress {
  size_t finished = 0;
  size_t total = 0;
  double elapsed_seconds = 0;
  double eta_seconds = 0;  // for the rest, if the other jobs take as long as those finished
};

struct PoolOptions {
  size_t parallel = 0;  // children at once; 0: as many as this process has cores
  std::function<void(const PoolProgress&)> progress;
};

// The command of job i, asked for when the job is about to start; an error becomes its result.
using JobCommand = std::function<Result<ChildCommand>(size_t job)>;

// Takes the result of a job: how the child ended, or why it could not be started. Called exactly
// once per job and in the order of jobs: job i as soon as it and all jobs before it are finished.
using JobDone = std::function<Status(size_t job, Result<ChildResult> result)>;

// Runs jobs 0 to count-1. Single-threaded: every callback runs in the caller's thread, between
// looks at the children. An error from `done` stops the pool, kills what runs, and is returned.
Status RunPool(size_t count, const JobCommand& command, const JobDone& done,
               const PoolOptions& options = {});

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_POOL_H_
