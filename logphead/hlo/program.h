// SPDX-License-Identifier: Apache-2.0
// A StableHLO program as data: typed values, ops with attributes and regions, functions.
#ifndef LOGPHEAD_HLO_PROGRAM_H_
#define LOGPHEAD_HLO_PROGRAM_H_

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "logphead/base/dtypes.h"
#include "logphead/mesh/mesh.h"
#include "logphead/mesh/sharding.h"

namespace logphead::hlo {

// Element type and dimensions of a value; no dimensions is a scalar.
struct TensorType {
  DType dtype = DType::kF32;
  std::vector<int64_t> dims;

  int64_t elements() const;
  // "tensor<2x3xf32>", "tensor<i32>".
  std::string ToString() const;
  bool operator==(const TensorType&) const = default;
};

// Index of a value in Program::values; each is defined once: by an op, a region or a function.
using ValueId = int32_t;

// The StableHLO op of the same name, but for kReturn, kCall (func dialect), kShardingConstraint and
// kManualComputation (sdy).
enum class OpKind {
  kConstant,
  kIota,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kMaximum,
  kMinimum,
  kAnd,
  kNegate,
  kExponential,
  kLog,
  kTanh,
  kIsFinite,
  kConvert,
  kCompare,
  kSelect,
  kBroadcastInDim,
  kReshape,
  kTranspose,
  kPad,
  kSlice,
  kDynamicSlice,
  kDynamicUpdateSlice,
  kReduce,
  kDotGeneral,
  kWhile,
  kCall,
  kReturn,
  kShardingConstraint,
  kAllGather,
  kAllReduce,
  kReduceScatter,
  kAllToAll,
  kOptimizationBarrier,
  kManualComputation,
  kCustomCall,
};

enum class Comparison { kEq, kNe, kLt, kLe, kGt, kGe };
// What a reduce combines with.
enum class Reduction { kAdd, kMaximum };

// A splat: every element has this value. Floats are kept as the double that the text is made from.
struct ConstantAttr {
  double value = 0;
};
// iota: the dimension counted along; broadcast_in_dim, transpose, reduce: the dimensions.
struct DimsAttr {
  std::vector<int64_t> dims;
};
struct CompareAttr {
  Comparison direction = Comparison::kEq;
};
struct ReduceAttr {
  Reduction reduction = Reduction::kAdd;
  std::vector<int64_t> dims;
};
// Contracting dimensions of both sides; `highest` asks for full f32 products where the device has
// less.
struct DotAttr {
  std::vector<int64_t> lhs;
  std::vector<int64_t> rhs;
  bool highest = false;
};
// slice: [low, high) per dimension; pad: how many elements are added at each end.
struct EdgesAttr {
  std::vector<int64_t> low;
  std::vector<int64_t> high;
};
struct ShardingAttr {
  Sharding sharding;
};
// A collective over the devices that differ along `axes` alone, the first axis major. all_gather
// concatenates along `dim`, reduce_scatter splits it; all_to_all splits `dim` and concatenates
// `concat_dim`.
struct CollectiveAttr {
  std::vector<std::string> axes;
  int64_t dim = 0;
  int64_t concat_dim = 0;
  Reduction reduction = Reduction::kAdd;
};
// How a manual computation's operands are cut for its region, and its results put together again.
struct ManualAttr {
  std::vector<Sharding> in;
  std::vector<Sharding> out;
};
struct CallAttr {
  std::string callee;
};
// One entry of what a custom call is given beside its operands: i1, i64, f64 or a string.
using ConfigValue = std::variant<bool, int64_t, double, std::string>;
struct ConfigEntry {
  std::string name;
  ConfigValue value;
};
// A result that is written where an operand lies; that operand's value is then gone.
struct Alias {
  int64_t result = 0;
  int64_t operand = 0;
};
// A call of a handler that is registered with the engine under the name `target` (typed FFI, API
// version 4). All arrays are dense and row-major.
struct CustomCallAttr {
  std::string target;
  std::vector<ConfigEntry> config;
  std::vector<Alias> aliases;
};
using Attributes =
    std::variant<std::monostate, ConstantAttr, DimsAttr, CompareAttr, ReduceAttr, DotAttr,
                 EdgesAttr, ShardingAttr, CollectiveAttr, ManualAttr, CallAttr, CustomCallAttr>;

struct Op;

// Ops in order, the last a kReturn; `arguments` are the values it is entered with.
struct Region {
  std::vector<ValueId> arguments;
  std::vector<Op> ops;
};

struct Op {
  OpKind kind = OpKind::kConstant;
  std::vector<ValueId> operands;
  std::vector<ValueId> results;
  Attributes attributes;
  // kWhile: condition and body, both entered with the loop's values. kManualComputation: what each
  // device does with its part.
  std::vector<Region> regions;
};

// A function's argument or result: its name (for arguments also in the text) and, when set,
// sharding.
struct Port {
  std::string name;
  TensorType type;
  std::optional<Sharding> sharding;
};

struct Function {
  std::string name;
  bool is_public = false;
  std::vector<Port> arguments;
  std::vector<Port> results;
  Region body;
};

struct Program {
  std::string name;
  std::optional<Mesh> mesh;
  // The first function is @main.
  std::vector<Function> functions;
  std::vector<TensorType> values;

  const Function& main() const { return functions.front(); }
  const TensorType& type(ValueId id) const { return values[static_cast<size_t>(id)]; }
  // Devices that the program is partitioned over: the mesh's size, or 1.
  int64_t num_partitions() const { return mesh ? mesh->size() : 1; }
};

}  // namespace logphead::hlo

#endif  // LOGPHEAD_HLO_PROGRAM_H_
