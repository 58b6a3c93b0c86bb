// SPDX-License-Identifier: Apache-2.0
// How a call is checked and cut into pieces.
#include "logphead/kernels/work.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace logphead::kernels {
namespace {

// The packed kernel of a tile, in the second cache with room left for tokens and results.
constexpr int64_t kTileBytes = int64_t{1} << 20;
constexpr int64_t kUnitBytes = 4;
constexpr double kOperationsPerThread = 1e7;

Error Invalid(std::string message) { return Error(Code::kInvalidArgument, std::move(message)); }

Status CheckMatrix(const char* name, const ConstMatrix& matrix, int64_t elements) {
  if (matrix.dtype != DType::kBF16 && matrix.dtype != DType::kF32) {
    return Invalid(fmt::format("{} is {} (use bf16 or f32)", name, DTypeName(matrix.dtype)));
  }
  if (matrix.data == nullptr && elements > 0) {
    return Invalid(fmt::format("{} has no data for its {} elements", name, elements));
  }
  return {};
}

Status CheckInputs(const HeadInputs& inputs) {
  if (inputs.tokens < 0 || inputs.hidden < 1 || inputs.columns < 1) {
    return Invalid(
        fmt::format("tokens {}, hidden {}, columns {}: use 0 tokens or more, and 1 or more of the "
                    "others",
                    inputs.tokens, inputs.hidden, inputs.columns));
  }
  if (inputs.columns > std::numeric_limits<int32_t>::max()) {
    return Invalid(fmt::format("{} columns exceed the ids that i32 can hold", inputs.columns));
  }
  LOGPHEAD_RETURN_IF_ERROR(
      CheckMatrix("hidden_states", inputs.hidden_states, inputs.tokens * inputs.hidden));
  LOGPHEAD_RETURN_IF_ERROR(CheckMatrix("kernel", inputs.kernel, inputs.hidden));
  if (inputs.targets == nullptr && inputs.tokens > 0) {
    return Invalid(fmt::format("there are no targets for {} tokens", inputs.tokens));
  }
  if (!(inputs.temperature > 0) || !std::isfinite(inputs.temperature)) {
    return Invalid(
        fmt::format("temperature {} is not a finite number above 0", inputs.temperature));
  }
  return {};
}

Status CheckTargets(const HeadInputs& inputs) {
  for (int64_t i = 0; i < inputs.tokens; ++i) {
    const int32_t target = inputs.targets[i * inputs.targets_stride];
    if (target >= inputs.columns) {
      return Invalid(
          fmt::format("target {} of token {} is not below the vocabulary of {} (a "
                      "negative one is ignored)",
                      target, i, inputs.columns));
    }
  }
  return {};
}

Result<const Engine*> ChooseEngine(const HeadInputs& inputs, const KernelOptions& options) {
  const DType hidden = inputs.hidden_states.dtype;
  const DType kernel = inputs.kernel.dtype;
  if (!options.isa) {
    LOGPHEAD_ASSIGN_OR_RETURN(const Isa best, BestIsa(hidden, kernel));
    return &EngineOf(best);
  }
  LOGPHEAD_RETURN_IF_ERROR(CheckIsa(*options.isa, hidden, kernel));
  return &EngineOf(*options.isa);
}

void NumberColumns(const HeadInputs& inputs, Work* work) {
  const int64_t padded = work->panels * work->engine->nr;
  if (padded == inputs.columns && inputs.column_ids == nullptr) return;
  int32_t most = -1;
  int64_t missing = padded - inputs.columns;
  for (int64_t j = 0; inputs.column_ids && j < inputs.columns; ++j) {
    most = std::max(most, inputs.column_ids[j]);
    missing += inputs.column_ids[j] < 0;
  }
  if (missing > 0) {
    work->bias.assign(static_cast<size_t>(padded), -std::numeric_limits<float>::infinity());
  }
  if (inputs.column_ids) work->column_of.assign(static_cast<size_t>(most) + 1, -1);
  for (int64_t j = 0; j < inputs.columns; ++j) {
    const int32_t id = inputs.column_ids ? inputs.column_ids[j] : static_cast<int32_t>(j);
    if (id < 0) continue;
    if (missing > 0) work->bias[static_cast<size_t>(j)] = 0;
    if (inputs.column_ids) work->column_of[static_cast<size_t>(id)] = static_cast<int32_t>(j);
  }
}

Source SourceOf(const ConstMatrix& matrix) {
  return {matrix.data, matrix.dtype == DType::kBF16, matrix.row_stride, matrix.column_stride};
}

}  // namespace

