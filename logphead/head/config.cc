// SPDX-License-Identifier: Apache-2.0
// HeadConfig: checks and derived shapes.
#include "logphead/head/config.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace logphead {
namespace {

Status CheckSize(const char* name, int64_t size) {
  if (size >= 1) return {};
  return InvalidArgument(fmt::format("{} is {} (use 1 or more)", name, size));
}

Status CheckDtype(const char* name, DType dtype) {
  if (dtype == DType::kBF16 || dtype == DType::kF32) return {};
  return InvalidArgument(fmt::format("{} is {} (bf16 and f32 are taken)", name, DTypeName(dtype)));
}

Status CheckDivides(const Mesh& mesh, const char* name, int64_t size,
                    const std::vector<std::string>& axes) {
  LOGPHEAD_ASSIGN_OR_RETURN(const int64_t parts, mesh.ProductOf(axes));
  if (size % parts == 0) return {};
  return InvalidArgument(
      fmt::format("{} {} is not a multiple of the {} devices that split it", name, size, parts));
}

Status CheckShardings(const HeadConfig& config) {
  const HeadShardings& shardings = config.shardings;
  if (!config.mesh) {
    if (shardings == HeadShardings{}) return {};
    return InvalidArgument("shardings are given but there is no mesh");
  }
  const Mesh& mesh = *config.mesh;
  const Status tokens = CheckSharding(mesh, config.TokenSharding(1), 3);
  if (!tokens.ok()) return tokens.error().WithContext("rows and sequence");
  const Status kernel = CheckSharding(mesh, config.KernelSharding(), 2);
  if (!kernel.ok()) return kernel.error().WithContext("kernel");
  LOGPHEAD_RETURN_IF_ERROR(CheckDivides(mesh, "batch", config.batch, shardings.rows));
  LOGPHEAD_RETURN_IF_ERROR(CheckDivides(mesh, "sequence", config.sequence, shardings.sequence));
  return CheckDivides(mesh, "hidden", config.hidden, shardings.kernel);
}

Status CheckHead(const HeadConfig& config) {
  if (config.vocab_tiles < 0 || config.vocab_tiles > config.vocab) {
    return InvalidArgument(fmt::format("vocab tiles are {} (use 1 to the vocabulary's {})",
                                       config.vocab_tiles, config.vocab));
  }
  if (config.vocab_tiles > 1 && config.kernel_reuse == KernelReuse::kKeep) {
    return InvalidArgument("vocab tiles need a kernel that is gathered again (regather)");
  }
  if (config.head.kind != HeadKind::kVocab) return {};
  const std::string name = config.head.ToString();
  if (!config.mesh) {
    return InvalidArgument(fmt::format("head {} needs a mesh with these axes", name));
  }
  const Sharding sharding{{DimSharding{config.head.vocab_axes, false}}, {}};
  const Status axes = CheckSharding(*config.mesh, sharding, 1);
  if (!axes.ok()) return axes.error().WithContext("head " + name);
  LOGPHEAD_ASSIGN_OR_RETURN(const int64_t shards, config.mesh->ProductOf(config.head.vocab_axes));
  if (shards <= config.vocab) return {};
  return InvalidArgument(
      fmt::format("head {} shares the vocabulary among {} devices but it has {} columns (use axes "
                  "of {} or fewer devices, or head local)",
                  name, shards, config.vocab, config.vocab));
}

Status CheckKernels(const HeadConfig& config) {
  if (config.kernels == Kernels::kNative) {
    if (config.logits != LogitsPrecision::kF32) {
      return InvalidArgument("native kernels keep logits in f32 (use xla kernels to round them)");
    }
  } else if (config.gradient_filter != 0) {
    return InvalidArgument("a gradient filter needs native kernels");
  }
  if (config.gradient_filter >= 0 && config.gradient_filter < 1) return {};
  return InvalidArgument(
      fmt::format("gradient filter {} is not in [0, 1)", config.gradient_filter));
}

Status CheckPolicyLoss(const HeadConfig& config) {
  if (!config.loss) return {};
  LOGPHEAD_RETURN_IF_ERROR(CheckLoss(*config.loss));
  if (config.loss->has_entropy() && !config.entropy) {
    return InvalidArgument("an entropy bonus needs entropies, which the config leaves out");
  }
  return {};
}

}  // namespace

std::string_view KernelsName(Kernels kernels) {
  return kernels == Kernels::kNative ? "native" : "xla";
}

HeadShardings HeadShardings::Default(const Mesh& mesh) {
  HeadShardings shardings;
  const auto add = [&](std::vector<std::string>& to, const char* axis) {
    if (mesh.AxisSize(axis)) to.push_back(axis);
  };
  add(shardings.rows, "fsdp");
  add(shardings.rows, "expert");
  add(shardings.sequence, "context");
  add(shardings.kernel, "fsdp");
  return shardings;
}

DType HeadConfig::compute_dtype() const {
  return f32_matmuls || hidden_dtype == DType::kF32 || kernel_dtype == DType::kF32 ? DType::kF32
                                                                                   : DType::kBF16;
}

DType HeadConfig::d_kernel_dtype() const {
  return accumulate == Accumulate::kF32 ? DType::kF32 : kernel_dtype;
}

