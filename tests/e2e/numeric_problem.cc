// SPDX-License-Identifier: Apache-2.0
// Problems: making them, running them, comparing.
#include "numeric_problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "logphead/score/test_files.h"
#include "logphead/testing/random.h"
#include "numeric_engines.h"

namespace logphead::numeric {
namespace {

constexpr double kLogpBound = 5e-6;
constexpr double kGradientBound = 1e-5;
constexpr double kBf16Roundoff = 1.0 / 256;
constexpr double kF32Roundoff = 1.0 / (1 << 24);
constexpr int32_t kPadId = 0;

constexpr const char* kRowNames[] = {"Targets",   "Packed",  "Padded",    "BoolMask",
                                     "FloatMask", "IntMask", "AllMasked", "AllIgnored"};

bool IsBf16(DType dtype) { return dtype == DType::kBF16; }

// Random numbers of a dtype: into the file, and as the doubles that they are.
std::vector<double> AddFloats(TestFile& file, Random& random, const char* name, DType dtype,
                              const std::vector<int64_t>& dims, double spread) {
  size_t count = 1;
  for (const int64_t dim : dims) count *= static_cast<size_t>(dim);
  if (IsBf16(dtype)) {
    const std::vector<uint16_t> bits = random.BFloat16Normals(count, spread);
    file.Set(name, dtype, dims, bits);
    return BFloat16ToDoubles(bits);
  }
  const std::vector<float> values = random.Normals(count, spread);
  file.Set(name, dtype, dims, values);
  return ToDoubles(values);
}

// Segments of a few tokens in each row, the row's end padded with segment 0.
std::vector<int32_t> Segments(Random& random, size_t rows, size_t columns) {
  std::vector<int32_t> segments;
  for (size_t row = 0; row < rows; ++row) {
    const size_t used = columns - std::min<size_t>(columns, 2 * row);
    int32_t segment = 1;
    for (size_t i = 0; i < columns; ++i) {
      if (i > 0 && random.Int(0, std::min<int64_t>(5, static_cast<int64_t>(columns))) == 0) {
        ++segment;
      }
      segments.push_back(i < used ? segment : 0);
    }
  }
  return segments;
}

// Makes the rows of one problem.
class RowMaker {
 public:
  RowMaker(const Problem& problem, Random& random, TestFile& file)
      : problem_(problem),
        random_(random),
        file_(file),
        rows_(static_cast<size_t>(problem.batch)),
        columns_(static_cast<size_t>(problem.sequence)),
        dims_({problem.batch, problem.sequence}) {}

  // Adds what the rows need to the file; the targets that must come of it.
  std::vector<int64_t> Make() {
    switch (problem_.rows) {
      case Rows::kPacked:
        return Packed();
      case Rows::kPadded:
        return Padded();
      default:
        return Given();
    }
  }

 private:
  std::vector<int32_t> Ids(int32_t low) {
    return random_.Ints(rows_ * columns_, low, static_cast<int32_t>(problem_.vocab));
  }

  std::vector<int64_t> Packed() {
    const std::vector<int32_t> tokens = Ids(0);
    const std::vector<int32_t> segments = Segments(random_, rows_, columns_);
    file_.Set("tokens", DType::kS32, dims_, tokens)
        .Set("segment_ids", DType::kS32, dims_, segments);
    std::vector<int64_t> targets;
    for (size_t i = 0; i < tokens.size(); ++i) {
      const bool last = (i + 1) % columns_ == 0;
      const bool none = last || segments[i] == 0 || segments[i] != segments[i + 1];
      targets.push_back(none ? -100 : tokens[i + 1]);
    }
    return targets;
  }

  std::vector<int64_t> Padded() {
    std::vector<int32_t> tokens = Ids(kPadId + 1);
    for (size_t row = 0; row < rows_; ++row) {
      for (size_t i = columns_ - std::min(columns_, 2 * row); i < columns_; ++i) {
        tokens[row * columns_ + i] = kPadId;
      }
    }
    file_.Set("tokens", DType::kS32, dims_, tokens);
    std::vector<int64_t> targets;
    for (size_t i = 0; i < tokens.size(); ++i) {
      const bool last = (i + 1) % columns_ == 0;
      const bool none = last || tokens[i] == kPadId || tokens[i + 1] == kPadId;
      targets.push_back(none ? -100 : tokens[i + 1]);
    }
    return targets;
  }

