// SPDX-License-Identifier: Apache-2.0
// Tests: a head with its answers in float64, and the kernels' answers inside guarded memory.
#ifndef LOGPHEAD_KERNELS_TEST_PROBLEM_H_
#define LOGPHEAD_KERNELS_TEST_PROBLEM_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "logphead/kernels/head.h"

namespace logphead::kernels {

struct Shape {
  int64_t tokens = 1, hidden = 1, columns = 1;
  DType dtype = DType::kF32;
  bool table = false;   // the kernel is [V, H]
  int64_t gap = 0;      // elements between rows beyond what they need, and before the first
  int64_t ignored = 0;  // every `ignored`th token has no target; 0: all have one
  double temperature = 1;
  double spread = 3;  // of logits
  std::string ToString() const;
};

// Numbers of one kind in bytes of their own, at an address that is not aligned, gaps filled with
// NaN.
struct Stored {
  std::vector<std::byte> bytes;
  const void* data = nullptr;
};

struct Problem {
  Problem(const Shape& shape, uint64_t seed);

  Shape shape;
  std::vector<double> hidden, kernel;  // [T, H], [H, V], as stored
  std::vector<int32_t> targets;
  std::vector<float> d_logps, d_entropies;
  Stored hidden_bytes, kernel_bytes;

  HeadInputs inputs() const;
};

// All results, in float64. Gradients of sum d_logps logps + sum d_entropies entropies.
struct Answers {
  std::vector<double> logps, entropies, d_hidden, d_kernel;
};
Answers Reference(const Problem& problem, bool with_entropies);

enum class Way { kTwoPasses, kOnePass };

struct Call {
  KernelOptions options = {};
  Way way = Way::kTwoPasses;
  bool with_entropies = true;
  DType d_dtype = DType::kF32;  // of gradients
};
// What the kernels give. Errors are theirs; "wrote outside ..." when a byte around or between the
// rows of an output changed.
Result<Answers> Compute(const Problem& problem, const Call& call);

// The largest difference over the largest |reference| (over 1 for log-probs and entropies).
double Difference(const std::vector<double>& actual, const std::vector<double>& reference);

}  // namespace logphead::kernels

#endif  // LOGPHEAD_KERNELS_TEST_PROBLEM_H_
