// SPDX-License-Identifier: Apache-2.0
// Safetensors files: named tensors read through a memory map and written atomically.
#ifndef LOGPHEAD_IO_SAFETENSORS_H_
#define LOGPHEAD_IO_SAFETENSORS_H_

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "logphead/base/dtypes.h"
#include "logphead/base/files.h"
#include "logphead/base/result.h"

namespace logphead {

// One tensor of an open file. `bytes` holds the elements little-endian, contiguous, row-major, and
// points into the SafetensorsFile it came from, which must outlive it (moving the file is fine).
// `bytes` may start at ANY address, because a header can have any length: copy elements out
// (memcpy, CopyElements) and never cast the pointer. Element values are not checked: a BOOL byte
// may be other than 0 and 1, a float may be NaN.
struct TensorView {
  DType dtype = DType::kF32;
  std::vector<int64_t> dims;  // none for a scalar; a 0 makes the tensor empty
  std::span<const std::byte> bytes;

  // Product of dims; known to fit.
  size_t count() const { return bytes.size() / DTypeBytes(dtype); }
};

// The elements of a tensor in aligned memory. T must have the width of the dtype: uint16_t for F16
// and BF16, uint8_t for BOOL.
template <typename T>
std::vector<T> CopyElements(const TensorView& tensor) {
  assert(sizeof(T) == DTypeBytes(tensor.dtype));
  std::vector<T> elements(tensor.count());
  if (!elements.empty()) std::memcpy(elements.data(), tensor.bytes.data(), tensor.bytes.size());
  return elements;
}

// An open file whose whole header has been checked: sizes, offsets, dtypes, shapes, names.
class SafetensorsFile {
 public:
  // Maps the file read-only. Errors name the file, the tensor and what is wrong. The file must not
  // be cut shorter while it is open (overwriting by rename is fine).
  static Result<SafetensorsFile> Open(const std::filesystem::path& path);

  // Reads a file's contents from memory; `label` stands for the path in errors.
  static Result<SafetensorsFile> Parse(std::string contents, std::string label = "safetensors");

  // The tensor of that name, or null.
  const TensorView* Find(std::string_view name) const;

  // The tensor of that name, or an error that lists the names that are there.
  Result<TensorView> Get(std::string_view name) const;

  // Names in the order of the header.
  std::vector<std::string> names() const;

  // The pairs of "__metadata__", in the order of the header.
  const std::vector<std::pair<std::string, std::string>>& metadata() const { return metadata_; }

  // The path, or the label given to Parse.
  const std::string& label() const { return label_; }

 private:
  SafetensorsFile() = default;
  Status Load(std::span<const std::byte> contents);

  std::string label_;
  std::optional<MappedFile> map_;
  std::unique_ptr<const std::string> memory_;
  std::vector<std::pair<std::string, TensorView>> tensors_;  // in the order of the header
  std::vector<size_t> by_name_;                              // indices into tensors_, sorted
  std::vector<std::pair<std::string, std::string>> metadata_;
};

// One tensor to write: `bytes` little-endian, contiguous, row-major, at any alignment.
struct OutputTensor {
  std::string name;
  DType dtype = DType::kF32;
  std::vector<int64_t> dims;
  std::span<const std::byte> bytes;
};

// Writes the tensors in the order given. The first tensor starts at a multiple of 8 bytes in the
// file, the largest of 1 MiB or more at a multiple of 4096 where 8 bytes allow. Refuses repeated
// names and keys, "__metadata__" as a name, text that is not UTF-8, negative dims and bytes that do
// not fill the shape. On any error an existing file at `path` is unchanged.
Status WriteSafetensors(const std::filesystem::path& path, std::span<const OutputTensor> tensors,
                        const std::vector<std::pair<std::string, std::string>>& metadata = {});

}  // namespace logphead

#endif  // LOGPHEAD_IO_SAFETENSORS_H_
