// SPDX-License-Identifier: Apache-2.0
// KernelChoice: whether a batch is scored by native kernels or by the engine's own ops, and why.
#ifndef LOGPHEAD_SCORE_KERNEL_CHOICE_H_
#define LOGPHEAD_SCORE_KERNEL_CHOICE_H_

#include <string>
#include <string_view>

#include "logphead/base/result.h"
#include "logphead/head/config.h"
#include "logphead/pjrt/client.h"

namespace logphead {

// What is asked for. kAuto and kNative: native kernels wherever they can do what is asked.
enum class KernelChoice { kAuto, kNative, kXla };

// "auto", "native", "xla"; errors list the names.
std::string_view KernelChoiceName(KernelChoice choice);
Result<KernelChoice> ParseKernelChoice(std::string_view text);

// What it came to.
struct ChosenKernels {
  Kernels kernels = Kernels::kXla;
  // kNative: the instruction set, what one thread of it reaches in matmuls at most, as measured,
  // and the threads that all devices share.
  std::string isa;
  double peak_gflops = 0;
  int threads = 0;
  // kXla: why not native, one clause; empty when xla was asked for.
  std::string why;
  // kNative: what is done otherwise than asked, one clause; empty when nothing is.
  std::string note;
};

// What can be told without an engine. Errors: a gradient filter outside [0, 1) or one that native
// kernels would not see; LOGPHEAD_THREADS and LOGPHEAD_ISA that do not fit, unless xla is asked
// for.
Status CheckKernels(KernelChoice choice, double gradient_filter, const HeadConfig& config);

// Chooses, registers the handlers with the client's engine where native kernels are chosen, and
// sets what the config says of kernels; where that makes another head of it, also that head, and a
// kernel sharding that suits it. Errors: CheckKernels', a gradient filter where the choice
// falls on xla, the engine's.
Result<ChosenKernels> ChooseKernels(const Client& client, KernelChoice choice,
                                    double gradient_filter, HeadConfig* config);

// Makes what programs with native kernels call known to the engine.
Status RegisterKernels(const Plugin& plugin);

}  // namespace logphead

#endif  // LOGPHEAD_SCORE_KERNEL_CHOICE_H_
