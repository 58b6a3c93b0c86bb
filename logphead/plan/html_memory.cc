// SPDX-License-Identifier: Apache-2.0
// HtmlMemory: memory against chunk, a line per head and setting, on logarithmic axes.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

#include "logphead/plan/html_parts.h"

namespace logphead::html {
namespace {

constexpr double kHeight = 300;     // of the plot, px
constexpr double kLane = 20;        // of the failures of one series, px
constexpr double kLineHeight = 18;  // what a label of an axis takes, px

// Rows of one head and setting, in the order of their chunks.
struct Series {
  size_t head_index = 0;
  size_t style = 0;  // among the series of its head: how the line is dashed
  std::string name;
  std::vector<const Row*> points, failures;
};

struct Axes {
  double low_chunk = 0, high_chunk = 0, low_bytes = 0, high_bytes = 0;

  // Shares of the width, px of the height.
  double X(double chunk) const {
    const double span = std::log2(high_chunk / low_chunk);
    return span > 0 ? 0.05 + 0.9 * std::log2(chunk / low_chunk) / span : 0.5;
  }
  double Y(double bytes) const {
    return kHeight * (1 - std::log(bytes / low_bytes) / std::log(high_bytes / low_bytes));
  }
};

// Whether a number can stand on a logarithmic axis that has room for its labels.
bool OnAxis(std::optional<double> value) { return value && *value >= 1 && *value <= 1e15; }

bool Drawn(const Row& row) { return row.compiles() && OnAxis(row.chunk) && OnAxis(row.Needs()); }

std::vector<Series> SeriesOf(const Page& page, const std::string& device) {
  std::vector<Series> all;
  std::map<size_t, size_t> styles;
  for (const Row& row : page.rows) {
    const bool failure = !row.compiles() && !row.pruned() && OnAxis(row.chunk);
    if (row.device != device || !(Drawn(row) || failure)) continue;
    auto found = std::find_if(all.begin(), all.end(),
                              [&](const Series& series) { return series.name == row.series; });
    if (found == all.end()) {
      all.push_back({row.head_index, styles[row.head_index]++, row.series, {}, {}});
      found = all.end() - 1;
    }
    (failure ? found->failures : found->points).push_back(&row);
  }
  for (Series& series : all) {
    std::stable_sort(series.points.begin(), series.points.end(),
                     [](const Row* a, const Row* b) { return *a->chunk < *b->chunk; });
  }
  return all;
}

std::string Line(std::string_view kind, double x1, double x2, double y1, double y2) {
  return fmt::format("<line class=\"{}\" x1=\"{}%\" x2=\"{}%\" y1=\"{}\" y2=\"{}\"/>", kind,
                     Plain(x1 * 100), Plain(x2 * 100), Plain(y1), Plain(y2));
}

// A marker at a share of the width: a nested <svg>, since a path has no percentages.
std::string Marker(const Series& series, double x, double y, std::string_view title) {
  return fmt::format(
      "<svg class=\"at {} s{}\" x=\"{}%\" y=\"{}\" overflow=\"visible\"><path d=\"{}\"/>{}</svg>",
      HeadClass(series.head_index), series.style % 4, Plain(x * 100), Plain(y),
      MarkerPath(series.head_index),
      title.empty() ? "" : fmt::format("<title>{}</title>", Escape(title)));
}

// 1, 2 and 5 times powers of ten within the axis, thinned until labels do not touch.
std::vector<double> ByteTicks(const Axes& axes) {
  std::vector<double> ticks;
  const double first = std::floor(std::log10(axes.low_bytes));
  for (const bool decades : {false, true}) {
    ticks.clear();
    bool clear = true;
    for (double power = first; std::pow(10, power) <= axes.high_bytes; ++power) {
      for (const double step : {1.0, 2.0, 5.0}) {
        const double tick = step * std::pow(10, power);
        if (tick < axes.low_bytes || tick > axes.high_bytes || (decades && step > 1)) continue;
        clear = clear && (ticks.empty() || axes.Y(ticks.back()) - axes.Y(tick) > 1.5 * kLineHeight);
        ticks.push_back(tick);
      }
    }
    if (clear) return ticks;
  }
  std::vector<double> thinned;  // many decades
  for (const double tick : ticks) {
    if (thinned.empty() || axes.Y(thinned.back()) - axes.Y(tick) > 1.5 * kLineHeight) {
      thinned.push_back(tick);
    }
  }
  return thinned;
}

// "50 GB" of a tick, which is 1, 2 or 5 times a power of ten.
std::string RoundBytes(double bytes) {
  constexpr const char* kUnits[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  size_t unit = 0;
  for (; bytes >= 999 && unit + 1 < std::size(kUnits); ++unit) bytes /= 1000;
  return fmt::format("{:.3g} {}", bytes, kUnits[unit]);
}

std::string Grid(const Axes& axes, const std::vector<Series>& all, double bottom) {
  std::string svg;
  for (const double tick : ByteTicks(axes)) {
    const double y = axes.Y(tick);
    svg += Line("grid", 0, 1, y, y);
    svg += fmt::format("<text class=\"tick\" x=\"-8\" y=\"{}\" text-anchor=\"end\">{}</text>",
                       Plain(y + 4), RoundBytes(tick));
  }
  std::map<double, bool> chunks;
  for (const Series& series : all) {
    for (const Row* row : series.points) chunks[*row->chunk] = true;
    for (const Row* row : series.failures) chunks[*row->chunk] = true;
  }
  double last = -1;
  for (const auto& [chunk, there] : chunks) {
    const double x = axes.X(chunk);
    const std::string label = fmt::format("{:.0f}", chunk);
    svg += Line("grid", x, x, 0, bottom);
    // A phone's plot is 280 px wide; a digit takes 7.6.
    const double half = (static_cast<double>(label.size()) * 7.6 + 4) / 280 / 2;
    if (x - half < last) continue;
    last = x + half;
    svg += fmt::format("<text class=\"tick\" x=\"{}%\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                       Plain(x * 100), Plain(bottom + kLineHeight), label);
  }
  return svg;
}

// The device's memory, and what of it the resident bytes leave; 0 where there is none.
struct Limits {
  double capacity = 0, left = 0;
};

Limits LimitsOf(const Page& page, const std::string& device) {
  const auto found = page.devices.find(device);
  if (found == page.devices.end() || !OnAxis(found->second.hbm_bytes)) return {};
  const double capacity = *found->second.hbm_bytes;
  return {capacity, page.resident > 0 ? std::max(0.0, capacity - page.resident) : 0};
}

std::string LimitLines(const Axes& axes, const Limits& limits) {
  std::string svg;
  for (const auto& [kind, bytes] :
       {std::pair("capacity", limits.capacity), std::pair("left", limits.left)}) {
    if (OnAxis(bytes)) svg += Line(kind, 0, 1, axes.Y(bytes), axes.Y(bytes));
  }
  return svg;
}

std::string Lines(const Axes& axes, const std::vector<Series>& all) {
  std::string lines, markers;
  double lane = kHeight + kLane;
  for (const Series& series : all) {
    const Row* before = nullptr;
    for (const Row* row : series.points) {
      const double x = axes.X(*row->chunk), y = axes.Y(*row->Needs());
      if (before) {
        lines += Line(fmt::format("series {} s{}", HeadClass(series.head_index), series.style % 4),
                      axes.X(*before->chunk), x, axes.Y(*before->Needs()), y);
      }
      markers += Marker(series, x, y, row->label + ": " + Bytes(row->Needs()));
      before = row;
    }
    if (series.failures.empty()) continue;
    markers += Line("lane", 0, 1, lane, lane);
    markers += fmt::format(
        "<svg class=\"at {} s{}\" x=\"-14\" y=\"{}\" overflow=\"visible\">"
        "<path d=\"{}\"/></svg>",
        HeadClass(series.head_index), series.style % 4, Plain(lane), MarkerPath(series.head_index));
    for (const Row* row : series.failures) {
      markers += fmt::format(
          "<svg class=\"failure\" x=\"{}%\" y=\"{}\" overflow=\"visible\">"
          "<path d=\"M-5 -5L5 5M5 -5L-5 5\"/><title>{}</title></svg>",
          Plain(axes.X(*row->chunk) * 100), Plain(lane), Escape(row->label + ": " + row->verdict));
    }
    lane += kLane;
  }
  return lines + markers;
}

Axes AxesOf(const std::vector<Series>& all, const Limits& limits) {
  Axes axes{1e18, 0, 1e18, 0};
  const auto bytes = [&](double value) {
    if (!OnAxis(value)) return;
    axes.low_bytes = std::min(axes.low_bytes, value);
    axes.high_bytes = std::max(axes.high_bytes, value);
  };
  for (const Series& series : all) {
    for (const std::vector<const Row*>& rows : {series.points, series.failures}) {
      for (const Row* row : rows) {
        axes.low_chunk = std::min(axes.low_chunk, *row->chunk);
        axes.high_chunk = std::max(axes.high_chunk, *row->chunk);
        if (Drawn(*row)) bytes(*row->Needs());
      }
    }
  }
  bytes(limits.capacity);
  bytes(limits.left);
  if (axes.high_bytes <= 0) axes.low_bytes = axes.high_bytes = 1e9;  // nothing compiles
  axes.low_bytes /= 1.5;
  axes.high_bytes *= 1.5;
  return axes;
}

std::string SeriesLegend(const std::vector<Series>& all, const Limits& limits) {
  std::string html = "<ul class=\"legend\">\n";
  bool failures = false;
  for (const Series& series : all) {
    failures = failures || !series.failures.empty();
    html += fmt::format(
        "<li><svg class=\"swatch\" width=\"34\" height=\"14\" aria-hidden=\"true\">"
        "<line class=\"series {0} s{1}\" x1=\"0\" x2=\"34\" y1=\"7\" y2=\"7\"/>"
        "<svg class=\"at {0} s{1}\" x=\"17\" y=\"7\" overflow=\"visible\"><path d=\"{2}\"/></svg>"
        "</svg>{3}</li>\n",
        HeadClass(series.head_index), series.style % 4, MarkerPath(series.head_index),
        Escape(series.name));
  }
  const auto line = [&](const char* kind, const std::string& text) {
    html += fmt::format(
        "<li><svg class=\"swatch\" width=\"34\" height=\"14\" aria-hidden=\"true\">"
        "<line class=\"{}\" x1=\"0\" x2=\"34\" y1=\"7\" y2=\"7\"/></svg>{}</li>\n",
        kind, text);
  };
  if (limits.capacity > 0) line("capacity", "device memory: " + Bytes(limits.capacity));
  if (OnAxis(limits.left)) line("left", "left beside resident: " + Bytes(limits.left));
  if (failures) {
    html +=
        "<li><svg class=\"swatch\" width=\"14\" height=\"14\" aria-hidden=\"true\">"
        "<svg class=\"failure\" x=\"7\" y=\"7\" overflow=\"visible\">"
        "<path d=\"M-5 -5L5 5M5 -5L-5 5\"/></svg></svg>does not compile</li>\n";
  }
  return html + "</ul>\n";
}

Table NumbersOf(const Page& page, const std::string& device, size_t number) {
  Table table{fmt::format("memory-t{}", number),
              "Memory by chunk" + (device.empty() ? "" : " on " + Escape(device)),
              {"Row", "Chunk#", "Memory#", "Verdict"},
              {},
              false};
  for (const Row& row : page.rows) {
    if (row.device != device || row.pruned()) continue;
    table.rows.push_back({{Named(row.head_index, row.series), {}},
                          {Whole(row.chunk), row.chunk},
                          {Bytes(row.Needs()), row.Needs()},
                          {Badge(page, row), {}}});
  }
  return table;
}

std::string Figure(const Page& page, const std::string& device, size_t number) {
  const std::vector<Series> all = SeriesOf(page, device);
  if (all.empty()) return "";
  const Limits limits = LimitsOf(page, device);
  const Axes axes = AxesOf(all, limits);
  const auto failing = static_cast<double>(std::count_if(
      all.begin(), all.end(), [](const Series& series) { return !series.failures.empty(); }));
  const double bottom = kHeight + (failing > 0 ? kLane * (failing + 0.5) : 0);
  size_t points = 0, failures = 0;
  for (const Series& series : all) {
    points += series.points.size();
    failures += series.failures.size();
  }
  std::string note = "Both axes are logarithmic.";
  if (limits.capacity > 0 && page.resident >= limits.capacity) {
    note += fmt::format(" The resident {} alone exceed the device.", Bytes(page.resident));
  }
  return fmt::format(
      "<figure><figcaption>Memory that a device needs{}, by chunk{}. {}"
      "</figcaption>\n{}<div class=\"plot\"><svg class=\"chart\" height=\"{}\" role=\"img\" "
      "aria-labelledby=\"plot-t{}\" aria-describedby=\"plot-d{}\">"
      "<title id=\"plot-t{}\">Memory against chunk{}</title><desc id=\"plot-d{}\">{} points of {} "
      "lines; {} rows do not compile. The numbers are in the table below the chart.</desc>\n"
      "{}{}{}<text class=\"axis\" x=\"50%\" y=\"{}\" text-anchor=\"middle\">chunk</text>"
      "</svg></div></figure>\n{}",
      page.resident > 0 ? " beside what is resident" : "",
      device.empty() ? "" : " on " + Escape(device), note, SeriesLegend(all, limits),
      Plain(bottom + 2 * kLineHeight + 8), number, number, number,
      device.empty() ? "" : " on " + Escape(device), number, points, all.size(), failures,
      Grid(axes, all, bottom), LimitLines(axes, limits), Lines(axes, all),
      Plain(bottom + 2 * kLineHeight + 2),
      Folded("The memory as a table", NumbersOf(page, device, number)));
}

}  // namespace

std::string MemorySection(const Page& page) {
  std::vector<std::string> devices;
  for (const Row& row : page.rows) {
    if (std::find(devices.begin(), devices.end(), row.device) == devices.end()) {
      devices.push_back(row.device);
    }
  }
  std::string figures;
  for (size_t at = 0; at < devices.size(); ++at) figures += Figure(page, devices[at], at);
  if (figures.empty()) return "";
  return fmt::format(
      "<section id=\"memory\" aria-labelledby=\"memory-h\">\n<h2 id=\"memory-h\">Memory against "
      "chunk</h2>\n{}</section>\n",
      figures);
}

}  // namespace logphead::html
