// SPDX-License-Identifier: Apache-2.0
// Problems of the sharded heads: configs, inputs, results, references.
#include "numeric_sharded.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "logphead/testing/random.h"

namespace logphead::numeric {
namespace {

// Ratios of the policies, away from the clips of every loss here.
constexpr double kRatios[] = {0.25, 0.7, 0.9, 1.02, 1.1, 1.5, 2.5};

}  // namespace

std::string Way::Name() const {
  std::string name = fmt::format("{}_H{}", head, fmt::join(kernel, "_"));
  if (!kernel_vocab.empty()) name += fmt::format("_V{}", fmt::join(kernel_vocab, "_"));
  if (reuse == KernelReuse::kRegather) name += "_regather";
  if (skip_masked) name += "_skip";
  if (tiles > 0) name += fmt::format("_tiles{}", tiles);
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == ':' || c == ','; }, '_');
  return name;
}

int64_t GroupOf(const std::string& head, const std::string& mesh) {
  return *MeshOf(mesh)->ProductOf(ParseHead(head)->vocab_axes);
}

HiddenSums SumsOf(const Problem& problem, const Way& way) {
  return GroupOf(way.head, problem.mesh) > 1 ? HiddenSums::kOverDevices : HiddenSums::kOneDevice;
}

HeadConfig ConfigOf(const Problem& problem, const Way& way) {
  HeadConfig config;
  config.head = *ParseHead(way.head);
  config.kernel_reuse = way.reuse;
  config.skip_masked = way.skip_masked;
  config.vocab_tiles = way.tiles;
  config.batch = problem.batch;
  config.sequence = problem.sequence;
  config.hidden = problem.hidden;
  config.vocab = problem.vocab;
  config.chunk = problem.chunk;
  config.temperature = problem.temperature;
  config.entropy = problem.entropy;
  config.hidden_dtype = problem.hidden_dtype;
  config.kernel_dtype = problem.kernel_dtype;
  config.layout = problem.layout;
  config.replicate = problem.replicate.value_or(ReplicateMode::kAuto);
  config.mesh = MeshOf(problem.mesh);
  if (!config.mesh) return config;
  config.shardings = HeadShardings::Default(*config.mesh);
  config.shardings.kernel = way.kernel;
  config.shardings.kernel_vocab = way.kernel_vocab;
  return config;
}

void Arrays::Set(const std::string& name, DType dtype, std::vector<int64_t> dims,
                 std::span<const std::byte> bytes) {
  arrays_[name] = {dtype, std::move(dims), {bytes.begin(), bytes.end()}};
}

void Arrays::Set(const std::string& name, std::vector<int64_t> dims,
                 const std::vector<float>& values) {
  Set(name, DType::kF32, std::move(dims), std::as_bytes(std::span(values)));
}

