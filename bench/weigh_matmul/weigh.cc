// SPDX-License-Identifier: Apache-2.0
// Weighs ways to multiply on AVX-512: the kernels' own tile (GCC vector extensions), the same tile
// in Highway, and oneDNN, on a block that stays in cache and on a whole head. Alternated, as shares
// of the f32 peak that as many threads reach from registers just before and after.
#define HWY_COMPILE_ONLY_STATIC
#include <hwy/highway.h>
#include <omp.h>
#include <time.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dnnl.hpp>
#include <functional>
#include <numeric>
#include <unordered_map>
#include <vector>

#include "logphead/kernels/engine.h"
#include "logphead/kernels/team.h"

namespace {

namespace hn = hwy::HWY_NAMESPACE;
namespace kernels = logphead::kernels;
using kernels::Engine;

constexpr int kMr = 14, kNr = 32;
constexpr int64_t kHidden = 1024, kTokens = 2048, kVocab = 32768;
constexpr int64_t kBlock = 252, kColumns = 256;  // a block in cache: 18 x 8 tiles
constexpr int kBlockRounds = 48;

void HighwayTile(const float* a, const float* b, float* c) {
  const hn::FixedTag<float, 16> d;
  hn::Vec<decltype(d)> sums[kMr][2];
  for (auto& row : sums) row[0] = row[1] = hn::Zero(d);
  for (int64_t k = 0; k < kHidden; ++k) {
    const auto left = hn::LoadU(d, b + k * kNr), right = hn::LoadU(d, b + k * kNr + 16);
#pragma GCC unroll 14
    for (int i = 0; i < kMr; ++i) {
      const auto factor = hn::Set(d, a[k * kMr + i]);
      sums[i][0] = hn::MulAdd(factor, left, sums[i][0]);
      sums[i][1] = hn::MulAdd(factor, right, sums[i][1]);
    }
  }
#pragma GCC unroll 14
  for (int i = 0; i < kMr; ++i) {
    hn::StoreU(sums[i][0], d, c + i * kNr);
    hn::StoreU(sums[i][1], d, c + i * kNr + 16);
  }
}

// oneDNN's matmul [m, H] x [H, n] to f32, the right side packed as it likes best.
class OneDnn {
 public:
  using Type = dnnl::memory::data_type;
  using Tag = dnnl::memory::format_tag;
  OneDnn(int64_t m, int64_t n, Type type) {
    const dnnl::matmul::desc what({{m, kHidden}, type, Tag::ab}, {{kHidden, n}, type, Tag::any},
                                  {{m, n}, Type::f32, Tag::ab});
    const dnnl::matmul::primitive_desc plan(what, engine_);
    product_ = dnnl::matmul(plan);
    for (const auto& [which, desc] : {std::pair(DNNL_ARG_SRC, plan.src_desc()),
                                      std::pair(DNNL_ARG_WEIGHTS, plan.weights_desc()),
                                      std::pair(DNNL_ARG_DST, plan.dst_desc())}) {
      const dnnl::memory memory(desc, engine_);
      std::memset(memory.get_data_handle(), 0x3f, desc.get_size());  // 0.75 in both types
      arguments_.emplace(which, memory);
    }
  }
  void operator()() {
    product_.execute(stream_, arguments_);
    stream_.wait();
  }

