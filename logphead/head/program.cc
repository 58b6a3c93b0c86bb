// SPDX-License-Identifier: Apache-2.0
// The head's programs: arguments, head, results.
#include "logphead/head/program.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "logphead/head/chunked.h"
#include "logphead/head/cotangents.h"
#include "logphead/head/mean_loss.h"
#include "logphead/head/sharded_program.h"
#include "logphead/hlo/builder.h"

namespace logphead {
namespace {

using hlo::Builder;
using hlo::TensorType;
using hlo::Value;

constexpr std::array<std::pair<std::string_view, ProgramKind>, 4> kKinds = {{
    {"forward", ProgramKind::kForward},
    {"backward", ProgramKind::kBackward},
    {"loss_and_grad", ProgramKind::kLossAndGrad},
    {"fused", ProgramKind::kFused},
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
    std::vector<Value> cotangents = {PerToken("cotangent_logps", DType::kF32)};
    if (config_.entropy) cotangents.push_back(PerToken("cotangent_entropies", DType::kF32));
    const ChunkedHead::Gradients gradients =
        head_.Backward(cotangents, GivenCotangents, /*primal=*/true);
    AddOutputs(*gradients.primal);
    AddGradients(gradients);
    return b_.Build(outputs_);
  }

  Result<hlo::Program> LossAndGrad() {
    const Value weights = PerToken("weights", DType::kF32);
    const Value mask = PerToken("mask", DType::kF32);
    MeanLoss mean(b_, weights, mask, [&](Value per_token) { return Sum(per_token, {0, 1}); });
    const ChunkedHead::Outputs outputs = head_.Forward();
    const Value loss = mean.Loss(outputs.logps);
    std::vector<Value> cotangents = {mean.Cotangent()};
    if (config_.entropy) cotangents.push_back(mean.zeros());
    const ChunkedHead::Gradients gradients =
        head_.Backward(cotangents, GivenCotangents, /*primal=*/false);
    AddScalar("loss", loss);
    AddGradients(gradients);
    if (outputs.entropies) AddPerToken("entropies", *outputs.entropies);
    return b_.Build(outputs_);
  }

  // In one pass, or with the log-probs of a pass of their own.
  Result<hlo::Program> OfPolicyLoss(bool one_pass) {
    const LossConfig& config = *config_.loss;
    const Sums sums{[&](Value per_token) { return Sum(per_token, {1}); },
                    [&](Value per_row) { return Sum(per_row, {0}); }};
    PolicyLoss loss(b_, config);
    const Value advantages = PerToken("advantages", DType::kF32);
    const Value mask = CountedMask(b_, PerToken("mask", DType::kF32), targets_);
    LossInputs inputs{advantages, mask, std::nullopt, std::nullopt};
    if (config.has_old()) inputs.old_logps = PerToken("old_logps", DType::kF32);
    if (config.has_reference()) inputs.ref_logps = PerToken("ref_logps", DType::kF32);
    inputs.weights = loss.Weights(mask, sums);
    ChunkedHead::Outputs outputs;
    ChunkedHead::Gradients gradients;
    std::optional<Value> log_ratio;
    if (one_pass && config.per_token()) {
      gradients = head_.Backward(ListLossInputs(inputs), FusedCotangents(loss, config),
                                 /*primal=*/true);
      outputs = *gradients.primal;
    } else {
      outputs = head_.Forward();
      if (!config.per_token()) {
        log_ratio = loss.SequenceLogRatio(outputs.logps, inputs.old_logps.value(), mask, sums);
      }
      const LossTerms terms = loss.Terms(outputs.logps, outputs.entropies, inputs, log_ratio);
      std::vector<Value> cotangents = {terms.d_logps};
      if (terms.d_entropies) cotangents.push_back(*terms.d_entropies);
      gradients = head_.Backward(cotangents, GivenCotangents, /*primal=*/false);
    }
    for (const PolicyLoss::Scalar& scalar :
         loss.Summary(outputs.logps, outputs.entropies, inputs, sums, log_ratio)) {
      AddScalar(scalar.name, scalar.value);
    }
    AddGradients(gradients);
    AddOutputs(outputs);
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
  Value Sum(Value value, std::vector<int64_t> dims) {
    return b_.Reduce(hlo::Reduction::kAdd, value, std::move(dims));
  }
  void AddScalar(const std::string& name, Value value) {
    outputs_.push_back({name, value, OnMesh(Sharding::Replicated(0))});
  }
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
      fmt::format("program '{}' is unknown (use forward, backward, loss_and_grad or fused)", text));
}

Result<hlo::Program> BuildProgram(const HeadConfig& config, ProgramKind kind,
                                  const EnvLookup& env) {
  LOGPHEAD_RETURN_IF_ERROR(CheckConfig(config));
  LOGPHEAD_ASSIGN_OR_RETURN(const ReplicateMode mode, ResolveReplicateMode(config.replicate, env));
  if (kind == ProgramKind::kFused && !config.loss) {
    return InvalidArgument("the fused program needs a loss (e.g. grpo)");
  }
  if (config.loss && kind != ProgramKind::kFused && kind != ProgramKind::kLossAndGrad) {
    return InvalidArgument(fmt::format("the {} program takes no loss (use fused or loss_and_grad)",
                                       ProgramKindName(kind)));
  }
  if (const HeadChoice built = config.built_head(); built.kind != HeadKind::kChunked) {
    HeadConfig sharded = config;
    sharded.head = built;
    if (config.mesh && config.mesh->size() == 1) {
      // Engines do not know a manual computation over one device.
      sharded.mesh.reset();
      sharded.shardings = {};
      sharded.head = HeadChoice{HeadKind::kLocal, {}};
    }
    return BuildShardedProgram(sharded, kind);
  }
  const bool replicate =
      ReplicateInChunkLoop(mode, config.effective_chunk(), config.mesh.has_value());
  Writer writer(config, kind, replicate);
  switch (kind) {
    case ProgramKind::kForward:
      return writer.Forward();
    case ProgramKind::kBackward:
      return writer.Backward();
    case ProgramKind::kLossAndGrad:
      return config.loss ? writer.OfPolicyLoss(/*one_pass=*/false) : writer.LossAndGrad();
    case ProgramKind::kFused:
      return writer.OfPolicyLoss(/*one_pass=*/true);
  }
  return Internal("unknown program kind");
}

}  // namespace logphead