int64_t HeadConfig::tiles() const {
  if (kernel_reuse == KernelReuse::kKeep) return 1;
  if (vocab_tiles > 0) return vocab_tiles;
  return head.kind == HeadKind::kLocal ? std::min<int64_t>(4, vocab) : 1;
}

HeadChoice HeadConfig::built_head() const {
  if (kernels == Kernels::kXla || head.kind != HeadKind::kChunked) return head;
  HeadChoice built{HeadKind::kLocal, {}};
  if (!mesh || batch * sequence > vocab || mesh->size() > vocab) return built;
  built.kind = HeadKind::kVocab;
  for (const MeshAxis& axis : mesh->axes()) built.vocab_axes.push_back(axis.name);
  return built;
}

int64_t HeadConfig::devices_along(const std::vector<std::string>& axes) const {
  int64_t devices = 1;
  for (const std::string& axis : axes) {
    if (mesh) devices *= mesh->AxisSize(axis).value_or(1);
  }
  return devices;
}

std::vector<std::string> HeadConfig::token_axes() const {
  std::vector<std::string> axes = shardings.rows;
  axes.insert(axes.end(), shardings.sequence.begin(), shardings.sequence.end());
  return axes;
}

int64_t HeadConfig::stored_vocab() const {
  const int64_t parts = devices_along(shardings.kernel_vocab);
  return (vocab + parts - 1) / parts * parts;
}

std::vector<int64_t> HeadConfig::kernel_dims() const {
  return layout == KernelLayout::kHiddenVocab ? std::vector<int64_t>{hidden, stored_vocab()}
                                              : std::vector<int64_t>{stored_vocab(), hidden};
}

Sharding HeadConfig::KernelSharding() const {
  const DimSharding h{shardings.kernel, false};
  const DimSharding v{shardings.kernel_vocab, false};
  return layout == KernelLayout::kHiddenVocab ? Sharding{{h, v}, {}} : Sharding{{v, h}, {}};
}

Sharding HeadConfig::TokenSharding(size_t trailing) const {
  Sharding sharding{{{shardings.rows, false}, {shardings.sequence, false}}, {}};
  sharding.dims.resize(2 + trailing);
  return sharding;
}

Status CheckConfig(const HeadConfig& config) {
  LOGPHEAD_RETURN_IF_ERROR(CheckSize("batch", config.batch));
  LOGPHEAD_RETURN_IF_ERROR(CheckSize("sequence", config.sequence));
  LOGPHEAD_RETURN_IF_ERROR(CheckSize("hidden", config.hidden));
  LOGPHEAD_RETURN_IF_ERROR(CheckSize("vocab", config.vocab));
  LOGPHEAD_RETURN_IF_ERROR(CheckSize("chunk", config.chunk));
  if (config.vocab > INT32_MAX) {
    return InvalidArgument(fmt::format("vocab {} exceeds what i32 target ids reach", config.vocab));
  }
  if (!(config.temperature > 0) || !std::isfinite(config.temperature)) {
    return InvalidArgument(
        fmt::format("temperature {} is not a finite number above 0", config.temperature));
  }
  LOGPHEAD_RETURN_IF_ERROR(CheckDtype("hidden", config.hidden_dtype));
  LOGPHEAD_RETURN_IF_ERROR(CheckDtype("kernel", config.kernel_dtype));
  LOGPHEAD_RETURN_IF_ERROR(CheckKernels(config));
  LOGPHEAD_RETURN_IF_ERROR(CheckShardings(config));
  LOGPHEAD_RETURN_IF_ERROR(CheckHead(config));
  return CheckPolicyLoss(config);
}

int64_t DefaultChunk(const HeadConfig& config) {
  constexpr int64_t kLeastTokens = 1024;
  constexpr int64_t kLogitsBytes = int64_t{1} << 28;
  if (config.head.kind == HeadKind::kChunked) return 1024;
  const std::vector<std::string> split = config.token_axes();
  int64_t group = 1;  // devices whose tokens meet
  for (const std::string& axis : config.head.vocab_axes) {
    if (std::find(split.begin(), split.end(), axis) != split.end()) {
      group *= config.devices_along({axis});
    }
  }
  const int64_t shards = config.devices_along(config.head.vocab_axes);
  const int64_t tokens =
      std::max<int64_t>(1, config.batch * config.sequence / config.devices_along(split));
  const int64_t columns = (config.vocab + shards - 1) / shards;
  int64_t together = kLeastTokens;
  while (together <= kLogitsBytes / 8 / columns) together *= 2;
  return std::clamp<int64_t>(together / group, 1, tokens);
}

Result<HeadConfig> PadToMesh(HeadConfig config) {
  if (!config.mesh) return config;
  const auto round_up = [&](int64_t size, const std::vector<std::string>& axes) -> Result<int64_t> {
    LOGPHEAD_ASSIGN_OR_RETURN(const int64_t parts, config.mesh->ProductOf(axes));
    return (size + parts - 1) / parts * parts;
  };
  LOGPHEAD_ASSIGN_OR_RETURN(config.batch, round_up(config.batch, config.shardings.rows));
  LOGPHEAD_ASSIGN_OR_RETURN(config.sequence, round_up(config.sequence, config.shardings.sequence));
  LOGPHEAD_ASSIGN_OR_RETURN(config.hidden, round_up(config.hidden, config.shardings.kernel));
  return config;
}

}  // namespace logphead
