// SPDX-License-Identifier: Apache-2.0
// HtmlData: reading rows, and the labels that tell them apart.
#include "logphead/plan/html_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace logphead::html {
namespace {

// What a label may have to say besides the head and the chunk, and how it says it; the usual value
// goes without saying.
struct Property {
  std::string Row::*value;
  const char* text;
  const char* usual;
};
constexpr Property kProperties[] = {
    {&Row::program, "{}", ""},
    {&Row::loss, "{}", ""},
    {&Row::replicate, "replicate {}", "auto"},
    {&Row::variant, "variant {}", "rule"},
    {&Row::kernel, "kernel {}", "keep"},
    {&Row::tiles, "{} tiles", "1"},
    {&Row::mesh, "mesh {}", ""},
    {&Row::topology, "{}", ""},
    {&Row::compiler, "{}", ""},
};

void ReadWire(const Json& json, Row& row) {
  if (const Json& wire = Member(json, "wire"); wire.is_array()) {
    for (const Json& entry : wire) {
      row.wire.push_back({Text(entry, "kind"), Text(entry, "axes"), Number(entry, "group_size"),
                          Number(entry, "count"), Number(entry, "executions"),
                          Number(entry, "wire_bytes")});
    }
  }
  const Json& collectives = Member(json, "collectives");
  if (!row.wire.empty() || !collectives.is_object()) return;
  for (const auto& [kind, counts] : collectives.items()) {
    row.wire.push_back(
        {kind, "", std::nullopt, Number(counts, "count"), Number(counts, "executions"), {}});
  }
}

Row ReadRow(const Json& json) {
  Row row;
  row.head = Text(json, "head");
  row.program = Text(json, "program");
  row.loss = Text(json, "loss");
  row.kernel = Text(json, "kernel");
  row.tiles = Text(json, "vocab_tiles");
  row.replicate = Text(json, "replicate_sequence");
  row.variant = Text(json, "variant");
  row.mesh = Text(json, "mesh");
  row.topology = Text(json, "topology");
  row.device = row.topology.substr(0, row.topology.find(':'));
  row.compiler = Text(json, "compiler");
  row.verdict = Text(json, "verdict");
  row.message = Text(json, "message");
  row.shape = Text(json, "offending_shape");
  row.chunk = Number(json, "chunk");
  row.temp = Number(json, "temp_bytes");
  row.arguments = Number(json, "argument_bytes");
  row.outputs = Number(json, "output_bytes");
  row.code = Number(json, "code_bytes");
  row.peak = Number(json, "peak_bytes");
  row.flops = Number(json, "matmul_flops");
  row.hbm = Number(json, "hbm_bytes");
  row.cycles = Number(json, "estimated_cycles");
  row.wire_bytes = Number(json, "wire_bytes");
  row.compile_seconds = Number(json, "compile_seconds");
  const Json& seconds = Member(json, "seconds");
  row.compute = Number(seconds, "compute");
  row.memory = Number(seconds, "memory");
  row.wire_seconds = Number(seconds, "wire");
  row.overlapped = Number(seconds, "overlapped");
  row.sequential = Number(seconds, "sequential");
  row.fits = Bool(json, "fits");
  row.recalled = Bool(json, "recalled").value_or(false);
  row.unknown = Texts(json, "unknown");
  ReadWire(json, row);
  return row;
}

std::string Said(const Property& property, const std::string& value) {
  return fmt::format(fmt::runtime(property.text), value);
}

// Labels name what differs between rows; what all rows share is said once for the page.
void Label(Page& page) {
  std::vector<Property> differing;
  for (const Property& property : kProperties) {
    std::set<std::string> values;
    for (const Row& row : page.rows) values.insert(row.*property.value);
    if (values.size() > 1) differing.push_back(property);
    if (values.size() == 1 && !values.begin()->empty() && *values.begin() != property.usual) {
      page.in_common.push_back(Said(property, *values.begin()));
    }
  }
  for (Row& row : page.rows) {
    row.series = row.head.empty() ? "head not named" : row.head;
    for (const Property& property : differing) {
      const std::string& value = row.*property.value;
      if (!value.empty() && value != property.usual) row.series += ", " + Said(property, value);
    }
    row.label = row.series + (row.chunk ? fmt::format(", chunk {:.0f}", *row.chunk) : "");
    const auto found = std::find(page.heads.begin(), page.heads.end(), row.head);
    row.head_index = static_cast<size_t>(found - page.heads.begin());
    if (found == page.heads.end()) page.heads.push_back(row.head);
  }
}

// An index into the rows, where the number is one.
std::optional<size_t> Index(const Json& value, const Page& page) {
  if (!value.is_number_integer() || value.get<int64_t>() < 0) return std::nullopt;
  const auto index = value.get<size_t>();
  return index < page.rows.size() ? std::optional<size_t>(index) : std::nullopt;
}

void ReadRanking(const Json& plan, Page& page) {
  if (const Json& ranking = Member(plan, "ranking"); ranking.is_array()) {
    for (const Json& entry : ranking) {
      const std::optional<size_t> index = Index(entry, page);
      if (!index || page.rows[*index].rank) continue;
      page.rows[*index].rank = page.order.size();
      page.order.push_back(*index);
    }
  }
  page.best = Index(Member(plan, "best"), page);
  for (const Row& row : page.rows) {
    if (row.compiles() && !row.rank) page.order.push_back(row.index);
  }
}

void ReadDevices(const Json& devices, Page& page) {
  if (!devices.is_object()) return;
  for (const auto& [name, json] : devices.items()) {
    const Json& calibration = Member(json, "calibration");
    page.devices[name] = {Number(json, "matmul_flops_per_second"),
                          Number(json, "hbm_bytes_per_second"),
                          Number(json, "hbm_bytes"),
                          Number(json, "wire_bytes_per_second"),
                          Number(json, "host_wire_bytes_per_second"),
                          Text(json, "source"),
                          calibration.is_null()
                              ? ""
                              : calibration.dump(1, ' ', false, Json::error_handler_t::replace)};
  }
}

}  // namespace

std::optional<double> Row::Needs() const {
  if (peak) return peak;
  if (!temp && !arguments && !outputs) return std::nullopt;
  return temp.value_or(0) + arguments.value_or(0) + outputs.value_or(0) + code.value_or(0);
}

std::optional<double> Page::Capacity(const Row& row) const {
  const auto found = devices.find(row.device);
  return found == devices.end() ? std::nullopt : found->second.hbm_bytes;
}

std::optional<bool> Page::Fits(const Row& row) const {
  if (row.fits) return row.fits;
  const std::optional<double> capacity = Capacity(row), needs = row.Needs();
  if (!row.compiles() || !capacity || !needs) return std::nullopt;
  return resident + *needs <= *capacity;
}

Page ReadPage(const Json& plan) {
  Page page;
  page.command = Text(plan, "command");
  page.reason = Text(plan, "reason");
  page.resident = std::max(0.0, Number(plan, "resident_bytes").value_or(0));
  page.use = Texts(plan, "use");
  if (const Json& rows = Member(plan, "rows"); rows.is_array()) {
    for (const Json& json : rows) {
      page.rows.push_back(ReadRow(json));
      page.rows.back().index = page.rows.size() - 1;
    }
  }
  Label(page);
  ReadRanking(plan, page);
  ReadDevices(Member(plan, "devices"), page);
  return page;
}

}  // namespace logphead::html
