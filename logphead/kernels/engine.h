// SPDX-License-Identifier: Apache-2.0
// Engine: the inner loops of the head for one instruction set, as a table of functions.
#ifndef LOGPHEAD_KERNELS_ENGINE_H_
#define LOGPHEAD_KERNELS_ENGINE_H_

#include <cstdint>

#include "logphead/kernels/isa.h"

namespace logphead::kernels {

// Blocks of memory that the loops work on. A unit is the four bytes that one lane of a matmul
// instruction takes: one f32, or, with `pairs`, two bf16 that follow each other along k. Every
// result tile is [mr][nr] f32, contiguous:
//   tokens     A operand  [block of mr tokens][unit of H][mr]
//   panel      B operand  [panel of nr columns][unit of k][nr]
//   logits     result     [panel of nr columns][token][nr]
// Rows and columns beyond the matrix are zeros.

// A matrix in the caller's memory, strides in elements.
struct Source {
  const void* data;
  bool bf16;
  int64_t row_stride;
  int64_t column_stride;
};
struct Sink {
  void* data;
  bool bf16;
  int64_t row_stride;
  int64_t column_stride;
};

// Where the k of an A operand lies: block j of k begins at a + j * a_step and has `length` units;
// its B operand begins at b + j * length * nr. Blocks are those of `list`, or 0 .. count-1 without.
struct KBlocks {
  int64_t count;
  const int32_t* list;
  int64_t length;
  int64_t a_step;
};

// Softmax pieces of mr tokens, carried over tiles: max (-inf before the first), sum and weighted
// are relative to it where it is finite and to 0 elsewhere.
struct SoftmaxRows {
  float* max;
  float* sum;
  float* weighted;
};

// Of each of mr tokens, for the gradient of its logits; cotangents already over the temperature.
struct GradientRows {
  const float* max;
  const float* log_sum;
  const float* mean_shifted;
  const float* d_logp;
  const float* d_entropy;  // null: none
};

struct Engine {
  Isa isa;
  bool pairs;
  int mr;
  int nr;

  // c (=, or += with `add`) A B. Of `tokens`, A(i, k) = a[i + k mr].
  void (*matmul_tokens)(const float* a, const float* b, float* c, bool add, const KBlocks& k);
  // A is a panel of logits: A(i, k) = a[i nr + k].
  void (*matmul_logits)(const float* a, const float* b, float* c, bool add, const KBlocks& k);
  // A is `tokens` with k over tokens: A(i, k) = a[i mr + k].
  void (*matmul_turned)(const float* a, const float* b, float* c, bool add, const KBlocks& k);

  // `count` rows (at most mr) given by index, `size` columns, to [units][mr]; `units` of them.
  void (*pack_rows)(const Source& source, const int64_t* rows, int64_t count, int64_t size,
                    int64_t units, float* out);
  // Rows 0 .. size-1 as k, columns first .. end-1, to panels [units][nr] one after the other.
  void (*pack_panels)(const Source& source, int64_t first, int64_t end, int64_t size, int64_t units,
                      float* out);

  // Logits of `count` tokens in place, `panels` of them `step` floats apart: times `scale`, plus
  // bias[panel nr + column] (null: none).
  void (*finish_logits)(float* logits, int64_t step, int64_t panels, int64_t count, float scale,
                        const float* bias);
  void (*softmax)(const float* logits, int64_t step, int64_t panels, int64_t count,
                  const SoftmaxRows& rows);
  // d_logits in place, without the target's part; rows count .. mr-1 become zeros. most[panel] is
  // the largest probability.
  void (*gradient)(float* logits, int64_t step, int64_t panels, int64_t count,
                   const GradientRows& rows, float* most);

  // Logits of `count` tokens kept as 16-bit steps below their token's reference, and taken back:
  // step 2^-11, so within 2^-12; more than 32 below, or -inf: -inf. Panels `step` floats and
  // `kept_step` halves apart; restore takes one panel.
  void (*keep)(const float* logits, int64_t step, int64_t panels, int64_t count,
               const float* references, uint16_t* kept, int64_t kept_step);
  void (*restore)(const uint16_t* kept, const float* references, int64_t count, float* logits);

  // With pairs, d_logits as operands. Of mr tokens, to A blocks [panel][nr / 2][mr] and to B
  // [mr / 2][nr] in each of the panels, `step` floats apart.
  void (*pack_gradient)(const float* logits, int64_t step, int64_t panels, float* a, float* b,
                        int64_t b_step);

  // `rounds` rounds of the matmul's instruction, operands and results in registers; returns the
  // floating point operations done, multiply and add counted each.
  double (*peak)(int64_t rounds);
};

// Null where this build does not have it.
const Engine* PortableEngine();
const Engine* Avx2Engine();
const Engine* Avx512Engine();
const Engine* Avx512Bf16Engine();
const Engine& EngineOf(Isa isa);

}  // namespace logphead::kernels

#endif  // LOGPHEAD_KERNELS_ENGINE_H_
