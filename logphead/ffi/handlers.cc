// SPDX-License-Identifier: Apache-2.0
// Handlers: operands bound to kernel calls, on cores that calls share.
#include "logphead/ffi/handlers.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <new>
#include <string>
#include <string_view>
#include <utility>

#include "logphead/ffi/arrays.h"
#include "logphead/ffi/cores.h"
#include "logphead/kernels/head.h"
#include "xla/ffi/api/ffi.h"

namespace logphead::ffi {
namespace {

namespace xf = xla::ffi;

xf::Error ToXla(const Status& status) {
  if (status.ok()) return xf::Error::Success();
  const auto code = static_cast<XLA_FFI_Error_Code>(static_cast<int>(status.error().code()));
  return {code, "logphead: " + status.error().message()};
}

// Runs `work`, of which no exception may leave.
template <typename Work>
xf::Error Guarded(const Work& work) {
  try {
    return ToXla(work());
  } catch (const std::bad_alloc&) {
    return ToXla(Error(Code::kResourceExhausted, "there is no memory for the kernels' scratch"));
  }
}

// How a call is to run: attributes, and the cores it has got.
struct Run {
  std::string_view isa;
  int64_t threads = 0;
  double gradient_filter = 0;
};
template <typename Kernel>
Status OnCores(const Run& run, const Kernel& kernel) {
  kernels::KernelOptions options;
  options.gradient_filter = run.gradient_filter;
  if (!run.isa.empty()) {
    LOGPHEAD_ASSIGN_OR_RETURN(options.isa, kernels::ParseIsa(run.isa));
  }
  if (run.threads < 0) {
    return InvalidArgument("threads are " + std::to_string(run.threads) +
                           " (use 1 or more, or 0 for all that are free)");
  }
  LOGPHEAD_ASSIGN_OR_RETURN(Cores* const cores, ProcessCores());
  const int64_t most = run.threads == 0 ? cores->count() : run.threads;
  const Cores::Share share = cores->Take(static_cast<int>(std::min<int64_t>(most, cores->count())));
  options.threads = share.threads();
  return kernel(options);
}

// --- softmax -------------------------------------------------------------------------------------

struct PartsOut {
  OutArray max, sum, weighted, target, found;
};

Result<kernels::SoftmaxParts> PartsOf(const PartsOut& out, int64_t tokens) {
  kernels::SoftmaxParts parts;
  LOGPHEAD_ASSIGN_OR_RETURN(parts.max, OutTokensOf("max", out.max, tokens));
  LOGPHEAD_ASSIGN_OR_RETURN(parts.sum, OutTokensOf("sum", out.sum, tokens));
  LOGPHEAD_ASSIGN_OR_RETURN(parts.weighted, OutTokensOf("weighted", out.weighted, tokens));
  LOGPHEAD_ASSIGN_OR_RETURN(parts.target, OutTokensOf("target", out.target, tokens));
  LOGPHEAD_ASSIGN_OR_RETURN(parts.found, OutTokensOf("found", out.found, tokens));
  return parts;
}

Status RunSoftmax(const HeadArrays& arrays, const PartsOut& out, OutArray* logits, const Run& run) {
  LOGPHEAD_ASSIGN_OR_RETURN(const kernels::HeadInputs inputs, InputsOf(arrays));
  LOGPHEAD_ASSIGN_OR_RETURN(const kernels::SoftmaxParts parts, PartsOf(out, inputs.tokens));
  float* kept = nullptr;
  if (logits != nullptr) {
    LOGPHEAD_ASSIGN_OR_RETURN(kept, LogitsOf(*logits, inputs));
  }
  return OnCores(run, [&](const kernels::KernelOptions& options) {
    return kept == nullptr ? SoftmaxOf(inputs, parts, options)
                           : SoftmaxKeeping(inputs, parts, kept, options);
  });
}

xf::Error Softmax(Array hidden, Array kernel, Array targets, Array column_ids, OutArray max,
                  OutArray sum, OutArray weighted, OutArray target, OutArray found,
                  double temperature, bool vocab_major, std::string_view isa, int64_t threads) {
  return Guarded([&] {
    return RunSoftmax({hidden, kernel, targets, column_ids, vocab_major, temperature},
                      {max, sum, weighted, target, found}, nullptr, {isa, threads, 0});
  });
}

xf::Error SoftmaxKeepingLogits(Array hidden, Array kernel, Array targets, Array column_ids,
                               OutArray max, OutArray sum, OutArray weighted, OutArray target,
                               OutArray found, OutArray logits, double temperature,
                               bool vocab_major, std::string_view isa, int64_t threads) {
  return Guarded([&] {
    return RunSoftmax({hidden, kernel, targets, column_ids, vocab_major, temperature},
                      {max, sum, weighted, target, found}, &logits, {isa, threads, 0});
  });
}

// --- gradients -----------------------------------------------------------------------------------

struct StateArrays {
  Array max, log_sum, mean_shifted, d_logps, d_entropies;
};

struct State {
  kernels::SoftmaxState softmax;
  kernels::Cotangents cotangents;
};

Result<State> StateOf(const StateArrays& arrays, int64_t tokens) {
  State state;
  LOGPHEAD_ASSIGN_OR_RETURN(state.softmax.max, TokensOf("max", arrays.max, tokens));
  LOGPHEAD_ASSIGN_OR_RETURN(state.softmax.log_sum, TokensOf("log_sum", arrays.log_sum, tokens));
  LOGPHEAD_ASSIGN_OR_RETURN(state.softmax.mean_shifted,
                            OptionalTokensOf("mean_shifted", arrays.mean_shifted, tokens));
  LOGPHEAD_ASSIGN_OR_RETURN(state.cotangents.d_logps, TokensOf("d_logps", arrays.d_logps, tokens));
  LOGPHEAD_ASSIGN_OR_RETURN(state.cotangents.d_entropies,
                            OptionalTokensOf("d_entropies", arrays.d_entropies, tokens));
  if (tokens > 0 && state.cotangents.d_entropies.data && !state.softmax.mean_shifted.data) {
    return InvalidArgument("d_entropies are given without mean_shifted (give both or neither)");
  }
  return state;
}

Result<kernels::Gradients> GradientsOf(OutArray d_hidden, OutArray d_kernel,
                                       const HeadArrays& arrays) {
  kernels::Gradients gradients;
  LOGPHEAD_ASSIGN_OR_RETURN(gradients.d_hidden, HiddenGradientOf(d_hidden, arrays));
  LOGPHEAD_ASSIGN_OR_RETURN(gradients.d_kernel, KernelGradientOf(d_kernel, arrays));
  return gradients;
}

Status RunBackward(const HeadArrays& arrays, const StateArrays& state_arrays, OutArray d_hidden,
                   OutArray d_kernel, const Run& run) {
  LOGPHEAD_ASSIGN_OR_RETURN(const kernels::HeadInputs inputs, InputsOf(arrays));
  LOGPHEAD_ASSIGN_OR_RETURN(const State state, StateOf(state_arrays, inputs.tokens));
  LOGPHEAD_ASSIGN_OR_RETURN(const kernels::Gradients gradients,
                            GradientsOf(d_hidden, d_kernel, arrays));
  return OnCores(run, [&](const kernels::KernelOptions& options) {
    return Backward(inputs, state.softmax, state.cotangents, gradients, options);
  });
}

// What a result starts from: the operand's bytes, which are there already where the engine put the
// result in the operand's place.
Status StartFrom(std::string_view name, const Array& operand, OutArray result) {
  if (operand.element_type() != result->element_type() ||
      operand.element_count() != result->element_count()) {
    return InvalidArgument(std::string(name) +
                           " has other elements as an operand than as a result (must be of one "
                           "type)");
  }
  if (operand.untyped_data() != result->untyped_data() && operand.size_bytes() > 0) {
    std::memcpy(result->untyped_data(), operand.untyped_data(), operand.size_bytes());
  }
  return {};
}

struct KeptArrays {
  Array logits, d_kernel;
  OutArray d_hidden_out, d_kernel_out;
};

Status RunBackwardOf(const HeadArrays& arrays, const StateArrays& state_arrays,
                     const KeptArrays& kept, const Run& run) {
  LOGPHEAD_ASSIGN_OR_RETURN(const kernels::HeadInputs inputs, InputsOf(arrays));
  LOGPHEAD_ASSIGN_OR_RETURN(const State state, StateOf(state_arrays, inputs.tokens));
  LOGPHEAD_ASSIGN_OR_RETURN(kernels::Gradients gradients,
                            GradientsOf(kept.d_hidden_out, kept.d_kernel_out, arrays));
  gradients.add_to_d_kernel = true;
  LOGPHEAD_ASSIGN_OR_RETURN(const float* const logits, LogitsOf(kept.logits, inputs));
  LOGPHEAD_RETURN_IF_ERROR(StartFrom("d_kernel", kept.d_kernel, kept.d_kernel_out));
  return OnCores(run, [&](const kernels::KernelOptions& options) {
    return BackwardOf(inputs, logits, state.softmax, state.cotangents, gradients, options);
  });
}

xf::Error BackwardAgain(Array hidden, Array kernel, Array targets, Array column_ids, Array max,
                        Array log_sum, Array mean_shifted, Array d_logps, Array d_entropies,
                        OutArray d_hidden, OutArray d_kernel, double temperature, bool vocab_major,
                        std::string_view isa, int64_t threads, double gradient_filter) {
  return Guarded([&] {
    return RunBackward({hidden, kernel, targets, column_ids, vocab_major, temperature},
                       {max, log_sum, mean_shifted, d_logps, d_entropies}, d_hidden, d_kernel,
                       {isa, threads, gradient_filter});
  });
}

xf::Error BackwardOfKept(Array hidden, Array kernel, Array targets, Array column_ids, Array max,
                         Array log_sum, Array mean_shifted, Array d_logps, Array d_entropies,
                         Array logits, Array d_kernel, OutArray d_hidden_out, OutArray d_kernel_out,
                         double temperature, bool vocab_major, std::string_view isa,
                         int64_t threads, double gradient_filter) {
  return Guarded([&] {
    return RunBackwardOf({hidden, kernel, targets, column_ids, vocab_major, temperature},
                         {max, log_sum, mean_shifted, d_logps, d_entropies},
                         {logits, d_kernel, d_hidden_out, d_kernel_out},
                         {isa, threads, gradient_filter});
  });
}

// --- bindings ------------------------------------------------------------------------------------

// Appends to a binding; names of attributes stand in the order of the parameters.
template <typename Binding>
auto Operands(Binding&& binding) {
  return std::forward<Binding>(binding)
      .template Arg<Array>()
      .template Arg<Array>()
      .template Arg<Array>()
      .template Arg<Array>();
}
template <typename Binding>
auto States(Binding&& binding) {
  return Operands(std::forward<Binding>(binding)).template Arg<Array>();
}
template <typename Binding>
auto Tokens(Binding&& binding) {
  return std::forward<Binding>(binding)
      .template Ret<Array>()
      .template Ret<Array>()
      .template Ret<Array>()
      .template Ret<Array>()
      .template Ret<Array>();
}
template <typename Binding>
auto Attributes(Binding&& binding) {
  return std::forward<Binding>(binding)
      .template Attr<double>("temperature")
      .template Attr<bool>("vocab_major")
      .template Attr<std::string_view>("isa")
      .template Attr<int64_t>("threads");
}
template <typename Binding>
auto GradientAttributes(Binding&& binding) {
  return Attributes(std::forward<Binding>(binding)).template Attr<double>("gradient_filter");
}

// The oldest FFI version that the handlers need: an engine refuses those that ask for one newer
// than its own.
constexpr int kFfiMinor = 1;

// An engine asks what a handler was built with before it takes it. The answer is ours, since that
// of the headers writes fields that older engines have no room for.
bool AnswersMetadata(const XLA_FFI_CallFrame* frame) {
  if (frame->extension_start == nullptr ||
      frame->extension_start->type != XLA_FFI_Extension_Metadata) {
    return false;
  }
  auto* extension = reinterpret_cast<XLA_FFI_Metadata_Extension*>(frame->extension_start);
  XLA_FFI_Metadata* metadata = extension->metadata;
  metadata->api_version = {XLA_FFI_Api_Version_STRUCT_SIZE, nullptr, XLA_FFI_API_MAJOR, kFfiMinor};
  metadata->traits = 0;
  if (metadata->struct_size >= sizeof(XLA_FFI_Metadata)) {
    metadata->state_type_id = XLA_FFI_UNKNOWN_TYPE_ID;
  }
  return true;
}

}  // namespace

// Defines the exported function NAME of a handler; `binding` is made once.
#define LOGPHEAD_FFI_HANDLER(name, function, binding)                                              \
  extern "C" __attribute__((visibility("default"))) XLA_FFI_Error* name(XLA_FFI_CallFrame* frame); \
  extern "C" XLA_FFI_Error* name(XLA_FFI_CallFrame* frame) {                                       \
    if (AnswersMetadata(frame)) return nullptr;                                                    \
    static const auto* const handler = (binding).To(function).release();                           \
    return handler->Call(frame);                                                                   \
  }

LOGPHEAD_FFI_HANDLER(logphead_ffi_softmax, Softmax, Attributes(Tokens(Operands(xf::Ffi::Bind()))))
LOGPHEAD_FFI_HANDLER(logphead_ffi_softmax_keeping, SoftmaxKeepingLogits,
                     Attributes(Tokens(Operands(xf::Ffi::Bind())).Ret<Array>()))
LOGPHEAD_FFI_HANDLER(
    logphead_ffi_backward, BackwardAgain,
    GradientAttributes(States(Operands(xf::Ffi::Bind())).Ret<Array>().Ret<Array>()))
LOGPHEAD_FFI_HANDLER(
    logphead_ffi_backward_of, BackwardOfKept,
    GradientAttributes(
        States(Operands(xf::Ffi::Bind())).Arg<Array>().Arg<Array>().Ret<Array>().Ret<Array>()))

std::span<const Handler> Handlers() {
  static const std::array handlers = {
      Handler{"logphead_softmax", "logphead_ffi_softmax",
              reinterpret_cast<void*>(&logphead_ffi_softmax)},
      Handler{"logphead_softmax_keeping", "logphead_ffi_softmax_keeping",
              reinterpret_cast<void*>(&logphead_ffi_softmax_keeping)},
      Handler{"logphead_backward", "logphead_ffi_backward",
              reinterpret_cast<void*>(&logphead_ffi_backward)},
      Handler{"logphead_backward_of", "logphead_ffi_backward_of",
              reinterpret_cast<void*>(&logphead_ffi_backward_of)},
  };
  return handlers;
}

}  // namespace logphead::ffi
