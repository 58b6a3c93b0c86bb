// SPDX-License-Identifier: Apache-2.0
// Executions: the call graph walked from callers to callees.
#include "logphead/plan/executions.h"

#include "logphead/plan/hlo.pb.h"
#include "logphead/plan/shape.h"
#include "logphead/plan/trip_count.h"

namespace logphead {
namespace {

// Runs of each callee in one run of the instruction.
Count Multiplier(const HloModule& module, uint32_t computation, uint32_t at, size_t callee) {
  const HloInstruction& instruction = module.computations()[computation].instructions[at];
  const std::string& opcode = instruction.proto->opcode();
  if (opcode == "fusion" || opcode == "call" || opcode == "async-start") return 1;
  // The other halves of an asynchronous call name the computation again.
  if (opcode == "async-update" || opcode == "async-done") return 0;
  if (opcode == "custom-call" &&
      JustCalls(module, module.computations()[computation], instruction)) {
    return 1;
  }
  if (opcode != "while") return std::nullopt;
  const Count trips = TripCount(module, computation, at);
  return callee == kWhileBody ? trips : Plus(trips, 1);
}

}  // namespace

bool JustCalls(const HloModule& module, const HloComputation& caller,
               const HloInstruction& instruction) {
  if (instruction.callees.size() != 1) return false;
  const HloComputation& callee = module.computations()[instruction.callees[0]];
  const hlo_proto::Instruction& result = *callee.instructions[callee.root].proto;
  if (ShapeToString(result.shape()) != ShapeToString(instruction.proto->shape())) return false;
  size_t parameters = 0;
  for (const HloInstruction& inside : callee.instructions) {
    if (inside.proto->opcode() != "parameter") continue;
    const auto number = static_cast<uint64_t>(inside.proto->parameter_number());
    if (number >= instruction.operands.size()) return false;
    const HloInstruction& operand = caller.instructions[instruction.operands[number]];
    if (ShapeToString(operand.proto->shape()) != ShapeToString(inside.proto->shape())) return false;
    ++parameters;
  }
  return parameters == instruction.operands.size();
}

Count Plus(Count a, Count b) {
  int64_t sum = 0;
  if (!a || !b || __builtin_add_overflow(*a, *b, &sum)) return std::nullopt;
  return sum;
}

Count Times(Count a, Count b) {
  int64_t product = 0;
  if (!a || !b || __builtin_mul_overflow(*a, *b, &product)) return std::nullopt;
  return product;
}

std::vector<Count> CountExecutions(const HloModule& module) {
  std::vector<Count> runs(module.computations().size(), 0);
  runs[module.entry()] = 1;
  for (const uint32_t caller : module.call_order()) {
    const HloComputation& computation = module.computations()[caller];
    for (uint32_t at = 0; at < computation.instructions.size(); ++at) {
      const std::vector<uint32_t>& callees = computation.instructions[at].callees;
      for (size_t i = 0; i < callees.size(); ++i) {
        const Count more = Times(runs[caller], Multiplier(module, caller, at, i));
        runs[callees[i]] = Plus(runs[callees[i]], more);
      }
    }
  }
  return runs;
}

}  // namespace logphead
