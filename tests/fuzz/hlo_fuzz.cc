// SPDX-License-Identifier: Apache-2.0
// Fuzzes the reader of optimised programs: any input gives an error or a program that can be
// printed, counted, and compared, and does not differ from itself.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include <google/protobuf/stubs/logging.h>

#include "logphead/plan/census.h"
#include "logphead/plan/cost.h"
#include "logphead/plan/cost_json.h"
#include "logphead/plan/hlo.pb.h"
#include "logphead/plan/optimized_hlo.h"
#include "logphead/plan/program_diff.h"
#include "logphead/plan/program_text.h"
#include "logphead/plan/replica_groups.h"
#include "logphead/plan/traffic.h"

namespace logphead {
namespace {

void Check(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

// The smallest program, to compare the input with.
HloModule Smallest() {
  hlo_proto::Module module;
  hlo_proto::Computation* main = module.add_computations();
  main->add_instructions()->set_opcode("constant");
  auto parsed = ParseOptimizedProgram("hlo", module.SerializeAsString());
  Check(parsed.ok(), "the smallest program can be read");
  return std::move(parsed).value();
}

bool IsCount(Count count) { return !count || *count >= 0; }

// Collectives of one kind, as the census and the cost each count them.
struct Uses {
  int64_t count = 0;
  Count executions = 0;
  bool operator==(const Uses&) const = default;
};

void CheckCost(const HloModule& module, const std::optional<Mesh>& mesh) {
  const auto cost = CountCost(module, mesh);
  if (!cost.ok()) return;
  for (const Count total : {cost->matmul_flops, cost->memory_bytes, cost->exponentials,
                            cost->wire_bytes, cost->estimated_cycles}) {
    Check(IsCount(total), "totals are not negative");
  }
  for (const Work& work : cost->work) {
    Check(work.flops >= 0 && work.bytes >= 0 && work.runs >= 0, "work is not negative");
  }
  std::map<std::string, Uses> found;
  Count wire = 0;
  for (const WireUse& use : cost->wire) {
    Check(use.count > 0 && use.group_size >= 0 && IsCount(use.wire_bytes), "wire makes sense");
    Uses& uses = found[use.kind];
    uses.count += use.count;
    uses.executions = Plus(uses.executions, use.executions);
    wire = Plus(wire, use.wire_bytes);
  }
  Check(wire == cost->wire_bytes, "the wire is the sum of its parts");
  const auto census = CountCollectives(module);
  if (census.ok()) {
    std::map<std::string, Uses> counted;
    for (const auto& [kind, entry] : *census) counted[kind] = {entry.count, entry.executions};
    Check(found == counted, "the cost has the collectives of the census");
  }
  ProgramCost again;
  Check(CostFromJson(CostToJson(*cost), &again), "a cost can be read again");
  Check(again == *cost, "a cost stays as JSON");
}

void CheckInstructions(const HloModule& module, const Mesh& mesh) {
  for (uint32_t computation = 0; computation < module.computations().size(); ++computation) {
    const auto& instructions = module.computations()[computation].instructions;
    for (uint32_t at = 0; at < instructions.size(); ++at) {
      Check(IsCount(MemoryBytes(module, computation, at)), "bytes are not negative");
      const auto groups = GroupsOf(*instructions[at].proto);
      if (groups.ok()) (void)AxesOf(*groups, mesh);
    }
  }
}

void CheckProgram(const HloModule& module) {
  const ProgramText text(module);
  const std::string numbered = text.ToString(ProgramNames::kNumbered);
  size_t lines = 0;
  for (const char c : numbered) lines += c == '\n' ? 1 : 0;
  Check(lines == text.lines().size(), "one line of text per line");

  // Too few edits to find the shortest, so that every way to align is tried.
  DiffOptions hurried;
  hurried.align.max_edits = 1;
  for (const DiffOptions& options : {DiffOptions{}, hurried}) {
    Check(DiffPrograms(text, text, options).lines() == 0, "no difference from itself");
    static const HloModule* const smallest = new HloModule(Smallest());
    const ProgramText other(*smallest);
    const ProgramDiff diff = DiffPrograms(text, other, options);
    const bool same = numbered == other.ToString(ProgramNames::kNumbered);
    Check((diff.lines() == 0) == same, "no lines differ exactly when the texts are equal");
  }

  const auto again = ParseOptimizedProgram("hlo", module.proto().SerializeAsString());
  Check(again.ok(), "what was read can be read again");
  Check(ProgramText(*again).ToString(ProgramNames::kNumbered) == numbered, "the text stays");
  static const Mesh* const mesh = new Mesh(*Mesh::Parse("a=2,b=2,c=2"));
  CheckCost(module, std::nullopt);
  CheckCost(module, *mesh);
  CheckInstructions(module, *mesh);
  const auto census = CountCollectives(module);
  if (!census.ok()) return;
  for (const auto& [kind, entry] : *census) {
    Check(entry.count > 0 && entry.bytes >= 0, "counts make sense");
  }
}

}  // namespace
}  // namespace logphead

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // Protobuf writes a line for some damaged inputs.
  static const google::protobuf::LogSilencer* const silencer = new google::protobuf::LogSilencer;
  (void)silencer;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const char* format : {"hlo", "hlo_with_config"}) {
    const auto module = logphead::ParseOptimizedProgram(format, bytes);
    if (module.ok()) logphead::CheckProgram(*module);
  }
  return 0;
}
