// SPDX-License-Identifier: Apache-2.0
// HtmlPieces: markers, badges, tables and bars that the sections share.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "logphead/plan/html_parts.h"

namespace logphead::html {
namespace {

constexpr size_t kColours = 8;

// Circle, square, triangle, diamond, triangle down, plus, hexagon, star.
constexpr std::array<std::string_view, kColours> kMarkers = {
    "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z",
    "M-4.5 -4.5h9v9h-9z",
    "M0 -6L5.8 4.5H-5.8z",
    "M0 -6.5L6 0L0 6.5L-6 0z",
    "M0 6L5.8 -4.5H-5.8z",
    "M-2 -5.5h4v3.5h3.5v4h-3.5v3.5h-4v-3.5h-3.5v-4h3.5z",
    "M-3 -5.2h6l3 5.2l-3 5.2h-6l-3 -5.2z",
    "M0 -6.5L1.9 -2L6.5 -1.8L2.9 1.2L4.1 5.8L0 3.2L-4.1 5.8L-2.9 1.2L-6.5 -1.8L-1.9 -2z"};

// What is drawn over the colour of each pattern, in a tile of 8 by 8.
constexpr std::array<std::string_view, kColours> kHatches = {"",
                                                             "M-2 2L2 -2M0 8L8 0M6 10L10 6",
                                                             "M2 2h2v2h-2zM6 6h2v2h-2z",
                                                             "M0 4H8M4 0V8",
                                                             "M-2 6L2 10M0 0L8 8M6 -2L10 2",
                                                             "M0 2H8M0 6H8",
                                                             "M2 0V8M6 0V8",
                                                             "M0 0L8 8M8 0L0 8"};

// Of parts of a bar: class, hatch.
constexpr std::pair<std::string_view, std::string_view> kParts[] = {
    {"temp", ""},
    {"args", "M-2 2L2 -2M0 8L8 0M6 10L10 6"},
    {"outs", "M2 2h2v2h-2zM6 6h2v2h-2z"},
    {"code", "M0 2H8M0 6H8"},
    {"taken", "M0 0L8 8M8 0L0 8"},
    {"compute", ""},
    {"memory", "M-2 2L2 -2M0 8L8 0M6 10L10 6"},
    {"wire", "M2 2h2v2h-2zM6 6h2v2h-2z"},
};

// Where a mark begins and ends in a bar's 24 px, of which the bar has 6 to 18: marks that are close
// to each other do not hide one another.
std::pair<int, int> MarkSpan(std::string_view kind) {
  if (kind == "mark-overlapped") return {0, 6};
  if (kind == "mark-sequential") return {18, 24};
  return {0, 24};
}

std::string Pattern(std::string_view name, std::string_view hatch) {
  return fmt::format(
      "<pattern id=\"fill-{0}\" class=\"{0}\" width=\"8\" height=\"8\" "
      "patternUnits=\"userSpaceOnUse\"><rect width=\"8\" height=\"8\"/>{1}</pattern>\n",
      name, hatch.empty() ? "" : fmt::format("<path d=\"{}\"/>", hatch));
}

}  // namespace

std::string HeadClass(size_t head_index) { return fmt::format("h{}", head_index % kColours); }

std::string_view MarkerPath(size_t head_index) {
  // A ninth head has the first's colour with another marker.
  return kMarkers[(head_index + head_index / kColours) % kColours];
}

std::string Patterns() {
  std::string svg = "<svg class=\"defs\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\n";
  for (size_t head = 0; head < kColours; ++head) svg += Pattern(HeadClass(head), kHatches[head]);
  for (const auto& [name, hatch] : kParts) svg += Pattern(name, hatch);
  return svg + "</defs></svg>\n";
}

std::string Glyph(size_t head_index) {
  return fmt::format(
      "<svg class=\"glyph {}\" width=\"14\" height=\"14\" viewBox=\"-7 -7 14 14\" "
      "aria-hidden=\"true\"><path d=\"{}\"/></svg>",
      HeadClass(head_index), MarkerPath(head_index));
}

std::string Named(size_t head_index, std::string_view text) {
  return fmt::format("<span class=\"named\">{}<span>{}</span></span>", Glyph(head_index),
                     Escape(text));
}

std::string RowName(const Row& row) { return Named(row.head_index, row.label); }

std::string Badge(const Page& page, const Row& row) {
  if (row.compiles()) {
    const std::optional<bool> fits = page.Fits(row);
    if (!fits) return "<span class=\"badge\">compiles</span>";
    return *fits ? "<span class=\"badge good\">✓ fits</span>"
                 : "<span class=\"badge warn\">▲ does not fit</span>";
  }
  if (row.pruned()) return "<span class=\"badge\">not tried</span>";
  return fmt::format("<span class=\"badge bad\">✕ {}</span>",
                     Escape(row.verdict.empty() ? "no verdict" : row.verdict));
}

std::string Copyable(std::string_view id, std::string_view text) {
  return fmt::format(
      "<div class=\"copyable\"><pre id=\"{}\" tabindex=\"0\"><code>{}</code></pre></div>\n", id,
      Escape(text));
}

std::string Render(const Table& table) {
  std::string html = fmt::format(
      "<div class=\"scroll\" role=\"region\" aria-labelledby=\"{0}\" tabindex=\"0\">\n"
      "<table{1}><caption id=\"{0}\"><span>{2}</span></caption>\n<thead><tr>",
      table.id, table.sortable ? " class=\"sortable\"" : "", table.caption);
  std::vector<bool> numbers;
  for (std::string name : table.columns) {
    numbers.push_back(!name.empty() && name.back() == '#');
    if (numbers.back()) name.pop_back();
    html += fmt::format("<th scope=\"col\"{}>{}</th>", numbers.back() ? " class=\"n\"" : "", name);
  }
  html += "</tr></thead>\n<tbody>\n";
  for (const std::vector<Cell>& row : table.rows) {
    html += "<tr>";
    for (size_t at = 0; at < row.size(); ++at) {
      const bool number = at < numbers.size() && numbers[at];
      const std::string sort =
          row[at].sort ? fmt::format(" data-sort=\"{}\"", *row[at].sort) : std::string();
      html += fmt::format("<{0}{1}{2}>{3}</{4}>", at == 0 ? "th scope=\"row\"" : "td",
                          number ? " class=\"n\"" : "", sort, row[at].html, at == 0 ? "th" : "td");
    }
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

std::string Folded(std::string_view summary, const Table& table) {
  return fmt::format("<details><summary>{}</summary>\n{}</details>\n", summary, Render(table));
}

std::string RenderBars(std::string_view id, const std::vector<Bar>& bars) {
  std::string html = "<ol class=\"bars\">\n";
  for (size_t at = 0; at < bars.size(); ++at) {
    const Bar& bar = bars[at];
    const std::string name = fmt::format("{}-{}", id, at);
    html += fmt::format(
        "<li><div class=\"of\"><span class=\"name\">{1}</span><span "
        "class=\"value\">{2}</span></div>"
        "<svg class=\"bar chart\" role=\"img\" aria-labelledby=\"{0}-t\" "
        "aria-describedby=\"{0}-d\">"
        "<title id=\"{0}-t\">{3}</title><desc id=\"{0}-d\">{4}</desc>"
        "<rect class=\"track\" y=\"6\" width=\"100%\" height=\"12\"/>",
        name, bar.name, bar.value, Escape(bar.title), Escape(bar.description));
    for (const Segment& segment : bar.segments) {
      if (segment.size <= 0) continue;
      html += fmt::format(
          "<rect class=\"segment\" x=\"{}%\" width=\"{}%\" y=\"6\" height=\"12\" "
          "fill=\"url(#fill-{})\"/>",
          Plain(segment.from * 100), Plain(std::max(0.2, segment.size * 100)), segment.fill);
    }
    for (const Mark& mark : bar.marks) {
      const double x = std::clamp(mark.at, 0.0, 1.0) * 100;
      const auto [top, bottom] = MarkSpan(mark.kind);
      html += fmt::format("<line class=\"{0}\" x1=\"{1}%\" x2=\"{1}%\" y1=\"{2}\" y2=\"{3}\"/>",
                          mark.kind, Plain(x), top, bottom);
    }
    html += "</svg></li>\n";
  }
  return html + "</ol>\n";
}

std::string Legend(const std::vector<std::pair<std::string, std::string>>& fills) {
  std::string html = "<ul class=\"legend\">\n";
  for (const auto& [fill, name] : fills) {
    const auto [top, bottom] = MarkSpan(fill);
    const std::string picture =
        fill.starts_with("mark-")
            ? fmt::format(
                  "<rect class=\"track\" y=\"6\" width=\"22\" height=\"12\"/>"
                  "<line class=\"{}\" x1=\"11\" x2=\"11\" y1=\"{}\" y2=\"{}\"/>",
                  fill, top, bottom)
            : fmt::format("<rect y=\"5\" width=\"22\" height=\"14\" fill=\"url(#fill-{})\"/>",
                          fill);
    html += fmt::format(
        "<li><svg class=\"swatch\" width=\"22\" height=\"24\" "
        "aria-hidden=\"true\">{}</svg>{}</li>\n",
        picture, name);
  }
  return html + "</ul>\n";
}

std::vector<size_t> Best(const Page& page, size_t most) {
  std::vector<size_t> best(
      page.order.begin(),
      page.order.begin() + static_cast<std::ptrdiff_t>(std::min(most, page.order.size())));
  return best;
}

}  // namespace logphead::html
