// SPDX-License-Identifier: Apache-2.0
// HeadKind: the names of heads and of what happens to the kernel between passes.
#include "logphead/head/head_kind.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace logphead {
namespace {

using ::testing::ElementsAre;

TEST(ParseHead, NamesReadBack) {
  for (const char* name :
       {"chunked", "local", "vocab:context", "vocab:expert,context", "vocab:x"}) {
    const auto head = ParseHead(name);
    ASSERT_TRUE(head.ok()) << head.error().ToString();
    EXPECT_EQ(head->ToString(), name);
    EXPECT_EQ(*ParseHead(head->ToString()), *head);
  }
}

TEST(ParseHead, KindsAndAxes) {
  EXPECT_EQ(ParseHead("chunked")->kind, HeadKind::kChunked);
  EXPECT_EQ(ParseHead("local")->kind, HeadKind::kLocal);
  EXPECT_THAT(ParseHead("local")->vocab_axes, ElementsAre());
  const HeadChoice vocab = *ParseHead("vocab:expert,context");
  EXPECT_EQ(vocab.kind, HeadKind::kVocab);
  EXPECT_THAT(vocab.vocab_axes, ElementsAre("expert", "context"));
  EXPECT_EQ(ParseHead("vocab")->ToString(), "vocab:context");
  EXPECT_EQ(HeadChoice().ToString(), "chunked");
}

class UnknownHead : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Texts, UnknownHead,
                         ::testing::Values("", "Local", "vocab:", "vocab:,", "vocab:context,",
                                           "vocab:,context", "vocab:a,,b", "local:context",
                                           "vocabulary", " local"));

TEST_P(UnknownHead, IsRefusedWithTheKnownOnes) {
  const auto head = ParseHead(GetParam());
  ASSERT_FALSE(head.ok()) << head->ToString();
  EXPECT_EQ(head.error().code(), Code::kInvalidArgument);
  EXPECT_EQ(head.error().message(),
            std::string("head '") + GetParam() +
                "' is unknown (use chunked, local or vocab:AXES, e.g. vocab:context,expert)");
}

TEST(KernelReuse, NamesReadBack) {
  for (const KernelReuse reuse : {KernelReuse::kKeep, KernelReuse::kRegather}) {
    EXPECT_EQ(*ParseKernelReuse(KernelReuseName(reuse)), reuse);
  }
  const auto unknown = ParseKernelReuse("gather");
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.error().message(), "kernel 'gather' is unknown (use keep or regather)");
}

}  // namespace
}  // namespace logphead