  std::vector<int64_t> Given() {
    std::vector<int32_t> targets = Ids(0);
    for (int32_t& target : targets) {
      if (problem_.rows == Rows::kAllIgnored || random_.Int(0, 6) == 0) target = -100;
    }
    file_.Set("targets", DType::kS32, dims_, targets);
    std::vector<int64_t> expected(targets.begin(), targets.end());
    if (problem_.rows == Rows::kTargets || problem_.rows == Rows::kAllIgnored) return expected;
    std::vector<int32_t> mask = random_.Ints(targets.size(), 0, 4);  // three of four kept
    if (problem_.rows == Rows::kAllMasked) std::fill(mask.begin(), mask.end(), 0);
    for (size_t i = 0; i < mask.size(); ++i) {
      if (mask[i] == 0) expected[i] = -100;
    }
    AddMask(mask);
    return expected;
  }

  void AddMask(const std::vector<int32_t>& mask) {
    if (problem_.rows == Rows::kFloatMask) {
      file_.Set("mask", DType::kF32, dims_, std::vector<float>(mask.begin(), mask.end()));
    } else if (problem_.rows == Rows::kIntMask) {
      file_.Set("mask", DType::kS32, dims_, mask);
    } else {
      std::vector<uint8_t> bools;
      for (const int32_t value : mask) bools.push_back(value != 0 ? 1 : 0);
      file_.Set("mask", DType::kPred, dims_, bools);
    }
  }

  const Problem& problem_;
  Random& random_;
  TestFile& file_;
  size_t rows_;
  size_t columns_;
  std::vector<int64_t> dims_;
};

// The largest |actual - expected|; fails where it exceeds `bound` of the element.
template <typename Bound>
double ExpectWithin(const char* what, const std::vector<double>& actual,
                    const std::vector<double>& expected, Bound bound) {
  EXPECT_EQ(actual.size(), expected.size()) << what;
  if (actual.size() != expected.size()) return INFINITY;
  double largest = 0;
  size_t beyond = 0;
  size_t first = 0;
  for (size_t i = 0; i < actual.size(); ++i) {
    const double error = std::fabs(actual[i] - expected[i]);
    largest = std::isnan(error) ? INFINITY : std::max(largest, error);
    if (!(error <= bound(i)) && beyond++ == 0) first = i;
  }
  EXPECT_EQ(beyond, 0U) << what << ": of " << actual.size() << ", first at " << first << ": "
                        << actual[first] << " but " << expected[first] << ", bound " << bound(first)
                        << ", largest difference " << largest;
  return largest;
}

double Largest(const std::vector<double>& values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::fabs(value));
  return largest;
}

// Kernel gradients in the order [H, V].
std::vector<double> HiddenMajor(const Problem& problem, std::vector<double> values) {
  if (problem.layout == KernelLayout::kHiddenVocab) return values;
  std::vector<double> turned(values.size());
  const auto hidden = static_cast<size_t>(problem.hidden);
  const auto vocab = static_cast<size_t>(problem.vocab);
  for (size_t i = 0; i < hidden; ++i) {
    for (size_t j = 0; j < vocab; ++j) turned[i * vocab + j] = values[j * hidden + i];
  }
  return turned;
}

// Tokens without a target have log-probs, entropies and rows of d_hidden of exactly 0.
void ExpectExactZeros(const Problem& problem, const std::vector<double>& logps,
                      const std::vector<double>& entropies, const std::vector<double>& d_hidden,
                      const std::vector<int64_t>& targets) {
  const auto width = static_cast<size_t>(problem.hidden);
  size_t wrong = 0;
  for (size_t token = 0; token < targets.size(); ++token) {
    if (targets[token] >= 0) continue;
    if (logps[token] != 0) ++wrong;
    if (!entropies.empty() && entropies[token] != 0) ++wrong;
    for (size_t i = 0; i < width && !d_hidden.empty(); ++i) {
      if (d_hidden[token * width + i] != 0) ++wrong;
    }
  }
  EXPECT_EQ(wrong, 0U) << "values other than 0 at positions without a target";
}

}  // namespace

