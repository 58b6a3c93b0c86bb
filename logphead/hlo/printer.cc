// SPDX-License-Identifier: Apache-2.0
// Printer: one op a line, two spaces a level, in the assembly format of each dialect.
#include "logphead/hlo/printer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <unordered_map>

#include "logphead/base/bfloat16.h"

namespace logphead::hlo {

int64_t TensorType::elements() const {
  int64_t product = 1;
  for (const int64_t dim : dims) product *= dim;
  return product;
}

std::string TensorType::ToString() const {
  std::string text = "tensor<";
  for (const int64_t dim : dims) text += fmt::format("{}x", dim);
  return text + std::string(DTypeMlirName(dtype)) + ">";
}

namespace {

std::string List(const std::vector<int64_t>& numbers) {
  return fmt::format("[{}]", fmt::join(numbers, ", "));
}

const char* Name(OpKind kind) {  // NOLINT(readability-function-size): a table
  switch (kind) {
    case OpKind::kConstant:
      return "stablehlo.constant";
    case OpKind::kIota:
      return "stablehlo.iota";
    case OpKind::kAdd:
      return "stablehlo.add";
    case OpKind::kSubtract:
      return "stablehlo.subtract";
    case OpKind::kMultiply:
      return "stablehlo.multiply";
    case OpKind::kDivide:
      return "stablehlo.divide";
    case OpKind::kMaximum:
      return "stablehlo.maximum";
    case OpKind::kMinimum:
      return "stablehlo.minimum";
    case OpKind::kAnd:
      return "stablehlo.and";
    case OpKind::kNegate:
      return "stablehlo.negate";
    case OpKind::kExponential:
      return "stablehlo.exponential";
    case OpKind::kLog:
      return "stablehlo.log";
    case OpKind::kTanh:
      return "stablehlo.tanh";
    case OpKind::kIsFinite:
      return "stablehlo.is_finite";
    case OpKind::kConvert:
      return "stablehlo.convert";
    case OpKind::kCompare:
      return "stablehlo.compare";
    case OpKind::kSelect:
      return "stablehlo.select";
    case OpKind::kBroadcastInDim:
      return "stablehlo.broadcast_in_dim";
    case OpKind::kReshape:
      return "stablehlo.reshape";
    case OpKind::kTranspose:
      return "stablehlo.transpose";
    case OpKind::kPad:
      return "stablehlo.pad";
    case OpKind::kSlice:
      return "stablehlo.slice";
    case OpKind::kDynamicSlice:
      return "stablehlo.dynamic_slice";
    case OpKind::kDynamicUpdateSlice:
      return "stablehlo.dynamic_update_slice";
    case OpKind::kReduce:
      return "stablehlo.reduce";
    case OpKind::kDotGeneral:
      return "stablehlo.dot_general";
    case OpKind::kWhile:
      return "stablehlo.while";
    case OpKind::kCall:
      return "func.call";
    case OpKind::kReturn:
      return "return";
    case OpKind::kShardingConstraint:
      return "sdy.sharding_constraint";
    case OpKind::kAllGather:
      return "\"stablehlo.all_gather\"";
    case OpKind::kAllReduce:
      return "\"stablehlo.all_reduce\"";
    case OpKind::kReduceScatter:
      return "\"stablehlo.reduce_scatter\"";
    case OpKind::kAllToAll:
      return "\"stablehlo.all_to_all\"";
    case OpKind::kOptimizationBarrier:
      return "stablehlo.optimization_barrier";
    case OpKind::kManualComputation:
      return "sdy.manual_computation";
    case OpKind::kCustomCall:
      return "stablehlo.custom_call";
  }
  return "";
}

const char* Name(Comparison direction) {
  switch (direction) {
    case Comparison::kEq:
      return "EQ";
    case Comparison::kNe:
      return "NE";
    case Comparison::kLt:
      return "LT";
    case Comparison::kLe:
      return "LE";
    case Comparison::kGt:
      return "GT";
    case Comparison::kGe:
      return "GE";
  }
  return "";
}

const char* ComparisonType(DType dtype) {
  if (IsFloat(dtype)) return "FLOAT";
  switch (dtype) {
    case DType::kPred:
    case DType::kU8:
    case DType::kU16:
    case DType::kU32:
    case DType::kU64:
      return "UNSIGNED";
    default:
      return "SIGNED";
  }
}

// A literal of the dtype: integers in decimal, floats in the shortest form that reads back the
// same, infinities and NaN as their bits.
std::string Literal(DType dtype, double value) {
  if (dtype == DType::kPred) return value != 0 ? "true" : "false";
  if (!IsFloat(dtype)) return fmt::format("{}", static_cast<int64_t>(value));
  const auto single = static_cast<float>(value);
  // What f32 rounds to infinity is written as such; its digits would not be read.
  if (dtype == DType::kF64 ? std::isfinite(value) : std::isfinite(single)) {
    std::string text =
        dtype == DType::kF64 ? fmt::format("{:e}", value) : fmt::format("{:e}", single);
    const double back = std::strtod(text.c_str(), nullptr);
    if (dtype == DType::kF64 ? back != value : static_cast<float>(back) != single) {
      text = dtype == DType::kF64 ? fmt::format("{:.16e}", value) : fmt::format("{:.8e}", single);
    }
    return text;
  }
  switch (dtype) {
    case DType::kF64:
      return fmt::format("0x{:016X}", std::bit_cast<uint64_t>(value));
    case DType::kBF16:
      return fmt::format("0x{:04X}", FloatToBFloat16(single));
    case DType::kF16:
      return std::isnan(value) ? "0x7E00" : value > 0 ? "0x7C00" : "0xFC00";
    default:
      return fmt::format("0x{:08X}", std::bit_cast<uint32_t>(single));
  }
}

// An entry of a custom call's configuration, with its type.
struct ConfigPrinter {
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(int64_t value) const { return fmt::format("{} : i64", value); }
  std::string operator()(double value) const { return Literal(DType::kF64, value) + " : f64"; }
  std::string operator()(const std::string& value) const { return "\"" + value + "\""; }
};

// Prints one function.
class FunctionPrinter {
 public:
  FunctionPrinter(const Program& program, std::string* out) : program_(program), out_(*out) {}

