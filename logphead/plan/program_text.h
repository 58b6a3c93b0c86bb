// SPDX-License-Identifier: Apache-2.0
// ProgramText: an optimised program as canonical text, one line per instruction.
#ifndef LOGPHEAD_PLAN_PROGRAM_TEXT_H_
#define LOGPHEAD_PLAN_PROGRAM_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "logphead/plan/optimized_hlo.h"

namespace logphead {

// How instructions and computations are called in the text. Compilers derive names from metadata,
// so only numbered text is equal for programs that differ in metadata alone.
enum class ProgramNames {
  kKept,      // as in the program: %all-gather.13
  kNumbered,  // by opcode and place: %all-gather.1
};

// One line. The body holds a placeholder, '\1', where the name of line refs[0], refs[1], ... goes;
// no other control character occurs in it.
struct ProgramLine {
  std::string body;
  std::vector<uint32_t> refs;
  std::string name;    // of what the line defines; empty for a line about the module
  std::string opcode;  // stem of its numbered name
};

// The text of a program: lines about the module, then each computation (a line for itself and
// one per instruction: `%name = shape opcode(operands), field=value, ...`), in the order of the
// file, instructions in scheduled order where there is a schedule. Left out are metadata
// (field_text.h, IsMetadata), ids, and the compiler's configuration beside the module; everything
// else is kept, fields unknown to this reader as field_83=... .
class ProgramText {
 public:
  explicit ProgramText(const HloModule& module);

  const std::vector<ProgramLine>& lines() const { return lines_; }

  // Line i with names put in, without a newline.
  std::string Line(size_t i, ProgramNames names = ProgramNames::kKept) const;

  // All lines, each with a newline.
  std::string ToString(ProgramNames names = ProgramNames::kKept) const;

 private:
  std::vector<ProgramLine> lines_;
  std::vector<uint32_t> numbers_;  // per line, its number among the lines of its opcode
};

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_PROGRAM_TEXT_H_
