// SPDX-License-Identifier: Apache-2.0
// The CPU engines that the numeric tests run on, and running one program on them.
#ifndef LOGPHEAD_TESTS_E2E_NUMERIC_ENGINES_H_
#define LOGPHEAD_TESTS_E2E_NUMERIC_ENGINES_H_

#include <map>
#include <span>
#include <string>
#include <vector>

#include "logphead/head/program.h"
#include "logphead/pjrt/client.h"
#include "logphead/score/sharded.h"

namespace logphead::numeric {

// Names of the engines as tests print them, and as FindPlugin takes them.
inline const std::vector<std::string>& EngineNames() {
  static const std::vector<std::string> names = {"XlaCpu", "LammpsJax"};
  return names;
}

// The engine with 8 devices and native kernels, started once per process. NotFound when it is not
// installed.
Result<Client> EngineClient(const std::string& name);

// What the tests of this process run: native kernels when LOGPHEAD_TEST_KERNELS is "native", else
// xla.
Kernels TestKernels();

// "" is no mesh; "2x2x2" is fsdp=2,context=2,expert=2.
std::optional<Mesh> MeshOf(const std::string& sizes);

// A result of a program: dense, row-major, cut to the shape asked for.
struct NamedArray {
  DType dtype = DType::kF32;
  HostBytes bytes;
};

// Inputs by name. A shape smaller than the program's is padded, targets with -100, others with 0.
using NamedInputs = std::map<std::string, HostArray>;

// Builds, compiles and runs a program, with TestKernels where they can do what the config asks;
// results have the padding of `config` cut off, to `shape`.
Result<std::map<std::string, NamedArray>> RunProgram(
    const Client& client, const HeadConfig& config, ProgramKind kind, const NamedInputs& inputs,
    const std::map<std::string, std::vector<int64_t>>& shapes);

// The numbers of f32 or bf16 bytes.
std::vector<double> Numbers(DType dtype, std::span<const std::byte> bytes);

}  // namespace logphead::numeric

// Declares `const Client client` or skips the test, saying why.
#define NUMERIC_CLIENT_OR_SKIP(client, name)                            \
  const auto client##_found = ::logphead::numeric::EngineClient(name);  \
  if (!client##_found.ok()) {                                           \
    if (client##_found.error().code() == ::logphead::Code::kNotFound) { \
      GTEST_SKIP() << client##_found.error().message();                 \
    }                                                                   \
    FAIL() << client##_found.error().ToString();                        \
  }                                                                     \
  const ::logphead::Client& client = *client##_found

#endif  // LOGPHEAD_TESTS_E2E_NUMERIC_ENGINES_H_