std::string Problem::Name() const {
  std::string name =
      fmt::format("chunk{}_V{}_mesh{}_{}_{}_{}_T{}{}_{}", chunk, vocab,
                  mesh.empty() ? "None" : mesh, layout == KernelLayout::kHiddenVocab ? "HV" : "VH",
                  DTypeName(hidden_dtype), DTypeName(kernel_dtype), temperature,
                  entropy ? "_entropy" : "", kRowNames[static_cast<int>(rows)]);
  std::replace(name.begin(), name.end(), '.', 'p');
  return name;
}

Inputs MakeInputs(const Problem& problem) {
  Random random(problem.seed);
  TestFile file;
  Inputs inputs;
  ReferenceInput& reference = inputs.reference;
  reference.batch = problem.batch;
  reference.sequence = problem.sequence;
  reference.hidden = problem.hidden;
  reference.vocab = problem.vocab;
  reference.temperature = problem.temperature;
  const std::vector<int64_t> tokens = {problem.batch, problem.sequence};
  reference.targets = RowMaker(problem, random, file).Make();
  reference.hidden_states = AddFloats(file, random, "hidden", problem.hidden_dtype,
                                      {problem.batch, problem.sequence, problem.hidden}, 1);
  const bool tied = problem.layout == KernelLayout::kVocabHidden;
  const std::vector<int64_t> kernel_dims =
      tied ? std::vector<int64_t>{problem.vocab, problem.hidden}
           : std::vector<int64_t>{problem.hidden, problem.vocab};
  // Logits of a standard deviation of 2, before the temperature.
  std::vector<double> kernel =
      AddFloats(file, random, tied ? "embedding" : "kernel", problem.kernel_dtype, kernel_dims,
                2 / std::sqrt(static_cast<double>(problem.hidden)));
  reference.kernel = HiddenMajor(problem, std::move(kernel));
  reference.d_logps = AddFloats(file, random, "cotangent_logps", DType::kF32, tokens, 1);
  reference.d_entropies.assign(reference.d_logps.size(), 0);
  if (problem.entropy) {
    reference.d_entropies = AddFloats(file, random, "cotangent_entropies", DType::kF32, tokens, 1);
  }
  if (problem.rows == Rows::kPadded) inputs.options.pad_id = kPadId;
  inputs.file = file.Contents();
  return inputs;
}

Result<Scores> RunProblem(const Client& client, const Problem& problem, const Inputs& inputs,
                          bool grad) {
  LOGPHEAD_ASSIGN_OR_RETURN(const SafetensorsFile file, SafetensorsFile::Parse(inputs.file));
  LOGPHEAD_ASSIGN_OR_RETURN(const Batch batch, ReadBatch(file, inputs.options));
  ScoreOptions options;
  options.kernels = TestKernels() == Kernels::kNative ? KernelChoice::kNative : KernelChoice::kXla;
  options.mesh = MeshOf(problem.mesh);
  if (options.mesh) options.shardings = HeadShardings::Default(*options.mesh);
  options.chunk = problem.chunk;
  options.temperature = problem.temperature;
  options.entropy = problem.entropy;
  options.grad = grad;
  options.replicate = problem.replicate.value_or(ReplicateMode::kAuto);
  return Score(client, batch, options);
}

