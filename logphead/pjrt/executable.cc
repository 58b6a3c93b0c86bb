// SPDX-License-Identifier: Apache-2.0
// Executable: queries of a compiled program.
#include "logphead/pjrt/executable.h"

#include "logphead/pjrt/call.h"

namespace logphead {

Result<MemoryStats> Executable::memory_stats() const {
  LOGPHEAD_PJRT_ARGS(args, PJRT_Executable_GetCompiledMemoryStats);
  args.executable = handle_.get();
  LOGPHEAD_RETURN_IF_ERROR(
      LOGPHEAD_PJRT_CALL(plugin_.api(), PJRT_Executable_GetCompiledMemoryStats, args));
  MemoryStats stats;
  stats.temp_bytes = args.temp_size_in_bytes;
  stats.argument_bytes = args.argument_size_in_bytes;
  stats.output_bytes = args.output_size_in_bytes;
  stats.alias_bytes = args.alias_size_in_bytes;
  stats.generated_code_bytes = args.generated_code_size_in_bytes;
  stats.host_temp_bytes = args.host_temp_size_in_bytes;
  // The field came with API 0.72; a plugin that does not know the number leaves 0.
  if (plugin_.api_version().minor >= 72 && args.peak_memory_in_bytes > 0) {
    stats.peak_bytes = args.peak_memory_in_bytes;
  }
  return stats;
}

Result<OptimizedProgram> Executable::optimized_program() const {
  PJRT_Program program{};
  program.struct_size = PJRT_Program_STRUCT_SIZE;
  LOGPHEAD_PJRT_ARGS(args, PJRT_Executable_OptimizedProgram);
  args.executable = handle_.get();
  args.program = &program;
  LOGPHEAD_RETURN_IF_ERROR(
      LOGPHEAD_PJRT_CALL(plugin_.api(), PJRT_Executable_OptimizedProgram, args));
  OptimizedProgram result;
  result.bytes.resize(program.code_size);
  program.code = result.bytes.data();
  LOGPHEAD_RETURN_IF_ERROR(
      LOGPHEAD_PJRT_CALL(plugin_.api(), PJRT_Executable_OptimizedProgram, args));
  result.format = internal::CopyString(program.format, program.format_size);
  return result;
}

Result<std::string> Executable::fingerprint() const {
  LOGPHEAD_PJRT_ARGS(args, PJRT_Executable_Fingerprint);
  args.executable = handle_.get();
  LOGPHEAD_RETURN_IF_ERROR(LOGPHEAD_PJRT_CALL(plugin_.api(), PJRT_Executable_Fingerprint, args));
  return internal::CopyString(args.executable_fingerprint, args.executable_fingerprint_size);
}

Result<std::string> Executable::name() const {
  LOGPHEAD_PJRT_ARGS(args, PJRT_Executable_Name);
  args.executable = handle_.get();
  LOGPHEAD_RETURN_IF_ERROR(LOGPHEAD_PJRT_CALL(plugin_.api(), PJRT_Executable_Name, args));
  return internal::CopyString(args.executable_name, args.executable_name_size);
}

Result<int> Executable::num_outputs() const {
  LOGPHEAD_PJRT_ARGS(args, PJRT_Executable_NumOutputs);
  args.executable = handle_.get();
  LOGPHEAD_RETURN_IF_ERROR(LOGPHEAD_PJRT_CALL(plugin_.api(), PJRT_Executable_NumOutputs, args));
  return static_cast<int>(args.num_outputs);
}

Result<std::vector<OutputSpec>> Executable::outputs() const {
  LOGPHEAD_PJRT_ARGS(types, PJRT_Executable_OutputElementTypes);
  types.executable = handle_.get();
  LOGPHEAD_RETURN_IF_ERROR(
      LOGPHEAD_PJRT_CALL(plugin_.api(), PJRT_Executable_OutputElementTypes, types));
  LOGPHEAD_PJRT_ARGS(dims, PJRT_Executable_OutputDimensions);
  dims.executable = handle_.get();
  LOGPHEAD_RETURN_IF_ERROR(
      LOGPHEAD_PJRT_CALL(plugin_.api(), PJRT_Executable_OutputDimensions, dims));
  if (types.num_output_types != dims.num_outputs) {
    return Internal("the plugin gave " + std::to_string(types.num_output_types) +
                    " output types and " + std::to_string(dims.num_outputs) + " output shapes");
  }
  std::vector<OutputSpec> outputs;
  const int64_t* next = dims.dims;
  for (size_t i = 0; i < dims.num_outputs; ++i) {
    LOGPHEAD_ASSIGN_OR_RETURN(const DType dtype, internal::FromBufferType(types.output_types[i]));
    outputs.push_back({dtype, std::vector<int64_t>(next, next + dims.dim_sizes[i])});
    next += dims.dim_sizes[i];
  }
  return outputs;
}

Result<Options> Executable::cost_analysis() const {
  LOGPHEAD_PJRT_ARGS(args, PJRT_Executable_GetCostAnalysis);
  args.executable = handle_.get();
  LOGPHEAD_RETURN_IF_ERROR(
      LOGPHEAD_PJRT_CALL(plugin_.api(), PJRT_Executable_GetCostAnalysis, args));
  return internal::FromNamedValues(args.properties, args.num_properties);
}

}  // namespace logphead
