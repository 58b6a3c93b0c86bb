// SPDX-License-Identifier: Apache-2.0
// logphead run: scores a batch on an engine and writes log-probs, entropies and gradients.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "logphead/cli/head_flags.h"
#include "logphead/cli/loss_flags.h"
#include "logphead/cli/output.h"
#include "logphead/cli/run_report.h"
#include "logphead/cli/values.h"
#include "logphead/cli/verbs.h"
#include "logphead/head/targets.h"
#include "logphead/io/safetensors.h"
#include "logphead/pjrt/find.h"
#include "logphead/pjrt/plugin.h"
#include "logphead/score/score.h"

namespace logphead::cli {
namespace {

struct RunFlags {
  HeadFlags head;
  LossFlags loss;
  std::string input, output;
  std::string chunk;
  std::string program;
  std::string replicate;
  std::string device = "cpu";
  std::string plugin;
  std::string align = "hidden";
  std::string pad_id, padding_segment;
  std::string kernels = "auto";
  std::string gradient_filter;
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
          "tokens of a row (local, vocab: of a device) per iteration (default 1024; 512)");
  AddSwitch(app, kHeadGroup, "--grad", &flags->grad,
            "d_hidden and d_kernel, from the file's cotangents or of sum(logps)");
  AddHeadFlags(app, &flags->head);
  AddLossFlags(app, &flags->loss);
  AddText(app, kLossGroup, "--program P", &flags->program,
          "of the loss: fused (default) or loss_and_grad, which takes two passes");
  AddText(app, kMeshGroup, "--replicate-sequence MODE", &flags->replicate,
          "auto, always or never (default: LOGPHEAD_REPLICATE_SEQUENCE, else auto)");
  AddText(app, kTokens, "--align WHERE", &flags->align,
          "hidden: a value stands where it is predicted (default); token: at the token");
  AddText(app, kTokens, "--pad-id ID", &flags->pad_id, "token id of padding in 'tokens'");
  AddText(app, kTokens, "--padding-segment ID", &flags->padding_segment,
          "segment id of padding, or none (default: 0 where ids count from 1)");
  AddText(app, kEngine, "--device NAME", &flags->device, "cpu (default), tpu or cuda");
  AddText(app, kEngine, "--plugin NAME", &flags->plugin, "a plugin's path or PACKAGE==VERSION");
  AddText(app, kEngine, "--kernels WHICH", &flags->kernels,
          "auto (default: native on a CPU where they can), native or xla");
  AddText(app, kEngine, "--gradient-filter EPS", &flags->gradient_filter,
          "native: gradients leave out tiles of probabilities below EPS (default 0: none)");
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

// The loss, for what is said of it before the file is read: its length is not known then.
Status SetLoss(const RunFlags& flags, int64_t sequence, Job* job) {
  LOGPHEAD_ASSIGN_OR_RETURN(job->score.loss,
                            ResolveLoss(flags.loss, std::max<int64_t>(sequence, 1)));
  job->batch.loss = job->score.loss;
  if (job->score.loss && job->score.loss->has_entropy()) job->score.entropy = true;
  if (flags.program.empty()) return {};
  LOGPHEAD_RETURN_IF_ERROR(CheckChoice("--program", flags.program, {"fused", "loss_and_grad"}));
  if (!job->score.loss) {
    return InvalidArgument("--program is given but there is no loss (use --loss, e.g. grpo)");
  }
  LOGPHEAD_ASSIGN_OR_RETURN(job->score.loss_program, ParseProgramKind(flags.program));
  return {};
}

Status SetHead(const RunFlags& flags, Job* job) {
  LOGPHEAD_ASSIGN_OR_RETURN(const MeshChoice mesh, ResolveMesh(flags.head));
  job->score.mesh = mesh.mesh;
  job->score.shardings = mesh.shardings;
  job->notes = MeshNotes(mesh);
  LOGPHEAD_ASSIGN_OR_RETURN(job->score.head, ResolveHead(flags.head));
  LOGPHEAD_ASSIGN_OR_RETURN(job->score.kernel_reuse, ResolveKernelReuse(flags.head));
  LOGPHEAD_ASSIGN_OR_RETURN(job->score.vocab_tiles, ResolveVocabTiles(flags.head));
  job->score.skip_masked = flags.head.skip_masked;
  if (!flags.chunk.empty()) {
    LOGPHEAD_ASSIGN_OR_RETURN(job->score.chunk, ParseCount("--chunk", flags.chunk));
  }
  LOGPHEAD_ASSIGN_OR_RETURN(job->score.temperature, ResolveTemperature(flags.head));
  LOGPHEAD_ASSIGN_OR_RETURN(const Precision precision, ResolvePrecision(flags.head.precision));
  job->score.logits = precision.logits;
  job->score.accumulate = precision.accumulate;
  job->score.entropy = flags.head.entropy;
  job->score.grad = flags.grad;
  return {};
}

Status SetKernels(const RunFlags& flags, Job* job) {
  const Result<KernelChoice> choice = ParseKernelChoice(flags.kernels);
  if (!choice.ok()) return choice.error().WithContext("--kernels");
  job->score.kernels = *choice;
  if (flags.gradient_filter.empty()) return {};
  LOGPHEAD_ASSIGN_OR_RETURN(job->score.gradient_filter,
                            ParseNumber("--gradient-filter", flags.gradient_filter));
  const double filter = job->score.gradient_filter;
  if (!(filter >= 0 && filter < 1)) {
    return InvalidArgument(
        fmt::format("--gradient-filter is {} (use 0 or more and less than 1)", filter));
  }
  if (filter > 0 && *choice == KernelChoice::kXla) {
    return InvalidArgument("--gradient-filter needs native kernels (use --kernels auto)");
  }
  if (filter > 0 && !flags.grad && flags.loss.loss.empty()) {
    return InvalidArgument("--gradient-filter needs gradients (use --grad or --loss)");
  }
  return {};
}

Result<Job> JobFrom(const RunFlags& flags) {
  Job job;
  LOGPHEAD_RETURN_IF_ERROR(CheckChoice("--align", flags.align, {"hidden", "token"}));
  LOGPHEAD_RETURN_IF_ERROR(CheckChoice("--format", flags.format, {"text", "json"}));
  job.align_to_tokens = flags.align == "token";
  LOGPHEAD_ASSIGN_OR_RETURN(job.engine, ParseEngine(flags.device));
  LOGPHEAD_RETURN_IF_ERROR(SetHead(flags, &job));
  LOGPHEAD_RETURN_IF_ERROR(SetKernels(flags, &job));
  const int64_t devices = job.score.mesh ? job.score.mesh->size() : 1;
  if (job.engine == Engine::kCpu && devices > kMostCpuDevices) {
    return InvalidArgument(
        fmt::format("the mesh has {} devices but a CPU makes at most {} virtual ones", devices,
                    kMostCpuDevices));
  }
  if (!flags.replicate.empty()) {
    const Result<ReplicateMode> mode = ParseReplicateMode(flags.replicate);
    if (!mode.ok()) return mode.error().WithContext("--replicate-sequence");
    job.score.replicate = *mode;
  } else {
    // A bad environment is told before any work.
    LOGPHEAD_ASSIGN_OR_RETURN(job.score.replicate, ResolveReplicateMode(std::nullopt));
  }
  LOGPHEAD_ASSIGN_OR_RETURN(job.batch, BatchOptionsFrom(flags));
  LOGPHEAD_RETURN_IF_ERROR(SetLoss(flags, /*sequence=*/1, &job));
  if (job.score.loss && job.align_to_tokens) {
    job.notes.emplace_back(
        "--align token moves what is written: inputs of the loss stand at the position that "
        "predicts");
  }
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
  // The largest first: where the header ends it can be placed so that it is written without a copy.
  if (job.score.has_gradients()) {
    tensors.push_back({"d_kernel", scores.d_kernel_dtype, batch.kernel.dims, scores.d_kernel});
    tensors.push_back(
        {"d_hidden", scores.d_hidden_dtype, batch.hidden_states.dims, scores.d_hidden});
  }
  tensors.push_back({"logps", DType::kF32, tokens, std::as_bytes(std::span(scores.logps))});
  if (job.score.entropy) {
    tensors.push_back(
        {"entropies", DType::kF32, tokens, std::as_bytes(std::span(scores.entropies))});
  }
  for (const Scores::Metric& metric : scores.metrics) {
    tensors.push_back({metric.name, DType::kF32, {}, std::as_bytes(std::span(&metric.value, 1))});
  }
  return WriteSafetensors(path, tensors);
}

// How many of the results are NaN or infinite, as a note; empty when none is.
std::string NonFiniteNote(const char* name, const std::vector<float>& values) {
  const auto count = std::count_if(values.begin(), values.end(),
                                   [](float value) { return !std::isfinite(value); });
  if (count == 0) return "";
  return fmt::format("{} of {} {} are NaN or infinite", count, values.size(), name);
}

// Scores the batch; a failure of the engine, told apart from bad input by where it comes from.
Result<Scores> RunEngine(const Job& job, const FoundPlugin& plugin, const Batch& batch,
                         double* start_seconds) {
  const StdoutToStderr quiet;
  const auto start = std::chrono::steady_clock::now();
  LOGPHEAD_ASSIGN_OR_RETURN(const Client client, StartEngine(job, plugin));
  *start_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return Score(client, batch, job.score);
}

// Scores, writes and tells; the exit status.
int RunJob(const RunFlags& flags, const Job& job, Batch& batch) {
  Result<FoundPlugin> plugin = FindPlugin(job.engine, flags.plugin);
  if (!plugin.ok() && (batch.positions() > 0 || !flags.plugin.empty())) {
    return Fail("run", plugin.error(), StatusOf(plugin.error()));
  }
  RunReport report{flags.device, flags.output, 0};
  Result<Scores> scores = batch.positions() == 0
                              ? ScoreEmpty(batch, job.score)
                              : RunEngine(job, *plugin, batch, &report.start_seconds);
  if (!scores.ok()) return Fail("run", scores.error(), kExitEngine);
  for (std::string note :
       {NonFiniteNote("log-probs", scores->logps), NonFiniteNote("entropies", scores->entropies)}) {
    if (note.empty()) continue;
    PrintNotes({note});
    batch.notes.push_back(std::move(note));
  }
  const RunSummary summary = Summarize(batch, *scores);
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
  const auto to_text = flags.format == "json" ? RunJson : RunText;
  return PrintOut("run", to_text(report, job.score, batch, *scores, summary), kExitYes);
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
  if (const Status status = SetLoss(flags, batch->sequence, &*job); !status.ok()) {
    return Fail("run", status.error());
  }
  // Everything that a config can be wrong in, without an engine.
  if (const Status status = CheckScore(*batch, job->score); !status.ok()) {
    return Fail("run", status.error());
  }
  PrintNotes(job->notes);
  PrintNotes(batch->notes);
  return RunJob(flags, *job, *batch);
}

}  // namespace logphead::cli
