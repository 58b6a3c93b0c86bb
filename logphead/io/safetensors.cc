// SPDX-License-Identifier: Apache-2.0
// Safetensors reader: bytes to checked views.
#include "logphead/io/safetensors.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "logphead/io/names.h"
#include "logphead/io/safetensors_header.h"

static_assert(std::endian::native == std::endian::little, "tensor bytes are used as they are");

namespace logphead {
namespace {

constexpr size_t kLengthBytes = sizeof(uint64_t);

// The header's text, after checking the 8-byte length before it.
Result<std::string_view> HeaderText(std::span<const std::byte> contents) {
  if (contents.size() < kLengthBytes) {
    return InvalidArgument(fmt::format(
        "{} bytes are too few for a safetensors file, which starts with an 8-byte header length",
        contents.size()));
  }
  uint64_t length = 0;
  std::memcpy(&length, contents.data(), sizeof(length));
  if (length > kMaxSafetensorsHeaderBytes) {
    return InvalidArgument(
        fmt::format("header length {} exceeds the format's limit of {} (not a safetensors file?)",
                    length, kMaxSafetensorsHeaderBytes));
  }
  const size_t rest = contents.size() - kLengthBytes;
  if (length > rest) {
    return InvalidArgument(fmt::format(
        "header length {} exceeds the {} bytes that follow it (truncated?)", length, rest));
  }
  return std::string_view(reinterpret_cast<const char*>(contents.data()) + kLengthBytes,
                          static_cast<size_t>(length));
}

}  // namespace

Result<SafetensorsFile> SafetensorsFile::Open(const std::filesystem::path& path) {
  LOGPHEAD_ASSIGN_OR_RETURN(MappedFile map, MappedFile::Open(path));
  SafetensorsFile file;
  file.label_ = path.string();
  file.map_ = std::move(map);
  if (Status status = file.Load(file.map_->bytes()); !status.ok()) {
    return status.error().WithContext(file.label_);
  }
  return file;
}

Result<SafetensorsFile> SafetensorsFile::Parse(std::string contents, std::string label) {
  SafetensorsFile file;
  file.label_ = std::move(label);
  file.memory_ = std::make_unique<const std::string>(std::move(contents));
  if (Status status = file.Load(std::as_bytes(std::span(*file.memory_))); !status.ok()) {
    return status.error().WithContext(file.label_);
  }
  return file;
}

Status SafetensorsFile::Load(std::span<const std::byte> contents) {
  LOGPHEAD_ASSIGN_OR_RETURN(const std::string_view text, HeaderText(contents));
  LOGPHEAD_ASSIGN_OR_RETURN(SafetensorsHeader header, ParseSafetensorsHeader(text));
  const std::span<const std::byte> data = contents.subspan(kLengthBytes + text.size());
  LOGPHEAD_RETURN_IF_ERROR(CheckSafetensorsLayout(header, data.size()));
  tensors_.reserve(header.tensors.size());
  for (HeaderTensor& tensor : header.tensors) {
    const auto bytes = data.subspan(static_cast<size_t>(tensor.begin),
                                    static_cast<size_t>(tensor.end - tensor.begin));
    tensors_.emplace_back(std::move(tensor.name),
                          TensorView{tensor.dtype, std::move(tensor.dims), bytes});
  }
  by_name_.resize(tensors_.size());
  std::iota(by_name_.begin(), by_name_.end(), size_t{0});
  std::sort(by_name_.begin(), by_name_.end(),
            [&](size_t a, size_t b) { return tensors_[a].first < tensors_[b].first; });
  metadata_ = std::move(header.metadata);
  return {};
}

const TensorView* SafetensorsFile::Find(std::string_view name) const {
  const auto found = std::lower_bound(
      by_name_.begin(), by_name_.end(), name,
      [&](size_t i, std::string_view wanted) { return tensors_[i].first < wanted; });
  if (found == by_name_.end() || tensors_[*found].first != name) return nullptr;
  return &tensors_[*found].second;
}

Result<TensorView> SafetensorsFile::Get(std::string_view name) const {
  if (const TensorView* tensor = Find(name)) return *tensor;
  const std::string missing = fmt::format("{} has no tensor {}", label_, QuoteName(name));
  const std::vector<std::string> present = names();
  if (present.empty()) return NotFound(missing + " (it has no tensors)");
  const std::optional<std::string> closest = ClosestName(name, present);
  const std::string hint = closest ? fmt::format("did you mean {}? ", QuoteName(*closest)) : "";
  return NotFound(fmt::format("{} ({}it has {})", missing, hint, ListNames(present)));
}

std::vector<std::string> SafetensorsFile::names() const {
  std::vector<std::string> names;
  names.reserve(tensors_.size());
  for (const auto& [name, tensor] : tensors_) names.push_back(name);
  return names;
}

}  // namespace logphead
