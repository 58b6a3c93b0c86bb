// SPDX-License-Identifier: Apache-2.0
// Team: the threads of one call.
#ifndef LOGPHEAD_KERNELS_TEAM_H_
#define LOGPHEAD_KERNELS_TEAM_H_

#include <barrier>
#include <cstdint>
#include <functional>

namespace logphead::kernels {

// What one thread of a team sees: its index, how many there are, and a barrier.
class Member {
 public:
  Member(int index, int count, std::barrier<>* barrier)
      : index_(index), count_(count), barrier_(barrier) {}

  int index() const { return index_; }
  // Waits until all members are here; what they wrote before is then seen.
  void Meet() const {
    if (count_ > 1) barrier_->arrive_and_wait();
  }

  struct Range {
    int64_t begin, end;
  };
  // This member's part of 0 .. size-1: contiguous, disjoint from the others', together all of it.
  Range Part(int64_t size) const { return {size * index_ / count_, size * (index_ + 1) / count_}; }

 private:
  int index_;
  int count_;
  std::barrier<>* barrier_;
};

// Runs `work` on `threads` threads, the caller's among them, and waits for all. Fewer where the
// system refuses more.
void RunTeam(int threads, const std::function<void(const Member&)>& work);

}  // namespace logphead::kernels

#endif  // LOGPHEAD_KERNELS_TEAM_H_
