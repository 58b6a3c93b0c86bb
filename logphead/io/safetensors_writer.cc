// SPDX-License-Identifier: Apache-2.0
// Safetensors writer: header text, then the tensors' bytes in the order given.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <unordered_set>

#include "logphead/io/direct_write.h"
#include "logphead/io/names.h"
#include "logphead/io/safetensors.h"
#include "logphead/io/safetensors_header.h"

namespace logphead {
namespace {

constexpr size_t kAlignment = 8;

// A JSON string literal of UTF-8 text.
std::string Literal(std::string_view text) {
  static constexpr std::string_view kHex = "0123456789abcdef";
  std::string literal = "\"";
  for (const char letter : text) {
    const auto byte = static_cast<uint8_t>(letter);
    if (byte < 0x20) {
      literal.append("\\u00").append({kHex[byte >> 4], kHex[byte & 0xfU]});
    } else {
      if (letter == '"' || letter == '\\') literal += '\\';
      literal += letter;
    }
  }
  return literal += '"';
}

Status CheckTensor(const OutputTensor& tensor) {
  if (tensor.name == kSafetensorsMetadataKey) return InvalidArgument("the name is reserved");
  if (!IsUtf8(tensor.name)) return InvalidArgument("the name is not UTF-8");
  Result<uint64_t> needed = TensorBytes(tensor.dtype, tensor.dims);
  if (!needed.ok()) return needed.error();
  if (tensor.bytes.size() != *needed) {
    return InvalidArgument(fmt::format("{} bytes given, but {}[{}] needs {}", tensor.bytes.size(),
                                       DTypeSafetensorsName(tensor.dtype),
                                       fmt::join(tensor.dims, ","), *needed));
  }
  return {};
}

Result<std::string> MetadataText(const std::vector<std::pair<std::string, std::string>>& metadata) {
  std::unordered_set<std::string> keys;
  std::string text;
  for (const auto& [key, value] : metadata) {
    if (!IsUtf8(key) || !IsUtf8(value)) {
      return InvalidArgument(fmt::format("metadata {}: not UTF-8", QuoteName(key)));
    }
    if (!keys.insert(key).second) {
      return InvalidArgument(fmt::format("metadata {}: the key appears twice", QuoteName(key)));
    }
    text += fmt::format("{}{}:{}", text.empty() ? "" : ",", Literal(key), Literal(value));
  }
  return text;
}

}  // namespace

Result<std::string> SafetensorsHeaderText(
    std::span<const OutputTensor> tensors,
    const std::vector<std::pair<std::string, std::string>>& metadata) {
  LOGPHEAD_ASSIGN_OR_RETURN(std::string pairs, MetadataText(metadata));
  std::string text = "{";
  if (!pairs.empty()) text += fmt::format("{}:{{{}}}", Literal(kSafetensorsMetadataKey), pairs);
  std::unordered_set<std::string> names;
  uint64_t offset = 0;
  uint64_t largest = 0;  // bytes of the largest tensor, and where it begins
  uint64_t largest_at = 0;
  for (const OutputTensor& tensor : tensors) {
    Status status = CheckTensor(tensor);
    if (status.ok() && !names.insert(tensor.name).second) {
      status = InvalidArgument("the name appears twice");
    }
    if (!status.ok()) return status.error().WithContext("tensor " + QuoteName(tensor.name));
    const uint64_t end = offset + tensor.bytes.size();
    text +=
        fmt::format(R"({}{}:{{"dtype":"{}","shape":[{}],"data_offsets":[{},{}]}})",
                    text.size() > 1 ? "," : "", Literal(tensor.name),
                    DTypeSafetensorsName(tensor.dtype), fmt::join(tensor.dims, ","), offset, end);
    if (tensor.bytes.size() > largest) {
      largest = tensor.bytes.size();
      largest_at = offset;
    }
    offset = end;
  }
  text += "}";
  text.append((kAlignment - text.size() % kAlignment) % kAlignment, ' ');
  if (largest >= kDirectBytes) {
    const uint64_t place = sizeof(uint64_t) + text.size() + largest_at;
    const uint64_t more = (kDirectAlignment - place % kDirectAlignment) % kDirectAlignment;
    const bool fits = text.size() + more <= kMaxSafetensorsHeaderBytes;
    if (fits && more % kAlignment == 0) text.append(more, ' ');
  }
  if (text.size() > kMaxSafetensorsHeaderBytes) {
    return InvalidArgument(fmt::format("a header of {} bytes exceeds the format's limit of {}",
                                       text.size(), kMaxSafetensorsHeaderBytes));
  }
  return text;
}

Status WriteSafetensors(const std::filesystem::path& path, std::span<const OutputTensor> tensors,
                        const std::vector<std::pair<std::string, std::string>>& metadata) {
  Result<std::string> header = SafetensorsHeaderText(tensors, metadata);
  if (!header.ok()) return header.error().WithContext("cannot write " + path.string());
  return WriteFileAtomically(path, [&](FileSink& sink) -> Status {
    const uint64_t length = header->size();
    const std::string_view prefix(reinterpret_cast<const char*>(&length), sizeof(length));
    LOGPHEAD_RETURN_IF_ERROR(sink.Write(prefix));
    LOGPHEAD_RETURN_IF_ERROR(sink.Write(*header));
    for (const OutputTensor& tensor : tensors) {
      const auto rest = tensor.bytes.subspan(WriteDirectly(sink.descriptor(), tensor.bytes));
      LOGPHEAD_RETURN_IF_ERROR(
          sink.Write(std::string_view(reinterpret_cast<const char*>(rest.data()), rest.size())));
    }
    return {};
  });
}

}  // namespace logphead
