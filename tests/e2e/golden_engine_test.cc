// SPDX-License-Identifier: Apache-2.0
// The recorded program texts against foreign readers: each engine that is installed compiles every
// one.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "logphead/base/files.h"
#include "logphead/pjrt/client.h"
#include "logphead/pjrt/find.h"
#include "logphead/score/kernel_choice.h"
#include "logphead/testing/golden.h"

namespace logphead {
namespace {

// The texts under tests/golden/head, by name.
std::vector<std::string> GoldenNames() {
  std::vector<std::string> names;
  std::error_code missing;
  for (const auto& entry : std::filesystem::directory_iterator(GoldenFolder() / "head", missing)) {
    if (entry.path().extension() == ".mlir") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

// The number after "mhlo.num_partitions = "; 0 when there is none.
int Partitions(const std::string& text) {
  const std::string key = "mhlo.num_partitions = ";
  const size_t at = text.find(key);
  return at == std::string::npos ? 0 : std::atoi(text.c_str() + at + key.size());
}

// The results in the text of @main: one name each.
int Results(const std::string& text) {
  const std::string key = "jax.result_info";
  int count = 0;
  for (size_t at = text.find(key); at != std::string::npos; at = text.find(key, at + 1)) ++count;
  return count;
}

class GoldenEngine : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    const auto found = FindPlugin(Engine::kCpu, GetParam());
    if (!found.ok()) GTEST_SKIP() << found.error().message();
    auto plugin = Plugin::Load(found->path);
    ASSERT_TRUE(plugin.ok()) << plugin.error().ToString();
    const Status registered = RegisterKernels(*plugin);
    ASSERT_TRUE(registered.ok()) << registered.error().ToString();
    for (const int devices : {1, 8}) {
      auto client = Client::Create(*plugin, {{"cpu_device_count", int64_t{devices}}});
      ASSERT_TRUE(client.ok()) << client.error().ToString();
      clients_.emplace(devices, *std::move(client));
    }
  }

  // By their number of devices.
  std::map<int, Client> clients_;
};

INSTANTIATE_TEST_SUITE_P(Installed, GoldenEngine,
                         ::testing::Values("xla-cpu-pjrt==0.0.1", "lammps-jax-pjrt-cpu==0.11.2"),
                         [](const auto& each) {
                           return std::string(each.param[0] == 'x' ? "XlaCpu" : "LammpsJax");
                         });

TEST_P(GoldenEngine, CompilesEveryText) {
  const std::vector<std::string> names = GoldenNames();
  ASSERT_GE(names.size(), 20U);
  std::map<int, int> compiled;
  for (const std::string& name : names) {
    SCOPED_TRACE(name);
    const auto text = ReadFile(GoldenFolder() / "head" / (name + ".mlir"));
    ASSERT_TRUE(text.ok()) << text.error().ToString();
    const auto client = clients_.find(Partitions(*text));
    ASSERT_NE(client, clients_.end()) << Partitions(*text) << " partitions";
    CompileOptions options;
    options.num_partitions = client->first;
    const auto program = client->second.Compile(*text, options);
    ASSERT_TRUE(program.ok()) << program.error().ToString();
    EXPECT_EQ(program->num_devices(), client->first);
    const auto outputs = program->num_outputs();
    ASSERT_TRUE(outputs.ok()) << outputs.error().ToString();
    EXPECT_EQ(*outputs, Results(*text));
    ++compiled[client->first];
  }
  EXPECT_GT(compiled[1], 0);
  EXPECT_GT(compiled[8], 0);
}

// The check above is worth nothing if these readers took anything.
TEST_P(GoldenEngine, RefusesATextWithOneWrongType) {
  const auto golden = ReadFile(GoldenFolder() / "head" / "forward.mlir");
  ASSERT_TRUE(golden.ok()) << golden.error().ToString();
  std::string text = *golden;
  const size_t at = text.rfind("tensor<2x8xf32>");
  ASSERT_NE(at, std::string::npos);
  text.replace(at, 15, "tensor<2x9xf32>");
  EXPECT_FALSE(clients_.at(1).Compile(text, {}).ok());
}

}  // namespace
}  // namespace logphead
