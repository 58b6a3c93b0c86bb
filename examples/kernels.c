/* SPDX-License-Identifier: Apache-2.0
 * Log-probs and their gradient from C: cc examples/kernels.c -I. -Lbuild -llogphead_kernels -lm */
#include <stdio.h>
#include <stdlib.h>

#include "logphead/logphead.h"

enum { kTokens = 4, kHidden = 64, kVocab = 1000 };

int main(void) {
  float* hidden = calloc(kTokens * kHidden, sizeof(float));
  float* kernel = malloc(sizeof(float) * kHidden * kVocab);
  float* d_kernel = malloc(sizeof(float) * kHidden * kVocab);
  const int32_t targets[kTokens] = {7, 999, -1, 0}; /* -1: not scored */
  const float ones[kTokens] = {1, 1, 1, 1};
  float logps[kTokens], lse[kTokens];
  for (int i = 0; i < kTokens * kHidden; ++i) hidden[i] = (float)(i % 7) - 3;
  for (int i = 0; i < kHidden * kVocab; ++i) kernel[i] = (float)(i % 11) / 64;

  const logphead_inputs inputs = {.struct_size = sizeof inputs,
                                  .tokens = kTokens,
                                  .hidden = kHidden,
                                  .columns = kVocab,
                                  .hidden_states = {hidden, LOGPHEAD_F32, kHidden, 1},
                                  .kernel = {kernel, LOGPHEAD_F32, kVocab, 1},
                                  .targets = targets,
                                  .targets_stride = 1,
                                  .temperature = 1};
  const logphead_options options = {sizeof options, 2, NULL, 0};
  const logphead_output out = {d_kernel, LOGPHEAD_F32, kVocab, 1};
  if (logphead_forward(&inputs, &options, logps, NULL, lse) != 0 ||
      logphead_backward(&inputs, &options, lse, NULL, ones, NULL, NULL, &out) != 0) {
    fprintf(stderr, "%s\n", logphead_error());
    return 1;
  }
  for (int i = 0; i < kTokens; ++i) printf("token %d: log-prob %.5f\n", i, logps[i]);
  printf("d_kernel[0][7] = %.5f\n", d_kernel[7]);
  return 0;
}
