// SPDX-License-Identifier: Apache-2.0
// Seeded random numbers for tests: the same bits from every compiler, library and machine.
#ifndef LOGPHEAD_TESTING_RANDOM_H_
#define LOGPHEAD_TESTING_RANDOM_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace logphead {

// A SplitMix64 generator (Steele, Lea, Flood: Fast splittable pseudorandom number generators,
// 2014). No draw uses a library function whose rounding may differ between machines.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  // 64 uniform bits.
  uint64_t Bits();

  // Uniform in [0, 1), a multiple of 2^-53.
  double Uniform();

  // Uniform in [low, high), without bias; low < high.
  int64_t Int(int64_t low, int64_t high);

  // Standard normal, by Karney's exact rejection method, which only compares uniforms (Sampling
  // exactly from the normal distribution, 2016).
  double Normal();

  // Arrays of independent draws.
  std::vector<float> Normals(size_t count, double stddev = 1.0);
  std::vector<uint16_t> BFloat16Normals(size_t count, double stddev = 1.0);  // bit patterns
  std::vector<int32_t> Ints(size_t count, int32_t low, int32_t high);        // in [low, high)

 private:
  bool TrueWithExpMinusHalf();
  bool TrueWithExpMinusProduct(double x, double factor);
  bool AcceptWhole(int whole);

  uint64_t state_;
};

}  // namespace logphead

#endif  // LOGPHEAD_TESTING_RANDOM_H_
