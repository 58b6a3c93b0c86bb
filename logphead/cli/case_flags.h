// SPDX-License-Identifier: Apache-2.0
// Flags that describe programs to compile: shapes, chunks, rules, compilers; presets; their
// expansion into cases.
#ifndef LOGPHEAD_CLI_CASE_FLAGS_H_
#define LOGPHEAD_CLI_CASE_FLAGS_H_

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "logphead/cli/head_flags.h"
#include "logphead/cli/loss_flags.h"
#include "logphead/plan/planner.h"

namespace logphead::cli {

// As typed; empty: not given.
struct CaseFlags {
  HeadFlags head;
  LossFlags loss;
  std::string preset;
  std::string batch, sequence, hidden, vocab, chunk;
  std::string replicate, variant;
  std::string dtype, kernel_dtype, program;
  bool tied = false;
  std::string topology, compiler;
};

// Flags of one program (emit), and those of what compiles it as well (plan, diff).
void AddProgramFlags(CLI::App& app, CaseFlags* flags);
void AddCompilerFlags(CLI::App& app, CaseFlags* flags);

// Keeps the last of what plan takes several of: --mesh.
void KeepLast(CaseFlags* flags);

// The programs that the flags describe: for each mesh, the preset filled in where nothing is given
// and shapes padded to the mesh: heads x chunks, and of the chunked head x replicate modes x
// variants, of the others x ways of --kernel. Replicate modes are resolved: --replicate-sequence,
// else the environment. A chunk that is not given is DefaultChunk's, or of the chunked head the
// preset's.
struct Programs {
  std::vector<HeadConfig> configs;
  ProgramKind kind = ProgramKind::kLossAndGrad;
  std::vector<std::string> notes;
};
Result<Programs> ExpandPrograms(const CaseFlags& flags);

// The same for each topology, times the compilers. With several meshes or topologies the pairs of
// other numbers of devices are not told apart here. Errors of finding a compiler have the code
// NOT_FOUND.
struct Cases {
  std::vector<PlanCase> cases;
  std::vector<std::string> notes;
};
Result<Cases> ExpandCases(const CaseFlags& flags);

}  // namespace logphead::cli

#endif  // LOGPHEAD_CLI_CASE_FLAGS_H_
