// SPDX-License-Identifier: Apache-2.0
// ProgramCost as JSON: each member by its name.
#include "logphead/plan/cost_json.h"

namespace logphead {
namespace {

using Json = nlohmann::json;

bool NumberFromJson(const Json& object, const char* name, int64_t* number) {
  const auto it = object.find(name);
  if (it == object.end() || !it->is_number_integer()) return false;
  *number = it->get<int64_t>();
  return true;
}

bool TextFromJson(const Json& object, const char* name, std::string* text) {
  const auto it = object.find(name);
  if (it == object.end() || !it->is_string()) return false;
  *text = it->get<std::string>();
  return true;
}

bool UseFromJson(const Json& json, WireUse* use) {
  return json.is_object() && TextFromJson(json, "kind", &use->kind) &&
         TextFromJson(json, "axes", &use->axes) &&
         NumberFromJson(json, "group_size", &use->group_size) &&
         NumberFromJson(json, "count", &use->count) &&
         CountFromJson(json, "executions", &use->executions) &&
         CountFromJson(json, "wire_bytes", &use->wire_bytes);
}

bool WorkFromJson(const Json& json, Work* work) {
  if (!json.is_array() || json.size() != 3) return false;
  for (const Json& number : json) {
    if (!number.is_number_integer()) return false;
  }
  *work = {json[0].get<int64_t>(), json[1].get<int64_t>(), json[2].get<int64_t>()};
  return true;
}

}  // namespace

Json CountToJson(Count count) { return count ? Json(*count) : Json(nullptr); }

bool CountFromJson(const Json& object, const char* name, Count* count) {
  const auto it = object.find(name);
  if (it == object.end() || !(it->is_number_integer() || it->is_null())) return false;
  *count = it->is_null() ? Count() : Count(it->get<int64_t>());
  return true;
}

nlohmann::ordered_json WireToJson(const std::vector<WireUse>& wire) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const WireUse& use : wire) {
    json.push_back({{"kind", use.kind},
                    {"axes", use.axes},
                    {"group_size", use.group_size},
                    {"count", use.count},
                    {"executions", CountToJson(use.executions)},
                    {"wire_bytes", CountToJson(use.wire_bytes)}});
  }
  return json;
}

nlohmann::ordered_json CollectivesToJson(const CollectiveCensus& collectives) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const auto& [kind, count] : collectives) {
    json[kind] = {{"count", count.count},
                  {"bytes", count.bytes},
                  {"executions", CountToJson(count.executions)},
                  {"executed_bytes", CountToJson(count.executed_bytes)}};
  }
  return json;
}

Json CostToJson(const ProgramCost& cost) {
  Json work = Json::array();
  for (const Work& each : cost.work) work.push_back({each.flops, each.bytes, each.runs});
  return {{"matmul_flops", CountToJson(cost.matmul_flops)},
          {"memory_bytes", CountToJson(cost.memory_bytes)},
          {"exponentials", CountToJson(cost.exponentials)},
          {"wire_bytes", CountToJson(cost.wire_bytes)},
          {"estimated_cycles", CountToJson(cost.estimated_cycles)},
          {"work", work},
          {"wire", WireToJson(cost.wire)},
          {"unknown", cost.unknown}};
}

bool CostFromJson(const Json& json, ProgramCost* cost) {
  *cost = {};
  const bool counts = json.is_object() &&
                      CountFromJson(json, "matmul_flops", &cost->matmul_flops) &&
                      CountFromJson(json, "memory_bytes", &cost->memory_bytes) &&
                      CountFromJson(json, "exponentials", &cost->exponentials) &&
                      CountFromJson(json, "wire_bytes", &cost->wire_bytes) &&
                      CountFromJson(json, "estimated_cycles", &cost->estimated_cycles);
  if (!counts) return false;
  for (const char* name : {"work", "wire", "unknown"}) {
    if (!json.contains(name) || !json[name].is_array()) return false;
  }
  for (const Json& work : json["work"]) {
    if (!WorkFromJson(work, &cost->work.emplace_back())) return false;
  }
  for (const Json& use : json["wire"]) {
    if (!UseFromJson(use, &cost->wire.emplace_back())) return false;
  }
  for (const Json& reason : json["unknown"]) {
    if (!reason.is_string()) return false;
    cost->unknown.push_back(reason.get<std::string>());
  }
  return true;
}

}  // namespace logphead
