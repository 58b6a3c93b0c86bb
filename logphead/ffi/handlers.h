// SPDX-License-Identifier: Apache-2.0
// The kernels as handlers of XLA's custom calls (typed FFI), by name.
#ifndef LOGPHEAD_FFI_HANDLERS_H_
#define LOGPHEAD_FFI_HANDLERS_H_

#include <span>

namespace logphead::ffi {

// A handler as an engine registers it: an XLA_FFI_Handler for platform "Host", API version 4.
struct Handler {
  const char* name;    // of the custom calls that it is for
  const char* symbol;  // under which liblogphead_ffi.so exports it
  void* function;
};

// All handlers work on N tokens against V columns of the vocabulary. Their first operands are
//   hidden bf16 or f32 [N, H], kernel bf16 or f32 [H, V] or [V, H], targets s32 [N] (negative: not
//   scored), column_ids s32 [V] (negative: not there) or [0] for column j having id j;
// and their attributes
//   temperature f64, vocab_major i1 (the kernel is [V, H]), isa string (empty: the fastest),
//   threads i64 (at most so many; 0: what LOGPHEAD_THREADS allows);
// those with a gradient have gradient_filter f64 besides. Dense, row-major.
//
// logphead_softmax (...) -> max, sum, weighted, target, found, f32 [N]: SoftmaxParts, and 1 where
//   the target is one of these columns, else 0.
// logphead_softmax_keeping (...) -> max, sum, weighted, target, found, logits f32 [LogitsFloats or
//   more].
// logphead_backward (..., max, log_sum, mean_shifted, d_logps, d_entropies) -> d_hidden, d_kernel:
//   the softmax of the whole vocabulary and cotangents, f32 [N]; mean_shifted and d_entropies may
//   be [0]. d_hidden is bf16 or f32 [N, H], d_kernel f32 of the kernel's shape.
// logphead_backward_of (..., max, log_sum, mean_shifted, d_logps, d_entropies, logits, d_kernel)
//   -> d_hidden, d_kernel: the same from kept logits, added to d_kernel, in whose place the result
//   should be (output_operand_aliases), or else it is copied.
//
// Every operand, result or attribute that does not fit is an error of the call.
std::span<const Handler> Handlers();

}  // namespace logphead::ffi

#endif  // LOGPHEAD_FFI_HANDLERS_H_
