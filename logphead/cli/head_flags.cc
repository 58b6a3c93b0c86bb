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
  std::vector<std::string>* axes = name == "rows"           ? &shardings->rows
                                   : name == "sequence"     ? &shardings->sequence
                                   : name == "kernel"       ? &shardings->kernel
                                   : name == "kernel_vocab" ? &shardings->kernel_vocab
                                                            : nullptr;
  if (axes == nullptr || equals == std::string::npos) {
    return InvalidArgument(
        fmt::format("--shard '{}' is not rows=AXES, sequence=AXES, kernel=AXES or "
                    "kernel_vocab=AXES (e.g. rows=fsdp,expert)",
                    text));
  }
  LOGPHEAD_ASSIGN_OR_RETURN(*axes, ParseList("--shard " + name, text.substr(equals + 1)));
  return {};
}

bool Uses(const std::vector<std::string>& axes, const std::string& name) {
  return std::find(axes.begin(), axes.end(), name) != axes.end();
}

std::vector<std::string> IdleAxes(const Mesh& mesh, const HeadShardings& shardings,
                                  const std::vector<HeadChoice>& heads) {
  std::vector<std::string> idle;
  for (const MeshAxis& axis : mesh.axes()) {
    bool used = axis.size == 1;
    for (const auto* axes :
         {&shardings.rows, &shardings.sequence, &shardings.kernel, &shardings.kernel_vocab}) {
      used = used || Uses(*axes, axis.name);
    }
    for (const HeadChoice& head : heads) used = used || Uses(head.vocab_axes, axis.name);
    if (!used) idle.push_back(axis.name);
  }
  return idle;
}

bool IsVocab(const std::string& head) { return head.starts_with("vocab:"); }

// Pieces between commas, with the further axes of a vocab head put back to it.
Result<std::vector<std::string>> HeadNames(const std::string& text) {
  LOGPHEAD_ASSIGN_OR_RETURN(const std::vector<std::string> pieces, ParseList("--head", text));
  std::vector<std::string> names;
  for (const std::string& piece : pieces) {
    const bool head = piece == "chunked" || piece == "local" || piece == "vocab" || IsVocab(piece);
    if (head || names.empty() || !IsVocab(names.back())) {
      names.push_back(piece);
    } else {
      names.back() += "," + piece;
    }
  }
  return names;
}

template <typename T>
Result<T> OnlyOne(const char* flag, const std::string& text, const Result<std::vector<T>>& all) {
  if (!all.ok()) return all.error();
  if (all->size() == 1) return all->front();
  return InvalidArgument(
      fmt::format("{} {} names {} but one is meant here", flag, text, all->size()));
}

}  // namespace

void AddHeadFlags(CLI::App& app, HeadFlags* flags) {
  AddRepeated(app, kMeshGroup, "--mesh AXIS=N,...", &flags->mesh,
              "axes and sizes: fsdp=2,context=2,expert=2 (default: one device)");
  AddRepeated(app, kMeshGroup, "--shard WHAT=AXIS,...", &flags->shard,
              "default rows=fsdp,expert sequence=context kernel=fsdp (H); or kernel_vocab");
  AddText(app, kHeadGroup, "--head NAME,...", &flags->head,
          "chunked (default), local or vocab:AXES, e.g. vocab:context,expert");
  AddText(app, kHeadGroup, "--kernel HOW,...", &flags->kernel,
          "between passes of local and vocab: keep (default) or regather");
  AddText(app, kHeadGroup, "--vocab-tiles N", &flags->vocab_tiles,
          "tiles that regather goes by in the backward (default: local 4, vocab 1)");
  AddSwitch(app, kHeadGroup, "--skip-masked", &flags->skip_masked,
            "local and vocab leave out chunks without a target");
  AddText(app, kHeadGroup, "--temperature T", &flags->temperature,
          "logits are divided by this (default 1)");
  AddText(app, kHeadGroup, "--precision P", &flags->precision,
          "f32 (default); origin: bf16-rounded logits, d_kernel summed in its dtype");
  AddSwitch(app, kHeadGroup, "--entropy", &flags->entropy, "entropies as well");
}

