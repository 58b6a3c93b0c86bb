// SPDX-License-Identifier: Apache-2.0
// Planner: from cases to rows.
#include "logphead/plan/planner.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <ratio>
#include <utility>

#include "logphead/hlo/printer.h"
#include "logphead/plan/compile.h"
#include "logphead/plan/compile_message.h"
#include "logphead/plan/fingerprint.h"

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

// One plan: compiles end in any order, rows are handed over in order.
class Planning {
 public:
  using OnRow = std::function<Status(const PlanRow&)>;

  Planning(const std::vector<PlanCase>& cases, const PlanOptions& options, const OnRow& on_row)
      : cases_(cases), options_(options), on_row_(on_row) {}

  // Programs are small (tens of kilobytes) and quick to build; a bad case is known before any
  // compile. Equal ones, as of replicate modes that agree on a chunk, are compiled once.
  Status Build() {
    std::map<std::string, size_t> jobs;
    for (size_t i = 0; i < cases_.size(); ++i) {
      LOGPHEAD_ASSIGN_OR_RETURN(const hlo::Program program,
                                BuildProgram(cases_[i].config, cases_[i].program));
      Job job;
      job.first = i;
      job.program = hlo::Print(program);
      const std::string print = Fingerprint(
          {cases_[i].plugin.string(), cases_[i].topology, job.program, SavePath(i).string()});
      const auto [it, fresh] = jobs.try_emplace(print, jobs_.size());
      job_of_.push_back(it->second);
      if (!fresh) continue;
      if (options_.past != nullptr && SavePath(i).empty()) {
        job.key = options_.past->KeyOf(cases_[i].plugin, cases_[i].topology, job.program);
      }
      jobs_.push_back(std::move(job));
    }
    return {};
  }

  Status Run() {
    PoolOptions pool = options_.pool;
    pool.known = [this](size_t job) { return Recall(job); };
    pool.finished = [this](size_t job, const JobResult& result) { Finish(job, result); };
    const auto command = [this](size_t job) -> Result<ChildCommand> { return Command(job); };
    const auto done = [this](size_t job, const JobResult& result) -> Status {
      if (!result.child.ok()) return result.child.error().WithContext("cannot start a compile");
      return HandOver(job);
    };
    Status ran = RunPool(jobs_.size(), command, done, pool);
    if (!ran.ok() && ran.error().code() == Code::kCancelled) {
      LOGPHEAD_RETURN_IF_ERROR(HandOver(jobs_.size()));
    }
    return ran;
  }

 private:
  // One compile, for one or more cases.
  struct Job {
    size_t first = 0;  // of its cases
    std::string program;
    std::optional<PlanKey> key;
    bool finished = false;
    PlanRow row;  // without its case
  };

  std::filesystem::path SavePath(size_t i) const {
    return options_.save_path ? options_.save_path(i) : std::filesystem::path();
  }

  bool Recall(size_t number) {
    Job& job = jobs_[number];
    if (!job.key.has_value()) return false;
    const std::optional<CompileReport> report = options_.past->Recall(*job.key);
    if (!report.has_value()) return false;
    DescribeReport(*report, &job.row);
    job.row.recalled = true;
    return true;
  }

  ChildCommand Command(size_t number) {
    Job& job = jobs_[number];
    const PlanCase& plan_case = cases_[job.first];
    const std::optional<Mesh>& mesh = plan_case.config.mesh;
    const CompileRequest request{plan_case.plugin, plan_case.topology, SavePath(job.first),
                                 mesh ? mesh->ToString() : ""};
    ChildCommand child = CompileCommand(options_.self, request, std::move(job.program));
    child.time_limit = options_.time_limit;
    child.memory_limit_bytes = options_.pool.memory_limit_bytes;
    return child;
  }

  void Finish(size_t number, const JobResult& result) {
    Job& job = jobs_[number];
    job.finished = true;
    if (result.end == JobEnd::kKnown || !result.child.ok()) return;
    const ChildResult& child = *result.child;
    if (result.end == JobEnd::kPruned) {
      const auto budget = options_.pool.budget.value_or(std::chrono::milliseconds(0));
      return DescribePruned(child.seconds, budget, &job.row);
    }
    if (!child.ok()) return DescribeCrash(child, &job.row);
    const Result<CompileReport> report = CompileReportFromJson(child.stdout_bytes);
    if (!report.ok()) return DescribeCrash(child, &job.row);
    DescribeReport(*report, &job.row);
    if (!job.key.has_value()) return;
    options_.past->Remember(*job.key, DescriptionOf(cases_[job.first], job.row.verdict), *report);
  }

  // Rows of the jobs up to this one, which have all finished unless the plan was interrupted.
  Status HandOver(size_t last_job) {
    while (next_row_ < cases_.size() && job_of_[next_row_] <= last_job) {
      const size_t i = next_row_++;
      const Job& job = jobs_[job_of_[i]];
      if (!job.finished) continue;
      PlanRow row = job.row;
      row.plan_case = cases_[i];
      if (i != job.first) row.recalled = true;
      LOGPHEAD_RETURN_IF_ERROR(on_row_(row));
    }
    return {};
  }

  const std::vector<PlanCase>& cases_;
  const PlanOptions& options_;
  const OnRow& on_row_;
  std::vector<Job> jobs_;  // in the order of their first cases
  std::vector<size_t> job_of_;
  size_t next_row_ = 0;
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
  Planning planning(cases, options, on_row);
  LOGPHEAD_RETURN_IF_ERROR(planning.Build());
  return planning.Run();
}

}  // namespace logphead
