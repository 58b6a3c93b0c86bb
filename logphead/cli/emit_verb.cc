// SPDX-License-Identifier: Apache-2.0
// logphead emit: the StableHLO text of one head.
#include <fmt/format.h>

#include "logphead/base/files.h"
#include "logphead/cli/case_flags.h"
#include "logphead/cli/verbs.h"
#include "logphead/hlo/printer.h"

namespace logphead::cli {

int EmitVerb(const Words& words) {
  CaseFlags flags;
  std::string output;
  CLI::App app("logphead emit: prints the StableHLO text of one head");
  AddProgramFlags(app, &flags);
  AddText(app, "--topology", &flags.topology, "not used: shapes and mesh decide the text");
  AddText(app, "--output", &output, "file to write (default: stdout)");
  if (const auto status = ParseOrExit("emit", app, words)) return *status;

  const Result<Programs> programs = ExpandPrograms(flags);
  if (!programs.ok()) return Fail("emit", programs.error());
  if (programs->configs.size() != 1) {
    return Fail("emit",
                InvalidArgument(fmt::format("these flags describe {} programs (give one --chunk, "
                                            "--replicate-sequence and --variant)",
                                            programs->configs.size())));
  }
  const Result<hlo::Program> program = BuildProgram(programs->configs.front(), programs->kind);
  if (!program.ok()) return Fail("emit", program.error());
  for (const std::string& note : programs->notes) fmt::print(stderr, "note: {}\n", note);
  const std::string text = hlo::Print(*program);
  if (output.empty()) {
    fmt::print("{}", text);
    return kExitYes;
  }
  const Status status =
      WriteFileAtomically(output, [&](FileSink& sink) { return sink.Write(text); });
  return status.ok() ? kExitYes : Fail("emit", status.error());
}

}  // namespace logphead::cli
