// SPDX-License-Identifier: Apache-2.0
// Report of logphead run: text and JSON.
#include "logphead/cli/run_report.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "logphead/plan/case_names.h"

namespace logphead::cli {
namespace {

// The loss stands apart from its metrics.
void AddLoss(const LossConfig& loss, const Scores& scores, nlohmann::ordered_json* json) {
  (*json)["loss_name"] = LossKindName(loss.kind);
  nlohmann::ordered_json metrics = nlohmann::ordered_json::object();
  for (const Scores::Metric& metric : scores.metrics) {
    (metric.name == "loss" ? (*json)["loss"] : metrics[metric.name]) = metric.value;
  }
  (*json)["metrics"] = metrics;
}

std::string KernelsText(const ChosenKernels& chosen) {
  if (chosen.kernels == Kernels::kXla) {
    return chosen.why.empty() ? "xla" : fmt::format("xla: {}", chosen.why);
  }
  std::string text =
      fmt::format("native, {} ({:.0f} GFLOP/s a thread), {} thread{}", chosen.isa,
                  chosen.peak_gflops, chosen.threads, chosen.threads == 1 ? "" : "s");
  if (!chosen.note.empty()) text += ": " + chosen.note;
  return text;
}

nlohmann::ordered_json KernelsJson(const ChosenKernels& chosen, const ScoreOptions& options) {
  nlohmann::ordered_json json;
  json["asked"] = KernelChoiceName(options.kernels);
  json["used"] = KernelsName(chosen.kernels);
  if (chosen.kernels == Kernels::kNative) {
    json["isa"] = chosen.isa;
    json["peak_gflops_per_thread"] = chosen.peak_gflops;
    json["threads"] = chosen.threads;
    json["gradient_filter"] = options.gradient_filter;
    json["note"] = chosen.note;
  } else {
    json["why"] = chosen.why;
  }
  return json;
}

}  // namespace

RunSummary Summarize(const Batch& batch, const Scores& scores) {
  RunSummary summary;
  summary.scored = batch.scored();
  double logps = 0;
  double entropies = 0;
  for (const float value : scores.logps) logps += value;
  for (const float value : scores.entropies) entropies += value;
  const auto mean = [&](double sum) {
    if (std::isnan(sum)) return std::numeric_limits<double>::quiet_NaN();  // without a sign
    return summary.scored > 0 ? sum / static_cast<double>(summary.scored) : 0;
  };
  summary.mean_logp = mean(logps);
  summary.mean_entropy = mean(entropies);
  const double seconds = scores.put_seconds + scores.run_seconds + scores.get_seconds;
  if (seconds > 0) {
    summary.tokens_per_second = static_cast<double>(batch.positions()) / seconds;
  }
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  summary.peak_process_bytes = int64_t{usage.ru_maxrss} * 1024;
  return summary;
}

std::string RunText(const RunReport& report, const ScoreOptions& options, const Batch& batch,
                    const Scores& scores, const RunSummary& summary) {
  const std::string where = options.mesh ? fmt::format("{} {} devices ({})", options.mesh->size(),
                                                       report.device, options.mesh->ToString())
                                         : fmt::format("1 {} device", report.device);
  std::string text =
      fmt::format("scored {} of {} positions on {}\n", summary.scored, batch.positions(), where);
  text += fmt::format("mean log-prob      {:.6f}\n", summary.mean_logp);
  text += fmt::format("perplexity         {:.4f}\n", summary.perplexity());
  if (options.entropy) text += fmt::format("mean entropy       {:.6f}\n", summary.mean_entropy);
  for (const Scores::Metric& metric : scores.metrics) {
    const float value =
        std::isnan(metric.value) ? std::numeric_limits<float>::quiet_NaN() : metric.value;
    text += fmt::format("{:<18} {:.9g}\n", metric.name, value);  // NaN without a sign
  }
  if (batch.positions() > 0) {
    text += fmt::format("kernels            {}\n", KernelsText(scores.kernels));
  }
  text += fmt::format(
      "tokens/s           {:.0f} (compile {:.2f} s, put {:.3f} s, run {:.3f} s, get {:.3f} s)\n",
      summary.tokens_per_second, scores.compile_seconds, scores.put_seconds, scores.run_seconds,
      scores.get_seconds);
  text += fmt::format(
      "peak memory        {} of the process; per device {} temporaries, {} arguments, {} outputs\n",
      HumanBytes(summary.peak_process_bytes), HumanBytes(scores.memory.temp_bytes),
      HumanBytes(scores.memory.argument_bytes), HumanBytes(scores.memory.output_bytes));
  if (!report.output.empty()) text += fmt::format("wrote              {}\n", report.output);
  return text;
}

std::string RunJson(const RunReport& report, const ScoreOptions& options, const Batch& batch,
                    const Scores& scores, const RunSummary& summary) {
  nlohmann::ordered_json json;
  json["schema"] = 1;
  json["head"] = options.head.ToString();
  json["program"] = ProgramKindName(options.program());
  if (batch.positions() > 0) json["kernels"] = KernelsJson(scores.kernels, options);
  json["positions"] = batch.positions();
  json["scored"] = summary.scored;
  json["mean_logp"] = summary.mean_logp;
  json["perplexity"] = summary.perplexity();
  if (options.entropy) json["mean_entropy"] = summary.mean_entropy;
  if (options.loss) AddLoss(*options.loss, scores, &json);
  json["tokens_per_second"] = summary.tokens_per_second;
  json["start_seconds"] = report.start_seconds;
  json["compile_seconds"] = scores.compile_seconds;
  json["put_seconds"] = scores.put_seconds;
  json["run_seconds"] = scores.run_seconds;
  json["get_seconds"] = scores.get_seconds;
  json["peak_process_bytes"] = summary.peak_process_bytes;
  json["temp_bytes"] = scores.memory.temp_bytes;
  json["argument_bytes"] = scores.memory.argument_bytes;
  json["output_bytes"] = scores.memory.output_bytes;
  json["notes"] = batch.notes;
  json["output"] = report.output;
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace logphead::cli
