// SPDX-License-Identifier: Apache-2.0
// The inner loops over vectors of kWidth floats, compiled once per instruction set: a source that
// includes this defines LOGPHEAD_ENGINE (its namespace), kWidth, kVectors and kMr in it beforehand.
// Nothing of the standard library is called, so that no inline function is compiled for a CPU that
// others lack.
#include <cstdint>
#include <cstring>

#include "logphead/kernels/engine.h"

namespace logphead::kernels::LOGPHEAD_ENGINE {

constexpr int kNr = kWidth * kVectors;
typedef float Vector __attribute__((vector_size(kWidth * 4)));
typedef int32_t Ints __attribute__((vector_size(kWidth * 4)));
typedef uint16_t Shorts __attribute__((vector_size(kWidth * 2)));
#define LOGPHEAD_INLINE static inline __attribute__((always_inline))
#define LOGPHEAD_INLINE_MEMBER inline __attribute__((always_inline))

LOGPHEAD_INLINE Vector Load(const float* p) {
  Vector v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}
LOGPHEAD_INLINE void Store(float* p, Vector v) { __builtin_memcpy(p, &v, sizeof v); }
LOGPHEAD_INLINE Vector Splat(float x) { return x - Vector{}; }
LOGPHEAD_INLINE Ints Bits(Vector v) { return reinterpret_cast<Ints>(v); }
LOGPHEAD_INLINE Vector Floats(Ints v) { return reinterpret_cast<Vector>(v); }
LOGPHEAD_INLINE Vector Max(Vector a, Vector b) { return a > b ? a : b; }
LOGPHEAD_INLINE float FromBf16(uint16_t bits) {
  const uint32_t wide = static_cast<uint32_t>(bits) << 16;
  float value;
  __builtin_memcpy(&value, &wide, sizeof value);
  return value;
}
// To nearest, ties to even; NaN stays NaN.
LOGPHEAD_INLINE uint16_t ToBf16(float value) {
  uint32_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  if ((bits & 0x7fffffffU) > 0x7f800000U) return static_cast<uint16_t>((bits >> 16) | 0x40U);
  return static_cast<uint16_t>((bits + 0x7fffU + ((bits >> 16) & 1U)) >> 16);
}
LOGPHEAD_INLINE Vector LoadBf16(const uint16_t* p) {
  Shorts s;
  __builtin_memcpy(&s, p, sizeof s);
  typedef uint32_t Wide __attribute__((vector_size(kWidth * 4)));
  return reinterpret_cast<Vector>(__builtin_convertvector(s, Wide) << 16);
}
LOGPHEAD_INLINE float Sum(Vector v) {
  // Halves added, so that the order is the same however the compiler vectorises.
  float part[kWidth];
  Store(part, v);
  for (int half = kWidth / 2; half > 0; half /= 2) {
    for (int i = 0; i < half; ++i) part[i] += part[i + half];
  }
  return part[0];
}
LOGPHEAD_INLINE float Largest(Vector v) {
  float part[kWidth];
  Store(part, v);
  float most = part[0];
  for (int i = 1; i < kWidth; ++i) most = part[i] > most ? part[i] : most;
  return most;
}

// exp(x), within 2 units in the last place for results from 2^-126 on; smaller ones are 0, larger
// than the largest float inf, NaN stays. x = n ln 2 + r, |r| <= ln 2 / 2; exp(r) by its Taylor
// polynomial to r^7 (its remainder is 2^-28 at the edge), 2^n put into the exponent in two halves.
LOGPHEAD_INLINE Vector Exp(Vector x) {
  const Vector kMagic = Splat(12582912.0F);  // 1.5 2^23: adding it rounds to an integer
  Vector clamped = x < Splat(-104.0F) ? Splat(-104.0F) : x;
  clamped = clamped > Splat(104.0F) ? Splat(104.0F) : clamped;
  const Vector shifted = clamped * Splat(1.44269504F) + kMagic;
  const Vector n = shifted - kMagic;
  Vector r = n * Splat(-0.693359375F) + clamped;
  r = n * Splat(2.12194440e-4F) + r;
  Vector p = Splat(1.0F / 5040) * r + Splat(1.0F / 720);
  p = p * r + Splat(1.0F / 120);
  p = p * r + Splat(1.0F / 24);
  p = p * r + Splat(1.0F / 6);
  p = p * r + Splat(0.5F);
  p = p * r + Splat(1.0F);
  p = p * r + Splat(1.0F);
  const Ints exponent = Bits(shifted) - Bits(kMagic);
  const Ints half = exponent >> 1;
  const Vector first = Floats((half + 127) << 23);
  const Vector second = Floats((exponent - half + 127) << 23);
  const Vector value = p * first * second;
  return value < Splat(1.17549435e-38F) ? Vector{} : value;
}

// --- matmul --------------------------------------------------------------------------------

#if LOGPHEAD_PAIRS
// c + a.low b.low + a.high b.high, where a and b are pairs of bf16.
LOGPHEAD_INLINE Vector MultiplyAdd(float a, Vector b, Vector c) {
  return (Vector)_mm512_dpbf16_ps((__m512)c, (__m512bh)_mm512_set1_ps(a), (__m512bh)(__m512)b);
}
#else
LOGPHEAD_INLINE Vector MultiplyAdd(float a, Vector b, Vector c) { return Splat(a) * b + c; }
#endif

// A(i, k) = a[i kRow + k kStep].
template <int kRow, int kStep>
static __attribute__((noinline)) void Matmul(const float* a, const float* b, float* c, bool add,
                                             const KBlocks& k) {
  Vector acc[kMr][kVectors];
#pragma GCC unroll 16
  for (int i = 0; i < kMr; ++i) {
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) {
      __builtin_prefetch(c + i * kNr + v * kWidth, 1);
      acc[i][v] = Vector{};
    }
  }
  for (int64_t j = 0; j < k.count; ++j) {
    const int64_t block = k.list ? k.list[j] : j;
    const float* pa = a + block * k.a_step;
    const float* pb = b + block * k.length * kNr;
    for (int64_t l = 0; l < k.length; ++l, pa += kStep, pb += kNr) {
      Vector column[kVectors];
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) column[v] = Load(pb + v * kWidth);
#pragma GCC unroll 16
      for (int i = 0; i < kMr; ++i) {
        const float row = pa[i * kRow];
#pragma GCC unroll 4
        for (int v = 0; v < kVectors; ++v) acc[i][v] = MultiplyAdd(row, column[v], acc[i][v]);
      }
    }
  }
