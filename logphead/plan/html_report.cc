// SPDX-License-Identifier: Apache-2.0
// HtmlReport: the document around the sections.
#include "logphead/plan/html_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "logphead/plan/html_parts.h"

namespace logphead {
namespace {

using html::Escape;
using html::Page;
using html::Row;

// The topologies of the rows, each once.
std::string Topologies(const Page& page) {
  std::vector<std::string> names;
  for (const Row& row : page.rows) {
    if (!row.topology.empty() && std::find(names.begin(), names.end(), row.topology) == names.end())
      names.push_back(row.topology);
  }
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

// "20 rows: 14 fit, 2 do not fit, 4 do not compile".
std::string Counts(const Page& page) {
  size_t fit = 0, too_large = 0, open = 0, pruned = 0;
  for (const Row& row : page.rows) {
    const std::optional<bool> fits = page.Fits(row);
    pruned += row.pruned();
    if (!row.compiles()) continue;
    ++(!fits ? open : *fits ? fit : too_large);
  }
  const size_t failed = page.rows.size() - fit - too_large - open - pruned;
  std::string text;
  const auto add = [&](size_t count, std::string_view what) {
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, what);
  };
  add(fit, "compile and fit");
  add(too_large, "compile and do not fit");
  add(open, "compile");
  add(failed, "do not compile");
  add(pruned, "not tried");
  return fmt::format("{} {}{}{}", page.rows.size(), page.rows.size() == 1 ? "row" : "rows",
                     text.empty() ? "" : ": ", text);
}

std::string Header(const Page& page) {
  const std::string topologies = Topologies(page);
  std::string html = fmt::format(
      "<header>\n<p class=\"eyebrow\">logphead plan</p>\n<h1>Which head, which chunk{}</h1>\n"
      "<p class=\"lead\">{}. Bytes, FLOPs and seconds are of one device.</p>\n",
      topologies.empty() ? "" : " on " + Escape(topologies), Counts(page));
  if (!page.in_common.empty()) {
    html += "<ul class=\"common\" aria-label=\"What all rows share\">";
    for (const std::string& text : page.in_common) {
      html += fmt::format("<li>{}</li>", Escape(text));
    }
    html += "</ul>\n";
  }
  return html + "</header>\n";
}

}  // namespace

std::string HtmlReport(const nlohmann::ordered_json& plan) {
  const Page page = html::ReadPage(plan);
  struct Part {
    const char* id;
    const char* name;
    std::string html;
  };
  const Part parts[] = {
      {"verdict", "Verdict", html::VerdictSection(page)},
      {"memory", "Memory and chunk", html::MemorySection(page)},
      {"bytes", "Bytes", html::BytesSection(page)},
      {"seconds", "Seconds", html::SecondsSection(page)},
      {"collectives", "Collectives", html::CollectivesSection(page)},
      {"rows", "All rows", html::RowsSection(page)},
      {"errors", "Compile errors", html::ErrorsSection(page)},
      {"unknown", "Unknown", html::UnknownSection(page)},
      {"devices", "Devices", html::DevicesSection(page)},
      {"command", "Command", html::CommandSection(page)},
  };
  std::string links, sections;
  for (const Part& part : parts) {
    if (part.html.empty()) continue;
    links += fmt::format("<li><a href=\"#{}\">{}</a></li>", part.id, part.name);
    sections += part.html;
  }
  // The policy makes sure that a page from a stranger's plan loads nothing either.
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; "
      "form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<title>logphead plan{}</title>\n<style>{}</style>\n</head>\n<body>\n"
      "<a class=\"skip\" href=\"#main\">Skip to the verdict</a>\n{}{}"
      "<nav aria-label=\"Parts of this page\"><ul>{}</ul></nav>\n"
      "<main id=\"main\" tabindex=\"-1\">\n{}</main>\n"
      "<p id=\"said\" class=\"unseen\" role=\"status\"></p>\n<script>{}</script>\n"
      "</body>\n</html>\n",
      page.rows.empty() ? "" : " for " + Escape(Topologies(page)), html::Style(), html::Patterns(),
      Header(page), links, sections, html::Script());
}

}  // namespace logphead
