// SPDX-License-Identifier: Apache-2.0
// Fuzzes the kernels: the input draws a shape, strides, dtypes and numbers; every instruction set
// must give what the portable one gives, and write nowhere else.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "logphead/kernels/head.h"

namespace logphead::kernels {
namespace {

// Bytes of the input one after the other, zeros after its end.
class Draw {
 public:
  Draw(const uint8_t* data, size_t size) : data_(data), size_(size) {}
  int64_t operator()(int64_t below) {
    const uint8_t low = at_ < size_ ? data_[at_] : 0;
    const uint8_t high = at_ + 1 < size_ ? data_[at_ + 1] : 0;
    at_ += 2;
    return (low | high << 8) % below;
  }

 private:
  const uint8_t* data_;
  size_t size_;
  size_t at_ = 0;
};

// A matrix whose memory ends with its last element, for the sanitizer to see what lies beyond.
struct Matrix {
  Matrix(Draw* draw, int64_t rows, int64_t columns, DType of, float scale) : dtype(of) {
    turned = (*draw)(2) == 1;
    const int64_t inner = (turned ? rows : columns) + (*draw)(3);
    const int64_t outer = turned ? columns : rows;
    const int64_t count = outer == 0 ? 0 : (outer - 1) * inner + (turned ? rows : columns);
    row_stride = turned ? 1 : inner;
    column_stride = turned ? inner : 1;
    uint32_t state = static_cast<uint32_t>((*draw)(65536)) + 1;
    const auto next = [&] {
      state = state * 1664525U + 1013904223U;
      return scale * (static_cast<float>(state >> 16) / 32768.0F - 1);
    };
    bytes = std::make_unique<std::byte[]>(static_cast<size_t>(count) * DTypeBytes(dtype));
    for (int64_t i = 0; i < count; ++i) {
      const float value = next();
      uint32_t bits;
      std::memcpy(&bits, &value, sizeof bits);
      const uint16_t half = static_cast<uint16_t>(bits >> 16);
      std::byte* to = bytes.get() + static_cast<size_t>(i) * DTypeBytes(dtype);
      dtype == DType::kF32 ? std::memcpy(to, &value, 4) : std::memcpy(to, &half, 2);
    }
  }
  ConstMatrix in() const { return {bytes.get(), dtype, row_stride, column_stride}; }
  MutableMatrix out() { return {bytes.get(), dtype, row_stride, column_stride}; }
  float At(int64_t r, int64_t c) const {
    float value;
    std::memcpy(&value, bytes.get() + static_cast<size_t>(r * row_stride + c * column_stride) * 4,
                4);
    return value;
  }

