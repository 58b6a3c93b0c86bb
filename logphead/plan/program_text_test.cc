// SPDX-License-Identifier: Apache-2.0
// Tests of program text: the notation, what is left out, and that nothing else is.
#include "logphead/plan/program_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "logphead/plan/field_text.h"
#include "logphead/plan/test_programs.h"

namespace logphead {
namespace {

using test_programs::AddComputation;
using test_programs::AddInstruction;
using test_programs::Array;
using test_programs::kF32;
using test_programs::Resolve;
using test_programs::SetUnknown;
using test_programs::Simple;
using testing::HasSubstr;

std::string TextOf(const hlo_proto::Module& module, ProgramNames names = ProgramNames::kKept) {
  const auto resolved = Resolve(module);
  EXPECT_TRUE(resolved.ok()) << resolved.error().message();
  return resolved.ok() ? ProgramText(*resolved).ToString(names) : "";
}

TEST(ProgramText, OneLinePerInstruction) {
  EXPECT_EQ(TextOf(Simple()),
            "module () -> type_0[]\n"
            "ENTRY %main () -> type_0[]\n"
            "  %x = f32[8,4] parameter(0)\n"
            "  %add.1 = f32[8,4] add(%x, %x)\n"
            "  %tanh.2 = f32[8,4] tanh(%add.1)\n"
            "  %two = f32[] constant(), literal={f32s={2}}\n"
            "  ROOT %scaled = f32[8,4] multiply(%tanh.2, %two)\n");
  EXPECT_EQ(TextOf(Simple(), ProgramNames::kNumbered),
            "module () -> type_0[]\n"
            "ENTRY %entry.1 () -> type_0[]\n"
            "  %parameter.1 = f32[8,4] parameter(0)\n"
            "  %add.1 = f32[8,4] add(%parameter.1, %parameter.1)\n"
            "  %tanh.1 = f32[8,4] tanh(%add.1)\n"
            "  %constant.1 = f32[] constant(), literal={f32s={2}}\n"
            "  ROOT %multiply.1 = f32[8,4] multiply(%tanh.1, %constant.1)\n");
}

TEST(ProgramText, CallsControlAndAttributes) {
  hlo_proto::Module module;
  module.set_entry_computation_id(1);
  hlo_proto::ProgramShape* shape = AddComputation(&module, "body", 2)->mutable_program_shape();
  *shape->add_parameters() = Array(kF32, {2});
  *shape->mutable_result() = Array(kF32, {});
  AddInstruction(module.mutable_computations(0), "p", "parameter", Array(kF32, {2}))
      ->set_parameter_number(3);
  hlo_proto::Computation* main = AddComputation(&module, "main", 1);
  AddInstruction(main, "a", "iota", Array(kF32, {2}))->add_dimensions(0);
  hlo_proto::Instruction* call = AddInstruction(main, "b", "all-gather", Array(kF32, {}), {1}, {2});
  call->add_control_predecessor_ids(main->instructions(0).id());
  call->set_channel_id(7);
  call->set_backend_config("{\"k\":\"v\"}");
  hlo_proto::DeviceList* devices = call->mutable_device_list();
  devices->add_replica_groups()->add_replica_ids(0);
  devices->add_replica_groups()->add_replica_ids(1);
  auto* entry = call->mutable_frontend_attributes()->add_map();
  entry->set_key("z");
  entry->set_value("1");
  entry = call->mutable_frontend_attributes()->add_map();
  entry->set_key("a");
  entry->set_value("2");
  const std::string text = TextOf(module);
  EXPECT_THAT(text, HasSubstr("%body (f32[2]) -> f32[]\n  ROOT %p = f32[2] parameter(3)\n"));
  EXPECT_THAT(text,
              HasSubstr("  ROOT %b = f32[] all-gather(%a), control_predecessors={%a}, "
                        "calls={%body}, channel_id=7, backend_config=\"{\\\"k\\\":\\\"v\\\"}\", "
                        "frontend_attributes={a=\"2\",z=\"1\"}, "
                        "device_list={replica_groups={{replica_ids={0}},{replica_ids={1}}}}\n"));
  EXPECT_THAT(text, HasSubstr("%a = f32[2] iota(), dimensions={0}\n"));
}

// Everything that says where a program came from, on a program with a sharding and a shape.
hlo_proto::Module WithMetadata(const std::string& origin) {
  hlo_proto::Module module = Simple();
  module.set_name("jit_" + origin);
  module.set_id(static_cast<int64_t>(origin.size()));
  module.set_entry_computation_name(origin);
  SetUnknown(&module, 13, origin);
  SetUnknown(&module, 17, origin);
  hlo_proto::Computation* main = module.mutable_computations(0);
  main->set_name(origin);
  SetUnknown(main->mutable_program_shape(), 3, origin);
  hlo_proto::Instruction* add = main->mutable_instructions(1);
  add->set_name(origin + ".1");
  SetUnknown(add, 7, origin);
  SetUnknown(add, 82, origin);
  SetUnknown(add, 88, origin);
  hlo_proto::Sharding* sharding = add->mutable_sharding();
  SetUnknown(sharding, 7, origin);
  SetUnknown(sharding->mutable_named_sharding(), 6, origin);
  return module;
}

TEST(ProgramText, LeavesMetadataAndIdsOut) {
  const std::string text = TextOf(WithMetadata("first"), ProgramNames::kNumbered);
  EXPECT_EQ(text, TextOf(WithMetadata("elsewhere"), ProgramNames::kNumbered));
  EXPECT_EQ(text.find("first"), std::string::npos);
  hlo_proto::Module moved = WithMetadata("first");
  moved.set_entry_computation_id(77);
  moved.mutable_computations(0)->set_id(77);
  EXPECT_EQ(text, TextOf(moved, ProgramNames::kNumbered));
}

struct Change {
  const char* name;
  std::function<void(hlo_proto::Module*)> apply;
};

TEST(ProgramText, KeepsEverythingElse) {
  const auto add = [](hlo_proto::Module* m) {
    return m->mutable_computations(0)->mutable_instructions(1);
  };
  const std::vector<Change> changes = {
      {"opcode", [&](auto* m) { add(m)->set_opcode("subtract"); }},
      {"shape", [&](auto* m) { add(m)->mutable_shape()->set_dimensions(0, 9); }},
      {"layout", [&](auto* m) { add(m)->mutable_shape()->mutable_layout()->set_memory_space(1); }},
      {"unknown layout field",
       [&](auto* m) { SetUnknown(add(m)->mutable_shape()->mutable_layout(), 15, uint64_t{1}); }},
      {"unknown instruction field", [&](auto* m) { SetUnknown(add(m), 83, uint64_t{5}); }},
      {"its value", [&](auto* m) { SetUnknown(add(m), 83, uint64_t{6}); }},
      {"empty unknown message", [&](auto* m) { SetUnknown(add(m), 15, ""); }},
      {"sharding", [&](auto* m) { add(m)->mutable_sharding()->set_type(1); }},
      {"empty sharding", [&](auto* m) { add(m)->mutable_sharding(); }},
      {"nested unknown", [&](auto* m) { SetUnknown(add(m)->mutable_sharding(), 12, uint64_t{1}); }},
      {"constant",
       [](auto* m) {
         m->mutable_computations(0)->mutable_instructions(3)->mutable_literal()->set_f32s(0, 2.5F);
       }},
      {"channel", [&](auto* m) { add(m)->set_channel_id(3); }},
      {"root",
       [](auto* m) {
         m->mutable_computations(0)->set_root_id(m->computations(0).instructions(2).id());
       }},
      {"parameter number on another opcode", [&](auto* m) { add(m)->set_parameter_number(2); }},
      {"fusion flag", [](auto* m) { m->mutable_computations(0)->set_is_fusion_computation(true); }},
      {"thread", [](auto* m) { m->mutable_computations(0)->set_execution_thread("t"); }},
      {"aliasing", [](auto* m) { SetUnknown(m, 8, "\x0a\x00"); }},
      {"module attribute",
       [](auto* m) { m->mutable_frontend_attributes()->add_map()->set_key("k"); }},
      {"program shape",
       [](auto* m) { *m->mutable_host_program_shape()->add_parameters() = Array(kF32, {}); }},
  };
  std::vector<std::string> seen = {TextOf(Simple(), ProgramNames::kNumbered)};
  for (const Change& change : changes) {
    hlo_proto::Module module = Simple();
    change.apply(&module);
    const std::string text = TextOf(module, ProgramNames::kNumbered);
    EXPECT_THAT(seen, testing::Not(testing::Contains(text))) << change.name;
    seen.push_back(text);
  }
}

TEST(ProgramText, HostileNamesStayInTheirLine) {
  hlo_proto::Module module = Simple();
  module.mutable_computations(0)->mutable_instructions(1)->set_name("a\n\x01%b\xff");
  module.mutable_computations(0)->mutable_instructions(1)->set_opcode("o\x01\n");
  const std::string text = TextOf(module);
  EXPECT_THAT(text, HasSubstr("  %a\\x0a\\x01%b\\xff = f32[8,4] o\\x01\\x0a(%x, %x)\n"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 7);
}

TEST(FieldText, FoldsWhatIsLongAndTellsItApart) {
  hlo_proto::Module a = Simple();
  hlo_proto::Literal* literal =
      a.mutable_computations(0)->mutable_instructions(3)->mutable_literal();
  for (int i = 0; i < 1000; ++i) literal->add_s32s(i);
  hlo_proto::Module b = a;
  b.mutable_computations(0)->mutable_instructions(3)->mutable_literal()->set_s32s(500, -1);
  EXPECT_THAT(TextOf(a), HasSubstr("s32s=numbers[1000]#"));
  EXPECT_NE(TextOf(a), TextOf(b));
  std::string bytes;
  AppendBytes(std::string(100, '\x80'), &bytes);
  EXPECT_THAT(bytes, testing::StartsWith("bytes[100]#"));
  std::string other;
  AppendBytes(std::string(99, '\x80') + '\x81', &other);
  EXPECT_NE(bytes, other);
}

TEST(FieldText, FloatsAreExact) {
  const auto text = [](float value) {
    hlo_proto::Literal literal;
    literal.add_f32s(value);
    std::string out;
    AppendFields(literal, nullptr, 0, &out);
    return out;
  };
  EXPECT_EQ(text(0.1F), ", f32s={0.1}");
  EXPECT_NE(text(0.0F), text(-0.0F));
  EXPECT_NE(text(1.0F), text(std::nextafter(1.0F, 2.0F)));
  EXPECT_NE(text(std::numeric_limits<float>::quiet_NaN()), text(-std::nanf("")));
}

// AppendFields writes "?" for a kind of field that hlo.proto does not use; this holds it to that.
TEST(FieldText, EveryDeclaredFieldCanBeWritten) {
  using google::protobuf::FieldDescriptor;
  const auto* file = hlo_proto::Module::descriptor()->file();
  for (int m = 0; m < file->message_type_count(); ++m) {
    for (int f = 0; f < file->message_type(m)->field_count(); ++f) {
      const FieldDescriptor* field = file->message_type(m)->field(f);
      const auto type = field->cpp_type();
      const bool common =
          type == FieldDescriptor::CPPTYPE_INT32 || type == FieldDescriptor::CPPTYPE_INT64 ||
          type == FieldDescriptor::CPPTYPE_BOOL || type == FieldDescriptor::CPPTYPE_MESSAGE;
      const bool only_repeated =
          type == FieldDescriptor::CPPTYPE_UINT32 || type == FieldDescriptor::CPPTYPE_UINT64 ||
          type == FieldDescriptor::CPPTYPE_FLOAT || type == FieldDescriptor::CPPTYPE_DOUBLE;
      const bool only_single = type == FieldDescriptor::CPPTYPE_STRING;
      EXPECT_TRUE(common || (field->is_repeated() ? only_repeated : only_single))
          << field->full_name();
    }
  }
}

}  // namespace
}  // namespace logphead