  void Print(const Function& function) {
    std::string arguments;
    for (size_t i = 0; i < function.arguments.size(); ++i) {
      const Port& port = function.arguments[i];
      const std::string name = "%" + port.name;
      names_[function.body.arguments[i]] = name;
      arguments += fmt::format("{}{}: {}{}", i == 0 ? "" : ", ", name, port.type.ToString(),
                               PortAttributes(port, false));
    }
    std::string results;
    for (size_t i = 0; i < function.results.size(); ++i) {
      const Port& port = function.results[i];
      results += fmt::format("{}{}{}", i == 0 ? "" : ", ", port.type.ToString(),
                             PortAttributes(port, function.is_public));
    }
    out_ +=
        fmt::format("  func.func {} @{}({}) -> ({}) {{\n",
                    function.is_public ? "public" : "private", function.name, arguments, results);
    PrintOps(function.body, 4, "return");
    out_ += "  }\n";
  }

 private:
  static std::string PortAttributes(const Port& port, bool with_name) {
    std::string text;
    if (with_name && !port.name.empty()) text += fmt::format("jax.result_info = \"{}\"", port.name);
    if (port.sharding) {
      text += fmt::format("{}sdy.sharding = #sdy.sharding{}", text.empty() ? "" : ", ",
                          port.sharding->ToShardy());
    }
    return text.empty() ? "" : " {" + text + "}";
  }

  std::string Operands(const std::vector<ValueId>& ids, size_t first = 0) const {
    std::string text;
    for (size_t i = first; i < ids.size(); ++i) {
      text += (i == first ? "" : ", ") + names_.at(ids[i]);
    }
    return text;
  }

  std::string Types(const std::vector<ValueId>& ids) const {
    std::string text;
    for (size_t i = 0; i < ids.size(); ++i) {
      text += (i == 0 ? "" : ", ") + program_.type(ids[i]).ToString();
    }
    return text;
  }

