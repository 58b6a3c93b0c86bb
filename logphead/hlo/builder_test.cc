// SPDX-License-Identifier: Apache-2.0
// Builder: the type of every op's result, and the data that regions, functions and ports become.
#include "logphead/hlo/builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace logphead::hlo {
namespace {

using ::testing::ElementsAre;
using Values = Builder::Values;

// Arguments of several types to write ops on.
struct Operands {
  explicit Operands(Builder& b)
      : f(b.Argument("f", {DType::kF32, {2, 3}})),
        g(b.Argument("g", {DType::kF32, {2, 3}})),
        h(b.Argument("h", {DType::kBF16, {4, 2, 3}})),
        i(b.Argument("i", {DType::kS32, {2, 3}})),
        p(b.Argument("p", {DType::kPred, {2, 3}})),
        scalar(b.Argument("scalar", {DType::kF32, {}})),
        index(b.Argument("index", {DType::kS32, {}})) {}
  Value f, g, h, i, p, scalar, index;
};

struct Typed {
  const char* name;
  std::function<Value(Builder&, const Operands&)> write;
  OpKind kind;
  const char* type;
};

void PrintTo(const Typed& each, std::ostream* out) { *out << each.name; }

class OpType : public ::testing::TestWithParam<Typed> {};

TEST_P(OpType, IsWorkedOut) {
  Builder b("p", std::nullopt);
  const Operands x(b);
  const Value value = GetParam().write(b, x);
  EXPECT_EQ(b.type(value).ToString(), GetParam().type);
  const auto program = b.Build({{"out", value, {}}});
  ASSERT_TRUE(program.ok()) << program.error().ToString();
  // The op that defines the value is the last before the return.
  const std::vector<Op>& ops = program->main().body.ops;
  ASSERT_GE(ops.size(), 2U);
  EXPECT_EQ(ops.back().kind, OpKind::kReturn);
  EXPECT_EQ(ops[ops.size() - 2].kind, GetParam().kind);
  EXPECT_THAT(ops[ops.size() - 2].results, ElementsAre(value.id));
}

using B = Builder;
using X = Operands;
const auto kOps = ::testing::Values(
    Typed{"Constant", [](B& b, const X&) { return b.Constant(DType::kBF16, 1); },
          OpKind::kConstant, "tensor<bf16>"},
    Typed{"ScalarSplat", [](B& b, const X&) { return b.Splat({DType::kF32, {}}, 1); },
          OpKind::kConstant, "tensor<f32>"},
    Typed{"Splat", [](B& b, const X&) { return b.Splat({DType::kS32, {4, 1}}, 1); },
          OpKind::kBroadcastInDim, "tensor<4x1xi32>"},
    Typed{"Iota", [](B& b, const X&) { return b.Iota({DType::kS32, {5, 6}}, 1); }, OpKind::kIota,
          "tensor<5x6xi32>"},
    Typed{"Add", [](B& b, const X& x) { return b.Add(x.f, x.g); }, OpKind::kAdd,
          "tensor<2x3xf32>"},
    Typed{"Subtract", [](B& b, const X& x) { return b.Subtract(x.i, x.i); }, OpKind::kSubtract,
          "tensor<2x3xi32>"},
    Typed{"Multiply", [](B& b, const X& x) { return b.Multiply(x.h, x.h); }, OpKind::kMultiply,
          "tensor<4x2x3xbf16>"},
    Typed{"Divide", [](B& b, const X& x) { return b.Divide(x.f, x.g); }, OpKind::kDivide,
          "tensor<2x3xf32>"},
    Typed{"Maximum", [](B& b, const X& x) { return b.Maximum(x.f, x.g); }, OpKind::kMaximum,
          "tensor<2x3xf32>"},
    Typed{"Minimum", [](B& b, const X& x) { return b.Minimum(x.f, x.g); }, OpKind::kMinimum,
          "tensor<2x3xf32>"},
    Typed{"And", [](B& b, const X& x) { return b.And(x.p, x.p); }, OpKind::kAnd,
          "tensor<2x3xi1>"},
    Typed{"Negate", [](B& b, const X& x) { return b.Negate(x.f); }, OpKind::kNegate,
          "tensor<2x3xf32>"},
    Typed{"Exp", [](B& b, const X& x) { return b.Exp(x.h); }, OpKind::kExponential,
          "tensor<4x2x3xbf16>"},
    Typed{"Log", [](B& b, const X& x) { return b.Log(x.scalar); }, OpKind::kLog, "tensor<f32>"},
    Typed{"Tanh", [](B& b, const X& x) { return b.Tanh(x.f); }, OpKind::kTanh,
          "tensor<2x3xf32>"},
    Typed{"IsFinite", [](B& b, const X& x) { return b.IsFinite(x.h); }, OpKind::kIsFinite,
          "tensor<4x2x3xi1>"},
    Typed{"Convert", [](B& b, const X& x) { return b.Convert(x.i, DType::kF64); },
          OpKind::kConvert, "tensor<2x3xf64>"},
    Typed{"Compare", [](B& b, const X& x) { return b.Compare(Comparison::kLt, x.i, x.i); },
          OpKind::kCompare, "tensor<2x3xi1>"},
    Typed{"Select", [](B& b, const X& x) { return b.Select(x.p, x.f, x.g); }, OpKind::kSelect,
          "tensor<2x3xf32>"},
    Typed{"Broadcast", [](B& b, const X& x) { return b.BroadcastInDim(x.f, {3, 4, 2}, {2, 0}); },
          OpKind::kBroadcastInDim, "tensor<3x4x2xf32>"},
    Typed{"Reshape", [](B& b, const X& x) { return b.Reshape(x.h, {8, 3, 1}); }, OpKind::kReshape,
          "tensor<8x3x1xbf16>"},
    Typed{"Transpose", [](B& b, const X& x) { return b.Transpose(x.h, {2, 0, 1}); },
          OpKind::kTranspose, "tensor<3x4x2xbf16>"},
    Typed{"Pad", [](B& b, const X& x) { return b.Pad(x.f, x.scalar, {1, 0}, {2, 5}); },
          OpKind::kPad, "tensor<5x8xf32>"},
    Typed{"Slice", [](B& b, const X& x) { return b.Slice(x.h, {1, 0, 3}, {4, 2, 3}); },
          OpKind::kSlice, "tensor<3x2x0xbf16>"},
    Typed{"DynamicIndex", [](B& b, const X& x) { return b.DynamicIndex(x.h, x.index); },
          OpKind::kReshape, "tensor<2x3xbf16>"},
    Typed{"DynamicUpdateIndex",
          [](B& b, const X& x) {
            return b.DynamicUpdateIndex(x.h, b.Convert(x.f, DType::kBF16), x.index);
          },
          OpKind::kDynamicUpdateSlice, "tensor<4x2x3xbf16>"},
    Typed{"Reduce", [](B& b, const X& x) { return b.Reduce(Reduction::kMaximum, x.h, {0, 2}); },
          OpKind::kReduce, "tensor<2xbf16>"},
    Typed{"ReduceAll", [](B& b, const X& x) { return b.Reduce(Reduction::kAdd, x.f, {0, 1}); },
          OpKind::kReduce, "tensor<f32>"},
    Typed{"Dot",
          [](B& b, const X& x) {
            return b.Dot(x.h, b.Convert(x.f, DType::kBF16), {{2}, {1}, false}, DType::kF32);
          },
          OpKind::kDotGeneral, "tensor<4x2x2xf32>"},
    Typed{"DotOverTwo",
          [](B& b, const X& x) {
            return b.Dot(x.f, b.Convert(x.h, DType::kF32), {{1, 0}, {2, 1}, true}, DType::kF32);
          },
          OpKind::kDotGeneral, "tensor<4xf32>"});

std::string NameOf(const ::testing::TestParamInfo<Typed>& each) { return each.param.name; }
INSTANTIATE_TEST_SUITE_P(Ops, OpType, kOps, NameOf);

TEST(Builder, WhatChangesNothingIsNoOp) {
  Builder b("p", std::nullopt);
  const Operands x(b);
  EXPECT_EQ(b.Convert(x.f, DType::kF32).id, x.f.id);
  EXPECT_EQ(b.Reshape(x.f, {2, 3}).id, x.f.id);
  EXPECT_EQ(b.Build({})->main().body.ops.size(), 1U);
}

TEST(Builder, ReductionsStartFromTheirNeutralElement) {
  Builder b("p", std::nullopt);
  const Operands x(b);
  b.Reduce(Reduction::kAdd, x.f, {1});
  b.Reduce(Reduction::kMaximum, x.f, {1});
  const Program program = *b.Build({});
  const std::vector<Op>& ops = program.main().body.ops;
  EXPECT_EQ(std::get<ConstantAttr>(ops[0].attributes).value, 0.0);
  EXPECT_EQ(std::get<ConstantAttr>(ops[2].attributes).value,
            -std::numeric_limits<double>::infinity());
  EXPECT_THAT(ops[3].operands, ElementsAre(x.f.id, ops[2].results[0]));
}

TEST(Builder, IndexesTheLeadingDimensionAlone) {
  Builder b("p", std::nullopt);
  const Operands x(b);
  const Value row = b.DynamicIndex(x.h, x.index);
  b.DynamicUpdateIndex(x.h, row, x.index);
  const Program program = *b.Build({});
  for (const Op& op : program.main().body.ops) {
    if (op.kind == OpKind::kDynamicSlice) {
      ASSERT_EQ(op.operands.size(), 4U);
      EXPECT_EQ(op.operands[1], x.index.id);
      EXPECT_EQ(program.type(op.results[0]).ToString(), "tensor<1x2x3xbf16>");
    }
    if (op.kind == OpKind::kDynamicUpdateSlice) {
      ASSERT_EQ(op.operands.size(), 5U);
      EXPECT_EQ(op.operands[2], x.index.id);
      EXPECT_EQ(program.type(op.operands[1]).ToString(), "tensor<1x2x3xbf16>");
    }
  }
}

TEST(Builder, PortsKeepNamesTypesAndShardings) {
  Builder b("p", *Mesh::Parse("d=2"));
  const Sharding split{{{{"d"}, false}, {}}, {}};
  const Value x = b.Argument("x", {DType::kF32, {2, 3}}, split);
  const Value y = b.Argument("y", {DType::kS32, {}});
  const Program program = *b.Build({{"first", y, {}}, {"second", x, split}});
  EXPECT_EQ(program.name, "p");
  EXPECT_EQ(program.num_partitions(), 2);
  const Function& main = program.main();
  EXPECT_TRUE(main.is_public);
  EXPECT_EQ(main.name, "main");
  ASSERT_EQ(main.arguments.size(), 2U);
  EXPECT_EQ(main.arguments[0].name, "x");
  EXPECT_EQ(main.arguments[0].sharding, split);
  EXPECT_EQ(main.arguments[1].sharding, std::nullopt);
  EXPECT_THAT(main.body.arguments, ElementsAre(x.id, y.id));
  ASSERT_EQ(main.results.size(), 2U);
  EXPECT_EQ(main.results[0].name, "first");
  EXPECT_EQ(main.results[0].type.ToString(), "tensor<i32>");
  EXPECT_EQ(main.results[1].sharding, split);
  EXPECT_THAT(main.body.ops.back().operands, ElementsAre(y.id, x.id));
}

TEST(Builder, WhileCarriesItsValues) {
  Builder b("p", std::nullopt);
  const Operands x(b);
  const Values done = b.While(
      {x.index, x.f}, [&](const Values& v) { return b.Compare(Comparison::kLt, v[0], x.index); },
      // Values from outside are visible inside.
      [&](const Values& v) {
        return Values{b.Add(v[0], x.index), b.Add(v[1], x.g)};
      });
  ASSERT_EQ(done.size(), 2U);
  EXPECT_EQ(b.type(done[0]).ToString(), "tensor<i32>");
  EXPECT_EQ(b.type(done[1]).ToString(), "tensor<2x3xf32>");
  const auto program = b.Build({{"out", done[1], {}}});
  ASSERT_TRUE(program.ok()) << program.error().ToString();
  const Op& loop = program->main().body.ops[0];
  EXPECT_EQ(loop.kind, OpKind::kWhile);
  EXPECT_THAT(loop.operands, ElementsAre(x.index.id, x.f.id));
  ASSERT_EQ(loop.regions.size(), 2U);
  for (const Region& region : loop.regions) {
    ASSERT_EQ(region.arguments.size(), 2U);
    EXPECT_EQ(region.ops.back().kind, OpKind::kReturn);
  }
}

TEST(Builder, ForCountsFromZeroToItsTripCount) {
  Builder b("p", std::nullopt);
  const Operands x(b);
  const Values done = b.For(7, {x.f}, [&](Value index, const Values& v) {
    EXPECT_EQ(b.type(index).ToString(), "tensor<i32>");
    EXPECT_EQ(v.size(), 1U);
    return Values{b.Add(v[0], x.g)};
  });
  ASSERT_EQ(done.size(), 1U);
  const Program program = *b.Build({{"out", done[0], {}}});
  const std::vector<Op>& ops = program.main().body.ops;
  ASSERT_EQ(ops[1].kind, OpKind::kWhile);
  EXPECT_EQ(std::get<ConstantAttr>(ops[0].attributes).value, 0);
  EXPECT_THAT(ops[1].operands, ElementsAre(ops[0].results[0], x.f.id));
  const Region& condition = ops[1].regions[0];
  EXPECT_EQ(std::get<ConstantAttr>(condition.ops[0].attributes).value, 7);
  EXPECT_EQ(std::get<CompareAttr>(condition.ops[1].attributes).direction, Comparison::kLt);
  EXPECT_THAT(condition.ops[1].operands,
              ElementsAre(condition.arguments[0], condition.ops[0].results[0]));
}

TEST(Builder, FunctionsAreCalledByName) {
  Builder b("p", std::nullopt);
  const Operands x(b);
  const std::string twice =
      b.Function("twice", {{DType::kF32, {2, 3}}, {DType::kS32, {}}}, [&](const Values& v) {
        return Values{b.Add(v[0], v[0]), v[1]};
      });
  const Values results = b.Call(twice, {x.f, x.index});
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(b.type(results[0]).ToString(), "tensor<2x3xf32>");
  EXPECT_EQ(b.type(results[1]).ToString(), "tensor<i32>");
  const auto program = b.Build({{"out", results[0], {}}});
  ASSERT_TRUE(program.ok()) << program.error().ToString();
  ASSERT_EQ(program->functions.size(), 2U);
  EXPECT_FALSE(program->functions[1].is_public);
  EXPECT_EQ(program->functions[1].arguments.size(), 2U);
  EXPECT_EQ(program->functions[1].results.size(), 2U);
  EXPECT_EQ(std::get<CallAttr>(program->main().body.ops[0].attributes).callee, "twice");
}

TEST(Builder, ConstraintKeepsTheType) {
  Builder b("p", *Mesh::Parse("d=2"));
  const Operands x(b);
  const Sharding open{{{{}, true}, {}}, {}};
  const Value constrained = b.Constrain(x.i, open);
  EXPECT_EQ(b.type(constrained), b.type(x.i));
  const Program program = *b.Build({{"out", constrained, {}}});
  const Op& op = program.main().body.ops[0];
  EXPECT_EQ(op.kind, OpKind::kShardingConstraint);
  EXPECT_EQ(std::get<ShardingAttr>(op.attributes).sharding, open);
}

TEST(TensorType, ElementsAndText) {
  EXPECT_EQ((TensorType{DType::kF32, {}}.elements()), 1);
  EXPECT_EQ((TensorType{DType::kF32, {4, 0, 3}}.elements()), 0);
  EXPECT_EQ((TensorType{DType::kF32, {65536, 248320}}.elements()), int64_t{65536} * 248320);
  EXPECT_EQ((TensorType{DType::kPred, {1}}.ToString()), "tensor<1xi1>");
}

}  // namespace
}  // namespace logphead::hlo
