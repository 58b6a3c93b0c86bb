// SPDX-License-Identifier: Apache-2.0
// The log-prob head in double precision, written apart from the product, to compare it with.
#ifndef LOGPHEAD_TESTS_E2E_NUMERIC_REFERENCE_H_
#define LOGPHEAD_TESTS_E2E_NUMERIC_REFERENCE_H_

#include <cstdint>
#include <vector>

namespace logphead::numeric {

// The numbers that the head is given, after rounding to the dtypes they are stored in.
struct ReferenceInput {
  int64_t batch = 0;
  int64_t sequence = 0;
  int64_t hidden = 0;
  int64_t vocab = 0;
  std::vector<double> hidden_states;  // [B, L, H]
  std::vector<double> kernel;         // [H, V], whatever layout the head gets it in
  std::vector<int64_t> targets;       // [B, L]; negative where there is none
  double temperature = 1;
  std::vector<double> d_logps;      // [B, L]
  std::vector<double> d_entropies;  // [B, L]
};

struct Reference {
  std::vector<double> logps;      // [B, L], 0 where there is no target
  std::vector<double> entropies;  // [B, L], likewise
  // Of sum(d_logps * logps) + sum(d_entropies * entropies).
  std::vector<double> d_hidden;  // [B, L, H]
  std::vector<double> d_kernel;  // [H, V]
  // The same sums over the magnitudes of their terms: what a relative error of each term makes.
  std::vector<double> d_hidden_terms;
  std::vector<double> d_kernel_terms;
};

Reference Compute(const ReferenceInput& input);

// sum(d_logps * logps) + sum(d_entropies * entropies), whose derivatives Compute gives.
double Objective(const ReferenceInput& input);

}  // namespace logphead::numeric

#endif  // LOGPHEAD_TESTS_E2E_NUMERIC_REFERENCE_H_