  void PrintOps(const Region& region, int indent, const char* return_name) {
    for (const Op& op : region.ops) {
      out_.append(static_cast<size_t>(indent), ' ');
      if (op.kind == OpKind::kReturn) {
        out_ += return_name;
        if (!op.operands.empty()) {
          out_ += fmt::format(" {} : {}", Operands(op.operands), Types(op.operands));
        }
        out_ += '\n';
        continue;
      }
      NameResults(op);
      if (op.kind == OpKind::kWhile) {
        PrintWhile(op, indent);
      } else if (op.kind == OpKind::kManualComputation) {
        PrintManual(op, indent);
      } else if (std::holds_alternative<CollectiveAttr>(op.attributes)) {
        out_ += fmt::format("{}{}\n", Name(op.kind), Collective(op));
      } else {
        out_ += fmt::format("{} {}\n", Name(op.kind), Rest(op));
      }
    }
  }

  // Names the results and writes "%3 = " or "%3:2 = ".
  void NameResults(const Op& op) {
    const std::string base = fmt::format("%{}", next_++);
    if (op.results.size() == 1) {
      names_[op.results[0]] = base;
      out_ += base + " = ";
      return;
    }
    for (size_t i = 0; i < op.results.size(); ++i) {
      names_[op.results[i]] = fmt::format("{}#{}", base, i);
    }
    if (!op.results.empty()) out_ += fmt::format("{}:{} = ", base, op.results.size());
  }

  void PrintWhile(const Op& op, int indent) {
    const int loop = next_loop_++;
    std::string carried;
    for (size_t i = 0; i < op.operands.size(); ++i) {
      // The dot keeps these names apart from those of arguments.
      const std::string name = fmt::format("%loop{}.{}", loop, i);
      carried += fmt::format("{}{} = {}", i == 0 ? "" : ", ", name, names_.at(op.operands[i]));
      for (const Region& region : op.regions) names_[region.arguments[i]] = name;
    }
    const std::string margin(static_cast<size_t>(indent), ' ');
    out_ +=
        fmt::format("stablehlo.while({}) : {}\n{}cond {{\n", carried, Types(op.operands), margin);
    PrintOps(op.regions[0], indent + 2, "stablehlo.return");
    out_ += margin + "} do {\n";
    PrintOps(op.regions[1], indent + 2, "stablehlo.return");
    out_ += margin + "}\n";
  }

  void PrintManual(const Op& op, int indent) {
    const auto& attr = std::get<ManualAttr>(op.attributes);
    const auto shardings = [](const std::vector<Sharding>& list) {
      std::string text;
      for (const Sharding& sharding : list)
        text += (text.empty() ? "" : ", ") + sharding.ToShardy();
      return "[" + text + "]";
    };
    std::string axes;
    for (const MeshAxis& axis : program_.mesh->axes()) {
      axes += fmt::format("{}\"{}\"", axes.empty() ? "" : ", ", axis.name);
    }
    const int manual = next_manual_++;
    std::string arguments;
    const Region& region = op.regions[0];
    for (size_t i = 0; i < region.arguments.size(); ++i) {
      const std::string name = fmt::format("%part{}.{}", manual, i);
      names_[region.arguments[i]] = name;
      arguments += fmt::format("{}{}: {}", i == 0 ? "" : ", ", name,
                               program_.type(region.arguments[i]).ToString());
    }
    out_ += fmt::format(
        "sdy.manual_computation({}) in_shardings={} out_shardings={} manual_axes={{{}}} ({}) {{\n",
        Operands(op.operands), shardings(attr.in), shardings(attr.out), axes, arguments);
    PrintOps(region, indent + 2, "sdy.return");
    out_ +=
        fmt::format("{}}} : {}\n", std::string(static_cast<size_t>(indent), ' '), Signature(op));
  }

