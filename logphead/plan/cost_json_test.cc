// SPDX-License-Identifier: Apache-2.0
// ProgramCost as JSON: there and back, and what is refused.
#include "logphead/plan/cost_json.h"

#include <gtest/gtest.h>

namespace logphead {
namespace {

using Json = nlohmann::json;

ProgramCost Example() {
  ProgramCost cost;
  cost.matmul_flops = 5'332'737'720'320'000;
  cost.memory_bytes = 0;
  cost.wire_bytes = INT64_MAX;
  cost.estimated_cycles = 7;
  cost.work = {{0, 10, 1}, {20, 30, 64}};
  cost.wire = {{"all-gather", "fsdp", 32, 3, 48, 11},
               {"all-reduce", "", 0, 1, std::nullopt, std::nullopt}};
  cost.unknown = {"loop %w has no trip count", "2 more"};
  return cost;
}

TEST(CostJson, ReadsBack) {
  for (const ProgramCost& cost : {Example(), ProgramCost{}}) {
    ProgramCost back = Example();
    // As text, as it travels.
    ASSERT_TRUE(CostFromJson(Json::parse(CostToJson(cost).dump()), &back));
    EXPECT_EQ(back, cost);
  }
  EXPECT_TRUE(CostToJson(Example())["exponentials"].is_null()) << "unknown is no number";
}

TEST(CostJson, EachMemberIsNeededAndTyped) {
  const Json good = CostToJson(Example());
  ProgramCost cost;
  for (const auto& [name, value] : good.items()) {
    Json missing = good;
    missing.erase(name);
    EXPECT_FALSE(CostFromJson(missing, &cost)) << name;
    for (const Json& other :
         {Json("text"), Json(1.5), Json::object(), Json({1}), Json(true), Json({"a", 1})}) {
      Json wrong = good;
      wrong[name] = other;
      EXPECT_FALSE(CostFromJson(wrong, &cost)) << wrong.dump();
    }
  }
  for (const Json& other : {Json(), Json::array(), Json("text"), Json(1)}) {
    EXPECT_FALSE(CostFromJson(other, &cost)) << other.dump();
  }
}

TEST(CostJson, PartsAreTypedToo) {
  const Json good = CostToJson(Example());
  ProgramCost cost;
  for (const Json& work : {Json(1), Json({1, 2}), Json({1, 2, 3, 4}), Json({1, 2, 3.5}),
                           Json({1, "2", 3}), Json({1, nullptr, 3})}) {
    Json wrong = good;
    wrong["work"][1] = work;
    EXPECT_FALSE(CostFromJson(wrong, &cost)) << work.dump();
  }
  for (const auto& [name, value] : good["wire"][0].items()) {
    Json wrong = good;
    wrong["wire"][0].erase(name);
    EXPECT_FALSE(CostFromJson(wrong, &cost)) << name;
    wrong["wire"][0][name] = Json::array();
    EXPECT_FALSE(CostFromJson(wrong, &cost)) << name;
  }
  for (const char* name : {"kind", "axes", "group_size", "count"}) {
    Json wrong = good;
    wrong["wire"][0][name] = nullptr;
    EXPECT_FALSE(CostFromJson(wrong, &cost)) << name;
  }
  Json wrong = good;
  wrong["wire"][0] = 3;
  EXPECT_FALSE(CostFromJson(wrong, &cost));
}

}  // namespace
}  // namespace logphead
