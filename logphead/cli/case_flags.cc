// SPDX-License-Identifier: Apache-2.0
// Flags that describe programs: presets, expansion.
#include "logphead/cli/case_flags.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "logphead/cli/arguments.h"
#include "logphead/cli/presets.h"
#include "logphead/cli/values.h"
#include "logphead/pjrt/find.h"
#include "logphead/plan/target.h"

namespace logphead::cli {
namespace {

// Takes the preset's value where the flag is not given.
Result<CaseFlags> WithPreset(CaseFlags flags) {
  if (flags.preset.empty()) return flags;
  LOGPHEAD_ASSIGN_OR_RETURN(const Preset preset, FindPreset(flags.preset));
  const auto fill = [](std::string* value, std::string_view from) {
    if (value->empty()) *value = from;
  };
  fill(&flags.head.mesh, preset.mesh);
  fill(&flags.head.precision, preset.precision);
  fill(&flags.topology, preset.topology);
  fill(&flags.batch, preset.batch);
  fill(&flags.sequence, preset.sequence);
  fill(&flags.hidden, preset.hidden);
  fill(&flags.vocab, preset.vocab);
  fill(&flags.chunk, preset.chunk);
  fill(&flags.replicate, preset.replicate);
  return flags;
}

Status SetSize(const char* flag, const std::string& text, int64_t* size) {
  if (text.empty()) {
    return InvalidArgument(fmt::format("{} is missing (or a --preset that sets it)", flag));
  }
  LOGPHEAD_ASSIGN_OR_RETURN(*size, ParseCount(flag, text));
  return {};
}

Status SetDtype(const char* flag, const std::string& text, DType* dtype) {
  if (text.empty()) return {};
  const std::optional<DType> parsed = DTypeFromName(text);
  if (parsed != DType::kBF16 && parsed != DType::kF32) {
    return InvalidArgument(fmt::format("{} '{}' is unknown (use bf16 or f32)", flag, text));
  }
  *dtype = *parsed;
  return {};
}

// Everything but chunk, replicate mode and variant.
Result<HeadConfig> BaseConfig(const CaseFlags& flags, Programs* programs) {
  HeadConfig config;
  LOGPHEAD_RETURN_IF_ERROR(SetSize("--batch", flags.batch, &config.batch));
  LOGPHEAD_RETURN_IF_ERROR(SetSize("--sequence", flags.sequence, &config.sequence));
  LOGPHEAD_RETURN_IF_ERROR(SetSize("--hidden", flags.hidden, &config.hidden));
  LOGPHEAD_RETURN_IF_ERROR(SetSize("--vocab", flags.vocab, &config.vocab));
  LOGPHEAD_RETURN_IF_ERROR(SetDtype("--dtype", flags.dtype, &config.hidden_dtype));
  config.kernel_dtype = config.hidden_dtype;
  LOGPHEAD_RETURN_IF_ERROR(SetDtype("--kernel-dtype", flags.kernel_dtype, &config.kernel_dtype));
  config.layout = flags.tied ? KernelLayout::kVocabHidden : KernelLayout::kHiddenVocab;
  config.entropy = flags.head.entropy;
  LOGPHEAD_ASSIGN_OR_RETURN(config.temperature, ResolveTemperature(flags.head));
  LOGPHEAD_ASSIGN_OR_RETURN(const Precision precision, ResolvePrecision(flags.head.precision));
  config.logits = precision.logits;
  config.accumulate = precision.accumulate;
  LOGPHEAD_ASSIGN_OR_RETURN(const MeshChoice mesh, ResolveMesh(flags.head));
  config.mesh = mesh.mesh;
  config.shardings = mesh.shardings;
  if (!mesh.idle_axes.empty()) {
    programs->notes.push_back(fmt::format(
        "mesh axis {} splits nothing, so its devices repeat the same work (--shard gives it some)",
        fmt::join(mesh.idle_axes, ", ")));
  }
  const HeadConfig asked = config;
  LOGPHEAD_ASSIGN_OR_RETURN(config, PadToMesh(std::move(config)));
  if (config.batch != asked.batch || config.sequence != asked.sequence ||
      config.hidden != asked.hidden) {
    programs->notes.push_back(
        fmt::format("padded to what the mesh divides: batch {}, sequence {}, hidden {}",
                    config.batch, config.sequence, config.hidden));
  }
  return config;
}

Result<std::vector<ReplicateMode>> Modes(const std::string& text) {
  std::vector<ReplicateMode> modes;
  LOGPHEAD_ASSIGN_OR_RETURN(const std::vector<std::string> names,
                            ParseList("--replicate-sequence", text));
  for (const std::string& name : names) {
    LOGPHEAD_ASSIGN_OR_RETURN(modes.emplace_back(), ParseReplicateMode(name));
  }
  if (modes.empty()) {
    LOGPHEAD_ASSIGN_OR_RETURN(modes.emplace_back(), ResolveReplicateMode(std::nullopt));
  }
  return modes;
}

Result<std::vector<ReplicateVariant>> Variants(const std::string& text) {
  std::vector<ReplicateVariant> variants;
  LOGPHEAD_ASSIGN_OR_RETURN(const std::vector<std::string> names, ParseList("--variant", text));
  for (const std::string& name : names) {
    LOGPHEAD_ASSIGN_OR_RETURN(variants.emplace_back(), ParseReplicateVariant(name));
  }
  if (variants.empty()) variants.push_back(ReplicateVariant::kRule);
  return variants;
}

// "libtpu==0.0.50,0.0.51" names two versions of libtpu.
Result<std::vector<std::string>> CompilerNames(const std::string& text) {
  LOGPHEAD_ASSIGN_OR_RETURN(std::vector<std::string> names, ParseList("--compiler", text));
  std::string package;
  for (std::string& name : names) {
    const size_t equals = name.find("==");
    if (equals != std::string::npos) {
      package = name.substr(0, equals + 2);
    } else if (!package.empty() && name[0] >= '0' && name[0] <= '9') {
      name = package + name;
    }
  }
  if (names.empty()) names.emplace_back();
  return names;
}

}  // namespace

void AddProgramFlags(CLI::App& app, CaseFlags* flags) {
  AddText(app, "--preset", &flags->preset, "bench-cp4 or bench-cp8; other flags override it");
  AddHeadFlags(app, &flags->head);
  AddText(app, "--batch", &flags->batch, "B, rows");
  AddText(app, "--sequence", &flags->sequence, "L, tokens per row");
  AddText(app, "--hidden", &flags->hidden, "H, hidden size");
  AddText(app, "--vocab", &flags->vocab, "V, vocabulary");
  AddText(app, "--chunk", &flags->chunk,
          "tokens of a row per iteration; a list: 512,1024 (default 1024)");
  AddText(app, "--replicate-sequence", &flags->replicate,
          "auto, always, never, or a list (default: LOGPHEAD_REPLICATE_SEQUENCE, else auto)");
  AddText(app, "--variant", &flags->variant,
          "negative controls of the replicate rule: ids-only, batch-dim, no-mesh, rule, or a list");
  AddText(app, "--dtype", &flags->dtype, "of hidden and kernel: bf16 (default) or f32");
  AddText(app, "--kernel-dtype", &flags->kernel_dtype, "of the kernel alone");
  AddText(app, "--program", &flags->program, "loss_and_grad (default), forward or backward");
  app.add_flag("--tied", flags->tied, "the kernel is an embedding table [V, H]");
}

void AddCompilerFlags(CLI::App& app, CaseFlags* flags) {
  AddText(app, "--topology", &flags->topology,
          "devices to compile for: tpu7x:4x4x8 (chips), h100:1x8 (hosts x GPUs), cpu:8");
  AddText(
      app, "--compiler", &flags->compiler,
      "libtpu==0.0.51, a list libtpu==0.0.50,0.0.51, or a plugin's path (default: the pinned one)");
}

Result<Programs> ExpandPrograms(const CaseFlags& typed) {
  LOGPHEAD_ASSIGN_OR_RETURN(const CaseFlags flags, WithPreset(typed));
  Programs programs;
  LOGPHEAD_ASSIGN_OR_RETURN(const HeadConfig base, BaseConfig(flags, &programs));
  if (!flags.program.empty()) {
    LOGPHEAD_ASSIGN_OR_RETURN(programs.kind, ParseProgramKind(flags.program));
  }
  LOGPHEAD_ASSIGN_OR_RETURN(const std::vector<std::string> chunks,
                            ParseList("--chunk", flags.chunk.empty() ? "1024" : flags.chunk));
  LOGPHEAD_ASSIGN_OR_RETURN(const std::vector<ReplicateMode> modes, Modes(flags.replicate));
  LOGPHEAD_ASSIGN_OR_RETURN(const std::vector<ReplicateVariant> variants, Variants(flags.variant));
  for (const std::string& chunk : chunks) {
    for (const ReplicateMode mode : modes) {
      for (const ReplicateVariant variant : variants) {
        HeadConfig config = base;
        LOGPHEAD_ASSIGN_OR_RETURN(config.chunk, ParseCount("--chunk", chunk));
        config.replicate = mode;
        config.variant = variant;
        LOGPHEAD_RETURN_IF_ERROR(CheckConfig(config));
        programs.configs.push_back(std::move(config));
      }
    }
  }
  return programs;
}

Result<Cases> ExpandCases(const CaseFlags& typed) {
  LOGPHEAD_ASSIGN_OR_RETURN(const CaseFlags flags, WithPreset(typed));
  if (flags.topology.empty()) {
    return InvalidArgument("--topology is missing (e.g. tpu7x:4x4x8, h100:1x8 or cpu:8)");
  }
  LOGPHEAD_ASSIGN_OR_RETURN(const Target target, ParseTarget(flags.topology));
  LOGPHEAD_ASSIGN_OR_RETURN(const Programs programs, ExpandPrograms(flags));
  LOGPHEAD_ASSIGN_OR_RETURN(const std::vector<std::string> compilers,
                            CompilerNames(flags.compiler));
  Cases cases;
  cases.notes = programs.notes;
  for (const std::string& compiler : compilers) {
    LOGPHEAD_ASSIGN_OR_RETURN(const FoundPlugin found, FindPlugin(target.engine, compiler));
    const std::string shown =
        found.version.empty() ? found.path.string() : found.package + "==" + found.version;
    for (const HeadConfig& config : programs.configs) {
      cases.cases.push_back(PlanCase{config, programs.kind, flags.topology, shown, found.path});
    }
  }
  return cases;
}

}  // namespace logphead::cli
