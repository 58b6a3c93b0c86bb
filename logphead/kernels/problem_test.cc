// SPDX-License-Identifier: Apache-2.0
// Tests: a head with its answers in float64.
#include "logphead/kernels/test_problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "logphead/base/bfloat16.h"

namespace logphead::kernels {
namespace {

size_t Bytes(DType dtype) { return dtype == DType::kBF16 ? 2 : 4; }

double Rounded(double value, DType dtype) {
  const auto narrow = static_cast<float>(value);
  return dtype == DType::kBF16 ? BFloat16ToFloat(FloatToBFloat16(narrow)) : narrow;
}

void Write(void* to, double value, DType dtype) {
  const auto narrow = static_cast<float>(value);
  if (dtype == DType::kF32) {
    std::memcpy(to, &narrow, sizeof narrow);
  } else {
    const uint16_t bits = FloatToBFloat16(narrow);
    std::memcpy(to, &bits, sizeof bits);
  }
}

double Read(const void* from, DType dtype) {
  float value;
  uint16_t bits;
  if (dtype == DType::kF32) {
    std::memcpy(&value, from, sizeof value);
    return value;
  }
  std::memcpy(&bits, from, sizeof bits);
  return BFloat16ToFloat(bits);
}

// Rows of `columns` values, `stride` elements apart, from element `first` on.
struct Layout {
  int64_t rows, columns, first, stride;
  DType dtype;
  size_t bytes() const { return static_cast<size_t>(first + rows * stride + first + 64) * width(); }
  size_t width() const { return Bytes(dtype); }
};

// Elements start one element behind a multiple of 64 bytes.
std::byte* Start(std::vector<std::byte>* bytes, const Layout& layout) {
  const auto address = reinterpret_cast<uintptr_t>(bytes->data());
  const uintptr_t line = (address + 63) / 64 * 64;
  return bytes->data() + (line - address) + static_cast<size_t>(layout.first + 1) * layout.width();
}

Stored Store(const std::vector<double>& values, const Layout& layout) {
  Stored stored;
  stored.bytes.assign(layout.bytes() + 256, std::byte{0xff});  // NaN in both dtypes
  std::byte* start = Start(&stored.bytes, layout);
  for (int64_t r = 0; r < layout.rows; ++r) {
    for (int64_t c = 0; c < layout.columns; ++c) {
      Write(start + static_cast<size_t>(r * layout.stride + c) * layout.width(),
            values[static_cast<size_t>(r * layout.columns + c)], layout.dtype);
    }
  }
  stored.data = start;
  return stored;
}

// An output in memory whose every other byte must stay as it is.
class Guarded {
 public:
  explicit Guarded(const Layout& layout) : layout_(layout), bytes_(layout.bytes() + 256, kGuard) {
    start_ = Start(&bytes_, layout);
  }
  void* data() { return start_; }
  bool Intact() const {
    std::vector<bool> own(bytes_.size());
    ForEach([&](size_t at) {
      for (size_t i = 0; i < layout_.width(); ++i) own[at + i] = true;
    });
    for (size_t i = 0; i < bytes_.size(); ++i) {
      if (!own[i] && bytes_[i] != kGuard) return false;
    }
    return true;
  }
  std::vector<double> Values() const {
    std::vector<double> values;
    ForEach([&](size_t at) { values.push_back(Read(bytes_.data() + at, layout_.dtype)); });
    return values;
  }

 private:
  static constexpr std::byte kGuard{0xa5};
  template <typename F>
  void ForEach(F f) const {
    const auto first = static_cast<size_t>(start_ - bytes_.data());
    for (int64_t r = 0; r < layout_.rows; ++r) {
      for (int64_t c = 0; c < layout_.columns; ++c) {
        f(first + static_cast<size_t>(r * layout_.stride + c) * layout_.width());
      }
    }
  }
  Layout layout_;
  std::vector<std::byte> bytes_;
  std::byte* start_;
};

Layout TokenLayout(const Shape& shape, DType dtype) {
  return {shape.tokens, shape.hidden, shape.gap, shape.hidden + shape.gap, dtype};
}
Layout KernelLayout(const Shape& shape, DType dtype) {
  const int64_t rows = shape.table ? shape.columns : shape.hidden;
  const int64_t columns = shape.table ? shape.hidden : shape.columns;
  return {rows, columns, shape.gap, columns + shape.gap, dtype};
}
Layout PerToken(const Shape& shape) { return {shape.tokens, 1, 3, 1 + shape.gap, DType::kF32}; }

std::vector<double> Turned(const std::vector<double>& values, int64_t rows, int64_t columns) {
  std::vector<double> turned(values.size());
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t c = 0; c < columns; ++c) {
      turned[static_cast<size_t>(c * rows + r)] = values[static_cast<size_t>(r * columns + c)];
    }
  }
  return turned;
}

}  // namespace

