// SPDX-License-Identifier: Apache-2.0
// HtmlTables: the collectives of each row, and all rows.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "logphead/plan/html_parts.h"

namespace logphead::html {
namespace {

// Seconds of one collective: its share of the row's seconds on the wire, by bytes.
std::optional<double> SecondsOf(const Row& row, const Wire& wire, double total) {
  if (!wire.bytes || !row.wire_seconds || total <= 0) return std::nullopt;
  return *row.wire_seconds * *wire.bytes / total;
}

Table CollectivesOf(const Row& row) {
  Table table{fmt::format("collectives-{}", row.index),
              "Collectives of " + Escape(row.label),
              {"Kind", "Mesh axes", "Group#", "Count#", "Executions#", "Wire bytes#", "Seconds#",
               "Share of seconds#"},
              {},
              false};
  double total = 0;
  for (const Wire& wire : row.wire) total += wire.bytes.value_or(0);
  for (const Wire& wire : row.wire) {
    const std::optional<double> seconds = SecondsOf(row, wire, total);
    std::optional<double> share;
    if (seconds && row.sequential.value_or(0) > 0) share = *seconds / *row.sequential;
    table.rows.push_back({{Escape(wire.kind), {}},
                          {wire.axes.empty() ? "–" : Escape(wire.axes), {}},
                          {Whole(wire.group_size), wire.group_size},
                          {Whole(wire.count), wire.count},
                          {wire.executions ? Whole(wire.executions) : "unknown", wire.executions},
                          {wire.bytes ? Bytes(wire.bytes) : "unknown", wire.bytes},
                          {Seconds(seconds), seconds},
                          {Percent(share), share}});
  }
  return table;
}

struct Column {
  const char* name;
  std::function<Cell(const Page&, const Row&)> cell;
};

Cell TextCell(const std::string& text) { return {text.empty() ? "–" : Escape(text), {}}; }

Column TextColumn(const char* name, std::string Row::*member) {
  return {name, [member](const Page&, const Row& row) { return TextCell(row.*member); }};
}

Column NumberColumn(const char* name, std::optional<double> Row::*member,
                    std::string (*say)(std::optional<double>)) {
  return {name, [member, say](const Page&, const Row& row) {
            return Cell{say(row.*member), row.*member};
          }};
}

std::string Flop(std::optional<double> value) { return Metric(value, "FLOP"); }

std::vector<Column> Columns() {
  return {
      {"Row",
       [](const Page&, const Row& row) {
         return Cell{RowName(row), {}};
       }},
      {"Rank#",
       [](const Page&, const Row& row) {
         if (!row.rank) return Cell{"–", {}};
         return Cell{fmt::format("{}", *row.rank + 1), static_cast<double>(*row.rank)};
       }},
      {"Verdict",
       [](const Page& page, const Row& row) {
         return Cell{Badge(page, row), {}};
       }},
      NumberColumn("Chunk#", &Row::chunk, Whole),
      NumberColumn("Peak#", &Row::peak, Bytes),
      NumberColumn("Temporaries#", &Row::temp, Bytes),
      NumberColumn("Arguments#", &Row::arguments, Bytes),
      NumberColumn("Outputs#", &Row::outputs, Bytes),
      NumberColumn("Code#", &Row::code, Bytes),
      NumberColumn("Overlapped#", &Row::overlapped, Seconds),
      NumberColumn("Sequential#", &Row::sequential, Seconds),
      NumberColumn("Matmuls#", &Row::flops, Flop),
      NumberColumn("HBM traffic#", &Row::hbm, Bytes),
      NumberColumn("Wire#", &Row::wire_bytes, Bytes),
      NumberColumn("Compiler's cycles#", &Row::cycles, Whole),
      TextColumn("Program", &Row::program),
      TextColumn("Loss", &Row::loss),
      TextColumn("Kernel", &Row::kernel),
      TextColumn("Tiles", &Row::tiles),
      TextColumn("Replicate", &Row::replicate),
      TextColumn("Variant", &Row::variant),
      TextColumn("Mesh", &Row::mesh),
      TextColumn("Topology", &Row::topology),
      TextColumn("Compiler", &Row::compiler),
      {"Compile time#",
       [](const Page&, const Row& row) {
         return Cell{Seconds(row.compile_seconds) + (row.recalled ? ", recalled" : ""),
                     row.compile_seconds};
       }},
  };
}

}  // namespace

std::string CollectivesSection(const Page& page) {
  std::string html, others;
  size_t count = 0;
  for (const size_t index : Best(page, page.order.size())) {
    const Row& row = page.rows[index];
    if (row.wire.empty()) continue;
    const Table table = CollectivesOf(row);
    if (html.empty()) {
      html = Render(table);
      continue;
    }
    ++count;
    others += Folded(fmt::format("{} <span class=\"aside\">{}</span>", RowName(row),
                                 row.wire_bytes ? Bytes(row.wire_bytes) : "bytes unknown"),
                     table);
  }
  if (count > 0) {
    html += fmt::format(
        "<details><summary>Collectives of {} other {}</summary>\n"
        "<div class=\"inner\">{}</div></details>\n",
        count, count == 1 ? "row" : "rows", others);
  }
  if (html.empty()) return "";
  return fmt::format(
      "<section id=\"collectives\" aria-labelledby=\"collectives-h\">\n<h2 id=\"collectives-h\">"
      "Collectives</h2>\n<p>Count is of instructions, executions of how often they run. Wire bytes "
      "are what one device sends; their seconds are shared out by bytes, and are a share of the "
      "sequential time.</p>\n{}</section>\n",
      html);
}

std::string RowsSection(const Page& page) {
  if (page.rows.empty()) return "";
  std::vector<size_t> order = page.order;
  for (const Row& row : page.rows) {
    if (!row.compiles() && !row.rank) order.push_back(row.index);
  }
  Table table{"rows-t", "All rows, best first", {}, {}, true};
  table.rows.resize(order.size());
  for (const Column& column : Columns()) {
    std::vector<Cell> cells;
    for (const size_t index : order) cells.push_back(column.cell(page, page.rows[index]));
    const bool said =
        std::any_of(cells.begin(), cells.end(), [](const Cell& cell) { return cell.html != "–"; });
    if (!said) continue;
    table.columns.push_back(column.name);
    for (size_t at = 0; at < order.size(); ++at) table.rows[at].push_back(std::move(cells[at]));
  }
  return fmt::format(
      "<section id=\"rows\" aria-labelledby=\"rows-h\">\n<h2 id=\"rows-h\">All rows</h2>\n{}"
      "</section>\n",
      Render(table));
}

}  // namespace logphead::html
