// SPDX-License-Identifier: Apache-2.0
// Seeded random numbers: integer mixing and comparisons only.
#include "logphead/testing/random.h"

#include <cassert>

#include "logphead/base/bfloat16.h"

namespace logphead {

uint64_t Random::Bits() {
  state_ += 0x9e3779b97f4a7c15U;
  uint64_t mixed = state_;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9U;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebU;
  return mixed ^ (mixed >> 31);
}

double Random::Uniform() { return static_cast<double>(Bits() >> 11) * 0x1p-53; }

int64_t Random::Int(int64_t low, int64_t high) {
  assert(low < high);
  const uint64_t range = static_cast<uint64_t>(high) - static_cast<uint64_t>(low);
  // The lowest 2^64 mod range values would be drawn once more often than the rest.
  const uint64_t excess = (0 - range) % range;
  uint64_t bits = Bits();
  while (bits < excess) bits = Bits();
  return static_cast<int64_t>(static_cast<uint64_t>(low) + bits % range);
}

// A run of falling uniforms below x has at least n members with probability x^n / n!, so its length
// is even with probability exp(-x).
bool Random::TrueWithExpMinusHalf() {
  double last = 0.5;
  bool even = true;
  for (double next = Uniform(); next < last; next = Uniform()) {
    last = next;
    even = !even;
  }
  return even;
}

// The same with probability exp(-x * factor): each member also survives with probability `factor`.
bool Random::TrueWithExpMinusProduct(double x, double factor) {
  double last = x;
  bool even = true;
  while (true) {
    const double next = Uniform();
    if (next >= last || Uniform() >= factor) return even;
    last = next;
    even = !even;
  }
}

// True with probability exp(-whole * (whole - 1) / 2).
bool Random::AcceptWhole(int whole) {
  for (int i = 0; i < whole * (whole - 1); ++i) {
    if (!TrueWithExpMinusHalf()) return false;
  }
  return true;
}

// |normal| = whole + x: a geometric `whole`, a uniform x, kept with probability
// exp(-whole(whole-1)/2) * exp(-x(2 whole + x)/2); together with the geometric's exp(-whole/2)
// that is exp(-(whole + x)^2 / 2).
double Random::Normal() {
  while (true) {
    int whole = 0;
    while (TrueWithExpMinusHalf()) ++whole;
    if (!AcceptWhole(whole)) continue;
    const double x = Uniform();
    const double factor = (2 * whole + x) / (2 * whole + 2);
    bool accepted = true;
    for (int i = 0; accepted && i <= whole; ++i) accepted = TrueWithExpMinusProduct(x, factor);
    if (!accepted) continue;
    const double magnitude = whole + x;
    return (Bits() >> 63) != 0 ? -magnitude : magnitude;
  }
}

std::vector<float> Random::Normals(size_t count, double stddev) {
  std::vector<float> values(count);
  for (float& value : values) value = static_cast<float>(stddev * Normal());
  return values;
}

std::vector<uint16_t> Random::BFloat16Normals(size_t count, double stddev) {
  std::vector<uint16_t> values(count);
  for (uint16_t& value : values) value = FloatToBFloat16(static_cast<float>(stddev * Normal()));
  return values;
}

std::vector<int32_t> Random::Ints(size_t count, int32_t low, int32_t high) {
  std::vector<int32_t> values(count);
  for (int32_t& value : values) value = static_cast<int32_t>(Int(low, high));
  return values;
}

}  // namespace logphead