 private:
  dnnl::engine engine_{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream_{engine_};
  dnnl::matmul product_;
  std::unordered_map<int, dnnl::memory> arguments_;
};

std::vector<float> Filled(int64_t size) {
  return std::vector<float>(static_cast<size_t>(size), 0.75F);
}
void Sgemm(int64_t m, int64_t n, const float* a, const float* b, float* c) {
  dnnl::sgemm('N', 'N', m, n, kHidden, 1, a, kHidden, b, n, 0, c, n);
}
// A thread's own operands; a and b count as packed for tiles or as matrices.
struct Block {
  std::vector<float> a = Filled(kBlock * kHidden), b = Filled(kHidden * kColumns);
  std::vector<float> c = Filled(kBlock * kColumns);
  OneDnn f32{kBlock, kColumns, OneDnn::Type::f32}, bf16{kBlock, kColumns, OneDnn::Type::bf16};
};
void Tiles(Block& x, int64_t units,
           const std::function<void(const float* a, const float* b, float* c)>& tile) {
  for (int64_t row = 0; row < kBlock; row += kMr) {
    for (int64_t column = 0; column < kColumns; column += kNr) {
      tile(&x.a[static_cast<size_t>(row * units)], &x.b[static_cast<size_t>(column * units)],
           &x.c[static_cast<size_t>(column * kBlock + row * kNr)]);
    }
  }
}
void OwnTiles(Block& x, const Engine& engine) {
  const int64_t units = engine.pairs ? kHidden / 2 : kHidden;
  const kernels::KBlocks all{1, nullptr, units, 0};
  Tiles(x, units, [&](const float* a, const float* b, float* c) {
    engine.matmul_tokens(a, b, c, false, all);
  });
}

double Now(bool cpu, int threads) {
  timespec now{};
  clock_gettime(cpu ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &now);
  return (static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec)) /
         (cpu ? threads : 1);
}

void Weigh(int threads, bool cpu, int repeats) {
  const Engine& own = *kernels::Avx512Engine();
  const Engine* const pairs =
      __builtin_cpu_supports("avx512bf16") ? kernels::Avx512Bf16Engine() : nullptr;
  omp_set_num_threads(threads);
  const std::vector<float> x = Filled(kTokens * kHidden), w = Filled(kHidden * kVocab);
  std::vector<float> y = Filled(kTokens * kVocab);
  OneDnn whole_f32(kTokens, kVocab, OneDnn::Type::f32);
  OneDnn whole_bf16(kTokens, kVocab, OneDnn::Type::bf16);
  std::vector<Block> blocks(static_cast<size_t>(threads));

  struct Way {
    const char* name;
    double flops;
    std::function<void()> run;
    std::vector<double> rates = {}, shares = {};
  };
  std::vector<Way> ways;
  const auto in_cache = [&](const char* name, const std::function<void(Block&)>& work) {
    const auto each = [work, threads, &blocks] {
      kernels::RunTeam(threads, [&](const kernels::Member& member) {
        omp_set_num_threads(1);  // for oneDNN as called by this thread
        for (int i = 0; i < kBlockRounds; ++i) work(blocks[static_cast<size_t>(member.index())]);
      });
      omp_set_num_threads(threads);
    };
    ways.push_back({name, 2.0 * kBlock * kColumns * kHidden * kBlockRounds * threads, each});
  };
  constexpr double kWhole = 2.0 * kTokens * kVocab * kHidden;
  in_cache("in cache: own tile, f32", [&](Block& b) { OwnTiles(b, own); });
  in_cache("in cache: Highway tile, f32", [](Block& b) { Tiles(b, kHidden, HighwayTile); });
  in_cache("in cache: oneDNN sgemm",
           [](Block& b) { Sgemm(kBlock, kColumns, b.a.data(), b.b.data(), b.c.data()); });
  in_cache("in cache: oneDNN f32, packed", [](Block& b) { b.f32(); });
  if (pairs) in_cache("in cache: own tile, bf16", [&](Block& b) { OwnTiles(b, *pairs); });
  in_cache("in cache: oneDNN bf16, packed", [](Block& b) { b.bf16(); });
  ways.push_back({"whole: oneDNN sgemm", kWhole,
                  [&] { Sgemm(kTokens, kVocab, x.data(), w.data(), y.data()); }});
  ways.push_back({"whole: oneDNN f32, packed", kWhole, [&] { whole_f32(); }});
  ways.push_back({"whole: oneDNN bf16, packed", kWhole, [&] { whole_bf16(); }});

  const auto peak = [&] {
    std::vector<double> done(static_cast<size_t>(threads));
    const double start = Now(cpu, threads);
    kernels::RunTeam(threads, [&](const kernels::Member& member) {
      done[static_cast<size_t>(member.index())] = own.peak(300'000);
    });
    const double seconds = Now(cpu, threads) - start;
    return std::accumulate(done.begin(), done.end(), 0.0) / seconds;
  };
  std::vector<double> peaks;
  for (int i = -1; i < repeats; ++i) {  // the first warms up
    for (Way& way : ways) {
      const double before = peak(), start = Now(cpu, threads);
      way.run();
      const double seconds = Now(cpu, threads) - start, after = peak();
      if (i < 0) continue;
      peaks.push_back(std::max(before, after));
      way.rates.push_back(way.flops / seconds);
      way.shares.push_back(way.rates.back() / peaks.back());
    }
  }
  const double most = *std::max_element(peaks.begin(), peaks.end());
  std::printf("%d threads, f32 peak %.0f GFLOP/s; shares of it in %s time\n", threads, most * 1e-9,
              cpu ? "CPU" : "wall");
  for (Way& way : ways) {
    std::sort(way.shares.begin(), way.shares.end());
    std::printf("  %-30s median %.2f, best rate over best peak %.2f\n", way.name,
                way.shares[way.shares.size() / 2],
                *std::max_element(way.rates.begin(), way.rates.end()) / most);
  }
}

}  // namespace

// weigh [wall|cpu] [REPEATS]: cpu counts processor time, for a machine that others use too.
int main(int argc, char** argv) {
  const bool cpu = argc > 1 && std::strcmp(argv[1], "cpu") == 0;
  for (const int threads : {1, 2}) Weigh(threads, cpu, argc > 2 ? std::atoi(argv[2]) : 9);
}
