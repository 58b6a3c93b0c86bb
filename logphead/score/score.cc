// SPDX-License-Identifier: Apache-2.0
// Score: program, inputs, run, results.
#include "logphead/score/score.h"

#include <fmt/format.h>

#include <chrono>
#include <cstring>
#include <future>
#include <map>
#include <string>
#include <utility>

#include "logphead/head/program.h"
#include "logphead/head/targets.h"
#include "logphead/hlo/printer.h"
#include "logphead/score/sharded.h"

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

// One run of a compiled program: its inputs by name, then its results by name.
class Runner {
 public:
  Runner(const Client& client, const hlo::Program& program) : client_(client), program_(program) {}

  // Sends the argument of @main of that name.
  Status Put(const std::string& name, const HostArray& array, std::span<const std::byte> padding) {
    for (const hlo::Port& port : program_.main().arguments) {
      if (port.name != name) continue;
      LOGPHEAD_ASSIGN_OR_RETURN(const Layout layout, LayoutOf(port));
      LOGPHEAD_ASSIGN_OR_RETURN(inputs_[name], PutSharded(client_, array, layout, padding));
      return {};
    }
    return Internal("the program has no argument " + name);
  }

  Status Await() const {
    for (const auto& [name, buffers] : inputs_) {
      for (const Buffer& buffer : buffers) LOGPHEAD_RETURN_IF_ERROR(buffer.Await());
    }
    return {};
  }

  Status Run(const LoadedExecutable& executable) {
    const auto devices = static_cast<size_t>(program_.num_partitions());
    std::vector<std::vector<const Buffer*>> arguments(devices);
    for (const hlo::Port& port : program_.main().arguments) {
      for (size_t device = 0; device < devices; ++device) {
        arguments[device].push_back(&inputs_.at(port.name)[device]);
      }
    }
    LOGPHEAD_ASSIGN_OR_RETURN(outputs_, executable.Execute(arguments));
    return {};
  }

  // The result of that name, cut to `dims`.
  Result<std::vector<std::byte>> Get(const std::string& name,
                                     const std::vector<int64_t>& dims) const {
    const std::vector<hlo::Port>& results = program_.main().results;
    for (size_t i = 0; i < results.size(); ++i) {
      if (results[i].name != name) continue;
      LOGPHEAD_ASSIGN_OR_RETURN(const Layout layout, LayoutOf(results[i]));
      std::vector<const Buffer*> buffers;
      for (const auto& device : outputs_) buffers.push_back(&device[i]);
      return GetSharded(buffers, layout, dims);
    }
    return Internal("the program has no result " + name);
  }

 private:
  Result<Layout> LayoutOf(const hlo::Port& port) const {
    return MakeLayout(program_.mesh ? &*program_.mesh : nullptr,
                      port.sharding ? &*port.sharding : nullptr, port.type.dims);
  }

  const Client& client_;
  const hlo::Program& program_;
  std::map<std::string, SentArray> inputs_;
  std::vector<std::vector<Buffer>> outputs_;
};

std::vector<float> ToFloats(const std::vector<std::byte>& bytes) {
  std::vector<float> values(bytes.size() / sizeof(float));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

// Cotangents as they are sent: the batch's own, or the default of ScoreOptions::grad.
struct Cotangents {
  std::vector<float> logps;
  std::vector<float> entropies;
};

Cotangents CotangentsOf(const Batch& batch) {
  const auto size = static_cast<size_t>(batch.positions());
  Cotangents cotangents{batch.cotangent_logps, batch.cotangent_entropies};
  const float missing = batch.cotangent_entropies.empty() ? 1.0F : 0.0F;
  if (cotangents.logps.empty()) cotangents.logps.assign(size, missing);
  if (cotangents.entropies.empty()) cotangents.entropies.assign(size, 0.0F);
  return cotangents;
}

Status PutInputs(Runner& runner, const Batch& batch, const HeadConfig& config, bool grad,
                 const Cotangents& cotangents) {
  const float zero = 0;
  const int32_t none = kIgnoredTarget;
  const auto zeros = std::as_bytes(std::span(&zero, 1));
  const auto zero_of = [&](DType dtype) { return zeros.first(DTypeBytes(dtype)); };
  const std::vector<int64_t> tokens = {batch.batch, batch.sequence};
  const auto per_token = [&](const std::vector<float>& values) {
    return HostArray{DType::kF32, tokens, Bytes(values)};
  };
  LOGPHEAD_RETURN_IF_ERROR(runner.Put(
      "hidden", HostArray{config.hidden_dtype, batch.hidden_states.dims, batch.hidden_states.bytes},
      zero_of(config.hidden_dtype)));
  LOGPHEAD_RETURN_IF_ERROR(
      runner.Put("kernel", HostArray{config.kernel_dtype, batch.kernel.dims, batch.kernel.bytes},
                 zero_of(config.kernel_dtype)));
  LOGPHEAD_RETURN_IF_ERROR(runner.Put("targets",
                                      HostArray{DType::kS32, tokens, Bytes(batch.targets)},
                                      std::as_bytes(std::span(&none, 1))));
  if (!grad) return runner.Await();
  LOGPHEAD_RETURN_IF_ERROR(runner.Put("cotangent_logps", per_token(cotangents.logps), zeros));
  if (config.entropy) {
    LOGPHEAD_RETURN_IF_ERROR(
        runner.Put("cotangent_entropies", per_token(cotangents.entropies), zeros));
  }
  return runner.Await();
}

Status GetResults(const Runner& runner, const Batch& batch, const HeadConfig& config, bool grad,
                  Scores* scores) {
  const std::vector<int64_t> tokens = {batch.batch, batch.sequence};
  LOGPHEAD_ASSIGN_OR_RETURN(const std::vector<std::byte> logps, runner.Get("logps", tokens));
  scores->logps = ToFloats(logps);
  if (config.entropy) {
    LOGPHEAD_ASSIGN_OR_RETURN(const std::vector<std::byte> entropies,
                              runner.Get("entropies", tokens));
    scores->entropies = ToFloats(entropies);
  }
  if (!grad) return {};
  LOGPHEAD_ASSIGN_OR_RETURN(scores->d_hidden, runner.Get("d_hidden", batch.hidden_states.dims));
  LOGPHEAD_ASSIGN_OR_RETURN(scores->d_kernel, runner.Get("d_kernel", batch.kernel.dims));
  return {};
}

HeadConfig UnpaddedConfig(const Batch& batch, const ScoreOptions& options) {
  HeadConfig config;
  config.batch = batch.batch;
  config.sequence = batch.sequence;
  config.hidden = batch.hidden;
  config.vocab = batch.vocab;
  config.chunk = options.chunk;
  config.temperature = options.temperature;
  // A cotangent of entropies needs the entropies.
  config.entropy = options.entropy || (options.grad && !batch.cotangent_entropies.empty());
  config.hidden_dtype = batch.hidden_states.dtype;
  config.kernel_dtype = batch.kernel.dtype;
  config.layout = batch.layout;
  config.logits = options.logits;
  config.accumulate = options.accumulate;
  config.mesh = options.mesh;
  config.shardings = options.shardings;
  config.replicate = options.replicate;
  return config;
}

}  // namespace

