// SPDX-License-Identifier: Apache-2.0
// remember_plans FILE: remembers compiles as plan does, without compiling: one JSON object a line
// on stdin (program, options, plugin, description, report, seconds), its key a line on stdout.
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "logphead/plan/plan_store.h"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  auto opened = logphead::PlanStore::Open(argv[1]);
  if (!opened.ok()) {
    std::cerr << opened.error().message() << "\n";
    return 1;
  }
  for (const std::string& note : opened->notes) std::cerr << "note: " << note << "\n";
  std::string line;
  while (std::getline(std::cin, line)) {
    const auto row = nlohmann::json::parse(line);
    const logphead::PlanKey key{row["program"], row["options"], row["plugin"]};
    const auto status = opened->store.Remember(key, row["description"].dump(), row["report"].dump(),
                                               row["seconds"]);
    if (!status.ok()) {
      std::cerr << status.error().message() << "\n";
      return 1;
    }
    std::cout << key.Text() << std::endl;
  }
  return 0;
}
