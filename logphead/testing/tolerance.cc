// SPDX-License-Identifier: Apache-2.0
// Array comparison: differences in double, bytes for identity.
#include "logphead/testing/tolerance.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iomanip>
#include <limits>
#include <sstream>

#include "logphead/base/bfloat16.h"

namespace logphead {
namespace {

constexpr int kDigits = 9;

double Difference(double actual, double reference) {
  if (actual == reference) return 0;
  const double difference = std::fabs(actual - reference);
  return std::isnan(difference) ? std::numeric_limits<double>::infinity() : difference;
}

std::string Hex(std::span<const std::byte> element) {
  std::ostringstream text;
  text << "0x" << std::hex << std::setfill('0');
  for (size_t i = element.size(); i-- > 0;) {
    text << std::setw(2) << std::to_integer<unsigned>(element[i]);
  }
  return text.str();
}

Error SizesDiffer(size_t actual, size_t reference) {
  return InvalidArgument("sizes differ: " + std::to_string(actual) + " and " +
                         std::to_string(reference));
}

}  // namespace

std::string Comparison::ToString() const {
  std::ostringstream text;
  text << std::setprecision(kDigits);
  text << differing << " of " << count << " differ, max abs " << max_abs << ", max relative "
       << max_relative() << ", worst at " << worst << ": " << worst_actual << " against "
       << worst_reference << ", max reference " << max_reference << ", zeros " << zeros;
  return text.str();
}

Result<Comparison> CompareArrays(const std::vector<double>& actual,
                                 const std::vector<double>& reference) {
  if (actual.size() != reference.size()) return SizesDiffer(actual.size(), reference.size());
  Comparison found;
  found.count = actual.size();
  for (size_t i = 0; i < actual.size(); ++i) {
    const double difference = Difference(actual[i], reference[i]);
    if (difference > found.max_abs || i == 0) {
      found.max_abs = difference;
      found.worst = i;
      found.worst_actual = actual[i];
      found.worst_reference = reference[i];
    }
    if (difference > 0) ++found.differing;
    if (actual[i] == 0) ++found.zeros;
    if (std::isfinite(reference[i])) {
      found.max_reference = std::max(found.max_reference, std::fabs(reference[i]));
    }
  }
  return found;
}

Status CheckClose(const std::vector<double>& actual, const std::vector<double>& reference,
                  Tolerance tolerance) {
  LOGPHEAD_ASSIGN_OR_RETURN(const Comparison found, CompareArrays(actual, reference));
  const double bound = tolerance.abs + tolerance.relative * found.max_reference;
  if (!(found.max_abs <= bound)) {
    std::ostringstream text;
    text << std::setprecision(kDigits) << "differences exceed " << bound << ": "
         << found.ToString();
    return InvalidArgument(text.str());
  }
  if (found.mistrusted() && tolerance.zeros == MostlyZeros::kRefused) {
    return InvalidArgument("mistrusted, mostly zeros: " + found.ToString());
  }
  return {};
}

Status CheckBitIdentical(std::span<const std::byte> actual, std::span<const std::byte> expected,
                         size_t element_bytes, MostlyZeros zeros) {
  if (actual.size() != expected.size()) return SizesDiffer(actual.size(), expected.size());
  const size_t count = element_bytes > 0 ? actual.size() / element_bytes : 0;
  if (count * element_bytes != actual.size()) {
    return InvalidArgument(std::to_string(actual.size()) + " bytes are not whole elements of " +
                           std::to_string(element_bytes));
  }
  size_t differing = 0;
  size_t zero_elements = 0;
  size_t first = 0;
  for (size_t i = 0; i < count; ++i) {
    const auto mine = actual.subspan(i * element_bytes, element_bytes);
    const auto other = expected.subspan(i * element_bytes, element_bytes);
    if (std::memcmp(mine.data(), other.data(), element_bytes) != 0 && differing++ == 0) first = i;
    if (std::all_of(mine.begin(), mine.end(), [](std::byte b) { return b == std::byte{0}; })) {
      ++zero_elements;
    }
  }
  const std::string total = std::to_string(count);
  if (differing > 0) {
    return InvalidArgument(std::to_string(differing) + " of " + total + " differ, first at " +
                           std::to_string(first) + ": " +
                           Hex(actual.subspan(first * element_bytes, element_bytes)) + " against " +
                           Hex(expected.subspan(first * element_bytes, element_bytes)));
  }
  if (zeros == MostlyZeros::kRefused && (count == 0 || 2 * zero_elements > count)) {
    return InvalidArgument("mistrusted, mostly zeros: " + std::to_string(zero_elements) + " of " +
                           total);
  }
  return {};
}

std::vector<double> BFloat16ToDoubles(const std::vector<uint16_t>& bits) {
  std::vector<double> values(bits.size());
  std::transform(bits.begin(), bits.end(), values.begin(),
                 [](uint16_t pattern) { return static_cast<double>(BFloat16ToFloat(pattern)); });
  return values;
}

}  // namespace logphead