#pragma GCC unroll 16
  for (int i = 0; i < kMr; ++i) {
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) {
      float* to = c + i * kNr + v * kWidth;
      Store(to, add ? Load(to) + acc[i][v] : acc[i][v]);
    }
  }
}

// --- packing --------------------------------------------------------------------------------

LOGPHEAD_INLINE float Read(const Source& source, int64_t index) {
  if (source.bf16) return FromBf16(static_cast<const uint16_t*>(source.data)[index]);
  return static_cast<const float*>(source.data)[index];
}

#if LOGPHEAD_PAIRS
// The unit of two values that follow each other along k.
LOGPHEAD_INLINE float Unit(uint16_t low, uint16_t high) {
  const uint32_t both = static_cast<uint32_t>(high) << 16 | low;
  float unit;
  __builtin_memcpy(&unit, &both, sizeof unit);
  return unit;
}
LOGPHEAD_INLINE float UnitAt(const Source& source, int64_t first, int64_t step, int64_t k,
                             int64_t size) {
  const auto* data = static_cast<const uint16_t*>(source.data);
  const int64_t low = 2 * k;
  return Unit(low < size ? data[first + low * step] : 0,
              low + 1 < size ? data[first + (low + 1) * step] : 0);
}
#else
LOGPHEAD_INLINE float UnitAt(const Source& source, int64_t first, int64_t step, int64_t k,
                             int64_t size) {
  return k < size ? Read(source, first + k * step) : 0.0F;
}
#endif

