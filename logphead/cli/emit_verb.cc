// SPDX-License-Identifier: Apache-2.0
// logphead emit: the StableHLO text of one head.
#include <fmt/format.h>

#include "logphead/base/files.h"
#include "logphead/cli/case_flags.h"
#include "logphead/cli/output.h"
#include "logphead/cli/verbs.h"
#include "logphead/hlo/printer.h"

namespace logphead::cli {

int EmitVerb(const Words& words) {
  CaseFlags flags;
  std::string output;
  CLI::App app("logphead emit: prints the StableHLO text of one head");
  AddProgramFlags(app, &flags);
  AddText(app, "Compiler", "--topology DEVICES", &flags.topology,
          "taken and not used: shapes and mesh decide the text");
  AddText(app, "Output", "--output FILE", &output, "file to write (default: stdout)");
  app.footer(
      "example:\n"
      "  logphead emit --batch 4 --sequence 4096 --hidden 64 --vocab 512 --chunk 2048 \\\n"
      "    --mesh fsdp=2,context=2,expert=2 --program forward");
  if (const auto status = ParseOrExit("emit", app, words)) return *status;

  KeepLast(&flags);
  const Result<Programs> programs = ExpandPrograms(flags);
  if (!programs.ok()) return Fail("emit", programs.error());
  if (programs->configs.size() != 1) {
    return Fail("emit",
                InvalidArgument(fmt::format("these flags describe {} programs (give one --head, "
                                            "--kernel, --chunk, --replicate-sequence and "
                                            "--variant)",
                                            programs->configs.size())));
  }
  const Result<hlo::Program> program = BuildProgram(programs->configs.front(), programs->kind);
  if (!program.ok()) return Fail("emit", program.error());
  PrintNotes(programs->notes);
  const std::string text = hlo::Print(*program);
  if (output.empty()) return PrintOut("emit", text, kExitYes);
  const Result<std::filesystem::path> file = OutputFile(output);
  if (!file.ok()) return Fail("emit", file.error());
  const Status status =
      WriteFileAtomically(*file, [&](FileSink& sink) { return sink.Write(text); });
  return status.ok() ? kExitYes : Fail("emit", status.error());
}

}  // namespace logphead::cli
