// SPDX-License-Identifier: Apache-2.0
// Cases: making and running them.
#include "numeric_cases.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "logphead/base/bfloat16.h"
#include "logphead/score/batch.h"

namespace logphead::numeric {
namespace {

// `values` repeated until there are `count`.
template <typename T>
std::vector<T> Repeated(const std::vector<T>& values, size_t count) {
  std::vector<T> repeated;
  while (repeated.size() < count) repeated.insert(repeated.end(), values.begin(), values.end());
  EXPECT_EQ(repeated.size(), count) << "a case of the wrong shape";
  return repeated;
}

void SetFloats(TestFile& file, const std::string& name, DType dtype, std::vector<int64_t> dims,
               const std::vector<double>& values) {
  std::vector<float> floats;
  std::vector<uint16_t> bits;
  for (const double value : values) {
    floats.push_back(static_cast<float>(value));
    bits.push_back(FloatToBFloat16(floats.back()));
    const float kept = dtype == DType::kBF16 ? BFloat16ToFloat(bits.back()) : floats.back();
    if (std::isfinite(value) && dtype == DType::kBF16) {
      EXPECT_EQ(kept, floats.back()) << name << " of a case is no bf16";
    }
  }
  if (dtype == DType::kBF16) {
    file.Set(name, dtype, std::move(dims), bits);
  } else {
    file.Set(name, dtype, std::move(dims), floats);
  }
}

// Meshes and chunks to run a case with: all that it asks for, or the middle chunk on the last mesh
// and the last chunk on the first.
std::vector<std::pair<std::string, int64_t>> Ways(const Case& c, bool all) {
  std::vector<int64_t> chunks = c.chunks;
  if (chunks.empty()) chunks = {1, 7, c.sequence, c.sequence + 1};
  if (!all)
    return {{c.meshes.back(), chunks[chunks.size() / 3]}, {c.meshes.front(), chunks.back()}};
  std::vector<std::pair<std::string, int64_t>> ways;
  for (const char* mesh : c.meshes) {
    for (const int64_t chunk : chunks) ways.emplace_back(mesh, chunk);
  }
  return ways;
}

}  // namespace

std::vector<std::vector<double>> Identity(int64_t size) {
  const auto n = static_cast<size_t>(size);
  std::vector<std::vector<double>> rows(n, std::vector<double>(n, 0));
  for (size_t i = 0; i < n; ++i) rows[i][i] = 1;
  return rows;
}

TestFile Case::File(DType dtype) const {
  const auto positions = static_cast<size_t>(batch * sequence);
  const std::vector<int64_t> dims = {batch, sequence};
  TestFile file;
  SetFloats(file, "hidden", dtype, {batch, sequence, width()},
            Repeated(hidden, positions * kernel.size()));
  std::vector<double> flat;
  for (const auto& row : kernel) flat.insert(flat.end(), row.begin(), row.end());
  SetFloats(file, "kernel", dtype, {width(), vocab()}, flat);
  if (tokens.empty()) {
    file.Set("targets", DType::kS32, dims, Repeated(targets, positions));
  } else {
    file.Set("tokens", DType::kS32, dims, tokens);
    if (!segments.empty()) file.Set("segment_ids", DType::kS32, dims, segments);
  }
  if (!mask.empty()) file.Set("mask", DType::kF32, dims, mask);
  if (!d_logps.empty()) {
    file.Set("cotangent_logps", DType::kF32, dims, Repeated(d_logps, positions));
  }
  if (!d_entropies.empty()) {
    file.Set("cotangent_entropies", DType::kF32, dims, Repeated(d_entropies, positions));
  }
  return file;
}

void HeadCases::SetUp() {
  NUMERIC_CLIENT_OR_SKIP(found, std::get<0>(GetParam()));
  client_ = found;
}

Result<Scores> RunCase(const Client& client, const Case& c, DType dtype, int64_t chunk,
                       const std::string& mesh) {
  const SafetensorsFile file = c.File(dtype).Open();
  LOGPHEAD_ASSIGN_OR_RETURN(const Batch batch, ReadBatch(file, {}));
  ScoreOptions options;
  options.kernels = TestKernels() == Kernels::kNative ? KernelChoice::kNative : KernelChoice::kXla;
  options.mesh = MeshOf(mesh);
  if (options.mesh) options.shardings = HeadShardings::Default(*options.mesh);
  options.chunk = chunk;
  options.temperature = c.temperature;
  options.entropy = c.entropy;
  options.grad = c.grad;
  options.logits = c.logits;
  options.accumulate = c.accumulate;
  options.replicate = ReplicateMode::kAuto;
  return Score(client, batch, options);
}

CaseScores ToNumbers(const Scores& scores) {
  CaseScores numbers;
  numbers.logps.assign(scores.logps.begin(), scores.logps.end());
  numbers.entropies.assign(scores.entropies.begin(), scores.entropies.end());
  numbers.d_hidden = Numbers(scores.d_hidden_dtype, scores.d_hidden);
  numbers.d_kernel = Numbers(scores.d_kernel_dtype, scores.d_kernel);
  return numbers;
}

void HeadCases::ForEveryWay(const Case& c,
                            const std::function<void(const CaseScores&)>& look) const {
  for (const auto& [mesh, chunk] : Ways(c, std::get<0>(GetParam()) == EngineNames().front())) {
    SCOPED_TRACE("mesh " + mesh + ", chunk " + std::to_string(chunk));
    const auto scores = Run(c, chunk, mesh);
    ASSERT_TRUE(scores.ok()) << scores.error().ToString();
    ASSERT_EQ(scores->logps.size(), static_cast<size_t>(c.batch * c.sequence));
    look(ToNumbers(*scores));
  }
}

void HeadCases::ExpectAll(const std::vector<double>& values, double right) {
  ASSERT_FALSE(values.empty());
  // The answers of the table are rounded to 6 decimals.
  for (const double value : values) ASSERT_NEAR(value, right, 1e-6);
}

void HeadCases::ExpectRows(const std::vector<double>& values,
                           const std::vector<double>& right) const {
  ASSERT_FALSE(values.empty());
  ASSERT_EQ(values.size() % right.size(), 0U);
  for (size_t i = 0; i < values.size(); ++i) {
    const double expected = right[i % right.size()];
    const double bound = 1e-6 + (is_bf16() ? std::fabs(expected) / 128 : 0);
    ASSERT_NEAR(values[i], expected, bound) << "at " << i;
  }
}

std::string CaseName(const ::testing::TestParamInfo<std::tuple<std::string, DType>>& each) {
  return std::get<0>(each.param) + "_" + std::string(DTypeName(std::get<1>(each.param)));
}

}  // namespace logphead::numeric
