// SPDX-License-Identifier: Apache-2.0
// Planner: from cases to rows.
#include "logphead/plan/planner.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <ratio>
#include <utility>

#include "logphead/hlo/printer.h"
#include "logphead/plan/compile.h"
#include "logphead/plan/compile_message.h"

namespace logphead {
namespace {

// A child that ended without a report: what ended it, and its last words.
void DescribeCrash(const ChildResult& child, PlanRow* row) {
  row->verdict = Verdict::kCrashed;
  if (child.end == ChildEnd::kTimedOut) row->verdict = Verdict::kTimeout;
  if (child.end == ChildEnd::kOutOfMemory) row->verdict = Verdict::kOutOfMemory;
  const std::string words = LastWords(child.stderr_tail);
  const std::string end = child.ok() ? "ended without a report" : child.Describe();
  row->message = "the compiler " + end + (words.empty() ? "" : ": " + words);
  row->compile_seconds = child.seconds;
}

void DescribeReport(const CompileReport& report, PlanRow* row) {
  row->compile_seconds = report.seconds;
  if (!report.compiled) {
    row->verdict = Verdict::kFails;
    row->message = OneLineMessage(report.message);
    row->offending_shape = OffendingShape(report.message);
    return;
  }
  row->verdict = Verdict::kCompiles;
  row->temp_bytes = report.memory.temp_bytes;
  row->argument_bytes = report.memory.argument_bytes;
  row->output_bytes = report.memory.output_bytes;
  row->collectives = report.collectives;
  row->code_bytes = report.memory.generated_code_bytes;
  row->alias_bytes = report.memory.alias_bytes;
  row->cost = report.cost;
}

void DescribePruned(double seconds, std::chrono::milliseconds budget, PlanRow* row) {
  const double minutes = std::chrono::duration<double, std::ratio<60>>(budget).count();
  row->verdict = Verdict::kPruned;
  row->compile_seconds = seconds;
  row->message = fmt::format(
      "{} when the plan's {:g} minutes were over",
      seconds > 0 ? fmt::format("stopped after {:.1f} s", seconds) : std::string("not yet started"),
      minutes);
}

// For people who look into the store.
std::string DescriptionOf(const PlanCase& plan_case, Verdict verdict) {
  const HeadConfig& config = plan_case.config;
  nlohmann::json json = {{"compiler", plan_case.compiler},
                         {"topology", plan_case.topology},
                         {"mesh", config.mesh ? config.mesh->ToString() : ""},
                         {"head", config.head.ToString()},
                         {"program", ProgramKindName(plan_case.program)},
                         {"batch", config.batch},
                         {"sequence", config.sequence},
                         {"hidden", config.hidden},
                         {"vocab", config.vocab},
                         {"chunk", config.chunk},
                         {"verdict", VerdictName(verdict)}};
  if (config.loss) json["loss"] = LossKindName(config.loss->kind);
  if (config.head.kind == HeadKind::kChunked) {
    json["replicate_sequence"] = ReplicateModeName(config.replicate.value_or(ReplicateMode::kAuto));
    json["variant"] = ReplicateVariantName(config.variant);
  } else {
    json["kernel"] = KernelReuseName(config.kernel_reuse);
  }
  // A compiler's path may hold anything.
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// One plan: rows become complete in any order and are handed over in order.
class Planning {
 public:
  Planning(const std::vector<PlanCase>& cases, const PlanOptions& options)
      : cases_(cases), options_(options), past_(options.past) {}

  // Programs are small (tens of kilobytes) and quick to build; a bad case is known before any
  // compile.
  Status Build() {
    for (const PlanCase& plan_case : cases_) {
      LOGPHEAD_ASSIGN_OR_RETURN(const hlo::Program program,
                                BuildProgram(plan_case.config, plan_case.program));
      programs_.push_back(hlo::Print(program));
      auto& key = keys_.emplace_back();
      if (past_ != nullptr) {
        key = past_->KeyOf(plan_case.plugin, plan_case.topology, programs_.back());
      }
      rows_.emplace_back().plan_case = plan_case;
    }
    return {};
  }

  Status Run(const std::function<Status(const PlanRow&)>& on_row) {
    PoolOptions pool = options_.pool;
    pool.known = [this](size_t job) { return Recall(job); };
    pool.finished = [this](size_t job, const JobResult& result) { Finish(job, result); };
    const auto command = [this](size_t job) -> Result<ChildCommand> { return Command(job); };
    const auto done = [&](size_t job, const JobResult& result) -> Status {
      if (!result.child.ok()) return result.child.error().WithContext("cannot start a compile");
      return on_row(rows_[job]);
    };
    return RunPool(cases_.size(), command, done, pool);
  }

 private:
  std::filesystem::path SavePath(size_t job) const {
    return options_.save_path ? options_.save_path(job) : std::filesystem::path();
  }

  bool Recall(size_t job) {
    if (!keys_[job].has_value() || !SavePath(job).empty()) return false;
    const std::optional<CompileReport> report = past_->Recall(*keys_[job]);
    if (!report.has_value()) return false;
    DescribeReport(*report, &rows_[job]);
    rows_[job].recalled = true;
    return true;
  }

  ChildCommand Command(size_t job) {
    const std::optional<Mesh>& mesh = cases_[job].config.mesh;
    const CompileRequest request{cases_[job].plugin, cases_[job].topology, SavePath(job),
                                 mesh ? mesh->ToString() : ""};
    ChildCommand child = CompileCommand(options_.self, request, std::move(programs_[job]));
    child.time_limit = options_.time_limit;
    child.memory_limit_bytes = options_.pool.memory_limit_bytes;
    return child;
  }

  void Finish(size_t job, const JobResult& result) {
    PlanRow& row = rows_[job];
    if (result.end == JobEnd::kKnown || !result.child.ok()) return;
    const ChildResult& child = *result.child;
    if (result.end == JobEnd::kPruned) {
      return DescribePruned(child.seconds, options_.pool.budget.value_or(std::chrono::seconds(0)),
                            &row);
    }
    if (!child.ok()) return DescribeCrash(child, &row);
    const Result<CompileReport> report = CompileReportFromJson(child.stdout_bytes);
    if (!report.ok()) return DescribeCrash(child, &row);
    DescribeReport(*report, &row);
    if (!keys_[job].has_value()) return;
    past_->Remember(*keys_[job], DescriptionOf(cases_[job], row.verdict), *report);
  }

  const std::vector<PlanCase>& cases_;
  const PlanOptions& options_;
  PastCompiles* const past_;
  std::vector<std::string> programs_;
  std::vector<std::optional<PlanKey>> keys_;
  std::vector<PlanRow> rows_;
};

}  // namespace

std::string_view VerdictName(Verdict verdict) {
  static constexpr std::array<std::string_view, 6> kNames = {"compiles", "fails",  "crashed",
                                                             "timeout",  "memory", "pruned"};
  return kNames[static_cast<size_t>(verdict)];
}

std::string ProgramFileName(const PlanCase& plan_case) {
  const HeadConfig& config = plan_case.config;
  std::string name =
      fmt::format("{}-{}", config.head.ToString(), ProgramKindName(plan_case.program));
  if (config.loss) name += fmt::format("-{}", LossKindName(config.loss->kind));
  const std::string_view way =
      config.head.kind == HeadKind::kChunked
          ? ReplicateModeName(config.replicate.value_or(ReplicateMode::kAuto))
          : KernelReuseName(config.kernel_reuse);
  name += fmt::format("-c{}-{}", config.chunk, way);
  if (config.variant != ReplicateVariant::kRule) {
    name += fmt::format("-{}", ReplicateVariantName(config.variant));
  }
  name += "-" + plan_case.topology + "-" + plan_case.compiler;
  for (char& c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '.' || c == '-' || c == '_';
    if (!plain) c = '-';
  }
  return name + ".hlo.pb";
}

Status RunPlan(const std::vector<PlanCase>& cases, const PlanOptions& options,
               const std::function<Status(const PlanRow&)>& on_row) {
  Planning planning(cases, options);
  LOGPHEAD_RETURN_IF_ERROR(planning.Build());
  return planning.Run(on_row);
}

}  // namespace logphead