Result<HeadConfig> ConfigFor(const Batch& batch, const ScoreOptions& options) {
  return PadToMesh(UnpaddedConfig(batch, options));
}

Status CheckScore(const Batch& batch, const ScoreOptions& options) {
  HeadConfig config = UnpaddedConfig(batch, options);
  if (batch.positions() == 0) {
    // Everything but the shape of nothing, whose other dimension may be anything.
    config.batch = 1;
    config.sequence = 1;
  }
  LOGPHEAD_ASSIGN_OR_RETURN(config, PadToMesh(std::move(config)));
  return CheckConfig(config);
}

Result<Scores> ScoreEmpty(const Batch& batch, const ScoreOptions& options) {
  LOGPHEAD_RETURN_IF_ERROR(CheckScore(batch, options));
  const HeadConfig config = UnpaddedConfig(batch, options);
  Scores scores;
  scores.d_hidden_dtype = config.hidden_dtype;
  scores.d_kernel_dtype = config.d_kernel_dtype();
  if (options.grad) {
    scores.d_kernel.resize(batch.kernel.count() * DTypeBytes(scores.d_kernel_dtype));
  }
  return scores;
}

Result<Scores> Score(const Client& client, const Batch& batch, const ScoreOptions& options) {
  if (batch.positions() == 0) return ScoreEmpty(batch, options);
  LOGPHEAD_ASSIGN_OR_RETURN(const HeadConfig config, ConfigFor(batch, options));
  const ProgramKind kind = options.grad ? ProgramKind::kBackward : ProgramKind::kForward;
  LOGPHEAD_ASSIGN_OR_RETURN(const hlo::Program program, BuildProgram(config, kind));
  if (program.num_partitions() > client.num_devices()) {
    return InvalidArgument(fmt::format("the mesh has {} devices but the engine has {}",
                                       program.num_partitions(), client.num_devices()));
  }
  Stopwatch watch;
  Scores scores;
  CompileOptions compile_options;
  compile_options.num_partitions = static_cast<int>(program.num_partitions());
  // The engine compiles while the inputs are cut and sent: neither needs the other.
  auto compiling = std::async(std::launch::async, [&] {
    Stopwatch compile_watch;
    Result<LoadedExecutable> compiled = client.Compile(hlo::Print(program), compile_options);
    scores.compile_seconds = compile_watch.Lap();
    return compiled;
  });
  const Cotangents cotangents = options.grad ? CotangentsOf(batch) : Cotangents{};
  Runner runner(client, program);
  const Status put = PutInputs(runner, batch, config, options.grad, cotangents);
  scores.put_seconds = watch.Lap();
  const Result<LoadedExecutable> executable = compiling.get();
  if (!executable.ok()) return executable.error();
  if (!put.ok()) return put.error();
  LOGPHEAD_ASSIGN_OR_RETURN(scores.memory, executable->memory_stats());
  watch.Lap();
  LOGPHEAD_RETURN_IF_ERROR(runner.Run(*executable));
  scores.run_seconds = watch.Lap();
  scores.d_hidden_dtype = config.hidden_dtype;
  scores.d_kernel_dtype = config.d_kernel_dtype();
  LOGPHEAD_RETURN_IF_ERROR(GetResults(runner, batch, config, options.grad, &scores));
  scores.get_seconds = watch.Lap();
  return scores;
}

}  // namespace logphead
