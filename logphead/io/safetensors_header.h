// SPDX-License-Identifier: Apache-2.0
// The JSON header of a safetensors file, read strictly and written.
#ifndef LOGPHEAD_IO_SAFETENSORS_HEADER_H_
#define LOGPHEAD_IO_SAFETENSORS_HEADER_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "logphead/base/dtypes.h"
#include "logphead/base/result.h"

namespace logphead {

struct OutputTensor;

// The longest header that the format allows, in bytes.
inline constexpr uint64_t kMaxSafetensorsHeaderBytes = 100'000'000;

// The header's key for free-form text pairs; no tensor may have this name.
inline constexpr std::string_view kSafetensorsMetadataKey = "__metadata__";

// One tensor as the header describes it; its data is bytes [begin, end) after the header.
struct HeaderTensor {
  std::string name;
  DType dtype = DType::kF32;
  std::vector<int64_t> dims;
  uint64_t begin = 0;
  uint64_t end = 0;
};

struct SafetensorsHeader {
  std::vector<HeaderTensor> tensors;
  std::vector<std::pair<std::string, std::string>> metadata;
};

// Reads the header text. Refuses what is not UTF-8 JSON, repeated or unknown keys, unknown dtypes,
// dims and offsets that are not non-negative integers, nesting the format does not have. Offsets
// are not compared with anything: CheckSafetensorsLayout does that.
Result<SafetensorsHeader> ParseSafetensorsHeader(std::string_view text);

// Checks that every tensor has the bytes its shape needs, and that together they cover
// [0, data_bytes) with no hole and no overlap.
Status CheckSafetensorsLayout(const SafetensorsHeader& header, uint64_t data_bytes);

// Bytes of a tensor of that shape. An error when a dim is negative, or when the product of the dims
// other than 0 overflows int64 bytes (so that no order of multiplying can overflow).
Result<uint64_t> TensorBytes(DType dtype, const std::vector<int64_t>& dims);

// The header text of a file with these tensors one after the other, padded with spaces to a
// multiple of 8 bytes, and so that the largest tensor of 1 MiB or more begins where it can be
// written directly (if the sizes before it are multiples of 8). Errors as WriteSafetensors.
Result<std::string> SafetensorsHeaderText(
    std::span<const OutputTensor> tensors,
    const std::vector<std::pair<std::string, std::string>>& metadata);

}  // namespace logphead

#endif  // LOGPHEAD_IO_SAFETENSORS_HEADER_H_