Source Work::hidden() const { return SourceOf(inputs->hidden_states); }
Source Work::kernel() const { return SourceOf(inputs->kernel); }
Source Work::turned_kernel() const {
  Source turned = kernel();
  std::swap(turned.row_stride, turned.column_stride);
  return turned;
}

int64_t Work::ColumnOf(int32_t target) const {
  if (inputs->column_ids == nullptr) return target;
  return target < static_cast<int64_t>(column_of.size()) ? column_of[static_cast<size_t>(target)]
                                                         : -1;
}

Result<Work> PlanWork(const HeadInputs& inputs, const KernelOptions& options) {
  LOGPHEAD_RETURN_IF_ERROR(CheckInputs(inputs));
  if (inputs.column_ids == nullptr) LOGPHEAD_RETURN_IF_ERROR(CheckTargets(inputs));
  if (options.threads < 1) {
    return Invalid(fmt::format("{} threads (use 1 or more)", options.threads));
  }
  if (!(options.gradient_filter >= 0 && options.gradient_filter < 1)) {
    return Invalid(fmt::format("gradient filter {} is not in [0, 1)", options.gradient_filter));
  }
  Work work{};
  work.inputs = &inputs;
  LOGPHEAD_ASSIGN_OR_RETURN(work.engine, ChooseEngine(inputs, options));
  const Engine& engine = *work.engine;
  // A thread that starts, and waits for others, costs as much as this many operations.
  const double operations =
      2 * static_cast<double>(inputs.tokens) * static_cast<double>(inputs.hidden * inputs.columns);
  work.threads = static_cast<int>(
      std::clamp(operations / kOperationsPerThread, 1.0, static_cast<double>(options.threads)));
  // Without pairs a block of tokens is also read turned, in whole blocks of H.
  work.units_of_hidden =
      engine.pairs ? CeilDiv(inputs.hidden, 2) : RoundUp(inputs.hidden, engine.mr);
  work.panels = CeilDiv(inputs.columns, engine.nr);
  const int64_t panel_bytes = work.units_of_hidden * engine.nr * kUnitBytes;
  work.tile_panels = std::clamp<int64_t>(kTileBytes / panel_bytes, 1, 8);
  NumberColumns(inputs, &work);
  work.scale = static_cast<float>(1 / inputs.temperature);
  return work;
}

std::vector<int64_t> ScoredTokens(const HeadInputs& inputs) {
  std::vector<int64_t> tokens;
  tokens.reserve(static_cast<size_t>(inputs.tokens));
  for (int64_t i = 0; i < inputs.tokens; ++i) {
    if (inputs.targets[i * inputs.targets_stride] >= 0) tokens.push_back(i);
  }
  return tokens;
}

int64_t RowsOf(const Work& work, int64_t bytes) {
  const int64_t mr = work.engine->mr;
  const int64_t block = mr * RoundUp(work.inputs->hidden, mr) * kUnitBytes;
  return std::clamp<int64_t>(bytes / block, 1, kMostRows / mr) * mr;
}

Error OutOfMemory() {
  return Error(Code::kResourceExhausted, "there is no memory for the scratch of the kernels");
}

}  // namespace logphead::kernels
