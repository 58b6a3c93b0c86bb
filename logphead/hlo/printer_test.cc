// SPDX-License-Identifier: Apache-2.0
// Printer: the exact text of every op, literal, port, region and function.
#include "logphead/hlo/printer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "logphead/hlo/builder.h"

namespace logphead::hlo {
namespace {

using Values = Builder::Values;

// The arguments of the programs below, whose names stand in their texts.
struct Operands {
  explicit Operands(Builder& b)
      : f(b.Argument("f", {DType::kF32, {2, 3}})),
        h(b.Argument("h", {DType::kBF16, {4, 2, 3}})),
        i(b.Argument("i", {DType::kS32, {2, 3}})),
        p(b.Argument("p", {DType::kPred, {2, 3}})),
        u(b.Argument("u", {DType::kU32, {2}})),
        scalar(b.Argument("scalar", {DType::kF32, {}})),
        index(b.Argument("index", {DType::kS32, {}})) {}
  Value f, h, i, p, u, scalar, index;
};

// The text between the head of @main and its return, without the margin.
std::string Body(const std::string& text) {
  const size_t begin = text.find(" {\n", text.find("@main")) + 3;
  const size_t end = text.find("    return ", begin);
  std::string body;
  for (size_t at = begin; at < end;) {
    const size_t newline = text.find('\n', at);
    body += text.substr(at + 4, newline - at - 3);
    at = newline + 1;
  }
  return body;
}

struct Printed {
  const char* name;
  std::function<Value(Builder&, const Operands&)> write;
  const char* text;
};

void PrintTo(const Printed& each, std::ostream* out) { *out << each.name; }

class PrintedOp : public ::testing::TestWithParam<Printed> {};

TEST_P(PrintedOp, IsThis) {
  Builder b("p", *Mesh::Parse("a=2,b=3"));
  const Operands x(b);
  const Value value = GetParam().write(b, x);
  const auto program = b.Build({{"out", value, {}}});
  ASSERT_TRUE(program.ok()) << program.error().ToString();
  EXPECT_EQ(Body(Print(*program)), GetParam().text);
}

using B = Builder;
using X = Operands;
const auto kOps = ::testing::Values(
    Printed{"Constant", [](B& b, const X&) { return b.Constant(DType::kF32, 1); },
            "%0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>\n"},
    Printed{"Splat",
            [](B& b, const X&) {
              return b.Splat({DType::kS32, {4, 1}}, -100);
            },
            "%0 = stablehlo.constant dense<-100> : tensor<i32>\n"
            "%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<4x1xi32>\n"},
    Printed{"Iota",
            [](B& b, const X&) {
              return b.Iota({DType::kS32, {5, 6}}, 1);
            },
            "%0 = stablehlo.iota dim = 1 : tensor<5x6xi32>\n"},
    Printed{"Add", [](B& b, const X& x) { return b.Add(x.f, x.f); },
            "%0 = stablehlo.add %f, %f : tensor<2x3xf32>\n"},
    Printed{"Subtract", [](B& b, const X& x) { return b.Subtract(x.i, x.i); },
            "%0 = stablehlo.subtract %i, %i : tensor<2x3xi32>\n"},
    Printed{"Multiply", [](B& b, const X& x) { return b.Multiply(x.h, x.h); },
            "%0 = stablehlo.multiply %h, %h : tensor<4x2x3xbf16>\n"},
    Printed{"Divide", [](B& b, const X& x) { return b.Divide(x.scalar, x.scalar); },
            "%0 = stablehlo.divide %scalar, %scalar : tensor<f32>\n"},
    Printed{"Maximum", [](B& b, const X& x) { return b.Maximum(x.f, x.f); },
            "%0 = stablehlo.maximum %f, %f : tensor<2x3xf32>\n"},
    Printed{"Minimum", [](B& b, const X& x) { return b.Minimum(x.f, x.f); },
            "%0 = stablehlo.minimum %f, %f : tensor<2x3xf32>\n"},
    Printed{"And", [](B& b, const X& x) { return b.And(x.p, x.p); },
            "%0 = stablehlo.and %p, %p : tensor<2x3xi1>\n"},
    Printed{"Negate", [](B& b, const X& x) { return b.Negate(x.f); },
            "%0 = stablehlo.negate %f : tensor<2x3xf32>\n"},
    Printed{"Exp", [](B& b, const X& x) { return b.Exp(x.f); },
            "%0 = stablehlo.exponential %f : tensor<2x3xf32>\n"},
    Printed{"Log", [](B& b, const X& x) { return b.Log(x.f); },
            "%0 = stablehlo.log %f : tensor<2x3xf32>\n"},
    Printed{"Tanh", [](B& b, const X& x) { return b.Tanh(x.f); },
            "%0 = stablehlo.tanh %f : tensor<2x3xf32>\n"},
    Printed{"IsFinite", [](B& b, const X& x) { return b.IsFinite(x.f); },
            "%0 = stablehlo.is_finite %f : (tensor<2x3xf32>) -> tensor<2x3xi1>\n"},
    Printed{"Convert", [](B& b, const X& x) { return b.Convert(x.f, DType::kBF16); },
            "%0 = stablehlo.convert %f : (tensor<2x3xf32>) -> tensor<2x3xbf16>\n"},
    Printed{"Select", [](B& b, const X& x) { return b.Select(x.p, x.f, x.f); },
            "%0 = stablehlo.select %p, %f, %f : tensor<2x3xi1>, tensor<2x3xf32>\n"},
    Printed{"Broadcast", [](B& b, const X& x) { return b.BroadcastInDim(x.f, {3, 9, 2}, {2, 0}); },
            "%0 = stablehlo.broadcast_in_dim %f, dims = [2, 0] : (tensor<2x3xf32>) -> "
            "tensor<3x9x2xf32>\n"},
    Printed{"Reshape", [](B& b, const X& x) { return b.Reshape(x.f, {6}); },
            "%0 = stablehlo.reshape %f : (tensor<2x3xf32>) -> tensor<6xf32>\n"},
    Printed{"Transpose", [](B& b, const X& x) { return b.Transpose(x.h, {2, 0, 1}); },
            "%0 = stablehlo.transpose %h, dims = [2, 0, 1] : (tensor<4x2x3xbf16>) -> "
            "tensor<3x4x2xbf16>\n"},
    Printed{"Pad", [](B& b, const X& x) { return b.Pad(x.f, x.scalar, {1, 0}, {0, 2}); },
            "%0 = stablehlo.pad %f, %scalar, low = [1, 0], high = [0, 2], interior = [0, 0] : "
            "(tensor<2x3xf32>, tensor<f32>) -> tensor<3x5xf32>\n"},
    Printed{"Slice", [](B& b, const X& x) { return b.Slice(x.f, {0, 1}, {2, 3}); },
            "%0 = stablehlo.slice %f [0:2, 1:3] : (tensor<2x3xf32>) -> tensor<2x2xf32>\n"},
    Printed{"DynamicIndex", [](B& b, const X& x) { return b.DynamicIndex(x.f, x.index); },
            "%0 = stablehlo.constant dense<0> : tensor<i32>\n"
            "%1 = stablehlo.dynamic_slice %f, %index, %0, sizes = [1, 3] : (tensor<2x3xf32>, "
            "tensor<i32>, tensor<i32>) -> tensor<1x3xf32>\n"
            "%2 = stablehlo.reshape %1 : (tensor<1x3xf32>) -> tensor<3xf32>\n"},
    Printed{
        "DynamicUpdateIndex",
        [](B& b,
           const X& x) { return b.DynamicUpdateIndex(x.u, b.Constant(DType::kU32, 7), x.index); },
        "%0 = stablehlo.constant dense<7> : tensor<ui32>\n"
        "%1 = stablehlo.reshape %0 : (tensor<ui32>) -> tensor<1xui32>\n"
        "%2 = stablehlo.dynamic_update_slice %u, %1, %index : (tensor<2xui32>, "
        "tensor<1xui32>, tensor<i32>) -> tensor<2xui32>\n"},
    Printed{"Sum", [](B& b, const X& x) { return b.Reduce(Reduction::kAdd, x.f, {0, 1}); },
            "%0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>\n"
            "%1 = stablehlo.reduce (%f init: %0) applies stablehlo.add across dimensions = [0, 1] "
            ": (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>\n"},
    Printed{"Largest", [](B& b, const X& x) { return b.Reduce(Reduction::kMaximum, x.h, {2}); },
            "%0 = stablehlo.constant dense<0xFF80> : tensor<bf16>\n"
            "%1 = stablehlo.reduce (%h init: %0) applies stablehlo.maximum across dimensions = [2] "
            ": (tensor<4x2x3xbf16>, tensor<bf16>) -> tensor<4x2xbf16>\n"},
    Printed{"Dot", [](B& b, const X& x) { return b.Dot(x.f, x.f, {{1}, {1}, false}, DType::kF32); },
            "%0 = stablehlo.dot_general %f, %f, contracting_dims = [1] x [1], precision = "
            "[DEFAULT, DEFAULT] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>\n"},
    Printed{"DotHighest",
            [](B& b, const X& x) { return b.Dot(x.h, x.h, {{0, 1}, {0, 1}, true}, DType::kF32); },
            "%0 = stablehlo.dot_general %h, %h, contracting_dims = [0, 1] x [0, 1], precision = "
            "[HIGHEST, HIGHEST] : (tensor<4x2x3xbf16>, tensor<4x2x3xbf16>) -> tensor<3x3xf32>\n"});

const auto kComparisons = ::testing::Values(
    Printed{"Float", [](B& b, const X& x) { return b.Compare(Comparison::kGt, x.f, x.f); },
            "%0 = stablehlo.compare GT, %f, %f, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> "
            "tensor<2x3xi1>\n"},
    Printed{"Signed", [](B& b, const X& x) { return b.Compare(Comparison::kLe, x.i, x.i); },
            "%0 = stablehlo.compare LE, %i, %i, SIGNED : (tensor<2x3xi32>, tensor<2x3xi32>) -> "
            "tensor<2x3xi1>\n"},
    Printed{"Unsigned", [](B& b, const X& x) { return b.Compare(Comparison::kGe, x.u, x.u); },
            "%0 = stablehlo.compare GE, %u, %u, UNSIGNED : (tensor<2xui32>, tensor<2xui32>) -> "
            "tensor<2xi1>\n"},
    Printed{"Predicates", [](B& b, const X& x) { return b.Compare(Comparison::kNe, x.p, x.p); },
            "%0 = stablehlo.compare NE, %p, %p, UNSIGNED : (tensor<2x3xi1>, tensor<2x3xi1>) -> "
            "tensor<2x3xi1>\n"},
    Printed{"Equal", [](B& b, const X& x) { return b.Compare(Comparison::kEq, x.index, x.index); },
            "%0 = stablehlo.compare EQ, %index, %index, SIGNED : (tensor<i32>, tensor<i32>) -> "
            "tensor<i1>\n"},
    Printed{"Less", [](B& b, const X& x) { return b.Compare(Comparison::kLt, x.index, x.index); },
            "%0 = stablehlo.compare LT, %index, %index, SIGNED : (tensor<i32>, tensor<i32>) -> "
            "tensor<i1>\n"});

const auto kCalls = ::testing::Values(
    Printed{"Call",
            [](B& b, const X& x) {
              return b.CustomCall({"handle", {}, {}}, {x.scalar}, {{DType::kF32, {2}}})[0];
            },
            "%0 = stablehlo.custom_call @handle(%scalar) {api_version = 4 : i32, backend_config = "
            "{}, operand_layouts = [dense<> : tensor<0xindex>], result_layouts = [dense<[0]> : "
            "tensor<1xindex>]} : (tensor<f32>) -> tensor<2xf32>\n"},
    Printed{"Configured",
            [](B& b, const X& x) {
              const CustomCallAttr call{
                  "handle",
                  {{"yes", true}, {"count", int64_t{-3}}, {"rate", 0.1}, {"name", "avx2"}},
                  {{1, 0}}};
              return b.CustomCall(call, {x.f, x.u}, {{DType::kS32, {}}, {DType::kF32, {2, 3}}})[1];
            },
            "%0:2 = stablehlo.custom_call @handle(%f, %u) {api_version = 4 : i32, backend_config = "
            "{yes = true, count = -3 : i64, rate = 1.000000e-01 : f64, name = \"avx2\"}, "
            "operand_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>], "
            "output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [1], "
            "operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<> : "
            "tensor<0xindex>, dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x3xf32>, "
            "tensor<2xui32>) -> (tensor<i32>, tensor<2x3xf32>)\n"},
    Printed{"InPlace",
            [](B& b, const X& x) {
              return b.CustomCall({"handle", {}, {{0, 0}}}, {x.u}, {{DType::kU32, {2}}})[0];
            },
            "%0 = stablehlo.custom_call @handle(%u) {api_version = 4 : i32, backend_config = {}, "
            "operand_layouts = [dense<[0]> : tensor<1xindex>], output_operand_aliases = "
            "[#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, "
            "operand_tuple_indices = []>], result_layouts = [dense<[0]> : tensor<1xindex>]} : "
            "(tensor<2xui32>) -> tensor<2xui32>\n"});

Value Constrained(Builder& b, Value value, std::vector<DimSharding> dims,
                  std::vector<std::string> replicated = {}) {
  return b.Constrain(value, Sharding{std::move(dims), std::move(replicated)});
}

const DimSharding kOpen{{}, true};
const DimSharding kClosed{{}, false};
const auto kConstraints = ::testing::Values(
    Printed{"Open",
            [](B& b, const X& x) {
              return Constrained(b, x.i, {kOpen, kClosed});
            },
            "%0 = sdy.sharding_constraint %i <@mesh, [{?}, {}]> : tensor<2x3xi32>\n"},
    Printed{"Middle",
            [](B& b, const X& x) {
              return Constrained(b, x.h, {kClosed, kOpen, kClosed});
            },
            "%0 = sdy.sharding_constraint %h <@mesh, [{}, {?}, {}]> : tensor<4x2x3xbf16>\n"},
    Printed{"Axes",
            [](B& b, const X& x) {
              return Constrained(b, x.i, {{{"b", "a"}, true}, kClosed});
            },
            "%0 = sdy.sharding_constraint %i <@mesh, [{\"b\", \"a\", ?}, {}]> : tensor<2x3xi32>\n"},
    Printed{"ReplicatedAxes",
            [](B& b, const X& x) {
              return Constrained(b, x.u, {kOpen}, {"a", "b"});
            },
            "%0 = sdy.sharding_constraint %u <@mesh, [{?}], replicated={\"a\", \"b\"}> : "
            "tensor<2xui32>\n"},
    Printed{"Scalar", [](B& b, const X& x) { return Constrained(b, x.scalar, {}); },
            "%0 = sdy.sharding_constraint %scalar <@mesh, []> : tensor<f32>\n"});

std::string NameOf(const ::testing::TestParamInfo<Printed>& each) { return each.param.name; }
INSTANTIATE_TEST_SUITE_P(Ops, PrintedOp, kOps, NameOf);
INSTANTIATE_TEST_SUITE_P(Calls, PrintedOp, kCalls, NameOf);
INSTANTIATE_TEST_SUITE_P(Comparisons, PrintedOp, kComparisons, NameOf);
INSTANTIATE_TEST_SUITE_P(Constraints, PrintedOp, kConstraints, NameOf);

TEST(Printer, Literals) {
  const double inf = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto literal = [](DType dtype, double value) {
    Builder b("p", std::nullopt);
    const std::string text = Body(Print(*b.Build({{"out", b.Constant(dtype, value), {}}})));
    const size_t begin = text.find('<') + 1;
    return text.substr(begin, text.find('>') - begin);
  };
  EXPECT_EQ(literal(DType::kF32, 0.1), "1.000000e-01");
  EXPECT_EQ(literal(DType::kF32, 1.0 / 3), "3.33333343e-01");
  EXPECT_EQ(literal(DType::kF32, 0.0), "0.000000e+00");
  EXPECT_EQ(literal(DType::kF32, -0.0), "-0.000000e+00");
  EXPECT_EQ(literal(DType::kF32, std::numeric_limits<float>::max()), "3.40282347e+38");
  EXPECT_EQ(literal(DType::kF32, std::numeric_limits<float>::denorm_min()), "1.401298e-45");
  EXPECT_EQ(literal(DType::kF32, inf), "0x7F800000");
  EXPECT_EQ(literal(DType::kF32, -inf), "0xFF800000");
  EXPECT_EQ(literal(DType::kF32, 1e300), "0x7F800000");
  EXPECT_EQ(literal(DType::kF32, -1e300), "0xFF800000");
  EXPECT_EQ(literal(DType::kF32, nan), "0x7FC00000");
  EXPECT_EQ(literal(DType::kF64, 0.1), "1.000000e-01");
  EXPECT_EQ(literal(DType::kF64, 1.0 / 3), "3.3333333333333331e-01");
  EXPECT_EQ(literal(DType::kF64, 1e300), "1.000000e+300");
  EXPECT_EQ(literal(DType::kF64, std::numeric_limits<double>::denorm_min()), "4.940656e-324");
  EXPECT_EQ(literal(DType::kF64, inf), "0x7FF0000000000000");
  EXPECT_EQ(literal(DType::kF64, -inf), "0xFFF0000000000000");
  EXPECT_EQ(literal(DType::kF64, nan), "0x7FF8000000000000");
  EXPECT_EQ(literal(DType::kBF16, 1.5), "1.500000e+00");
  EXPECT_EQ(literal(DType::kBF16, 9.18354962e-41), "9.183550e-41");
  EXPECT_EQ(literal(DType::kBF16, inf), "0x7F80");
  EXPECT_EQ(literal(DType::kBF16, -inf), "0xFF80");
  EXPECT_EQ(literal(DType::kBF16, nan), "0x7FC0");
  EXPECT_EQ(literal(DType::kF16, 65504), "6.550400e+04");
  EXPECT_EQ(literal(DType::kF16, inf), "0x7C00");
  EXPECT_EQ(literal(DType::kF16, -inf), "0xFC00");
  EXPECT_EQ(literal(DType::kF16, nan), "0x7E00");
  EXPECT_EQ(literal(DType::kS32, -2147483648.0), "-2147483648");
  EXPECT_EQ(literal(DType::kU32, 4294967295.0), "4294967295");
  EXPECT_EQ(literal(DType::kS64, -100), "-100");
  EXPECT_EQ(literal(DType::kU8, 255), "255");
  EXPECT_EQ(literal(DType::kPred, 1), "true");
  EXPECT_EQ(literal(DType::kPred, 0), "false");
}

TEST(Printer, Ports) {
  Builder b("ports", *Mesh::Parse("fsdp=2,context=4"));
  const Sharding split{{{{"fsdp"}, false}, {{"context"}, false}}, {}};
  const Value x = b.Argument("x", {DType::kBF16, {8, 4}}, split);
  const Value y = b.Argument("y_1", {DType::kS32, {}});
  EXPECT_EQ(
      Print(*b.Build({{"first", x, split}, {"second", y, {}}})),
      R"(module @ports attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["fsdp"=2, "context"=4]>
  func.func public @main(%x: tensor<8x4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {"context"}]>}, %y_1: tensor<i32>) -> (tensor<8x4xbf16> {jax.result_info = "first", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {"context"}]>}, tensor<i32> {jax.result_info = "second"}) {
    return %x, %y_1 : tensor<8x4xbf16>, tensor<i32>
  }
}
)");
}

