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
  //   loss = -sum(logps * weights * mask) / sum(mask); 0 when every mask is 0.
  // With config.loss: the arguments and results of kFused, all the same in two loops.
  kLossAndGrad,
  // hidden, kernel, targets, advantages [B, L], mask [B, L] (, old_logps)(, ref_logps) [B, L]
  //   -> loss and metrics (PolicyLoss::SummaryNames), d_hidden, d_kernel, logps (, entropies),
  //   for config.loss: in one loop of three matmuls where the gradient of a token depends on that
  //   token alone, else (gspo) in two loops
  kFused,
};

std::string_view ProgramKindName(ProgramKind kind);
Result<ProgramKind> ParseProgramKind(std::string_view text);

// The program as data. The replicate mode is resolved here: config.replicate, else `env`. Errors:
// CheckConfig's and ResolveReplicateMode's.
Result<hlo::Program> BuildProgram(const HeadConfig& config, ProgramKind kind,
                                  const EnvLookup& env = ProcessEnv);

}  // namespace logphead

#endif  // LOGPHEAD_HEAD_PROGRAM_H_
