// SPDX-License-Identifier: Apache-2.0
// Stores for tests: a folder that goes with the test, and rows that can be told from any other.
#ifndef LOGPHEAD_PLAN_TEST_STORES_H_
#define LOGPHEAD_PLAN_TEST_STORES_H_

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "logphead/plan/fingerprint.h"
#include "logphead/plan/plan_store.h"

namespace logphead {

class StoreTest : public ::testing::Test {
 protected:
  void SetUp() override {
    // In memory where that is possible: thousands of small transactions, each of which is flushed.
    const bool memory = ::access("/dev/shm", W_OK) == 0;
    std::string pattern = (memory ? "/dev/shm/" : ::testing::TempDir()) + "plan_store.XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path file() const { return folder_ / "plans.sqlite"; }

  // The store, of which there is nothing to say.
  PlanStore Open() const {
    auto opened = PlanStore::Open(file());
    EXPECT_TRUE(opened.ok()) << opened.error().message();
    EXPECT_THAT(opened->notes, ::testing::IsEmpty());
    return std::move(opened->store);
  }

  // Names in the folder that begin so.
  std::vector<std::filesystem::path> FilesLike(const std::string& prefix) const {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      if (entry.path().filename().string().starts_with(prefix)) paths.push_back(entry.path());
    }
    return paths;
  }

  std::filesystem::path folder_;
};

// The key and the report of row i of a series; a report of another row or series differs.
inline PlanKey KeyOf(int series, int i) {
  return PlanKey{Fingerprint("program " + std::to_string(i)),
                 "topology cpu:8, series " + std::to_string(series), Fingerprint("plugin")};
}

inline std::string ReportOf(int series, int i, size_t bytes = 500) {
  std::string text = "{\"series\": " + std::to_string(series) + ", \"row\": " + std::to_string(i);
  text += ", \"filler\": \"";
  while (text.size() < bytes) text += std::to_string(text.size() * 2654435761U + size_t(i)) + " ";
  return text + "\"}";
}

inline Status RememberRow(PlanStore& store, int series, int i, size_t bytes = 500) {
  return store.Remember(KeyOf(series, i), R"({"compiler": "one", "topology": "cpu:8"})",
                        ReportOf(series, i, bytes), 1.5);
}

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_TEST_STORES_H_
