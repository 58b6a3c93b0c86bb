// SPDX-License-Identifier: Apache-2.0
// Protobuf fields as text, known or not, so that two messages with equal text have equal content.
#ifndef LOGPHEAD_PLAN_FIELD_TEXT_H_
#define LOGPHEAD_PLAN_FIELD_TEXT_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace google::protobuf {
class Message;
}  // namespace google::protobuf

namespace logphead {

namespace hlo_proto {
class Instruction;
}  // namespace hlo_proto

// Appends "1,2,3" for a repeated number field.
template <typename Numbers>
void AppendNumbers(const Numbers& numbers, std::string* out) {
  bool first = true;
  for (const auto number : numbers) {
    if (!first) *out += ',';
    first = false;
    *out += std::to_string(number);
  }
}

// The name of an instruction as programs have it, escaped: "%all-gather.13".
std::string NameOf(const hlo_proto::Instruction& instruction);

// Appends `text` with '"' and '\' behind a backslash and everything outside printable ASCII as
// \xNN; the result holds no control character.
void AppendEscaped(std::string_view text, std::string* out);

// Bytes as a quoted string when they are text, else as 0x and hexadecimal digits. Binary values
// above 64 bytes become their length and a 64-bit hash: "bytes[4096]#9f86d081884c7d65".
void AppendBytes(std::string_view bytes, std::string* out);

// Appends ", name=value" for each set field of a message of hlo.proto, in the order of field
// numbers, skipping what IsMetadata says, the fields whose numbers are in `handled`, and fields
// that are empty maps. Shapes are written in their own notation. Numbers beyond 64 in one list are
// folded as bytes are.
template <size_t N>
void AppendFields(const google::protobuf::Message& message, const int (&handled)[N],
                  std::string* out);
void AppendFields(const google::protobuf::Message& message, const int* handled, size_t count,
                  std::string* out);

// Appends ", field_83=value" for each field that hlo.proto does not declare, metadata left out.
void AppendUnknownFields(const google::protobuf::Message& message, std::string* out);

// Whether a field of a message of hlo.proto says where the program came from rather than what it
// does: operation names, source places, stack frames, profiles, visualisation, module and parameter
// names and ids.
bool IsMetadata(std::string_view message_name, int field_number);

template <size_t N>
void AppendFields(const google::protobuf::Message& message, const int (&handled)[N],
                  std::string* out) {
  AppendFields(message, handled, N, out);
}

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_FIELD_TEXT_H_
