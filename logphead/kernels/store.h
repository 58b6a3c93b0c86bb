// SPDX-License-Identifier: Apache-2.0
// Writing results into the caller's matrices, and reading hidden states turned.
#ifndef LOGPHEAD_KERNELS_STORE_H_
#define LOGPHEAD_KERNELS_STORE_H_

#include <cstdint>
#include <vector>

#include "logphead/kernels/work.h"

namespace logphead::kernels {

// values[0..count) to row `row`, columns from `column` on, rounded to its dtype; with `add` (f32
// only) added to what is there.
void StoreRow(const MutableMatrix& matrix, int64_t row, int64_t column, int64_t count,
              const float* values, bool add);

// The same of a tile [rows][nr] whose first value is (row, column): along the dimension that
// follows each other in memory.
void StoreTile(const MutableMatrix& matrix, int64_t row, int64_t rows, int64_t column,
               int64_t count, const float* tile, int64_t nr, bool add);

// Fetches what StoreRow will touch, for one that adds.
void PrefetchRow(const MutableMatrix& matrix, int64_t row, int64_t column, int64_t count);

// Zeros where a gradient has no token: rows of d_hidden beside `tokens` (which ascend) and, with
// no token at all, d_kernel.
void ClearOthers(const Work& work, const std::vector<int64_t>& tokens, const Gradients& gradients);

// bf16 hidden states of `count` tokens, columns first .. first+mr-1 of `size`, as pairs of tokens:
// [units][mr], zeros beyond.
void PackTurned(const Source& source, const int64_t* tokens, int64_t count, int64_t first,
                int64_t size, int64_t units, int64_t mr, float* out);

}  // namespace logphead::kernels

#endif  // LOGPHEAD_KERNELS_STORE_H_
