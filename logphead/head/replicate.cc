// SPDX-License-Identifier: Apache-2.0
// The replicate rule: names, environment, decision and constraints.
#include "logphead/head/replicate.h"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <utility>

namespace logphead {
namespace {

constexpr std::array<std::pair<std::string_view, ReplicateMode>, 3> kModes = {{
    {"auto", ReplicateMode::kAuto},
    {"always", ReplicateMode::kAlways},
    {"never", ReplicateMode::kNever},
}};

constexpr std::array<std::pair<std::string_view, ReplicateVariant>, 4> kVariants = {{
    {"rule", ReplicateVariant::kRule},
    {"ids-only", ReplicateVariant::kIdsOnly},
    {"batch-dim", ReplicateVariant::kBatchDim},
    {"no-mesh", ReplicateVariant::kNoMesh},
}};

const DimSharding kOpen{{}, true};
const DimSharding kReplicated{{}, false};

}  // namespace

Result<ReplicateMode> ParseReplicateMode(std::string_view text) {
  for (const auto& [name, mode] : kModes) {
    if (name == text) return mode;
  }
  return InvalidArgument(
      fmt::format("replicate mode '{}' is unknown (use auto, always or never)", text));
}

std::string_view ReplicateModeName(ReplicateMode mode) {
  return kModes[static_cast<size_t>(mode)].first;
}

Result<ReplicateVariant> ParseReplicateVariant(std::string_view text) {
  if (text.empty()) return ReplicateVariant::kRule;
  for (const auto& [name, variant] : kVariants) {
    if (name == text) return variant;
  }
  return InvalidArgument(
      fmt::format("variant '{}' is unknown (use rule, ids-only, batch-dim or no-mesh)", text));
}

std::string_view ReplicateVariantName(ReplicateVariant variant) {
  return kVariants[static_cast<size_t>(variant)].first;
}

std::optional<std::string> ProcessEnv(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? std::optional<std::string>(value) : std::nullopt;
}

Result<ReplicateMode> ResolveReplicateMode(std::optional<ReplicateMode> flag,
                                           const EnvLookup& env) {
  if (flag) return *flag;
  std::optional<ReplicateMode> found;
  for (const char* name : {"LOGPHEAD_REPLICATE_SEQUENCE", "TUNIX_LOGPS_REPLICATE_SEQUENCE"}) {
    const std::optional<std::string> text = env(name);
    if (!text || text->empty()) continue;
    const Result<ReplicateMode> mode = ParseReplicateMode(*text);
    if (!mode.ok()) return mode.error().WithContext(name);
    if (found && *found != *mode) {
      return InvalidArgument(fmt::format(
          "LOGPHEAD_REPLICATE_SEQUENCE is {} but TUNIX_LOGPS_REPLICATE_SEQUENCE is {} (set one, or "
          "both alike)",
          ReplicateModeName(*found), *text));
    }
    found = *mode;
  }
  return found.value_or(ReplicateMode::kAuto);
}

bool ReplicateInChunkLoop(ReplicateMode mode, int64_t chunk, bool has_mesh) {
  if (!has_mesh) return false;
  if (mode == ReplicateMode::kAuto) return chunk > kReplicateAboveChunk;
  return mode == ReplicateMode::kAlways;
}

hlo::Value SequenceReplication::Targets(hlo::Builder& b, hlo::Value targets) const {
  if (!on_ || variant_ == ReplicateVariant::kNoMesh) return targets;
  if (variant_ == ReplicateVariant::kBatchDim) {
    return b.Constrain(targets, Sharding{{kReplicated, kOpen}, {}});
  }
  return b.Constrain(targets, Sharding{{kOpen, kReplicated}, {}});
}

hlo::Value SequenceReplication::Chunks(hlo::Builder& b, hlo::Value chunks) const {
  if (!on_ || variant_ == ReplicateVariant::kNoMesh || variant_ == ReplicateVariant::kIdsOnly) {
    return chunks;
  }
  if (variant_ == ReplicateVariant::kBatchDim) {
    return b.Constrain(chunks, Sharding{{kOpen, kReplicated, kOpen}, {}});
  }
  return b.Constrain(chunks, Sharding{{kReplicated, kOpen, kReplicated}, {}});
}

}  // namespace logphead
