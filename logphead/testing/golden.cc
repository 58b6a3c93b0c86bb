// SPDX-License-Identifier: Apache-2.0
// Golden files: compare, explain, rewrite.
#include "logphead/testing/golden.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "logphead/base/files.h"

namespace logphead {
namespace {

constexpr size_t kShownLines = 5;
constexpr size_t kShownBytes = 200;
constexpr std::string_view kUpdate = "LOGPHEAD_UPDATE_GOLDEN";

bool Updating() {
  const char* value = std::getenv(kUpdate.data());
  return value != nullptr && std::string_view(value) == "1";
}

// Lines without their newline; a text that does not end in one has a last line marked as such.
std::vector<std::string> Lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const size_t newline = text.find('\n');
    if (newline == std::string_view::npos) {
      lines.push_back(std::string(text) + " (no newline at the end)");
      break;
    }
    lines.emplace_back(text.substr(0, newline));
    text.remove_prefix(newline + 1);
  }
  return lines;
}

// One side of a differing line, shortened around the column where the sides part.
std::string Side(const std::vector<std::string>& lines, size_t line, size_t column) {
  if (line >= lines.size()) return "(no such line)";
  const std::string& text = lines[line];
  if (text.size() <= kShownBytes) return text;
  const size_t from = column > kShownBytes / 2 ? column - kShownBytes / 2 : 0;
  return (from > 0 ? "..." : "") + text.substr(std::min(from, text.size()), kShownBytes) +
         (from + kShownBytes < text.size() ? "..." : "");
}

std::string Differences(std::string_view golden, std::string_view actual) {
  const std::vector<std::string> expected = Lines(golden);
  const std::vector<std::string> found = Lines(actual);
  std::string shown;
  size_t differing = 0;
  for (size_t line = 0; line < std::max(expected.size(), found.size()); ++line) {
    const bool both = line < expected.size() && line < found.size();
    if (both && expected[line] == found[line]) continue;
    if (++differing > kShownLines) continue;
    size_t column = 0;
    if (both) {
      const size_t common = std::min(expected[line].size(), found[line].size());
      while (column < common && expected[line][column] == found[line][column]) ++column;
    }
    shown += "\n  line " + std::to_string(line + 1) +
             "\n    golden: " + Side(expected, line, column) +
             "\n    actual: " + Side(found, line, column);
  }
  if (differing > kShownLines) {
    shown += "\n  and " + std::to_string(differing - kShownLines) + " more lines";
  }
  return shown;
}

Status Update(const std::filesystem::path& path, std::string_view text) {
  std::error_code problem;
  std::filesystem::create_directories(path.parent_path(), problem);
  if (problem) {
    return InvalidArgument("cannot create " + path.parent_path().string() + ": " +
                           problem.message());
  }
  return WriteFileAtomically(path, [&](FileSink& sink) { return sink.Write(text); });
}

}  // namespace

std::filesystem::path GoldenFolder() {
  // Not __FILE__: compilers may be given relative paths.
  return std::filesystem::path(LOGPHEAD_SOURCE_DIR) / "tests" / "golden";
}

Status CheckGolden(std::string_view name, std::string_view text,
                   const std::filesystem::path& folder) {
  const std::filesystem::path relative(name);
  const bool climbs = std::find(relative.begin(), relative.end(), "..") != relative.end();
  if (name.empty() || relative.is_absolute() || climbs) {
    return InvalidArgument("golden name \"" + std::string(name) + "\" is not a path inside " +
                           folder.string());
  }
  const std::filesystem::path path = folder / relative;
  const Result<std::string> golden = ReadFile(path);
  if (golden.ok() && *golden == text) return {};
  if (Updating()) return Update(path, text);
  const std::string cure = std::string(kUpdate) + "=1 writes it";
  if (!golden.ok()) return golden.error().WithContext("golden file (" + cure + ")");
  return InvalidArgument("text differs from " + path.string() + " (" + cure +
                         "):" + Differences(*golden, text));
}

}  // namespace logphead
