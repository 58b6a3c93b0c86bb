// SPDX-License-Identifier: Apache-2.0
// Flags that describe programs: presets, expansion.
#include "logphead/cli/case_flags.h"

#include <fmt/format.h>

#include <algorithm>
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

// Takes the preset's value where the flag is not given; those of the chunked head are left out.
CaseFlags WithPreset(CaseFlags flags, const Preset& preset) {
  if (preset.name.empty()) return flags;
  const auto fill = [](std::string* value, std::string_view from) {
    if (value->empty()) *value = from;
  };
  if (flags.head.mesh.empty()) flags.head.mesh.emplace_back(preset.mesh);
  fill(&flags.head.precision, preset.precision);
  fill(&flags.topology, preset.topology);
  fill(&flags.batch, preset.batch);
  fill(&flags.sequence, preset.sequence);
  fill(&flags.hidden, preset.hidden);
  fill(&flags.vocab, preset.vocab);
  if (flags.head.shard.empty() && !preset.shard.empty()) {
    flags.head.shard.emplace_back(preset.shard);
  }
  return flags;
}

// What --preset names, in parts; one empty part without it.
Result<std::vector<Preset>> PresetsOf(const CaseFlags& flags) {
  if (flags.preset.empty()) return std::vector<Preset>(1);
  return FindPresets(flags.preset);
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

// Everything but head, chunk, replicate mode and variant.
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
  config.skip_masked = flags.head.skip_masked;
  LOGPHEAD_ASSIGN_OR_RETURN(config.loss, ResolveLoss(flags.loss, config.sequence));
  config.entropy = config.entropy || (config.loss && config.loss->has_entropy());
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

// The program asked for, else the one that makes the best of what else was.
Result<ProgramKind> KindOf(const CaseFlags& flags) {
  const bool loss = !flags.loss.loss.empty();
  if (flags.program.empty()) return loss ? ProgramKind::kFused : ProgramKind::kLossAndGrad;
  const Result<ProgramKind> kind = ParseProgramKind(flags.program);
  if (!kind.ok()) return kind.error().WithContext("--program");
  if (*kind == ProgramKind::kFused && !loss) {
    return InvalidArgument(
        fmt::format("--program fused needs a loss (--loss {})", LossKindNames()));
  }
  const bool takes_loss = *kind == ProgramKind::kFused || *kind == ProgramKind::kLossAndGrad;
  if (!loss || takes_loss) return *kind;
  return InvalidArgument(
      fmt::format("--program {} takes no --loss (use --program fused or loss_and_grad)",
                  ProgramKindName(*kind)));
}

// The pieces of a list in which none is to stand twice: each multiplies the cases.
Status CheckDistinct(const char* flag, std::vector<std::string> pieces) {
  std::sort(pieces.begin(), pieces.end());
  const auto twice = std::adjacent_find(pieces.begin(), pieces.end());
  if (twice == pieces.end()) return {};
  return InvalidArgument(fmt::format("{} names {} twice", flag, *twice));
}

Result<std::vector<std::string>> ParseDistinct(const char* flag, const std::string& text) {
  LOGPHEAD_ASSIGN_OR_RETURN(std::vector<std::string> pieces, ParseList(flag, text));
  LOGPHEAD_RETURN_IF_ERROR(CheckDistinct(flag, pieces));
  return pieces;
}

Result<std::vector<ReplicateMode>> Modes(const std::string& text) {
  std::vector<ReplicateMode> modes;
  LOGPHEAD_ASSIGN_OR_RETURN(const std::vector<std::string> names,
                            ParseDistinct("--replicate-sequence", text));
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
  LOGPHEAD_ASSIGN_OR_RETURN(const std::vector<std::string> names, ParseDistinct("--variant", text));
  for (const std::string& name : names) {
    const Result<ReplicateVariant> variant = ParseReplicateVariant(name);
    if (!variant.ok()) return variant.error().WithContext("--variant");
    variants.push_back(*variant);
  }
  if (variants.empty()) variants.push_back(ReplicateVariant::kRule);
  return variants;
}

// What multiplies the programs of one head.
struct Lists {
  std::string chunks;  // as typed; empty: the default of the head
  std::vector<ReplicateMode> modes;
  std::vector<ReplicateVariant> variants;
  std::vector<KernelReuse> reuses;
  int64_t vocab_tiles = 0;  // of the regathered
};

// The chunked head's: only there does the preset say anything of chunks and the replicate rule.
Status AddChunked(const Lists& lists, const HeadConfig& config, std::vector<HeadConfig>* configs) {
  for (const ReplicateMode mode : lists.modes) {
    for (const ReplicateVariant variant : lists.variants) {
      configs->push_back(config);
      configs->back().replicate = mode;
      configs->back().variant = variant;
      LOGPHEAD_RETURN_IF_ERROR(CheckConfigOfFlags(configs->back()));
    }
  }
  return {};
}

Status AddSharded(const Lists& lists, const HeadConfig& config, std::vector<HeadConfig>* configs) {
  for (const KernelReuse reuse : lists.reuses) {
    configs->push_back(config);
    configs->back().replicate = ReplicateMode::kNever;
    configs->back().kernel_reuse = reuse;
    if (reuse == KernelReuse::kRegather) configs->back().vocab_tiles = lists.vocab_tiles;
    LOGPHEAD_RETURN_IF_ERROR(CheckConfigOfFlags(configs->back()));
  }
  return {};
}

Status AddHead(const Lists& lists, HeadConfig config, std::vector<HeadConfig>* configs) {
  const std::string chunks =
      lists.chunks.empty() ? std::to_string(DefaultChunk(config)) : lists.chunks;
  LOGPHEAD_ASSIGN_OR_RETURN(const std::vector<std::string> sizes, ParseDistinct("--chunk", chunks));
  for (const std::string& size : sizes) {
    LOGPHEAD_ASSIGN_OR_RETURN(config.chunk, ParseCount("--chunk", size));
    const auto add = config.head.kind == HeadKind::kChunked ? AddChunked : AddSharded;
    LOGPHEAD_RETURN_IF_ERROR(add(lists, config, configs));
  }
  return {};
}

// Of one mesh. `typed` without and `flags` with the preset.
Status AddPrograms(const CaseFlags& typed, const CaseFlags& flags, const Preset& preset,
                   Programs* all) {
  Programs& programs = *all;
  LOGPHEAD_ASSIGN_OR_RETURN(HeadConfig config, BaseConfig(flags, &programs));
  LOGPHEAD_ASSIGN_OR_RETURN(const std::vector<HeadChoice> heads, ResolveHeads(flags.head));
  const auto typed_or = [](const std::string& text, std::string_view other) {
    return text.empty() ? std::string(other) : text;
  };
  Lists lists;
  LOGPHEAD_ASSIGN_OR_RETURN(lists.modes, Modes(typed_or(typed.replicate, preset.replicate)));
  LOGPHEAD_ASSIGN_OR_RETURN(lists.variants, Variants(typed_or(typed.variant, preset.variant)));
  LOGPHEAD_ASSIGN_OR_RETURN(lists.reuses, ResolveKernelReuses(flags.head));
  LOGPHEAD_ASSIGN_OR_RETURN(lists.vocab_tiles, ResolveVocabTiles(flags.head));
  bool all_chunked = true;
  for (const HeadChoice& head : heads) {
    config.head = head;
    const bool chunked = head.kind == HeadKind::kChunked;
    all_chunked = all_chunked && chunked;
    lists.chunks = chunked ? typed_or(typed.chunk, preset.chunk) : typed.chunk;
    LOGPHEAD_RETURN_IF_ERROR(AddHead(lists, config, &programs.configs));
  }
  if (!all_chunked && !(typed.replicate.empty() && typed.variant.empty())) {
    programs.notes.emplace_back(
        "the replicate rule is the chunked head's alone; other heads are taken once, without it");
  }
  return {};
}

// Each once, in their order.
std::vector<std::string> Distinct(const std::vector<std::string>& texts) {
  std::vector<std::string> distinct;
  for (const std::string& text : texts) {
    if (std::find(distinct.begin(), distinct.end(), text) == distinct.end()) {
      distinct.push_back(text);
    }
  }
  return distinct;
}

// Of one part of the preset: the programs of every mesh. `typed` without and `flags` with it.
Result<Programs> ExpandFilled(const CaseFlags& typed, CaseFlags flags, const Preset& preset) {
  Programs programs;
  LOGPHEAD_ASSIGN_OR_RETURN(programs.kind, KindOf(flags));
  const std::vector<std::string> meshes = Distinct(flags.head.mesh);
  if (meshes.size() < 2) {
    flags.head.mesh = meshes;
    LOGPHEAD_RETURN_IF_ERROR(AddPrograms(typed, flags, preset, &programs));
    return programs;
  }
  // What a head needs, one mesh may lack and another have.
  std::vector<Error> errors;
  for (const std::string& mesh : meshes) {
    flags.head.mesh = {mesh};
    Programs of_mesh;
    const Status added = AddPrograms(typed, flags, preset, &of_mesh);
    if (!added.ok()) {
      errors.push_back(added.error());
      programs.notes.push_back(
          fmt::format("left out: the mesh {}: {}", mesh, added.error().message()));
      continue;
    }
    programs.notes.insert(programs.notes.end(), of_mesh.notes.begin(), of_mesh.notes.end());
    programs.configs.insert(programs.configs.end(), of_mesh.configs.begin(), of_mesh.configs.end());
  }
  if (programs.configs.empty()) return errors.front();
  return programs;
}

// Adds notes that are not there yet: meshes and parts of a preset have most of theirs in common.
void AddNotes(const std::vector<std::string>& from, std::vector<std::string>* notes) {
  for (const std::string& note : from) {
    if (std::find(notes->begin(), notes->end(), note) == notes->end()) notes->push_back(note);
  }
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
  LOGPHEAD_RETURN_IF_ERROR(CheckDistinct("--compiler", names));
  if (names.empty()) names.emplace_back();
  return names;
}

// A compiler as --compiler names it, or the default one.
Result<FoundPlugin> FindCompiler(Engine engine, const std::string& name) {
  std::error_code ignored;
  const bool path = !name.empty() && name.find("==") == std::string::npos;
  if (path && !std::filesystem::is_regular_file(name, ignored)) {
    const char* why = std::filesystem::is_directory(name, ignored) ? "it is a folder"
                      : std::filesystem::exists(name, ignored)     ? "it is not a regular file"
                                                                   : "there is no such file";
    return NotFound(fmt::format(
        "--compiler {}: {} (give the path of a plugin, or PACKAGE==VERSION)", name, why));
  }
  return FindPlugin(engine, name);
}

// The cases of one part of the preset.
Result<Cases> CasesOf(const CaseFlags& typed, const Preset& preset) {
  const CaseFlags flags = WithPreset(typed, preset);
  if (flags.topology.empty()) {
    return InvalidArgument("--topology is missing (e.g. tpu7x:4x4x8, h100:1x8 or cpu:8)");
  }
  LOGPHEAD_ASSIGN_OR_RETURN(const std::vector<std::string> topologies,
                            ParseDistinct("--topology", flags.topology));
  LOGPHEAD_ASSIGN_OR_RETURN(const Programs programs, ExpandFilled(typed, flags, preset));
  LOGPHEAD_ASSIGN_OR_RETURN(const std::vector<std::string> compilers,
                            CompilerNames(flags.compiler));
  Cases cases;
  AddNotes(programs.notes, &cases.notes);
  for (const std::string& topology : topologies) {
    const Result<Target> target = ParseTarget(topology);
    if (!target.ok()) return target.error().WithContext("--topology");
    for (const std::string& compiler : compilers) {
      LOGPHEAD_ASSIGN_OR_RETURN(const FoundPlugin found, FindCompiler(target->engine, compiler));
      const std::string shown =
          found.version.empty() ? found.path.string() : found.package + "==" + found.version;
      for (const HeadConfig& config : programs.configs) {
        cases.cases.push_back(PlanCase{config, programs.kind, topology, shown, found.path});
      }
    }
  }
  return cases;
}

}  // namespace

