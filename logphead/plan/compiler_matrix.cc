// SPDX-License-Identifier: Apache-2.0
// CompilerMatrix: rows regrouped.
#include "logphead/plan/compiler_matrix.h"

#include <fmt/format.h>

#include <algorithm>

#include "logphead/plan/case_names.h"

namespace logphead {
namespace {

std::string CellText(const PlanRow& row) {
  if (row.verdict == Verdict::kCompiles) return HumanBytes(row.temp_bytes);
  std::string text(VerdictName(row.verdict));
  if (row.offending_shape) text += " " + *row.offending_shape;
  return text;
}

template <typename T>
size_t IndexOf(std::vector<T>* values, const T& value) {
  const auto found = std::find(values->begin(), values->end(), value);
  if (found != values->end()) return static_cast<size_t>(found - values->begin());
  values->push_back(value);
  return values->size() - 1;
}

}  // namespace

std::string CompilerMatrix(const std::vector<PlanRow>& rows) {
  std::vector<std::string> compilers;
  std::vector<std::string> cases;
  std::vector<std::vector<const PlanRow*>> cells;
  for (const PlanRow& row : rows) {
    const std::string name = CaseName(row.plan_case) + " on " + row.plan_case.topology +
                             (row.plan_case.config.mesh ? ", " + LayoutName(row.plan_case) : "");
    const size_t line = IndexOf(&cases, name);
    const size_t column = IndexOf(&compilers, row.plan_case.compiler);
    cells.resize(cases.size());
    cells[line].resize(std::max(cells[line].size(), column + 1));
    cells[line][column] = &row;
  }
  if (compilers.size() < 2) return "";
  size_t width = 4;
  for (const std::string& name : cases) width = std::max(width, name.size());
  std::vector<size_t> widths;
  for (const std::string& compiler : compilers)
    widths.push_back(std::max<size_t>(compiler.size(), 30));
  std::string text = fmt::format("{:<{}}", "case", width);
  for (size_t i = 0; i < compilers.size(); ++i) {
    text += fmt::format("  {:<{}}", compilers[i], i + 1 == compilers.size() ? 0 : widths[i]);
  }
  text += "\n";
  for (size_t line = 0; line < cases.size(); ++line) {
    text += fmt::format("{:<{}}", cases[line], width);
    const PlanRow* before = nullptr;
    for (size_t i = 0; i < compilers.size(); ++i) {
      const PlanRow* row = i < cells[line].size() ? cells[line][i] : nullptr;
      std::string cell = row == nullptr ? "-" : CellText(*row);
      if (row != nullptr && before != nullptr && before->verdict != row->verdict) cell += " <";
      if (row != nullptr) before = row;
      text += fmt::format("  {:<{}}", cell, widths[i]);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += "\n";
  }
  return text;
}

}  // namespace logphead
