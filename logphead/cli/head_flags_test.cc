// SPDX-License-Identifier: Apache-2.0
// Flags of the head: which heads, meshes, shardings, temperature, precision.
#include "logphead/cli/head_flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace logphead::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

HeadFlags Flags(const std::string& mesh, std::vector<std::string> shards = {}) {
  HeadFlags flags;
  if (!mesh.empty()) flags.mesh = {mesh};
  flags.shard = std::move(shards);
  return flags;
}

template <typename T>
std::string Message(const Result<T>& result) {
  return result.ok() ? "no error" : result.error().message();
}

TEST(ResolveMesh, NoneIsOneDevice) {
  const auto choice = ResolveMesh(Flags(""));
  ASSERT_TRUE(choice.ok());
  EXPECT_FALSE(choice->mesh.has_value());
  EXPECT_EQ(Message(ResolveMesh(Flags("", {"rows=fsdp"}))), "--shard needs a --mesh");
}

TEST(ResolveMesh, Defaults) {
  const auto choice = ResolveMesh(Flags("fsdp=2,context=4,expert=8"));
  ASSERT_TRUE(choice.ok());
  EXPECT_EQ(choice->mesh->size(), 64);
  EXPECT_THAT(choice->shardings.rows, ElementsAre("fsdp", "expert"));
  EXPECT_THAT(choice->shardings.sequence, ElementsAre("context"));
  EXPECT_THAT(choice->shardings.kernel, ElementsAre("fsdp"));
  EXPECT_THAT(choice->idle_axes, IsEmpty());
}

TEST(ResolveMesh, ShardsReplaceOneDefaultEach) {
  const auto choice = ResolveMesh(Flags(
      "fsdp=2,context=4,expert=8", {"kernel=fsdp,context,expert", "rows=fsdp", "rows=expert"}));
  ASSERT_TRUE(choice.ok());
  EXPECT_THAT(choice->shardings.rows, ElementsAre("expert"));  // the last one counts
  EXPECT_THAT(choice->shardings.sequence, ElementsAre("context"));
  EXPECT_THAT(choice->shardings.kernel, ElementsAre("fsdp", "context", "expert"));
}

TEST(ResolveMesh, TellsAxesThatSplitNothing) {
  const auto idle = [](const HeadFlags& flags) { return ResolveMesh(flags)->idle_axes; };
  EXPECT_THAT(idle(Flags("fsdp=2,data=4")), ElementsAre("data"));
  EXPECT_THAT(idle(Flags("fsdp=2,data=1")), IsEmpty());
  EXPECT_THAT(idle(Flags("fsdp=2,context=2", {"sequence="})), ElementsAre("context"));
  EXPECT_THAT(idle(Flags("fsdp=2,context=2", {"sequence=", "kernel=context"})), IsEmpty());
}

TEST(ResolveMesh, AxesOfTheVocabularyAreNotIdle) {
  HeadFlags flags = Flags("fsdp=2,data=4", {"kernel_vocab=data"});
  EXPECT_THAT(ResolveMesh(flags)->shardings.kernel_vocab, ElementsAre("data"));
  EXPECT_THAT(ResolveMesh(flags)->idle_axes, IsEmpty());
  flags.shard.clear();
  EXPECT_THAT(ResolveMesh(flags)->idle_axes, ElementsAre("data"));
  flags.head = "local,vocab:data";
  EXPECT_THAT(ResolveMesh(flags)->idle_axes, IsEmpty());
  flags.head = "nonsense";
  EXPECT_THAT(Message(ResolveMesh(flags)), HasSubstr("--head"));
}

TEST(ResolveMesh, Refuses) {
  EXPECT_THAT(Message(ResolveMesh(Flags("fsdp"))), HasSubstr("has no size"));
  EXPECT_THAT(Message(ResolveMesh(Flags("fsdp=2,fsdp=2"))), HasSubstr("named twice"));
  for (const char* shard : {"rows", "kernels=fsdp", "=fsdp", "ROWS=fsdp", " rows=fsdp"}) {
    EXPECT_THAT(Message(ResolveMesh(Flags("fsdp=2", {shard}))), HasSubstr("rows=AXES")) << shard;
  }
  EXPECT_EQ(Message(ResolveMesh(Flags("fsdp=2", {"rows=fsdp,"}))),
            "--shard rows has an empty piece between commas");
}

std::vector<std::string> Heads(const std::string& text) {
  HeadFlags flags;
  flags.head = text;
  const auto heads = ResolveHeads(flags);
  if (!heads.ok()) return {heads.error().message()};
  std::vector<std::string> names;
  for (const HeadChoice& head : *heads) names.push_back(head.ToString());
  return names;
}

TEST(ResolveHeads, WhatFollowsAVocabHeadIsAnAxisOfIt) {
  EXPECT_THAT(Heads(""), ElementsAre("chunked"));
  EXPECT_THAT(Heads("local"), ElementsAre("local"));
  EXPECT_THAT(Heads("vocab"), ElementsAre("vocab:context"));
  EXPECT_THAT(Heads("local,vocab:context,expert"), ElementsAre("local", "vocab:context,expert"));
  EXPECT_THAT(Heads("vocab:context,expert,chunked,vocab:expert,vocab"),
              ElementsAre("vocab:context,expert", "chunked", "vocab:expert", "vocab:context"));
}