void AddProgramFlags(CLI::App& app, CaseFlags* flags) {
  constexpr const char* kShape = "Shape";
  AddText(app, kShape, "--preset NAME", &flags->preset,
          "bench-cp4, bench-cp8 or origin (both); other flags override its values");
  AddText(app, kShape, "--batch B", &flags->batch, "rows");
  AddText(app, kShape, "--sequence L", &flags->sequence, "tokens per row");
  AddText(app, kShape, "--hidden H", &flags->hidden, "hidden size");
  AddText(app, kShape, "--vocab V", &flags->vocab, "vocabulary");
  AddText(app, kShape, "--dtype D", &flags->dtype, "of hidden and kernel: bf16 (default) or f32");
  AddText(app, kShape, "--kernel-dtype D", &flags->kernel_dtype, "of the kernel alone");
  AddSwitch(app, kShape, "--tied", &flags->tied, "the kernel is an embedding table [V, H]");
  AddText(app, kHeadGroup, "--program KIND", &flags->program,
          "loss_and_grad (default), forward, backward, or with --loss fused (default)");
  AddText(app, kHeadGroup, "--chunk N,...", &flags->chunk,
          "tokens of a row (local, vocab: of a device) per iteration; default: by shape");
  AddHeadFlags(app, &flags->head);
  AddLossFlags(app, &flags->loss);
  AddText(app, kMeshGroup, "--replicate-sequence MODE,...", &flags->replicate,
          "auto, always or never (default: LOGPHEAD_REPLICATE_SEQUENCE, else auto)");
  AddText(app, kMeshGroup, "--variant NAME,...", &flags->variant,
          "of the rule: rule (default); for comparison: ids-only, batch-dim or no-mesh");
}

