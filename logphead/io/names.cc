// SPDX-License-Identifier: Apache-2.0
// Names in messages: UTF-8 scanning, quoting, edit distance.
#include "logphead/io/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace logphead {
namespace {

constexpr size_t kQuotedBytes = 64;
constexpr size_t kGuessedBytes = 64;

// Bytes of the UTF-8 sequence that `text` starts with; 0 when it starts with none.
size_t SequenceBytes(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  if (text.empty()) return 0;
  const uint8_t lead = byte(0);
  if (lead < 0x80) return 1;
  const size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < length) return 0;
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  const uint8_t second = byte(1);
  if (lead == 0xe0 && second < 0xa0) return 0;
  if (lead == 0xed && second > 0x9f) return 0;
  if (lead == 0xf0 && second < 0x90) return 0;
  if (lead == 0xf4 && second > 0x8f) return 0;
  return length;
}

char Lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

// Levenshtein distance, or any number above `limit` as soon as it must exceed it.
size_t EditDistance(std::string_view a, std::string_view b, size_t limit) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    size_t best = row[0];
    for (size_t j = 0; j < b.size(); ++j) {
      const size_t replaced = diagonal + (Lower(a[i]) == Lower(b[j]) ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
      best = std::min(best, row[j + 1]);
    }
    if (best > limit) return best;
  }
  return row.back();
}

}  // namespace

bool IsUtf8(std::string_view text) {
  while (!text.empty()) {
    const size_t length = SequenceBytes(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string QuoteName(std::string_view text) {
  std::string quoted = "\"";
  size_t taken = 0;
  while (!text.empty()) {
    const size_t length = SequenceBytes(text);
    const size_t step = std::max<size_t>(length, 1);
    if (taken + step > kQuotedBytes) return quoted + "\"...";
    const auto first = static_cast<uint8_t>(text[0]);
    if (length == 0 || first < 0x20 || first == 0x7f) {
      quoted += fmt::format("\\x{:02x}", first);
    } else {
      if (first == '"' || first == '\\') quoted += '\\';
      quoted += text.substr(0, length);
    }
    text.remove_prefix(step);
    taken += step;
  }
  return quoted + "\"";
}

std::string ListNames(const std::vector<std::string>& names, size_t limit) {
  const size_t shown = std::min(names.size(), limit);
  std::string list;
  for (size_t i = 0; i < shown; ++i) {
    if (i > 0) list += i + 1 == names.size() ? " and " : ", ";
    list += QuoteName(names[i]);
  }
  if (shown < names.size()) list += fmt::format(" and {} more", names.size() - shown);
  return list;
}

std::optional<std::string> ClosestName(std::string_view name,
                                       const std::vector<std::string>& candidates) {
  if (name.empty() || name.size() > kGuessedBytes) return std::nullopt;
  const size_t allowed = std::max<size_t>(1, name.size() / 3);
  std::optional<std::string> closest;
  size_t best = allowed + 1;
  for (const std::string& candidate : candidates) {
    const size_t longer = std::max(candidate.size(), name.size());
    if (longer - std::min(candidate.size(), name.size()) >= best) continue;
    const size_t distance = EditDistance(name, candidate, best);
    if (distance < best) {
      best = distance;
      closest = candidate;
    }
  }
  return closest;
}

}  // namespace logphead
