// SPDX-License-Identifier: Apache-2.0
// HtmlParts: the sections of the page, in their order, and what they are made of.
#ifndef LOGPHEAD_PLAN_HTML_PARTS_H_
#define LOGPHEAD_PLAN_HTML_PARTS_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "logphead/plan/html_data.h"

namespace logphead::html {

// Sections: each is a whole <section>, or nothing where the plan has nothing for it.
std::string VerdictSection(const Page& page);
std::string MemorySection(const Page& page);       // memory against chunk, a chart per device kind
std::string BytesSection(const Page& page);        // stacked bars of bytes
std::string SecondsSection(const Page& page);      // stacked bars of seconds
std::string CollectivesSection(const Page& page);  // a table per row
std::string RowsSection(const Page& page);
std::string ErrorsSection(const Page& page);
std::string UnknownSection(const Page& page);
std::string DevicesSection(const Page& page);
std::string CommandSection(const Page& page);

// The style sheet and the script, as the content of their elements.
std::string_view Style();
std::string_view Script();
// An invisible <svg> with the patterns that bars are filled with.
std::string Patterns();

// A head's marker as a path around (0, 0), about 10 across, and the class that gives its colour.
std::string_view MarkerPath(size_t head_index);
std::string HeadClass(size_t head_index);
// The marker as a picture in a line of text.
std::string Glyph(size_t head_index);
// The marker and a text (not HTML); of a row, its label.
std::string Named(size_t head_index, std::string_view text);
std::string RowName(const Row& row);
// "compiles", "fails", with whether it fits, as a badge.
std::string Badge(const Page& page, const Row& row);

// Text to copy in a box of its own; `id` names it for the button that the script adds.
std::string Copyable(std::string_view id, std::string_view text);

// A table cell: HTML, and what to sort by where that is not the text.
struct Cell {
  std::string html;
  std::optional<double> sort;
};
struct Table {
  std::string id;  // of its caption
  std::string caption;
  std::vector<std::string> columns;     // names as HTML; one that ends in '#' holds numbers
  std::vector<std::vector<Cell>> rows;  // the first cell of a row names it
  bool sortable = false;
};
// The table in a box that scrolls sideways and can have the focus.
std::string Render(const Table& table);
// The same, folded under a line of text.
std::string Folded(std::string_view summary, const Table& table);

// One stacked bar: shares of the width, from the left, and marks at shares of it.
struct Segment {
  std::string fill;  // a class of Patterns()
  double from = 0, size = 0;
};
struct Mark {
  std::string
      kind;  // mark-capacity across the bar, mark-overlapped above it, mark-sequential below
  double at = 0;
};
struct Bar {
  std::string name;                // HTML before the bar
  std::string value;               // HTML
  std::string title, description;  // text for those who do not see it
  std::vector<Segment> segments;
  std::vector<Mark> marks;
};
// A list of bars under one another.
std::string RenderBars(std::string_view id, const std::vector<Bar>& bars);
// Names beside the fills they stand for.
std::string Legend(const std::vector<std::pair<std::string, std::string>>& fills);

// At most `most` rows to show as bars, the best first.
std::vector<size_t> Best(const Page& page, size_t most);

}  // namespace logphead::html

#endif  // LOGPHEAD_PLAN_HTML_PARTS_H_