void AddCompilerFlags(CLI::App& app, CaseFlags* flags) {
  constexpr const char* kCompiler = "Compiler";
  AddText(app, kCompiler, "--topology DEVICES,...", &flags->topology,
          "tpu7x:4x4x8 (chips), h100:1x8 (hosts x GPUs) or cpu:8");
  AddText(app, kCompiler, "--compiler NAME,...", &flags->compiler,
          "libtpu==0.0.51, libtpu==0.0.50,0.0.51, or a plugin's path (default: pinned)");
}

void KeepLast(CaseFlags* flags) {
  std::vector<std::string>& meshes = flags->head.mesh;
  if (meshes.size() > 1) meshes.erase(meshes.begin(), meshes.end() - 1);
}

Result<Programs> ExpandPrograms(const CaseFlags& typed) {
  LOGPHEAD_ASSIGN_OR_RETURN(const std::vector<Preset> presets, PresetsOf(typed));
  Programs all;
  for (const Preset& preset : presets) {
    LOGPHEAD_ASSIGN_OR_RETURN(Programs programs,
                              ExpandFilled(typed, WithPreset(typed, preset), preset));
    all.kind = programs.kind;
    all.configs.insert(all.configs.end(), programs.configs.begin(), programs.configs.end());
    AddNotes(programs.notes, &all.notes);
  }
  return all;
}

Result<Cases> ExpandCases(const CaseFlags& typed) {
  LOGPHEAD_ASSIGN_OR_RETURN(const std::vector<Preset> presets, PresetsOf(typed));
  Cases all;
  for (const Preset& preset : presets) {
    LOGPHEAD_ASSIGN_OR_RETURN(const Cases cases, CasesOf(typed, preset));
    all.cases.insert(all.cases.end(), cases.cases.begin(), cases.cases.end());
    AddNotes(cases.notes, &all.notes);
  }
  return all;
}

}  // namespace logphead::cli
