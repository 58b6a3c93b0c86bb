// SPDX-License-Identifier: Apache-2.0
// Safetensors layout: every byte of data belongs to exactly one tensor, and each has what it needs.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <tuple>

#include "logphead/io/names.h"
#include "logphead/io/safetensors_header.h"

namespace logphead {
namespace {

std::string Offsets(const HeaderTensor& tensor) {
  return fmt::format("[{}, {}]", tensor.begin, tensor.end);
}

Status CheckOne(const HeaderTensor& tensor, uint64_t data_bytes) {
  Result<uint64_t> needed = TensorBytes(tensor.dtype, tensor.dims);
  if (!needed.ok()) return needed.error();
  if (tensor.begin > tensor.end) {
    return InvalidArgument(fmt::format("data_offsets {} run backwards", Offsets(tensor)));
  }
  if (tensor.end > data_bytes) {
    return InvalidArgument(fmt::format("data_offsets {} exceed the {} bytes of data in the file",
                                       Offsets(tensor), data_bytes));
  }
  if (tensor.end - tensor.begin != *needed) {
    return InvalidArgument(fmt::format("data_offsets {} hold {} bytes, but {}[{}] needs {}",
                                       Offsets(tensor), tensor.end - tensor.begin,
                                       DTypeSafetensorsName(tensor.dtype),
                                       fmt::join(tensor.dims, ","), *needed));
  }
  return {};
}

}  // namespace

Result<uint64_t> TensorBytes(DType dtype, const std::vector<int64_t>& dims) {
  auto bytes = static_cast<int64_t>(DTypeBytes(dtype));
  bool empty = false;
  for (const int64_t dim : dims) {
    if (dim < 0) return InvalidArgument(fmt::format("dim {} is negative", dim));
    if (dim == 0) {
      empty = true;
    } else if (__builtin_mul_overflow(bytes, dim, &bytes)) {
      return InvalidArgument(fmt::format("{}[{}] exceeds 2^63 - 1 bytes",
                                         DTypeSafetensorsName(dtype), fmt::join(dims, ",")));
    }
  }
  return empty ? uint64_t{0} : static_cast<uint64_t>(bytes);
}

Status CheckSafetensorsLayout(const SafetensorsHeader& header, uint64_t data_bytes) {
  std::vector<const HeaderTensor*> sorted;
  sorted.reserve(header.tensors.size());
  for (const HeaderTensor& tensor : header.tensors) {
    if (Status status = CheckOne(tensor, data_bytes); !status.ok()) {
      return status.error().WithContext("tensor " + QuoteName(tensor.name));
    }
    sorted.push_back(&tensor);
  }
  std::sort(sorted.begin(), sorted.end(), [](const HeaderTensor* a, const HeaderTensor* b) {
    return std::tie(a->begin, a->end) < std::tie(b->begin, b->end);
  });
  uint64_t covered = 0;
  const HeaderTensor* previous = nullptr;
  for (const HeaderTensor* tensor : sorted) {
    if (tensor->begin < covered) {
      return InvalidArgument(fmt::format("tensor {}: data_offsets {} overlap {} of tensor {}",
                                         QuoteName(tensor->name), Offsets(*tensor),
                                         Offsets(*previous), QuoteName(previous->name)));
    }
    if (tensor->begin > covered) {
      return InvalidArgument(
          fmt::format("tensor {}: data_offsets {} leave bytes {} to {} of the data to no tensor",
                      QuoteName(tensor->name), Offsets(*tensor), covered, tensor->begin));
    }
    covered = tensor->end;
    previous = tensor;
  }
  if (covered != data_bytes) {
    return InvalidArgument(
        fmt::format("{} trailing bytes after the {} bytes of data that the header describes",
                    data_bytes - covered, covered));
  }
  return {};
}

}  // namespace logphead
