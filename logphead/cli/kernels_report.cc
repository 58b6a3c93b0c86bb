// SPDX-License-Identifier: Apache-2.0
// What native kernels run on here: instruction sets and threads.
#include "logphead/cli/kernels_report.h"

#include <fmt/format.h>

#include <utility>

#include "logphead/ffi/cores.h"
#include "logphead/kernels/isa.h"

namespace logphead::cli {

KernelFindings LookAtKernels() {
  KernelFindings findings;
  for (const kernels::Isa isa : kernels::AllIsas()) {
    KernelFindings::Isa each{std::string(kernels::IsaName(isa)), 0, kernels::WhyNotAvailable(isa)};
    if (each.absent.empty()) each.peak_gflops = kernels::PeakGflops(isa);
    findings.isas.push_back(std::move(each));
  }
  const auto best = [](DType dtype) -> Result<std::string> {
    LOGPHEAD_ASSIGN_OR_RETURN(const kernels::Isa isa, kernels::BestIsa(dtype, dtype));
    return std::string(kernels::IsaName(isa));
  };
  findings.bf16 = best(DType::kBF16);
  findings.f32 = best(DType::kF32);
  const Result<ffi::Cores*> cores = ffi::ProcessCores();
  findings.threads = cores.ok() ? Result<int>((*cores)->count()) : Result<int>(cores.error());
  return findings;
}

std::string KernelsText(const KernelFindings& findings) {
  std::string lines;
  for (const KernelFindings::Isa& isa : findings.isas) {
    if (!isa.absent.empty()) {
      lines += fmt::format("absent   isa   {:<29} {}\n", isa.name, isa.absent);
      continue;
    }
    std::string taken;
    if (findings.bf16.ok() && *findings.bf16 == isa.name) taken = ", taken for bf16";
    if (findings.f32.ok() && *findings.f32 == isa.name) {
      taken += taken.empty() ? ", taken for f32" : " and f32";
    }
    lines += fmt::format("ok       isa   {:<29} {:.0f} GFLOP/s a thread{}\n", isa.name,
                         isa.peak_gflops, taken);
  }
  if (!findings.bf16.ok() || !findings.f32.ok()) {
    const Error& error = findings.f32.ok() ? findings.bf16.error() : findings.f32.error();
    lines += fmt::format("kernels: {}\n", error.message());
  }
  return lines + (findings.threads.ok()
                      ? fmt::format("kernel threads: {}\n", *findings.threads)
                      : fmt::format("kernel threads: {}\n", findings.threads.error().message()));
}

nlohmann::ordered_json KernelsJson(const KernelFindings& findings) {
  using Json = nlohmann::ordered_json;
  Json isas = Json::array();
  for (const KernelFindings::Isa& isa : findings.isas) {
    isas.push_back(Json{{"name", isa.name},
                        {"available", isa.absent.empty()},
                        {"peak_gflops_per_thread", isa.peak_gflops},
                        {"why", isa.absent}});
  }
  const auto text = [](const Result<std::string>& name) {
    return name.ok() ? *name : name.error().message();
  };
  Json json{{"isas", isas}, {"bf16", text(findings.bf16)}, {"f32", text(findings.f32)}};
  if (findings.threads.ok()) {
    json["threads"] = *findings.threads;
  } else {
    json["threads"] = findings.threads.error().message();
  }
  return json;
}

}  // namespace logphead::cli
