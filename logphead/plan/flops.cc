// SPDX-License-Identifier: Apache-2.0
// Flops: from shapes, contracted dimensions and windows.
#include "logphead/plan/flops.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "logphead/plan/hlo.pb.h"

namespace logphead {
namespace {

using Json = nlohmann::json;

// Pairs of window and output positions that are looked at one by one, at most.
constexpr int64_t kMostPairs = int64_t{1} << 24;

// Unknown for a dimension that is not there.
Count Dimension(const hlo_proto::Shape& shape, int64_t i) {
  if (i < 0 || i >= shape.dimensions_size()) return std::nullopt;
  const int64_t size = shape.dimensions(static_cast<int>(i));
  return size < 0 ? std::nullopt : Count(size);
}

const hlo_proto::Shape& OperandShape(const HloComputation& computation,
                                     const HloInstruction& instruction, size_t i) {
  return computation.instructions[instruction.operands[i]].proto->shape();
}

// Twice the elements of the result times the sizes of the contracted dimensions of the left side.
template <typename Dimensions>
Count DotFlops(const hlo_proto::Shape& result, const hlo_proto::Shape& left,
               const Dimensions& contracted) {
  Count flops = Times(2, ElementsOf(result));
  for (const int64_t dimension : contracted) flops = Times(flops, Dimension(left, dimension));
  return flops;
}

// Along one dimension: pairs of a window and an output position that meet an element of the input.
Count Positions(const hlo_proto::WindowDimension& window, Count input, Count output) {
  if (!input || !output || window.size() < 0 || window.stride() < 1 ||
      window.window_dilation() < 1 || window.base_dilation() < 1) {
    return std::nullopt;
  }
  const Count pairs = Times(window.size(), output);
  if (!pairs || *pairs > kMostPairs) return std::nullopt;
  // The last position of all, and one beyond the last element; products above cannot overflow then.
  const Count last =
      Plus(Times(*output, window.stride()), Times(window.size(), window.window_dilation()));
  const Count end = *input == 0 ? 0 : Plus(Times(*input - 1, window.base_dilation()), 1);
  if (!last || !end) return std::nullopt;
  int64_t positions = 0;
  for (int64_t at = 0; at < window.size(); ++at) {
    for (int64_t out = 0; out < *output; ++out) {
      int64_t base = out * window.stride() + at * window.window_dilation();
      if (__builtin_sub_overflow(base, window.padding_low(), &base)) return std::nullopt;
      positions += base >= 0 && base < *end && base % window.base_dilation() == 0 ? 1 : 0;
    }
  }
  return positions;
}

Count ConvolutionFlops(const hlo_proto::Instruction& proto, const hlo_proto::Shape& input,
                       const hlo_proto::Shape& kernel) {
  const hlo_proto::ConvolutionDimensions& labels = proto.convolution();
  const int spatial = labels.input_spatial_size();
  if (labels.output_spatial_size() != spatial || proto.window().dimensions_size() != spatial) {
    return std::nullopt;
  }
  // The kernel's input features and the output's rows are those of one group.
  Count flops = Times(2, Dimension(proto.shape(), labels.output_batch()));
  flops = Times(flops, Dimension(proto.shape(), labels.output_feature()));
  flops = Times(flops, Dimension(kernel, labels.kernel_input_feature()));
  for (int i = 0; i < spatial; ++i) {
    flops = Times(flops,
                  Positions(proto.window().dimensions(i), Dimension(input, labels.input_spatial(i)),
                            Dimension(proto.shape(), labels.output_spatial(i))));
  }
  return flops;
}

// The contracted dimensions that a cuBLAS call has in its configuration, as numbers or texts.
Count CublasFlops(const hlo_proto::Instruction& proto, const hlo_proto::Shape& left) {
  const Json config = Json::parse(proto.backend_config(), nullptr, /*allow_exceptions=*/false);
  const Json::json_pointer path(
      "/gemm_backend_config/dot_dimension_numbers/lhs_contracting_dimensions");
  if (!config.is_object() || !config.contains(path) || !config[path].is_array()) {
    return std::nullopt;
  }
  std::vector<int64_t> contracted;
  for (const Json& dimension : config[path]) {
    const std::string text =
        dimension.is_string() ? dimension.get<std::string>() : dimension.dump();
    if (text.size() != 1 || text[0] < '0' || text[0] > '9') return std::nullopt;
    contracted.push_back(text[0] - '0');
  }
  // The result, or a pair of it and scratch memory.
  const hlo_proto::Shape& shape = proto.shape();
  const hlo_proto::Shape& result = shape.tuple_shapes_size() > 0 ? shape.tuple_shapes(0) : shape;
  return DotFlops(result, left, contracted);
}

// A library's routine that multiplies matrices.
bool IsMatmulCall(std::string_view target) {
  return target.find("gemm") != std::string_view::npos ||
         target.find("matmul") != std::string_view::npos ||
         target.find("cudnn$conv") != std::string_view::npos;
}

}  // namespace

Count ElementsOf(const hlo_proto::Shape& shape) {
  Count product = 1;
  for (int i = 0; i < shape.dimensions_size(); ++i) product = Times(product, Dimension(shape, i));
  return product;
}

Count MatmulFlops(const HloComputation& computation, const HloInstruction& instruction) {
  const hlo_proto::Instruction& proto = *instruction.proto;
  const std::string& opcode = proto.opcode();
  const bool call = opcode == "custom-call" && IsMatmulCall(proto.custom_call_target());
  if (opcode == "ragged-dot" || opcode == "scaled-dot") return std::nullopt;
  if (opcode != "dot" && opcode != "convolution" && !call) return 0;
  if (instruction.operands.size() < 2) return std::nullopt;
  const hlo_proto::Shape& left = OperandShape(computation, instruction, 0);
  if (opcode == "dot") {
    return DotFlops(proto.shape(), left, proto.dot_dimensions().lhs_contracting());
  }
  if (opcode == "convolution") {
    return ConvolutionFlops(proto, left, OperandShape(computation, instruction, 1));
  }
  return proto.custom_call_target().starts_with("__cublas$") ? CublasFlops(proto, left)
                                                             : std::nullopt;
}

Count CountMatmulFlops(const HloModule& module) {
  const std::vector<Count> executions = CountExecutions(module);
  Count total = 0;
  for (const uint32_t index : module.call_order()) {
    const HloComputation& computation = module.computations()[index];
    for (const HloInstruction& instruction : computation.instructions) {
      const Count flops = MatmulFlops(computation, instruction);
      if (flops == 0) continue;
      total = Plus(total, Times(executions[index], flops));
    }
  }
  return total;
}

}  // namespace logphead
