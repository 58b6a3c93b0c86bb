// SPDX-License-Identifier: Apache-2.0
// KernelChoice: capability first, then the fastest instruction set.
#include "logphead/score/kernel_choice.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "logphead/ffi/cores.h"
#include "logphead/ffi/handlers.h"
#include "logphead/kernels/isa.h"
#include "logphead/pjrt/ffi.h"

namespace logphead {
namespace {

constexpr std::array<std::pair<std::string_view, KernelChoice>, 3> kChoices = {{
    {"auto", KernelChoice::kAuto},
    {"native", KernelChoice::kNative},
    {"xla", KernelChoice::kXla},
}};

// Why native kernels cannot do what the config asks, whatever the engine; empty when they can.
std::string WhyNotNative(const HeadConfig& config) {
  if (config.logits != LogitsPrecision::kF32) return "native kernels do not round logits to bf16";
  // The other heads sum in f32 and round at the end, whatever computes them.
  if (config.head.kind == HeadKind::kChunked && config.d_kernel_dtype() != DType::kF32) {
    return "native kernels sum d_kernel in f32, not in the kernel's dtype";
  }
  return "";
}

// Why the engine cannot call them.
std::string WhyNotOn(const Client& client) {
  if (client.platform_name() != "cpu") {
    return fmt::format("native kernels are for CPUs, not {}", client.platform_name());
  }
  const Status takes = CheckTakesHandlers(client.plugin());
  return takes.ok() ? "" : takes.error().message();
}

Error FilterNeedsNative(const std::string& why) {
  return InvalidArgument(fmt::format("a gradient filter needs native kernels, but {}", why));
}

}  // namespace

std::string_view KernelChoiceName(KernelChoice choice) {
  return kChoices[static_cast<size_t>(choice)].first;
}

Result<KernelChoice> ParseKernelChoice(std::string_view text) {
  for (const auto& [name, choice] : kChoices) {
    if (name == text) return choice;
  }
  return InvalidArgument(fmt::format("kernels '{}' are unknown (use auto, native or xla)", text));
}

Status RegisterKernels(const Plugin& plugin) {
  for (const ffi::Handler& handler : ffi::Handlers()) {
    LOGPHEAD_RETURN_IF_ERROR(RegisterHandler(plugin, handler.name, handler.function));
  }
  return {};
}

Status CheckKernels(KernelChoice choice, double gradient_filter, const HeadConfig& config) {
  if (!(gradient_filter >= 0 && gradient_filter < 1)) {
    return InvalidArgument(fmt::format("gradient filter {} is not in [0, 1)", gradient_filter));
  }
  const std::string why = choice == KernelChoice::kXla ? "xla is asked for" : WhyNotNative(config);
  if (gradient_filter > 0 && !why.empty()) return FilterNeedsNative(why);
  if (!why.empty()) return {};
  const Result<ffi::Cores*> cores = ffi::ProcessCores();
  if (!cores.ok()) return cores.error();
  const Result<kernels::Isa> isa = kernels::BestIsa(config.hidden_dtype, config.kernel_dtype);
  return isa.ok() ? Status() : Status(isa.error());
}

Result<ChosenKernels> ChooseKernels(const Client& client, KernelChoice choice,
                                    double gradient_filter, HeadConfig* config) {
  LOGPHEAD_RETURN_IF_ERROR(CheckKernels(choice, gradient_filter, *config));
  ChosenKernels chosen;
  if (choice == KernelChoice::kXla) return chosen;
  chosen.why = WhyNotNative(*config);
  if (chosen.why.empty()) chosen.why = WhyNotOn(client);
  if (!chosen.why.empty()) {
    if (gradient_filter > 0) return FilterNeedsNative(chosen.why);
    return chosen;
  }
  LOGPHEAD_RETURN_IF_ERROR(RegisterKernels(client.plugin()));
  LOGPHEAD_ASSIGN_OR_RETURN(const kernels::Isa isa,
                            kernels::BestIsa(config->hidden_dtype, config->kernel_dtype));
  LOGPHEAD_ASSIGN_OR_RETURN(const ffi::Cores* const cores, ffi::ProcessCores());
  chosen.kernels = Kernels::kNative;
  chosen.isa = kernels::IsaName(isa);
  chosen.peak_gflops = kernels::PeakGflops(isa);
  chosen.threads = cores->count();
  config->kernels = chosen.kernels;
  if (const HeadChoice built = config->built_head(); built != config->head && config->mesh) {
    chosen.note = fmt::format("computed as head {}", built.ToString());
    config->head = built;
    // The columns of each device are stored where they are used, so that none has to move.
    if (built.kind == HeadKind::kVocab) {
      config->shardings.kernel.clear();
      config->shardings.kernel_vocab = built.vocab_axes;
    }
  }
  config->isa = chosen.isa;
  config->gradient_filter = gradient_filter;
  return chosen;
}

}  // namespace logphead
