// SPDX-License-Identifier: Apache-2.0
// Known faults of log-prob heads that concern memory: strides, and more elements than 32 bits
// count.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "logphead/hlo/printer.h"
#include "logphead/testing/random.h"
#include "numeric_engines.h"
#include "numeric_reference.h"

namespace logphead::numeric {
namespace {

class NumericMemory : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(On, NumericMemory, ::testing::ValuesIn(EngineNames()),
                         [](const auto& each) { return each.param; });

HeadConfig Config(int64_t batch, int64_t sequence, int64_t hidden, int64_t vocab) {
  HeadConfig config;
  config.batch = batch;
  config.sequence = sequence;
  config.hidden = hidden;
  config.vocab = vocab;
  config.hidden_dtype = config.kernel_dtype = DType::kF32;
  config.entropy = true;
  config.replicate = ReplicateMode::kAuto;
  return config;
}

// Words of 4 bytes, as they lie in memory, and where the array's elements are among them.
struct Source {
  DType dtype = DType::kF32;
  std::vector<int64_t> dims;
  std::vector<uint32_t> words;
  std::vector<int64_t> byte_strides;  // empty: dense
};

template <typename T>
Source Dense(DType dtype, std::vector<int64_t> dims, const std::vector<T>& values) {
  Source source{dtype, std::move(dims), std::vector<uint32_t>(values.size()), {}};
  std::memcpy(source.words.data(), values.data(), 4 * values.size());
  return source;
}

// The same array as base[::2] of a base whose other elements are 3, which as an f32 is tiny and as
// an id is one.
Source EverySecond(const Source& dense) {
  Source source = dense;
  source.words.clear();
  for (const uint32_t word : dense.words) source.words.insert(source.words.end(), {word, 3});
  source.byte_strides.assign(dense.dims.size(), 8);
  for (size_t i = dense.dims.size() - 1; i > 0; --i) {
    source.byte_strides[i - 1] = source.byte_strides[i] * dense.dims[i];
  }
  return source;
}

// The same array as the transpose of a base: its first dimension is the fastest in memory.
Source Transposed(const Source& dense) {
  Source source = dense;
  const auto rows = static_cast<size_t>(dense.dims[0]);
  const size_t columns = dense.words.size() / rows;
  for (size_t i = 0; i < dense.words.size(); ++i) {
    source.words[(i % columns) * rows + i / columns] = dense.words[i];
  }
  source.byte_strides.assign(dense.dims.size(), 4 * dense.dims[0]);
  for (size_t i = dense.dims.size() - 1; i > 1; --i) {
    source.byte_strides[i - 1] = source.byte_strides[i] * dense.dims[i];
  }
  source.byte_strides[0] = 4;
  return source;
}

// Every result's bytes, the arguments sent from their sources.
std::vector<std::vector<std::byte>> Execute(const Client& client, const hlo::Program& program,
                                            const LoadedExecutable& executable,
                                            const std::map<std::string, Source>& sources) {
  std::vector<Buffer> buffers;
  for (const hlo::Port& port : program.main().arguments) {
    const Source& source = sources.at(port.name);
    auto buffer = client.ToDevice(source.dtype, source.dims, source.words.data(),
                                  source.byte_strides, 0, HostData::kBorrowed);
    EXPECT_TRUE(buffer.ok()) << buffer.error().ToString();
    if (buffer.ok()) buffers.push_back(*std::move(buffer));
  }
  std::vector<std::vector<const Buffer*>> arguments(1);
  for (const Buffer& buffer : buffers) arguments[0].push_back(&buffer);
  std::vector<std::vector<std::byte>> results;
  const auto outputs = executable.Execute(arguments);
  EXPECT_TRUE(outputs.ok()) << outputs.error().ToString();
  if (!outputs.ok()) return results;
  for (const Buffer& output : outputs->front()) {
    std::vector<std::byte> bytes(output.size_bytes());
    EXPECT_TRUE(output.ToHost(bytes.data(), bytes.size()).ok());
    results.push_back(bytes);
  }
  return results;
}

TEST_P(NumericMemory, Case21_StridedInputsAreNotReadAsDense) {
  NUMERIC_CLIENT_OR_SKIP(client, GetParam());
  Random random(3);
  const std::vector<int64_t> tokens = {3, 10};
  const std::map<std::string, Source> dense = {
      {"hidden", Dense(DType::kF32, {3, 10, 4}, random.Normals(120))},
      {"kernel", Dense(DType::kF32, {4, 20}, random.Normals(80))},
      {"targets", Dense(DType::kS32, tokens, random.Ints(30, 0, 20))},
      {"cotangent_logps", Dense(DType::kF32, tokens, random.Normals(30))},
      {"cotangent_entropies", Dense(DType::kF32, tokens, random.Normals(30))}};
  const auto program = BuildProgram(Config(3, 10, 4, 20), ProgramKind::kBackward);
  ASSERT_TRUE(program.ok()) << program.error().ToString();
  const auto executable = client.Compile(hlo::Print(*program), CompileOptions());
  ASSERT_TRUE(executable.ok()) << executable.error().ToString();
  const auto right = Execute(client, *program, *executable, dense);
  ASSERT_EQ(right.size(), 4U);
  for (const auto& [name, source] : dense) {
    SCOPED_TRACE(name);
    std::map<std::string, Source> changed = dense;
    changed[name] = EverySecond(source);
    EXPECT_TRUE(Execute(client, *program, *executable, changed) == right) << "every second";
    changed[name] = Transposed(source);
    EXPECT_TRUE(Execute(client, *program, *executable, changed) == right) << "transposed";
    // The test can fail: the same words read as if they were dense are other numbers.
    changed[name].byte_strides.clear();
    EXPECT_FALSE(Execute(client, *program, *executable, changed) == right);
  }
}

// A long row against a wide vocabulary, H = 2.
struct Long {
  int64_t sequence = 65536;
  int64_t vocab = 32800;
  std::vector<float> hidden;
  std::vector<float> kernel;
  std::vector<int32_t> targets;
};

Long MakeLong() {
  Random random(9);
  Long row;
  row.hidden = random.Normals(static_cast<size_t>(2 * row.sequence));
  row.kernel = random.Normals(static_cast<size_t>(2 * row.vocab));
  row.targets = random.Ints(static_cast<size_t>(row.sequence), 0, static_cast<int32_t>(row.vocab));
  return row;
}

// Log-probs of the tokens from `begin` on.
std::vector<float> LongLogps(const Client& client, const Long& row, int64_t begin) {
  const int64_t length = row.sequence - begin;
  HeadConfig config = Config(1, length, 2, row.vocab);
  config.entropy = false;
  const auto at = static_cast<size_t>(begin);
  const std::span<const float> hidden = std::span(row.hidden).subspan(2 * at);
  const std::span<const int32_t> targets = std::span(row.targets).subspan(at);
  const auto results =
      RunProgram(client, config, ProgramKind::kForward,
                 {{"hidden", {DType::kF32, {1, length, 2}, std::as_bytes(hidden)}},
                  {"kernel", {DType::kF32, {2, row.vocab}, std::as_bytes(std::span(row.kernel))}},
                  {"targets", {DType::kS32, {1, length}, std::as_bytes(targets)}}},
                 {{"logps", {1, length}}});
  EXPECT_TRUE(results.ok()) << results.error().ToString();
  std::vector<float> logps(static_cast<size_t>(length));
  if (results.ok()) std::memcpy(logps.data(), results->at("logps").bytes.data(), 4 * logps.size());
  return logps;
}

TEST_P(NumericMemory, Case20_MoreLogitsThan32BitsCount) {
  NUMERIC_CLIENT_OR_SKIP(client, GetParam());
  const Long row = MakeLong();
  ASSERT_GT(row.sequence * row.vocab, int64_t{1} << 31);
  const std::vector<float> logps = LongLogps(client, row, 0);
  constexpr int64_t kTail = 4096;
  const std::vector<float> tail = LongLogps(client, row, row.sequence - kTail);
  EXPECT_EQ(std::vector<float>(logps.end() - kTail, logps.end()), tail);
  ReferenceInput in;
  in.batch = 1;
  in.hidden = 2;
  in.vocab = row.vocab;
  in.kernel.assign(row.kernel.begin(), row.kernel.end());
  std::vector<double> sampled;
  for (size_t i = 0; i < logps.size(); i += 1023) {  // 0 and L-1 among them
    sampled.push_back(static_cast<double>(logps[i]));
    in.targets.push_back(row.targets[i]);
    in.hidden_states.insert(in.hidden_states.end(), {static_cast<double>(row.hidden[2 * i]),
                                                     static_cast<double>(row.hidden[2 * i + 1])});
  }
  in.sequence = static_cast<int64_t>(sampled.size());
  in.d_logps = in.d_entropies = std::vector<double>(sampled.size(), 0);
  const Reference reference = Compute(in);
  for (size_t i = 0; i < sampled.size(); ++i) {
    EXPECT_NEAR(sampled[i], reference.logps[i], 5e-6) << "token " << i * 1023;
  }
}

TEST_P(NumericMemory, Case20_AChunkOfMoreLogitsThan32BitsCountIsCompiled) {
  // Running it takes 17 GB and more; what the compiler reserves shows that its sizes have 64 bits.
  NUMERIC_CLIENT_OR_SKIP(client, GetParam());
  HeadConfig config = Config(1, 65536, 2, 32800);
  config.chunk = 65536;
  const auto program = BuildProgram(config, ProgramKind::kBackward);
  ASSERT_TRUE(program.ok()) << program.error().ToString();
  const auto executable = client.Compile(hlo::Print(*program), CompileOptions());
  ASSERT_TRUE(executable.ok()) << executable.error().ToString();
  const auto memory = executable->memory_stats();
  ASSERT_TRUE(memory.ok()) << memory.error().ToString();
  EXPECT_GT(memory->temp_bytes, int64_t{4} * 65536 * 32800);
}

}  // namespace
}  // namespace logphead::numeric
