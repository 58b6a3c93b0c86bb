// SPDX-License-Identifier: Apache-2.0
// Tests of handlers: the extension's search and sizes, names, errors.
#include "logphead/pjrt/ffi.h"

#include "logphead/pjrt/fake_plugin/fake_test.h"

namespace logphead {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

class FfiTest : public fake::FakeTest {
 protected:
  Plugin MakeFfi(size_t struct_size = 0, bool takes = true) const {
    auto* make = Function<fake::FakeMakeFfiApi>("LogpheadFakeMakeFfiApi");
    return Plugin::Wrap(make(struct_size, takes), "fake.so").value();
  }
  int one_ = 1;
  int two_ = 2;
};

TEST_F(FfiTest, HandlersAreRegisteredForTheHost) {
  const Plugin plugin = MakeFfi();
  EXPECT_TRUE(CheckTakesHandlers(plugin).ok());
  EXPECT_TRUE(RegisterHandler(plugin, "first", &one_).ok());
  EXPECT_TRUE(RegisterHandler(plugin, "second", &two_).ok());
  EXPECT_THAT(controls_->handlers,
              ElementsAre(Pair("first on Host", &one_), Pair("second on Host", &two_)));
}

TEST_F(FfiTest, ANameHasOneHandler) {
  const Plugin plugin = MakeFfi();
  ASSERT_TRUE(RegisterHandler(plugin, "once", &one_).ok());
  EXPECT_TRUE(RegisterHandler(plugin, "once", &one_).ok());
  const Status other = RegisterHandler(plugin, "once", &two_);
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(other.error().code(), Code::kAlreadyExists);
  EXPECT_THAT(other.error().message(), HasSubstr("another handler for custom calls of once"));
  EXPECT_THAT(controls_->handlers, ElementsAre(Pair("once on Host", &one_)));
  // Another engine has handlers of its own.
  EXPECT_TRUE(RegisterHandler(MakeFfi(), "once", &two_).ok());
}

TEST_F(FfiTest, EnginesWithoutTheExtension) {
  const Plugin plugin = Make().value();
  for (const Status& status :
       {CheckTakesHandlers(plugin), RegisterHandler(plugin, "first", &one_)}) {
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().code(), Code::kUnimplemented);
    EXPECT_THAT(status.error().message(), HasSubstr("fake.so takes no custom calls of ours: it "
                                                    "has no FFI extension"));
  }
}

TEST_F(FfiTest, ExtensionsThatEndBeforeTheFunction) {
  const Status status = RegisterHandler(MakeFfi(40), "first", &one_);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code(), Code::kUnimplemented);
  EXPECT_THAT(status.error().message(), HasSubstr("has 40 bytes and 48 are needed"));
  EXPECT_FALSE(CheckTakesHandlers(MakeFfi(0, /*takes=*/false)).ok());
  EXPECT_THAT(controls_->handlers, IsEmpty());
}

TEST_F(FfiTest, TheEnginesErrorComesWithTheName) {
  const Plugin plugin = MakeFfi();
  Fail("PJRT_FFI_Register_Handler", 3, "version 9.9");
  const Status status = RegisterHandler(plugin, "first", &one_);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code(), Code::kInvalidArgument);
  EXPECT_THAT(status.error().message(), HasSubstr("cannot register first with fake.so"));
  EXPECT_THAT(status.error().message(), HasSubstr("version 9.9"));
  // It may be tried again.
  Fail("");
  EXPECT_TRUE(RegisterHandler(plugin, "first", &one_).ok());
}

}  // namespace
}  // namespace logphead
