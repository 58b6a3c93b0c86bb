// SPDX-License-Identifier: Apache-2.0
// Flags of the head that run, plan, diff and emit share: which head, mesh, shardings, temperature,
// precision.
#ifndef LOGPHEAD_CLI_HEAD_FLAGS_H_
#define LOGPHEAD_CLI_HEAD_FLAGS_H_

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "logphead/head/config.h"

namespace logphead::cli {

// As typed; empty: not given.
struct HeadFlags {
  std::vector<std::string> mesh;   // one, but where several are planned
  std::vector<std::string> shard;  // "rows=fsdp,expert"
  std::string head;                // "local,vocab:context,expert"
  std::string kernel;              // "keep"
  std::string vocab_tiles;
  bool skip_masked = false;
  std::string temperature;
  std::string precision;
  bool entropy = false;
};

// Groups of flags in help, shared by the verbs.
inline constexpr const char* kMeshGroup = "Mesh";
inline constexpr const char* kHeadGroup = "Head";

void AddHeadFlags(CLI::App& app, HeadFlags* flags);

// The heads of --head, chunked when it is not given. What follows a vocab head and is no head's
// name is one more axis of it: "local,vocab:context,expert" are two heads. Errors: unknown names, a
// head named twice.
Result<std::vector<HeadChoice>> ResolveHeads(const HeadFlags& flags);
// The same where one head is meant.
Result<HeadChoice> ResolveHead(const HeadFlags& flags);
// The ways of --kernel, keep when it is not given. Errors: unknown names, --kernel or --skip-masked
// without a head that they are for.
Result<std::vector<KernelReuse>> ResolveKernelReuses(const HeadFlags& flags);
// --vocab-tiles, 0 when not given. Errors: no number of 1 or more, no regather among the ways.
Result<int64_t> ResolveVocabTiles(const HeadFlags& flags);
// The way where one is meant.
Result<KernelReuse> ResolveKernelReuse(const HeadFlags& flags);
// CheckConfig, naming --head where that is what does not fit.
Status CheckConfigOfFlags(const HeadConfig& config);

// The mesh and its shardings (defaults overridden by --shard); no mesh when none is given, the last
// where there are several.
struct MeshChoice {
  std::optional<Mesh> mesh;
  HeadShardings shardings;
  // Axes of more than one device that split nothing in any of the heads, for a note to the user.
  std::vector<std::string> idle_axes;
};
// Errors: those of --head as well.
Result<MeshChoice> ResolveMesh(const HeadFlags& flags);
// The note about idle axes, if there are any.
std::vector<std::string> MeshNotes(const MeshChoice& choice);

// --temperature, 1 when not given.
Result<double> ResolveTemperature(const HeadFlags& flags);

// --precision f32|origin; f32 when not given.
struct Precision {
  LogitsPrecision logits = LogitsPrecision::kF32;
  Accumulate accumulate = Accumulate::kF32;
};
Result<Precision> ResolvePrecision(const std::string& text);

}  // namespace logphead::cli

#endif  // LOGPHEAD_CLI_HEAD_FLAGS_H_
