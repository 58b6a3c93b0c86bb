// SPDX-License-Identifier: Apache-2.0
// Builder: writes a program op by op, checking shapes; the first error sticks and names the
// caller's place.
#ifndef LOGPHEAD_HLO_BUILDER_H_
#define LOGPHEAD_HLO_BUILDER_H_

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "logphead/base/result.h"
#include "logphead/hlo/program.h"

namespace logphead::hlo {

// A value of the program being built; cheap to copy. After an error, builders return values whose
// type is a guess; nothing is read from them but by the builder itself.
struct Value {
  ValueId id = -1;
};

// Whether `name` can stand after % or @ in the text; what is wrong otherwise, for messages.
bool IsIdentifier(const std::string& name);
inline constexpr std::string_view kNoIdentifier =
    "is not letters, digits and underscores, a digit not being first";

// Builds one program whose public function is @main. Every method takes the caller's place last, so
// that a shape error names the line that asked for the op. Ops stand in the order of the calls:
// where two arguments of one call are written as ops, compilers differ in which comes first, and so
// would the text; give all but one a name before.
class Builder {
 public:
  using Values = std::vector<Value>;
  using BodyFn = std::function<Values(const Values&)>;

  Builder(std::string name, std::optional<Mesh> mesh);

  // An argument of @main. Errors: a name that is no identifier (letters, digits, underscores) or is
  // taken, a sharding without a
  // mesh, or one that the mesh does not admit.
  Value Argument(std::string name, TensorType type, std::optional<Sharding> sharding = {},
                 Place where = Place::Here());
  // A private function of its own; `body` gets its arguments and returns its results.
  std::string Function(std::string name, const std::vector<TensorType>& arguments,
                       const BodyFn& body, Place where = Place::Here());
  Values Call(const std::string& function, const Values& arguments, Place where = Place::Here());

  // Every element is `value`, rounded to the element type.
  Value Constant(DType dtype, double value, Place where = Place::Here());
  // A constant of a whole shape: a scalar, broadcast.
  Value Splat(TensorType type, double value, Place where = Place::Here());
  // Counts 0, 1, ... along `dim`.
  Value Iota(TensorType type, int64_t dim, Place where = Place::Here());

  // Elementwise ops on two values of one type.
  Value Add(Value a, Value b, Place where = Place::Here());
  Value Subtract(Value a, Value b, Place where = Place::Here());
  Value Multiply(Value a, Value b, Place where = Place::Here());
  Value Divide(Value a, Value b, Place where = Place::Here());
  Value Maximum(Value a, Value b, Place where = Place::Here());
  Value Minimum(Value a, Value b, Place where = Place::Here());
  // Of predicates or integers.
  Value And(Value a, Value b, Place where = Place::Here());
  // Elementwise ops on one value.
  Value Negate(Value a, Place where = Place::Here());
  Value Exp(Value a, Place where = Place::Here());
  Value Log(Value a, Place where = Place::Here());
  Value Tanh(Value a, Place where = Place::Here());
  // One predicate per element of a float value.
  Value IsFinite(Value a, Place where = Place::Here());
  // The value itself when it has the dtype already.
  Value Convert(Value a, DType dtype, Place where = Place::Here());
  // Predicates; `on_true` where `predicate`, else `on_false` (all of one shape).
  Value Compare(Comparison direction, Value a, Value b, Place where = Place::Here());
  Value Select(Value predicate, Value on_true, Value on_false, Place where = Place::Here());

  // Dimension i of `a` becomes dimension dims[i] of the result, whose other dimensions repeat it.
  Value BroadcastInDim(Value a, std::vector<int64_t> shape, std::vector<int64_t> dims,
                       Place where = Place::Here());
  Value Reshape(Value a, std::vector<int64_t> shape, Place where = Place::Here());
  // Dimension i of the result is dimension permutation[i] of `a`.
  Value Transpose(Value a, std::vector<int64_t> permutation, Place where = Place::Here());
  // Adds low[i] elements of `padding` (a scalar) before and high[i] after dimension i.
  Value Pad(Value a, Value padding, std::vector<int64_t> low, std::vector<int64_t> high,
            Place where = Place::Here());
  // Elements [begin[i], end[i]) of each dimension.
  Value Slice(Value a, std::vector<int64_t> begin, std::vector<int64_t> end,
              Place where = Place::Here());
  // Row `index` (an i32 scalar) of the leading dimension, which is dropped.
  Value DynamicIndex(Value a, Value index, Place where = Place::Here());
  // Elements [start, start + size) of dimension `dim`; `start` is an i32 scalar, moved back where
  // the end would be passed.
  Value DynamicSlice(Value a, int64_t dim, Value start, int64_t size, Place where = Place::Here());
  // `a` with row `index` of its leading dimension replaced by `row`.
  Value DynamicUpdateIndex(Value a, Value row, Value index, Place where = Place::Here());
  // Combines the elements along `dims`, which are dropped. Sums start from 0, maxima from -inf.
  Value Reduce(Reduction reduction, Value a, std::vector<int64_t> dims,
               Place where = Place::Here());
  // Sums products over the contracting dimensions; the result has lhs's free dimensions, then
  // rhs's.
  Value Dot(Value lhs, Value rhs, DotAttr dims, DType result, Place where = Place::Here());

