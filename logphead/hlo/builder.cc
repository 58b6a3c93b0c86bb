// SPDX-License-Identifier: Apache-2.0
// Builder: values, scopes, regions, functions and loops.
#include "logphead/hlo/builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace logphead::hlo {
namespace {

std::string ListTypes(const std::vector<TensorType>& types) {
  std::string text;
  for (const TensorType& type : types) text += (text.empty() ? "" : ", ") + type.ToString();
  return "(" + text + ")";
}

}  // namespace

bool IsIdentifier(const std::string& name) {
  if (name.empty() || (name[0] >= '0' && name[0] <= '9')) return false;
  return std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

Builder::Builder(std::string name, std::optional<Mesh> mesh) {
  program_.name = std::move(name);
  program_.mesh = std::move(mesh);
  hlo::Function main;
  main.name = "main";
  main.is_public = true;
  program_.functions.push_back(std::move(main));
  scopes_.push_back(Scope{{}, next_scope_++, true});
}

void Builder::Fail(Error error) {
  if (!error_) error_ = std::move(error);
}

Value Builder::NewValue(TensorType type) {
  const Value value{static_cast<ValueId>(program_.values.size())};
  program_.values.push_back(std::move(type));
  scope_of_value_.push_back(scopes_.back().id);
  return value;
}

Builder::Values Builder::AppendOp(Op op, const std::vector<TensorType>& types) {
  Values results;
  for (const TensorType& type : types) {
    results.push_back(NewValue(type));
    op.results.push_back(results.back().id);
  }
  scopes_.back().region.ops.push_back(std::move(op));
  return results;
}

Value Builder::Append(OpKind kind, const Values& operands, TensorType type, Attributes attributes) {
  Op op;
  op.kind = kind;
  for (const Value operand : operands) op.operands.push_back(operand.id);
  op.attributes = std::move(attributes);
  return AppendOp(std::move(op), {std::move(type)}).front();
}

Value Builder::Broken(Place where, std::string message, TensorType type) {
  Fail(InvalidArgument(std::move(message), where));
  return NewValue(std::move(type));
}

bool Builder::Visible(const Values& values, Place where) {
  for (const Value value : values) {
    if (value.id < 0 || static_cast<size_t>(value.id) >= program_.values.size()) {
      Fail(InvalidArgument("an operand was never defined", where));
      return false;
    }
    const int32_t scope = scope_of_value_[static_cast<size_t>(value.id)];
    bool found = false;
    for (size_t i = scopes_.size(); i-- > 0 && !found;) {
      found = scopes_[i].id == scope;
      if (scopes_[i].isolated) break;
    }
    if (!found) {
      Fail(InvalidArgument(
          fmt::format("value {} of type {} is used outside the region that defines it", value.id,
                      type(value).ToString()),
          where));
      return false;
    }
  }
  return true;
}

std::vector<TensorType> Builder::TypesOf(const Values& values) const {
  std::vector<TensorType> types;
  for (const Value value : values) types.push_back(type(value));
  return types;
}

Region Builder::WriteRegion(const std::vector<TensorType>& arguments, bool isolated,
                            const BodyFn& body, std::vector<TensorType>* results, Place where) {
  scopes_.push_back(Scope{{}, next_scope_++, isolated});
  Values inner;
  for (const TensorType& type : arguments) {
    inner.push_back(NewValue(type));
    scopes_.back().region.arguments.push_back(inner.back().id);
  }
  const Values returned = body(inner);
  results->clear();
  if (Visible(returned, where)) {
    *results = TypesOf(returned);
    Op op;
    op.kind = OpKind::kReturn;
    for (const Value value : returned) op.operands.push_back(value.id);
    AppendOp(std::move(op), {});
  }
  Region region = std::move(scopes_.back().region);
  scopes_.pop_back();
  return region;
}

Value Builder::Argument(std::string name, TensorType type, std::optional<Sharding> sharding,
                        Place where) {
  if (scopes_.size() != 1) {
    return Broken(where, fmt::format("argument '{}' is declared inside a region", name), type);
  }
  if (!IsIdentifier(name)) {
    return Broken(where, fmt::format("argument name '{}' {}", name, kNoIdentifier), type);
  }
  for (const Port& other : program_.functions.front().arguments) {
    if (other.name == name) {
      return Broken(where, fmt::format("argument '{}' is declared twice", name), type);
    }
  }
  if (sharding && !program_.mesh) {
    return Broken(where, fmt::format("argument '{}' has a sharding but there is no mesh", name),
                  type);
  }
  if (sharding) {
    const Status status = CheckSharding(*program_.mesh, *sharding, type.dims.size());
    if (!status.ok())
      return Broken(where, "argument '" + name + "': " + status.error().message(), type);
  }
  const Value value = NewValue(type);
  scopes_.front().region.arguments.push_back(value.id);
  program_.functions.front().arguments.push_back(
      Port{std::move(name), std::move(type), std::move(sharding)});
  return value;
}

std::string Builder::Function(std::string name, const std::vector<TensorType>& arguments,
                              const BodyFn& body, Place where) {
  if (!IsIdentifier(name)) {
    Fail(InvalidArgument(fmt::format("function name '{}' {}", name, kNoIdentifier), where));
    return name;
  }
  for (const hlo::Function& other : program_.functions) {
    if (other.name == name) {
      Fail(InvalidArgument(fmt::format("function '{}' is defined twice", name), where));
      return name;
    }
  }
  hlo::Function function;
  function.name = name;
  std::vector<TensorType> results;
  function.body = WriteRegion(arguments, /*isolated=*/true, body, &results, where);
  for (size_t i = 0; i < arguments.size(); ++i) {
    function.arguments.push_back(Port{fmt::format("arg{}", i), arguments[i], {}});
  }
  for (const TensorType& type : results) function.results.push_back(Port{"", type, {}});
  program_.functions.push_back(std::move(function));
  return name;
}

Builder::Values Builder::Call(const std::string& function, const Values& arguments, Place where) {
  if (!Visible(arguments, where)) return {};
  for (const hlo::Function& callee : program_.functions) {
    if (callee.name != function || callee.is_public) continue;
    std::vector<TensorType> expected;
    std::vector<TensorType> results;
    for (const Port& port : callee.arguments) expected.push_back(port.type);
    for (const Port& port : callee.results) results.push_back(port.type);
    if (expected != TypesOf(arguments)) {
      Fail(InvalidArgument(fmt::format("function '{}' takes {} but is called with {}", function,
                                       ListTypes(expected), ListTypes(TypesOf(arguments))),
                           where));
    }
    Op op;
    op.kind = OpKind::kCall;
    for (const Value argument : arguments) op.operands.push_back(argument.id);
    op.attributes = CallAttr{function};
    return AppendOp(std::move(op), results);
  }
  Fail(InvalidArgument(fmt::format("there is no function '{}' to call", function), where));
  return {};
}

Builder::Values Builder::While(const Values& initial,
                               const std::function<Value(const Values&)>& condition,
                               const BodyFn& body, Place where) {
  if (!Visible(initial, where)) return initial;
  if (initial.empty()) Fail(InvalidArgument("a while carries no value", where));
  const std::vector<TensorType> types = TypesOf(initial);
  Op op;
  op.kind = OpKind::kWhile;
  for (const Value value : initial) op.operands.push_back(value.id);
  std::vector<TensorType> results;
  op.regions.push_back(WriteRegion(
      types, false, [&](const Values& values) { return Values{condition(values)}; }, &results,
      where));
  if (results != std::vector<TensorType>{TensorType{DType::kPred, {}}}) {
    Fail(InvalidArgument(
        "the condition of a while gives " + ListTypes(results) + ", not one tensor<i1>", where));
  }
  op.regions.push_back(WriteRegion(types, false, body, &results, where));
  if (results != types) {
    Fail(InvalidArgument(fmt::format("the body of a while gives {} but carries {}",
                                     ListTypes(results), ListTypes(types)),
                         where));
  }
  return AppendOp(std::move(op), types);
}

Builder::Values Builder::For(int64_t trip_count, const Values& initial,
                             const std::function<Values(Value index, const Values&)>& body,
                             Place where) {
  Values carried = {Constant(DType::kS32, 0, where)};
  carried.insert(carried.end(), initial.begin(), initial.end());
  const auto condition = [&](const Values& values) {
    return Compare(Comparison::kLt, values[0],
                   Constant(DType::kS32, static_cast<double>(trip_count), where), where);
  };
  const auto step = [&](const Values& values) {
    const Values inner = body(values[0], Values(values.begin() + 1, values.end()));
    Values next = {Add(values[0], Constant(DType::kS32, 1, where), where)};
    next.insert(next.end(), inner.begin(), inner.end());
    return next;
  };
  Values results = While(carried, condition, step, where);
  results.erase(results.begin());
  return results;
}

Result<Program> Builder::Build(const std::vector<Output>& outputs, Place where) {
  Op op;
  op.kind = OpKind::kReturn;
  if (!IsIdentifier(program_.name)) {
    Fail(InvalidArgument(fmt::format("program name '{}' {}", program_.name, kNoIdentifier), where));
  }
  for (const Output& output : outputs) {
    if (!Visible({output.value}, where)) break;
    if (!IsIdentifier(output.name)) {
      Fail(InvalidArgument(fmt::format("output name '{}' {}", output.name, kNoIdentifier), where));
    }
    if (output.sharding) {
      const Status status =
          program_.mesh ? CheckSharding(*program_.mesh, *output.sharding, dims(output.value).size())
                        : InvalidArgument("a sharding is given but there is no mesh", where);
      if (!status.ok()) {
        Fail(InvalidArgument("output '" + output.name + "': " + status.error().message(), where));
      }
    }
    op.operands.push_back(output.value.id);
    program_.functions.front().results.push_back(
        Port{output.name, type(output.value), output.sharding});
  }
  if (error_) return *error_;
  AppendOp(std::move(op), {});
  program_.functions.front().body = std::move(scopes_.back().region);
  return std::move(program_);
}

}  // namespace logphead::hlo