static void PackRows(const Source& source, const int64_t* rows, int64_t count, int64_t size,
                     int64_t units, float* out) {
  for (int64_t i = 0; i < kMr; ++i) {
    if (i >= count) {
      for (int64_t k = 0; k < units; ++k) out[k * kMr + i] = 0;
      continue;
    }
    const int64_t first = rows[i] * source.row_stride;
    for (int64_t k = 0; k < units; ++k) {
      out[k * kMr + i] = UnitAt(source, first, source.column_stride, k, size);
    }
  }
}

// Units `k` of a panel whose columns all exist and follow each other in memory.
LOGPHEAD_INLINE void PackDense(const Source& source, int64_t first, int64_t k, int64_t size,
                               float* out) {
#if LOGPHEAD_PAIRS
  const auto* low = static_cast<const uint16_t*>(source.data) + 2 * k * source.row_stride + first;
  const bool both = 2 * k + 1 < size;
  for (int j = 0; j < kNr; ++j) out[j] = Unit(low[j], both ? low[j + source.row_stride] : 0);
#else
  (void)size;
  const int64_t from = k * source.row_stride + first;
#pragma GCC unroll 4
  for (int v = 0; v < kVectors; ++v) {
    const int64_t at = from + v * kWidth;
    Store(out + v * kWidth, source.bf16 ? LoadBf16(static_cast<const uint16_t*>(source.data) + at)
                                        : Load(static_cast<const float*>(source.data) + at));
  }
#endif
}

template <int... kLane>
struct Lanes {
  static LOGPHEAD_INLINE_MEMBER Vector Low(Vector a, Vector b) {
    return __builtin_shufflevector(a, b, (kLane % 2 ? kWidth + kLane / 2 : kLane / 2)...);
  }
  static LOGPHEAD_INLINE_MEMBER Vector High(Vector a, Vector b) {
    return __builtin_shufflevector(a, b,
                                   (kWidth / 2 + (kLane % 2 ? kWidth + kLane / 2 : kLane / 2))...);
  }
};
template <int kCount, int... kLane>
struct MakeLanes : MakeLanes<kCount - 1, kCount - 1, kLane...> {};
template <int... kLane>
struct MakeLanes<0, kLane...> {
  using Type = Lanes<kLane...>;
};
using AllLanes = MakeLanes<kWidth>::Type;

// out[k nr + i] = lane k of rows[i]: interleaving the lower and the upper half of the rows
// log2(kWidth) times turns a square.
LOGPHEAD_INLINE void TurnSquare(Vector (&rows)[kWidth], float* out) {
#pragma GCC unroll 4
  for (int stage = 1; stage < kWidth; stage *= 2) {
    Vector next[kWidth];
#pragma GCC unroll 8
    for (int i = 0; i < kWidth / 2; ++i) {
      next[2 * i] = AllLanes::Low(rows[i], rows[i + kWidth / 2]);
      next[2 * i + 1] = AllLanes::High(rows[i], rows[i + kWidth / 2]);
    }
#pragma GCC unroll 16
    for (int i = 0; i < kWidth; ++i) rows[i] = next[i];
  }
#pragma GCC unroll 16
  for (int i = 0; i < kWidth; ++i) Store(out + i * kNr, rows[i]);
}

// kWidth units that follow each other along k, in memory too.
LOGPHEAD_INLINE Vector LoadUnits(const Source& source, int64_t first, int64_t k) {
#if LOGPHEAD_PAIRS
  Vector v;
  __builtin_memcpy(&v, static_cast<const uint16_t*>(source.data) + first + 2 * k, sizeof v);
  return v;
#else
  if (source.bf16) return LoadBf16(static_cast<const uint16_t*>(source.data) + first + k);
  return Load(static_cast<const float*>(source.data) + first + k);
#endif
}

