// SPDX-License-Identifier: Apache-2.0
// Seeded problems for the head: shapes, dtypes and kinds of token rows; their file, their reference
// and the bounds within which the head must agree with it.
//
// Bounds, u being the unit roundoff 2^-8 of bf16:
//   log-probs and entropies: 5e-6, for every input dtype (products of bf16 numbers are exact in f32
//     and summed in f32);
//   gradients: 1e-5 of their largest magnitude, and beside that
//     + u sum |dz_j W_ij| (d_hidden) or u sum |h_i dz_j| (d_kernel) when both inputs are bf16,
//       because dz is rounded to bf16 for the matmul units,
//     + u |d_hidden| when the hidden states are bf16, because d_hidden is returned as bf16,
//     + u sum |dz_j W_ij| in that case when devices share the vocabulary, because each rounds its
//       part of d_hidden to bf16 before the sum over them.
// Seen over the plan of numeric_grid_test, gradients relative to their largest magnitude:
//   inputs (hidden, kernel)   log-probs   entropies   d_hidden   d_kernel
//   f32, f32                  2.2e-6      7.6e-7      5.9e-7     3.9e-7
//   f32, bf16                 3.3e-6      1.1e-6      6.8e-7     7.8e-7
//   bf16, f32                 2.5e-6      1.6e-6      2.6e-3     8.3e-7
//   bf16, bf16                1.2e-6      5.3e-7      3.8e-3     2.4e-3
#ifndef LOGPHEAD_TESTS_E2E_NUMERIC_PROBLEM_H_
#define LOGPHEAD_TESTS_E2E_NUMERIC_PROBLEM_H_

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "logphead/score/batch.h"
#include "logphead/score/score.h"
#include "logphead/testing/tolerance.h"
#include "numeric_reference.h"

namespace logphead::numeric {

// Where targets come from.
enum class Rows {
  kTargets,    // given, some of them -100
  kPacked,     // tokens with segment ids, 0 being padding
  kPadded,     // tokens with a pad id
  kBoolMask,   // given, with a mask
  kFloatMask,  // likewise
  kIntMask,    // likewise
  kAllMasked,  // given, with a mask of zeros
  kAllIgnored  // -100 everywhere
};

struct Problem {
  int64_t batch = 3;
  int64_t sequence = 13;
  int64_t hidden = 9;
  int64_t vocab = 257;
  int64_t chunk = 7;
  std::string mesh;  // as MeshOf takes it
  KernelLayout layout = KernelLayout::kHiddenVocab;
  DType hidden_dtype = DType::kF32;
  DType kernel_dtype = DType::kF32;
  bool entropy = true;
  double temperature = 1;
  Rows rows = Rows::kTargets;
  std::optional<ReplicateMode> replicate;
  uint64_t seed = 1;

  // Letters, digits and underscores, e.g. "chunk7_V257_mesh2x2x2_HV_bf16_f32_T1_entropy_Packed".
  std::string Name() const;
  bool has_targets() const { return rows != Rows::kAllMasked && rows != Rows::kAllIgnored; }
};

inline void PrintTo(const Problem& problem, std::ostream* out) { *out << problem.Name(); }

// What the head is given, in a safetensors file in memory, and the same for the reference.
struct Inputs {
  std::string file;
  BatchOptions options;
  ReferenceInput reference;
};
Inputs MakeInputs(const Problem& problem);

// Reads the file and scores it: backward when `grad`, else forward.
Result<Scores> RunProblem(const Client& client, const Problem& problem, const Inputs& inputs,
                          bool grad);

// The largest differences that were seen: absolute, and for gradients relative to the largest.
struct Errors {
  double logps = 0;
  double entropies = 0;
  double d_hidden = 0;
  double d_kernel = 0;
};

// Adds test failures for whatever is beyond the bounds above, and for values other than exactly 0
// where there is no target.
enum class HiddenSums { kOneDevice, kOverDevices };
Errors ExpectClose(const Problem& problem, const Scores& scores, const Reference& reference,
                   const std::vector<int64_t>& targets, HiddenSums sums = HiddenSums::kOneDevice);

// Adds test failures where two results differ by more than f32 sums of the same terms in another
// order do: log-probs and entropies by a few roundings, gradients by orders u sum |terms|.
// Two such sums of n terms x differ by at most 2 n u sum |x|, u = 2^-24, and rather by sqrt(n) of
// that u. kOrders is for up to n = 8,192. kOrdersOfLogits is for logits in another order too: the
// exponential multiplies what they differ by, a few u sum |h W|.
constexpr double kOrders = 32;
constexpr double kOrdersOfLogits = 96;
void ExpectWithinSummationOrder(const Scores& a, const Scores& b, const Reference& reference,
                                double orders = kOrders);

// Adds test failures where two results differ in a bit.
void ExpectIdentical(const Scores& a, const Scores& b, MostlyZeros zeros = MostlyZeros::kRefused);

}  // namespace logphead::numeric

#endif  // LOGPHEAD_TESTS_E2E_NUMERIC_PROBLEM_H_
