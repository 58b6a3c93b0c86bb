/* SPDX-License-Identifier: Apache-2.0
 * The C interface of the kernels: log-probs, entropies and gradients of a log-prob head on CPU
 * cores, with no engine. Link liblogphead_kernels.so.
 *
 * Arrays are the caller's. Every function returns 0, or an error's code as absl numbers them (3:
 * invalid argument, 8: out of memory, 12: not available here) and then logphead_error() tells what
 * is wrong and what would work; outputs are then unspecified. Calls may be made from any threads at
 * once. Results are the same to the bit for any number of threads. */
#ifndef LOGPHEAD_LOGPHEAD_H_
#define LOGPHEAD_LOGPHEAD_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LOGPHEAD_API __attribute__((visibility("default")))

typedef enum { LOGPHEAD_F32 = 0, LOGPHEAD_BF16 = 1 } logphead_dtype;

/* Element (row, column) lies at row * row_stride + column * column_stride, in elements. */
typedef struct {
  const void* data;
  logphead_dtype dtype;
  int64_t row_stride, column_stride;
} logphead_matrix;
typedef struct {
  void* data; /* NULL: not computed */
  logphead_dtype dtype;
  int64_t row_stride, column_stride;
} logphead_output;

/* T tokens against V columns: logits z = (h W) / temperature in f32. */
typedef struct {
  size_t struct_size;            /* sizeof(logphead_inputs) */
  int64_t tokens;                /* T */
  int64_t hidden;                /* H */
  int64_t columns;               /* V */
  logphead_matrix hidden_states; /* [T, H] */
  logphead_matrix kernel;        /* [H, V]; of a [V, H] table exchange the strides */
  const int32_t* targets;        /* [T]; negative: not scored, all results 0, row not read */
  int64_t targets_stride;
  double temperature; /* above 0 */
} logphead_inputs;

typedef struct {
  size_t struct_size;     /* sizeof(logphead_options) */
  int threads;            /* of this call, 1 or more */
  const char* isa;        /* NULL: the fastest measured; else portable, avx2, avx512, avx512bf16 */
  double gradient_filter; /* tiles with all probabilities below it are left out of gradients; 0:
                             none */
} logphead_options;

/* f32 [T] each, contiguous; NULL: not written. lse = log sum exp z; entropy = lse - sum p z. */
LOGPHEAD_API int logphead_forward(const logphead_inputs* inputs, const logphead_options* options,
                                  float* logps, float* entropies, float* lse);

/* Gradients of sum(d_logps * logps) + sum(d_entropies * entropies), recomputing logits: lse, and
 * with d_entropies also entropies, are logphead_forward's. d_entropies may be NULL. d_hidden [T,
 * H], d_kernel [H, V] by its strides. */
LOGPHEAD_API int logphead_backward(const logphead_inputs* inputs, const logphead_options* options,
                                   const float* lse, const float* entropies, const float* d_logps,
                                   const float* d_entropies, const logphead_output* d_hidden,
                                   const logphead_output* d_kernel);

/* A loss's cotangents of tokens first .. first+count-1 from their log-probs and entropies; arrays
 * of `count`, the cotangents zeros at first. Called from the calling thread. */
typedef void (*logphead_loss)(void* context, int64_t first, int64_t count, const float* logps,
                              const float* entropies, float* d_logps, float* d_entropies);

/* Log-probs (and entropies, unless NULL), the loss and both gradients with three matmuls in place
 * of four. */
LOGPHEAD_API int logphead_one_pass(const logphead_inputs* inputs, const logphead_options* options,
                                   logphead_loss loss, void* context, float* logps,
                                   float* entropies, const logphead_output* d_hidden,
                                   const logphead_output* d_kernel);

/* GFLOP/s of one thread's matmul instructions of an instruction set, measured once; 0: not
 * available here. */
LOGPHEAD_API double logphead_peak_gflops(const char* isa);
/* The name of the instruction set that is used for these dtypes. */
LOGPHEAD_API const char* logphead_best_isa(logphead_dtype hidden, logphead_dtype kernel);
/* Most bytes of scratch of all calls since the last logphead_reset_peak_bytes(). */
LOGPHEAD_API int64_t logphead_peak_bytes(void);
LOGPHEAD_API void logphead_reset_peak_bytes(void);

/* The last error of the calling thread, "" when there was none; valid until its next call. */
LOGPHEAD_API const char* logphead_error(void);

#ifdef __cplusplus
}
#endif

#endif /* LOGPHEAD_LOGPHEAD_H_ */