Errors ExpectClose(const Problem& problem, const Scores& scores, const Reference& reference,
                   const std::vector<int64_t>& targets, HiddenSums sums) {
  Errors errors;
  const auto absolute = [](size_t) { return kLogpBound; };
  const std::vector<double> logps = ToDoubles(scores.logps);
  const std::vector<double> entropies = ToDoubles(scores.entropies);
  errors.logps = ExpectWithin("logps", logps, reference.logps, absolute);
  if (problem.entropy) {
    errors.entropies = ExpectWithin("entropies", entropies, reference.entropies, absolute);
  }
  std::vector<double> d_hidden;
  if (!scores.d_hidden.empty()) {
    const bool rounds_dz = IsBf16(problem.hidden_dtype) && IsBf16(problem.kernel_dtype);
    const double per_term = rounds_dz ? kBf16Roundoff : 0;
    const double per_result = IsBf16(scores.d_hidden_dtype) ? kBf16Roundoff : 0;
    const double per_part = per_term + (sums == HiddenSums::kOverDevices ? per_result : 0);
    const double max_d_hidden = Largest(reference.d_hidden);
    d_hidden = Numbers(scores.d_hidden_dtype, scores.d_hidden);
    errors.d_hidden = ExpectWithin("d_hidden", d_hidden, reference.d_hidden, [&](size_t i) {
      return kGradientBound * max_d_hidden + per_part * reference.d_hidden_terms[i] * 1.01 +
             per_result * std::fabs(reference.d_hidden[i]) * 1.01;
    });
    const double max_d_kernel = Largest(reference.d_kernel);
    errors.d_kernel = ExpectWithin(
        "d_kernel", HiddenMajor(problem, Numbers(scores.d_kernel_dtype, scores.d_kernel)),
        reference.d_kernel, [&](size_t i) {
          return kGradientBound * max_d_kernel + per_term * reference.d_kernel_terms[i] * 1.01;
        });
    if (max_d_hidden > 0) errors.d_hidden /= max_d_hidden;
    if (max_d_kernel > 0) errors.d_kernel /= max_d_kernel;
  }
  ExpectExactZeros(problem, logps, entropies, d_hidden, targets);
  return errors;
}

void ExpectWithinSummationOrder(const Scores& a, const Scores& b, const Reference& reference,
                                double orders) {
  const auto expect = [](const char* what, const std::vector<double>& x,
                         const std::vector<double>& y, auto bound) {
    ASSERT_EQ(x.size(), y.size()) << what;
    size_t beyond = 0;
    double largest = 0;
    for (size_t i = 0; i < x.size(); ++i) {
      const double share = std::fabs(x[i] - y[i]) / bound(i);
      largest = std::max(largest, share);
      if (!(share <= 1)) ++beyond;
    }
    EXPECT_EQ(beyond, 0U) << what << " of " << x.size() << ", at most " << largest << " bounds";
    ::testing::Test::RecordProperty(std::string(what) + "_share", std::to_string(largest));
  };
  const auto few_roundings = [](const std::vector<double>& values) {
    return [&values](size_t i) { return 8 * kF32Roundoff * (1 + std::fabs(values[i])); };
  };
  expect("logps", ToDoubles(a.logps), ToDoubles(b.logps), few_roundings(reference.logps));
  expect("entropies", ToDoubles(a.entropies), ToDoubles(b.entropies),
         few_roundings(reference.entropies));
  const auto bound_of = [orders](const std::vector<double>& terms) {
    return [&terms, orders](size_t i) { return orders * kF32Roundoff * terms[i] + 1e-30; };
  };
  expect("d_hidden", Numbers(a.d_hidden_dtype, a.d_hidden), Numbers(b.d_hidden_dtype, b.d_hidden),
         bound_of(reference.d_hidden_terms));
  expect("d_kernel", Numbers(a.d_kernel_dtype, a.d_kernel), Numbers(b.d_kernel_dtype, b.d_kernel),
         bound_of(reference.d_kernel_terms));
}

void ExpectIdentical(const Scores& a, const Scores& b, MostlyZeros zeros) {
  const auto expect = [](const char* what, const Status& status) {
    EXPECT_TRUE(status.ok()) << what << ": " << status.error().message();
  };
  expect("logps", CheckBitIdentical(a.logps, b.logps, zeros));
  EXPECT_EQ(a.entropies.size(), b.entropies.size());
  if (!a.entropies.empty()) expect("entropies", CheckBitIdentical(a.entropies, b.entropies, zeros));
  EXPECT_EQ(a.d_hidden.size(), b.d_hidden.size());
  if (a.d_hidden.empty()) return;
  expect("d_hidden",
         CheckBitIdentical(a.d_hidden, b.d_hidden, DTypeBytes(a.d_hidden_dtype), zeros));
  expect("d_kernel",
         CheckBitIdentical(a.d_kernel, b.d_kernel, DTypeBytes(a.d_kernel_dtype), zeros));
}

}  // namespace logphead::numeric
