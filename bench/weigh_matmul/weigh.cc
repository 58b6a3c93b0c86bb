// SPDX-License-Identifier: Apache-2.0
// Weighs three ways to a matmul tile in f32 on AVX-512: the kernels' own (GCC vector extensions),
// the same tile in Highway, and oneDNN's sgemm on the same whole product. Alternated; shares of the
// peak that the same threads reach from registers.
#define HWY_COMPILE_ONLY_STATIC
#include <dnnl.h>
#include <hwy/highway.h>
#include <omp.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

#include "logphead/kernels/engine.h"
#include "logphead/kernels/team.h"

namespace {

namespace hn = hwy::HWY_NAMESPACE;
using logphead::kernels::Engine;
using logphead::kernels::EngineOf;
using logphead::kernels::Isa;
using logphead::kernels::KBlocks;
using logphead::kernels::Member;
using logphead::kernels::RunTeam;

constexpr int kMr = 14;
constexpr int kNr = 32;
constexpr int64_t kDepth = 1024;    // H
constexpr int64_t kRows = 14 * 64;  // tokens of a block
constexpr int64_t kPanels = 8;      // 256 columns, 1 MiB packed

// One row's two sums, by recursion so that every sum is a variable of its own.
template <int kRow>
struct Sums {
  hn::Vec<hn::FixedTag<float, 16>> left, right;
  Sums<kRow - 1> rest;
};
template <>
struct Sums<0> {};
template <int kRow>
HWY_INLINE void Clear(Sums<kRow>& sums) {
  if constexpr (kRow > 0) {
    sums.left = hn::Zero(hn::FixedTag<float, 16>());
    sums.right = sums.left;
    Clear(sums.rest);
  }
}
template <int kRow, class V>
HWY_INLINE void Add(Sums<kRow>& sums, const float* a, V left, V right) {
  if constexpr (kRow > 0) {
    const V row = hn::Set(hn::FixedTag<float, 16>(), a[kRow - 1]);
    sums.left = hn::MulAdd(row, left, sums.left);
    sums.right = hn::MulAdd(row, right, sums.right);
    Add(sums.rest, a, left, right);
  }
}
template <int kRow>
HWY_INLINE void Put(const Sums<kRow>& sums, float* c) {
  if constexpr (kRow > 0) {
    const hn::FixedTag<float, 16> d;
    hn::StoreU(sums.left, d, c + (kRow - 1) * kNr);
    hn::StoreU(sums.right, d, c + (kRow - 1) * kNr + 16);
    Put(sums.rest, c);
  }
}

HWY_NOINLINE void HighwayTile(const float* a, const float* b, float* c) {
  const hn::FixedTag<float, 16> d;
  Sums<kMr> sums;
  Clear(sums);
  for (int64_t k = 0; k < kDepth; ++k) {
    Add(sums, a + k * kMr, hn::LoadU(d, b + k * kNr), hn::LoadU(d, b + k * kNr + 16));
  }
  Put(sums, c);
}

using Clock = std::chrono::steady_clock;
double Seconds(const std::function<void()>& work) {
  const auto start = Clock::now();
  work();
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void Tiles(int threads, int rounds,
           const std::function<void(const float*, const float*, float*)>& f) {
  RunTeam(threads, [&](const Member&) {
    std::vector<float> a(kRows * kDepth, 0.5F), b(kPanels * kDepth * kNr, 0.25F), c(kMr * kNr);
    for (int i = 0; i < rounds; ++i) {
      for (int64_t row = 0; row < kRows; row += kMr) {
        for (int64_t p = 0; p < kPanels; ++p) {
          f(a.data() + row * kDepth, b.data() + p * kDepth * kNr, c.data());
        }
      }
    }
  });
}

}  // namespace

int main() {
  const Engine& engine = EngineOf(Isa::kAvx512);
  const KBlocks all{1, nullptr, kDepth, 0};
  constexpr int64_t kTokens = 2048, kColumns = 32768;
  std::vector<float> x(kTokens * kDepth, 0.5F), w(kDepth * kColumns, 0.25F);
  std::vector<float> y(kTokens * kColumns);
  for (const int threads : {1, 2}) {
    omp_set_num_threads(threads);
    std::vector<double> own, highway, onednn;
    for (int i = 0; i < 7; ++i) {
      double flops = 0;
      std::vector<double> done(static_cast<size_t>(threads));
      const double peak_s = Seconds([&] {
        RunTeam(threads, [&](const Member& m) {
          done[static_cast<size_t>(m.index())] = engine.peak(60'000);
        });
      });
      for (const double each : done) flops += each;
      const double peak = flops / peak_s;
      const double work = 4.0 * 2 * kRows * kPanels * kNr * kDepth * threads;
      own.push_back(work / peak / Seconds([&] {
                      Tiles(threads, 4, [&](const float* a, const float* b, float* c) {
                        engine.matmul_tokens(a, b, c, false, all);
                      });
                    }));
      highway.push_back(work / peak / Seconds([&] { Tiles(threads, 4, HighwayTile); }));
      onednn.push_back(2.0 * kTokens * kColumns * kDepth / peak / Seconds([&] {
                         dnnl_sgemm('N', 'N', kTokens, kColumns, kDepth, 1, x.data(), kDepth,
                                    w.data(), kColumns, 0, y.data(), kColumns);
                       }));
    }
    const auto median = [](std::vector<double> v) {
      std::sort(v.begin(), v.end());
      return v[v.size() / 2];
    };
    std::printf(
        "threads %d: of the f32 peak: own tile %.2f, Highway tile %.2f, oneDNN sgemm %.2f\n",
        threads, median(own), median(highway), median(onednn));
  }
  return 0;
}
