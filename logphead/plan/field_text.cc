// SPDX-License-Identifier: Apache-2.0
// Protobuf fields as text, by reflection over what hlo.proto declares and what it does not.
#include "logphead/plan/field_text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <vector>

#include <fmt/format.h>
#include <google/protobuf/message.h>
#include <google/protobuf/unknown_field_set.h>

#include "logphead/plan/hlo.pb.h"
#include "logphead/plan/shape.h"

namespace logphead {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;
using google::protobuf::UnknownField;
using google::protobuf::UnknownFieldSet;

constexpr size_t kFoldAbove = 64;

struct MetadataField {
  std::string_view message;
  int number;
};

constexpr std::array<MetadataField, 14> kMetadata = {{
    {"Module", 1},         // name
    {"Module", 2},         // name of the entry
    {"Module", 5},         // id
    {"Module", 6},         // id of the entry
    {"Module", 13},        // profiles
    {"Module", 17},        // stack frames
    {"Computation", 5},    // id
    {"Instruction", 7},    // operation name, source place, sizes of generated code
    {"Instruction", 35},   // id
    {"Instruction", 82},   // visualisation
    {"Instruction", 88},   // names of original values
    {"ProgramShape", 3},   // names of parameters
    {"Sharding", 7},       // metadata of the sharding's origin
    {"NamedSharding", 6},  // the same
}};

uint64_t Hash(std::string_view bytes) {
  uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : bytes) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  }
  return hash;
}

// NaNs keep their bits, so that two different ones do not look the same.
std::string FloatText(float value) {
  if (std::isnan(value)) return fmt::format("nan:{:#x}", std::bit_cast<uint32_t>(value));
  return fmt::format("{}", value);
}

std::string DoubleText(double value) {
  if (std::isnan(value)) return fmt::format("nan:{:#x}", std::bit_cast<uint64_t>(value));
  return fmt::format("{}", value);
}

std::string Braced(const Message& message) {
  std::string fields;
  AppendFields(message, nullptr, 0, &fields);
  if (fields.starts_with(", ")) fields.erase(0, 2);
  return '{' + fields + '}';
}

std::string MessageText(const Message& message) {
  if (message.GetDescriptor() == hlo_proto::Shape::descriptor()) {
    return ShapeToString(static_cast<const hlo_proto::Shape&>(message));
  }
  return Braced(message);
}

std::string SingleText(const Message& message, const FieldDescriptor* field) {
  const Reflection* reflection = message.GetReflection();
  switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
      return std::to_string(reflection->GetInt32(message, field));
    case FieldDescriptor::CPPTYPE_INT64:
      return std::to_string(reflection->GetInt64(message, field));
    case FieldDescriptor::CPPTYPE_BOOL:
      return reflection->GetBool(message, field) ? "true" : "false";
    case FieldDescriptor::CPPTYPE_STRING: {
      std::string text;
      AppendBytes(reflection->GetString(message, field), &text);
      return text;
    }
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return MessageText(reflection->GetMessage(message, field));
    default:
      return "?";  // hlo.proto has no single field of another type; a test holds that
  }
}

std::string ElementText(const Message& message, const FieldDescriptor* field, int i) {
  const Reflection* reflection = message.GetReflection();
  switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
      return std::to_string(reflection->GetRepeatedInt32(message, field, i));
    case FieldDescriptor::CPPTYPE_INT64:
      return std::to_string(reflection->GetRepeatedInt64(message, field, i));
    case FieldDescriptor::CPPTYPE_UINT32:
      return std::to_string(reflection->GetRepeatedUInt32(message, field, i));
    case FieldDescriptor::CPPTYPE_UINT64:
      return std::to_string(reflection->GetRepeatedUInt64(message, field, i));
    case FieldDescriptor::CPPTYPE_FLOAT:
      return FloatText(reflection->GetRepeatedFloat(message, field, i));
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return DoubleText(reflection->GetRepeatedDouble(message, field, i));
    case FieldDescriptor::CPPTYPE_BOOL:
      return reflection->GetRepeatedBool(message, field, i) ? "true" : "false";
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return MessageText(reflection->GetRepeatedMessage(message, field, i));
    default:
      return "?";  // see SingleText
  }
}

std::string RepeatedText(const Message& message, const FieldDescriptor* field) {
  const int count = message.GetReflection()->FieldSize(message, field);
  std::string list;
  for (int i = 0; i < count; ++i) {
    if (i > 0) list += ',';
    list += ElementText(message, field, i);
  }
  const bool numbers = field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE;
  if (numbers && static_cast<size_t>(count) > kFoldAbove) {
    return fmt::format("numbers[{}]#{:016x}", count, Hash(list));
  }
  return '{' + list + '}';
}

