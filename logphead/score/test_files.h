// SPDX-License-Identifier: Apache-2.0
// Safetensors contents for tests, made in memory from vectors, well-formed or not.
#ifndef LOGPHEAD_SCORE_TEST_FILES_H_
#define LOGPHEAD_SCORE_TEST_FILES_H_

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cassert>
#include <cstdint>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "logphead/base/dtypes.h"
#include "logphead/io/safetensors.h"

namespace logphead {

// Tensors by name. Set replaces one of the same name.
class TestFile {
 public:
  template <typename T>
  TestFile& Set(const std::string& name, DType dtype, std::vector<int64_t> dims,
                const std::vector<T>& values) {
    const auto bytes = std::as_bytes(std::span<const T>(values));
    std::string text(bytes.size(), '\0');
    if (!text.empty()) std::memcpy(text.data(), bytes.data(), bytes.size());
    tensors_[name] = {dtype, std::move(dims), std::move(text)};
    return *this;
  }
  TestFile& Remove(const std::string& name) {
    tensors_.erase(name);
    return *this;
  }

  // The file's bytes.
  std::string Contents() const {
    std::string header;
    std::string data;
    for (const auto& [name, tensor] : tensors_) {
      const size_t begin = data.size();
      data += tensor.bytes;
      header += fmt::format(R"({}"{}":{{"dtype":"{}","shape":[{}],"data_offsets":[{},{}]}})",
                            header.empty() ? "{" : ",", name, DTypeSafetensorsName(tensor.dtype),
                            fmt::join(tensor.dims, ","), begin, data.size());
    }
    header += header.empty() ? "{}" : "}";
    std::string contents(8, '\0');
    const uint64_t size = header.size();
    std::memcpy(contents.data(), &size, 8);
    return contents + header + data;
  }

  // The file as the product opens it.
  SafetensorsFile Open() const {
    auto file = SafetensorsFile::Parse(Contents(), "test.safetensors");
    assert(file.ok());
    return *std::move(file);
  }

 private:
  struct Tensor {
    DType dtype = DType::kF32;
    std::vector<int64_t> dims;
    std::string bytes;
  };
  std::map<std::string, Tensor> tensors_;
};

}  // namespace logphead

#endif  // LOGPHEAD_SCORE_TEST_FILES_H_
