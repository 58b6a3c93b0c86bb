// SPDX-License-Identifier: Apache-2.0
// Flops: dots, the convolutions that stand for them, cuBLAS calls, loops.
#include "logphead/plan/flops.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "logphead/plan/test_programs.h"

namespace logphead {
namespace {

using test_programs::AddComputation;
using test_programs::AddInstruction;
using test_programs::Array;
using test_programs::kBF16;
using test_programs::kF32;
using test_programs::kU32;
using test_programs::Resolve;
using test_programs::Tuple;

// An entry with two parameters and one instruction over them, which `result` is.
struct Product {
  hlo_proto::Module module;
  hlo_proto::Instruction* result = nullptr;

  Product(const char* opcode, const std::vector<int64_t>& left, const std::vector<int64_t>& right,
          const std::vector<int64_t>& product) {
    module.set_entry_computation_id(1);
    hlo_proto::Computation* main = AddComputation(&module, "main", 1);
    AddInstruction(main, "left", "parameter", Array(kBF16, left));
    AddInstruction(main, "right", "parameter", Array(kBF16, right))->set_parameter_number(1);
    result = AddInstruction(main, "product", opcode, Array(kF32, product), {1, 2});
  }

  Count Flops() const { return CountMatmulFlops(*Resolve(module)); }
};

struct WindowSize {
  int64_t size = 1;
  int64_t stride = 1;
  int64_t padding_low = 0;
  int64_t padding_high = 0;
  int64_t window_dilation = 1;
  int64_t base_dilation = 1;
};

// A convolution of dimensions b, spatial..., f; kernel spatial..., i, o.
Product Convolution(const std::vector<int64_t>& input, const std::vector<int64_t>& kernel,
                    const std::vector<int64_t>& output, const std::vector<WindowSize>& window) {
  Product product("convolution", input, kernel, output);
  hlo_proto::ConvolutionDimensions* labels = product.result->mutable_convolution();
  const auto spatial = static_cast<int64_t>(window.size());
  labels->set_input_batch(0);
  labels->set_input_feature(spatial + 1);
  labels->set_output_batch(0);
  labels->set_output_feature(spatial + 1);
  labels->set_kernel_input_feature(spatial);
  labels->set_kernel_output_feature(spatial + 1);
  for (int64_t i = 0; i < spatial; ++i) {
    labels->add_input_spatial(i + 1);
    labels->add_kernel_spatial(i);
    labels->add_output_spatial(i + 1);
  }
  for (const WindowSize& size : window) {
    hlo_proto::WindowDimension* dimension = product.result->mutable_window()->add_dimensions();
    dimension->set_size(size.size);
    dimension->set_stride(size.stride);
    dimension->set_padding_low(size.padding_low);
    dimension->set_padding_high(size.padding_high);
    dimension->set_window_dilation(size.window_dilation);
    dimension->set_base_dilation(size.base_dilation);
  }
  return product;
}

TEST(MatmulFlops, Dots) {
  Product plain("dot", {8, 16}, {16, 32}, {8, 32});
  plain.result->mutable_dot_dimensions()->add_lhs_contracting(1);
  EXPECT_EQ(plain.Flops(), 2 * 8 * 16 * 32);
  Product batched("dot", {4, 16, 3, 8}, {4, 16, 3, 32}, {4, 8, 32});
  for (const int64_t dimension : {1, 2}) {
    batched.result->mutable_dot_dimensions()->add_lhs_contracting(dimension);
  }
  EXPECT_EQ(batched.Flops(), 2 * 4 * 8 * 32 * (16 * 3));
  Product outer("dot", {8}, {32}, {8, 32});
  EXPECT_EQ(outer.Flops(), 2 * 8 * 32);
}

TEST(MatmulFlops, ConvolutionsWithoutAWindow) {
  // [8, 16] times [16, 32], as TPU compilers write it.
  EXPECT_EQ(Convolution({8, 16}, {16, 32}, {8, 32}, {}).Flops(), 2 * 8 * 16 * 32);
  EXPECT_EQ(Convolution({8, 5, 16}, {1, 16, 32}, {8, 5, 32}, {{}}).Flops(), 2 * 8 * 5 * 16 * 32);
}

TEST(MatmulFlops, ConvolutionsThatContractAWindow) {
  // The window covers the whole of the input: one more contracted dimension.
  EXPECT_EQ(Convolution({8, 5, 16}, {5, 16, 32}, {8, 1, 32}, {{.size = 5}}).Flops(),
            2 * 8 * 5 * 16 * 32);
}

TEST(MatmulFlops, ABatchDimensionAsAWindowWithHoles) {
  // Of 6 matrices: of the 36 pairs of a matrix on the left and one on the right 6 meet.
  EXPECT_EQ(Convolution({8, 6, 16}, {6, 16, 32}, {8, 6, 32},
                        {{.size = 6, .stride = 5, .base_dilation = 6}})
                .Flops(),
            2 * 6 * 8 * 16 * 32);
}

TEST(MatmulFlops, AnOuterDimensionAsAPaddedWindow) {
  // Each of 4 places of the kernel meets each of 3 of the input once, among padding of 3 a side.
  EXPECT_EQ(Convolution({8, 3, 16}, {4, 16, 32}, {8, 6, 32},
                        {{.size = 4, .padding_low = 3, .padding_high = 3}})
                .Flops(),
            2 * 8 * 16 * 32 * (3 * 4));
}

TEST(MatmulFlops, OrdinaryConvolutions) {
  // 3 wide with padding: the ends miss one product each. Dilated by 2: two each.
  EXPECT_EQ(Convolution({1, 10, 4}, {3, 4, 5}, {1, 10, 5},
                        {{.size = 3, .padding_low = 1, .padding_high = 1}})
                .Flops(),
            2 * 4 * 5 * (3 * 10 - 2));
  EXPECT_EQ(Convolution({1, 10, 4}, {3, 4, 5}, {1, 10, 5},
                        {{.size = 3, .padding_low = 2, .padding_high = 2, .window_dilation = 2}})
                .Flops(),
            2 * 4 * 5 * (3 * 10 - 4));
  // Two dimensions multiply.
  EXPECT_EQ(
      Convolution({1, 10, 6, 4}, {3, 2, 4, 5}, {1, 8, 5, 5}, {{.size = 3}, {.size = 2}}).Flops(),
      2 * 4 * 5 * (3 * 8) * (2 * 5));
}

TEST(MatmulFlops, FeatureGroupsSeeTheirOwnInputs) {
  Product grouped = Convolution({8, 1, 16}, {1, 4, 32}, {8, 1, 32}, {{}});
  grouped.result->set_feature_group_count(4);
  EXPECT_EQ(grouped.Flops(), 2 * 8 * 4 * 32);
}

TEST(MatmulFlops, CublasCalls) {
  const std::string config =
      R"({"operation_queue_id":"0","gemm_backend_config":{"dot_dimension_numbers":)"
      R"({"lhs_contracting_dimensions":["1"],"rhs_contracting_dimensions":["0"]}}})";
  Product gemm("custom-call", {8, 16}, {16, 32}, {8, 32});
  gemm.result->set_custom_call_target("__cublas$gemm");
  gemm.result->set_backend_config(config);
  EXPECT_EQ(gemm.Flops(), 2 * 8 * 16 * 32);
  // With scratch memory beside the result.
  *gemm.result->mutable_shape() = Tuple({Array(kF32, {8, 32}), Array(kU32, {1 << 20})});
  EXPECT_EQ(gemm.Flops(), 2 * 8 * 16 * 32);
  for (const char* other : {"", "{}", R"({"gemm_backend_config":[]})",
                            R"({"gemm_backend_config":{"dot_dimension_numbers":)"
                            R"({"lhs_contracting_dimensions":["x"]}}})"}) {
    gemm.result->set_backend_config(other);
    EXPECT_EQ(gemm.Flops(), std::nullopt) << other;
  }
}

TEST(MatmulFlops, OtherInstructionsDoNone) {
  for (const char* opcode : {"add", "fusion", "custom-call", "reduce"}) {
    EXPECT_EQ(Product(opcode, {8, 16}, {16, 32}, {8, 32}).Flops(), 0) << opcode;
  }
  EXPECT_EQ(CountMatmulFlops(*Resolve(test_programs::Simple())), 0);
}

TEST(MatmulFlops, ProductsThatCannotBeCountedAreUnknown) {
  Product library("custom-call", {8, 16}, {16, 32}, {8, 32});
  library.result->set_custom_call_target("__onednn$matmul");
  EXPECT_EQ(library.Flops(), std::nullopt);
  EXPECT_EQ(Product("ragged-dot", {8, 16}, {16, 32}, {8, 32}).Flops(), std::nullopt);
  Product without_dimension("dot", {8}, {16, 32}, {8, 32});
  without_dimension.result->mutable_dot_dimensions()->add_lhs_contracting(1);
  EXPECT_EQ(without_dimension.Flops(), std::nullopt);
  Product negative("dot", {8, -1}, {16, 32}, {8, 32});
  negative.result->mutable_dot_dimensions()->add_lhs_contracting(1);
  EXPECT_EQ(negative.Flops(), std::nullopt);
  Product alone("dot", {8, 16}, {16, 32}, {8, 32});
  alone.result->clear_operand_ids();
  EXPECT_EQ(alone.Flops(), std::nullopt);
  EXPECT_EQ(Convolution({8, 16}, {16, 32}, {8}, {}).Flops(), std::nullopt);
  const std::vector<int64_t> left = {8, 5, 16};
  const std::vector<int64_t> right = {5, 16, 32};
  const std::vector<int64_t> product = {8, 1, 32};
  for (const WindowSize bad :
       {WindowSize{.size = 5, .stride = 0}, WindowSize{.size = -5},
        WindowSize{.size = 5, .window_dilation = 0}, WindowSize{.size = 5, .base_dilation = 0},
        WindowSize{.size = INT64_MAX},
        WindowSize{.size = 5, .stride = INT64_MAX, .window_dilation = INT64_MAX},
        WindowSize{.size = 5, .padding_low = INT64_MIN}}) {
    EXPECT_EQ(Convolution(left, right, product, {bad}).Flops(), std::nullopt);
  }
  Product fewer = Convolution(left, right, product, {{.size = 5}});
  fewer.result->mutable_window()->clear_dimensions();
  EXPECT_EQ(fewer.Flops(), std::nullopt);
}

TEST(MatmulFlops, CountAsOftenAsTheyRun) {
  Product product("dot", {8, 16}, {16, 32}, {8, 32});
  product.result->mutable_dot_dimensions()->add_lhs_contracting(1);
  hlo_proto::Module& module = product.module;
  // The product's computation becomes the body of a loop with a fusion of another product in it.
  hlo_proto::Computation* fused = AddComputation(&module, "fused", 2);
  AddInstruction(fused, "left", "parameter", Array(kF32, {2, 4}));
  AddInstruction(fused, "product", "dot", Array(kF32, {2, 2}), {1, 1})
      ->mutable_dot_dimensions()
      ->add_lhs_contracting(1);
  AddInstruction(module.mutable_computations(0), "f", "fusion", Array(kF32, {2, 2}), {1}, {2});
  AddInstruction(AddComputation(&module, "condition", 3), "x", "parameter", Array(kF32, {}));
  hlo_proto::Computation* main = AddComputation(&module, "entry", 4);
  AddInstruction(main, "x", "parameter", Array(kF32, {}));
  hlo_proto::Instruction* loop = AddInstruction(main, "w", "while", Array(kF32, {}), {1}, {1, 3});
  module.set_entry_computation_id(4);
  EXPECT_EQ(product.Flops(), std::nullopt) << "no trip count";
  loop->set_backend_config(R"({"known_trip_count":{"n":"64"}})");
  EXPECT_EQ(product.Flops(), 64 * (2 * 8 * 16 * 32 + 2 * 2 * 2 * 4));
}

}  // namespace
}  // namespace logphead
