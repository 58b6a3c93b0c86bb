// SPDX-License-Identifier: Apache-2.0
// Fuzzes the reader of optimised programs: any input gives an error or a program that can be
// printed, counted, and compared, and does not differ from itself.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <google/protobuf/stubs/logging.h>

#include "logphead/plan/census.h"
#include "logphead/plan/hlo.pb.h"
#include "logphead/plan/optimized_hlo.h"
#include "logphead/plan/program_diff.h"
#include "logphead/plan/program_text.h"

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
