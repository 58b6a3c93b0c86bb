// SPDX-License-Identifier: Apache-2.0
// Fuzzes the safetensors reader: any input gives an error or a file that holds together and can be
// written and read again.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "logphead/io/safetensors.h"
#include "logphead/io/safetensors_header.h"

namespace logphead {
namespace {

void Check(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

std::string Contents(std::string_view header, std::string_view data) {
  const uint64_t length = header.size();
  std::string contents(sizeof(length), '\0');
  std::memcpy(contents.data(), &length, sizeof(length));
  return contents.append(header).append(data);
}

bool SameBytes(std::span<const std::byte> a, std::span<const std::byte> b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0);
}

void CheckRewritten(const SafetensorsFile& file) {
  std::vector<OutputTensor> tensors;
  std::string data;
  for (const std::string& name : file.names()) {
    const TensorView& tensor = *file.Find(name);
    tensors.push_back({name, tensor.dtype, tensor.dims, tensor.bytes});
    data.append(reinterpret_cast<const char*>(tensor.bytes.data()), tensor.bytes.size());
  }
  const Result<std::string> header = SafetensorsHeaderText(tensors, file.metadata());
  Check(header.ok(), "what was read can be written");
  const Result<SafetensorsFile> again = SafetensorsFile::Parse(Contents(*header, data));
  Check(again.ok(), "what was written can be read");
  Check(again->names() == file.names(), "names stay");
  Check(again->metadata() == file.metadata(), "metadata stays");
  for (const OutputTensor& written : tensors) {
    const TensorView& read = *again->Find(written.name);
    Check(read.dtype == written.dtype, "dtypes stay");
    Check(read.dims == written.dims, "dims stay");
    Check(SameBytes(read.bytes, written.bytes), "bytes stay");
  }
}

void CheckOne(std::string contents) {
  const size_t size = contents.size();
  const Result<SafetensorsFile> file = SafetensorsFile::Parse(std::move(contents), "f");
  if (!file.ok()) {
    const std::string& message = file.error().message();
    Check(message.rfind("f: ", 0) == 0, "errors name the file");
    Check(message.size() < 4096, "errors are short");
    Check(message.find('\n') == std::string::npos, "errors are one line");
    return;
  }
  size_t total = 0;
  for (const std::string& name : file->names()) {
    const TensorView* tensor = file->Find(name);
    Check(tensor != nullptr, "names are found");
    uint64_t count = 1;
    for (const int64_t dim : tensor->dims) count *= static_cast<uint64_t>(dim);
    Check(count == tensor->count(), "dims are the count");
    uint8_t sum = 0;  // touches every byte, for the address sanitizer
    for (const std::byte byte : tensor->bytes) sum ^= std::to_integer<uint8_t>(byte);
    total += tensor->bytes.size() + (sum & 0U);
  }
  Check(total <= size, "tensors fit into the file");
  Check(!file->Get("no such tensor").ok() || file->Find("no such tensor") != nullptr,
        "Get is Find");
  CheckRewritten(*file);
}

}  // namespace
}  // namespace logphead

// The input is taken once as a whole file, and once as a header line and the data after it, so that
// the header's length need not be guessed.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(bytes), size);
  logphead::CheckOne(std::string(input));
  const size_t newline = input.find('\n');
  if (newline == std::string_view::npos) return 0;
  logphead::CheckOne(logphead::Contents(input.substr(0, newline), input.substr(newline + 1)));
  return 0;
}
