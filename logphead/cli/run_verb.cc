// SPDX-License-Identifier: Apache-2.0
// logphead run: scores a batch on an engine and writes log-probs, entropies and gradients.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "logphead/cli/head_flags.h"
#include "logphead/cli/output.h"
#include "logphead/cli/values.h"
#include "logphead/cli/verbs.h"
#include "logphead/head/targets.h"
#include "logphead/io/safetensors.h"
#include "logphead/pjrt/find.h"
#include "logphead/pjrt/plugin.h"
#include "logphead/plan/report.h"
#include "logphead/score/score.h"

namespace logphead::cli {
namespace {

// Virtual CPU devices beyond this are more likely a slip than a wish.
constexpr int64_t kMostCpuDevices = 64;

struct RunFlags {
  HeadFlags head;
  std::string input, output;
  std::string chunk = "1024";
  std::string replicate;
  std::string device = "cpu";
  std::string plugin;
  std::string align = "hidden";
  std::string pad_id, padding_segment;
  std::string format = "text";
  bool grad = false;
  bool refuse_nonfinite = false;
};

void AddRunFlags(CLI::App& app, RunFlags* flags) {
  constexpr const char* kFiles = "Input and output";
  constexpr const char* kTokens = "Tokens";
  constexpr const char* kEngine = "Engine";
  AddText(app, kFiles, "--input FILE", &flags->input, "safetensors file to score")->required();
  AddText(app, kFiles, "--output FILE", &flags->output, "safetensors file to write");
  AddText(app, kFiles, "--format F", &flags->format, "of the summary: text (default) or json");
  AddSwitch(app, kFiles, "--refuse-nonfinite", &flags->refuse_nonfinite,
            "NaN and infinite inputs are an error, not a note");
  AddText(app, kHeadGroup, "--chunk N", &flags->chunk,
          "tokens of a row per iteration (default 1024)");
  AddSwitch(app, kHeadGroup, "--grad", &flags->grad,
            "d_hidden and d_kernel, from the file's cotangents or of sum(logps)");
  AddHeadFlags(app, &flags->head);
  AddText(app, kMeshGroup, "--replicate-sequence MODE", &flags->replicate,
          "auto, always or never (default: LOGPHEAD_REPLICATE_SEQUENCE, else auto)");
  AddText(app, kTokens, "--align WHERE", &flags->align,
          "hidden: a value stands where it is predicted (default); token: at the token");
  AddText(app, kTokens, "--pad-id ID", &flags->pad_id, "token id of padding in 'tokens'");
  AddText(app, kTokens, "--padding-segment ID", &flags->padding_segment,
          "segment id of padding, or none (default: 0 where ids count from 1)");
  AddText(app, kEngine, "--device NAME", &flags->device, "cpu (default), tpu or cuda");
  AddText(app, kEngine, "--plugin NAME", &flags->plugin, "a plugin's path or PACKAGE==VERSION");
  app.footer(
      "example:\n"
      "  logphead run --input batch.safetensors --output scores.safetensors --entropy --grad \\\n"
      "    --mesh fsdp=2,context=2,expert=2 --chunk 512");
}

// An id that an i32 tensor can hold.
Result<int32_t> ParseId(const char* flag, const std::string& text) {
  LOGPHEAD_ASSIGN_OR_RETURN(const int64_t id, ParseCount(flag, text, INT32_MIN, INT32_MAX));
  return static_cast<int32_t>(id);
}

Result<BatchOptions> BatchOptionsFrom(const RunFlags& flags) {
  BatchOptions options;
  options.refuse_nonfinite = flags.refuse_nonfinite;
  if (!flags.pad_id.empty()) {
    LOGPHEAD_ASSIGN_OR_RETURN(options.pad_id, ParseId("--pad-id", flags.pad_id));
  }
  if (!flags.padding_segment.empty()) {
    options.padding_segment_set = true;
    if (flags.padding_segment != "none") {
      LOGPHEAD_ASSIGN_OR_RETURN(options.padding_segment,
                                ParseId("--padding-segment", flags.padding_segment));
    }
  }
  return options;
}

struct Job {
  ScoreOptions score;
  BatchOptions batch;
  Engine engine = Engine::kCpu;
  bool align_to_tokens = false;
  std::filesystem::path output;
  std::vector<std::string> notes;
};

Result<Engine> ParseEngine(const std::string& text) {
  for (const Engine engine : {Engine::kCpu, Engine::kTpu, Engine::kCuda}) {
    if (EngineName(engine) == text) return engine;
  }
  return InvalidArgument(fmt::format("--device '{}' is unknown (use cpu, tpu or cuda)", text));
}

Result<Job> JobFrom(const RunFlags& flags) {
  Job job;
  LOGPHEAD_RETURN_IF_ERROR(CheckChoice("--align", flags.align, {"hidden", "token"}));
  LOGPHEAD_RETURN_IF_ERROR(CheckChoice("--format", flags.format, {"text", "json"}));
  job.align_to_tokens = flags.align == "token";
  LOGPHEAD_ASSIGN_OR_RETURN(job.engine, ParseEngine(flags.device));
  LOGPHEAD_ASSIGN_OR_RETURN(const MeshChoice mesh, ResolveMesh(flags.head));
  job.score.mesh = mesh.mesh;
  job.score.shardings = mesh.shardings;
  job.notes = MeshNotes(mesh);
  const int64_t devices = mesh.mesh ? mesh.mesh->size() : 1;
  if (job.engine == Engine::kCpu && devices > kMostCpuDevices) {
    return InvalidArgument(
        fmt::format("the mesh has {} devices but a CPU makes at most {} virtual ones", devices,
                    kMostCpuDevices));
  }
  LOGPHEAD_ASSIGN_OR_RETURN(job.score.chunk, ParseCount("--chunk", flags.chunk));
  LOGPHEAD_ASSIGN_OR_RETURN(job.score.temperature, ResolveTemperature(flags.head));
  LOGPHEAD_ASSIGN_OR_RETURN(const Precision precision, ResolvePrecision(flags.head.precision));
  job.score.logits = precision.logits;
  job.score.accumulate = precision.accumulate;
  job.score.entropy = flags.head.entropy;
  job.score.grad = flags.grad;
  if (!flags.replicate.empty()) {
    const Result<ReplicateMode> mode = ParseReplicateMode(flags.replicate);
    if (!mode.ok()) return mode.error().WithContext("--replicate-sequence");
    job.score.replicate = *mode;
  } else {
    // A bad environment is told before any work.
    LOGPHEAD_ASSIGN_OR_RETURN(job.score.replicate, ResolveReplicateMode(std::nullopt));
  }
  LOGPHEAD_ASSIGN_OR_RETURN(job.batch, BatchOptionsFrom(flags));
  return job;
}

Result<Client> StartEngine(const Job& job, const FoundPlugin& found) {
  LOGPHEAD_ASSIGN_OR_RETURN(const Plugin plugin, Plugin::Load(found.path));
  Options options;
  if (job.engine == Engine::kCpu) {
    options.emplace_back("cpu_device_count", job.score.mesh ? job.score.mesh->size() : 1);
  }
  return Client::Create(plugin, options);
}

Status Write(const std::filesystem::path& path, const Batch& batch, const Scores& scores,
             const Job& job) {
  const std::vector<int64_t> tokens = {batch.batch, batch.sequence};
  std::vector<OutputTensor> tensors;
  tensors.push_back({"logps", DType::kF32, tokens, std::as_bytes(std::span(scores.logps))});
  if (job.score.entropy) {
    tensors.push_back(
        {"entropies", DType::kF32, tokens, std::as_bytes(std::span(scores.entropies))});
  }
  if (job.score.grad) {
    tensors.push_back(
        {"d_hidden", scores.d_hidden_dtype, batch.hidden_states.dims, scores.d_hidden});
    tensors.push_back({"d_kernel", scores.d_kernel_dtype, batch.kernel.dims, scores.d_kernel});
  }
  return WriteSafetensors(path, tensors);
}

// What is printed of a run.
struct Summary {
  int64_t scored = 0;
  double mean_logp = 0;
  double mean_entropy = 0;
  double tokens_per_second = 0;
  int64_t peak_process_bytes = 0;

