// SPDX-License-Identifier: Apache-2.0
// Compile: one program through one compiler for one topology, in this process or in a child.
#ifndef LOGPHEAD_PLAN_COMPILE_H_
#define LOGPHEAD_PLAN_COMPILE_H_

#include <filesystem>
#include <string>
#include <string_view>

#include "logphead/base/result.h"
#include "logphead/pjrt/executable.h"
#include "logphead/plan/census.h"
#include "logphead/plan/child.h"
#include "logphead/plan/cost.h"

namespace logphead {

// What to compile with. A plugin may abort its process on a topology or program that it does not
// expect, so this runs in a child (CompileCommand) unless a crash does not matter.
struct CompileRequest {
  std::filesystem::path plugin;
  std::string topology;  // "tpu7x:4x4x8", or "cpu:8" for a CPU engine with that many devices
  // Where to save the optimised program; empty: not saved.
  std::filesystem::path save_program;
  // The program's mesh, which names the axes of collectives: "fsdp=32,context=4"; empty: none.
  std::string mesh;
};

// To be raised whenever CompileReport, or how its numbers are counted, changes: reports of another
// version are not recalled.
inline constexpr int kAnalysisVersion = 1;

// A compile that came to an end, well or not.
struct CompileReport {
  bool compiled = false;
  std::string message;  // the compiler's, when it refused
  MemoryStats memory;   // per device
  CollectiveCensus collectives;
  ProgramCost cost;  // of one device
  double seconds = 0;
};

// Number of devices of a topology. Errors: what the plugin says.
Result<int> CountDevices(const std::filesystem::path& plugin, const std::string& topology);

// Compiles StableHLO text for all devices of the topology. An error is a failure of the setting (no
// such plugin, topology or file); the compiler's refusal is a report.
Result<CompileReport> Compile(const CompileRequest& request, std::string_view mlir);

// The same in a child process: `program` is this product's binary, whose hidden verb
// "compile-child" reads the text from stdin and prints the report.
ChildCommand CompileCommand(const std::filesystem::path& program, const CompileRequest& request,
                            std::string mlir);
// What the hidden verb prints, and what the parent makes of it.
std::string CompileReportToJson(const CompileReport& report);
Result<CompileReport> CompileReportFromJson(std::string_view json);

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_COMPILE_H_
