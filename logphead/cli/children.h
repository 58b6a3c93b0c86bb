// SPDX-License-Identifier: Apache-2.0
// What verbs learn through short-lived children of this binary.
#ifndef LOGPHEAD_CLI_CHILDREN_H_
#define LOGPHEAD_CLI_CHILDREN_H_

#include <filesystem>
#include <string>
#include <vector>

#include "logphead/plan/child.h"
#include "logphead/plan/planner.h"
#include "logphead/plan/recall.h"

namespace logphead::cli {

// The running binary, for a child to become: also when its file has been replaced meanwhile.
std::filesystem::path SelfPath();

// Why a child failed: its last words, or else how it ended.
std::string WhyEnded(const ChildResult& child);

// Checks that each case's mesh (1 device without one) has as many devices as its topology; asks
// each compiler once, or not at all where past compiles, if not null, know. Errors:
// INVALID_ARGUMENT with both numbers, or with what the compiler says of the topology;
// FAILED_PRECONDITION for a compiler that does not work.
Status CheckDeviceCounts(const std::vector<PlanCase>& cases, PastCompiles* past = nullptr);

// The same where cases are of several meshes or topologies: those that do not match are left out,
// with a note for each pair, as long as a case stays.
Status KeepMatching(std::vector<PlanCase>* cases, PastCompiles* past,
                    std::vector<std::string>* notes);

}  // namespace logphead::cli

#endif  // LOGPHEAD_CLI_CHILDREN_H_
