// SPDX-License-Identifier: Apache-2.0
// Small optimised programs, built field by field for the tests of this folder.
#ifndef LOGPHEAD_PLAN_TEST_PROGRAMS_H_
#define LOGPHEAD_PLAN_TEST_PROGRAMS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <google/protobuf/message.h>
#include <google/protobuf/unknown_field_set.h>

#include "logphead/plan/hlo.pb.h"
#include "logphead/plan/optimized_hlo.h"

namespace logphead::test_programs {

// Element types on the wire.
inline constexpr int kPred = 1;
inline constexpr int kS32 = 4;
inline constexpr int kU32 = 8;
inline constexpr int kF32 = 11;
inline constexpr int kTuple = 13;
inline constexpr int kBF16 = 16;

inline hlo_proto::Shape Array(int type, const std::vector<int64_t>& dimensions) {
  hlo_proto::Shape shape;
  shape.set_element_type(type);
  for (const int64_t dimension : dimensions) shape.add_dimensions(dimension);
  return shape;
}

inline hlo_proto::Shape Tuple(const std::vector<hlo_proto::Shape>& parts) {
  hlo_proto::Shape shape;
  shape.set_element_type(kTuple);
  for (const hlo_proto::Shape& part : parts) *shape.add_tuple_shapes() = part;
  return shape;
}

// Sets a field that hlo.proto does not declare.
inline void SetUnknown(google::protobuf::Message* message, int number, std::string_view bytes) {
  *message->GetReflection()->MutableUnknownFields(message)->AddLengthDelimited(number) =
      std::string(bytes);
}

inline void SetUnknown(google::protobuf::Message* message, int number, uint64_t value) {
  message->GetReflection()->MutableUnknownFields(message)->AddVarint(number, value);
}

inline hlo_proto::Computation* AddComputation(hlo_proto::Module* module, std::string_view name,
                                              int64_t id) {
  hlo_proto::Computation* computation = module->add_computations();
  computation->set_name(std::string(name));
  computation->set_id(id);
  return computation;
}

// Appends an instruction and makes it the root. Its id is the computation's shifted by 32 bits plus
// its place, as compilers number them.
inline hlo_proto::Instruction* AddInstruction(hlo_proto::Computation* computation,
                                              std::string_view name, std::string_view opcode,
                                              const hlo_proto::Shape& shape,
                                              const std::vector<int64_t>& operands = {},
                                              const std::vector<int64_t>& callees = {}) {
  const int64_t base = computation->id() << 32;
  hlo_proto::Instruction* instruction = computation->add_instructions();
  instruction->set_name(std::string(name));
  instruction->set_opcode(std::string(opcode));
  *instruction->mutable_shape() = shape;
  instruction->set_id(base + computation->instructions_size());
  for (const int64_t operand : operands) instruction->add_operand_ids(base + operand);
  for (const int64_t callee : callees) instruction->add_called_computation_ids(callee);
  computation->set_root_id(instruction->id());
  return instruction;
}

// tanh(p + p) * 2: entry of id 1 with instructions 1 to 5.
inline hlo_proto::Module Simple() {
  hlo_proto::Module module;
  module.set_name("jit_simple");
  module.set_id(7);
  module.set_entry_computation_id(1);
  hlo_proto::Computation* main = AddComputation(&module, "main", 1);
  const hlo_proto::Shape shape = Array(kF32, {8, 4});
  AddInstruction(main, "x", "parameter", shape);
  AddInstruction(main, "add.1", "add", shape, {1, 1});
  AddInstruction(main, "tanh.2", "tanh", shape, {2});
  hlo_proto::Instruction* two = AddInstruction(main, "two", "constant", Array(kF32, {}));
  two->mutable_literal()->add_f32s(2.0F);
  AddInstruction(main, "scaled", "multiply", shape, {3, 4});
  return module;
}

inline std::string WithConfig(const hlo_proto::Module& module) {
  hlo_proto::ModuleWithConfig with_config;
  *with_config.mutable_hlo_module() = module;
  SetUnknown(&with_config, 2,
             "\x0a\x03"
             "abc");
  return with_config.SerializeAsString();
}

inline Result<HloModule> Resolve(const hlo_proto::Module& module) {
  return ResolveModule(std::make_unique<hlo_proto::Module>(module));
}

}  // namespace logphead::test_programs

#endif  // LOGPHEAD_PLAN_TEST_PROGRAMS_H_
