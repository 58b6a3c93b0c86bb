// SPDX-License-Identifier: Apache-2.0
// logphead diff: lines of two optimised programs that differ, metadata left out.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

#include "logphead/cli/case_flags.h"
#include "logphead/cli/children.h"
#include "logphead/cli/output.h"
#include "logphead/cli/values.h"
#include "logphead/cli/verbs.h"
#include "logphead/plan/optimized_hlo.h"
#include "logphead/plan/program_diff.h"
#include "logphead/plan/program_text.h"

namespace logphead::cli {
namespace {

struct DiffFlags {
  CaseFlags cases;
  std::string a, b;
  std::string limit;
  Words saved;
};

void AddDiffFlags(CLI::App& app, DiffFlags* flags) {
  AddProgramFlags(app, &flags->cases);
  AddCompilerFlags(app, &flags->cases);
  constexpr const char* kSides = "Sides";
  AddWords(app, kSides, "--a", &flags->a, "flags of the first program, on top of the shared ones");
  AddWords(app, kSides, "--b", &flags->b, "flags of the second");
  AddText(app, kSides, "--limit N", &flags->limit, "lines to list (default 100)");
  app.add_option("programs", flags->saved, "two programs that plan saved, in place of --a and --b")
      ->type_name("")
      ->group(kSides);
  app.footer(
      "example:\n"
      "  logphead diff --topology cpu:8 --mesh fsdp=2,context=2,expert=2 --batch 4 \\\n"
      "    --sequence 4096 --hidden 64 --vocab 512 --a \"--chunk 1024\" --b \"--chunk 2048\"");
}

// A folder that goes when this does.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "logphead-diff-XXXXXX").string();
    if (mkdtemp(pattern.data()) != nullptr) path_ = pattern;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// The one case of the shared flags with one side's on top.
Result<PlanCase> CaseOf(const Words& shared, const char* side, const std::string& extra) {
  LOGPHEAD_ASSIGN_OR_RETURN(const Words more, SplitWords(side, extra));
  Words words = shared;
  words.insert(words.end(), more.begin(), more.end());
  DiffFlags flags;
  CLI::App app;
  AddDiffFlags(app, &flags);
  std::string help;
  const Result<bool> asked = ParseArguments(app, words, &help);
  if (!asked.ok()) return asked.error().WithContext(side);
  if (*asked || !flags.saved.empty() || !flags.a.empty() || !flags.b.empty() ||
      !flags.limit.empty()) {
    return InvalidArgument(fmt::format("{} takes flags of programs alone", side));
  }
  KeepLast(&flags.cases);
  const Result<Cases> cases = ExpandCases(flags.cases);
  if (!cases.ok()) return cases.error().WithContext(side);
  if (cases->cases.size() != 1) {
    return InvalidArgument(fmt::format(
        "{} describes {} programs (give one --head, --kernel, --chunk, --replicate-sequence, "
        "--variant and --compiler)",
        side, cases->cases.size()));
  }
  return cases->cases.front();
}

// Compiles both sides, saving their programs in `folder` as a and b. An error of the compilers' has
// the code FAILED_PRECONDITION.
Status CompileBoth(const std::vector<PlanCase>& cases, const std::filesystem::path& folder,
                   std::vector<std::filesystem::path>* saved) {
  LOGPHEAD_RETURN_IF_ERROR(CheckDeviceCounts(cases));
  for (size_t i = 0; i < cases.size(); ++i) {
    const std::filesystem::path side = folder / (i == 0 ? "a" : "b");
    std::error_code ignored;
    std::filesystem::create_directory(side, ignored);
    saved->push_back(side / "program.hlo.pb");
  }
  PlanOptions options;
  options.self = SelfPath();
  options.save_path = [&](size_t job) { return (*saved)[job]; };
  const auto on_row = [](const PlanRow& row) -> Status {
    if (row.verdict == Verdict::kCompiles) return {};
    const HeadConfig& config = row.plan_case.config;
    const std::string rule =
        config.head.kind == HeadKind::kChunked
            ? fmt::format(", replicate {}", ReplicateModeName(*config.replicate))
            : std::string();
    return FailedPrecondition(fmt::format("{}, chunk {}{} {}: {}", config.head.ToString(),
                                          config.chunk, rule, VerdictName(row.verdict),
                                          row.message));
  };
  return RunPlan(cases, options, on_row);
}

int Compare(const std::filesystem::path& a, const std::filesystem::path& b, size_t limit) {
  const Result<HloModule> first = LoadProgram(a);
  if (!first.ok()) return Fail("diff", first.error());
  const Result<HloModule> second = LoadProgram(b);
  if (!second.ok()) return Fail("diff", second.error());
  const ProgramText text_a(*first);
  const ProgramText text_b(*second);
  DiffOptions options;
  options.max_listed = limit;
  const ProgramDiff diff = DiffPrograms(text_a, text_b, options);
  std::string text = fmt::format(
      "{} lines differ: {} only in a ({} lines), {} only in b ({} lines)\n", diff.lines(),
      diff.removed, text_a.lines().size(), diff.added, text_b.lines().size());
  for (const std::string& line : diff.listing) text += line + "\n";
  return PrintOut("diff", text, diff.lines() == 0 ? kExitYes : kExitNo);
}

// The flags as typed that describe programs, without the verb's own.
Words SharedFlags(const Words& words) {
  Words shared;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string name = words[i].substr(0, words[i].find('='));
    if (name != "--a" && name != "--b" && name != "--limit") {
      shared.push_back(words[i]);
    } else if (name == words[i]) {
      ++i;  // its value
    }
  }
  return shared;
}

}  // namespace

int DiffVerb(const Words& words) {
  DiffFlags flags;
  CLI::App app("logphead diff: lines of two optimised programs that differ, metadata left out");
  AddDiffFlags(app, &flags);
  if (const auto status = ParseOrExit("diff", app, words)) return *status;
  int64_t limit = 100;
  if (!flags.limit.empty()) {
    const Result<int64_t> parsed = ParseCount("--limit", flags.limit, 0);
    if (!parsed.ok()) return Fail("diff", parsed.error());
    limit = *parsed;
  }
  if (!flags.saved.empty()) {
    if (flags.saved.size() != 2 || !flags.a.empty() || !flags.b.empty()) {
      return Fail("diff", InvalidArgument("give either two saved programs or --a and --b"));
    }
    return Compare(flags.saved[0], flags.saved[1], static_cast<size_t>(limit));
  }
  if (flags.a.empty() && flags.b.empty()) {
    return Fail("diff", InvalidArgument("there is nothing to compare (give --a and --b, or two "
                                        "saved programs)"));
  }
  const TemporaryFolder folder;
  if (folder.path().empty()) return Fail("diff", Internal("cannot make a temporary folder"));
  const Words shared = SharedFlags(words);
  std::vector<PlanCase> cases;
  for (const auto& [side, extra] : {std::pair{"--a", &flags.a}, std::pair{"--b", &flags.b}}) {
    Result<PlanCase> plan_case = CaseOf(shared, side, *extra);
    if (!plan_case.ok()) {
      return Fail("diff", plan_case.error(), StatusOf(plan_case.error()));
    }
    cases.push_back(std::move(*plan_case));
  }
  std::vector<std::filesystem::path> saved;
  if (const Status status = CompileBoth(cases, folder.path(), &saved); !status.ok()) {
    return Fail("diff", status.error(), StatusOf(status.error()));
  }
  return Compare(saved[0], saved[1], static_cast<size_t>(limit));
}

}  // namespace logphead::cli
