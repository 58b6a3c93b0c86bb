// SPDX-License-Identifier: Apache-2.0
// Which instruction set suits this machine: by capability and by measured rate.
#include "logphead/kernels/isa.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>

#include "logphead/kernels/engine.h"

namespace logphead::kernels {
namespace {

constexpr std::array kAll = {Isa::kPortable, Isa::kAvx2, Isa::kAvx512, Isa::kAvx512Bf16};

const Engine* Built(Isa isa) {
  switch (isa) {
    case Isa::kPortable:
      return PortableEngine();
    case Isa::kAvx2:
      return Avx2Engine();
    case Isa::kAvx512:
      return Avx512Engine();
    case Isa::kAvx512Bf16:
      return Avx512Bf16Engine();
  }
  return nullptr;
}

// The first feature that this CPU lacks; empty when it has all.
std::string MissingFeature(Isa isa) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  const bool avx2 = __builtin_cpu_supports("avx2") != 0;
  const bool fma = __builtin_cpu_supports("fma") != 0;
  const bool avx512 =
      __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
      __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0;
  if (isa >= Isa::kAvx2 && !avx2) return "avx2";
  if (isa >= Isa::kAvx2 && !fma) return "fma";
  if (isa >= Isa::kAvx512 && !avx512) return "avx512f, avx512bw, avx512dq or avx512vl";
  if (isa == Isa::kAvx512Bf16 && __builtin_cpu_supports("avx512bf16") == 0) return "avx512_bf16";
#else
  (void)isa;
#endif
  return "";
}

double Measure(Isa isa) {
  const Engine& engine = EngineOf(isa);
  double best = 0;
  for (int i = 0; i < 5; ++i) {
    const auto start = std::chrono::steady_clock::now();
    const double flops = engine.peak(4000);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    if (took.count() > 0) best = std::max(best, flops / took.count() / 1e9);
  }
  return best;
}

bool Takes(Isa isa, DType hidden, DType kernel) {
  return isa != Isa::kAvx512Bf16 || (hidden == DType::kBF16 && kernel == DType::kBF16);
}

}  // namespace

std::span<const Isa> AllIsas() { return kAll; }

std::string_view IsaName(Isa isa) {
  switch (isa) {
    case Isa::kPortable:
      return "portable";
    case Isa::kAvx2:
      return "avx2";
    case Isa::kAvx512:
      return "avx512";
    case Isa::kAvx512Bf16:
      return "avx512bf16";
  }
  return "";
}

Result<Isa> ParseIsa(std::string_view text) {
  std::string known;
  for (const Isa isa : kAll) {
    if (IsaName(isa) == text) return isa;
    known += known.empty() ? "" : ", ";
    known += IsaName(isa);
  }
  return Error(Code::kInvalidArgument,
               fmt::format("there is no instruction set {} (use one of {})", text, known));
}

std::string WhyNotAvailable(Isa isa) {
  if (Built(isa) == nullptr) return fmt::format("this build has no {}", IsaName(isa));
  const std::string missing = MissingFeature(isa);
  return missing.empty() ? "" : fmt::format("this CPU lacks {}", missing);
}

const std::vector<Isa>& AvailableIsas() {
  static const std::vector<Isa> available = [] {
    std::vector<Isa> isas;
    for (const Isa isa : kAll) {
      if (WhyNotAvailable(isa).empty()) isas.push_back(isa);
    }
    return isas;
  }();
  return available;
}

const Engine& EngineOf(Isa isa) { return *Built(isa); }

double PeakGflops(Isa isa) {
  static const std::array<double, kAll.size()> rates = [] {
    std::array<double, kAll.size()> measured{};
    for (const Isa each : AvailableIsas()) measured[static_cast<size_t>(each)] = Measure(each);
    return measured;
  }();
  return rates[static_cast<size_t>(isa)];
}

Status CheckIsa(Isa isa, DType hidden, DType kernel) {
  const std::string why = WhyNotAvailable(isa);
  if (!why.empty()) {
    std::string available;
    for (const Isa each : AvailableIsas()) {
      available += available.empty() ? "" : ", ";
      available += IsaName(each);
    }
    return Error(Code::kUnimplemented,
                 fmt::format("{} is not available: {} (use {})", IsaName(isa), why, available));
  }
  if (!Takes(isa, hidden, kernel)) {
    return Error(Code::kInvalidArgument,
                 fmt::format("{} takes bf16 hidden states and kernel, not {} and {} (use another "
                             "instruction set)",
                             IsaName(isa), DTypeName(hidden), DTypeName(kernel)));
  }
  return {};
}

Result<Isa> BestIsa(DType hidden, DType kernel) {
  if (const char* named = std::getenv("LOGPHEAD_ISA"); named != nullptr && *named != '\0') {
    auto isa = ParseIsa(named);
    if (!isa.ok()) return isa.error().WithContext("LOGPHEAD_ISA");
    const Status fits = CheckIsa(*isa, hidden, kernel);
    if (!fits.ok()) return fits.error().WithContext("LOGPHEAD_ISA");
    return isa;
  }
  Isa best = Isa::kPortable;
  for (const Isa isa : AvailableIsas()) {
    if (Takes(isa, hidden, kernel) && PeakGflops(isa) > PeakGflops(best)) best = isa;
  }
  return best;
}

}  // namespace logphead::kernels