TEST(Printer, ProgramWithoutMeshOrResults) {
  Builder b("empty", std::nullopt);
  EXPECT_EQ(
      Print(*b.Build({})),
      R"(module @empty attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main() -> () {
    return
  }
}
)");
}

// An argument may have a name that looks like one of the printer's.
TEST(Printer, NestedLoops) {
  Builder b("nested", std::nullopt);
  const Value x = b.Argument("loop0_0", {DType::kF32, {}});
  const Values done = b.For(2, {x}, [&](Value, const Values& outer) {
    return b.For(3, {outer[0]},
                 [&](Value, const Values& inner) { return Values{b.Add(inner[0], outer[0])}; });
  });
  EXPECT_EQ(Body(Print(*b.Build({{"out", done[0], {}}}))),
            R"(%0 = stablehlo.constant dense<0> : tensor<i32>
%1:2 = stablehlo.while(%loop0.0 = %0, %loop0.1 = %loop0_0) : tensor<i32>, tensor<f32>
cond {
  %2 = stablehlo.constant dense<2> : tensor<i32>
  %3 = stablehlo.compare LT, %loop0.0, %2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %3 : tensor<i1>
} do {
  %4 = stablehlo.constant dense<0> : tensor<i32>
  %5:2 = stablehlo.while(%loop1.0 = %4, %loop1.1 = %loop0.1) : tensor<i32>, tensor<f32>
  cond {
    %6 = stablehlo.constant dense<3> : tensor<i32>
    %7 = stablehlo.compare LT, %loop1.0, %6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %7 : tensor<i1>
  } do {
    %8 = stablehlo.add %loop1.1, %loop0.1 : tensor<f32>
    %9 = stablehlo.constant dense<1> : tensor<i32>
    %10 = stablehlo.add %loop1.0, %9 : tensor<i32>
    stablehlo.return %10, %8 : tensor<i32>, tensor<f32>
  }
  %11 = stablehlo.constant dense<1> : tensor<i32>
  %12 = stablehlo.add %loop0.0, %11 : tensor<i32>
  stablehlo.return %12, %5#1 : tensor<i32>, tensor<f32>
}
)");
}

