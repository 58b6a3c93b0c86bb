// SPDX-License-Identifier: Apache-2.0
// Fake plugin: compiling and running "identity N on D".
#include <cstdio>
#include <cstring>
#include <string_view>

#include "logphead/pjrt/fake_plugin/objects.h"

namespace logphead::fake {
namespace {

constexpr std::string_view kOptimized = "the optimized program";

PJRT_Error* ParseProgram(const PJRT_Program& program, size_t* outputs, size_t* devices) {
  const std::string text(program.code, program.code_size);
  if (std::string_view(program.format, program.format_size) != "mlir" ||
      std::sscanf(text.c_str(), "identity %zu on %zu", outputs, devices) != 2) {
    return MakeError(PJRT_Error_Code_INVALID_ARGUMENT, "fake: cannot parse: " + text + "\n");
  }
  return nullptr;
}

PJRT_Error* ClientCompile(PJRT_Client_Compile_Args* args) {
  FAKE_ENTER(PJRT_Client_Compile, args);
  TheControls().compile_options.assign(args->compile_options, args->compile_options_size);
  size_t outputs = 0;
  size_t devices = 0;
  if (PJRT_Error* error = ParseProgram(*args->program, &outputs, &devices)) return error;
  ++TheControls().live_loaded_executables;
  const auto& all = args->client->pointers;
  args->executable = new PJRT_LoadedExecutable{
      outputs, {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(devices)}};
  return nullptr;
}

PJRT_Error* Compile(PJRT_Compile_Args* args) {
  FAKE_ENTER(PJRT_Compile, args);
  TheControls().compile_options.assign(args->compile_options, args->compile_options_size);
  size_t outputs = 0;
  size_t devices = 0;
  if (PJRT_Error* error = ParseProgram(*args->program, &outputs, &devices)) return error;
  ++TheControls().live_executables;
  args->executable = new PJRT_Executable{outputs};
  return nullptr;
}

PJRT_Error* GetExecutable(PJRT_LoadedExecutable_GetExecutable_Args* args) {
  FAKE_ENTER(PJRT_LoadedExecutable_GetExecutable, args);
  ++TheControls().live_executables;
  args->executable = new PJRT_Executable{args->loaded_executable->num_outputs};
  return nullptr;
}

PJRT_Error* ExecutableDestroy(PJRT_Executable_Destroy_Args* args) {
  --TheControls().live_executables;
  delete args->executable;
  FAKE_ENTER(PJRT_Executable_Destroy, args);
  return nullptr;
}

PJRT_Error* LoadedDestroy(PJRT_LoadedExecutable_Destroy_Args* args) {
  --TheControls().live_loaded_executables;
  delete args->executable;
  FAKE_ENTER(PJRT_LoadedExecutable_Destroy, args);
  return nullptr;
}

PJRT_Error* LoadedDevices(PJRT_LoadedExecutable_AddressableDevices_Args* args) {
  FAKE_ENTER(PJRT_LoadedExecutable_AddressableDevices, args);
  args->addressable_devices = args->executable->devices.data();
  args->num_addressable_devices = args->executable->devices.size();
  return nullptr;
}

PJRT_Error* NumOutputs(PJRT_Executable_NumOutputs_Args* args) {
  FAKE_ENTER(PJRT_Executable_NumOutputs, args);
  args->num_outputs = args->executable->num_outputs;
  return nullptr;
}

PJRT_Error* MemoryStats(PJRT_Executable_GetCompiledMemoryStats_Args* args) {
  FAKE_ENTER(PJRT_Executable_GetCompiledMemoryStats, args);
  args->temp_size_in_bytes = 1;
  args->argument_size_in_bytes = 2;
  args->output_size_in_bytes = 3;
  args->alias_size_in_bytes = 4;
  args->generated_code_size_in_bytes = 5;
  args->host_temp_size_in_bytes = 6;
  args->peak_memory_in_bytes = 7;
  return nullptr;
}

PJRT_Error* OptimizedProgram(PJRT_Executable_OptimizedProgram_Args* args) {
  FAKE_ENTER(PJRT_Executable_OptimizedProgram, args);
  args->program->format = "fake_format";
  args->program->format_size = std::strlen("fake_format");
  if (args->program->code != nullptr) {
    std::memcpy(args->program->code, kOptimized.data(), kOptimized.size());
  }
  args->program->code_size = kOptimized.size();
  return nullptr;
}

// Results [2,3] and [] for two, the latter of a type that this product does not use.
PJRT_Error* OutputTypes(PJRT_Executable_OutputElementTypes_Args* args) {
  FAKE_ENTER(PJRT_Executable_OutputElementTypes, args);
  static PJRT_Buffer_Type types[] = {PJRT_Buffer_Type_BF16, PJRT_Buffer_Type_F8E5M2};
  args->output_types = types;
  args->num_output_types = args->executable->num_outputs;
  return nullptr;
}

PJRT_Error* OutputDims(PJRT_Executable_OutputDimensions_Args* args) {
  FAKE_ENTER(PJRT_Executable_OutputDimensions, args);
  static constexpr int64_t kDims[] = {2, 3};
  static constexpr size_t kSizes[] = {2, 0};
  args->dims = kDims;
  args->dim_sizes = kSizes;
  args->num_outputs = args->executable->num_outputs;
  return nullptr;
}

PJRT_Error* Execute(PJRT_LoadedExecutable_Execute_Args* args) {
  FAKE_ENTER(PJRT_LoadedExecutable_Execute, args);
  TheControls().non_donatable = args->options->num_non_donatable_input_indices;
  if (args->num_args < args->executable->num_outputs) {
    return MakeError(PJRT_Error_Code_INVALID_ARGUMENT, "fake: too few arguments");
  }
  for (size_t d = 0; d < args->num_devices; ++d) {
    for (size_t i = 0; i < args->executable->num_outputs; ++i) {
      ++TheControls().live_buffers;
      auto* copy = new PJRT_Buffer(*args->argument_lists[d][i]);
      copy->host_event = nullptr;
      args->output_lists[d][i] = copy;
    }
    args->device_complete_events[d] = MakeEvent();
  }
  return nullptr;
}

}  // namespace

void AddExecutableFunctions(PJRT_Api& api) {
  api.PJRT_Client_Compile = ClientCompile;
  api.PJRT_Compile = Compile;
  api.PJRT_LoadedExecutable_GetExecutable = GetExecutable;
  api.PJRT_LoadedExecutable_Destroy = LoadedDestroy;
  api.PJRT_LoadedExecutable_AddressableDevices = LoadedDevices;
  api.PJRT_LoadedExecutable_Execute = Execute;
  api.PJRT_Executable_Destroy = ExecutableDestroy;
  api.PJRT_Executable_NumOutputs = NumOutputs;
  api.PJRT_Executable_GetCompiledMemoryStats = MemoryStats;
  api.PJRT_Executable_OptimizedProgram = OptimizedProgram;
  api.PJRT_Executable_OutputElementTypes = OutputTypes;
  api.PJRT_Executable_OutputDimensions = OutputDims;
}

}  // namespace logphead::fake