std::vector<float> Arrays::Floats(const std::string& name) const {
  const std::vector<std::byte>& bytes = arrays_.at(name).bytes;
  std::vector<float> values(bytes.size() / sizeof(float));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

NamedInputs Arrays::View() const {
  NamedInputs inputs;
  for (const auto& [name, array] : arrays_) inputs[name] = {array.dtype, array.dims, array.bytes};
  return inputs;
}

Arrays ArraysOf(const Batch& batch) {
  Arrays arrays;
  const std::vector<int64_t> tokens = {batch.batch, batch.sequence};
  arrays.Set("hidden", batch.hidden_states.dtype, batch.hidden_states.dims,
             batch.hidden_states.bytes);
  arrays.Set("kernel", batch.kernel.dtype, batch.kernel.dims, batch.kernel.bytes);
  arrays.Set("targets", DType::kS32, tokens, std::as_bytes(std::span(batch.targets)));
  const auto add = [&](const char* name, const std::vector<float>& values) {
    if (!values.empty()) arrays.Set(name, tokens, values);
  };
  add("cotangent_logps", batch.cotangent_logps);
  add("cotangent_entropies", batch.cotangent_entropies);
  return arrays;
}

Arrays AllArrays(const Problem& problem, const Inputs& inputs) {
  const SafetensorsFile file = *SafetensorsFile::Parse(inputs.file);
  const Batch batch = *ReadBatch(file, inputs.options);
  Arrays arrays = ArraysOf(batch);
  const std::vector<int64_t> tokens = {problem.batch, problem.sequence};
  const auto count = static_cast<size_t>(batch.positions());
  Random random(problem.seed + 1000);
  arrays.Set("weights", tokens, random.Normals(count));
  arrays.Set("advantages", tokens, random.Normals(count));
  std::vector<float> mask;
  for (size_t i = 0; i < count; ++i) {
    mask.push_back(problem.rows == Rows::kAllMasked ? 0.0F
                                                    : static_cast<float>(random.Int(0, 4)) / 2);
  }
  arrays.Set("mask", tokens, mask);
  return arrays;
}

Result<HeadResults> RunHead(const Client& client, const HeadConfig& config, ProgramKind kind,
                            const Arrays& arrays) {
  const std::vector<int64_t> tokens = {config.batch, config.sequence};
  const bool tied = config.layout == KernelLayout::kVocabHidden;
  std::map<std::string, std::vector<int64_t>> shapes = {
      {"logps", tokens},
      {"entropies", tokens},
      {"d_hidden", {config.batch, config.sequence, config.hidden}},
      {"d_kernel", tied ? std::vector<int64_t>{config.vocab, config.hidden}
                        : std::vector<int64_t>{config.hidden, config.vocab}},
      {"loss", {}}};
  if (config.loss) {
    for (const std::string& name : PolicyLoss::SummaryNames(*config.loss, config.entropy)) {
      shapes[name] = {};
    }
  }
  LOGPHEAD_ASSIGN_OR_RETURN(auto results, RunProgram(client, config, kind, arrays.View(), shapes));
  HeadResults out;
  for (auto& [name, array] : results) {
    if (name == "d_hidden") {
      out.scores.d_hidden_dtype = array.dtype;
      out.scores.d_hidden = std::move(array.bytes);
    } else if (name == "d_kernel") {
      out.scores.d_kernel_dtype = array.dtype;
      out.scores.d_kernel = std::move(array.bytes);
    } else {
      const std::vector<double> numbers = Numbers(array.dtype, array.bytes);
      if (name == "logps") {
        out.scores.logps.assign(numbers.begin(), numbers.end());
      } else if (name == "entropies") {
        out.scores.entropies.assign(numbers.begin(), numbers.end());
      } else {
        out.scalars[name] = numbers.at(0);
      }
    }
  }
  return out;
}

MeanLossReference MeanLossOf(const Inputs& inputs, const Arrays& arrays) {
  ReferenceInput in = inputs.reference;
  const std::vector<float> weights = arrays.Floats("weights");
  const std::vector<float> mask = arrays.Floats("mask");
  double total = 0;
  for (const float each : mask) total += static_cast<double>(each);
  for (size_t i = 0; i < weights.size(); ++i) {
    const double factor = static_cast<double>(weights[i]) * static_cast<double>(mask[i]);
    in.d_logps[i] = total == 0 ? 0 : -factor / total;
  }
  in.d_entropies.assign(weights.size(), 0);
  MeanLossReference out;
  out.reference = Compute(in);
  for (size_t i = 0; i < weights.size(); ++i) {
    out.loss += in.d_logps[i] * out.reference.logps[i];
  }
  return out;
}

PolicyLossReference PolicyLossOf(const LossConfig& loss, const Problem& problem,
                                 const Inputs& inputs, Arrays& arrays) {
  ReferenceInput in = inputs.reference;
  const Reference forward = Compute(in);
  PolicyTokens tokens;
  tokens.batch = problem.batch;
  tokens.sequence = problem.sequence;
  tokens.advantages = ToDoubles(arrays.Floats("advantages"));
  const std::vector<float> mask = arrays.Floats("mask");
  Random random(problem.seed + 2000);
  std::vector<float> old_logps;
  std::vector<float> ref_logps;
  for (size_t i = 0; i < mask.size(); ++i) {
    tokens.counted.push_back(mask[i] != 0.0F && in.targets[i] >= 0);
    const double ratio = kRatios[random.Int(0, std::size(kRatios))];
    old_logps.push_back(static_cast<float>(forward.logps[i] - std::log(ratio)));
    ref_logps.push_back(static_cast<float>(forward.logps[i] + random.Normal() / 4));
  }
  tokens.old_logps = ToDoubles(old_logps);
  tokens.ref_logps = ToDoubles(ref_logps);
  const std::vector<int64_t> dims = {problem.batch, problem.sequence};
  arrays.Set("old_logps", dims, old_logps);
  arrays.Set("ref_logps", dims, ref_logps);
  const std::vector<double> none;
  PolicyLossReference out;
  out.policy =
      ComputePolicy(loss, tokens, forward.logps, problem.entropy ? forward.entropies : none);
  in.d_logps = out.policy.d_logps;
  in.d_entropies = out.policy.d_entropies;
  out.reference = Compute(in);
  return out;
}

void ExpectScalars(const std::map<std::string, double>& actual, const PolicyReference& policy) {
  EXPECT_EQ(actual.size(), policy.scalars.size() + 1);
  EXPECT_EQ(actual.count("masked_tokens"), 1U);
  for (const auto& [name, right] : policy.scalars) {
    ASSERT_EQ(actual.count(name), 1U) << name;
    EXPECT_NEAR(actual.at(name), right, 1e-5 * (1 + std::fabs(right))) << name;
  }
}

}  // namespace logphead::numeric