// Of a panel, units k0 .. k1-1 of `count` columns, one by one.
static void PackSlowly(const Source& source, int64_t first, int64_t count, int64_t size, int64_t k0,
                       int64_t k1, float* out) {
  constexpr int64_t kBlock = 16;  // of k: its lines of `out` stay in the first cache
  for (; k0 < k1; k0 += kBlock) {
    for (int64_t j = 0; j < kNr; ++j) {
      const int64_t from = (first + j) * source.column_stride;
      for (int64_t k = k0; k < k0 + kBlock && k < k1; ++k) {
        out[k * kNr + j] = j < count ? UnitAt(source, from, source.row_stride, k, size) : 0.0F;
      }
    }
  }
}

// Panels whose k lies apart in memory, columns beside each other: row by row of all panels.
static void PackAcross(const Source& source, int64_t first, int64_t panels, int64_t size,
                       int64_t units, float* out) {
  const int64_t whole = LOGPHEAD_PAIRS ? (size + 1) / 2 : size;
  const int64_t bytes = source.bf16 ? 2 : 4;
  const int64_t ahead = 4 * (LOGPHEAD_PAIRS ? 2 : 1) * source.row_stride;
  for (int64_t k = 0; k < whole; ++k) {
    const char* later = static_cast<const char*>(source.data) +
                        ((LOGPHEAD_PAIRS ? 2 : 1) * k * source.row_stride + first + ahead) * bytes;
    for (int64_t at = 0; at < panels * kNr * bytes; at += 64) __builtin_prefetch(later + at);
    for (int64_t p = 0; p < panels; ++p) {
      PackDense(source, first + p * kNr, k, size, out + (p * units + k) * kNr);
    }
  }
  for (int64_t p = 0; p < panels; ++p) {
    for (int64_t i = whole * kNr; i < units * kNr; ++i) out[p * units * kNr + i] = 0;
  }
}

// One panel whose k follows each other in memory, squares turned.
static void PackAlong(const Source& source, int64_t first, int64_t size, int64_t units,
                      float* out) {
  constexpr int64_t kLine = LOGPHEAD_PAIRS ? 16 : 32;  // units in a cache line of bf16
  const int64_t whole = LOGPHEAD_PAIRS ? size / 2 : size;
  int64_t k0 = 0;
  for (; k0 + kLine <= whole; k0 += kLine) {
    for (int64_t j = 0; j < kNr; j += kWidth) {
      for (int64_t k = k0; k < k0 + kLine; k += kWidth) {
        Vector rows[kWidth];
#pragma GCC unroll 16
        for (int i = 0; i < kWidth; ++i) {
          rows[i] = LoadUnits(source, (first + j + i) * source.column_stride, k);
        }
        TurnSquare(rows, out + k * kNr + j);
      }
    }
  }
  PackSlowly(source, first, kNr, size, k0, units, out);
}

static void PackPanels(const Source& source, int64_t first, int64_t end, int64_t size,
                       int64_t units, float* out) {
  const int64_t whole = (end - first) / kNr;
  if (source.column_stride == 1) {
    PackAcross(source, first, whole, size, units, out);
  } else {
    for (int64_t p = 0; p < whole; ++p) {
      float* panel = out + p * units * kNr;
      if (source.row_stride == 1) {
        PackAlong(source, first + p * kNr, size, units, panel);
      } else {
        PackSlowly(source, first + p * kNr, kNr, size, 0, units, panel);
      }
    }
  }
  if (const int64_t rest = first + whole * kNr; rest < end) {
    PackSlowly(source, rest, end - rest, size, 0, units, out + whole * units * kNr);
  }
}

// --- softmax --------------------------------------------------------------------------------

static void FinishLogits(float* logits, int64_t step, int64_t panels, int64_t count, float scale,
                         const float* bias) {
  for (int64_t p = 0; p < panels; ++p) {
    for (int64_t i = 0; i < count; ++i) {
      float* at = logits + p * step + i * kNr;
      for (int v = 0; v < kVectors; ++v, at += kWidth) {
        Vector z = Load(at) * Splat(scale);
        if (bias) z = z + Load(bias + p * kNr + v * kWidth);
        Store(at, z);
      }
    }
  }
}