TEST(ResolveHeads, Refuses) {
  EXPECT_THAT(Heads("fused"), ElementsAre(HasSubstr("--head: head 'fused' is unknown")));
  EXPECT_THAT(Heads("local,context"), ElementsAre(HasSubstr("head 'context' is unknown")));
  EXPECT_THAT(Heads("vocab:"), ElementsAre(HasSubstr("head 'vocab:' is unknown")));
  EXPECT_THAT(Heads("local,"), ElementsAre("--head has an empty piece between commas"));
  EXPECT_THAT(Heads("local,local"), ElementsAre("--head names local twice"));
  EXPECT_THAT(Heads("vocab,vocab:context"), ElementsAre("--head names vocab:context twice"));
  HeadFlags two;
  two.head = "local,chunked";
  EXPECT_EQ(Message(ResolveHead(two)), "--head local,chunked names 2 but one is meant here");
  two.head = "vocab:context,expert";
  EXPECT_EQ(ResolveHead(two)->ToString(), "vocab:context,expert");
}

TEST(ResolveKernelReuses, OfHeadsThatGather) {
  HeadFlags flags;
  flags.head = "local";
  EXPECT_THAT(*ResolveKernelReuses(flags), ElementsAre(KernelReuse::kKeep));
  flags.kernel = "regather,keep";
  EXPECT_THAT(*ResolveKernelReuses(flags), ElementsAre(KernelReuse::kRegather, KernelReuse::kKeep));
  EXPECT_EQ(Message(ResolveKernelReuse(flags)),
            "--kernel regather,keep names 2 but one is meant here");
  flags.kernel = "regather";
  EXPECT_EQ(*ResolveKernelReuse(flags), KernelReuse::kRegather);
  flags.kernel = "drop";
  EXPECT_THAT(Message(ResolveKernelReuses(flags)), HasSubstr("--kernel: kernel 'drop'"));
}

TEST(ResolveKernelReuses, NotOfTheChunkedHeadAlone) {
  HeadFlags flags;
  flags.kernel = "keep";
  EXPECT_THAT(Message(ResolveKernelReuses(flags)), HasSubstr("--kernel is for other heads"));
  flags.kernel.clear();
  flags.skip_masked = true;
  EXPECT_THAT(Message(ResolveKernelReuses(flags)), HasSubstr("--skip-masked is for other heads"));
  flags.head = "chunked,local";
  flags.kernel = "keep";
  EXPECT_TRUE(ResolveKernelReuses(flags).ok());
}

TEST(CheckConfigOfFlags, NamesTheHeadWhereThatIsWrong) {
  HeadConfig config;
  config.batch = config.sequence = config.hidden = 8;
  config.vocab = 3;
  config.mesh = *Mesh::Parse("fsdp=2,context=4");
  const auto message = [&](const char* head) {
    config.head = *ParseHead(head);
    const Status status = CheckConfigOfFlags(config);
    return status.ok() ? std::string("no error") : status.error().message();
  };
  EXPECT_EQ(message("vocab:fsdp"), "no error");
  EXPECT_THAT(message("vocab:spare"), HasSubstr("--head: head vocab:spare"));
  EXPECT_THAT(message("vocab:context"), HasSubstr("--head: head vocab:context shares"));
  config.hidden = 0;
  EXPECT_THAT(message("vocab:context"), Not(HasSubstr("--head")));
}

TEST(ResolveTemperature, Reads) {
  HeadFlags flags;
  EXPECT_EQ(*ResolveTemperature(flags), 1.0);
  flags.temperature = "0.7";
  EXPECT_EQ(*ResolveTemperature(flags), 0.7);
  flags.temperature = "1e38";
  EXPECT_EQ(*ResolveTemperature(flags), 1e38);
}

TEST(ResolveTemperature, Refuses) {
  HeadFlags flags;
  for (const char* text : {"0", "-0.0", "-1", "-1e-300"}) {
    flags.temperature = text;
    EXPECT_THAT(Message(ResolveTemperature(flags)), HasSubstr("use a number above 0")) << text;
  }
  for (const char* text : {"1e-39", "3.5e38", "1e300"}) {
    flags.temperature = text;
    EXPECT_THAT(Message(ResolveTemperature(flags)), HasSubstr("beyond f32")) << text;
  }
  for (const char* text : {"nan", "inf", "x"}) {
    flags.temperature = text;
    EXPECT_THAT(Message(ResolveTemperature(flags)), HasSubstr("not a finite number")) << text;
  }
}

TEST(ResolvePrecision, Names) {
  for (const char* text : {"", "f32"}) {
    EXPECT_EQ(ResolvePrecision(text)->logits, LogitsPrecision::kF32);
    EXPECT_EQ(ResolvePrecision(text)->accumulate, Accumulate::kF32);
  }
  EXPECT_EQ(ResolvePrecision("origin")->logits, LogitsPrecision::kBf16);
  EXPECT_EQ(ResolvePrecision("origin")->accumulate, Accumulate::kKernel);
  EXPECT_EQ(Message(ResolvePrecision("bf16")), "--precision 'bf16' is unknown (use f32 or origin)");
}

}  // namespace
}  // namespace logphead::cli
