// SPDX-License-Identifier: Apache-2.0
// Fuzzes the flags of run, plan, emit and diff: each line of the input is a word of a command line.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "logphead/cli/arguments.h"
#include "logphead/cli/case_flags.h"
#include "logphead/cli/values.h"
#include "logphead/plan/report.h"
#include "logphead/plan/target.h"

namespace logphead::cli {
namespace {

void Require(bool truth, const char* what) {
  if (truth) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

template <typename T>
bool Told(const Result<T>& result) {
  if (!result.ok()) Require(!result.error().message().empty(), "an error without words");
  return result.ok();
}

Words Lines(std::string_view text) {
  Words words;
  while (true) {
    const size_t end = text.find('\n');
    words.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return words;
    text.remove_prefix(end + 1);
  }
}

// Flags of plan and emit, with the sides and the saved programs of diff.
void FuzzPrograms(const Words& words) {
  CaseFlags flags;
  if (words.size() % 2 == 1) {  // so that what else is given gets further
    flags.batch = "3";
    flags.sequence = "7";
    flags.hidden = "5";
    flags.vocab = "11";
  }
  std::string side;
  Words saved;
  CLI::App app("logphead fuzz: reads flags");
  AddProgramFlags(app, &flags);
  AddCompilerFlags(app, &flags);
  AddWords(app, "Sides", "--a", &side, "flags");
  app.add_option("programs", saved, "files")->type_name("");
  std::string help;
  const Result<bool> asked = ParseArguments(app, words, &help);
  if (!Told(asked)) return;
  Require(*asked == !help.empty(), "help without a text, or a text without help");
  Told(SplitWords("--a", side));
  Told(ParseTarget(flags.topology));
  const auto programs = ExpandPrograms(flags);
  if (!Told(programs)) return;
  Require(!programs->configs.empty(), "no program and no error");
  const HeadConfig& config = programs->configs.front();
  Require(CheckConfig(config).ok(), "a config that does not pass its checks");
  Require(BuildProgram(config, programs->kind).ok(), "a checked config that cannot be built");
}

// Flags of run, without its files.
void FuzzHead(const Words& words) {
  HeadFlags flags;
  std::string chunk = "1024";
  bool grad = false;
  CLI::App app("logphead fuzz: reads flags");
  AddHeadFlags(app, &flags);
  AddText(app, "Head", "--chunk N", &chunk, "tokens")->required();
  AddSwitch(app, "Head", "--grad", &grad, "gradients");
  std::string help;
  const Result<bool> asked = ParseArguments(app, words, &help);
  if (!Told(asked) || *asked) return;
  const auto tokens = ParseCount("--chunk", chunk);
  if (Told(tokens)) Require(*tokens >= 1, "a chunk below 1");
  const auto temperature = ResolveTemperature(flags);
  if (Told(temperature)) {
    const auto divisor = static_cast<float>(*temperature);
    Require(divisor > 0 && divisor * 0 == 0, "a temperature that is not above 0 or not finite");
  }
  Told(ResolvePrecision(flags.precision));
  const auto mesh = ResolveMesh(flags);
  if (Told(mesh)) Require(mesh->mesh.has_value() == !flags.mesh.empty(), "a mesh from nowhere");
}

void FuzzValues(const Words& words) {
  bool quotes = false;
  for (const std::string& word : words) {
    const auto count = ParseCount("--n", word, -5, 5);
    if (Told(count)) Require(*count >= -5 && *count <= 5, "a count out of its range");
    const auto number = ParseNumber("--t", word);
    if (Told(number)) Require(*number * 0 == 0, "a number that is not finite");
    Told(ParseList("--l", word));
    Told(ParseReportFormat(word));
    quotes = quotes || word.find('\'') != std::string::npos;
  }
  const auto back = SplitWords("--a", JoinWords(words));
  // In a quote a shell writes a quote as '\'' , which SplitWords does not read.
  if (!quotes) Require(back.ok() && *back == words, "joined words that do not split again");
}

}  // namespace
}  // namespace logphead::cli

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace logphead::cli;
  const Words words = Lines({reinterpret_cast<const char*>(data), size});
  FuzzPrograms(words);
  FuzzHead(words);
  FuzzValues(words);
  return 0;
}
