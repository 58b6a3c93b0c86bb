// SPDX-License-Identifier: Apache-2.0
// Presets: their values.
#include "logphead/cli/presets.h"

#include <fmt/format.h>

#include <array>

namespace logphead::cli {
namespace {

constexpr std::array<Preset, 2> kPresets = {{
    {"bench-cp4", "fsdp=32,context=4,expert=2", "tpu7x:4x4x8", "64", "65536", "4096", "248320",
     "1024,2048,4096,8192", "never,auto", "origin"},
    {"bench-cp8", "fsdp=32,context=8,expert=2", "tpu7x:8x8x4", "64", "65536", "4096", "248320",
     "512,1024,2048,4096", "never,auto", "origin"},
}};

}  // namespace

Result<Preset> FindPreset(std::string_view name) {
  for (const Preset& preset : kPresets) {
    if (preset.name == name) return preset;
  }
  return InvalidArgument(
      fmt::format("--preset '{}' is unknown (use bench-cp4 or bench-cp8)", name));
}

}  // namespace logphead::cli
