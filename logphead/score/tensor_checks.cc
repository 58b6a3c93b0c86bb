// SPDX-License-Identifier: Apache-2.0
// Checks of tensors from a file.
#include "logphead/score/tensor_checks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>

namespace logphead {
namespace {

// Elements whose bits, the sign left out, are at least infinity's; without branches, so that
// compilers vectorise it: kernels have 10^8 elements.
template <typename Bits>
NonFinite CountBits(std::span<const std::byte> bytes, Bits magnitude, Bits infinity) {
  constexpr size_t kBlock = 4096;
  std::array<Bits, kBlock> block;
  NonFinite count;
  for (size_t at = 0; at < bytes.size(); at += sizeof(block)) {
    const size_t size = std::min(sizeof(block), bytes.size() - at);
    std::memcpy(block.data(), bytes.data() + at, size);
    uint32_t nan = 0;
    uint32_t inf = 0;
    for (size_t i = 0; i < size / sizeof(Bits); ++i) {
      const auto bits = static_cast<Bits>(block[i] & magnitude);
      nan += bits > infinity ? 1U : 0U;
      inf += bits == infinity ? 1U : 0U;
    }
    count.nan += nan;
    count.inf += inf;
  }
  return count;
}

}  // namespace

std::string Describe(const TensorView& tensor) {
  std::string dtype(DTypeSafetensorsName(tensor.dtype));
  for (char& c : dtype) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return fmt::format("{}[{}]", dtype, fmt::join(tensor.dims, ","));
}

Error Misshapen(const std::string& name, const TensorView& tensor, const std::string& wanted) {
  return InvalidArgument(
      fmt::format("tensor '{}' is {} but must be {}", name, Describe(tensor), wanted));
}

NonFinite CountNonFinite(const TensorView& tensor) {
  if (tensor.dtype == DType::kBF16) return CountBits<uint16_t>(tensor.bytes, 0x7fff, 0x7f80);
  return CountBits<uint32_t>(tensor.bytes, 0x7fffffff, 0x7f800000);
}

}  // namespace logphead
