// SPDX-License-Identifier: Apache-2.0
// How long it takes to write the program of the bench cell: 64 rows of 65,536 tokens on 256
// devices.
#include <benchmark/benchmark.h>

#include "logphead/head/program.h"
#include "logphead/hlo/printer.h"

namespace logphead {
namespace {

HeadConfig BenchCell() {
  HeadConfig config;
  config.batch = 64;
  config.sequence = 65536;
  config.hidden = 4096;
  config.vocab = 248320;
  config.chunk = 1024;
  config.logits = LogitsPrecision::kBf16;
  config.accumulate = Accumulate::kKernel;
  config.mesh = *Mesh::Parse("fsdp=32,context=4,expert=2");
  config.shardings = HeadShardings::Default(*config.mesh);
  return config;
}

void BuildAndPrint(benchmark::State& state, ProgramKind kind) {
  HeadConfig config = BenchCell();
  config.replicate = ReplicateMode::kAlways;
  size_t bytes = 0;
  for (auto _ : state) {
    const auto program = BuildProgram(config, kind);
    if (!program.ok()) {
      state.SkipWithError(program.error().message().c_str());
      return;
    }
    const std::string text = hlo::Print(*program);
    bytes = text.size();
    benchmark::DoNotOptimize(text.data());
  }
  state.counters["bytes"] = static_cast<double>(bytes);
}

BENCHMARK_CAPTURE(BuildAndPrint, forward, ProgramKind::kForward)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(BuildAndPrint, backward, ProgramKind::kBackward)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(BuildAndPrint, loss_and_grad, ProgramKind::kLossAndGrad)
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace logphead
