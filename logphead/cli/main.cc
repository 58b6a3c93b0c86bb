// SPDX-License-Identifier: Apache-2.0
// logphead: the command line.
#include <fmt/format.h>

#include <array>
#include <exception>
#include <new>

#include "logphead/cli/output.h"
#include "logphead/cli/verbs.h"
#include "logphead/io/names.h"

namespace logphead::cli {
namespace {

struct Verb {
  const char* name;
  int (*run)(const Words&);
  const char* what;  // null: hidden
};

constexpr std::array<Verb, 11> kVerbs = {{
    {"run", RunVerb, "score a batch: log-probs, entropies and gradients"},
    {"plan", PlanVerb, "compile ahead of time for pods that are not here: what fits, what fails"},
    {"calibrate", CalibrateVerb, "fit what devices do to measured seconds, for later plans"},
    {"plans", PlansVerb, "list, show or prune what plan remembers of past compiles"},
    {"bisect", BisectVerb, "find the first version of a compiler with which a case fails"},
    {"diff", DiffVerb, "compare two optimised programs"},
    {"emit", EmitVerb, "print a head's StableHLO text"},
    {"doctor", DoctorVerb, "which engines and compilers are found"},
    {"compile-child", CompileChildVerb, nullptr},
    {"probe-plugin", ProbePluginVerb, nullptr},
    {"count-devices", CountDevicesVerb, nullptr},
}};

std::string Usage() {
  std::string text = "logphead: the log-prob head, on any mesh, in any XLA compiler\n\n";
  for (const Verb& verb : kVerbs) {
    if (verb.what != nullptr) text += fmt::format("  logphead {:<9} {}\n", verb.name, verb.what);
  }
  return text +
         "\nlogphead VERB --help lists a verb's flags; logphead --version prints the version.\n"
         "exit status: 0 yes, 1 no, 2 bad flags or input, 3 an engine failed or is missing\n";
}

int Main(int argc, char** argv) {
  const Words words(argv + 1, argv + argc);
  if (words.empty()) {
    PrintError(Usage());
    return kExitUsage;
  }
  if (words[0] == "--help" || words[0] == "-h" || words[0] == "help") {
    return PrintOut("help", Usage(), kExitYes);
  }
  if (words[0] == "--version") {
    return PrintOut("version", fmt::format("logphead {}\n", LOGPHEAD_VERSION), kExitYes);
  }
  std::vector<std::string> known;
  for (const Verb& verb : kVerbs) {
    if (words[0] == verb.name) return verb.run(Words(words.begin() + 1, words.end()));
    if (verb.what != nullptr) known.emplace_back(verb.name);
  }
  const std::optional<std::string> near = ClosestName(words[0], known);
  PrintError(fmt::format(
      "logphead: unknown verb {}{}\n", QuoteName(words[0]),
      near ? fmt::format(" (did you mean {}?)", *near)
           : fmt::format(" (use {} or {})", fmt::join(known.begin(), known.end() - 1, ", "),
                         known.back())));
  return kExitUsage;
}

}  // namespace
}  // namespace logphead::cli

int main(int argc, char** argv) {
  using namespace logphead::cli;
  PrepareStreams();
  try {
    return Main(argc, argv);
  } catch (const std::bad_alloc&) {
    PrintError("logphead: out of memory\n");
  } catch (const std::exception& error) {
    PrintError(fmt::format("logphead: unexpected failure: {}\n", error.what()));
  }
  return kExitEngine;
}
