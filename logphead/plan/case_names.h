// SPDX-License-Identifier: Apache-2.0
// Names of what a case is, as reports write them.
#ifndef LOGPHEAD_PLAN_CASE_NAMES_H_
#define LOGPHEAD_PLAN_CASE_NAMES_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "logphead/plan/planner.h"

namespace logphead {

bool IsChunked(const PlanCase& plan_case);

// "auto"; "-" of heads that have no replicate rule.
std::string_view ReplicateName(const PlanCase& plan_case);
std::string_view VariantName(const PlanCase& plan_case);
// What becomes of the gathered kernel, "keep"; "-" of the chunked head, which leaves it to the
// compiler.
std::string_view KernelName(const PlanCase& plan_case);
// "fused", or "fused (grpo)" with a loss.
std::string ProgramName(const PlanCase& plan_case);
// The mesh as it is typed; empty without one.
std::string MeshName(const PlanCase& plan_case);
// The shardings as they are typed: "rows=fsdp,expert sequence=context kernel=fsdp"; empty without a
// mesh.
std::string ShardName(const PlanCase& plan_case);
// The mesh, and where they are not the default ones its shardings.
std::string LayoutName(const PlanCase& plan_case);
// "local chunk 1024", "chunked chunk 4096 (replicate auto)", "local chunk 512 (regather)".
std::string CaseName(const PlanCase& plan_case);

// Bytes for people: "7.81 GB" (10^9), "12.6 MB", "512 B".
std::string HumanBytes(int64_t bytes);
// Seconds for people: "1.86 s", "12.5 ms", "85 us".
std::string HumanSeconds(double seconds);

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_CASE_NAMES_H_
