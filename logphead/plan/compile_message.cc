// SPDX-License-Identifier: Apache-2.0
// Compiler messages: cut down to what a user needs.
#include "logphead/plan/compile_message.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

#include "logphead/plan/shape.h"

namespace logphead {
namespace {

bool IsSpace(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool IsDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

std::string_view Trimmed(std::string_view text) {
  while (!text.empty() && IsSpace(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsSpace(text.back())) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> Lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    if (const auto line = Trimmed(text.substr(0, end)); !line.empty()) lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// "@ 0x7f12 (unknown)", "PC: @ 0x7f12 ...", "#3 0x7f12 in ...", "[0x7f12+0x3]".
bool IsFrame(std::string_view line) {
  if (line.starts_with("PC: @") || line.starts_with("@ ")) return true;
  if (line.starts_with('#') && line.size() > 1 && IsDigit(line[1])) return true;
  const size_t address = line.find("0x");
  return address <= 1;
}

// Headings from which on there is nothing but a trace.
bool BeginsTrace(std::string_view line) {
  constexpr std::array<std::string_view, 5> kHeadings = {
      "*** Check failure stack trace", "=== Source Location Trace", "Stack trace:", "*** SIG",
      "Traceback (most recent call last)"};
  return std::any_of(kHeadings.begin(), kHeadings.end(),
                     [&](std::string_view heading) { return line.starts_with(heading); });
}

// The place behind the brace that closes the one at `open`, strings respected.
size_t CloseBrace(std::string_view text, size_t open) {
  int depth = 0;
  bool quoted = false;
  for (size_t i = open; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') {
        ++i;
      } else if (c == '"') {
        quoted = false;
      }
    } else if (c == '"') {
      quoted = true;
    } else if (c == '{') {
      ++depth;
    } else if (c == '}' && --depth == 0) {
      return i + 1;
    }
  }
  return text.size();
}

void RemoveAttribute(std::string_view name, std::string* text) {
  const std::string mark = ", " + std::string(name) + "={";
  for (size_t at = text->find(mark); at != std::string::npos; at = text->find(mark, at)) {
    text->erase(at, CloseBrace(*text, at + mark.size() - 1) - at);
  }
}

std::string SingleSpaced(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (!IsSpace(c)) {
      out += std::iscntrl(static_cast<unsigned char>(c)) != 0 ? '?' : c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  if (out.ends_with(' ')) out.pop_back();
  return out;
}

// Cut between characters, not inside one of UTF-8.
std::string Cut(std::string text, size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  size_t end = max_bytes - 3;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U) --end;
  return text.substr(0, end) + "...";
}

// "F0000 00:00:17.1 123 file.cc:12] Check failed: ..." and the like.
bool IsFatal(std::string_view line) {
  if (line.find("Check failed:") != std::string_view::npos) return true;
  return line.size() > 5 && line[0] == 'F' && IsDigit(line[1]) && IsDigit(line[2]) &&
         line.find("] ") != std::string_view::npos;
}

}  // namespace

std::optional<std::string> OffendingShape(std::string_view message) {
  if (message.find("Ran out of memory") != std::string_view::npos) return std::nullopt;
  const size_t mark = message.find("HLO:");
  if (mark != std::string_view::npos) message.remove_prefix(mark);
  for (size_t at = message.find('%'); at != std::string_view::npos;
       at = message.find('%', at + 1)) {
    size_t end = at + 1;
    while (end < message.size() && !IsSpace(message[end]) && message[end] != ')' &&
           message[end] != ',') {
      ++end;
    }
    if (message.substr(end, 3) != " = ") continue;
    if (auto shape = ReadShape(message.substr(end + 3))) return shape;
  }
  return std::nullopt;
}

std::string OneLineMessage(std::string_view message, size_t max_bytes) {
  std::string joined;
  for (const std::string_view line : Lines(message)) {
    if (BeginsTrace(line)) break;
    if (IsFrame(line)) continue;
    if (!joined.empty()) joined += ' ';
    joined += line;
  }
  RemoveAttribute("metadata", &joined);
  RemoveAttribute("backend_config", &joined);
  return Cut(SingleSpaced(joined), max_bytes);
}

std::string LastWords(std::string_view stderr_tail) {
  std::string_view last;
  for (const std::string_view line : Lines(stderr_tail)) {
    if (IsFatal(line)) return OneLineMessage(line);
    if (!BeginsTrace(line) && !IsFrame(line)) last = line;
  }
  return OneLineMessage(last);
}

}  // namespace logphead