Result<std::vector<HeadChoice>> ResolveHeads(const HeadFlags& flags) {
  if (flags.head.empty()) return std::vector<HeadChoice>{HeadChoice{}};
  LOGPHEAD_ASSIGN_OR_RETURN(const std::vector<std::string> names, HeadNames(flags.head));
  std::vector<HeadChoice> heads;
  for (const std::string& name : names) {
    Result<HeadChoice> head = ParseHead(name);
    if (!head.ok()) return head.error().WithContext("--head");
    if (std::find(heads.begin(), heads.end(), *head) != heads.end()) {
      return InvalidArgument(fmt::format("--head names {} twice", name));
    }
    heads.push_back(std::move(*head));
  }
  return heads;
}

Result<HeadChoice> ResolveHead(const HeadFlags& flags) {
  return OnlyOne("--head", flags.head, ResolveHeads(flags));
}

Result<int64_t> ResolveVocabTiles(const HeadFlags& flags) {
  if (flags.vocab_tiles.empty()) return 0;
  LOGPHEAD_ASSIGN_OR_RETURN(const int64_t tiles, ParseCount("--vocab-tiles", flags.vocab_tiles));
  LOGPHEAD_ASSIGN_OR_RETURN(const std::vector<KernelReuse> reuses, ResolveKernelReuses(flags));
  if (std::find(reuses.begin(), reuses.end(), KernelReuse::kRegather) != reuses.end()) return tiles;
  return InvalidArgument("--vocab-tiles needs a kernel that is gathered again (--kernel regather)");
}

Result<std::vector<KernelReuse>> ResolveKernelReuses(const HeadFlags& flags) {
  LOGPHEAD_ASSIGN_OR_RETURN(const std::vector<HeadChoice> heads, ResolveHeads(flags));
  const bool chunked = std::all_of(heads.begin(), heads.end(), [](const HeadChoice& head) {
    return head.kind == HeadKind::kChunked;
  });
  if (chunked && (flags.skip_masked || !flags.kernel.empty())) {
    return InvalidArgument(
        fmt::format("{} is for other heads than chunked (use --head local or --head vocab:AXES)",
                    flags.kernel.empty() ? "--skip-masked" : "--kernel"));
  }
  LOGPHEAD_ASSIGN_OR_RETURN(const std::vector<std::string> names,
                            ParseList("--kernel", flags.kernel));
  std::vector<KernelReuse> reuses;
  for (const std::string& name : names) {
    const Result<KernelReuse> reuse = ParseKernelReuse(name);
    if (!reuse.ok()) return reuse.error().WithContext("--kernel");
    reuses.push_back(*reuse);
  }
  if (reuses.empty()) reuses.push_back(KernelReuse::kKeep);
  return reuses;
}

Result<KernelReuse> ResolveKernelReuse(const HeadFlags& flags) {
  return OnlyOne("--kernel", flags.kernel, ResolveKernelReuses(flags));
}

Status CheckConfigOfFlags(const HeadConfig& config) {
  Status status = CheckConfig(config);
  if (status.ok() || config.head.kind == HeadKind::kChunked) return status;
  HeadConfig chunked = config;
  chunked.head = HeadChoice{};
  return CheckConfig(chunked).ok() ? Status(status.error().WithContext("--head")) : status;
}

Result<MeshChoice> ResolveMesh(const HeadFlags& flags) {
  MeshChoice choice;
  LOGPHEAD_ASSIGN_OR_RETURN(const std::vector<HeadChoice> heads, ResolveHeads(flags));
  if (flags.mesh.empty()) {
    if (flags.shard.empty()) return choice;
    return InvalidArgument("--shard needs a --mesh");
  }
  LOGPHEAD_ASSIGN_OR_RETURN(choice.mesh, Mesh::Parse(flags.mesh.back()));
  choice.shardings = HeadShardings::Default(*choice.mesh);
  for (const std::string& shard : flags.shard) {
    LOGPHEAD_RETURN_IF_ERROR(ApplyShard(shard, &choice.shardings));
  }
  choice.idle_axes = IdleAxes(*choice.mesh, choice.shardings, heads);
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
