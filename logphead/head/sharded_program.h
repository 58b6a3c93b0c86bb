// SPDX-License-Identifier: Apache-2.0
// Programs of the local and vocabulary-parallel heads: one manual computation around ShardedHead.
#ifndef LOGPHEAD_HEAD_SHARDED_PROGRAM_H_
#define LOGPHEAD_HEAD_SHARDED_PROGRAM_H_

#include "logphead/head/program.h"

namespace logphead {

// BuildProgram for HeadKind::kLocal and kVocab; the config is checked
// already.
Result<hlo::Program> BuildShardedProgram(const HeadConfig& config, ProgramKind kind);

}  // namespace logphead

#endif  // LOGPHEAD_HEAD_SHARDED_PROGRAM_H_
