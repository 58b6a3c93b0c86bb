// SPDX-License-Identifier: Apache-2.0
// Tests of reading batches: what is taken, and what each wrong tensor is told.
#include "logphead/score/batch.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "logphead/score/test_files.h"

namespace logphead {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr int32_t kNone = -100;

// B = 2, L = 3, H = 4, V = 5, all right.
TestFile RightFile() {
  TestFile file;
  file.Set("hidden", DType::kF32, {2, 3, 4}, std::vector<float>(24, 0.5F));
  file.Set("kernel", DType::kF32, {4, 5}, std::vector<float>(20, 0.25F));
  file.Set("targets", DType::kS32, {2, 3}, std::vector<int32_t>{0, 1, 2, 3, 4, kNone});
  return file;
}

// The same with tokens in place of targets.
TestFile TokenFile(const std::vector<int32_t>& tokens = {0, 1, 2, 3, 4, 0}) {
  TestFile file = RightFile();
  file.Remove("targets").Set("tokens", DType::kS32, {2, 3}, tokens);
  return file;
}

// A file and the batch that points into it.
struct Opened {
  explicit Opened(const TestFile& test_file, const BatchOptions& options = {})
      : file(test_file.Open()), batch(ReadBatch(file, options)) {}
  SafetensorsFile file;
  Result<Batch> batch;