TEST(Printer, LoopOfOneValue) {
  Builder b("one", std::nullopt);
  const Value x = b.Argument("x", {DType::kF32, {}});
  const Values done = b.While(
      {x}, [&](const Values& v) { return b.Compare(Comparison::kLt, v[0], x); },
      [&](const Values& v) { return Values{b.Exp(v[0])}; });
  EXPECT_EQ(Body(Print(*b.Build({{"out", done[0], {}}}))),
            R"(%0 = stablehlo.while(%loop0.0 = %x) : tensor<f32>
cond {
  %1 = stablehlo.compare LT, %loop0.0, %x, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %1 : tensor<i1>
} do {
  %2 = stablehlo.exponential %loop0.0 : tensor<f32>
  stablehlo.return %2 : tensor<f32>
}
)");
}

TEST(Printer, Functions) {
  Builder b("calls", std::nullopt);
  const Value x = b.Argument("x", {DType::kF32, {2}});
  const Value i = b.Argument("i", {DType::kS32, {}});
  b.Function("pair", {{DType::kF32, {2}}, {DType::kS32, {}}}, [&](const Values& v) {
    return Values{v[1], b.Exp(v[0])};
  });
  b.Function("nothing", {}, [](const Values&) { return Values{}; });
  const Values two = b.Call("pair", {x, i});
  b.Call("nothing", {});
  EXPECT_EQ(
      Print(*b.Build({{"second", two[1], {}}, {"first", two[0], {}}})),
      R"(module @calls attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<2xf32>, %i: tensor<i32>) -> (tensor<2xf32> {jax.result_info = "second"}, tensor<i32> {jax.result_info = "first"}) {
    %0:2 = func.call @pair(%x, %i) : (tensor<2xf32>, tensor<i32>) -> (tensor<i32>, tensor<2xf32>)
    func.call @nothing() : () -> ()
    return %0#1, %0#0 : tensor<2xf32>, tensor<i32>
  }
  func.func private @pair(%arg0: tensor<2xf32>, %arg1: tensor<i32>) -> (tensor<i32>, tensor<2xf32>) {
    %0 = stablehlo.exponential %arg0 : tensor<2xf32>
    return %arg1, %0 : tensor<i32>, tensor<2xf32>
  }
  func.func private @nothing() -> () {
    return
  }
}
)");
}

TEST(Printer, TheSameProgramGivesTheSameBytes) {
  const auto write = [] {
    Builder b("same", *Mesh::Parse("a=2"));
    const Operands x(b);
    const Values done = b.For(5, {x.f, x.i}, [&](Value, const Values& v) {
      return Values{b.Select(x.p, v[0], b.Exp(v[0])), v[1]};
    });
    return *b.Build({{"out", done[0], {}}});
  };
  const Program once = write();
  EXPECT_EQ(Print(once), Print(once));
  EXPECT_EQ(Print(once), Print(write()));
}

}  // namespace
}  // namespace logphead::hlo
