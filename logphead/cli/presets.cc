// SPDX-License-Identifier: Apache-2.0
// Presets: their values.
#include "logphead/cli/presets.h"

#include <fmt/format.h>

namespace logphead::cli {
namespace {

constexpr Preset kCp4{
    "bench-cp4", "fsdp=32,context=4,expert=2", "tpu7x:4x4x8", "64",     "65536", "4096",
    "248320",    "1024,2048,4096,8192",        "never,auto",  "origin", "",      ""};
constexpr Preset kCp8{
    "bench-cp8", "fsdp=32,context=8,expert=2", "tpu7x:8x8x4", "64",     "65536", "4096",
    "248320",    "512,1024,2048,4096",         "never,auto",  "origin", "",      ""};

// Both cells, with what their presets leave out.
std::vector<Preset> Origin() {
  Preset variants = kCp4;
  variants.chunk = "4096";
  variants.replicate = "auto";
  variants.variant = "ids-only,batch-dim,no-mesh";
  Preset always = kCp8;
  always.chunk = "1024";
  always.replicate = "always";
  Preset split = kCp4;
  split.chunk = "1024,4096";
  split.shard = "kernel=fsdp,context,expert";
  return {kCp4, variants, kCp8, always, split};
}

}  // namespace

Result<std::vector<Preset>> FindPresets(std::string_view name) {
  for (const Preset& preset : {kCp4, kCp8}) {
    if (preset.name == name) return std::vector<Preset>{preset};
  }
  if (name == "origin") return Origin();
  return InvalidArgument(
      fmt::format("--preset '{}' is unknown (use bench-cp4, bench-cp8 or origin)", name));
}

}  // namespace logphead::cli
