// SPDX-License-Identifier: Apache-2.0
// ProgramText: lines from a resolved module.
#include "logphead/plan/program_text.h"

#include <string_view>
#include <unordered_map>
#include <utility>

#include <google/protobuf/message.h>

#include "logphead/plan/field_text.h"
#include "logphead/plan/hlo.pb.h"
#include "logphead/plan/shape.h"

namespace logphead {
namespace {

constexpr char kName = '\1';

// Fields of each message that the lines write in their own way.
constexpr int kModuleHandled[] = {3, 4, 7};
constexpr int kComputationHandled[] = {1, 2, 4, 6};
constexpr int kInstructionHandled[] = {1, 2, 3, 9, 35, 36, 37, 38};

ProgramLine Named(std::string_view name, std::string_view opcode) {
  ProgramLine line;
  AppendEscaped(name, &line.name);
  AppendEscaped(opcode, &line.opcode);
  return line;
}

// "{%a, %b}" as placeholders.
void AppendRefs(const std::vector<uint32_t>& lines, char open, char close, ProgramLine* line) {
  line->body += open;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (i > 0) line->body += ", ";
    line->body += kName;
    line->refs.push_back(lines[i]);
  }
  line->body += close;
}

std::string ProgramShapeText(const hlo_proto::ProgramShape& shape) {
  std::string text = "(";
  for (int i = 0; i < shape.parameters_size(); ++i) {
    if (i > 0) text += ", ";
    text += ShapeToString(shape.parameters(i));
  }
  text += ") -> " + ShapeToString(shape.result());
  AppendUnknownFields(shape, &text);
  return text;
}

// Where each computation's line stands; its instructions follow it.
std::vector<uint32_t> ComputationLines(const HloModule& module, size_t first) {
  std::vector<uint32_t> places;
  size_t at = first;
  for (const HloComputation& computation : module.computations()) {
    places.push_back(static_cast<uint32_t>(at));
    at += 1 + computation.instructions.size();
  }
  return places;
}

std::vector<uint32_t> Shifted(const std::vector<uint32_t>& indices, uint32_t by) {
  std::vector<uint32_t> shifted;
  shifted.reserve(indices.size());
  for (const uint32_t index : indices) shifted.push_back(index + by);
  return shifted;
}

std::vector<ProgramLine> ModuleLines(const hlo_proto::Module& module) {
  std::vector<ProgramLine> lines(1);
  lines[0].body = "module " + ProgramShapeText(module.host_program_shape());
  AppendFields(module, kModuleHandled, &lines[0].body);
  return lines;
}

ProgramLine ComputationLine(const HloComputation& computation, bool entry, uint32_t place) {
  ProgramLine line = Named(computation.proto->name(), entry ? "entry" : "computation");
  line.refs.push_back(place);
  line.body = std::string(entry ? "ENTRY " : "") + kName + ' ' +
              ProgramShapeText(computation.proto->program_shape());
  if (computation.scheduled) line.body += ", scheduled";
  AppendFields(*computation.proto, kComputationHandled, &line.body);
  return line;
}

ProgramLine InstructionLine(const HloInstruction& instruction, bool root, uint32_t place,
                            uint32_t first, const std::vector<uint32_t>& computations) {
  const hlo_proto::Instruction& proto = *instruction.proto;
  ProgramLine line = Named(proto.name(), proto.opcode());
  line.refs.push_back(place);
  line.body = std::string(root ? "  ROOT " : "  ") + kName + " = " + ShapeToString(proto.shape()) +
              ' ' + line.opcode;
  AppendRefs(Shifted(instruction.operands, first), '(', ')', &line);
  if (proto.opcode() == "parameter") {
    line.body.insert(line.body.size() - 1, std::to_string(proto.parameter_number()));
  } else if (proto.parameter_number() != 0) {
    line.body += ", parameter_number=" + std::to_string(proto.parameter_number());
  }
  if (!instruction.control_predecessors.empty()) {
    line.body += ", control_predecessors=";
    AppendRefs(Shifted(instruction.control_predecessors, first), '{', '}', &line);
  }
  if (!instruction.callees.empty()) {
    std::vector<uint32_t> called;
    for (const uint32_t callee : instruction.callees) called.push_back(computations[callee]);
    line.body += ", calls=";
    AppendRefs(called, '{', '}', &line);
  }
  AppendFields(proto, kInstructionHandled, &line.body);
  return line;
}

}  // namespace

ProgramText::ProgramText(const HloModule& module) : lines_(ModuleLines(module.proto())) {
  const std::vector<uint32_t> places = ComputationLines(module, lines_.size());
  for (uint32_t c = 0; c < places.size(); ++c) {
    const HloComputation& computation = module.computations()[c];
    lines_.push_back(ComputationLine(computation, c == module.entry(), places[c]));
    const uint32_t first = places[c] + 1;
    for (uint32_t i = 0; i < computation.instructions.size(); ++i) {
      lines_.push_back(InstructionLine(computation.instructions[i], i == computation.root,
                                       first + i, first, places));
    }
  }
  std::unordered_map<std::string_view, uint32_t> counts;
  for (const ProgramLine& line : lines_) numbers_.push_back(++counts[line.opcode]);
}

std::string ProgramText::Line(size_t i, ProgramNames names) const {
  const ProgramLine& line = lines_[i];
  std::string text;
  size_t ref = 0;
  for (const char c : line.body) {
    if (c != kName) {
      text += c;
      continue;
    }
    const uint32_t target = line.refs[ref++];
    text += '%';
    if (names == ProgramNames::kKept) {
      text += lines_[target].name;
    } else {
      text += lines_[target].opcode + '.' + std::to_string(numbers_[target]);
    }
  }
  return text;
}

std::string ProgramText::ToString(ProgramNames names) const {
  std::string text;
  for (size_t i = 0; i < lines_.size(); ++i) {
    text += Line(i, names);
    text += '\n';
  }
  return text;
}

}  // namespace logphead