std::string Shape::ToString() const {
  return fmt::format("T{}_H{}_V{}_{}_{}_gap{}_ignored{}_T{}", tokens, hidden, columns,
                     DTypeName(dtype), table ? "table" : "kernel", gap, ignored, temperature);
}

Problem::Problem(const Shape& of, uint64_t seed) : shape(of) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  const auto count = [](int64_t n) { return static_cast<size_t>(n); };
  for (int64_t i = 0; i < shape.tokens * shape.hidden; ++i) {
    hidden.push_back(Rounded(normal(random), shape.dtype));
  }
  const double scale = shape.spread / std::sqrt(static_cast<double>(shape.hidden));
  for (int64_t i = 0; i < shape.hidden * shape.columns; ++i) {
    kernel.push_back(Rounded(normal(random) * scale, shape.dtype));
  }
  for (int64_t i = 0; i < shape.tokens; ++i) {
    const bool scored = shape.ignored == 0 || i % shape.ignored != 0;
    const auto target = static_cast<int32_t>(random() % static_cast<uint64_t>(shape.columns));
    targets.push_back(scored ? target : -100);
    d_logps.push_back(static_cast<float>(normal(random)));
    d_entropies.push_back(static_cast<float>(0.3 * normal(random)));
  }
  targets.resize(count(shape.tokens));
  hidden_bytes = Store(hidden, TokenLayout(shape, shape.dtype));
  kernel_bytes = Store(shape.table ? Turned(kernel, shape.hidden, shape.columns) : kernel,
                       KernelLayout(shape, shape.dtype));
}

HeadInputs Problem::inputs() const {
  HeadInputs in;
  in.tokens = shape.tokens;
  in.hidden = shape.hidden;
  in.columns = shape.columns;
  in.hidden_states = {hidden_bytes.data, shape.dtype, shape.hidden + shape.gap, 1};
  const int64_t stride = (shape.table ? shape.hidden : shape.columns) + shape.gap;
  in.kernel = {kernel_bytes.data, shape.dtype, shape.table ? 1 : stride, shape.table ? stride : 1};
  in.targets = targets.data();
  in.temperature = shape.temperature;
  return in;
}

Answers Reference(const Problem& problem, bool with_entropies) {
  const auto tokens = static_cast<size_t>(problem.shape.tokens);
  const auto size = static_cast<size_t>(problem.shape.hidden);
  const auto columns = static_cast<size_t>(problem.shape.columns);
  const double over = 1 / problem.shape.temperature;
  Answers answers;
  answers.logps.assign(tokens, 0);
  answers.entropies.assign(tokens, 0);
  answers.d_hidden.assign(tokens * size, 0);
  answers.d_kernel.assign(size * columns, 0);
  std::vector<double> z(columns);
  for (size_t t = 0; t < tokens; ++t) {
    if (problem.targets[t] < 0) continue;
    const auto target = static_cast<size_t>(problem.targets[t]);
    const double* hidden = problem.hidden.data() + t * size;
    std::fill(z.begin(), z.end(), 0.0);
    for (size_t h = 0; h < size; ++h) {
      const double* row = problem.kernel.data() + h * columns;
      for (size_t j = 0; j < columns; ++j) z[j] += over * hidden[h] * row[j];
    }
    const double max = *std::max_element(z.begin(), z.end());
    double sum = 0;
    double weighted = 0;
    for (const double logit : z) {
      const double e = std::exp(logit - max);
      sum += e;
      if (e > 0) weighted += e * (logit - max);
    }
    const double mean = weighted / sum;
    answers.logps[t] = z[target] - max - std::log(sum);
    answers.entropies[t] = std::log(sum) - mean;
    for (size_t j = 0; j < columns; ++j) {
      const double p = std::exp(z[j] - max) / sum;
      double pull = problem.d_logps[t];
      if (with_entropies) pull += problem.d_entropies[t] * (z[j] - max - mean);
      const double d = over * ((j == target ? problem.d_logps[t] : 0.0) - (p > 0 ? p * pull : 0));
      for (size_t h = 0; h < size; ++h) {
        answers.d_hidden[t * size + h] += d * problem.kernel[h * columns + j];
        answers.d_kernel[h * columns + j] += d * hidden[h];
      }
    }
  }
  return answers;
}