// What is subtracted from logits whose maximum is `max`.
LOGPHEAD_INLINE float Reference(float max) { return max - max == 0 ? max : 0; }

static void Softmax(const float* logits, int64_t step, int64_t panels, int64_t count,
                    const SoftmaxRows& rows) {
  for (int64_t i = 0; i < count; ++i) {
    const float* row = logits + i * kNr;
    Vector most = Splat(rows.max[i]);
    for (int64_t p = 0; p < panels; ++p) {
      for (int v = 0; v < kVectors; ++v) most = Max(Load(row + p * step + v * kWidth), most);
    }
    const float max = Largest(most);
    const float before = Reference(rows.max[i]);
    const float here = Reference(max);
    Vector sum{};
    Vector weighted{};
    for (int64_t p = 0; p < panels; ++p) {
      for (int v = 0; v < kVectors; ++v) {
        const Vector shifted = Load(row + p * step + v * kWidth) - Splat(here);
        const Vector e = Exp(shifted);
        sum = sum + e;
        const Vector term = e * shifted;
        weighted = weighted + (e > Vector{} ? term : Vector{});
      }
    }
    float old_sum = rows.sum[i];
    float old_weighted = rows.weighted[i];
    if (old_sum != 0 && before != here) {
      const Vector gap = Splat(before - here);
      const float scale = Exp(gap)[0];
      old_weighted = scale * (old_weighted + old_sum * (before - here));
      old_sum = scale * old_sum;
    }
    rows.max[i] = max;
    rows.sum[i] = old_sum + Sum(sum);
    rows.weighted[i] = old_weighted + Sum(weighted);
  }
}

LOGPHEAD_INLINE Vector Pulled(Vector p, Vector pull) {
  const Vector product = p * pull;
  return p > Vector{} ? -product : (p == Vector{} ? Vector{} : product);
}

static void Gradient(float* logits, int64_t step, int64_t panels, int64_t count,
                     const GradientRows& rows, float* most) {
  for (int64_t p = 0; p < panels; ++p) {
    float* panel = logits + p * step;
    Vector largest{};
    for (int64_t i = 0; i < count; ++i) {
      const float down = rows.max[i];
      for (int v = 0; v < kVectors; ++v) {
        float* at = panel + i * kNr + v * kWidth;
        const Vector shifted = Load(at) - Splat(down);
        const Vector probability = Exp(shifted - Splat(rows.log_sum[i]));
        Vector pull = Splat(rows.d_logp[i]);
        if (rows.d_entropy) {
          pull = Splat(rows.d_entropy[i]) * (shifted - Splat(rows.mean_shifted[i])) + pull;
          Store(at, Pulled(probability, pull));
        } else {
          Store(at, -(probability * pull));
        }
        largest = Max(probability, largest);
      }
    }
    for (int64_t i = count; i < kMr; ++i) {
      for (int v = 0; v < kVectors; ++v) Store(panel + i * kNr + v * kWidth, Vector{});
    }
    most[p] = Largest(largest);
  }
}

constexpr float kKeptSteps = 2048;  // of a logit's difference by 1

static void Keep(const float* logits, int64_t step, int64_t panels, int64_t count,
                 const float* references, uint16_t* kept, int64_t kept_step) {
  for (int64_t p = 0; p < panels; ++p) {
    for (int64_t i = 0; i < count; ++i) {
      for (int v = 0; v < kVectors; ++v) {
        const int64_t at = i * kNr + v * kWidth;
        Vector below = (Splat(references[i]) - Load(logits + p * step + at)) * Splat(kKeptSteps);
        below = below < Splat(65535.0F) ? below : Splat(65535.0F);
        const Ints rounded = __builtin_convertvector(below + Splat(0.5F), Ints);
        const Shorts narrow = __builtin_convertvector(rounded, Shorts);
        __builtin_memcpy(kept + p * kept_step + at, &narrow, sizeof narrow);
      }
    }
  }
}

