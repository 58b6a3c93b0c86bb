// SPDX-License-Identifier: Apache-2.0
// Programs: their whole texts, as recorded in tests/golden/head.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "logphead/head/test_programs.h"
#include "logphead/testing/golden.h"

namespace logphead {
namespace {

// 2 rows of 8 tokens in chunks of 4.
HeadConfig Small() {
  HeadConfig config;
  config.batch = 2;
  config.sequence = 8;
  config.hidden = 4;
  config.vocab = 6;
  config.chunk = 4;
  return config;
}

// The same on 8 devices.
HeadConfig OnMesh(ReplicateMode mode) {
  HeadConfig config = Small();
  config.batch = 4;
  config.mesh = *Mesh::Parse("fsdp=2,context=2,expert=2");
  config.shardings = HeadShardings::Default(*config.mesh);
  config.replicate = mode;
  return config;
}

// A head on the mesh, on shapes that it does not divide: 7 columns, 3 chunks of 3 tokens a device.
HeadConfig WithHead(const char* head) {
  HeadConfig config = OnMesh(ReplicateMode::kNever);
  config.head = *ParseHead(head);
  config.sequence = 16;
  config.hidden = 8;
  config.vocab = 7;
  config.chunk = 3;
  return config;
}

struct Golden {
  const char* name;
  ProgramKind kind;
  HeadConfig base;
  std::function<void(HeadConfig&)> change;
};

void PrintTo(const Golden& each, std::ostream* out) { *out << each.name; }

using C = HeadConfig;
constexpr auto kForward = ProgramKind::kForward;
constexpr auto kBackward = ProgramKind::kBackward;
constexpr auto kLossAndGrad = ProgramKind::kLossAndGrad;
constexpr auto kFused = ProgramKind::kFused;
constexpr auto kAuto = ReplicateMode::kAuto;
constexpr auto kAlways = ReplicateMode::kAlways;
constexpr auto kNever = ReplicateMode::kNever;

void Nothing(C&) {}
void Entropy(C& c) { c.entropy = true; }
void Ragged(C& c) { c.sequence = 10; }
void Tied(C& c) { c.layout = KernelLayout::kVocabHidden; }
void F32(C& c) { c.hidden_dtype = c.kernel_dtype = DType::kF32; }
void Origin(C& c) {
  c.logits = LogitsPrecision::kBf16;
  c.accumulate = Accumulate::kKernel;
}

void Native(C& c) {
  c.kernels = Kernels::kNative;
  c.isa = "portable";
}

void MaxText(C& c) { c.shardings.kernel = {"fsdp", "context", "expert"}; }
std::function<void(C&)> Loss(LossKind kind, std::function<void(C&)> more = Nothing) {
  return [=](C& c) {
    c.loss = LossConfig::Default(kind);
    more(c);
  };
}

const std::vector<Golden>& Goldens() {
  static const auto* const kGoldens = new std::vector<Golden>{
      {"forward", kForward, Small(), Nothing},
      {"forward_entropy", kForward, Small(), Entropy},
      {"forward_temperature", kForward, Small(), [](C& c) { c.temperature = 0.7; }},
      {"forward_f32", kForward, Small(), F32},
      {"forward_f32_rounded", kForward, Small(), [](C& c) { F32(c), Origin(c); }},
      {"forward_tied", kForward, Small(), Tied},
      {"forward_ragged", kForward, Small(), Ragged},
      {"forward_one_chunk", kForward, Small(), [](C& c) { c.chunk = 4096; }},
      {"forward_mesh_auto", kForward, OnMesh(kAuto), Nothing},
      {"forward_mesh_auto_2048", kForward, OnMesh(kAuto),
       [](C& c) { c.sequence = 4096, c.chunk = 2048; }},
      {"forward_mesh_always_entropy", kForward, OnMesh(kAlways), Entropy},
      {"backward", kBackward, Small(), Nothing},
      {"backward_tied_f32", kBackward, Small(), [](C& c) { Tied(c), F32(c); }},
      {"backward_ragged_mixed", kBackward, Small(),
       [](C& c) { Ragged(c), c.kernel_dtype = DType::kF32; }},
      {"backward_origin", kBackward, Small(), Origin},
      {"backward_entropy_temperature", kBackward, Small(),
       [](C& c) { Entropy(c), c.temperature = 2; }},
      {"backward_mesh_always_entropy", kBackward, OnMesh(kAlways), Entropy},
      {"loss_and_grad", kLossAndGrad, Small(), Nothing},
      {"loss_and_grad_entropy", kLossAndGrad, Small(), Entropy},
      {"loss_and_grad_mesh_never", kLossAndGrad, OnMesh(kNever), Nothing},
      {"loss_and_grad_mesh_always", kLossAndGrad, OnMesh(kAlways), Nothing},
      {"loss_and_grad_mesh_ids_only", kLossAndGrad, OnMesh(kAlways),
       [](C& c) { c.variant = ReplicateVariant::kIdsOnly; }},
      {"loss_and_grad_mesh_batch_dim", kLossAndGrad, OnMesh(kAlways),
       [](C& c) { c.variant = ReplicateVariant::kBatchDim; }},
      {"fused_grpo", kFused, Small(), Loss(LossKind::kGrpo)},
      {"loss_and_grad_dapo_mesh", kLossAndGrad, OnMesh(kAuto), Loss(LossKind::kDapo)},
      {"local_forward", kForward, Small(), [](C& c) { c.head = *ParseHead("local"); }},
      {"local_backward_mesh", kBackward, WithHead("local"), Entropy},
      {"local_loss_and_grad_mesh_regather", kLossAndGrad, WithHead("local"),
       [](C& c) { F32(c), c.kernel_reuse = KernelReuse::kRegather; }},
      {"local_fused_gspo_mesh_skip", kFused, WithHead("local"),
       Loss(LossKind::kGspo, [](C& c) { F32(c), c.skip_masked = true; })},
      {"vocab_forward_mesh", kForward, WithHead("vocab:context"), [](C& c) { Tied(c), F32(c); }},
      {"vocab_loss_and_grad_mesh_maxtext", kLossAndGrad, WithHead("vocab:context,expert"), MaxText},
      {"vocab_backward_mesh_stored", kBackward, WithHead("vocab:expert"),
       [](C& c) { c.shardings.kernel_vocab = {"context"}; }},
      {"vocab_fused_grpo_mesh", kFused, WithHead("vocab:context,expert"),
       Loss(LossKind::kGrpo, [](C& c) { c.entropy = true, c.loss->entropy_bonus = 0.01; })},
      {"native_forward", kForward, Small(), [](C& c) { Native(c), Entropy(c); }},
      {"native_backward_mesh", kBackward, WithHead("vocab:context"),
       [](C& c) { Native(c), Tied(c), F32(c), c.temperature = 0.7; }},
      {"native_loss_and_grad_mesh_regather", kLossAndGrad, WithHead("local"),
       [](C& c) { Native(c), c.kernel_reuse = KernelReuse::kRegather; }},
      {"native_fused_grpo_mesh", kFused, OnMesh(kAuto),
       Loss(LossKind::kGrpo,
            [](C& c) {
              Native(c), c.entropy = true, c.loss->entropy_bonus = 0.01, c.gradient_filter = 1e-4;
            })},
  };
  return *kGoldens;
}

class GoldenProgram : public ::testing::TestWithParam<Golden> {};

TEST_P(GoldenProgram, IsAsRecorded) {
  HeadConfig config = GetParam().base;
  GetParam().change(config);
  const Status status =
      CheckGolden(std::string("head/") + GetParam().name + ".mlir", Text(config, GetParam().kind));
  EXPECT_TRUE(status.ok()) << status.error().message();
}

INSTANTIATE_TEST_SUITE_P(Head, GoldenProgram, ::testing::ValuesIn(Goldens()),
                         [](const auto& each) { return std::string(each.param.name); });

// A text that no case writes is checked by none.
TEST(GoldenPrograms, AreAllInUse) {
  std::vector<std::string> names;
  for (const Golden& golden : Goldens()) names.push_back(std::string(golden.name) + ".mlir");
  std::error_code missing;
  for (const auto& entry : std::filesystem::directory_iterator(GoldenFolder() / "head", missing)) {
    EXPECT_THAT(names, ::testing::Contains(entry.path().filename().string()));
  }
  EXPECT_FALSE(missing) << missing.message();
}

}  // namespace
}  // namespace logphead