  DType dtype;
  bool turned;
  int64_t row_stride, column_stride;
  std::unique_ptr<std::byte[]> bytes;
};

struct Results {
  std::vector<float> logps, entropies;
  std::vector<float> d_hidden, d_kernel;
};

void Require(const Status& status) {
  if (status.ok()) return;
  std::fprintf(stderr, "%s\n", status.error().message().c_str());
  std::abort();
}

void RequireClose(const std::vector<float>& a, const std::vector<float>& b, double bound,
                  const char* what) {
  double scale = 1;
  for (const float x : b) scale = std::max(scale, std::abs(static_cast<double>(x)));
  for (size_t i = 0; i < a.size(); ++i) {
    if (std::abs(static_cast<double>(a[i]) - b[i]) <= bound * scale) continue;
    std::fprintf(stderr, "%s[%zu]: %g, portable %g\n", what, i, static_cast<double>(a[i]),
                 static_cast<double>(b[i]));
    std::abort();
  }
}

Results Run(const HeadInputs& inputs, const std::vector<float>& d_logps,
            const std::vector<float>& d_entropies, bool one_pass, uint8_t layouts,
            const KernelOptions& options) {
  const auto tokens = static_cast<size_t>(inputs.tokens);
  Results results;
  results.logps.resize(tokens);
  results.entropies.resize(tokens);
  uint8_t seed[4] = {layouts, 0, static_cast<uint8_t>(layouts >> 1), 0};
  Draw draw(seed, sizeof seed);
  Matrix d_hidden(&draw, inputs.tokens, inputs.hidden, DType::kF32, 1);
  Matrix d_kernel(&draw, inputs.hidden, inputs.columns, DType::kF32, 1);
  const Gradients gradients{d_hidden.out(), d_kernel.out(), false};
  const TokenOutputs outputs{{results.logps.data()}, {results.entropies.data()}, {}};
  if (one_pass) {
    const auto loss = [&](int64_t first, int64_t count, const float*, const float*, float* d_logp,
                          float* d_entropy) {
      std::copy_n(d_logps.begin() + first, count, d_logp);
      std::copy_n(d_entropies.begin() + first, count, d_entropy);
    };
    Require(OnePass(inputs, loss, outputs, gradients, options));
  } else {
    Require(Forward(inputs, outputs, options));
    std::vector<float> max(tokens), sum(tokens), weighted(tokens), target(tokens);
    Require(SoftmaxOf(inputs, {{max.data()}, {sum.data()}, {weighted.data()}, {target.data()}},
                      options));
    for (size_t i = 0; i < tokens; ++i) {
      weighted[i] /= sum[i];
      sum[i] = std::log(sum[i]);
    }
    Require(Backward(inputs, {{max.data()}, {sum.data()}, {weighted.data()}},
                     {{d_logps.data()}, {d_entropies.data()}}, gradients, options));
  }
  for (int64_t t = 0; t < inputs.tokens; ++t) {
    for (int64_t h = 0; h < inputs.hidden; ++h) results.d_hidden.push_back(d_hidden.At(t, h));
  }
  for (int64_t h = 0; h < inputs.hidden; ++h) {
    for (int64_t j = 0; j < inputs.columns; ++j) results.d_kernel.push_back(d_kernel.At(h, j));
  }
  return results;
}

void Fuzz(const uint8_t* data, size_t size) {
  Draw draw(data, size);
  HeadInputs inputs;
  inputs.tokens = draw(48);
  inputs.hidden = 1 + draw(80);
  inputs.columns = 1 + draw(600);
  const DType dtype = draw(2) ? DType::kBF16 : DType::kF32;
  const Matrix hidden(&draw, inputs.tokens, inputs.hidden, dtype, 1.5F);
  const Matrix kernel(&draw, inputs.hidden, inputs.columns, dtype, 1);
  inputs.hidden_states = hidden.in();
  inputs.kernel = kernel.in();
  inputs.temperature = 0.25 + static_cast<double>(draw(16)) / 8;
  const bool one_pass = draw(2) == 1;
  const auto layouts = static_cast<uint8_t>(draw(4));
  KernelOptions options;
  options.threads = static_cast<int>(1 + draw(3));
  std::vector<int32_t> targets;
  std::vector<float> d_logps, d_entropies;
  for (int64_t i = 0; i < inputs.tokens; ++i) {
    const int64_t drawn = draw(2 * inputs.columns);
    targets.push_back(drawn < inputs.columns ? static_cast<int32_t>(drawn) : -1);
    d_logps.push_back(static_cast<float>(draw(5)) - 2);
    d_entropies.push_back(static_cast<float>(draw(3)) - 1);
  }
  inputs.targets = targets.data();
  options.isa = Isa::kPortable;
  const Results expected = Run(inputs, d_logps, d_entropies, one_pass, layouts, options);
  for (const Isa isa : AvailableIsas()) {
    const bool pairs = isa == Isa::kAvx512Bf16;
    if (isa == Isa::kPortable || (pairs && dtype == DType::kF32)) continue;
    options.isa = isa;
    const Results actual = Run(inputs, d_logps, d_entropies, one_pass, layouts, options);
    // Sums in another order; 16-bit logits may fall to the other side; bf16 d_logits with pairs.
    const double bound = pairs ? 3e-2 : (one_pass && dtype == DType::kBF16 ? 2e-3 : 1e-4);
    RequireClose(actual.logps, expected.logps, 1e-4, "logps");
    RequireClose(actual.entropies, expected.entropies, 1e-4, "entropies");
    RequireClose(actual.d_hidden, expected.d_hidden, bound, "d_hidden");
    RequireClose(actual.d_kernel, expected.d_kernel, bound, "d_kernel");
  }
}

}  // namespace
}  // namespace logphead::kernels

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  logphead::kernels::Fuzz(data, size);
  return 0;
}
