// SPDX-License-Identifier: Apache-2.0
// Builder: calls of handlers that are registered with an engine.
#include <fmt/format.h>

#include <set>
#include <utility>

#include "logphead/hlo/builder.h"

namespace logphead::hlo {
namespace {

// Quotes and backslashes would have to be escaped in the text, as would what cannot be printed.
bool IsPlain(const std::string& text) {
  for (const char c : text) {
    if (c < ' ' || c > '~' || c == '"' || c == '\\') return false;
  }
  return true;
}

// What is wrong with the configuration; empty when nothing is.
std::string ConfigProblem(const CustomCallAttr& call) {
  std::set<std::string> names;
  for (const ConfigEntry& entry : call.config) {
    if (!IsIdentifier(entry.name)) {
      return fmt::format("entry '{}' of the configuration {}", entry.name, kNoIdentifier);
    }
    if (!names.insert(entry.name).second) {
      return fmt::format("entry '{}' of the configuration is given twice", entry.name);
    }
    const auto* text = std::get_if<std::string>(&entry.value);
    if (text != nullptr && !IsPlain(*text)) {
      return fmt::format("entry '{}' of the configuration is not plain ASCII without quotes",
                         entry.name);
    }
  }
  return "";
}

std::string AliasProblem(const CustomCallAttr& call, const std::vector<TensorType>& operands,
                         const std::vector<TensorType>& results) {
  std::set<int64_t> taken_results;
  std::set<int64_t> taken_operands;
  for (const auto& [result, operand] : call.aliases) {
    if (result < 0 || result >= static_cast<int64_t>(results.size()) || operand < 0 ||
        operand >= static_cast<int64_t>(operands.size())) {
      return fmt::format("result {} cannot be in the place of operand {} (there are {} and {})",
                         result, operand, results.size(), operands.size());
    }
    const TensorType& to = results[static_cast<size_t>(result)];
    const TensorType& from = operands[static_cast<size_t>(operand)];
    if (to != from) {
      return fmt::format("a result of {} cannot be in the place of {}", to.ToString(),
                         from.ToString());
    }
    if (!taken_results.insert(result).second || !taken_operands.insert(operand).second) {
      return fmt::format("result {} or operand {} is in two aliases", result, operand);
    }
  }
  return "";
}

}  // namespace

Builder::Values Builder::CustomCall(CustomCallAttr call, const Values& operands,
                                    const std::vector<TensorType>& results, Place where) {
  std::string problem;
  if (!IsIdentifier(call.target)) {
    problem = fmt::format("its name {}", kNoIdentifier);
  } else if (results.empty()) {
    problem = "it has no result";
  } else {
    problem = ConfigProblem(call);
  }
  if (Visible(operands, where) && problem.empty()) {
    problem = AliasProblem(call, TypesOf(operands), results);
  }
  if (!problem.empty()) {
    Fail(InvalidArgument(fmt::format("custom call '{}': {}", call.target, problem), where));
  }
  Op op;
  op.kind = OpKind::kCustomCall;
  for (const Value operand : operands) op.operands.push_back(operand.id);
  op.attributes = std::move(call);
  return AppendOp(std::move(op), results);
}

}  // namespace logphead::hlo
