// SPDX-License-Identifier: Apache-2.0
// SpawnChild: the fork and exec behind Child.
#ifndef LOGPHEAD_PLAN_SPAWN_H_
#define LOGPHEAD_PLAN_SPAWN_H_

#include <sys/types.h>

#include "logphead/base/descriptor.h"
#include "logphead/base/result.h"
#include "logphead/plan/child.h"

namespace logphead {

// A started process and the reading ends of its output, which do not block.
struct SpawnedChild {
  pid_t pid = -1;
  Descriptor out;
  Descriptor err;
};

// Starts a process as Child::Start says. The caller must reap it.
Result<SpawnedChild> SpawnChild(const ChildCommand& command);

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_SPAWN_H_
