// SPDX-License-Identifier: Apache-2.0
// The threads of one call.
#include "logphead/kernels/team.h"

#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace logphead::kernels {

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
  std::barrier<>* barrier = nullptr;
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
  std::barrier<> all(members);
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