// Maps have no order on the wire; sorted by key they do.
std::string AttributesText(const hlo_proto::FrontendAttributes& attributes) {
  std::map<std::string, std::string> sorted;
  for (const auto& entry : attributes.map()) {
    std::string value;
    AppendBytes(entry.value(), &value);
    AppendUnknownFields(entry, &value);
    sorted[entry.key()] = value;
  }
  std::string text = "{";
  for (const auto& [key, value] : sorted) {
    if (text.size() > 1) text += ',';
    AppendEscaped(key, &text);
    text += '=' + value;
  }
  AppendUnknownFields(attributes, &text);
  return text + '}';
}

std::string UnknownText(const UnknownField& field) {
  switch (field.type()) {
    case UnknownField::TYPE_VARINT:
      return std::to_string(field.varint());
    case UnknownField::TYPE_FIXED32:
      return fmt::format("{:#010x}", field.fixed32());
    case UnknownField::TYPE_FIXED64:
      return fmt::format("{:#018x}", field.fixed64());
    case UnknownField::TYPE_LENGTH_DELIMITED: {
      std::string text;
      AppendBytes(field.length_delimited(), &text);
      return text;
    }
    case UnknownField::TYPE_GROUP: {
      std::string bytes;
      std::string text = "group:";
      if (!field.group().SerializeToString(&bytes)) return text + "too large";
      AppendBytes(bytes, &text);
      return text;
    }
  }
  return "?";
}

}  // namespace

std::string NameOf(const hlo_proto::Instruction& instruction) {
  std::string name = "%";
  AppendEscaped(instruction.name(), &name);
  return name;
}

void AppendEscaped(std::string_view text, std::string* out) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      *out += '\\';
      *out += c;
    } else if (byte >= 0x20 && byte < 0x7f) {
      *out += c;
    } else {
      *out += "\\x";
      *out += kDigits[byte >> 4];
      *out += kDigits[byte & 15];
    }
  }
}

void AppendBytes(std::string_view bytes, std::string* out) {
  const bool is_text = std::all_of(bytes.begin(), bytes.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte >= 0x20 && byte < 0x7f) || c == '\n' || c == '\t';
  });
  if (is_text) {
    *out += '"';
    AppendEscaped(bytes, out);
    *out += '"';
  } else if (bytes.size() > kFoldAbove) {
    *out += fmt::format("bytes[{}]#{:016x}", bytes.size(), Hash(bytes));
  } else {
    *out += "0x";
    for (const char c : bytes) *out += fmt::format("{:02x}", static_cast<unsigned char>(c));
  }
}

void AppendFields(const Message& message, const int* handled, size_t count, std::string* out) {
  std::vector<const FieldDescriptor*> fields;
  message.GetReflection()->ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    if (IsMetadata(message.GetDescriptor()->name(), field->number())) continue;
    if (std::find(handled, handled + count, field->number()) != handled + count) continue;
    std::string value;
    if (field->is_repeated()) {
      value = RepeatedText(message, field);
    } else if (field->message_type() == hlo_proto::FrontendAttributes::descriptor()) {
      value = AttributesText(static_cast<const hlo_proto::FrontendAttributes&>(
          message.GetReflection()->GetMessage(message, field)));
      if (value == "{}") continue;
    } else {
      value = SingleText(message, field);
    }
    *out += ", " + field->name() + '=' + value;
  }
  AppendUnknownFields(message, out);
}

void AppendUnknownFields(const Message& message, std::string* out) {
  const UnknownFieldSet& unknown = message.GetReflection()->GetUnknownFields(message);
  std::vector<const UnknownField*> sorted;
  for (int i = 0; i < unknown.field_count(); ++i) {
    if (IsMetadata(message.GetDescriptor()->name(), unknown.field(i).number())) continue;
    sorted.push_back(&unknown.field(i));
  }
  std::stable_sort(sorted.begin(), sorted.end(), [](const UnknownField* a, const UnknownField* b) {
    return a->number() < b->number();
  });
  for (const UnknownField* field : sorted) {
    *out += ", field_" + std::to_string(field->number()) + '=' + UnknownText(*field);
  }
}

bool IsMetadata(std::string_view message_name, int field_number) {
  return std::any_of(kMetadata.begin(), kMetadata.end(), [&](const MetadataField& field) {
    return field.number == field_number && field.message == message_name;
  });
}

}  // namespace logphead
