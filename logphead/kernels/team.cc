// SPDX-License-Identifier: Apache-2.0
// The threads of one call.
#include "logphead/kernels/team.h"

#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace logphead::kernels {

namespace {

constexpr int kLooks = 4000;  // some 100 microseconds to half a millisecond

void Pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

}  // namespace

void Barrier::Meet() {
  const uint32_t round = round_.load(std::memory_order_acquire);
  if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == members_) {
    arrived_.store(0, std::memory_order_relaxed);
    round_.fetch_add(1, std::memory_order_release);
    round_.notify_all();
    return;
  }
  for (int look = 0; look < kLooks; ++look) {
    if (round_.load(std::memory_order_acquire) != round) return;
    Pause();
  }
  while (round_.load(std::memory_order_acquire) == round) {
    round_.wait(round, std::memory_order_acquire);
  }
}

void RunTeam(int threads, const std::function<void(const Member&)>& work) {
  if (threads <= 1) {
    work(Member(0, 1, nullptr));
    return;
  }
  // How many there are is known once all that can be have been started.
  std::mutex mutex;
  std::condition_variable started;
  int count = 0;
  std::vector<std::thread> others;
  Barrier* barrier = nullptr;
  const auto join_in = [&](int index) {
    {
      std::unique_lock<std::mutex> lock(mutex);
      started.wait(lock, [&] { return count > 0; });
    }
    work(Member(index, count, barrier));
  };
  others.reserve(static_cast<size_t>(threads - 1));
  for (int i = 1; i < threads; ++i) {
    try {
      others.emplace_back(join_in, i);
    } catch (const std::system_error&) {
      break;
    }
  }
  const int members = static_cast<int>(others.size()) + 1;
  Barrier all(members);
  {
    const std::lock_guard<std::mutex> lock(mutex);
    barrier = &all;
    count = members;
  }
  started.notify_all();
  work(Member(0, members, &all));
  for (std::thread& other : others) other.join();
}

}  // namespace logphead::kernels
