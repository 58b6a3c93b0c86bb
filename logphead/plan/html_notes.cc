// SPDX-License-Identifier: Apache-2.0
// HtmlNotes: what did not compile, what is not known, the devices and the command.
#include <fmt/format.h>

#include <algorithm>

#include "logphead/plan/html_parts.h"

namespace logphead::html {
namespace {

constexpr size_t kSummary = 160;  // bytes of a message that stand outside its fold

// Rows that end the same way.
struct Failure {
  std::string verdict, shape, message;
  std::vector<const Row*> rows;
};

std::vector<Failure> FailuresOf(const Page& page) {
  std::vector<Failure> all;
  for (const Row& row : page.rows) {
    if (row.compiles() || row.pruned()) continue;
    auto found = std::find_if(all.begin(), all.end(), [&](const Failure& failure) {
      return failure.verdict == row.verdict && failure.message == row.message &&
             failure.shape == row.shape;
    });
    if (found == all.end()) {
      all.push_back({row.verdict, row.shape, row.message, {}});
      found = all.end() - 1;
    }
    found->rows.push_back(&row);
  }
  return all;
}

// The message with each place of the shape marked.
std::string Marked(std::string_view message, const std::string& shape) {
  std::string html;
  while (!shape.empty()) {
    const size_t at = message.find(shape);
    if (at == std::string_view::npos) break;
    html += fmt::format("{}<mark>{}</mark>", Escape(message.substr(0, at)), Escape(shape));
    message.remove_prefix(at + shape.size());
  }
  return html + Escape(message);
}

// The first line, cut between characters.
std::string FirstLine(const std::string& message) {
  std::string line = message.substr(0, message.find('\n'));
  if (line.size() <= kSummary && line.size() == message.size()) return line;
  if (line.size() > kSummary) {
    size_t end = kSummary;
    while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0) == 0x80) --end;
    const size_t space = line.rfind(' ', end);
    line.resize(space != std::string::npos && space > end / 2 ? space : end);
  }
  return line + " …";
}

std::string RowList(const std::vector<const Row*>& rows) {
  std::string html = "<ul class=\"of-rows\">";
  for (const Row* row : rows) html += fmt::format("<li>{}</li>", RowName(*row));
  return html + "</ul>\n";
}

std::string FailureHtml(const Page& page, const Failure& failure) {
  std::string html = "<article class=\"failure-note\">\n";
  html += fmt::format("<h3>{}{}</h3>\n{}", Badge(page, *failure.rows.front()),
                      failure.shape.empty() ? ""
                                            : fmt::format(" at <code class=\"shape\">{}</code>",
                                                          Escape(failure.shape)),
                      RowList(failure.rows));
  if (failure.message.empty()) return html + "<p>The compiler left no message.</p></article>\n";
  const std::string first = FirstLine(failure.message);
  if (first == failure.message) {
    return html + fmt::format("<p>{}</p></article>\n", Marked(first, failure.shape));
  }
  return html + fmt::format(
                    "<p>{}</p>\n<details><summary>The whole message</summary>"
                    "<pre class=\"message\" tabindex=\"0\">{}</pre></details></article>\n",
                    Escape(first), Marked(failure.message, failure.shape));
}

}  // namespace

std::string ErrorsSection(const Page& page) {
  std::string html;
  for (const Failure& failure : FailuresOf(page)) html += FailureHtml(page, failure);
  if (html.empty()) return "";
  return fmt::format(
      "<section id=\"errors\" aria-labelledby=\"errors-h\">\n<h2 id=\"errors-h\">What did not "
      "compile</h2>\n{}</section>\n",
      html);
}

std::string UnknownSection(const Page& page) {
  std::vector<std::pair<std::string, std::vector<const Row*>>> notes;
  const auto add = [&](const std::string& text, const Row& row) {
    auto found = std::find_if(notes.begin(), notes.end(),
                              [&](const auto& note) { return note.first == text; });
    if (found == notes.end()) {
      notes.emplace_back(text, std::vector<const Row*>());
      found = notes.end() - 1;
    }
    if (found->second.empty() || found->second.back() != &row) found->second.push_back(&row);
  };
  for (const Row& row : page.rows) {
    for (const std::string& text : row.unknown) add(text, row);
    if (row.pruned()) add(row.message.empty() ? "not tried" : "not tried: " + row.message, row);
  }
  if (notes.empty()) return "";
  std::string html;
  for (const auto& [text, rows] : notes) {
    html += fmt::format("<li><p>{}</p>{}</li>\n", Escape(text), RowList(rows));
  }
  return fmt::format(
      "<section id=\"unknown\" aria-labelledby=\"unknown-h\">\n<h2 id=\"unknown-h\">What is not "
      "known"
      "</h2>\n<ul class=\"notes\">\n{}</ul>\n</section>\n",
      html);
}

std::string DevicesSection(const Page& page) {
  if (page.devices.empty()) return "";
  Table table{"devices-t",
              "What a device can do",
              {"Device", "Matmuls#", "Memory bandwidth#", "Memory#", "Wire bandwidth#",
               "Between hosts#", "Source", "Calibration"},
              {},
              false};
  for (const auto& [name, device] : page.devices) {
    table.rows.push_back(
        {{Escape(name), {}},
         {Metric(device.flops_per_second, "FLOP/s"), device.flops_per_second},
         {Metric(device.hbm_per_second, "B/s"), device.hbm_per_second},
         {Bytes(device.hbm_bytes), device.hbm_bytes},
         {Metric(device.wire_per_second, "B/s"), device.wire_per_second},
         {Metric(device.host_wire_per_second, "B/s"), device.host_wire_per_second},
         {device.source.empty()
              ? "–"
              : fmt::format("<span class=\"source\">{}</span>", Escape(device.source)),
          {}},
         {device.calibration.empty()
              ? "none"
              : fmt::format("<code class=\"source\">{}</code>", Escape(device.calibration)),
          {}}});
  }
  return fmt::format(
      "<section id=\"devices\" aria-labelledby=\"devices-h\">\n<h2 "
      "id=\"devices-h\">Devices</h2>\n{}"
      "</section>\n",
      Render(table));
}

std::string CommandSection(const Page& page) {
  if (page.command.empty()) return "";
  return fmt::format(
      "<section id=\"command\" aria-labelledby=\"command-h\">\n<h2 id=\"command-h\">The command"
      "</h2>\n<p>This makes the plan again.</p>\n{}</section>\n",
      Copyable("command-line", page.command));
}

}  // namespace logphead::html
