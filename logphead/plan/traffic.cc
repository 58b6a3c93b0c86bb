// SPDX-License-Identifier: Apache-2.0
// Traffic: operands and results, looked at through fusions.
#include "logphead/plan/traffic.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "logphead/plan/hlo.pb.h"
#include "logphead/plan/shape.h"

namespace logphead {
namespace {

// Move nothing, or run computations whose instructions count for themselves.
constexpr std::array<std::string_view, 17> kFree = {
    "parameter",         "constant",     "tuple",          "get-tuple-element",
    "bitcast",           "while",        "conditional",    "call",
    "after-all",         "partition-id", "replica-id",     "opt-barrier",
    "async-start",       "async-update", "add-dependency", "optimization-barrier",
    "get-dimension-size"};

// How deep fusions within fusions are looked into; deeper ones count as reading all.
constexpr int kMostFusions = 16;
// Looks at one value's users, at most; a program that takes more is not one of a compiler.
constexpr int kMostLooks = 1 << 16;

bool IsFree(std::string_view opcode) {
  return opcode.ends_with("-done") || std::find(kFree.begin(), kFree.end(), opcode) != kFree.end();
}

// Of arrays in main memory.
Count Bytes(const hlo_proto::Shape& shape) {
  if (shape.tuple_shapes_size() > 0) {
    Count sum = 0;
    for (const hlo_proto::Shape& part : shape.tuple_shapes()) sum = Plus(sum, Bytes(part));
    return sum;
  }
  if (shape.layout().memory_space() != 0) return 0;
  const auto bytes = ShapeBytes(shape);
  return bytes.ok() ? Count(*bytes) : std::nullopt;
}

// The walk of one module. `at` is an instruction of `in`.
class Walk {
 public:
  explicit Walk(const HloModule& module) : module_(module) {}

  Count Instruction(const HloComputation& in, const HloInstruction& at) const {
    const hlo_proto::Instruction& proto = *at.proto;
    const std::string& opcode = proto.opcode();
    if (IsFree(opcode)) return 0;
    if (opcode == "custom-call" &&
        (JustCalls(module_, in, at) || proto.custom_call_target() == "AllocateBuffer")) {
      return 0;
    }
    Count sum = Written(in, at, 0);
    for (size_t i = 0; i < at.operands.size(); ++i) {
      if (std::find(at.operands.begin(), at.operands.begin() + static_cast<long>(i),
                    at.operands[i]) == at.operands.begin() + static_cast<long>(i)) {
        sum = Plus(sum, ReadByAll(in, at, at.operands[i], 0));
      }
    }
    return sum;
  }

 private:
  const HloInstruction& Operand(const HloComputation& in, const HloInstruction& at,
                                size_t i) const {
    return in.instructions[at.operands[i]];
  }

  // What an instruction reads of the operand at this index, whichever of its slots it stands in.
  Count ReadByAll(const HloComputation& in, const HloInstruction& at, uint32_t operand,
                  int depth) const {
    const Count whole = Bytes(in.instructions[operand].proto->shape());
    Count sum = 0;
    for (size_t slot = 0; slot < at.operands.size(); ++slot) {
      if (at.operands[slot] == operand) sum = Plus(sum, ReadIn(in, at, slot, depth));
    }
    // Read twice by one instruction, it is fetched once.
    return sum && whole ? std::min(sum, whole) : std::nullopt;
  }

  Count ReadIn(const HloComputation& in, const HloInstruction& at, size_t slot, int depth) const {
    const std::string& opcode = at.proto->opcode();
    const hlo_proto::Shape& shape = Operand(in, at, slot).proto->shape();
    if (Bytes(shape) == 0) return 0;
    const bool data = slot == 0;
    if (data && (opcode == "dynamic-slice" || opcode == "slice" || opcode == "gather")) {
      return ReadAs(shape, at.proto->shape());
    }
    if (data && (opcode == "dynamic-update-slice" || opcode == "scatter")) return 0;
    if (opcode == "get-tuple-element" && depth < kMostFusions) return Used(in, at, depth + 1);
    if (opcode == "fusion" && at.callees.size() == 1 && depth < kMostFusions) {
      const HloComputation& callee = module_.computations()[at.callees[0]];
      for (const HloInstruction& inside : callee.instructions) {
        if (inside.proto->opcode() == "parameter" &&
            inside.proto->parameter_number() == static_cast<int64_t>(slot)) {
          return Used(callee, inside, depth + 1);
        }
      }
    }
    return Bytes(shape);
  }

