// SPDX-License-Identifier: Apache-2.0
// Flags of the head: what they mean.
#include "logphead/cli/head_flags.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "logphead/cli/arguments.h"
#include "logphead/cli/values.h"

namespace logphead::cli {
namespace {

// Applies one "rows=fsdp,expert".
Status ApplyShard(const std::string& text, HeadShardings* shardings) {
  const size_t equals = text.find('=');
  const std::string name = text.substr(0, equals);
  std::vector<std::string>* axes = name == "rows"       ? &shardings->rows
                                   : name == "sequence" ? &shardings->sequence
                                   : name == "kernel"   ? &shardings->kernel
                                                        : nullptr;
  if (axes == nullptr || equals == std::string::npos) {
    return InvalidArgument(fmt::format(
        "--shard '{}' is not rows=AXES, sequence=AXES or kernel=AXES (e.g. rows=fsdp,expert)",
        text));
  }
  LOGPHEAD_ASSIGN_OR_RETURN(*axes, ParseList("--shard " + name, text.substr(equals + 1)));
  return {};
}

std::vector<std::string> IdleAxes(const Mesh& mesh, const HeadShardings& shardings) {
  std::vector<std::string> idle;
  const auto uses = [](const std::vector<std::string>& axes, const std::string& name) {
    return std::find(axes.begin(), axes.end(), name) != axes.end();
  };
  for (const MeshAxis& axis : mesh.axes()) {
    if (axis.size > 1 && !uses(shardings.rows, axis.name) && !uses(shardings.sequence, axis.name) &&
        !uses(shardings.kernel, axis.name)) {
      idle.push_back(axis.name);
    }
  }
  return idle;
}

}  // namespace

void AddHeadFlags(CLI::App& app, HeadFlags* flags) {
  AddText(app, kMeshGroup, "--mesh AXIS=N,...", &flags->mesh,
          "axes and sizes: fsdp=2,context=2,expert=2 (default: one device)");
  AddRepeated(app, kMeshGroup, "--shard WHAT=AXIS,...", &flags->shard,
              "default rows=fsdp,expert sequence=context kernel=fsdp (its H); repeatable");
  AddText(app, kHeadGroup, "--temperature T", &flags->temperature,
          "logits are divided by this (default 1)");
  AddText(app, kHeadGroup, "--precision P", &flags->precision,
          "f32 (default); origin: bf16-rounded logits, d_kernel summed in its dtype");
  AddSwitch(app, kHeadGroup, "--entropy", &flags->entropy, "entropies as well");
}

Result<MeshChoice> ResolveMesh(const HeadFlags& flags) {
  MeshChoice choice;
  if (flags.mesh.empty()) {
    if (flags.shard.empty()) return choice;
    return InvalidArgument("--shard needs a --mesh");
  }
  LOGPHEAD_ASSIGN_OR_RETURN(choice.mesh, Mesh::Parse(flags.mesh));
  choice.shardings = HeadShardings::Default(*choice.mesh);
  for (const std::string& shard : flags.shard) {
    LOGPHEAD_RETURN_IF_ERROR(ApplyShard(shard, &choice.shardings));
  }
  choice.idle_axes = IdleAxes(*choice.mesh, choice.shardings);
  return choice;
}

std::vector<std::string> MeshNotes(const MeshChoice& choice) {
  if (choice.idle_axes.empty()) return {};
  return {fmt::format(
      "mesh axis {} splits nothing, so its devices repeat the same work (--shard gives it some)",
      fmt::join(choice.idle_axes, ", "))};
}

Result<double> ResolveTemperature(const HeadFlags& flags) {
  if (flags.temperature.empty()) return 1.0;
  LOGPHEAD_ASSIGN_OR_RETURN(const double temperature,
                            ParseNumber("--temperature", flags.temperature));
  if (temperature <= 0) {
    return InvalidArgument(fmt::format("--temperature is {} (use a number above 0)", temperature));
  }
  // The head divides in f32, where it would be zero, infinite or without its digits.
  constexpr double kLeast = std::numeric_limits<float>::min();
  constexpr double kMost = std::numeric_limits<float>::max();
  if (temperature < kLeast || temperature > kMost) {
    return InvalidArgument(fmt::format("--temperature is {}, beyond f32 (use {:.1e} to {:.1e})",
                                       temperature, kLeast, kMost));
  }
  return temperature;
}

Result<Precision> ResolvePrecision(const std::string& text) {
  if (text.empty() || text == "f32") return Precision{};
  if (text == "origin") return Precision{LogitsPrecision::kBf16, Accumulate::kKernel};
  return InvalidArgument(fmt::format("--precision '{}' is unknown (use f32 or origin)", text));
}

}  // namespace logphead::cli