  // Runs `body` while `condition` (an i1 scalar); both get the loop's values, of which there is at
  // least one.
  Values While(const Values& initial, const std::function<Value(const Values&)>& condition,
               const BodyFn& body, Place where = Place::Here());
  // Runs `body` for index 0..trip_count-1 (an i32 scalar, values[0] of what `body` gets); `body`
  // returns the carried values without the index.
  Values For(int64_t trip_count, const Values& initial,
             const std::function<Values(Value index, const Values&)>& body,
             Place where = Place::Here());

  // sdy.sharding_constraint.
  Value Constrain(Value a, Sharding sharding, Place where = Place::Here());

  // Runs `body` on every device of the mesh with its part of each input, cut by `in`; what it
  // returns are the parts of the results, put together by `out`. Collectives are allowed inside
  // alone. Without a mesh `body` gets the whole inputs.
  Values Manual(const Values& inputs, const std::vector<Sharding>& in,
                const std::vector<Sharding>& out, const BodyFn& body, Place where = Place::Here());
  // Collectives over the devices along `axes`, in a manual computation; the value itself when they
  // are one device. Sums and maxima of every element; concatenation along `dim`, first axis major.
  Value AllReduce(Reduction reduction, Value a, const std::vector<std::string>& axes,
                  Place where = Place::Here());
  Value AllGather(Value a, int64_t dim, const std::vector<std::string>& axes,
                  Place where = Place::Here());
  // The sum, of which each device keeps its part of `dim`.
  Value ReduceScatter(Value a, int64_t dim, const std::vector<std::string>& axes,
                      Place where = Place::Here());
  // Cuts `split_dim` into one part per device and concatenates the parts received along
  // `concat_dim`.
  Value AllToAll(Value a, int64_t split_dim, int64_t concat_dim,
                 const std::vector<std::string>& axes, Place where = Place::Here());
  // `a`, not to be computed before `after` is there nor merged with an equal value.
  Value After(Value a, Value after, Place where = Place::Here());

  // Calls a handler that is registered with the engine; results of these types, some of them in the
  // place of an operand of the same type. Errors: names that are no identifiers or come twice, an
  // alias whose types differ, an operand or result that is in two of them.
  Values CustomCall(CustomCallAttr call, const Values& operands,
                    const std::vector<TensorType>& results, Place where = Place::Here());

  const TensorType& type(Value a) const { return program_.values[static_cast<size_t>(a.id)]; }
  const std::vector<int64_t>& dims(Value a) const { return type(a).dims; }
  const std::optional<Mesh>& mesh() const { return program_.mesh; }

  // Records an error found by the caller, if it is the first.
  void Fail(Error error);

  // A named result of @main.
  struct Output {
    std::string name;
    Value value;
    std::optional<Sharding> sharding;
  };
  // Ends @main and hands the program over, or the first error; names of outputs are identifiers.
  // Call once.
  Result<Program> Build(const std::vector<Output>& outputs, Place where = Place::Here());

 private:
  // A region being written: its ops, and the number that its values are marked with.
  struct Scope {
    Region region;
    int32_t id = 0;
    bool isolated = false;  // A function body: values from outside are not visible.
  };

  Value NewValue(TensorType type);
  // Appends an op to the region being written; returns its results.
  Values AppendOp(Op op, const std::vector<TensorType>& types);
  Value Append(OpKind kind, const Values& operands, TensorType type, Attributes attributes = {});
  Value Binary(OpKind kind, Value a, Value b, Place where);
  Value Unary(OpKind kind, Value a, Place where);
  // Records an error and gives a value of `type` to go on with.
  Value Broken(Place where, std::string message, TensorType type);
  // Whether all values exist and are visible from the region being written; records an error if
  // not.
  bool Visible(const Values& values, Place where);
  // Whether a collective on `a` along `dim` over `axes` may stand here; records an error if not.
  bool IsCollective(Value a, int64_t dim, const std::vector<std::string>& axes, Place where);
  // Devices along `axes`, 1 without a mesh.
  int64_t GroupSize(const std::vector<std::string>& axes) const;
  // Opens a region with arguments of these types, lets `body` write it, ends it with its results.
  Region WriteRegion(const std::vector<TensorType>& arguments, bool isolated, const BodyFn& body,
                     std::vector<TensorType>* results, Place where);
  std::vector<TensorType> TypesOf(const Values& values) const;

  Program program_;
  std::vector<int32_t> scope_of_value_;
  std::vector<Scope> scopes_;
  int32_t next_scope_ = 0;
  int manual_depth_ = 0;
  std::optional<Error> error_;
};

}  // namespace logphead::hlo

#endif  // LOGPHEAD_HLO_BUILDER_H_
