// SPDX-License-Identifier: Apache-2.0
// Fingerprint: 128 bits that stand for a text or a file (XXH3). They tell apart what differs by
// chance, not what somebody made to collide.
#ifndef LOGPHEAD_PLAN_FINGERPRINT_H_
#define LOGPHEAD_PLAN_FINGERPRINT_H_

#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>

#include "logphead/base/result.h"

namespace logphead {

// Of a text: 32 hexadecimal digits, the same on every machine.
std::string Fingerprint(std::string_view text);

// Of several texts in order; {"ab", "c"} and {"a", "bc"} differ.
std::string Fingerprint(std::initializer_list<std::string_view> texts);

// Of the content of a file, the same as Fingerprint() of it. Errors: it cannot be read, or is no
// regular file.
Result<std::string> FingerprintFile(const std::filesystem::path& path);

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_FINGERPRINT_H_
