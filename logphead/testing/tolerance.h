// SPDX-License-Identifier: Apache-2.0
// Comparing arrays of numbers in tests: how far, where, and whether to believe it.
#ifndef LOGPHEAD_TESTING_TOLERANCE_H_
#define LOGPHEAD_TESTING_TOLERANCE_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "logphead/base/result.h"

namespace logphead {

// What CompareArrays found. The difference of two numbers is |actual - reference|; it is infinite
// where either is NaN, or one is infinite and the other is not the same infinity.
struct Comparison {
  size_t count = 0;            // elements compared
  double max_abs = 0;          // largest difference
  double max_reference = 0;    // largest finite |reference|
  size_t worst = 0;            // flat index of the largest difference (the first of equals)
  double worst_actual = 0;     // the two numbers at `worst`
  double worst_reference = 0;  //
  size_t differing = 0;        // elements with any difference
  size_t zeros = 0;            // elements of `actual` that are exactly 0

  // max_abs over the largest |reference|; max_abs itself when the reference has only zeros.
  double max_relative() const { return max_reference > 0 ? max_abs / max_reference : max_abs; }

  // More than half of `actual` is exactly 0 (or it is empty): agreement says little.
  bool mistrusted() const { return count == 0 || 2 * zeros > count; }

  // One line with every number above, for failure messages.
  std::string ToString() const;
};

// Compares element by element; the arrays must have the same size.
Result<Comparison> CompareArrays(const std::vector<double>& actual,
                                 const std::vector<double>& reference);

// What a check does with an `actual` that is mistrusted.
enum class MostlyZeros { kRefused, kExpected };

// The bound on differences: abs + relative * largest |reference|.
struct Tolerance {
  double abs = 0;
  double relative = 0;
  MostlyZeros zeros = MostlyZeros::kRefused;
};

// An error with the whole comparison when a difference exceeds the bound, the sizes differ, or
// `actual` is mistrusted.
Status CheckClose(const std::vector<double>& actual, const std::vector<double>& reference,
                  Tolerance tolerance);

// An error that counts the differing elements and names the first when the bytes are not equal (so
// 0 and -0 differ, and a NaN equals itself), or when `actual` is mistrusted.
Status CheckBitIdentical(std::span<const std::byte> actual, std::span<const std::byte> expected,
                         size_t element_bytes, MostlyZeros zeros = MostlyZeros::kRefused);

template <typename T>
Status CheckBitIdentical(const std::vector<T>& actual, const std::vector<T>& expected,
                         MostlyZeros zeros = MostlyZeros::kRefused) {
  return CheckBitIdentical(std::as_bytes(std::span(actual)), std::as_bytes(std::span(expected)),
                           sizeof(T), zeros);
}

// The same numbers as doubles, exactly.
template <typename T>
std::vector<double> ToDoubles(const std::vector<T>& values) {
  return std::vector<double>(values.begin(), values.end());
}

// The values of bfloat16 bit patterns, exactly.
std::vector<double> BFloat16ToDoubles(const std::vector<uint16_t>& bits);

}  // namespace logphead

#endif  // LOGPHEAD_TESTING_TOLERANCE_H_
