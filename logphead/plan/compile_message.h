// SPDX-License-Identifier: Apache-2.0
// What a compiler said when it failed: in one line, and about which shape.
#ifndef LOGPHEAD_PLAN_COMPILE_MESSAGE_H_
#define LOGPHEAD_PLAN_COMPILE_MESSAGE_H_

#include <optional>
#include <string>
#include <string_view>

namespace logphead {

// The shape of the instruction that the compiler rejected, without layouts, e.g. "s32[4,1,4,1024]":
// that of the first "%name = shape opcode(" behind "HLO:" or, without that mark, anywhere. Nothing
// when the message names no instruction, and for lists of allocations ("Ran out of memory"), whose
// shapes are large rather than wrong.
std::optional<std::string> OffendingShape(std::string_view message);

// The message as one line for a table: stack traces, an instruction's metadata={...} and
// backend_config={...} are left out, white space becomes single spaces, and
// what exceeds max_bytes (at least 4) is cut at "...".
std::string OneLineMessage(std::string_view message, size_t max_bytes = 600);

// What a crashed process said last: the line of a failed check or fatal log if there is one in the
// tail of its standard error, else its last line that is not part of a stack trace. Empty when
// there is none. One line, as OneLineMessage makes them.
std::string LastWords(std::string_view stderr_tail);

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_COMPILE_MESSAGE_H_
