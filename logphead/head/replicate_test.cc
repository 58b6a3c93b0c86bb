// SPDX-License-Identifier: Apache-2.0
// The replicate rule: its names, the environment, and when it is on.
#include "logphead/head/replicate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

namespace logphead {
namespace {

using ::testing::HasSubstr;

constexpr char kOurs[] = "LOGPHEAD_REPLICATE_SEQUENCE";
constexpr char kTunix[] = "TUNIX_LOGPS_REPLICATE_SEQUENCE";

EnvLookup Env(std::map<std::string, std::string> variables) {
  return [variables = std::move(variables)](const char* name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    return found != variables.end() ? std::optional<std::string>(found->second) : std::nullopt;
  };
}

// The resolved mode's name, or the error's message.
std::string Resolve(std::map<std::string, std::string> variables,
                    std::optional<ReplicateMode> flag = {}) {
  const auto mode = ResolveReplicateMode(flag, Env(std::move(variables)));
  return mode.ok() ? std::string(ReplicateModeName(*mode)) : mode.error().message();
}

TEST(ReplicateMode, NamesReadBack) {
  for (const char* name : {"auto", "always", "never"}) {
    const auto mode = ParseReplicateMode(name);
    ASSERT_TRUE(mode.ok()) << mode.error().ToString();
    EXPECT_EQ(ReplicateModeName(*mode), name);
  }
  EXPECT_EQ(*ParseReplicateMode("auto"), ReplicateMode::kAuto);
  EXPECT_EQ(*ParseReplicateMode("always"), ReplicateMode::kAlways);
  EXPECT_EQ(*ParseReplicateMode("never"), ReplicateMode::kNever);
}

class UnknownMode : public ::testing::TestWithParam<const char*> {};

TEST_P(UnknownMode, IsRefusedWithTheValidOnes) {
  const auto mode = ParseReplicateMode(GetParam());
  ASSERT_FALSE(mode.ok());
  EXPECT_EQ(mode.error().code(), Code::kInvalidArgument);
  EXPECT_EQ(mode.error().message(), std::string("replicate mode '") + GetParam() +
                                        "' is unknown (use auto, always or never)");
}

INSTANTIATE_TEST_SUITE_P(Texts, UnknownMode,
                         ::testing::Values("", "Auto", "ALWAYS", " never", "never ", "1", "true",
                                           "on", "off", "neverr", "alway"));

TEST(ReplicateEnv, NothingSetIsAuto) { EXPECT_EQ(Resolve({}), "auto"); }

TEST(ReplicateEnv, EitherNameIsRead) {
  for (const char* mode : {"auto", "always", "never"}) {
    EXPECT_EQ(Resolve({{kOurs, mode}}), mode);
    EXPECT_EQ(Resolve({{kTunix, mode}}), mode);
    EXPECT_EQ(Resolve({{kOurs, mode}, {kTunix, mode}}), mode);
  }
}

TEST(ReplicateEnv, EmptyCountsAsNotSet) {
  EXPECT_EQ(Resolve({{kOurs, ""}}), "auto");
  EXPECT_EQ(Resolve({{kTunix, ""}}), "auto");
  EXPECT_EQ(Resolve({{kOurs, ""}, {kTunix, "always"}}), "always");
  EXPECT_EQ(Resolve({{kOurs, "never"}, {kTunix, ""}}), "never");
}

TEST(ReplicateEnv, UnknownValuesAreRefusedByName) {
  for (const char* name : {kOurs, kTunix}) {
    EXPECT_EQ(
        Resolve({{name, "sometimes"}}),
        std::string(name) + ": replicate mode 'sometimes' is unknown (use auto, always or never)");
  }
  EXPECT_THAT(Resolve({{kOurs, "always"}, {kTunix, "yes"}}), HasSubstr("'yes' is unknown"));
  EXPECT_THAT(Resolve({{kOurs, "yes"}, {kTunix, "always"}}), HasSubstr("'yes' is unknown"));
}

TEST(ReplicateEnv, DisagreementIsRefused) {
  EXPECT_EQ(Resolve({{kOurs, "always"}, {kTunix, "never"}}),
            "LOGPHEAD_REPLICATE_SEQUENCE is always but TUNIX_LOGPS_REPLICATE_SEQUENCE is never "
            "(set one, or both alike)");
  // Setting the default counts as setting.
  EXPECT_THAT(Resolve({{kOurs, "auto"}, {kTunix, "never"}}), HasSubstr("is auto but"));
  EXPECT_THAT(Resolve({{kOurs, "never"}, {kTunix, "auto"}}), HasSubstr("is never but"));
}

TEST(ReplicateEnv, TheFlagWinsOverAnyEnvironment) {
  for (const ReplicateMode flag :
       {ReplicateMode::kAuto, ReplicateMode::kAlways, ReplicateMode::kNever}) {
    const std::string name(ReplicateModeName(flag));
    EXPECT_EQ(Resolve({}, flag), name);
    EXPECT_EQ(Resolve({{kOurs, "always"}}, flag), name);
    EXPECT_EQ(Resolve({{kTunix, "never"}}, flag), name);
    EXPECT_EQ(Resolve({{kOurs, "always"}, {kTunix, "never"}}, flag), name);
    EXPECT_EQ(Resolve({{kOurs, "nonsense"}}, flag), name);
  }
}

TEST(ReplicateEnv, TheProcessEnvironmentIsReadAtEachCall) {
  ASSERT_EQ(unsetenv(kOurs), 0);
  ASSERT_EQ(setenv(kTunix, "always", 1), 0);
  EXPECT_EQ(*ResolveReplicateMode(std::nullopt), ReplicateMode::kAlways);
  ASSERT_EQ(setenv(kTunix, "never", 1), 0);
  EXPECT_EQ(*ResolveReplicateMode(std::nullopt), ReplicateMode::kNever);
  ASSERT_EQ(unsetenv(kTunix), 0);
  EXPECT_EQ(*ResolveReplicateMode(std::nullopt), ReplicateMode::kAuto);
  EXPECT_EQ(ProcessEnv(kTunix), std::nullopt);
}

TEST(ReplicateRule, AutoIsOnAbove1024) {
  for (const int64_t chunk : {1, 512, 1023, 1024}) {
    EXPECT_FALSE(ReplicateInChunkLoop(ReplicateMode::kAuto, chunk, true)) << chunk;
  }
  for (const int64_t chunk : {1025, 2048, 4096, 65536}) {
    EXPECT_TRUE(ReplicateInChunkLoop(ReplicateMode::kAuto, chunk, true)) << chunk;
  }
}

TEST(ReplicateRule, AlwaysAndNeverDisregardTheChunk) {
  for (const int64_t chunk : {1, 1024, 1025, 4096}) {
    EXPECT_TRUE(ReplicateInChunkLoop(ReplicateMode::kAlways, chunk, true)) << chunk;
    EXPECT_FALSE(ReplicateInChunkLoop(ReplicateMode::kNever, chunk, true)) << chunk;
  }
}

TEST(ReplicateRule, OffWithoutAMesh) {
  for (const ReplicateMode mode :
       {ReplicateMode::kAuto, ReplicateMode::kAlways, ReplicateMode::kNever}) {
    for (const int64_t chunk : {512, 1024, 4096}) {
      EXPECT_FALSE(ReplicateInChunkLoop(mode, chunk, false)) << chunk;
    }
  }
}

TEST(ReplicateVariant, NamesReadBack) {
  for (const char* name : {"rule", "ids-only", "batch-dim", "no-mesh"}) {
    const auto variant = ParseReplicateVariant(name);
    ASSERT_TRUE(variant.ok()) << variant.error().ToString();
    EXPECT_EQ(ReplicateVariantName(*variant), name);
  }
  EXPECT_EQ(*ParseReplicateVariant(""), ReplicateVariant::kRule);
}

TEST(ReplicateVariant, UnknownIsRefused) {
  for (const char* name : {"ids", "Rule", "no_mesh", "batch-dim "}) {
    const auto variant = ParseReplicateVariant(name);
    ASSERT_FALSE(variant.ok()) << name;
    EXPECT_THAT(variant.error().message(), HasSubstr("use rule, ids-only, batch-dim or no-mesh"));
  }
}

}  // namespace
}  // namespace logphead