static void Restore(const uint16_t* kept, const float* references, int64_t count, float* logits) {
  for (int64_t i = 0; i < count; ++i) {
    for (int v = 0; v < kVectors; ++v) {
      const int64_t at = i * kNr + v * kWidth;
      Shorts narrow;
      __builtin_memcpy(&narrow, kept + at, sizeof narrow);
      const Vector below = __builtin_convertvector(__builtin_convertvector(narrow, Ints), Vector);
      const Vector z = Splat(references[i]) - below * Splat(1 / kKeptSteps);
      Store(logits + at, below < Splat(65535.0F) ? z : Splat(-__builtin_inff()));
    }
  }
}

#if LOGPHEAD_PAIRS
static void PackGradient(const float* logits, int64_t step, int64_t panels, float* a, float* b,
                         int64_t b_step) {
  for (int64_t p = 0; p < panels; ++p) {
    const float* panel = logits + p * step;
    float* to_a = a + p * (kNr / 2) * kMr;
    float* to_b = b + p * b_step;
    uint16_t rounded[kMr][kNr];
    for (int i = 0; i < kMr; ++i) {
      for (int j = 0; j < kNr; ++j) rounded[i][j] = ToBf16(panel[i * kNr + j]);
    }
    for (int j = 0; j < kNr / 2; ++j) {
      for (int i = 0; i < kMr; ++i) {
        to_a[j * kMr + i] = Unit(rounded[i][2 * j], rounded[i][2 * j + 1]);
      }
    }
    for (int i = 0; i < kMr / 2; ++i) {
      for (int j = 0; j < kNr; ++j) {
        to_b[i * kNr + j] = Unit(rounded[2 * i][j], rounded[2 * i + 1][j]);
      }
    }
  }
}
#endif

// Makes the compiler forget what it knows of a value in a register.
LOGPHEAD_INLINE void Hide(Vector* v) {
#if defined(__x86_64__)
  __asm__ volatile("" : "+v"(*v));
#elif defined(__aarch64__)
  __asm__ volatile("" : "+w"(*v));
#endif
}

// Independent sums in registers, as many as the matmul has, so that only the instruction's rate
// counts.
static __attribute__((noinline)) double Peak(int64_t rounds) {
  constexpr int kSums = kMr * kVectors;
  Vector sums[kSums];
  Vector factor = Splat(1.0F);
#pragma GCC unroll 32
  for (int i = 0; i < kSums; ++i) {
    sums[i] = Vector{};
    Hide(&sums[i]);  // else equal sums were made once
  }
  Hide(&factor);
  constexpr int kRepeats = 16;
  for (int64_t round = 0; round < rounds * kRepeats; ++round) {
#pragma GCC unroll 32
    for (int i = 0; i < kSums; ++i) sums[i] = MultiplyAdd(1e-9F, factor, sums[i]);
    Hide(&factor);
  }
  Vector all{};
  for (int i = 0; i < kSums; ++i) all = all + sums[i];
  volatile float kept = Sum(all);
  (void)kept;
  const double per_lane = LOGPHEAD_PAIRS ? 4 : 2;
  return per_lane * kWidth * kSums * static_cast<double>(rounds * kRepeats);
}

static Engine MakeEngine(Isa isa) {
  Engine engine{};
  engine.isa = isa;
  engine.pairs = LOGPHEAD_PAIRS;
  engine.mr = kMr;
  engine.nr = kNr;
  engine.matmul_tokens = Matmul<1, kMr>;
#if LOGPHEAD_PAIRS
  engine.pack_gradient = PackGradient;
#else
  engine.matmul_logits = Matmul<kNr, 1>;
  engine.matmul_turned = Matmul<kMr, 1>;
#endif
  engine.pack_rows = PackRows;
  engine.pack_panels = PackPanels;
  engine.finish_logits = FinishLogits;
  engine.softmax = Softmax;
  engine.gradient = Gradient;
  engine.keep = Keep;
  engine.restore = Restore;
  engine.peak = Peak;
  return engine;
}

}  // namespace logphead::kernels::LOGPHEAD_ENGINE