  // A collective in generic form, which every version of the parser takes.
  std::string Collective(const Op& op) const {
    const auto& attr = std::get<CollectiveAttr>(op.attributes);
    const std::vector<std::vector<int64_t>> groups = DeviceGroups(*program_.mesh, attr.axes);
    std::string rows;
    for (const auto& group : groups) rows += (rows.empty() ? "" : ", ") + List(group);
    const std::string replica_groups = fmt::format(
        "replica_groups = dense<[{}]> : tensor<{}x{}xi64>", rows, groups.size(), groups[0].size());
    const std::string channel = fmt::format(
        "channel_handle = #stablehlo.channel_handle<handle = {}, type = 1>", op.results[0] + 1);
    std::string attributes;
    switch (op.kind) {
      case OpKind::kAllGather:
        attributes = fmt::format("all_gather_dim = {} : i64, {}, {}, use_global_device_ids",
                                 attr.dim, channel, replica_groups);
        break;
      case OpKind::kAllReduce:
        attributes = fmt::format("{}, {}, use_global_device_ids", channel, replica_groups);
        break;
      case OpKind::kReduceScatter:
        attributes = fmt::format("{}, {}, scatter_dimension = {} : i64, use_global_device_ids",
                                 channel, replica_groups, attr.dim);
        break;
      default:
        attributes = fmt::format(
            "{}, concat_dimension = {} : i64, {}, split_count = {} : i64, split_dimension = {} : "
            "i64",
            channel, attr.concat_dim, replica_groups, groups[0].size(), attr.dim);
    }
    std::string region;
    if (op.kind == OpKind::kAllReduce || op.kind == OpKind::kReduceScatter) {
      const std::string scalar = TensorType{program_.type(op.results[0]).dtype, {}}.ToString();
      region = fmt::format(
          " ({{ ^bb0(%lhs.{0}: {1}, %rhs.{0}: {1}): %both.{0} = stablehlo.{2} %lhs.{0}, %rhs.{0} : "
          "{1} stablehlo.return %both.{0} : {1} }})",
          op.results[0], scalar, attr.reduction == Reduction::kAdd ? "add" : "maximum");
    }
    return fmt::format("({}) <{{{}}}>{} : {}", Operands(op.operands), attributes, region,
                       Signature(op));
  }

  std::string Signature(const Op& op) const {
    const char* form = op.results.size() == 1 ? "({}) -> {}" : "({}) -> ({})";
    return fmt::format(fmt::runtime(form), Types(op.operands), Types(op.results));
  }

  // What follows the op's name, in the op's own format.
  std::string Rest(const Op& op) const {
    const std::string operands = Operands(op.operands);
    const std::string result = Types(op.results);
    switch (op.kind) {
      case OpKind::kConstant: {
        const double value = std::get<ConstantAttr>(op.attributes).value;
        return fmt::format("dense<{}> : {}", Literal(program_.type(op.results[0]).dtype, value),
                           result);
      }
      case OpKind::kIota:
        return fmt::format("dim = {} : {}", std::get<DimsAttr>(op.attributes).dims[0], result);
      case OpKind::kConvert:
      case OpKind::kIsFinite:
      case OpKind::kReshape:
        return fmt::format("{} : {}", operands, Signature(op));
      case OpKind::kCompare:
        return fmt::format("{}, {}, {} : {}", Name(std::get<CompareAttr>(op.attributes).direction),
                           operands, ComparisonType(program_.type(op.operands[0]).dtype),
                           Signature(op));
      case OpKind::kSelect:
        return fmt::format("{} : {}, {}", operands, Types({op.operands[0]}), result);
      case OpKind::kBroadcastInDim:
      case OpKind::kTranspose:
        return fmt::format("{}, dims = {} : {}", operands,
                           List(std::get<DimsAttr>(op.attributes).dims), Signature(op));
      case OpKind::kDynamicSlice:
        return fmt::format("{}, sizes = {} : {}", operands, List(program_.type(op.results[0]).dims),
                           Signature(op));
      case OpKind::kDynamicUpdateSlice:
        return fmt::format("{} : {}", operands, Signature(op));
      case OpKind::kPad:
      case OpKind::kSlice:
        return Edges(op);
      case OpKind::kReduce: {
        const auto& attr = std::get<ReduceAttr>(op.attributes);
        return fmt::format("({} init: {}) applies stablehlo.{} across dimensions = {} : {}",
                           names_.at(op.operands[0]), names_.at(op.operands[1]),
                           attr.reduction == Reduction::kAdd ? "add" : "maximum", List(attr.dims),
                           Signature(op));
      }
      case OpKind::kDotGeneral: {
        const auto& attr = std::get<DotAttr>(op.attributes);
        const char* precision = attr.highest ? "HIGHEST" : "DEFAULT";
        return fmt::format("{}, contracting_dims = {} x {}, precision = [{}, {}] : {}", operands,
                           List(attr.lhs), List(attr.rhs), precision, precision, Signature(op));
      }
      case OpKind::kCall:
        return fmt::format("@{}({}) : ({}) -> ({})", std::get<CallAttr>(op.attributes).callee,
                           operands, Types(op.operands), result);
      case OpKind::kCustomCall:
        return CustomCall(op);
      case OpKind::kShardingConstraint:
        return fmt::format("{} {} : {}", operands,
                           std::get<ShardingAttr>(op.attributes).sharding.ToShardy(), result);
      default:
        return fmt::format("{} : {}", operands, result);
    }
  }

