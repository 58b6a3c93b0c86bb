// SPDX-License-Identifier: Apache-2.0
// Cores: a count behind a mutex.
#include "logphead/ffi/cores.h"

#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>
#include <thread>

namespace logphead::ffi {
namespace {

constexpr int kMostThreads = 4096;

int UsableThreads() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (::sched_getaffinity(0, sizeof(set), &set) == 0) return std::max(1, CPU_COUNT(&set));
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace

Cores::Share Cores::Take(int most) {
  std::unique_lock<std::mutex> lock(mutex_);
  returned_.wait(lock, [this] { return free_ > 0; });
  const int taken = std::clamp(most, 1, free_);
  free_ -= taken;
  // Some may be left for another that waits.
  if (free_ > 0) returned_.notify_one();
  return {*this, taken};
}

void Cores::Return(int cores) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    free_ += cores;
  }
  returned_.notify_one();
}

Result<int> ThreadsOf(const EnvLookup& env) {
  const char* value = env("LOGPHEAD_THREADS");
  if (value == nullptr || *value == '\0') return UsableThreads();
  const std::string_view text = value;
  int threads = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), threads);
  if (error == std::errc() && end == text.data() + text.size() && threads >= 1 &&
      threads <= kMostThreads) {
    return threads;
  }
  return InvalidArgument(
      fmt::format("LOGPHEAD_THREADS is '{}' (use a number from 1 to {})", text, kMostThreads));
}

Result<Cores*> ProcessCores() {
  static const Result<int> threads = ThreadsOf([](const char* name) { return std::getenv(name); });
  if (!threads.ok()) return threads.error();
  static auto* cores = new Cores(*threads);  // calls may still run at exit
  return cores;
}

}  // namespace logphead::ffi
