// SPDX-License-Identifier: Apache-2.0
// HtmlData: the document of `plan --format json` as the page's parts use it.
#ifndef LOGPHEAD_PLAN_HTML_DATA_H_
#define LOGPHEAD_PLAN_HTML_DATA_H_

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "logphead/plan/html_text.h"

namespace logphead::html {

// One kind of collective over one set of mesh axes.
struct Wire {
  std::string kind, axes;
  std::optional<double> group_size, count, executions, bytes;
};

// One row of the plan. Bytes are of one device; what the document does not tell is empty.
struct Row {
  size_t index = 0;            // in the document
  std::optional<size_t> rank;  // 0 is the best
  size_t head_index = 0;       // in Page::heads: its colour, marker and pattern
  std::string head, program, loss, kernel, tiles, replicate, variant, mesh, topology, device,
      compiler, verdict, message, shape;
  std::string series;  // the head and what else differs between rows, but for the chunk
  std::string label;   // the series and the chunk
  std::optional<double> chunk, temp, arguments, outputs, code, peak, flops, hbm, cycles, wire_bytes,
      compile_seconds;
  std::optional<double> compute, memory, wire_seconds, overlapped, sequential;
  std::optional<bool> fits;
  bool recalled = false;
  std::vector<Wire> wire;
  std::vector<std::string> unknown;

  bool compiles() const { return verdict == "compiles"; }
  bool pruned() const { return verdict == "pruned"; }
  // The peak, or where the compiler does not tell it, the sum of the parts that are known.
  std::optional<double> Needs() const;
};

struct Device {
  std::optional<double> flops_per_second, hbm_per_second, hbm_bytes, wire_per_second,
      host_wire_per_second;
  std::string source, calibration;
};

struct Page {
  std::string command, reason;
  double resident = 0;  // bytes of a device that are taken already
  std::vector<Row> rows;
  std::vector<std::string> heads;      // each once, in the order of the rows
  std::vector<std::string> in_common;  // "mesh fsdp=2": what all rows share
  std::map<std::string, Device> devices;
  std::vector<size_t> order;  // indices of rows: the ranking, then the other rows that compile
  std::optional<size_t> best;
  std::vector<std::string> use;

  // Bytes of a row's device; nothing where the device table does not tell.
  std::optional<double> Capacity(const Row& row) const;
  // Whether the row fits, from the document or else from needs, resident and capacity.
  std::optional<bool> Fits(const Row& row) const;
};

// Reads the document; whatever is missing or of another type is left out.
Page ReadPage(const Json& plan);

}  // namespace logphead::html

#endif  // LOGPHEAD_PLAN_HTML_DATA_H_