  const Batch& get() const { return batch.value(); }
  std::string error() const { return batch.ok() ? "no error" : batch.error().message(); }
};

TEST(ReadBatch, TakesHiddenKernelAndTargets) {
  const Opened opened(RightFile());
  ASSERT_TRUE(opened.batch.ok()) << opened.error();
  const Batch& batch = opened.get();
  EXPECT_EQ(batch.batch, 2);
  EXPECT_EQ(batch.sequence, 3);
  EXPECT_EQ(batch.hidden, 4);
  EXPECT_EQ(batch.vocab, 5);
  EXPECT_EQ(batch.layout, KernelLayout::kHiddenVocab);
  EXPECT_THAT(batch.targets, ElementsAre(0, 1, 2, 3, 4, kNone));
  EXPECT_EQ(batch.scored(), 5);
  EXPECT_EQ(batch.positions(), 6);
  EXPECT_THAT(batch.cotangent_logps, IsEmpty());
  EXPECT_THAT(batch.cotangent_entropies, IsEmpty());
  EXPECT_THAT(batch.notes, IsEmpty());
  EXPECT_EQ(CopyElements<float>(batch.hidden_states)[0], 0.5F);
}

TEST(ReadBatch, TakesAnEmbeddingAndBf16) {
  TestFile file = RightFile();
  file.Remove("kernel").Set("embedding", DType::kBF16, {5, 4}, std::vector<uint16_t>(20, 0x3f80));
  file.Set("hidden", DType::kBF16, {2, 3, 4}, std::vector<uint16_t>(24, 0x3f80));
  const Opened opened(file);
  ASSERT_TRUE(opened.batch.ok()) << opened.error();
  EXPECT_EQ(opened.get().layout, KernelLayout::kVocabHidden);
  EXPECT_EQ(opened.get().vocab, 5);
  EXPECT_EQ(opened.get().kernel.dtype, DType::kBF16);
  EXPECT_EQ(opened.get().hidden_states.dtype, DType::kBF16);
}

TEST(ReadBatch, TakesEmptyBatches) {
  for (const auto& [rows, tokens] : {std::pair(0, 3), std::pair(2, 0), std::pair(0, 0)}) {
    TestFile file = RightFile();
    file.Set("hidden", DType::kF32, {rows, tokens, 4}, std::vector<float>());
    file.Set("targets", DType::kS32, {rows, tokens}, std::vector<int32_t>());
    file.Set("mask", DType::kPred, {rows, tokens}, std::vector<uint8_t>());
    const Opened opened(file);
    ASSERT_TRUE(opened.batch.ok()) << opened.error();
    EXPECT_EQ(opened.get().batch, rows);
    EXPECT_EQ(opened.get().sequence, tokens);
    EXPECT_EQ(opened.get().scored(), 0);
  }
}

TEST(ReadBatch, ShiftsTokens) {
  const Opened opened(TokenFile());
  ASSERT_TRUE(opened.batch.ok()) << opened.error();
  EXPECT_THAT(opened.get().targets, ElementsAre(1, 2, kNone, 4, 0, kNone));
}

TEST(ReadBatch, ShiftsTokensWithinSegmentsAndSaysWhatSegmentZeroIs) {
  TestFile file = TokenFile();
  file.Set("segment_ids", DType::kS32, {2, 3}, std::vector<int32_t>{1, 1, 2, 1, 1, 0});
  const Opened opened(file);
  ASSERT_TRUE(opened.batch.ok()) << opened.error();
  EXPECT_THAT(opened.get().targets, ElementsAre(1, kNone, kNone, 4, kNone, kNone));
  EXPECT_THAT(opened.get().notes, ElementsAre(HasSubstr("segment id 0 is taken as padding")));
}

TEST(ReadBatch, ThePaddingSegmentMayBeSet) {
  TestFile file = TokenFile();
  file.Set("segment_ids", DType::kS32, {2, 3}, std::vector<int32_t>{0, 0, 0, 1, 1, 1});
  BatchOptions options;
  options.padding_segment_set = true;
  EXPECT_THAT(Opened(file, options).get().targets, ElementsAre(1, 2, kNone, 4, 0, kNone));
  EXPECT_THAT(Opened(file, options).get().notes, ElementsAre(HasSubstr("taken as a segment")));
  options.padding_segment = 1;
  EXPECT_THAT(Opened(file, options).get().targets, ElementsAre(1, 2, kNone, kNone, kNone, kNone));
}

TEST(ReadBatch, PadTokensAreNoTargetsAndMayBeAnything) {
  BatchOptions options;
  options.pad_id = -1;
  const Opened opened(TokenFile({0, 1, -1, 3, -1, -1}), options);
  ASSERT_TRUE(opened.batch.ok()) << opened.error();
  EXPECT_THAT(opened.get().targets, ElementsAre(1, kNone, kNone, kNone, kNone, kNone));
  EXPECT_THAT(Opened(TokenFile({0, 1, -1, 3, -1, -1})).error(), HasSubstr("target id -1"));
}

TEST(ReadBatch, TakesI64Ids) {
  TestFile file = RightFile();
  file.Set("targets", DType::kS64, {2, 3}, std::vector<int64_t>{0, 1, kNone, 3, 4, 0});
  EXPECT_THAT(Opened(file).get().targets, ElementsAre(0, 1, kNone, 3, 4, 0));
  file.Set("targets", DType::kS64, {2, 3}, std::vector<int64_t>{0, 1, 2, 3, int64_t{1} << 32, 0});
  EXPECT_THAT(Opened(file).error(), HasSubstr("'targets' holds 4294967296 at row 1, position 1"));
  file.Set("targets", DType::kS64, {2, 3},
           std::vector<int64_t>{0, 1, std::numeric_limits<int64_t>::min(), 3, 4, 0});
  EXPECT_THAT(Opened(file).error(), HasSubstr("row 0, position 2, which is no i32"));
}

TEST(ReadBatch, NamesTargetsOutsideTheVocabulary) {
  TestFile file = RightFile();
  file.Set("targets", DType::kS32, {2, 3}, std::vector<int32_t>{0, 1, 2, 3, 5, -1});
  EXPECT_EQ(Opened(file).error(),
            "target id 5 at row 1, position 1 is outside [0, 5) and not -100 (ignored), as are 1 "
            "more");
  // A mask does not excuse a wrong id: it says that the file means something else.
  file.Set("mask", DType::kPred, {2, 3}, std::vector<uint8_t>(6, 0));
  EXPECT_THAT(Opened(file).error(), HasSubstr("target id 5"));
  EXPECT_THAT(Opened(TokenFile({0, 1, 7, 3, 4, 0})).error(),
              HasSubstr("tensor 'tokens': target id 7 at row 0, position 2"));
}

TEST(ReadBatch, MasksOfEveryDtype) {
  const std::vector<int> kept = {1, 0, 1, 0, 1, 1};
  const auto masked = ElementsAre(0, kNone, 2, kNone, 4, kNone);
  TestFile file = RightFile();
  file.Set("mask", DType::kPred, {2, 3}, std::vector<uint8_t>(kept.begin(), kept.end()));
  EXPECT_THAT(Opened(file).get().targets, masked);
  file.Set("mask", DType::kU8, {2, 3}, std::vector<uint8_t>{1, 0, 255, 0, 2, 1});
  EXPECT_THAT(Opened(file).get().targets, masked);
  file.Set("mask", DType::kS8, {2, 3}, std::vector<int8_t>{1, 0, -1, 0, 2, 1});
  EXPECT_THAT(Opened(file).get().targets, masked);
  file.Set("mask", DType::kS32, {2, 3}, std::vector<int32_t>{1, 0, -7, 0, 1, 1});
  EXPECT_THAT(Opened(file).get().targets, masked);
  file.Set("mask", DType::kS64, {2, 3}, std::vector<int64_t>{1, 0, int64_t{1} << 40, 0, 1, 1});
  EXPECT_THAT(Opened(file).get().targets, masked);
  file.Set("mask", DType::kF32, {2, 3}, std::vector<float>{1, 0, 0.5F, -0.0F, 1, 1});
  EXPECT_THAT(Opened(file).get().targets, masked);
}

TEST(ReadBatch, TakesCotangents) {
  TestFile file = RightFile();
  const std::vector<float> values = {1, 2, 3, 4, 5, 6};
  file.Set("cotangent_logps", DType::kF32, {2, 3}, values);
  EXPECT_EQ(Opened(file).get().cotangent_logps, values);
  EXPECT_THAT(Opened(file).get().cotangent_entropies, IsEmpty());
  file.Set("cotangent_entropies", DType::kF32, {2, 3}, values);
  EXPECT_EQ(Opened(file).get().cotangent_entropies, values);
}

TEST(ReadBatch, GivenTargetsMakeSegmentIdsANote) {
  TestFile file = RightFile();
  file.Set("segment_ids", DType::kS32, {2, 3}, std::vector<int32_t>(6, 1));
  const Opened opened(file);
  ASSERT_TRUE(opened.batch.ok()) << opened.error();
  EXPECT_THAT(opened.get().notes, ElementsAre(HasSubstr("'segment_ids' is not used")));
}

TEST(ReadBatch, CountsNaNAndInfinity) {
  const float nan = std::nanf("");
  const float inf = std::numeric_limits<float>::infinity();
  TestFile file = RightFile();
  std::vector<float> hidden(24, 1);
  hidden[3] = nan;
  hidden[7] = hidden[8] = -inf;
  file.Set("hidden", DType::kF32, {2, 3, 4}, hidden);
  std::vector<uint16_t> kernel(20, 0x3f80);
  kernel[1] = 0x7f80;  // infinity
  kernel[2] = 0x7fc0;  // NaN
  kernel[3] = 0xff81;  // NaN
  kernel[4] = 0x7f7f;  // the largest finite
  file.Set("kernel", DType::kBF16, {4, 5}, kernel);
  file.Set("cotangent_logps", DType::kF32, {2, 3}, std::vector<float>{1, 1, inf, 1, 1, 1});
  const Opened opened(file);
  ASSERT_TRUE(opened.batch.ok()) << opened.error();
  EXPECT_THAT(opened.get().notes,
              ElementsAre("tensor 'hidden' holds 1 NaN and 2 infinite of 24 values",
                          "tensor 'kernel' holds 2 NaN and 1 infinite of 20 values",
                          "tensor 'cotangent_logps' holds 0 NaN and 1 infinite of 6 values"));
  BatchOptions refuse;
  refuse.refuse_nonfinite = true;
  EXPECT_THAT(Opened(file, refuse).error(),
              HasSubstr("tensor 'hidden' holds 1 NaN and 2 infinite of 24 values (leave "
                        "--refuse-nonfinite out"));
  file.Set("hidden", DType::kF32, {2, 3, 4}, std::vector<float>(24, 1));
  EXPECT_THAT(Opened(file, refuse).error(), HasSubstr("'kernel'"));
  file.Set("kernel", DType::kF32, {4, 5}, std::vector<float>(20, 1));
  EXPECT_THAT(Opened(file, refuse).error(), HasSubstr("'cotangent_logps'"));
}

TEST(ReadBatch, AMaskThatIsNaNIsRefused) {
  TestFile file = RightFile();
  file.Set("mask", DType::kF32, {2, 3}, std::vector<float>{1, NAN, 0, 1, 1, NAN});
  EXPECT_EQ(Opened(file).error(), "tensor 'mask' holds 2 NaN (use 0 and 1)");
}

TEST(ReadBatch, TwoOfAKindAreRefused) {
  TestFile file = RightFile();
  file.Set("embedding", DType::kF32, {5, 4}, std::vector<float>(20, 1));
  EXPECT_THAT(Opened(file).error(), HasSubstr("both 'kernel' and 'embedding'"));
  file = RightFile();
  file.Set("tokens", DType::kS32, {2, 3}, std::vector<int32_t>(6, 1));
  EXPECT_THAT(Opened(file).error(), HasSubstr("both 'targets' and 'tokens'"));
}

TEST(ReadBatch, MissingTensorsAreNamed) {
  const auto without = [](const char* name) { return Opened(RightFile().Remove(name)).error(); };
  EXPECT_THAT(without("hidden"), HasSubstr("hidden"));
  EXPECT_THAT(without("kernel"), HasSubstr("'kernel' [hidden, vocab] nor 'embedding'"));
  EXPECT_THAT(without("targets"), HasSubstr("no tensor 'targets' nor 'tokens'"));
}

// A tensor put in place of the right one, and what its error must say.
struct Wrong {
  const char* name;
  DType dtype;
  std::vector<int64_t> dims;
  const char* says;
};

class WrongTensor : public ::testing::TestWithParam<Wrong> {};

TEST_P(WrongTensor, IsNamedWithWhatItMustBe) {
  const Wrong& wrong = GetParam();
  size_t count = 1;
  for (const int64_t dim : wrong.dims) count *= static_cast<size_t>(dim);
  const std::string name = wrong.name;
  TestFile file = name == "tokens" || name == "segment_ids" ? TokenFile() : RightFile();
  if (name == "embedding") file.Remove("kernel");
  file.Set(name, wrong.dtype, wrong.dims, std::vector<uint8_t>(count * DTypeBytes(wrong.dtype), 0));
  const Opened opened(file);
  EXPECT_THAT(opened.error(), HasSubstr("tensor '" + name + "' is "));
  EXPECT_THAT(opened.error(), HasSubstr(wrong.says));
}

std::string WrongName(const ::testing::TestParamInfo<Wrong>& each) {
  return fmt::format("{}_{}_{}", each.param.name, DTypeName(each.param.dtype),
                     fmt::join(each.param.dims, "x"));
}

INSTANTIATE_TEST_SUITE_P(
    Batch, WrongTensor,
    ::testing::Values(
        Wrong{"hidden", DType::kF32, {6, 4}, "[6,4] but must be bf16 or f32 of dimensions [batch"},
        Wrong{"hidden", DType::kF32, {2, 3, 4, 1}, "[batch, sequence, hidden]"},
        Wrong{"hidden", DType::kF16, {2, 3, 4}, "bf16 or f32"},
        Wrong{"hidden", DType::kS32, {2, 3, 4}, "bf16 or f32"},
        Wrong{"hidden", DType::kF64, {2, 3, 4}, "bf16 or f32"},
        Wrong{"hidden", DType::kF32, {2, 3, 0}, "hidden size of 1 or more"},
        Wrong{"kernel", DType::kF32, {20}, "dimensions [4, vocab]"},
        Wrong{"kernel", DType::kF32, {5, 4}, "[5,4] but must be bf16 or f32 of dimensions [4, voc"},
        Wrong{"kernel", DType::kF32, {4, 0}, "must be"},
        Wrong{"kernel", DType::kU8, {4, 5}, "bf16 or f32"},
        Wrong{"embedding", DType::kF32, {4, 5}, "dimensions [vocab, 4]"},
        Wrong{"embedding", DType::kF32, {0, 4}, "must be"},
        Wrong{"embedding", DType::kF16, {5, 4}, "bf16 or f32"},
        Wrong{"targets", DType::kS32, {3, 2}, "i32 of dimensions [2, 3], as 'hidden' has"},
        Wrong{"targets", DType::kS32, {6}, "dimensions [2, 3]"},
        Wrong{"targets", DType::kF32, {2, 3}, "must be i32"},
        Wrong{"targets", DType::kU32, {2, 3}, "must be i32"},
        Wrong{"tokens", DType::kS32, {2, 4}, "dimensions [2, 3]"},
        Wrong{"tokens", DType::kS16, {2, 3}, "must be i32"},
        Wrong{"segment_ids", DType::kS32, {2, 2}, "dimensions [2, 3]"},
        Wrong{"segment_ids", DType::kF32, {2, 3}, "must be i32"},
        Wrong{"mask", DType::kPred, {2, 3, 1}, "bool, f32 or i32 of dimensions [2, 3]"},
        Wrong{"mask", DType::kF32, {3, 3}, "dimensions [2, 3]"},
        Wrong{"mask", DType::kBF16, {2, 3}, "bool, f32 or i32"},
        Wrong{"mask", DType::kF64, {2, 3}, "bool, f32 or i32"},
        Wrong{"cotangent_logps", DType::kBF16, {2, 3}, "must be f32"},
        Wrong{"cotangent_logps", DType::kF32, {2, 4}, "dimensions [2, 3]"},
        Wrong{"cotangent_entropies", DType::kF64, {2, 3}, "must be f32"},
        Wrong{"cotangent_entropies", DType::kF32, {6}, "dimensions [2, 3]"}),
    WrongName);

// A loss that reads old log-probs, and with a kl a reference as well.
BatchOptions ForLoss(LossKind kind, double kl = 0) {
  BatchOptions options;
  options.loss = LossConfig::Default(kind);
  options.loss->kl = kl;
  return options;
}

TestFile LossFile() {
  TestFile file = RightFile();
  file.Set("advantages", DType::kF32, {2}, std::vector<float>{1, -2});
  file.Set("old_logps", DType::kF32, {2, 3}, std::vector<float>{1, 2, 3, 4, 5, 6});
  file.Set("ref_logps", DType::kF32, {2, 3}, std::vector<float>{6, 5, 4, 3, 2, 1});
  return file;
}

TEST(ReadBatchForALoss, TakesWhatTheLossReads) {
  const Opened opened(LossFile(), ForLoss(LossKind::kGrpo, 0.1));
  ASSERT_TRUE(opened.batch.ok()) << opened.error();
  EXPECT_THAT(opened.get().advantages, ElementsAre(1, 1, 1, -2, -2, -2));
  EXPECT_THAT(opened.get().old_logps, ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_THAT(opened.get().ref_logps, ElementsAre(6, 5, 4, 3, 2, 1));
  EXPECT_THAT(opened.get().notes, IsEmpty());
}

TEST(ReadBatchForALoss, LeavesTheRest) {
  const Opened ppo(LossFile(), ForLoss(LossKind::kPpo));
  ASSERT_TRUE(ppo.batch.ok()) << ppo.error();
  EXPECT_THAT(ppo.get().ref_logps, IsEmpty());
  const Opened plain(LossFile(), ForLoss(LossKind::kPolicyGradient));
  ASSERT_TRUE(plain.batch.ok()) << plain.error();
  EXPECT_THAT(plain.get().old_logps, IsEmpty());
  const Opened none(LossFile());
  ASSERT_TRUE(none.batch.ok()) << none.error();
  EXPECT_THAT(none.get().advantages, IsEmpty());
}

TEST(ReadBatchForALoss, AdvantagesOfTokensStayAsTheyAre) {
  TestFile file = LossFile();
  file.Set("advantages", DType::kF32, {2, 3}, std::vector<float>{1, 2, 3, 4, 5, 6});
  const Opened opened(file, ForLoss(LossKind::kPpo));
  ASSERT_TRUE(opened.batch.ok()) << opened.error();
  EXPECT_THAT(opened.get().advantages, ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST(ReadBatchForALoss, NamesWhatIsMissingAndWhatNeedsIt) {
  const Opened advantages(LossFile().Remove("advantages"), ForLoss(LossKind::kDapo));
  EXPECT_EQ(advantages.error(),
            "test.safetensors: there is no tensor 'advantages', which loss dapo needs (f32 of "
            "dimensions [2] or [2, 3], as 'hidden' has)");
  const Opened old(LossFile().Remove("old_logps"), ForLoss(LossKind::kGspo));
  EXPECT_EQ(old.error(),
            "test.safetensors: there is no tensor 'old_logps', which loss gspo needs (f32 of "
            "dimensions [2, 3], as 'hidden' has)");
  const Opened ref(LossFile().Remove("ref_logps"), ForLoss(LossKind::kPpo, 0.5));
  EXPECT_EQ(ref.error(),
            "test.safetensors: there is no tensor 'ref_logps', which loss ppo with a kl of 0.5 "
            "needs (f32 of dimensions [2, 3], as 'hidden' has; a kl of 0 needs none)");
}

TEST(ReadBatchForALoss, SaysThatCotangentsAreNotUsed) {
  TestFile file = LossFile();
  file.Set("cotangent_logps", DType::kF32, {2, 3}, std::vector<float>(6));
  const Opened opened(file, ForLoss(LossKind::kPpo));
  ASSERT_TRUE(opened.batch.ok()) << opened.error();
  EXPECT_THAT(opened.get().notes,
              ElementsAre("'cotangent_logps' is not used: the gradients are those of the loss"));
}

TEST(ReadBatchForALoss, OtherShapesAndDtypesAreRefused) {
  for (const char* name : {"advantages", "old_logps", "ref_logps"}) {
    for (const auto& dims : {std::vector<int64_t>{3, 2}, std::vector<int64_t>{6}}) {
      TestFile file = LossFile();
      file.Set(name, DType::kF32, dims, std::vector<float>(6));
      const std::string error = Opened(file, ForLoss(LossKind::kGrpo, 0.1)).error();
      EXPECT_THAT(error, HasSubstr(fmt::format("tensor '{}' is f32[{}] but must be f32 of dimen",
                                               name, fmt::join(dims, ","))));
      EXPECT_THAT(error, HasSubstr("[2, 3]"));
    }
    TestFile file = LossFile();
    file.Set(name, DType::kS32, {2, 3}, std::vector<int32_t>(6));
    EXPECT_THAT(Opened(file, ForLoss(LossKind::kGrpo, 0.1)).error(), HasSubstr("must be f32"));
  }
}

TEST(ReadBatchForALoss, NumbersThatAreNoneAreCounted) {
  TestFile file = LossFile();
  file.Set("advantages", DType::kF32, {2}, std::vector<float>{NAN, INFINITY});
  BatchOptions options = ForLoss(LossKind::kPpo);
  const Opened opened(file, options);
  ASSERT_TRUE(opened.batch.ok()) << opened.error();
  EXPECT_THAT(opened.get().notes,
              ElementsAre("tensor 'advantages' holds 1 NaN and 1 infinite of 2 values"));
  options.refuse_nonfinite = true;
  EXPECT_THAT(Opened(file, options).error(), HasSubstr("--refuse-nonfinite"));
}

}  // namespace
}  // namespace logphead
