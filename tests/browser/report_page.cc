// SPDX-License-Identifier: Apache-2.0
// report_page INPUT.json OUTPUT.html: the page of a plan's JSON document, for the browser tests.
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

#include "logphead/base/files.h"
#include "logphead/plan/html_report.h"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: report_page INPUT.json OUTPUT.html\n");
    return 2;
  }
  const logphead::Result<std::string> text = logphead::ReadFile(argv[1]);
  if (!text) {
    std::fprintf(stderr, "report_page: %s\n", text.error().message().c_str());
    return 1;
  }
  const auto plan = nlohmann::ordered_json::parse(*text, nullptr, /*allow_exceptions=*/false);
  if (plan.is_discarded()) {
    std::fprintf(stderr, "report_page: %s is not JSON\n", argv[1]);
    return 1;
  }
  std::ofstream file(argv[2], std::ios::binary);
  file << logphead::HtmlReport(plan);
  file.close();
  return file ? 0 : 1;
}
