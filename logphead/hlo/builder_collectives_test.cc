// SPDX-License-Identifier: Apache-2.0
// Builder: manual computations and collectives, what they give, what they refuse, how they print.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "logphead/hlo/builder.h"
#include "logphead/hlo/printer.h"

namespace logphead::hlo {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using Values = Builder::Values;
using B = Builder;

const TensorType kF46{DType::kF32, {4, 6}};
const Sharding kRows{{{{"a"}, false}, {{}, false}}, {}};
const Sharding kColumns{{{{}, false}, {{"b"}, false}}, {}};

// A program on a mesh of 2 x 3 devices: `body` gets rows of x, cut over a, and what it returns is
// put together by `out`.
Result<Program> OnDevices(const std::function<Value(B&, Value)>& body,
                          const Sharding& out = kRows) {
  Builder b("p", *Mesh::Parse("a=2,b=3"));
  const Value x = b.Argument("x", kF46, kRows);
  const Values done =
      b.Manual({x}, {kRows}, {out}, [&](const Values& v) { return Values{body(b, v[0])}; });
  return b.Build({{"out", done.empty() ? x : done[0], {}}});
}

// The type of what one device gets of a body's result.
std::string PartType(const std::function<Value(B&, Value)>& body) {
  std::string type;
  Builder b("p", *Mesh::Parse("a=2,b=3"));
  const Value x = b.Argument("x", kF46, kRows);
  b.Manual({x}, {kRows}, {kRows}, [&](const Values& v) {
    type = b.type(body(b, v[0])).ToString();
    return v;
  });
  const auto program = b.Build({});
  return program.ok() ? type : program.error().message();
}

// The lines of a text that hold `what`, without margins.
std::vector<std::string> Lines(const std::string& text, const std::string& what) {
  std::vector<std::string> lines;
  for (size_t at = 0; at < text.size();) {
    const size_t end = text.find('\n', at);
    const std::string line = text.substr(at, end - at);
    if (line.find(what) != std::string::npos)
      lines.push_back(line.substr(line.find_first_not_of(' ')));
    at = end + 1;
  }
  return lines;
}

TEST(Manual, GivesEachDeviceItsPart) {
  EXPECT_EQ(PartType([](B&, Value v) { return v; }), "tensor<2x6xf32>");
  const auto program = OnDevices([](B& b, Value v) { return b.Exp(v); });
  ASSERT_TRUE(program.ok()) << program.error().ToString();
  EXPECT_EQ(Lines(Print(*program), "manual"),
            (std::vector<std::string>{
                "%0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{\"a\"}, {}]>] "
                "out_shardings=[<@mesh, [{\"a\"}, {}]>] manual_axes={\"a\", \"b\"} (%part0.0: "
                "tensor<2x6xf32>) {"}));
  EXPECT_THAT(Lines(Print(*program), "sdy.return"), ElementsAre("sdy.return %1 : tensor<2x6xf32>"));
  EXPECT_THAT(Lines(Print(*program), "} :"),
              ElementsAre("} : (tensor<4x6xf32>) -> tensor<4x6xf32>"));
}

TEST(Manual, PutsResultsTogetherByTheirShardings) {
  const auto columns = OnDevices([](B&, Value v) { return v; }, kColumns);
  ASSERT_TRUE(columns.ok()) << columns.error().ToString();
  // [2, 6] on each of 3 devices along b.
  EXPECT_EQ(columns->type(columns->main().body.ops[0].results[0]).ToString(), "tensor<2x18xf32>");
}

TEST(Manual, WithoutAMeshIsTheBodyItself) {
  Builder b("p", std::nullopt);
  const Value x = b.Argument("x", kF46);
  const Values done = b.Manual({x}, {}, {}, [&](const Values& v) {
    EXPECT_EQ(b.type(v[0]).ToString(), "tensor<4x6xf32>");
    return Values{b.Exp(b.AllReduce(Reduction::kAdd, v[0], {}))};
  });
  const auto program = b.Build({{"out", done[0], {}}});
  ASSERT_TRUE(program.ok()) << program.error().ToString();
  EXPECT_THAT(Print(*program), Not(HasSubstr("manual")));
}

TEST(Collectives, ChangeTheShapesTheyShould) {
  EXPECT_EQ(PartType([](B& b, Value v) { return b.AllReduce(Reduction::kMaximum, v, {"b"}); }),
            "tensor<2x6xf32>");
  EXPECT_EQ(PartType([](B& b, Value v) { return b.AllGather(v, 0, {"a"}); }), "tensor<4x6xf32>");
  EXPECT_EQ(PartType([](B& b, Value v) {
              return b.AllGather(v, 1, {"b", "a"});
            }),
            "tensor<2x36xf32>");
  EXPECT_EQ(PartType([](B& b, Value v) { return b.ReduceScatter(v, 1, {"b"}); }),
            "tensor<2x2xf32>");
  EXPECT_EQ(PartType([](B& b, Value v) { return b.AllToAll(v, 1, 0, {"b"}); }), "tensor<6x2xf32>");
}

TEST(Collectives, OverNoDevicesAreNothing) {
  // Neither axes of one device nor none at all; allowed outside of a manual computation too.
  Builder b("p", *Mesh::Parse("a=2,one=1"));
  const Value x = b.Argument("x", kF46);
  for (const std::vector<std::string>& axes : {std::vector<std::string>{}, {"one"}}) {
    EXPECT_EQ(b.AllReduce(Reduction::kAdd, x, axes).id, x.id);
    EXPECT_EQ(b.AllGather(x, 0, axes).id, x.id);
    EXPECT_EQ(b.ReduceScatter(x, 0, axes).id, x.id);
    EXPECT_EQ(b.AllToAll(x, 0, 1, axes).id, x.id);
  }
  EXPECT_TRUE(b.Build({{"out", x, {}}}).ok());
}

TEST(Collectives, PrintTheirGroups) {
  const auto program = OnDevices([](B& b, Value v) {
    const Value gathered = b.AllGather(v, 0, {"a"});
    const Value exchanged = b.AllToAll(gathered, 1, 0, {"b"});
    const Value largest = b.AllReduce(Reduction::kMaximum, exchanged, {"b", "a"});
    return b.ReduceScatter(largest, 1, {"a"});
  });
  ASSERT_TRUE(program.ok()) << program.error().ToString();
  const std::string text = Print(*program);
  EXPECT_EQ(Lines(text, "stablehlo.all_gather"),
            (std::vector<std::string>{
                "%1 = \"stablehlo.all_gather\"(%part0.0) <{all_gather_dim = 0 : i64, "
                "channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups "
                "= dense<[[0, 3], [1, 4], [2, 5]]> : tensor<3x2xi64>, use_global_device_ids}> : "
                "(tensor<2x6xf32>) -> tensor<4x6xf32>"}));
  EXPECT_EQ(Lines(text, "stablehlo.all_to_all"),
            (std::vector<std::string>{
                "%2 = \"stablehlo.all_to_all\"(%1) <{channel_handle = "
                "#stablehlo.channel_handle<handle = 4, type = 1>, concat_dimension = 0 : i64, "
                "replica_groups = dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>, split_count = 3 "
                ": i64, split_dimension = 1 : i64}> : (tensor<4x6xf32>) -> tensor<12x2xf32>"}));
  EXPECT_EQ(
      Lines(text, "stablehlo.all_reduce"),
      (std::vector<std::string>{
          "%3 = \"stablehlo.all_reduce\"(%2) <{channel_handle = "
          "#stablehlo.channel_handle<handle = 5, type = 1>, replica_groups = dense<[[0, 3, 1, "
          "4, 2, 5]]> : tensor<1x6xi64>, use_global_device_ids}> ({ ^bb0(%lhs.4: tensor<f32>, "
          "%rhs.4: tensor<f32>): %both.4 = stablehlo.maximum %lhs.4, %rhs.4 : tensor<f32> "
          "stablehlo.return %both.4 : tensor<f32> }) : (tensor<12x2xf32>) -> "
          "tensor<12x2xf32>"}));
  EXPECT_THAT(Lines(text, "stablehlo.reduce_scatter").at(0),
              HasSubstr("scatter_dimension = 1 : i64, use_global_device_ids}> ({ ^bb0(%lhs.5: "
                        "tensor<f32>, %rhs.5: tensor<f32>): %both.5 = stablehlo.add"));
}

TEST(Collectives, EachHasAChannelOfItsOwn) {
  const auto program = OnDevices([](B& b, Value v) {
    return b.AllReduce(Reduction::kAdd, b.AllReduce(Reduction::kAdd, v, {"a"}), {"a"});
  });
  const std::vector<std::string> lines = Lines(Print(*program), "all_reduce");
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_THAT(lines[0], HasSubstr("handle = 3,"));
  EXPECT_THAT(lines[1], HasSubstr("handle = 4,"));
}

TEST(Collectives, StandInALoop) {
  const auto program = OnDevices([](B& b, Value v) {
    return b.For(3, {v}, [&](Value, const Values& in) {
      return Values{b.AllReduce(Reduction::kAdd, in[0], {"b"})};
    })[0];
  });
  ASSERT_TRUE(program.ok()) << program.error().ToString();
  const Op& manual = program->main().body.ops[0];
  ASSERT_EQ(manual.kind, OpKind::kManualComputation);
  const Op* loop = nullptr;
  for (const Op& op : manual.regions[0].ops) {
    if (op.kind == OpKind::kWhile) loop = &op;
  }
  ASSERT_NE(loop, nullptr);
  EXPECT_EQ(loop->regions[1].ops.front().kind, OpKind::kAllReduce);
}

TEST(Collectives, ALoopMayEndByTheirResult) {
  const auto program = OnDevices([](B& b, Value v) {
    const auto goes_on = [&](const Values& in) {
      const Value sum = b.Reduce(Reduction::kAdd, in[0], {0, 1});
      const Value all = b.AllReduce(Reduction::kAdd, sum, {"a", "b"});
      return b.Compare(Comparison::kLt, all, b.Constant(DType::kF32, 1));
    };
    return b.While({v}, goes_on, [&](const Values& in) { return Values{b.Exp(in[0])}; })[0];
  });
  ASSERT_TRUE(program.ok()) << program.error().ToString();
  EXPECT_EQ(Lines(Print(*program), "all_reduce").size(), 1U);
}

TEST(After, IsABarrierOfBoth) {
  const auto program = OnDevices([](B& b, Value v) { return b.After(v, b.Exp(v)); });
  ASSERT_TRUE(program.ok()) << program.error().ToString();
  EXPECT_THAT(Lines(Print(*program), "barrier"),
              ElementsAre("%2:2 = stablehlo.optimization_barrier %part0.0, %1 : "
                          "tensor<2x6xf32>, tensor<2x6xf32>"));
  EXPECT_THAT(Lines(Print(*program), "sdy.return"),
              ElementsAre("sdy.return %2#0 : tensor<2x6xf32>"));
}

struct Misuse {
  const char* name;
  std::function<Value(B&, Value)> write;  // inside a manual computation, with a [2, 6] part
  const char* message;
};
void PrintTo(const Misuse& each, std::ostream* out) { *out << each.name; }

class CollectivesRefuse : public ::testing::TestWithParam<Misuse> {};

TEST_P(CollectivesRefuse, What) {
  const auto program = OnDevices(GetParam().write);
  ASSERT_FALSE(program.ok());
  EXPECT_EQ(program.error().code(), Code::kInvalidArgument);
  EXPECT_THAT(program.error().message(), HasSubstr(GetParam().message));
  EXPECT_THAT(program.error().where().file, HasSubstr("builder_collectives_test.cc"));
}

INSTANTIATE_TEST_SUITE_P(
    Misused, CollectivesRefuse,
    ::testing::Values(
        Misuse{"UnknownAxis", [](B& b, Value v) { return b.AllReduce(Reduction::kAdd, v, {"c"}); },
               "no collective of tensor<2x6xf32> along dimension 0 over [c] here (needs a manual "
               "computation and axes of its mesh)"},
        Misuse{"GatherBeyond", [](B& b, Value v) { return b.AllGather(v, 2, {"a"}); },
               "along dimension 2 over [a]"},
        Misuse{"GatherNegative", [](B& b, Value v) { return b.AllGather(v, -1, {"a"}); },
               "along dimension -1"},
        Misuse{"ScatterRagged", [](B& b, Value v) { return b.ReduceScatter(v, 0, {"b"}); },
               "cannot scatter dimension 0 of tensor<2x6xf32> over 3 devices"},
        Misuse{"ScatterBeyond", [](B& b, Value v) { return b.ReduceScatter(v, 7, {"b"}); },
               "along dimension 7"},
        Misuse{"SplitRagged", [](B& b, Value v) { return b.AllToAll(v, 0, 1, {"b"}); },
               "cannot split dimension 0 of tensor<2x6xf32> over 3 devices"},
        Misuse{"ConcatenateBeyond", [](B& b, Value v) { return b.AllToAll(v, 1, 5, {"b"}); },
               "along dimension 5"},
        Misuse{"Undefined",
               [](B& b, Value v) {
                 b.AllReduce(Reduction::kAdd, Value{}, {"a"});
                 return v;
               },
               "an operand was never defined"},
        Misuse{"AfterUndefined", [](B& b, Value v) { return b.After(v, Value{}); },
               "an operand was never defined"}),
    [](const auto& each) { return each.param.name; });

TEST(ManualRefuses, CollectivesOutside) {
  Builder b("p", *Mesh::Parse("a=2,b=3"));
  const Value x = b.Argument("x", kF46);
  b.AllReduce(Reduction::kAdd, x, {"a"});
  const auto program = b.Build({{"out", x, {}}});
  ASSERT_FALSE(program.ok());
  EXPECT_THAT(program.error().message(), HasSubstr("needs a manual computation"));
}

// The message when x [4, 6] is cut by `in` and the parts are put together by `out`.
std::string ManualMessage(
    const std::vector<Sharding>& in, const std::vector<Sharding>& out,
    const B::BodyFn& body = [](const Values& v) { return v; }) {
  Builder b("p", *Mesh::Parse("a=2,b=3"));
  const Value x = b.Argument("x", kF46);
  b.Manual({x}, in, out, body);
  const auto program = b.Build({});
  return program.ok() ? "" : program.error().message();
}

TEST(ManualRefuses, ShardingsThatDoNotFit) {
  EXPECT_EQ(ManualMessage({kRows}, {kRows}), "");
  EXPECT_EQ(ManualMessage({}, {kRows}), "0 shardings are given for 1 inputs");
  const Sharding both{{{{"b"}, false}, {{"a"}, false}}, {}};
  EXPECT_EQ(ManualMessage({both}, {both}),
            "tensor<4x6xf32> cannot be cut by <@mesh, [{\"b\"}, {\"a\"}]>");
  EXPECT_EQ(ManualMessage({Sharding::Replicated(1)}, {kRows}),
            "tensor<4x6xf32> cannot be cut by <@mesh, [{}]>");
  const char* unfit = "the results of a manual computation do not fit their shardings";
  EXPECT_EQ(ManualMessage({kRows}, {}), unfit);
  EXPECT_EQ(ManualMessage({kRows}, {kRows, kRows}), unfit);
  EXPECT_EQ(ManualMessage({kRows}, {Sharding::Replicated(1)}), unfit);
}

TEST(ManualRefuses, ValuesFromOutside) {
  Builder b("p", *Mesh::Parse("a=2,b=3"));
  const Value x = b.Argument("x", kF46);
  b.Manual({x}, {kRows}, {kRows}, [&](const Values&) { return Values{b.Exp(x)}; });
  const auto program = b.Build({});
  ASSERT_FALSE(program.ok());
  EXPECT_THAT(program.error().message(), HasSubstr("outside the region that defines it"));
}

}  // namespace
}  // namespace logphead::hlo
