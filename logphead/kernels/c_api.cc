// SPDX-License-Identifier: Apache-2.0
// The C interface.
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <string>
#include <vector>

#include "logphead/kernels/buffer.h"
#include "logphead/kernels/head.h"
#include "logphead/logphead.h"

namespace logphead::kernels {
namespace {

thread_local std::string last_error;

Error Invalid(std::string message) { return Error(Code::kInvalidArgument, std::move(message)); }

Result<DType> DTypeOf(logphead_dtype dtype) {
  if (dtype == LOGPHEAD_F32) return DType::kF32;
  if (dtype == LOGPHEAD_BF16) return DType::kBF16;
  return Invalid(fmt::format("dtype {} is unknown (use LOGPHEAD_F32 or LOGPHEAD_BF16)",
                             static_cast<int>(dtype)));
}

Result<HeadInputs> InputsFrom(const logphead_inputs* in) {
  if (in == nullptr) return Invalid("inputs are NULL");
  if (in->struct_size != sizeof(logphead_inputs)) {
    return Invalid(
        fmt::format("struct_size of inputs is {}, not {}: set it to "
                    "sizeof(logphead_inputs) of the header that matches the library",
                    in->struct_size, sizeof(logphead_inputs)));
  }
  HeadInputs inputs;
  inputs.tokens = in->tokens;
  inputs.hidden = in->hidden;
  inputs.columns = in->columns;
  LOGPHEAD_ASSIGN_OR_RETURN(const DType hidden, DTypeOf(in->hidden_states.dtype));
  LOGPHEAD_ASSIGN_OR_RETURN(const DType kernel, DTypeOf(in->kernel.dtype));
  inputs.hidden_states = {in->hidden_states.data, hidden, in->hidden_states.row_stride,
                          in->hidden_states.column_stride};
  inputs.kernel = {in->kernel.data, kernel, in->kernel.row_stride, in->kernel.column_stride};
  inputs.targets = in->targets;
  inputs.targets_stride = in->targets_stride;
  inputs.temperature = in->temperature;
  return inputs;
}

Result<KernelOptions> OptionsFrom(const logphead_options* in) {
  if (in == nullptr) return Invalid("options are NULL");
  if (in->struct_size != sizeof(logphead_options)) {
    return Invalid(
        fmt::format("struct_size of options is {}, not {}: set it to "
                    "sizeof(logphead_options) of the header that matches the library",
                    in->struct_size, sizeof(logphead_options)));
  }
  KernelOptions options;
  options.threads = in->threads;
  options.gradient_filter = in->gradient_filter;
  if (in->isa != nullptr) {
    LOGPHEAD_ASSIGN_OR_RETURN(const Isa isa, ParseIsa(in->isa));
    options.isa = isa;
  }
  return options;
}

Result<MutableMatrix> OutputFrom(const logphead_output* out) {
  if (out == nullptr || out->data == nullptr) return MutableMatrix{};
  LOGPHEAD_ASSIGN_OR_RETURN(const DType dtype, DTypeOf(out->dtype));
  return MutableMatrix{out->data, dtype, out->row_stride, out->column_stride};
}

Result<Gradients> GradientsFrom(const logphead_output* d_hidden, const logphead_output* d_kernel) {
  Gradients gradients;
  LOGPHEAD_ASSIGN_OR_RETURN(gradients.d_hidden, OutputFrom(d_hidden));
  LOGPHEAD_ASSIGN_OR_RETURN(gradients.d_kernel, OutputFrom(d_kernel));
  return gradients;
}

Status TryBackward(const logphead_inputs* in, const logphead_options* opts, const float* lse,
                   const float* entropies, const float* d_logps, const float* d_entropies,
                   const logphead_output* d_hidden, const logphead_output* d_kernel) {
  LOGPHEAD_ASSIGN_OR_RETURN(const HeadInputs inputs, InputsFrom(in));
  LOGPHEAD_ASSIGN_OR_RETURN(const KernelOptions options, OptionsFrom(opts));
  LOGPHEAD_ASSIGN_OR_RETURN(const Gradients gradients, GradientsFrom(d_hidden, d_kernel));
  if (inputs.tokens > 0 && (lse == nullptr || d_logps == nullptr)) {
    return Invalid("lse or d_logps is NULL (both come with every token)");
  }
  if (d_entropies != nullptr && entropies == nullptr) {
    return Invalid("d_entropies come without the entropies of the forward pass");
  }
  // z - lse = (z - m) - log s with m = lse and log s = 0; sum p (z - lse) = -entropy.
  const auto count = static_cast<size_t>(std::max<int64_t>(inputs.tokens, 0));
  const std::vector<float> zeros(count, 0.0F);
  std::vector<float> mean_shifted(d_entropies ? count : 0);
  for (size_t i = 0; i < mean_shifted.size(); ++i) mean_shifted[i] = -entropies[i];
  return Backward(inputs, {{lse, 1}, {zeros.data(), 1}, {mean_shifted.data(), 1}},
                  {{d_logps, 1}, {d_entropies, 1}}, gradients, options);
}

Status TryForward(const logphead_inputs* in, const logphead_options* opts, float* logps,
                  float* entropies, float* lse) {
  LOGPHEAD_ASSIGN_OR_RETURN(const HeadInputs inputs, InputsFrom(in));
  LOGPHEAD_ASSIGN_OR_RETURN(const KernelOptions options, OptionsFrom(opts));
  return Forward(inputs, {{logps, 1}, {entropies, 1}, {lse, 1}}, options);
}

Status TryOnePass(const logphead_inputs* in, const logphead_options* opts, logphead_loss loss,
                  void* context, float* logps, float* entropies, const logphead_output* d_hidden,
                  const logphead_output* d_kernel) {
  LOGPHEAD_ASSIGN_OR_RETURN(const HeadInputs inputs, InputsFrom(in));
  LOGPHEAD_ASSIGN_OR_RETURN(const KernelOptions options, OptionsFrom(opts));
  LOGPHEAD_ASSIGN_OR_RETURN(const Gradients gradients, GradientsFrom(d_hidden, d_kernel));
  if (loss == nullptr) return Invalid("loss is NULL (it writes the cotangents)");
  const auto call = [&](int64_t first, int64_t size, const float* chunk_logps,
                        const float* chunk_entropies, float* d_logps, float* d_entropies) {
    loss(context, first, size, chunk_logps, chunk_entropies, d_logps, d_entropies);
  };
  return OnePass(inputs, call, {{logps, 1}, {entropies, 1}, {}}, gradients, options);
}

// The code of what `work` returns; whatever it throws (no memory) is one too.
template <typename F>
int Guarded(F work) {
  try {
    const Status status = work();
    last_error = status.ok() ? "" : status.error().message();
    return status.ok() ? 0 : static_cast<int>(status.error().code());
  } catch (const std::exception& thrown) {
    last_error = thrown.what();
    return static_cast<int>(Code::kResourceExhausted);
  }
}

}  // namespace
}  // namespace logphead::kernels

