// SPDX-License-Identifier: Apache-2.0
// Score: program, inputs, run, results.
#include "logphead/score/score.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <future>
#include <map>
#include <string>
#include <utility>

#include "logphead/head/targets.h"
#include "logphead/hlo/printer.h"
#include "logphead/score/runner.h"

namespace logphead {
namespace {

class Stopwatch {
 public:
  // Seconds since the last call or the start.
  double Lap() {
    const auto now = std::chrono::steady_clock::now();
    const double seconds = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    return seconds;
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

template <typename T>
std::span<const std::byte> Bytes(const std::vector<T>& values) {
  return std::as_bytes(std::span<const T>(values));
}

std::vector<float> ToFloats(const HostBytes& bytes) {
  std::vector<float> values(bytes.size() / sizeof(float));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

// What the program reads of each token beside its target, f32 [B, L], by name.
using TokenInputs = std::map<std::string, std::vector<float>>;

TokenInputs TokenInputsOf(const Batch& batch, const ScoreOptions& options,
                          const HeadConfig& config) {
  const auto size = static_cast<size_t>(batch.positions());
  TokenInputs inputs;
  if (options.loss) {
    inputs["advantages"] = batch.advantages;
    // Masked tokens have no target, and what has none does not count.
    inputs["mask"].assign(size, 1);
    if (options.loss->has_old()) inputs["old_logps"] = batch.old_logps;
    if (options.loss->has_reference()) inputs["ref_logps"] = batch.ref_logps;
  } else if (options.grad) {
    std::vector<float>& logps = inputs["cotangent_logps"];
    logps = batch.cotangent_logps;
    const float missing = batch.cotangent_entropies.empty() ? 1.0F : 0.0F;
    if (logps.empty()) logps.assign(size, missing);
    if (config.entropy) {
      std::vector<float>& entropies = inputs["cotangent_entropies"];
      entropies = batch.cotangent_entropies;
      if (entropies.empty()) entropies.assign(size, 0);
    }
  }
  return inputs;
}

Status PutInputs(Runner& runner, const Batch& batch, const HeadConfig& config,
                 const TokenInputs& token_inputs) {
  const float zero = 0;
  const int32_t none = kIgnoredTarget;
  const auto zeros = std::as_bytes(std::span(&zero, 1));
  const auto zero_of = [&](DType dtype) { return zeros.first(DTypeBytes(dtype)); };
  const std::vector<int64_t> tokens = {batch.batch, batch.sequence};
  LOGPHEAD_RETURN_IF_ERROR(runner.Put(
      "hidden", HostArray{config.hidden_dtype, batch.hidden_states.dims, batch.hidden_states.bytes},
      zero_of(config.hidden_dtype)));
  LOGPHEAD_RETURN_IF_ERROR(
      runner.Put("kernel", HostArray{config.kernel_dtype, batch.kernel.dims, batch.kernel.bytes},
                 zero_of(config.kernel_dtype)));
  LOGPHEAD_RETURN_IF_ERROR(runner.Put("targets",
                                      HostArray{DType::kS32, tokens, Bytes(batch.targets)},
                                      std::as_bytes(std::span(&none, 1))));
  for (const auto& [name, values] : token_inputs) {
    LOGPHEAD_RETURN_IF_ERROR(
        runner.Put(name, HostArray{DType::kF32, tokens, Bytes(values)}, zeros));
  }
  return runner.Await();
}

Status GetMetrics(const Runner& runner, const Batch& batch, const HeadConfig& config,
                  Scores* scores) {
  for (std::string& name : PolicyLoss::SummaryNames(*config.loss, config.entropy)) {
    HostBytes bytes;
    LOGPHEAD_RETURN_IF_ERROR(runner.Get(name, {}, &bytes));
    float value = ToFloats(bytes).at(0);
    if (name == "masked_tokens") {
      value -= static_cast<float>(config.batch * config.sequence - batch.positions());
    }
    scores->metrics.push_back({std::move(name), value});
  }
  return {};
}

Status GetResults(const Runner& runner, const Batch& batch, const HeadConfig& config,
                  bool gradients, Scores* scores) {
  const std::vector<int64_t> tokens = {batch.batch, batch.sequence};
  HostBytes bytes;
  LOGPHEAD_RETURN_IF_ERROR(runner.Get("logps", tokens, &bytes));
  scores->logps = ToFloats(bytes);
  if (config.entropy) {
    LOGPHEAD_RETURN_IF_ERROR(runner.Get("entropies", tokens, &bytes));
    scores->entropies = ToFloats(bytes);
  }
  if (config.loss) LOGPHEAD_RETURN_IF_ERROR(GetMetrics(runner, batch, config, scores));
  if (!gradients) return {};
  LOGPHEAD_RETURN_IF_ERROR(runner.Get("d_hidden", batch.hidden_states.dims, &scores->d_hidden));
  return runner.Get("d_kernel", batch.kernel.dims, &scores->d_kernel);
}

// Memory for the gradients, touched: for the first time that takes longer than to fill it.
void ReserveGradients(const Batch& batch, const HeadConfig& config, Scores* scores) {
  scores->d_hidden_dtype = config.hidden_dtype;
  scores->d_kernel_dtype = config.d_kernel_dtype();
  scores->d_hidden.assign(batch.hidden_states.count() * DTypeBytes(scores->d_hidden_dtype),
                          std::byte{0});
  scores->d_kernel.assign(batch.kernel.count() * DTypeBytes(scores->d_kernel_dtype), std::byte{0});
}

// Whether a device may get bf16 matmuls so small (256 multiply-adds and fewer) that the default CPU
// engine refuses them; a compiler may cut those of the chunked head among all devices.
bool HasTinyMatmuls(const HeadConfig& config) {
  const int64_t rows = config.head.kind == HeadKind::kChunked ? config.batch : 1;
  const double tokens = static_cast<double>(rows) *
                        static_cast<double>(std::min(config.chunk, config.batch * config.sequence));
  const double size = static_cast<double>(config.hidden) * static_cast<double>(config.vocab);
  return tokens * size <= 256.0 * kMostCpuDevices;
}

HeadConfig UnpaddedConfig(const Batch& batch, const ScoreOptions& options) {
  HeadConfig config;
  config.batch = batch.batch;
  config.sequence = batch.sequence;
  config.hidden = batch.hidden;
  config.vocab = batch.vocab;
  config.head = options.head;
  config.kernel_reuse = options.kernel_reuse;
  config.vocab_tiles = options.vocab_tiles;
  config.skip_masked = options.skip_masked;
  config.loss = options.loss;
  config.temperature = options.temperature;
  // A cotangent or a bonus of entropies needs the entropies.
  config.entropy =
      options.entropy || (options.loss ? options.loss->has_entropy()
                                       : options.grad && !batch.cotangent_entropies.empty());
  config.hidden_dtype = batch.hidden_states.dtype;
  config.kernel_dtype = batch.kernel.dtype;
  config.layout = batch.layout;
  config.logits = options.logits;
  config.accumulate = options.accumulate;
  config.mesh = options.mesh;
  config.shardings = options.shardings;
  config.replicate = options.replicate;
  config.chunk = options.chunk.value_or(DefaultChunk(config));
  return config;
}

}  // namespace

ProgramKind ScoreOptions::program() const {
  if (loss) return loss_program;
  return grad ? ProgramKind::kBackward : ProgramKind::kForward;
}

Result<HeadConfig> ConfigFor(const Batch& batch, const ScoreOptions& options) {
  LOGPHEAD_ASSIGN_OR_RETURN(HeadConfig config, PadToMesh(UnpaddedConfig(batch, options)));
  if (config.head.kind != HeadKind::kChunked) {
    config.skip_masked = config.skip_masked || batch.scored() < config.batch * config.sequence;
  }
  config.f32_matmuls = HasTinyMatmuls(config);
  return config;
}

Status CheckScore(const Batch& batch, const ScoreOptions& options) {
  HeadConfig config = UnpaddedConfig(batch, options);
  if (batch.positions() == 0) {
    // Everything but the shape of nothing, whose other dimension may be anything.
    config.batch = 1;
    config.sequence = 1;
  }
  LOGPHEAD_ASSIGN_OR_RETURN(config, PadToMesh(std::move(config)));
  LOGPHEAD_RETURN_IF_ERROR(CheckConfig(config));
  return CheckKernels(options.kernels, options.gradient_filter, config);
}

Result<Scores> ScoreEmpty(const Batch& batch, const ScoreOptions& options) {
  LOGPHEAD_RETURN_IF_ERROR(CheckScore(batch, options));
  const HeadConfig config = UnpaddedConfig(batch, options);
  Scores scores;
  if (options.has_gradients()) ReserveGradients(batch, config, &scores);
  if (options.loss) {
    for (std::string& name : PolicyLoss::SummaryNames(*options.loss, config.entropy)) {
      scores.metrics.push_back({std::move(name), 0});
    }
  }
  return scores;
}

Result<Scores> Score(const Client& client, const Batch& batch, const ScoreOptions& options) {
  if (batch.positions() == 0) return ScoreEmpty(batch, options);
  Scores scores;
  LOGPHEAD_ASSIGN_OR_RETURN(HeadConfig config, ConfigFor(batch, options));
  LOGPHEAD_ASSIGN_OR_RETURN(
      scores.kernels, ChooseKernels(client, options.kernels, options.gradient_filter, &config));
  LOGPHEAD_ASSIGN_OR_RETURN(const hlo::Program program, BuildProgram(config, options.program()));
  if (program.num_partitions() > client.num_devices()) {
    return InvalidArgument(fmt::format("the mesh has {} devices but the engine has {}",
                                       program.num_partitions(), client.num_devices()));
  }
  Stopwatch watch;
  CompileOptions compile_options;
  compile_options.num_partitions = static_cast<int>(program.num_partitions());
  // The engine compiles while the inputs are cut and sent: neither needs the other.
  auto compiling = std::async(std::launch::async, [&] {
    Stopwatch compile_watch;
    Result<LoadedExecutable> compiled = client.Compile(hlo::Print(program), compile_options);
    scores.compile_seconds = compile_watch.Lap();
    return compiled;
  });
  const TokenInputs token_inputs = TokenInputsOf(batch, options, config);
  Runner runner(client, program);
  const Status put = PutInputs(runner, batch, config, token_inputs);
  scores.put_seconds = watch.Lap();
  if (options.has_gradients()) ReserveGradients(batch, config, &scores);
  const Result<LoadedExecutable> executable = compiling.get();
  if (!executable.ok()) return executable.error();
  if (!put.ok()) return put.error();
  LOGPHEAD_ASSIGN_OR_RETURN(scores.memory, executable->memory_stats());
  watch.Lap();
  LOGPHEAD_RETURN_IF_ERROR(runner.Run(*executable));
  scores.run_seconds = watch.Lap();
  LOGPHEAD_RETURN_IF_ERROR(GetResults(runner, batch, config, options.has_gradients(), &scores));
  scores.get_seconds = watch.Lap();
  return scores;
}

}  // namespace logphead
