// SPDX-License-Identifier: Apache-2.0
// Presets: the bench cells by name.
#ifndef LOGPHEAD_CLI_PRESETS_H_
#define LOGPHEAD_CLI_PRESETS_H_

#include <string>
#include <string_view>

#include "logphead/base/result.h"

namespace logphead::cli {

// Values of flags that a preset stands for, as they would be typed.
struct Preset {
  std::string_view name;
  std::string_view mesh;
  std::string_view topology;
  std::string_view batch, sequence, hidden, vocab;
  std::string_view chunk;
  std::string_view replicate;
  std::string_view precision;
};

// bench-cp4, bench-cp8: the GRPO bench of 128 and 256 tpu7x chips. Errors: another name.
Result<Preset> FindPreset(std::string_view name);

}  // namespace logphead::cli

#endif  // LOGPHEAD_CLI_PRESETS_H_
