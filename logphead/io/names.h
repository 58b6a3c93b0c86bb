// SPDX-License-Identifier: Apache-2.0
// Names in messages: quoted so that hostile ones stay on one line, listed, and guessed.
#ifndef LOGPHEAD_IO_NAMES_H_
#define LOGPHEAD_IO_NAMES_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace logphead {

// Whether the bytes are UTF-8: no overlong form, no surrogate, nothing above U+10FFFF.
bool IsUtf8(std::string_view text);

// The text in double quotes for a message: quotes, backslashes, control characters and bytes that
// are not UTF-8 are escaped; after 64 bytes it is cut with "...".
std::string QuoteName(std::string_view text);

// "a", "b" and "c", each quoted; after `limit` names it ends with "and 7 more".
std::string ListNames(const std::vector<std::string>& names, size_t limit = 20);

// The candidate nearest to `name` by edit distance, letter case ignored, when near enough to be a
// slip: at most a third of the letters, and at least one, differ.
std::optional<std::string> ClosestName(std::string_view name,
                                       const std::vector<std::string>& candidates);

}  // namespace logphead

#endif  // LOGPHEAD_IO_NAMES_H_
