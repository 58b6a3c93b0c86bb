// SPDX-License-Identifier: Apache-2.0
// HtmlBars: where the bytes of a device and its seconds go, a stacked bar per row.
#include <fmt/format.h>

#include <algorithm>

#include "logphead/plan/html_parts.h"

namespace logphead::html {
namespace {

constexpr size_t kMostBars = 12;

struct Part {
  const char* fill;
  const char* name;
  std::optional<double> Row::*value;
};
constexpr Part kBytes[] = {{"args", "arguments", &Row::arguments},
                           {"outs", "outputs", &Row::outputs},
                           {"temp", "temporaries", &Row::temp},
                           {"code", "code", &Row::code}};
constexpr Part kSeconds[] = {{"compute", "compute", &Row::compute},
                             {"memory", "memory", &Row::memory},
                             {"wire", "wire", &Row::wire_seconds}};

template <size_t N>
double Sum(const Row& row, const Part (&parts)[N]) {
  double sum = 0;
  for (const Part& part : parts) sum += std::max(0.0, (row.*part.value).value_or(0));
  return sum;
}

// Of the rows to be shown, those of which something is known.
template <size_t N>
std::vector<size_t> Known(const Page& page, const Part (&parts)[N]) {
  std::vector<size_t> known;
  for (const size_t index : Best(page, page.order.size())) {
    if (known.size() < kMostBars && Sum(page.rows[index], parts) > 0) known.push_back(index);
  }
  return known;
}

// Segments after one another from `from` on, and the parts as a sentence.
template <size_t N>
void Stack(const Row& row, const Part (&parts)[N], double from, double scale,
           std::string (*say)(std::optional<double>), Bar& bar) {
  for (const Part& part : parts) {
    const std::optional<double> value = row.*part.value;
    bar.description += fmt::format("{}{} {}", bar.description.empty() ? "" : ", ", part.name,
                                   value ? say(value) : "unknown");
    const double size = std::max(0.0, value.value_or(0));
    bar.segments.push_back({part.fill, from / scale, size / scale});
    from += size;
  }
}

std::string Which(const Page& page, size_t shown) {
  return shown < page.order.size()
             ? fmt::format("The first {} of {} rows that compile", shown, page.order.size())
             : "Every row that compiles";
}

// The bars of bytes share a scale: with the resident bytes and the device's memory where the parts
// can still be seen beside them, without where not.
struct BytesScale {
  double scale = 0;
  bool whole = false;
  double capacity = 0;  // the largest
};
BytesScale ScaleOf(const Page& page, const std::vector<size_t>& shown) {
  BytesScale result;
  double parts = 0;
  for (const size_t index : shown) {
    parts = std::max(parts, Sum(page.rows[index], kBytes));
    result.capacity = std::max(result.capacity, page.Capacity(page.rows[index]).value_or(0));
  }
  const double whole = std::max(result.capacity, page.resident + parts);
  result.whole = parts >= 0.3 * whole;
  result.scale = result.whole ? whole : parts;
  return result;
}

std::string BytesNote(const Page& page, const BytesScale& scale) {
  std::string note = "The compiler's peak can be below the sum, where outputs reuse arguments.";
  if (scale.whole) return note;
  note += fmt::format(" The full width is {}", Bytes(scale.scale));
  if (scale.capacity > 0) {
    note += fmt::format(", {} of a device's {}", Percent(scale.scale / scale.capacity),
                        Bytes(scale.capacity));
  }
  if (page.resident > 0) note += fmt::format("; {} resident are not drawn", Bytes(page.resident));
  return note + ".";
}

Cell BytesCell(std::optional<double> value) { return {Bytes(value), value}; }
Cell SecondsCell(std::optional<double> value) { return {Seconds(value), value}; }

}  // namespace

std::string BytesSection(const Page& page) {
  const std::vector<size_t> shown = Known(page, kBytes);
  if (shown.empty()) return "";
  const BytesScale scale = ScaleOf(page, shown);
  std::vector<Bar> bars;
  Table table{"bytes-t",
              "Bytes of a device",
              {"Row", "Peak#", "Arguments#", "Outputs#", "Temporaries#", "Code#"},
              {},
              false};
  std::vector<std::pair<std::string, std::string>> legend;
  if (scale.whole && page.resident > 0) legend.push_back({"taken", "resident"});
  for (const Part& part : kBytes) {
    legend.push_back({part.fill, part.name});
  }
  if (scale.whole && scale.capacity > 0) legend.push_back({"mark-capacity", "device memory"});
  for (const size_t index : shown) {
    const Row& row = page.rows[index];
    const double from = scale.whole ? page.resident : 0;
    Bar bar{RowName(row), Bytes(Sum(row, kBytes)), row.label, "", {}, {}};
    if (from > 0) bar.segments.push_back({"taken", 0, from / scale.scale});
    Stack(row, kBytes, from, scale.scale, Bytes, bar);
    const std::optional<double> capacity = page.Capacity(row);
    if (scale.whole && capacity) bar.marks.push_back({"mark-capacity", *capacity / scale.scale});
    table.rows.push_back({{RowName(row), {}}, BytesCell(row.peak)});
    for (const Part& part : kBytes) table.rows.back().push_back(BytesCell(row.*part.value));
    bars.push_back(std::move(bar));
  }
  return fmt::format(
      "<section id=\"bytes\" aria-labelledby=\"bytes-h\">\n<h2 id=\"bytes-h\">Where the bytes "
      "go</h2>"
      "\n<figure><figcaption>{}, best first. {}</figcaption>\n{}{}</figure>\n{}</section>\n",
      Which(page, shown.size()), BytesNote(page, scale), Legend(legend), RenderBars("byte", bars),
      Folded("The bytes as a table", table));
}

std::string SecondsSection(const Page& page) {
  const std::vector<size_t> shown = Known(page, kSeconds);
  if (shown.empty()) return "";
  double scale = 0;
  for (const size_t index : shown) {
    const Row& row = page.rows[index];
    scale = std::max(
        {scale, Sum(row, kSeconds), row.sequential.value_or(0), row.overlapped.value_or(0)});
  }
  std::vector<Bar> bars;
  Table table{"seconds-t",
              "Predicted seconds of a device",
              {"Row", "Compute#", "Memory#", "Wire#", "Overlapped#", "Sequential#"},
              {},
              false};
  for (const size_t index : shown) {
    const Row& row = page.rows[index];
    Bar bar{RowName(row), "", row.label, "", {}, {}};
    Stack(row, kSeconds, 0, scale, Seconds, bar);
    table.rows.push_back({{RowName(row), {}}});
    for (const Part& part : kSeconds) table.rows.back().push_back(SecondsCell(row.*part.value));
    const auto mark = [&](const char* kind, const char* name, std::optional<double> value) {
      table.rows.back().push_back(SecondsCell(value));
      if (!value) return;
      bar.marks.push_back({kind, *value / scale});
      bar.value += fmt::format("{}{} {}", bar.value.empty() ? "" : ", ", Seconds(value), name);
      bar.description += fmt::format(", {} {}", name, Seconds(value));
    };
    mark("mark-overlapped", "overlapped", row.overlapped);
    mark("mark-sequential", "sequential", row.sequential);
    bars.push_back(std::move(bar));
  }
  return fmt::format(
      "<section id=\"seconds\" aria-labelledby=\"seconds-h\">\n<h2 id=\"seconds-h\">Where the "
      "seconds "
      "go</h2>\n<figure><figcaption>{}, best first: how long the matrix units, the memory and the "
      "wire are each busy. Predicted time lies between overlapped, when transfers hide behind "
      "work, and sequential, when none do. The full width is {}.</figcaption>\n{}{}</figure>\n"
      "{}</section>\n",
      Which(page, shown.size()), Seconds(scale),
      Legend({{"compute", "compute"},
              {"memory", "memory"},
              {"wire", "wire"},
              {"mark-overlapped", "overlapped, above the bar"},
              {"mark-sequential", "sequential, below it"}}),
      RenderBars("second", bars), Folded("The seconds as a table", table));
}

}  // namespace logphead::html
