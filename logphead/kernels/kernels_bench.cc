// SPDX-License-Identifier: Apache-2.0
// Speed of the kernels beside the peak of their instructions, measured in the same process at the
// same number of threads.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "logphead/base/bfloat16.h"
#include "logphead/kernels/buffer.h"
#include "logphead/kernels/engine.h"
#include "logphead/kernels/head.h"
#include "logphead/kernels/team.h"

namespace logphead::kernels {
namespace {

// A small generator: arrays of half a billion numbers are made here.
struct Fast {
  uint64_t state;
  float operator()() {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<float>(static_cast<int64_t>(state >> 40)) / 8388608.0F - 1;
  }
};

struct Data {
  Data(int64_t t, int64_t h, int64_t v, DType dtype) : tokens(t), hidden(h), columns(v) {
    Fast random{7};
    const auto fill = [&](int64_t count, float scale, std::vector<uint16_t>* halves,
                          std::vector<float>* floats) {
      if (dtype == DType::kBF16) {
        halves->resize(static_cast<size_t>(count));
        for (uint16_t& x : *halves) x = FloatToBFloat16(scale * random());
      } else {
        floats->resize(static_cast<size_t>(count));
        for (float& x : *floats) x = scale * random();
      }
    };
    fill(t * h, 1.7F, &hidden_halves, &hidden_floats);
    fill(h * v, 5 / std::sqrt(static_cast<float>(h)), &kernel_halves, &kernel_floats);
    for (int64_t i = 0; i < t; ++i) {
      targets.push_back(static_cast<int32_t>((random() + 1) / 2 * static_cast<float>(v - 1)));
      d_logps.push_back(random());
    }
    inputs.tokens = t;
    inputs.hidden = h;
    inputs.columns = v;
    const bool halves = dtype == DType::kBF16;
    inputs.hidden_states = {
        halves ? static_cast<const void*>(hidden_halves.data()) : hidden_floats.data(), dtype, h,
        1};
    inputs.kernel = {halves ? static_cast<const void*>(kernel_halves.data()) : kernel_floats.data(),
                     dtype, v, 1};
    inputs.targets = targets.data();
    d_hidden.resize(static_cast<size_t>(t * h) * DTypeBytes(dtype));
    d_kernel.resize(static_cast<size_t>(h * v));
    gradients = {{d_hidden.data(), dtype, h, 1}, {d_kernel.data(), DType::kF32, v, 1}, false};
    for (auto* values : {&max, &sum, &weighted, &target, &logps}) {
      values->resize(static_cast<size_t>(t));
    }
  }
  SoftmaxParts parts() { return {{max.data()}, {sum.data()}, {weighted.data()}, {target.data()}}; }

