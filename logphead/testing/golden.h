// SPDX-License-Identifier: Apache-2.0
// Golden files: texts under tests/golden that a test's output must equal.
#ifndef LOGPHEAD_TESTING_GOLDEN_H_
#define LOGPHEAD_TESTING_GOLDEN_H_

#include <filesystem>
#include <string_view>

#include "logphead/base/result.h"

namespace logphead {

// tests/golden of the source tree this was built from.
std::filesystem::path GoldenFolder();

// Compares `text` with the file `name` (which may have folders in it, "head/small.mlir") in
// `folder`. The error shows the first lines that differ. With LOGPHEAD_UPDATE_GOLDEN=1 in the
// environment the file is written instead, unless it has that text already.
Status CheckGolden(std::string_view name, std::string_view text,
                   const std::filesystem::path& folder = GoldenFolder());

}  // namespace logphead

#endif  // LOGPHEAD_TESTING_GOLDEN_H_