using logphead::kernels::Buffer;

int logphead_forward(const logphead_inputs* inputs, const logphead_options* options, float* logps,
                     float* entropies, float* lse) {
  return logphead::kernels::Guarded(
      [&] { return logphead::kernels::TryForward(inputs, options, logps, entropies, lse); });
}

int logphead_backward(const logphead_inputs* inputs, const logphead_options* options,
                      const float* lse, const float* entropies, const float* d_logps,
                      const float* d_entropies, const logphead_output* d_hidden,
                      const logphead_output* d_kernel) {
  return logphead::kernels::Guarded([&] {
    return logphead::kernels::TryBackward(inputs, options, lse, entropies, d_logps, d_entropies,
                                          d_hidden, d_kernel);
  });
}

int logphead_one_pass(const logphead_inputs* inputs, const logphead_options* options,
                      logphead_loss loss, void* context, float* logps, float* entropies,
                      const logphead_output* d_hidden, const logphead_output* d_kernel) {
  return logphead::kernels::Guarded([&] {
    return logphead::kernels::TryOnePass(inputs, options, loss, context, logps, entropies, d_hidden,
                                         d_kernel);
  });
}

double logphead_peak_gflops(const char* isa) {
  const auto parsed = logphead::kernels::ParseIsa(isa ? isa : "");
  if (!parsed.ok() || !logphead::kernels::WhyNotAvailable(*parsed).empty()) return 0;
  return logphead::kernels::PeakGflops(*parsed);
}

const char* logphead_best_isa(logphead_dtype hidden, logphead_dtype kernel) {
  using logphead::DType;
  const auto best =
      logphead::kernels::BestIsa(hidden == LOGPHEAD_BF16 ? DType::kBF16 : DType::kF32,
                                 kernel == LOGPHEAD_BF16 ? DType::kBF16 : DType::kF32);
  return best.ok() ? logphead::kernels::IsaName(*best).data() : "portable";
}

int64_t logphead_peak_bytes(void) { return Buffer::PeakBytes(); }
void logphead_reset_peak_bytes(void) { Buffer::ResetPeak(); }

const char* logphead_error(void) { return logphead::kernels::last_error.c_str(); }