  // The elements of `part`, where they are taken out of an array.
  static Count ReadAs(const hlo_proto::Shape& array, const hlo_proto::Shape& part) {
    if (array.layout().memory_space() != 0) return 0;
    const auto bytes = ShapeBytes(part);
    return bytes.ok() ? Count(*bytes) : std::nullopt;
  }

  // What a computation reads of a value that one of its instructions hands on.
  Count Used(const HloComputation& in, const HloInstruction& value, int depth) const {
    if (++looks_ > kMostLooks) return std::nullopt;
    const Count whole = Bytes(value.proto->shape());
    const auto index = static_cast<uint32_t>(&value - in.instructions.data());
    Count sum = 0;
    for (const HloInstruction& user : in.instructions) {
      if (std::find(user.operands.begin(), user.operands.end(), index) == user.operands.end()) {
        continue;
      }
      const bool same = user.proto->opcode() == "bitcast" && depth < kMostFusions;
      sum = Plus(sum, same ? Used(in, user, depth + 1) : ReadByAll(in, user, index, depth));
    }
    return sum && whole ? std::min(sum, whole) : std::nullopt;
  }

  Count Written(const HloComputation& in, const HloInstruction& at, int depth) const {
    const std::string& opcode = at.proto->opcode();
    const hlo_proto::Shape& shape = at.proto->shape();
    if ((opcode == "dynamic-update-slice" || opcode == "scatter") && at.operands.size() > 1) {
      const size_t update = opcode == "scatter" ? at.operands.size() - 1 : 1;
      return ReadAs(shape, Operand(in, at, update).proto->shape());
    }
    if (opcode == "fusion" && at.callees.size() == 1 && depth < kMostFusions) {
      const HloComputation& callee = module_.computations()[at.callees[0]];
      return Root(callee, callee.root, shape, depth + 1);
    }
    // (operands, results, contexts...): only the results are written.
    if (opcode.ends_with("-start") && shape.tuple_shapes_size() > 1) {
      return Bytes(opcode == "copy-start"         ? shape.tuple_shapes(0)
                   : opcode == "all-reduce-start" ? shape
                                                  : shape.tuple_shapes(1));
    }
    return Bytes(shape);
  }

  // What the root of a fusion writes, whose result has this shape, memory space included.
  Count Root(const HloComputation& in, uint32_t root, const hlo_proto::Shape& shape,
             int depth) const {
    const HloInstruction& at = in.instructions[root];
    const std::string& opcode = at.proto->opcode();
    if (depth >= kMostFusions || Bytes(shape) == 0) return Bytes(shape);
    if (opcode == "tuple" && at.operands.size() == static_cast<size_t>(shape.tuple_shapes_size())) {
      Count sum = 0;
      for (size_t i = 0; i < at.operands.size(); ++i) {
        sum =
            Plus(sum, Root(in, at.operands[i], shape.tuple_shapes(static_cast<int>(i)), depth + 1));
      }
      return sum;
    }
    if (opcode == "bitcast" && at.operands.size() == 1) {
      return Root(in, at.operands[0], shape, depth + 1);
    }
    if (opcode == "dynamic-update-slice" || opcode == "scatter" || opcode == "fusion") {
      const Count written = Written(in, at, depth);
      const Count whole = Bytes(shape);
      return written && whole ? std::min(written, whole) : std::nullopt;
    }
    return Bytes(shape);
  }

  const HloModule& module_;
  mutable int looks_ = 0;
};

}  // namespace

Count MemoryBytes(const HloModule& module, uint32_t computation, uint32_t instruction) {
  const HloComputation& in = module.computations()[computation];
  return Walk(module).Instruction(in, in.instructions[instruction]);
}

}  // namespace logphead
