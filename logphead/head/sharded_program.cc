// SPDX-License-Identifier: Apache-2.0
// Programs of the local and vocabulary-parallel heads.
#include "logphead/head/sharded_program.h"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "logphead/head/cotangents.h"
#include "logphead/head/loss.h"
#include "logphead/head/mean_loss.h"
#include "logphead/head/native_head.h"
#include "logphead/head/sharded_head.h"
#include "logphead/hlo/builder.h"

namespace logphead {
namespace {

using hlo::Builder;
using hlo::Reduction;
using hlo::TensorType;
using hlo::Value;
using Values = Builder::Values;

// Collects the inputs of the manual computation and, by name, its results.
class Writer {
 public:
  Writer(const HeadConfig& config, ProgramKind kind)
      : config_(config),
        kind_(kind),
        b_(fmt::format("logphead_{}", ProgramKindName(kind)), config.mesh) {
    Input("hidden", TensorType{config.hidden_dtype, {config.batch, config.sequence, config.hidden}},
          config.TokenSharding(1));
    Input("kernel", TensorType{config.kernel_dtype, config.kernel_dims()}, config.KernelSharding());
    PerToken("targets", DType::kS32);
  }

  Result<hlo::Program> Write() {
    if (kind_ == ProgramKind::kBackward) {
      PerToken("cotangent_logps", DType::kF32);
      if (config_.entropy) PerToken("cotangent_entropies", DType::kF32);
    }
    if (kind_ == ProgramKind::kLossAndGrad && !config_.loss) {
      PerToken("weights", DType::kF32);
      PerToken("mask", DType::kF32);
    }
    if (config_.loss) {
      PerToken("advantages", DType::kF32);
      PerToken("mask", DType::kF32);
      if (config_.loss->has_old()) PerToken("old_logps", DType::kF32);
      if (config_.loss->has_reference()) PerToken("ref_logps", DType::kF32);
    }
    DeclareOutputs();
    const size_t arguments = inputs_.size();
    if (config_.mesh) AddAxisIndices();
    const Values results = b_.Manual(inputs_, in_, out_, [&](const Values& parts) {
      const std::unique_ptr<ShardedHead> made = MakeHead(parts, arguments);
      ShardedHead& head = *made;
      switch (kind_) {
        case ProgramKind::kForward:
          return Forward(head);
        case ProgramKind::kBackward:
          return Backward(head, parts);
        case ProgramKind::kLossAndGrad:
        case ProgramKind::kFused:
          return config_.loss ? OfPolicyLoss(head, parts) : LossAndGrad(head, parts);
      }
      return Values{};
    });
    std::vector<Builder::Output> outputs;
    for (size_t i = 0; i < names_.size() && i < results.size(); ++i) {
      outputs.push_back(
          {names_[i], results[i], config_.mesh ? std::optional<Sharding>(out_[i]) : std::nullopt});
    }
    return b_.Build(outputs);
  }

 private:
  void Input(const char* name, TensorType type, Sharding sharding) {
    inputs_.push_back(b_.Argument(name, std::move(type),
                                  config_.mesh ? std::optional<Sharding>(sharding) : std::nullopt));
    in_.push_back(std::move(sharding));
  }
  void PerToken(const char* name, DType dtype) {
    Input(name, TensorType{dtype, {config_.batch, config_.sequence}}, config_.TokenSharding());
  }

  // A count along each mesh axis, cut by that axis: each device's part is its index.
  void AddAxisIndices() {
    for (const MeshAxis& axis : config_.mesh->axes()) {
      inputs_.push_back(b_.Iota(TensorType{DType::kS32, {axis.size}}, 0));
      in_.push_back(Sharding{{DimSharding{{axis.name}, false}}, {}});
    }
  }
  AxisIndices Indices(const Values& parts, size_t first) {
    AxisIndices indices;
    for (size_t i = first; i < parts.size(); ++i) {
      indices[config_.mesh->axes()[i - first].name] = b_.Reshape(parts[i], {});
    }
    return indices;
  }

  bool OnePass() const {
    return kind_ == ProgramKind::kBackward ||
           (kind_ == ProgramKind::kFused && config_.loss->per_token());
  }

  std::unique_ptr<ShardedHead> MakeHead(const Values& parts, size_t arguments) {
    const AxisIndices indices = Indices(parts, arguments);
    if (config_.kernels == Kernels::kNative) {
      return std::make_unique<NativeHead>(b_, config_, indices, parts[0], parts[1], parts[2],
                                          OnePass());
    }
    return std::make_unique<ShardedHead>(b_, config_, indices, parts[0], parts[1], parts[2]);
  }