  double perplexity() const { return std::isnan(mean_logp) ? mean_logp : std::exp(-mean_logp); }
};

Summary Summarize(const Batch& batch, const Scores& scores) {
  Summary summary;
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

std::string ToText(const RunFlags& flags, const Job& job, const Batch& batch, const Scores& scores,
                   const Summary& summary) {
  const std::string where = job.score.mesh
                                ? fmt::format("{} {} devices ({})", job.score.mesh->size(),
                                              flags.device, job.score.mesh->ToString())
                                : fmt::format("1 {} device", flags.device);
  std::string text =
      fmt::format("scored {} of {} positions on {}\n", summary.scored, batch.positions(), where);
  text += fmt::format("mean log-prob  {:.6f}\n", summary.mean_logp);
  text += fmt::format("perplexity     {:.4f}\n", summary.perplexity());
  if (job.score.entropy) text += fmt::format("mean entropy   {:.6f}\n", summary.mean_entropy);
  text += fmt::format(
      "tokens/s       {:.0f} (compile {:.2f} s, put {:.3f} s, run {:.3f} s, get {:.3f} s)\n",
      summary.tokens_per_second, scores.compile_seconds, scores.put_seconds, scores.run_seconds,
      scores.get_seconds);
  text += fmt::format(
      "peak memory    {} of the process; per device {} temporaries, {} arguments, {} outputs\n",
      HumanBytes(summary.peak_process_bytes), HumanBytes(scores.memory.temp_bytes),
      HumanBytes(scores.memory.argument_bytes), HumanBytes(scores.memory.output_bytes));
  if (!flags.output.empty()) text += fmt::format("wrote          {}\n", flags.output);
  return text;
}

std::string ToJson(const RunFlags& flags, const Job& job, const Batch& batch, const Scores& scores,
                   const Summary& summary) {
  nlohmann::ordered_json json;
  json["schema"] = 1;
  json["positions"] = batch.positions();
  json["scored"] = summary.scored;
  json["mean_logp"] = summary.mean_logp;
  json["perplexity"] = summary.perplexity();
  if (job.score.entropy) json["mean_entropy"] = summary.mean_entropy;
  json["tokens_per_second"] = summary.tokens_per_second;
  json["compile_seconds"] = scores.compile_seconds;
  json["put_seconds"] = scores.put_seconds;
  json["run_seconds"] = scores.run_seconds;
  json["get_seconds"] = scores.get_seconds;
  json["peak_process_bytes"] = summary.peak_process_bytes;
  json["temp_bytes"] = scores.memory.temp_bytes;
  json["argument_bytes"] = scores.memory.argument_bytes;
  json["output_bytes"] = scores.memory.output_bytes;
  json["notes"] = batch.notes;
  json["output"] = flags.output;
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

// How many of the results are NaN or infinite, as a note; empty when none is.
std::string NonFiniteNote(const char* name, const std::vector<float>& values) {
  const auto count = std::count_if(values.begin(), values.end(),
                                   [](float value) { return !std::isfinite(value); });
  if (count == 0) return "";
  return fmt::format("{} of {} {} are NaN or infinite", count, values.size(), name);
}

// Scores the batch; a failure of the engine, told apart from bad input by where it comes from.
Result<Scores> RunEngine(const Job& job, const FoundPlugin& plugin, const Batch& batch) {
  const StdoutToStderr quiet;
  LOGPHEAD_ASSIGN_OR_RETURN(const Client client, StartEngine(job, plugin));
  return Score(client, batch, job.score);
}

// Scores, writes and tells; the exit status.
int RunJob(const RunFlags& flags, const Job& job, Batch& batch) {
  Result<FoundPlugin> plugin = FindPlugin(job.engine, flags.plugin);
  if (!plugin.ok() && (batch.positions() > 0 || !flags.plugin.empty())) {
    return Fail("run", plugin.error(), StatusOf(plugin.error()));
  }
  Result<Scores> scores =
      batch.positions() == 0 ? ScoreEmpty(batch, job.score) : RunEngine(job, *plugin, batch);
  if (!scores.ok()) return Fail("run", scores.error(), kExitEngine);
  for (std::string note :
       {NonFiniteNote("log-probs", scores->logps), NonFiniteNote("entropies", scores->entropies)}) {
    if (note.empty()) continue;
    PrintNotes({note});
    batch.notes.push_back(std::move(note));
  }
  const Summary summary = Summarize(batch, *scores);
  if (job.align_to_tokens) {
    scores->logps = AlignToTokens(scores->logps, batch.batch, batch.sequence);
    scores->entropies = job.score.entropy
                            ? AlignToTokens(scores->entropies, batch.batch, batch.sequence)
                            : std::vector<float>{};
  }
  if (!job.output.empty()) {
    const Status status = Write(job.output, batch, *scores, job);
    if (!status.ok()) return Fail("run", status.error());
  }
  const auto report = flags.format == "json" ? ToJson : ToText;
  return PrintOut("run", report(flags, job, batch, *scores, summary), kExitYes);
}

}  // namespace

int RunVerb(const Words& words) {
  RunFlags flags;
  CLI::App app("logphead run: scores the batch in a safetensors file");
  AddRunFlags(app, &flags);
  if (const auto status = ParseOrExit("run", app, words)) return *status;
  Result<Job> job = JobFrom(flags);
  if (!job.ok()) return Fail("run", job.error());
  if (const Status status = CheckInputFile(flags.input); !status.ok()) {
    return Fail("run", status.error());
  }
  if (!flags.output.empty()) {
    const Result<std::filesystem::path> output = OutputFile(flags.output);
    if (!output.ok()) return Fail("run", output.error());
    job->output = *output;
  }
  const Result<SafetensorsFile> file = SafetensorsFile::Open(flags.input);
  if (!file.ok()) return Fail("run", file.error());
  Result<Batch> batch = ReadBatch(*file, job->batch);
  if (!batch.ok()) return Fail("run", batch.error());
  // Everything that a config can be wrong in, without an engine.
  if (const Status status = CheckScore(*batch, job->score); !status.ok()) {
    return Fail("run", status.error());
  }
  PrintNotes(job->notes);
  PrintNotes(batch->notes);
  return RunJob(flags, *job, *batch);
}

}  // namespace logphead::cli
