// SPDX-License-Identifier: Apache-2.0
// HtmlVerdict: the best row, why, what to paste, and how much of the device the best rows take.
#include <fmt/format.h>

#include <algorithm>

#include "logphead/plan/html_parts.h"

namespace logphead::html {
namespace {

constexpr size_t kMostBars = 6;

void Fact(std::string& html, std::string_view name, std::string_view value,
          std::string_view more = "") {
  html += fmt::format("<div><dt>{}</dt><dd>{}{}</dd></div>", name, value,
                      more.empty() ? "" : fmt::format("<small>{}</small>", more));
}

std::string Facts(const Page& page, const Row& row) {
  std::string html = "<dl class=\"facts\">\n";
  const std::optional<double> capacity = page.Capacity(row), needs = row.Needs();
  if (needs) {
    std::string of;
    if (capacity && *capacity > 0) {
      of = fmt::format("{} of {}", Percent(*needs / *capacity), Bytes(capacity));
      if (page.resident > 0) of += fmt::format(", {} resident beside it", Bytes(page.resident));
    }
    Fact(html, "Memory", Bytes(needs), of);
  }
  if (row.overlapped || row.sequential) {
    Fact(html, "Predicted time", Seconds(row.sequential ? row.sequential : row.overlapped),
         row.overlapped && row.sequential
             ? fmt::format("{} where the wire overlaps with the rest", Seconds(row.overlapped))
             : "");
  }
  if (row.wire_bytes) Fact(html, "On the wire", Bytes(row.wire_bytes));
  if (row.flops) Fact(html, "Matmuls", Metric(row.flops, "FLOP"));
  if (!row.compiler.empty()) Fact(html, "Compiler", Escape(row.compiler));
  return html + "</dl>\n";
}

std::string Room(const Page& page, const Row& row) {
  const std::optional<double> capacity = page.Capacity(row), needs = row.Needs();
  if (!needs) return "memory unknown";
  if (!capacity) return Bytes(needs);
  const double left = *capacity - page.resident - *needs;
  return left >= 0 ? fmt::format("{}, {} free", Bytes(needs), Bytes(left))
                   : fmt::format("{}, {} too much", Bytes(needs), Bytes(-left));
}

// Against the memory of each row's device.
std::string FitBars(const Page& page) {
  double scale = 0;
  const std::vector<size_t> best = Best(page, kMostBars);
  for (const size_t index : best) {
    const Row& row = page.rows[index];
    scale =
        std::max({scale, page.Capacity(row).value_or(0), page.resident + row.Needs().value_or(0)});
  }
  if (scale <= 0) return "";
  std::vector<Bar> bars;
  for (const size_t index : best) {
    const Row& row = page.rows[index];
    Bar bar;
    bar.name = RowName(row);
    bar.value = fmt::format("{} {}", Badge(page, row), Room(page, row));
    bar.title = row.label;
    bar.description = Room(page, row);
    bar.segments.push_back({"taken", 0, page.resident / scale});
    bar.segments.push_back(
        {HeadClass(row.head_index), page.resident / scale, row.Needs().value_or(0) / scale});
    if (const auto capacity = page.Capacity(row)) {
      bar.marks.push_back({"mark-capacity", *capacity / scale});
      bar.description += fmt::format(" of {}", Bytes(capacity));
    }
    bars.push_back(std::move(bar));
  }
  std::vector<std::pair<std::string, std::string>> legend;
  if (page.resident > 0) legend.push_back({"taken", "resident: " + Bytes(page.resident)});
  legend.push_back({"mark-capacity", "memory of the device"});
  return fmt::format(
      "<figure>\n<figcaption><h3>Does it fit?</h3>{} row{} against the device's "
      "memory{}</figcaption>\n{}{}</figure>\n",
      best.size() == 1 ? "One" : fmt::format("The first {}", best.size()),
      best.size() == 1 ? "" : "s",
      page.order.size() > best.size() ? fmt::format(" (of {} that compile)", page.order.size())
                                      : "",
      RenderBars("fit", bars), Legend(legend));
}

}  // namespace

std::string VerdictSection(const Page& page) {
  std::string html = "<section id=\"verdict\" aria-labelledby=\"verdict-h\">\n<div class=\"card\">";
  if (page.best) {
    const Row& row = page.rows[*page.best];
    html +=
        fmt::format("<h2 id=\"verdict-h\"><span class=\"take\">Take</span> {}</h2>\n<p>{}</p>\n",
                    RowName(row), Badge(page, row));
  } else {
    html += "<h2 id=\"verdict-h\">No row to recommend</h2>\n";
  }
  if (!page.reason.empty())
    html += fmt::format("<p class=\"reason\"><span class=\"take\">Why:</span> {}</p>\n",
                        Escape(page.reason));
  if (page.best) html += Facts(page, page.rows[*page.best]);
  if (!page.use.empty()) {
    html += "<h3>To use it</h3>\n";
    for (size_t at = 0; at < page.use.size(); ++at) {
      html += Copyable(fmt::format("use-{}", at), page.use[at]);
    }
  }
  html += "</div>\n" + FitBars(page);
  return html + "</section>\n";
}

}  // namespace logphead::html
