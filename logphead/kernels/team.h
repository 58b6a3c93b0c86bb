// SPDX-License-Identifier: Apache-2.0
// Team: the threads of one call.
#ifndef LOGPHEAD_KERNELS_TEAM_H_
#define LOGPHEAD_KERNELS_TEAM_H_

#include <atomic>
#include <cstdint>
#include <functional>

namespace logphead::kernels {

// A barrier that looks for a while before it sleeps: members arrive within microseconds of each
// other, and waking a thread takes longer than that, above all on virtual machines.
class Barrier {
 public:
  explicit Barrier(int members) : members_(members) {}
  void Meet();

 private:
  const int members_;
  std::atomic<int> arrived_{0};
  std::atomic<uint32_t> round_{0};
};

// What one thread of a team sees: its index, how many there are, and a barrier.
class Member {
 public:
  Member(int index, int count, Barrier* barrier)
      : index_(index), count_(count), barrier_(barrier) {}

  int index() const { return index_; }
  // Waits until all members are here; what they wrote before is then seen.
  void Meet() const {
    if (count_ > 1) barrier_->Meet();
  }

  struct Range {
    int64_t begin, end;
  };
  // This member's part of 0 .. size-1: contiguous, disjoint from the others', together all of it.
  Range Part(int64_t size) const { return {size * index_ / count_, size * (index_ + 1) / count_}; }

 private:
  int index_;
  int count_;
  Barrier* barrier_;
};

// Runs `work` on `threads` threads, the caller's among them, and waits for all. Fewer where the
// system refuses more.
void RunTeam(int threads, const std::function<void(const Member&)>& work);

}  // namespace logphead::kernels

#endif  // LOGPHEAD_KERNELS_TEAM_H_
