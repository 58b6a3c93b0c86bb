// SPDX-License-Identifier: Apache-2.0
// ProgramCost as JSON, as it travels from a compile's process to the planner and is remembered.
#ifndef LOGPHEAD_PLAN_COST_JSON_H_
#define LOGPHEAD_PLAN_COST_JSON_H_

#include <nlohmann/json.hpp>

#include <vector>

#include "logphead/plan/census.h"
#include "logphead/plan/cost.h"

namespace logphead {

// A count, or null where it is not known.
nlohmann::json CountToJson(Count count);
// False where the member is missing, or neither null nor a whole number.
bool CountFromJson(const nlohmann::json& object, const char* name, Count* count);

// An object per use, and a member per kind, keys in the order of the report's.
nlohmann::ordered_json WireToJson(const std::vector<WireUse>& wire);
nlohmann::ordered_json CollectivesToJson(const CollectiveCensus& collectives);

nlohmann::json CostToJson(const ProgramCost& cost);
// False for anything that CostToJson does not write.
bool CostFromJson(const nlohmann::json& json, ProgramCost* cost);

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_COST_JSON_H_