  void Output(const char* name, Sharding sharding) {
    names_.emplace_back(name);
    out_.push_back(std::move(sharding));
  }
  void DeclareOutputs() {
    const auto per_token = [&] {
      Output("logps", config_.TokenSharding());
      if (config_.entropy) Output("entropies", config_.TokenSharding());
    };
    const auto gradients = [&] {
      Output("d_hidden", config_.TokenSharding(1));
      Output("d_kernel", config_.KernelSharding());
    };
    switch (kind_) {
      case ProgramKind::kForward:
        per_token();
        break;
      case ProgramKind::kBackward:
        per_token();
        gradients();
        break;
      case ProgramKind::kLossAndGrad:
      case ProgramKind::kFused:
        if (!config_.loss) {
          Output("loss", Sharding::Replicated(0));
          gradients();
          if (config_.entropy) Output("entropies", config_.TokenSharding());
          break;
        }
        for (const std::string& name : PolicyLoss::SummaryNames(*config_.loss, config_.entropy)) {
          Output(name.c_str(), Sharding::Replicated(0));
        }
        gradients();
        per_token();
        break;
    }
  }

  static Values List(const ShardedHead::Outputs& outputs) {
    Values values = {outputs.logps};
    if (outputs.entropies) values.push_back(*outputs.entropies);
    return values;
  }

  Values Forward(ShardedHead& head) { return List(head.Forward()); }

  Values Backward(ShardedHead& head, const Values& parts) {
    std::vector<Value> extras = {head.ToGroup(parts[3], 0)};
    if (config_.entropy) extras.push_back(head.ToGroup(parts[4], 0));
    const ShardedHead::OnePassResult result = head.OnePass(extras, GivenCotangents);
    Values values = List(result.outputs);
    values.push_back(result.gradients.d_hidden);
    values.push_back(result.gradients.d_kernel);
    return values;
  }

  // Sums over this device's tokens and then over the devices that hold others.
  Sums DeviceSums() {
    const auto sum = [this](Value value, int64_t dim, const std::vector<std::string>& axes) {
      return b_.AllReduce(Reduction::kAdd, b_.Reduce(Reduction::kAdd, value, {dim}), axes);
    };
    return Sums{[=, this](Value v) { return sum(v, 1, config_.shardings.sequence); },
                [=, this](Value v) { return sum(v, 0, config_.shardings.rows); }};
  }

  Values LossAndGrad(ShardedHead& head, const Values& parts) {
    const Sums sums = DeviceSums();
    MeanLoss mean(b_, parts[3], parts[4], [&](Value v) { return sums.all(sums.rows(v)); });
    const ShardedHead::Outputs outputs = head.Forward();
    const Value loss = mean.Loss(outputs.logps);
    const ShardedHead::Gradients gradients = head.Backward(mean.Cotangent(), std::nullopt);
    Values values = {loss, gradients.d_hidden, gradients.d_kernel};
    if (outputs.entropies) values.push_back(*outputs.entropies);
    return values;
  }

  Values OfPolicyLoss(ShardedHead& head, const Values& parts) {
    const LossConfig& config = *config_.loss;
    const Sums sums = DeviceSums();
    PolicyLoss loss(b_, config);
    const Value mask = CountedMask(b_, parts[4], parts[2]);
    LossInputs inputs{parts[3], loss.Weights(mask, sums), std::nullopt, std::nullopt};
    size_t next = 5;
    if (config.has_old()) inputs.old_logps = parts[next++];
    if (config.has_reference()) inputs.ref_logps = parts[next++];
    ShardedHead::Outputs outputs;
    ShardedHead::Gradients gradients;
    std::optional<Value> log_ratio;
    if (OnePass()) {
      std::vector<Value> extras;
      for (const Value own : ListLossInputs(inputs)) extras.push_back(head.ToGroup(own, 0));
      const ShardedHead::OnePassResult result = head.OnePass(extras, FusedCotangents(loss, config));
      outputs = result.outputs;
      gradients = result.gradients;
    } else {
      outputs = head.Forward();
      if (!config.per_token()) {
        log_ratio = loss.SequenceLogRatio(outputs.logps, inputs.old_logps.value(), mask, sums);
      }
      const LossTerms terms = loss.Terms(outputs.logps, outputs.entropies, inputs, log_ratio);
      gradients = head.Backward(terms.d_logps, terms.d_entropies);
    }
    Values values;
    for (const PolicyLoss::Scalar& scalar :
         loss.Summary(outputs.logps, outputs.entropies, inputs, sums, log_ratio)) {
      values.push_back(scalar.value);
    }
    values.push_back(gradients.d_hidden);
    values.push_back(gradients.d_kernel);
    for (const Value output : List(outputs)) values.push_back(output);
    return values;
  }

  const HeadConfig& config_;
  ProgramKind kind_;
  Builder b_;
  Values inputs_;
  std::vector<Sharding> in_;
  std::vector<std::string> names_;
  std::vector<Sharding> out_;
};

}  // namespace

Result<hlo::Program> BuildShardedProgram(const HeadConfig& config, ProgramKind kind) {
  return Writer(config, kind).Write();
}

}  // namespace logphead
