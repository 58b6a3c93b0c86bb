// SPDX-License-Identifier: Apache-2.0
// Presets: the bench cells by name.
#ifndef LOGPHEAD_CLI_PRESETS_H_
#define LOGPHEAD_CLI_PRESETS_H_

#include <string>
#include <string_view>
#include <vector>

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
  std::string_view variant;
  std::string_view shard;
};

// bench-cp4, bench-cp8: the GRPO bench of 128 and 256 tpu7x chips. origin: every row of both that
// the tunix change reports, with the rule's variants, and MaxText's layout of the kernel. Errors:
// another name.
Result<std::vector<Preset>> FindPresets(std::string_view name);

}  // namespace logphead::cli

#endif  // LOGPHEAD_CLI_PRESETS_H_