  int64_t tokens, hidden, columns;
  std::vector<uint16_t> hidden_halves, kernel_halves;
  std::vector<float> hidden_floats, kernel_floats, d_logps, d_kernel;
  std::vector<float> max, sum, weighted, target, logps;
  std::vector<int32_t> targets;
  std::vector<std::byte> d_hidden;
  HeadInputs inputs;
  Gradients gradients;
};

enum Job { kForward, kForwardBackward, kOnePassLoss };
constexpr double kMatmuls[] = {1, 4, 3};

// Operations per second of all threads at once, registers alone.
double PeakOf(Isa isa, int threads) {
  double best = 0;
  for (int i = 0; i < 3; ++i) {
    const auto start = std::chrono::steady_clock::now();
    std::vector<double> flops(static_cast<size_t>(threads));
    RunTeam(threads, [&](const Member& member) {
      flops[static_cast<size_t>(member.index())] = EngineOf(isa).peak(60'000);
    });
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    double all = 0;
    for (const double each : flops) all += each;
    best = std::max(best, all / took.count());
  }
  return best;
}

double BestPeak(int threads) {
  double best = 0;
  for (const Isa isa : AvailableIsas()) best = std::max(best, PeakOf(isa, threads));
  return best;
}

void Run(Job job, Data* data, const KernelOptions& options) {
  const auto must = [](const Status& status) {
    if (!status.ok()) std::abort();
  };
  if (job == kOnePassLoss) {
    // GRPO's clipped loss: the ratio against the log-probs that the batch came with.
    const auto loss = [&](int64_t first, int64_t count, const float* logps, const float*,
                          float* d_logps, float*) {
      for (int64_t i = 0; i < count; ++i) {
        const float advantage = data->d_logps[static_cast<size_t>(first + i)];
        const float ratio = std::exp(logps[i] - (logps[i] - 0.01F));
        const bool clipped = advantage > 0 ? ratio > 1.2F : ratio < 0.8F;
        d_logps[i] = clipped ? 0 : -advantage * ratio / static_cast<float>(data->tokens);
      }
    };
    must(OnePass(data->inputs, loss, {{data->logps.data()}, {}, {}}, data->gradients, options));
    return;
  }
  must(SoftmaxOf(data->inputs, data->parts(), options));
  if (job == kForward) return;
  for (float& s : data->sum) s = std::log(s);
  must(Backward(data->inputs, {{data->max.data()}, {data->sum.data()}, {}},
                {{data->d_logps.data()}, {}}, data->gradients, options));
}

struct Shape {
  const char* name;
  int64_t tokens, hidden, columns;
};
constexpr Shape kShapes[] = {{"T2048_H1024_V32768", 2048, 1024, 32768},
                             {"T1024_H576_V49152", 1024, 576, 49152},
                             {"T512_H4096_V151936", 512, 4096, 151936},
                             // Time is linear in T and in V.
                             {"T1024_H1024_V32768", 1024, 1024, 32768},
                             {"T2048_H1024_V16384", 2048, 1024, 16384}};

// One shape's data at a time.
Data* DataOf(const Shape& shape, DType dtype) {
  static std::unique_ptr<Data> data;
  static std::string now;
  const std::string wanted = fmt::format("{} {}", shape.name, static_cast<int>(dtype));
  if (now != wanted) {
    data.reset();
    data = std::make_unique<Data>(shape.tokens, shape.hidden, shape.columns, dtype);
    now = wanted;
  }
  return data.get();
}

void Bench(benchmark::State& state, Job job, const Shape& shape, DType dtype, Isa isa,
           int threads) {
  Data* data = DataOf(shape, dtype);
  KernelOptions options;
  options.isa = isa;
  options.threads = threads;
  double peak = BestPeak(threads);
  Buffer::ResetPeak();
  Run(job, data, options);
  const double flops = kMatmuls[job] * 2 * static_cast<double>(shape.tokens * shape.hidden) *
                       static_cast<double>(shape.columns);
  std::vector<double> seconds;
  std::vector<double> shares;
  for (auto _ : state) {
    const auto start = std::chrono::steady_clock::now();
    Run(job, data, options);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    state.PauseTiming();
    // The rate of the machine just then, on both sides of the work.
    const double after = BestPeak(threads);
    seconds.push_back(took.count());
    shares.push_back(flops / took.count() / std::max(peak, after));
    peak = after;
    state.ResumeTiming();
  }
  const auto median = [](std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
  };
  state.counters["GFLOP/s"] = flops / median(seconds) / 1e9;
  state.counters["of_peak"] = median(shares);
  state.counters["peak_GFLOP/s"] = peak / 1e9;
  state.counters["scratch_MB"] = static_cast<double>(Buffer::PeakBytes()) / 1e6;
}

void Register() {
  const std::pair<Job, const char*> jobs[] = {{kForward, "forward"},
                                              {kForwardBackward, "forward_backward"},
                                              {kOnePassLoss, "grpo_one_pass"}};
  for (const Shape& shape : kShapes) {
    for (const DType dtype : {DType::kBF16, DType::kF32}) {
      for (const auto& [job, name] : jobs) {
        for (const Isa isa : AvailableIsas()) {
          if (isa == Isa::kPortable || (isa == Isa::kAvx512Bf16 && dtype == DType::kF32)) continue;
          for (const int threads : {1, 2}) {
            const std::string title = fmt::format("{}/{}/{}/{}/threads:{}", name, shape.name,
                                                  DTypeName(dtype), IsaName(isa), threads);
            benchmark::RegisterBenchmark(title.c_str(), Bench, job, shape, dtype, isa, threads)
                ->Unit(benchmark::kMillisecond)
                ->UseRealTime()
                ->Iterations(5);
          }
        }
      }
    }
  }
  for (const Isa isa : AvailableIsas()) {
    for (const int threads : {1, 2}) {
      benchmark::RegisterBenchmark(fmt::format("peak/{}/threads:{}", IsaName(isa), threads).c_str(),
                                   [isa, threads](benchmark::State& state) {
                                     double most = 0;
                                     for (auto _ : state)
                                       most = std::max(most, PeakOf(isa, threads));
                                     state.counters["GFLOP/s"] = most / 1e9;
                                   })
          ->Iterations(1);
    }
  }
}

const bool registered = (Register(), true);

}  // namespace
}  // namespace logphead::kernels
