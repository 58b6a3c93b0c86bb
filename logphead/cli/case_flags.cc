// SPDX-License-Identifier: Apache-2.0
// Flags that describe programs: presets, expansion.
#include "logphead/cli/case_flags.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "logphead/cli/arguments.h"
#include "logphead/cli/presets.h"
#include "logphead/cli/values.h"
#include "logphead/pjrt/find.h"
#include "logphead/plan/target.h"

namespace logphead::cli {
namespace {

// No array of the head then has more elements than an int64 counts, padding included.
constexpr int64_t kMostSize = int64_t{1} << 31;
constexpr double kMostElements = 1e15;

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
  LOGPHEAD_ASSIGN_OR_RETURN(*size, ParseCount(flag, text, 1, kMostSize));
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

// The largest arrays that come to be, were it for the count of their elements alone.
Status CheckElements(const HeadConfig& config) {
  const auto rows = static_cast<double>(config.batch) * static_cast<double>(config.sequence);
  const auto hidden = static_cast<double>(config.hidden);
  const auto vocab = static_cast<double>(config.vocab);
  for (const auto& [what, elements] :
       {std::pair{"hidden states have", rows * hidden}, std::pair{"logits have", rows * vocab},
        std::pair{"kernel has", hidden * vocab}}) {
    if (elements > kMostElements) {
      return InvalidArgument(
          fmt::format("the {} {:.1e} elements (use sizes that give {:.0e} or less)", what, elements,
                      kMostElements));
    }
  }
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
  programs->notes = MeshNotes(mesh);
  const HeadConfig asked = config;
  LOGPHEAD_ASSIGN_OR_RETURN(config, PadToMesh(std::move(config)));
  LOGPHEAD_RETURN_IF_ERROR(CheckElements(config));
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
    const Result<ReplicateMode> mode = ParseReplicateMode(name);
    if (!mode.ok()) return mode.error().WithContext("--replicate-sequence");
    modes.push_back(*mode);
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
    const Result<ReplicateVariant> variant = ParseReplicateVariant(name);
    if (!variant.ok()) return variant.error().WithContext("--variant");
    variants.push_back(*variant);
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

// A compiler as --compiler names it, or the default one.
Result<FoundPlugin> FindCompiler(Engine engine, const std::string& name) {
  std::error_code ignored;
  const bool path = !name.empty() && name.find("==") == std::string::npos;
  if (path && !std::filesystem::is_regular_file(name, ignored)) {
    return NotFound(fmt::format(
        "--compiler {}: there is no such file (give the path of a plugin, or PACKAGE==VERSION)",
        name));
  }
  return FindPlugin(engine, name);
}

}  // namespace

void AddProgramFlags(CLI::App& app, CaseFlags* flags) {
  constexpr const char* kShape = "Shape";
  AddText(app, kShape, "--preset NAME", &flags->preset,
          "bench-cp4 or bench-cp8; other flags override its values");
  AddText(app, kShape, "--batch B", &flags->batch, "rows");
  AddText(app, kShape, "--sequence L", &flags->sequence, "tokens per row");
  AddText(app, kShape, "--hidden H", &flags->hidden, "hidden size");
  AddText(app, kShape, "--vocab V", &flags->vocab, "vocabulary");
  AddText(app, kShape, "--dtype D", &flags->dtype, "of hidden and kernel: bf16 (default) or f32");
  AddText(app, kShape, "--kernel-dtype D", &flags->kernel_dtype, "of the kernel alone");
  AddSwitch(app, kShape, "--tied", &flags->tied, "the kernel is an embedding table [V, H]");
  AddText(app, kHeadGroup, "--program KIND", &flags->program,
          "loss_and_grad (default), forward or backward");
  AddText(app, kHeadGroup, "--chunk N,...", &flags->chunk,
          "tokens of a row per iteration (default 1024)");
  AddHeadFlags(app, &flags->head);
  AddText(app, kMeshGroup, "--replicate-sequence MODE,...", &flags->replicate,
          "auto, always or never (default: LOGPHEAD_REPLICATE_SEQUENCE, else auto)");
  AddText(app, kMeshGroup, "--variant NAME,...", &flags->variant,
          "rule (default); for comparison: ids-only, batch-dim or no-mesh");
}

void AddCompilerFlags(CLI::App& app, CaseFlags* flags) {
  constexpr const char* kCompiler = "Compiler";
  AddText(app, kCompiler, "--topology DEVICES", &flags->topology,
          "tpu7x:4x4x8 (chips), h100:1x8 (hosts x GPUs) or cpu:8");
  AddText(app, kCompiler, "--compiler NAME,...", &flags->compiler,
          "libtpu==0.0.51, libtpu==0.0.50,0.0.51, or a plugin's path (default: pinned)");
}

Result<Programs> ExpandPrograms(const CaseFlags& typed) {
  LOGPHEAD_ASSIGN_OR_RETURN(const CaseFlags flags, WithPreset(typed));
  Programs programs;
  LOGPHEAD_ASSIGN_OR_RETURN(const HeadConfig base, BaseConfig(flags, &programs));
  if (!flags.program.empty()) {
    const Result<ProgramKind> kind = ParseProgramKind(flags.program);
    if (!kind.ok()) return kind.error().WithContext("--program");
    programs.kind = *kind;
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
  const Result<Target> target = ParseTarget(flags.topology);
  if (!target.ok()) return target.error().WithContext("--topology");
  LOGPHEAD_ASSIGN_OR_RETURN(const Programs programs, ExpandPrograms(flags));
  LOGPHEAD_ASSIGN_OR_RETURN(const std::vector<std::string> compilers,
                            CompilerNames(flags.compiler));
  Cases cases;
  cases.notes = programs.notes;
  for (const std::string& compiler : compilers) {
    LOGPHEAD_ASSIGN_OR_RETURN(const FoundPlugin found, FindCompiler(target->engine, compiler));
    const std::string shown =
        found.version.empty() ? found.path.string() : found.package + "==" + found.version;
    for (const HeadConfig& config : programs.configs) {
      cases.cases.push_back(PlanCase{config, programs.kind, flags.topology, shown, found.path});
    }
  }
  return cases;
}

}  // namespace logphead::cli
