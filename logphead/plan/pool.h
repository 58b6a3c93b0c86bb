// SPDX-License-Identifier: Apache-2.0
// RunPool: many children, as many at once as cores and memory allow, their results handed over in
// order.
#ifndef LOGPHEAD_PLAN_POOL_H_
#define LOGPHEAD_PLAN_POOL_H_

#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "logphead/base/result.h"
#include "logphead/plan/child.h"
#include "logphead/plan/memory.h"

namespace logphead {

// How a job came to its end.
enum class JobEnd {
  kRan,     // its child ended, or could not be started
  kKnown,   // it needed no child
  kPruned,  // the pool's time ran out before the job's child was started, or while it ran
};

struct JobResult {
  JobEnd end = JobEnd::kRan;
  // Of kRan: how the child ended, or why there is none. Of kPruned: what ran until then, with 0
  // seconds where nothing did. Else empty.
  Result<ChildResult> child = ChildResult{};
};

// Where the work stands; sent after each finished job.
struct PoolProgress {
  size_t finished = 0;
  size_t total = 0;
  double elapsed_seconds = 0;
  double eta_seconds = 0;  // for the rest, if the other jobs take as long as those that ran
};

struct PoolOptions {
  size_t parallel = 0;  // children at once; 0: as many as this process has cores
  std::function<void(const PoolProgress&)> progress;

  // Whether a job needs no child: asked for every job before any is started, and for each again
  // when it is about to start. If not set, all need one.
  std::function<bool(size_t job)> known;
  // Called once per job at its end, whatever the order; before `done` of the job.
  std::function<void(size_t job, const JobResult& result)> finished;

  // No job starts later than this after the begin, and what still runs then is killed.
  std::optional<std::chrono::milliseconds> budget;
  // Looked at between jobs and every 20 ms: once it is not 0, the pool kills what runs and stops.
  const volatile std::sig_atomic_t* stop = nullptr;

  // What one child takes at most, where its command says so. A further child is only started when
  // there is room for it and for what those that run will still take; the first one always is. A
  // child is taken to need the most that any has had so far, or 2 GiB before one has ended, and
  // never more than this.
  std::optional<uint64_t> memory_limit_bytes;
  // If nothing, memory holds no child back.
  std::function<std::optional<uint64_t>()> available_memory = [] { return AvailableMemory(); };
};

// The command of job i, asked for when the job is about to start; an error becomes its result.
using JobCommand = std::function<Result<ChildCommand>(size_t job)>;

// Takes the result of a job. Called exactly once per job and in the order of jobs: job i as soon as
// it and all jobs before it are finished.
using JobDone = std::function<Status(size_t job, JobResult result)>;

// Runs jobs 0 to count-1, started in this order. Single-threaded: every callback runs in the
// caller's thread, between looks at the children. Errors: one from `done` stops the pool, kills
// what runs, and is returned. CANCELLED, "interrupted", when stopped: what runs is killed, what has
// finished is handed over first, in order but with gaps, and children that failed while the stop
// arrived count as killed by it, since an interrupt from the keyboard reaches them too.
Status RunPool(size_t count, const JobCommand& command, const JobDone& done,
               const PoolOptions& options = {});

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_POOL_H_