Result<Answers> Compute(const Problem& problem, const Call& call) {
  const Shape& shape = problem.shape;
  const HeadInputs inputs = problem.inputs();
  Guarded logps(PerToken(shape)), entropies(PerToken(shape));
  Guarded d_hidden(TokenLayout(shape, call.d_dtype));
  const Layout kernel_layout = KernelLayout(shape, call.d_dtype);
  Guarded d_kernel(kernel_layout);
  const int64_t stride = kernel_layout.stride;
  const Gradients gradients{
      {d_hidden.data(), call.d_dtype, shape.hidden + shape.gap, 1},
      {d_kernel.data(), call.d_dtype, shape.table ? 1 : stride, shape.table ? stride : 1},
      false};
  const int64_t step = 1 + shape.gap;
  const TokenOutputs outputs{
      {static_cast<float*>(logps.data()), step}, {static_cast<float*>(entropies.data()), step}, {}};
  const float* d_entropies = call.with_entropies ? problem.d_entropies.data() : nullptr;
  if (call.way == Way::kTwoPasses) {
    LOGPHEAD_RETURN_IF_ERROR(Forward(inputs, outputs, call.options));
    const auto count = static_cast<size_t>(shape.tokens);
    std::vector<float> max(count), sum(count), weighted(count), target(count);
    LOGPHEAD_RETURN_IF_ERROR(SoftmaxOf(
        inputs, {{max.data()}, {sum.data()}, {weighted.data()}, {target.data()}}, call.options));
    for (size_t i = 0; i < count; ++i) {
      weighted[i] /= sum[i];
      sum[i] = std::log(sum[i]);
    }
    LOGPHEAD_RETURN_IF_ERROR(Backward(inputs, {{max.data()}, {sum.data()}, {weighted.data()}},
                                      {{problem.d_logps.data()}, {d_entropies}}, gradients,
                                      call.options));
  } else {
    const auto loss = [&](int64_t first, int64_t count, const float*, const float*, float* d_logp,
                          float* d_entropy) {
      std::copy_n(problem.d_logps.data() + first, count, d_logp);
      if (d_entropies) std::copy_n(d_entropies + first, count, d_entropy);
    };
    LOGPHEAD_RETURN_IF_ERROR(OnePass(inputs, loss, outputs, gradients, call.options));
  }
  if (!logps.Intact() || !entropies.Intact() || !d_hidden.Intact() || !d_kernel.Intact()) {
    return Error(Code::kInternal, "wrote outside an output");
  }
  std::vector<double> kernel = d_kernel.Values();
  if (shape.table) kernel = Turned(kernel, shape.columns, shape.hidden);
  return Answers{logps.Values(), entropies.Values(), d_hidden.Values(), std::move(kernel)};
}

double Difference(const std::vector<double>& actual, const std::vector<double>& reference) {
  if (actual.size() != reference.size()) return std::numeric_limits<double>::infinity();
  double most = 0;
  double scale = 0;
  for (size_t i = 0; i < actual.size(); ++i) {
    const double difference = std::abs(actual[i] - reference[i]);
    if (!(difference <= most)) most = std::isnan(difference) ? INFINITY : difference;
    scale = std::max(scale, std::abs(reference[i]));
  }
  return scale > 0 ? most / scale : most;
}

}  // namespace logphead::kernels
