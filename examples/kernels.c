/* SPDX-License-Identifier: Apache-2.0 -- log-probs and the gradient of the kernel, from C. */
#include <stdio.h>

#include "logphead/logphead.h"

enum { kTokens = 4, kHidden = 64, kVocab = 1000 };

int main(void) {
  static float hidden[kTokens * kHidden], kernel[kHidden * kVocab], d_kernel[kHidden * kVocab];
  const int32_t targets[kTokens] = {7, 999, -1, 0}; /* -1: not scored */
  const float ones[kTokens] = {1, 1, 1, 1};
  float logps[kTokens], lse[kTokens];
  for (int i = 0; i < kTokens * kHidden; ++i) hidden[i] = (float)(i % 7) - 3;
  for (int i = 0; i < kHidden * kVocab; ++i) kernel[i] = (float)(i % 11) / 64;
  const logphead_inputs inputs = {sizeof inputs,
                                  kTokens,
                                  kHidden,
                                  kVocab,
                                  {hidden, LOGPHEAD_F32, kHidden, 1},
                                  {kernel, LOGPHEAD_F32, kVocab, 1},
                                  targets,
                                  1,
                                  1.0};
  const logphead_options options = {sizeof options, /*threads=*/2, NULL, 0};
  const logphead_output out = {d_kernel, LOGPHEAD_F32, kVocab, 1};
  if (logphead_forward(&inputs, &options, logps, NULL, lse) != 0 ||
      logphead_backward(&inputs, &options, lse, NULL, ones, NULL, NULL, &out) != 0) {
    return fprintf(stderr, "%s\n", logphead_error()), 1;
  }
  for (int i = 0; i < kTokens; ++i) printf("token %d: log-prob %.4f\n", i, logps[i]);
  return printf("d_kernel[0][7]: %.4f\n", d_kernel[7]), 0;
}
