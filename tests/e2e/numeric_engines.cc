// SPDX-License-Identifier: Apache-2.0
// Engines and running programs on them.
#include "numeric_engines.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <utility>

#include "logphead/base/bfloat16.h"
#include "logphead/head/targets.h"
#include "logphead/hlo/printer.h"
#include "logphead/pjrt/find.h"
#include "logphead/score/kernel_choice.h"

namespace logphead::numeric {
namespace {

Result<Client> StartEngine(const std::string& name) {
  const char* package = name == "XlaCpu" ? "xla-cpu-pjrt==0.0.1" : "lammps-jax-pjrt-cpu==0.11.2";
  LOGPHEAD_ASSIGN_OR_RETURN(const FoundPlugin found, FindPlugin(Engine::kCpu, package));
  LOGPHEAD_ASSIGN_OR_RETURN(const Plugin plugin, Plugin::Load(found.path));
  LOGPHEAD_RETURN_IF_ERROR(RegisterKernels(plugin));
  return Client::Create(plugin, {{"cpu_device_count", int64_t{8}}});
}

Result<Layout> LayoutOf(const hlo::Program& program, const hlo::Port& port) {
  return MakeLayout(program.mesh ? &*program.mesh : nullptr,
                    port.sharding ? &*port.sharding : nullptr, port.type.dims);
}

}  // namespace

Result<Client> EngineClient(const std::string& name) {
  static auto* const clients = new std::map<std::string, Result<Client>>();
  const auto found = clients->find(name);
  if (found != clients->end()) return found->second;
  return clients->emplace(name, StartEngine(name)).first->second;
}

Kernels TestKernels() {
  const char* kernels = std::getenv("LOGPHEAD_TEST_KERNELS");
  return kernels != nullptr && std::string_view(kernels) == "native" ? Kernels::kNative
                                                                     : Kernels::kXla;
}

std::optional<Mesh> MeshOf(const std::string& sizes) {
  int fsdp = 0;
  int context = 0;
  int expert = 0;
  if (std::sscanf(sizes.c_str(), "%dx%dx%d", &fsdp, &context, &expert) != 3) return std::nullopt;
  return *Mesh::Create({{"fsdp", fsdp}, {"context", context}, {"expert", expert}});
}

Result<std::map<std::string, NamedArray>> RunProgram(
    const Client& client, const HeadConfig& config, ProgramKind kind, const NamedInputs& inputs,
    const std::map<std::string, std::vector<int64_t>>& shapes) {
  LOGPHEAD_ASSIGN_OR_RETURN(HeadConfig padded, PadToMesh(config));
  if (config.logits == LogitsPrecision::kF32) padded.kernels = TestKernels();
  LOGPHEAD_ASSIGN_OR_RETURN(const hlo::Program program, BuildProgram(padded, kind));
  CompileOptions options;
  options.num_partitions = static_cast<int>(program.num_partitions());
  LOGPHEAD_ASSIGN_OR_RETURN(const LoadedExecutable executable,
                            client.Compile(hlo::Print(program), options));
  const int32_t none[2] = {kIgnoredTarget, 0};
  std::vector<SentArray> sent;
  std::vector<std::vector<const Buffer*>> arguments(static_cast<size_t>(options.num_partitions));
  for (const hlo::Port& port : program.main().arguments) {
    const HostArray& array = inputs.at(port.name);
    const auto padding = std::as_bytes(std::span(none + (port.name == "targets" ? 0 : 1), 1));
    LOGPHEAD_ASSIGN_OR_RETURN(const Layout layout, LayoutOf(program, port));
    LOGPHEAD_ASSIGN_OR_RETURN(
        SentArray buffers,
        PutSharded(client, array, layout, padding.first(DTypeBytes(array.dtype))));
    sent.push_back(std::move(buffers));
  }
  for (const SentArray& buffers : sent) {
    for (size_t device = 0; device < buffers.size(); ++device) {
      arguments[device].push_back(&buffers[device]);
    }
  }
  LOGPHEAD_ASSIGN_OR_RETURN(const auto outputs, executable.Execute(arguments));
  std::map<std::string, NamedArray> results;
  for (size_t i = 0; i < program.main().results.size(); ++i) {
    const hlo::Port& port = program.main().results[i];
    LOGPHEAD_ASSIGN_OR_RETURN(const Layout layout, LayoutOf(program, port));
    std::vector<const Buffer*> buffers;
    for (const auto& device : outputs) buffers.push_back(&device[i]);
    LOGPHEAD_ASSIGN_OR_RETURN(HostBytes bytes, GetSharded(buffers, layout, shapes.at(port.name)));
    results[port.name] = NamedArray{port.type.dtype, std::move(bytes)};
  }
  return results;
}

std::vector<double> Numbers(DType dtype, std::span<const std::byte> bytes) {
  std::vector<double> numbers(bytes.size() / DTypeBytes(dtype));
  for (size_t i = 0; i < numbers.size(); ++i) {
    if (dtype == DType::kBF16) {
      uint16_t bits = 0;
      std::memcpy(&bits, bytes.data() + 2 * i, 2);
      numbers[i] = static_cast<double>(BFloat16ToFloat(bits));
    } else {
      float value = 0;
      std::memcpy(&value, bytes.data() + 4 * i, 4);
      numbers[i] = static_cast<double>(value);
    }
  }
  return numbers;
}

}  // namespace logphead::numeric