  std::string Edges(const Op& op) const {
    const auto& [low, high] = std::get<EdgesAttr>(op.attributes);
    if (op.kind == OpKind::kPad) {
      const std::vector<int64_t> interior(low.size(), 0);
      return fmt::format("{}, low = {}, high = {}, interior = {} : {}", Operands(op.operands),
                         List(low), List(high), List(interior), Signature(op));
    }
    std::string ranges;
    for (size_t i = 0; i < low.size(); ++i) {
      ranges += fmt::format("{}{}:{}", i == 0 ? "" : ", ", low[i], high[i]);
    }
    return fmt::format("{} [{}] : {}", Operands(op.operands), ranges, Signature(op));
  }

  // Layouts are spelled out: a compiler may choose others for a call that says nothing.
  std::string Layouts(const std::vector<ValueId>& ids) const {
    std::string text;
    for (const ValueId id : ids) {
      std::vector<int64_t> order;  // the fastest dimension first
      for (size_t dim = program_.type(id).dims.size(); dim-- > 0;) {
        order.push_back(static_cast<int64_t>(dim));
      }
      text += fmt::format("{}dense<{}> : tensor<{}xindex>", text.empty() ? "" : ", ",
                          order.empty() ? "" : List(order), order.size());
    }
    return text;
  }

  std::string CustomCall(const Op& op) const {
    const auto& attr = std::get<CustomCallAttr>(op.attributes);
    std::string config;
    for (const ConfigEntry& entry : attr.config) {
      config += fmt::format("{}{} = {}", config.empty() ? "" : ", ", entry.name,
                            std::visit(ConfigPrinter{}, entry.value));
    }
    std::string aliases;
    for (const auto& [result, operand] : attr.aliases) {
      // Of a single result there is no tuple.
      const std::string index = op.results.size() == 1 ? "" : fmt::format("{}", result);
      aliases += fmt::format(
          "{}#stablehlo.output_operand_alias<output_tuple_indices = [{}], operand_index = {}, "
          "operand_tuple_indices = []>",
          aliases.empty() ? "" : ", ", index, operand);
    }
    if (!aliases.empty()) aliases = fmt::format(", output_operand_aliases = [{}]", aliases);
    return fmt::format(
        "@{}({}) {{api_version = 4 : i32, backend_config = {{{}}}, operand_layouts = [{}]{}, "
        "result_layouts = [{}]}} : {}",
        attr.target, Operands(op.operands), config, Layouts(op.operands), aliases,
        Layouts(op.results), Signature(op));
  }

  const Program& program_;
  std::string& out_;
  std::unordered_map<ValueId, std::string> names_;
  int next_ = 0;
  int next_loop_ = 0;
  int next_manual_ = 0;
};

}  // namespace

std::string Print(const Program& program) {
  std::string out = fmt::format(
      "module @{} attributes {{mhlo.num_partitions = {} : i32, mhlo.num_replicas = 1 : i32}} {{\n",
      program.name, program.num_partitions());
  if (program.mesh) out += "  sdy.mesh @mesh = " + program.mesh->ToShardy() + "\n";
  for (const Function& function : program.functions) FunctionPrinter(program, &out).Print(function);
  return out + "}\n";
}

}  // namespace logphead::hlo
