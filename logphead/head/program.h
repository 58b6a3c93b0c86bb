// SPDX-License-Identifier: Apache-2.0
// The head's programs: forward, backward, and loss with gradients.
#ifndef LOGPHEAD_HEAD_PROGRAM_H_
#define LOGPHEAD_HEAD_PROGRAM_H_

#include "logphead/head/config.h"
#include "logphead/hlo/program.h"

namespace logphead {

// Arguments and results, by name; B, L, H, V and dtypes as in the config, cotangents, weights and
// masks f32.
enum class ProgramKind {
  // hidden, kernel, targets -> logps [B, L] (, entropies [B, L])
  kForward,
  // hidden, kernel, targets, cotangent_logps [B, L] (, cotangent_entropies [B, L])
  //   -> logps (, entropies), d_hidden [B, L, H], d_kernel, in one loop
  kBackward,
  // hidden, kernel, targets, weights [B, L], mask [B, L]
  //   -> loss, d_hidden, d_kernel (, entropies), in two loops, for
  //   loss = -sum(logps * weights * mask) / sum(mask); 0 when every mask is 0
  kLossAndGrad,
};

std::string_view ProgramKindName(ProgramKind kind);
Result<ProgramKind> ParseProgramKind(std::string_view text);

// The program as data. The replicate mode is resolved here: config.replicate, else `env`. Errors:
// CheckConfig's and ResolveReplicateMode's.
Result<hlo::Program> BuildProgram(const HeadConfig& config, ProgramKind kind,
                                  const EnvLookup& env = ProcessEnv);

}  // namespace logphead

#endif  // LOGPHEAD_HEAD_PROGRAM_H_
