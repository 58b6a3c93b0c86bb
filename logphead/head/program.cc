// SPDX-License-Identifier: Apache-2.0
// The head's programs: arguments, head, results.
#include "logphead/head/program.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "logphead/head/chunked.h"
#include "logphead/hlo/builder.h"

namespace logphead {
namespace {

using hlo::Builder;
using hlo::TensorType;
using hlo::Value;

constexpr std::array<std::pair<std::string_view, ProgramKind>, 3> kKinds = {{
    {"forward", ProgramKind::kForward},
    {"backward", ProgramKind::kBackward},
    {"loss_and_grad", ProgramKind::kLossAndGrad},
}};

// Writes one program; sharding annotations only where there is a mesh.
class Writer {
 public:
  Writer(const HeadConfig& config, ProgramKind kind, bool replicate)
      : config_(config),
        b_(fmt::format("logphead_{}", ProgramKindName(kind)), config.mesh),
        hidden_(b_.Argument(
            "hidden",
            TensorType{config.hidden_dtype, {config.batch, config.sequence, config.hidden}},
            OnMesh(config.TokenSharding(1)))),
        kernel_(b_.Argument("kernel", TensorType{config.kernel_dtype, config.kernel_dims()},
                            OnMesh(config.KernelSharding()))),
        targets_(PerToken("targets", DType::kS32)),
        head_(b_, config, replicate, hidden_, kernel_, targets_) {}

  Result<hlo::Program> Forward() {
    AddOutputs(head_.Forward());
    return b_.Build(outputs_);
  }

  Result<hlo::Program> Backward() {
    const Value d_logps = PerToken("cotangent_logps", DType::kF32);
    std::optional<Value> d_entropies;
    if (config_.entropy) d_entropies = PerToken("cotangent_entropies", DType::kF32);
    const ChunkedHead::Gradients gradients = head_.Backward(d_logps, d_entropies, /*primal=*/true);
    AddOutputs(*gradients.primal);
    AddGradients(gradients);
    return b_.Build(outputs_);
  }

  Result<hlo::Program> LossAndGrad() {
    const Value weights = PerToken("weights", DType::kF32);
    const Value mask = PerToken("mask", DType::kF32);
    const Value zeros = b_.Splat(b_.type(mask), 0);
    // Selected, not multiplied: a masked token counts 0 whatever its weight and log-prob are.
    const Value counted = b_.Compare(hlo::Comparison::kNe, mask, zeros);
    const Value factor = b_.Select(counted, b_.Multiply(weights, mask), zeros);
    const Value total = Sum(mask);
    const Value zero = b_.Constant(DType::kF32, 0);
    const Value any = b_.Compare(hlo::Comparison::kNe, total, zero);
    const Value denominator = b_.Select(any, total, b_.Constant(DType::kF32, 1));

    const ChunkedHead::Outputs outputs = head_.Forward();
    const Value terms = b_.Select(counted, b_.Multiply(outputs.logps, factor), zeros);
    const Value loss = b_.Negate(b_.Divide(Sum(terms), denominator));
    const Value scale = b_.Negate(b_.Divide(b_.Constant(DType::kF32, 1), denominator));
    const Value d_logps = b_.Multiply(factor, b_.BroadcastInDim(scale, b_.dims(factor), {}));
    std::optional<Value> d_entropies;
    if (config_.entropy) d_entropies = zeros;
    const ChunkedHead::Gradients gradients = head_.Backward(d_logps, d_entropies, /*primal=*/false);
    outputs_.push_back({"loss", loss, OnMesh(Sharding::Replicated(0))});
    AddGradients(gradients);
    if (outputs.entropies) AddPerToken("entropies", *outputs.entropies);
    return b_.Build(outputs_);
  }

 private:
  std::optional<Sharding> OnMesh(Sharding sharding) const {
    return config_.mesh ? std::optional<Sharding>(std::move(sharding)) : std::nullopt;
  }
  Value PerToken(const char* name, DType dtype) {
    return b_.Argument(name, TensorType{dtype, {config_.batch, config_.sequence}},
                       OnMesh(config_.TokenSharding()));
  }
  Value Sum(Value per_token) { return b_.Reduce(hlo::Reduction::kAdd, per_token, {0, 1}); }
  void AddPerToken(const char* name, Value value) {
    outputs_.push_back({name, value, OnMesh(config_.TokenSharding())});
  }
  void AddOutputs(const ChunkedHead::Outputs& outputs) {
    AddPerToken("logps", outputs.logps);
    if (outputs.entropies) AddPerToken("entropies", *outputs.entropies);
  }
  void AddGradients(const ChunkedHead::Gradients& gradients) {
    outputs_.push_back({"d_hidden", gradients.d_hidden, OnMesh(config_.TokenSharding(1))});
    outputs_.push_back({"d_kernel", gradients.d_kernel, OnMesh(config_.KernelSharding())});
  }

  const HeadConfig& config_;
  Builder b_;
  Value hidden_;
  Value kernel_;
  Value targets_;
  ChunkedHead head_;
  std::vector<Builder::Output> outputs_;
};

}  // namespace

std::string_view ProgramKindName(ProgramKind kind) {
  return kKinds[static_cast<size_t>(kind)].first;
}

Result<ProgramKind> ParseProgramKind(std::string_view text) {
  for (const auto& [name, kind] : kKinds) {
    if (name == text) return kind;
  }
  return InvalidArgument(
      fmt::format("program '{}' is unknown (use forward, backward or loss_and_grad)", text));
}

Result<hlo::Program> BuildProgram(const HeadConfig& config, ProgramKind kind,
                                  const EnvLookup& env) {
  LOGPHEAD_RETURN_IF_ERROR(CheckConfig(config));
  LOGPHEAD_ASSIGN_OR_RETURN(const ReplicateMode mode, ResolveReplicateMode(config.replicate, env));
  const bool replicate =
      ReplicateInChunkLoop(mode, config.effective_chunk(), config.mesh.has_value());
  Writer writer(config, kind, replicate);
  switch (kind) {
    case ProgramKind::kForward:
      return writer.Forward();
    case ProgramKind::kBackward:
      return writer.Backward();
    case ProgramKind::kLossAndGrad:
      return writer.LossAndGrad();
  }
  return Internal("unknown program kind");
}

}  // namespace logphead
