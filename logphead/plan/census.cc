// SPDX-License-Identifier: Apache-2.0
// Census: one pass over the computations that the entry reaches.
#include "logphead/plan/census.h"

#include <array>

#include "logphead/plan/field_text.h"
#include "logphead/plan/hlo.pb.h"
#include "logphead/plan/shape.h"

namespace logphead {
namespace {

constexpr std::string_view kStart = "-start";

constexpr std::array<std::string_view, 7> kKinds = {
    "all-gather",         "all-reduce",        "all-to-all",     "collective-broadcast",
    "collective-permute", "ragged-all-to-all", "reduce-scatter",
};

// The part of the instruction's shape that is the collective's result. The starts of all-gathers
// and permutes yield (operands, results, contexts...); the start of an all-reduce its result alone.
Result<const hlo_proto::Shape*> ResultShape(const hlo_proto::Instruction& instruction,
                                            std::string_view kind) {
  const hlo_proto::Shape& shape = instruction.shape();
  const bool with_operands = instruction.opcode().size() > kind.size() && kind != "all-reduce";
  if (!with_operands) return &shape;
  if (shape.tuple_shapes_size() < 2) {
    return DataLoss("its shape " + ShapeToString(shape) + " is not a pair of operand and result");
  }
  return &shape.tuple_shapes(1);
}

Status Add(const hlo_proto::Instruction& instruction, Count runs, CollectiveCensus* census) {
  const std::string_view kind = CollectiveKind(instruction.opcode());
  if (kind.empty()) return {};
  auto bytes = CollectiveBytes(instruction);
  CollectiveCount& entry =
      census->try_emplace(std::string(kind), CollectiveCount{0, 0, 0, 0}).first->second;
  if (bytes.ok() && !__builtin_add_overflow(entry.bytes, *bytes, &entry.bytes)) {
    ++entry.count;
    entry.executions = Plus(entry.executions, runs);
    entry.executed_bytes = Plus(entry.executed_bytes, Times(runs, *bytes));
    return {};
  }
  if (bytes.ok()) return DataLoss("the bytes of all " + std::string(kind) + " exceed 2^63");
  return bytes.error().WithContext(std::string(kind) + " " + NameOf(instruction));
}

}  // namespace

std::string_view CollectiveKind(std::string_view opcode) {
  if (opcode.ends_with(kStart)) opcode.remove_suffix(kStart.size());
  for (const std::string_view kind : kKinds) {
    if (opcode == kind) return kind;
  }
  return {};
}

Result<int64_t> CollectiveBytes(const hlo_proto::Instruction& instruction) {
  LOGPHEAD_ASSIGN_OR_RETURN(const hlo_proto::Shape* shape,
                            ResultShape(instruction, CollectiveKind(instruction.opcode())));
  return ShapeBytes(*shape);
}

Result<CollectiveCensus> CountCollectives(const HloModule& module) {
  const std::vector<Count> executions = CountExecutions(module);
  CollectiveCensus census;
  for (const uint32_t index : module.call_order()) {
    for (const HloInstruction& instruction : module.computations()[index].instructions) {
      LOGPHEAD_RETURN_IF_ERROR(Add(*instruction.proto, executions[index], &census));
    }
  }
  return census;
}

}  // namespace logphead
