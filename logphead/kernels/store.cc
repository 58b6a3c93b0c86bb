// SPDX-License-Identifier: Apache-2.0
// Writing results into the caller's matrices, and reading hidden states turned.
#include "logphead/kernels/store.h"

#include <cstring>

#include "logphead/base/bfloat16.h"

namespace logphead::kernels {

void StoreRow(const MutableMatrix& matrix, int64_t row, int64_t column, int64_t count,
              const float* values, bool add) {
  const int64_t first = row * matrix.row_stride + column * matrix.column_stride;
  const int64_t step = matrix.column_stride;
  if (matrix.dtype == DType::kF32) {
    float* out = static_cast<float*>(matrix.data) + first;
    if (step == 1 && !add) {
      std::memcpy(out, values, static_cast<size_t>(count) * sizeof(float));
    } else if (step == 1) {
      for (int64_t j = 0; j < count; ++j) out[j] += values[j];
    } else {
      for (int64_t j = 0; j < count; ++j) out[j * step] = values[j] + (add ? out[j * step] : 0);
    }
    return;
  }
  uint16_t* out = static_cast<uint16_t*>(matrix.data) + first;
  for (int64_t j = 0; j < count; ++j) out[j * step] = FloatToBFloat16(values[j]);
}

void StoreTile(const MutableMatrix& matrix, int64_t row, int64_t rows, int64_t column,
               int64_t count, const float* tile, int64_t nr, bool add) {
  if (matrix.row_stride != 1 || matrix.dtype != DType::kF32) {
    for (int64_t i = 0; i < rows; ++i) {
      StoreRow(matrix, row + i, column, count, tile + i * nr, add);
    }
    return;
  }
  for (int64_t j = 0; j < count; ++j) {
    float* out = static_cast<float*>(matrix.data) + row + (column + j) * matrix.column_stride;
    for (int64_t i = 0; i < rows; ++i) out[i] = tile[i * nr + j] + (add ? out[i] : 0);
  }
}

void PrefetchRow(const MutableMatrix& matrix, int64_t row, int64_t column, int64_t count) {
  if (matrix.column_stride != 1) return;
  const int64_t bytes = matrix.dtype == DType::kF32 ? 4 : 2;
  const char* first =
      static_cast<const char*>(matrix.data) + (row * matrix.row_stride + column) * bytes;
  for (int64_t at = 0; at < count * bytes; at += 64) __builtin_prefetch(first + at, 1);
}

void ClearOthers(const Work& work, const std::vector<int64_t>& tokens, const Gradients& gradients) {
  const HeadInputs& inputs = *work.inputs;
  if (gradients.d_hidden.data) {
    const std::vector<float> zeros(static_cast<size_t>(inputs.hidden), 0.0F);
    size_t next = 0;
    for (int64_t i = 0; i < inputs.tokens; ++i) {
      if (next < tokens.size() && tokens[next] == i) {
        ++next;
      } else {
        StoreRow(gradients.d_hidden, i, 0, inputs.hidden, zeros.data(), false);
      }
    }
  }
  if (tokens.empty() && gradients.d_kernel.data && !gradients.add_to_d_kernel) {
    const std::vector<float> zeros(static_cast<size_t>(inputs.columns), 0.0F);
    for (int64_t h = 0; h < inputs.hidden; ++h) {
      StoreRow(gradients.d_kernel, h, 0, inputs.columns, zeros.data(), false);
    }
  }
}

void PackTurned(const Source& source, const int64_t* tokens, int64_t count, int64_t first,
                int64_t size, int64_t units, int64_t mr, float* out) {
  const auto* data = static_cast<const uint16_t*>(source.data);
  const auto at = [&](int64_t token, int64_t column) -> uint32_t {
    if (token >= count || column >= size) return 0;
    return data[tokens[token] * source.row_stride + column * source.column_stride];
  };
  for (int64_t k = 0; k < units; ++k) {
    for (int64_t i = 0; i < mr; ++i) {
      const uint32_t both = at(2 * k + 1, first + i) << 16 | at(2 * k, first + i);
      std::memcpy(out + k * mr + i, &both, sizeof both);
    }
  }
}

}  // namespace logphead::kernels
