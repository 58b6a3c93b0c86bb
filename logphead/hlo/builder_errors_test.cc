// SPDX-License-Identifier: Apache-2.0
// Builder: every kind of misuse is reported once, with the line that wrote the op.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "logphead/hlo/builder.h"

namespace logphead::hlo {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using Values = Builder::Values;

// The line of the call itself; it is put around the op under test, on the op's own line.
int LineOf(const Value&, int line = __builtin_LINE()) { return line; }
int LineOf(const Values&, int line = __builtin_LINE()) { return line; }
int LineOf(const std::string&, int line = __builtin_LINE()) { return line; }
int LineOf(const Result<Program>&, int line = __builtin_LINE()) { return line; }

// Arguments of several types, on a mesh of 2 x 3 devices.
struct Operands {
  explicit Operands(Builder& b)
      : f(b.Argument("f", {DType::kF32, {2, 3}})),
        t(b.Argument("t", {DType::kF32, {3, 2}})),
        h(b.Argument("h", {DType::kBF16, {2, 3}})),
        i(b.Argument("i", {DType::kS32, {2, 3}})),
        p(b.Argument("p", {DType::kPred, {2, 3}})),
        scalar(b.Argument("scalar", {DType::kF32, {}})),
        index(b.Argument("index", {DType::kS32, {}})) {}
  Value f, t, h, i, p, scalar, index;
};

// `write` misuses the builder and returns the line it did so on.
struct Misuse {
  const char* name;
  std::function<int(Builder&, const Operands&)> write;
  const char* message;
};

void PrintTo(const Misuse& each, std::ostream* out) { *out << each.name; }

class BuilderReports : public ::testing::TestWithParam<Misuse> {};

TEST_P(BuilderReports, TheCallersLine) {
  Builder b("p", *Mesh::Parse("a=2,b=3"));
  const Operands x(b);
  const int line = GetParam().write(b, x);
  const auto program = b.Build({});
  ASSERT_FALSE(program.ok());
  EXPECT_EQ(program.error().code(), Code::kInvalidArgument);
  EXPECT_THAT(program.error().message(), HasSubstr(GetParam().message));
  EXPECT_THAT(program.error().where().file, EndsWith("logphead/hlo/builder_errors_test.cc"));
  EXPECT_EQ(program.error().where().line, line);
}

using B = Builder;
using X = Operands;
const TensorType kF23{DType::kF32, {2, 3}};
const Sharding kRank1{{{{"a"}, false}}, {}};
const Sharding kUnknownAxis{{{{"c"}, false}, {}}, {}};
const Sharding kTwice{{{{"a"}, false}, {{"a"}, false}}, {}};

const auto kOps = ::testing::Values(
    Misuse{"AddShapes", [](B& b, const X& x) { return LineOf(b.Add(x.f, x.t)); },
           "tensor<2x3xf32> and tensor<3x2xf32> (both must be of one type)"},
    Misuse{"SubtractDtypes", [](B& b, const X& x) { return LineOf(b.Subtract(x.f, x.h)); },
           "tensor<2x3xf32> and tensor<2x3xbf16>"},
    Misuse{"MultiplyRanks", [](B& b, const X& x) { return LineOf(b.Multiply(x.f, x.scalar)); },
           "tensor<2x3xf32> and tensor<f32>"},
    Misuse{"Divide", [](B& b, const X& x) { return LineOf(b.Divide(x.i, x.f)); },
           "tensor<2x3xi32> and tensor<2x3xf32>"},
    Misuse{"Maximum", [](B& b, const X& x) { return LineOf(b.Maximum(x.f, x.t)); }, "one type"},
    Misuse{"Minimum", [](B& b, const X& x) { return LineOf(b.Minimum(x.f, x.t)); }, "one type"},
    Misuse{"And", [](B& b, const X& x) { return LineOf(b.And(x.p, x.i)); }, "one type"},
    Misuse{"AndOfFloats", [](B& b, const X& x) { return LineOf(b.And(x.f, x.f)); },
           "tensor<2x3xf32>"},
    Misuse{"SubtractPredicates", [](B& b, const X& x) { return LineOf(b.Subtract(x.p, x.p)); },
           "predicates are neither subtracted nor divided"},
    Misuse{"DividePredicates", [](B& b, const X& x) { return LineOf(b.Divide(x.p, x.p)); },
           "predicates are neither subtracted nor divided"},
    Misuse{"NegateInteger", [](B& b, const X& x) { return LineOf(b.Negate(x.i)); },
           "a float op is given tensor<2x3xi32>"},
    Misuse{"ExpOfInteger", [](B& b, const X& x) { return LineOf(b.Exp(x.i)); }, "float op"},
    Misuse{"LogOfPredicate", [](B& b, const X& x) { return LineOf(b.Log(x.p)); }, "<2x3xi1>"},
    Misuse{"TanhOfInteger", [](B& b, const X& x) { return LineOf(b.Tanh(x.index)); }, "<i32>"},
    Misuse{"IsFiniteOfInteger", [](B& b, const X& x) { return LineOf(b.IsFinite(x.i)); },
           "is_finite is given tensor<2x3xi32>"},
    Misuse{"CompareTypes",
           [](B& b, const X& x) { return LineOf(b.Compare(Comparison::kEq, x.i, x.f)); },
           "compare is given tensor<2x3xi32> and tensor<2x3xf32>"},
    Misuse{"SelectPredicate", [](B& b, const X& x) { return LineOf(b.Select(x.i, x.f, x.f)); },
           "select is given tensor<2x3xi32>"},
    Misuse{"SelectShape", [](B& b, const X& x) { return LineOf(b.Select(x.p, x.t, x.t)); },
           "select is given tensor<2x3xi1>, tensor<3x2xf32>"},
    Misuse{"SelectBranches", [](B& b, const X& x) { return LineOf(b.Select(x.p, x.f, x.h)); },
           "tensor<2x3xf32> and tensor<2x3xbf16>"});

const auto kShapes = ::testing::Values(
    Misuse{"IotaDimension", [](B& b, const X&) { return LineOf(b.Iota(kF23, 2)); },
           "iota along dimension 2 of tensor<2x3xf32>"},
    Misuse{"IotaNegative", [](B& b, const X&) { return LineOf(b.Iota(kF23, -1)); },
           "iota along dimension -1"},
    Misuse{"BroadcastRank",
           [](B& b, const X& x) {
             return LineOf(b.BroadcastInDim(x.f, {2, 3}, {0}));
           },
           "cannot broadcast tensor<2x3xf32> to tensor<2x3xf32> along [0]"},
    Misuse{"BroadcastSize",
           [](B& b, const X& x) {
             return LineOf(b.BroadcastInDim(x.f, {2, 4}, {0, 1}));
           },
           "cannot broadcast tensor<2x3xf32> to tensor<2x4xf32> along [0, 1]"},
    Misuse{"BroadcastTwice",
           [](B& b, const X& x) {
             return LineOf(b.BroadcastInDim(x.f, {2, 3}, {1, 1}));
           },
           "along [1, 1]"},
    Misuse{"BroadcastBeyond",
           [](B& b, const X& x) {
             return LineOf(b.BroadcastInDim(x.f, {2, 3}, {0, 2}));
           },
           "along [0, 2]"},
    Misuse{"Reshape",
           [](B& b, const X& x) {
             return LineOf(b.Reshape(x.f, {2, 4}));
           },
           "cannot reshape tensor<2x3xf32> to tensor<2x4xf32>: 6 elements are not 8"},
    Misuse{"TransposeRank", [](B& b, const X& x) { return LineOf(b.Transpose(x.f, {0})); },
           "[0] is no permutation of the dimensions of tensor<2x3xf32>"},
    Misuse{"TransposeTwice",
           [](B& b, const X& x) {
             return LineOf(b.Transpose(x.f, {1, 1}));
           },
           "[1, 1] is no permutation"},
    Misuse{"PadRank",
           [](B& b, const X& x) {
             return LineOf(b.Pad(x.f, x.scalar, {0}, {0, 1}));
           },
           "cannot pad tensor<2x3xf32> with tensor<f32> by [0] and [0, 1]"},
    Misuse{"PadDtype", [](B& b, const X& x) { return LineOf(b.Pad(x.f, x.index, {0, 0}, {0, 1})); },
           "with tensor<i32>"},
    Misuse{"PadNegative",
           [](B& b, const X& x) { return LineOf(b.Pad(x.f, x.scalar, {0, 0}, {0, -1})); },
           "by [0, 0] and [0, -1]"},
    Misuse{"SliceRank", [](B& b, const X& x) { return LineOf(b.Slice(x.f, {0}, {1})); },
           "cannot slice tensor<2x3xf32> from [0] to [1]"},
    Misuse{"SliceEnd", [](B& b, const X& x) { return LineOf(b.Slice(x.f, {0, 0}, {2, 4})); },
           "cannot slice tensor<2x3xf32> from [0, 0] to [2, 4]"},
    Misuse{"SliceBackwards", [](B& b, const X& x) { return LineOf(b.Slice(x.f, {1, 0}, {0, 3})); },
           "from [1, 0] to [0, 3]"},
    Misuse{"SliceNegative", [](B& b, const X& x) { return LineOf(b.Slice(x.f, {-1, 0}, {2, 3})); },
           "from [-1, 0] to [2, 3]"},
    Misuse{"IndexOfScalar",
           [](B& b, const X& x) { return LineOf(b.DynamicIndex(x.scalar, x.index)); },
           "cannot index tensor<f32> with tensor<i32>"},
    Misuse{"IndexByFloat", [](B& b, const X& x) { return LineOf(b.DynamicIndex(x.f, x.scalar)); },
           "cannot index tensor<2x3xf32> with tensor<f32>"},
    Misuse{"UpdateRow",
           [](B& b, const X& x) { return LineOf(b.DynamicUpdateIndex(x.f, x.f, x.index)); },
           "cannot put tensor<2x3xf32> into tensor<2x3xf32> at tensor<i32>"},
    Misuse{"ReduceDimension",
           [](B& b, const X& x) { return LineOf(b.Reduce(Reduction::kAdd, x.f, {2})); },
           "cannot reduce tensor<2x3xf32> over [2]"},
    Misuse{"ReduceTwice",
           [](B& b, const X& x) { return LineOf(b.Reduce(Reduction::kAdd, x.f, {0, 0})); },
           "over [0, 0]"},
    Misuse{"ReduceInteger",
           [](B& b, const X& x) { return LineOf(b.Reduce(Reduction::kMaximum, x.i, {0})); },
           "cannot reduce tensor<2x3xi32>"},
    Misuse{"DotSizes",
           [](B& b, const X& x) { return LineOf(b.Dot(x.f, x.f, {{1}, {0}, false}, DType::kF32)); },
           "cannot contract tensor<2x3xf32> along [1] with tensor<2x3xf32> along [0]"},
    Misuse{"DotDtypes",
           [](B& b, const X& x) { return LineOf(b.Dot(x.f, x.h, {{1}, {1}, false}, DType::kF32)); },
           "with tensor<2x3xbf16>"},
    Misuse{"DotCounts",
           [](B& b, const X& x) { return LineOf(b.Dot(x.f, x.f, {{0, 1}, {0}, false}, {})); },
           "along [0, 1] with tensor<2x3xf32> along [0]"},
    Misuse{"DotBeyond",
           [](B& b, const X& x) { return LineOf(b.Dot(x.f, x.f, {{2}, {2}, false}, {})); },
           "along [2]"});

const auto kShardings = ::testing::Values(
    Misuse{"ConstrainRank", [](B& b, const X& x) { return LineOf(b.Constrain(x.f, kRank1)); },
           "cannot constrain tensor<2x3xf32>: a sharding of 1 dimensions is given"},
    Misuse{"ConstrainAxis", [](B& b, const X& x) { return LineOf(b.Constrain(x.f, kUnknownAxis)); },
           "the mesh has no axis 'c' (its axes: a, b)"},
    Misuse{"ConstrainTwice", [](B& b, const X& x) { return LineOf(b.Constrain(x.f, kTwice)); },
           "mesh axis 'a' is used twice"},
    Misuse{"ArgumentRank", [](B& b, const X&) { return LineOf(b.Argument("n", kF23, kRank1)); },
           "argument 'n': a sharding of 1 dimensions is given to a tensor of 2"},
    Misuse{"ArgumentTwice", [](B& b, const X&) { return LineOf(b.Argument("f", kF23)); },
           "argument 'f' is declared twice"},
    Misuse{"ArgumentName", [](B& b, const X&) { return LineOf(b.Argument("1st", kF23)); },
           "argument name '1st' is not letters, digits and underscores"},
    Misuse{"OutputRank",
           [](B& b, const X& x) {
             return LineOf(b.Build({{"o", x.f, kRank1}}));
           },
           "output 'o': a sharding of 1 dimensions is given to a tensor of 2"},
    Misuse{"OutputName",
           [](B& b, const X& x) {
             return LineOf(b.Build({{"a\"b", x.f, {}}}));
           },
           "output name 'a\"b' is not letters, digits and underscores"},
    Misuse{"OutputUndefined",
           [](B& b, const X&) {
             return LineOf(b.Build({{"o", {}, {}}}));
           },
           "an operand was never defined"});

const auto kRegions = ::testing::Values(
    Misuse{"Undefined", [](B& b, const X& x) { return LineOf(b.Add(x.f, Value{})); },
           "an operand was never defined"},
    Misuse{"FromAnotherProgram", [](B& b, const X& x) { return LineOf(b.Add(Value{999}, x.f)); },
           "an operand was never defined"},
    Misuse{"OutsideItsLoop",
           [](B& b, const X& x) {
             Value inner;
             b.For(2, {x.f}, [&](Value, const Values& v) { return Values{inner = b.Exp(v[0])}; });
             return LineOf(b.Log(inner));
           },
           "of type tensor<2x3xf32> is used outside the region that defines it"},
    Misuse{"InTheOtherRegion",
           [](B& b, const X& x) {
             Value inner;
             int line = 0;
             b.While(
                 {x.f},
                 [&](const Values& v) {
                   inner = b.Exp(v[0]);
                   return b.Constant(DType::kPred, 0);
                 },
                 [&](const Values&) {
                   line = LineOf(b.Log(inner));
                   return Values{x.f};
                 });
             return line;
           },
           "is used outside the region that defines it"},
    Misuse{"InAFunction",
           [](B& b, const X& x) {
             int line = 0;
             b.Function("g", {kF23}, [&](const Values& v) {
               line = LineOf(b.Add(v[0], x.f));
               return v;
             });
             return line;
           },
           "is used outside the region that defines it"},
    Misuse{"ReturnedFromAFunction",
           [](B& b, const X& x) {
             return LineOf(b.Function("g", {}, [&](const Values&) { return Values{x.f}; }));
           },
           "is used outside the region that defines it"},
    Misuse{"ConditionType",
           [](B& b, const X& x) {
             const auto condition = [](const Values& v) { return v[0]; };
             return LineOf(b.While({x.f}, condition, [](const Values& v) { return v; }));
           },
           "the condition of a while gives (tensor<2x3xf32>), not one tensor<i1>"},
    Misuse{
        "CarriedType",
        [](B& b, const X& x) {
          const auto stop = [&](const Values&) { return b.Constant(DType::kPred, 0); };
          return LineOf(b.While({x.f, x.i}, stop, [&](const Values&) { return Values{x.i, x.i}; }));
        },
        "the body of a while gives (tensor<2x3xi32>, tensor<2x3xi32>) but carries "
        "(tensor<2x3xf32>, tensor<2x3xi32>)"},
    Misuse{"CarriedCount",
           [](B& b, const X& x) {
             return LineOf(b.For(3, {x.f}, [](Value, const Values&) { return Values{}; }));
           },
           "the body of a while gives (tensor<i32>) but carries (tensor<i32>, tensor<2x3xf32>)"},
    Misuse{"ArgumentInALoop",
           [](B& b, const X& x) {
             int line = 0;
             b.For(2, {x.f}, [&](Value, const Values& v) {
               line = LineOf(b.Argument("late", kF23));
               return v;
             });
             return line;
           },
           "argument 'late' is declared inside a region"},
    Misuse{"FunctionTwice",
           [](B& b, const X&) {
             const auto same = [](const Values& v) { return v; };
             b.Function("g", {kF23}, same);
             return LineOf(b.Function("g", {kF23}, same));
           },
           "function 'g' is defined twice"},
    Misuse{"FunctionName",
           [](B& b, const X&) {
             return LineOf(b.Function("g h", {}, [](const Values& v) { return v; }));
           },
           "function name 'g h' is not letters, digits and underscores"},
    Misuse{"CarriesNothing",
           [](B& b, const X& x) {
             const auto stop = [&](const Values&) { return b.Compare(Comparison::kEq, x.index, x.index); };
             return LineOf(b.While({}, stop, [](const Values& v) { return v; }));
           },
           "a while carries no value"},
    Misuse{"CallTypes",
           [](B& b, const X& x) {
             b.Function("g", {kF23}, [](const Values& v) { return v; });
             return LineOf(b.Call("g", {x.t, x.i}));
           },
           "function 'g' takes (tensor<2x3xf32>) but is called with (tensor<3x2xf32>, "
           "tensor<2x3xi32>)"},
    Misuse{"CallOfNothing", [](B& b, const X& x) { return LineOf(b.Call("absent", {x.f})); },
           "there is no function 'absent' to call"},
    Misuse{"CallOfMain", [](B& b, const X& x) { return LineOf(b.Call("main", {x.f})); },
           "there is no function 'main' to call"});

int LineOfCall(B& b, const X& x, CustomCallAttr call, int line = __builtin_LINE()) {
  Place where = Place::Here();
  where.file = "logphead/hlo/builder_errors_test.cc";
  where.line = line;
  b.CustomCall(std::move(call), {x.f, x.i, x.t}, {kF23, {DType::kS32, {2, 3}}}, where);
  return line;
}
const auto kCustomCalls = ::testing::Values(
    Misuse{"CallName",
           [](B& b, const X& x) {
             return LineOfCall(b, x, {"a b", {}, {}});
           },
           "custom call 'a b': its name is not letters"},
    Misuse{"CallWithoutResults",
           [](B& b, const X& x) {
             return LineOf(b.CustomCall({"g", {}, {}}, {x.f}, {}));
           },
           "custom call 'g': it has no result"},
    Misuse{"CallOfUndefined",
           [](B& b, const X&) {
             return LineOf(b.CustomCall({"g", {}, {{0, 0}}}, {Value{}}, {kF23}));
           },
           "an operand was never defined"},
    Misuse{"ConfigName",
           [](B& b, const X& x) {
             return LineOfCall(b, x, {"g", {{"", 1.0}}, {}});
           },
           "entry '' of the configuration is not letters"},
    Misuse{"ConfigTwice",
           [](B& b, const X& x) {
             return LineOfCall(b, x, {"g", {{"e", 1.0}, {"e", true}}, {}});
           },
           "entry 'e' of the configuration is given twice"},
    Misuse{"ConfigQuote",
           [](B& b, const X& x) {
             return LineOfCall(b, x, {"g", {{"e", "a\"b"}}, {}});
           },
           "entry 'e' of the configuration is not plain ASCII"},
    Misuse{"AliasTypes",
           [](B& b, const X& x) {
             return LineOfCall(b, x, {"g", {}, {{0, 2}}});
           },
           "a result of tensor<2x3xf32> cannot be in the place of tensor<3x2xf32>"},
    Misuse{"AliasBeyond",
           [](B& b, const X& x) {
             return LineOfCall(b, x, {"g", {}, {{2, 0}}});
           },
           "result 2 cannot be in the place of operand 0 (there are 2 and 3)"},
    Misuse{"AliasNegative",
           [](B& b, const X& x) {
             return LineOfCall(b, x, {"g", {}, {{0, -1}}});
           },
           "result 0 cannot be in the place of operand -1"},
    Misuse{"AliasTwice",
           [](B& b, const X& x) {
             return LineOfCall(b, x, {"g", {}, {{0, 0}, {0, 0}}});
           },
           "result 0 or operand 0 is in two aliases"});

std::string NameOf(const ::testing::TestParamInfo<Misuse>& each) { return each.param.name; }
INSTANTIATE_TEST_SUITE_P(Elementwise, BuilderReports, kOps, NameOf);
INSTANTIATE_TEST_SUITE_P(Shapes, BuilderReports, kShapes, NameOf);
INSTANTIATE_TEST_SUITE_P(Shardings, BuilderReports, kShardings, NameOf);
INSTANTIATE_TEST_SUITE_P(CustomCalls, BuilderReports, kCustomCalls, NameOf);
INSTANTIATE_TEST_SUITE_P(Regions, BuilderReports, kRegions, NameOf);

TEST(BuilderErrors, TheFirstOneSticks) {
  Builder b("p", std::nullopt);
  const Operands x(b);
  const int line = LineOf(b.Reshape(x.f, {7}));
  b.Fail(Internal("later"));
  b.Add(x.f, x.t);
  const auto program = b.Build({{"o", Value{}, {}}});
  ASSERT_FALSE(program.ok());
  EXPECT_EQ(program.error().where().line, line);
  EXPECT_THAT(program.error().message(), HasSubstr("cannot reshape"));
}

TEST(BuilderErrors, TheProgramsNameIsChecked) {
  Builder b("a b", std::nullopt);
  const auto program = b.Build({});
  ASSERT_FALSE(program.ok());
  EXPECT_THAT(program.error().message(), HasSubstr("program name 'a b' is not letters"));
}

TEST(BuilderErrors, CallersAddTheirOwn) {
  Builder b("p", std::nullopt);
  b.Fail(Unimplemented("no such head"));
  const auto program = b.Build({});
  ASSERT_FALSE(program.ok());
  EXPECT_EQ(program.error().code(), Code::kUnimplemented);
}

// What an op would have given is there after an error, so that the code that writes a program need
// not look for errors after each op.
TEST(BuilderErrors, WritingGoesOn) {
  Builder b("p", std::nullopt);
  const Operands x(b);
  const Value wrong = b.Dot(x.f, x.f, {{1}, {0}, false}, DType::kBF16);
  EXPECT_EQ(b.type(wrong).ToString(), "tensor<2x3xbf16>");
  EXPECT_EQ(b.type(b.Compare(Comparison::kEq, x.f, x.i)).ToString(), "tensor<2x3xi1>");
  EXPECT_EQ(b.type(b.Reshape(x.f, {5})).ToString(), "tensor<5xf32>");
  EXPECT_EQ(b.type(b.Exp(b.Add(x.i, x.f))).dtype, DType::kS32);
  EXPECT_FALSE(b.Build({{"o", wrong, {}}}).ok());
}

TEST(BuilderErrors, ShardingsNeedAMesh) {
  const auto message = [](const std::function<void(Builder&)>& write) {
    Builder b("p", std::nullopt);
    write(b);
    const auto program = b.Build({});
    return program.ok() ? std::string("ok") : program.error().message();
  };
  EXPECT_EQ(message([](Builder& b) { b.Argument("n", kF23, Sharding::Replicated(2)); }),
            "argument 'n' has a sharding but there is no mesh");
  EXPECT_THAT(
      message([](Builder& b) { b.Constrain(b.Argument("n", kF23), Sharding::Replicated(2)); }),
      HasSubstr("a sharding constraint needs a mesh"));
  Builder b("p", std::nullopt);
  const auto program = b.Build({{"o", b.Argument("n", kF23), Sharding::Replicated(2)}});
  ASSERT_FALSE(program.ok());
  EXPECT_EQ(program.error().message(), "output 'o': a sharding is given but there is no mesh");
}

}  // namespace
}  // namespace logphead::hlo
