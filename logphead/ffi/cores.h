// SPDX-License-Identifier: Apache-2.0
// Cores: how many threads the calls of this process take together.
#ifndef LOGPHEAD_FFI_CORES_H_
#define LOGPHEAD_FFI_CORES_H_

#include <condition_variable>
#include <functional>
#include <mutex>

#include "logphead/base/result.h"

namespace logphead::ffi {

// A number of cores that calls share. A call waits until one is free and takes as many as are, so
// that calls of several virtual devices come one after the other rather than all at once. It waits
// for other calls alone, never for the engine, so each call gets its turn whatever pool of threads
// it came from.
class Cores {
 public:
  explicit Cores(int count) : count_(count), free_(count) {}

  // Cores of one call, given back when it goes.
  class Share {
   public:
    ~Share() { cores_.Return(taken_); }
    Share(const Share&) = delete;
    Share& operator=(const Share&) = delete;
    int threads() const { return taken_; }

   private:
    friend class Cores;
    Share(Cores& cores, int taken) : cores_(cores), taken_(taken) {}
    Cores& cores_;
    int taken_;
  };
  // At most `most` of the free cores, at least one.
  Share Take(int most);

  int count() const { return count_; }

 private:
  void Return(int cores);

  const int count_;
  std::mutex mutex_;
  std::condition_variable returned_;
  int free_;  // guarded by mutex_
};

using EnvLookup = std::function<const char*(const char* name)>;
// LOGPHEAD_THREADS of the environment; not set or empty: the hardware threads that this process may
// use. Errors: other than a number from 1 to 4096.
Result<int> ThreadsOf(const EnvLookup& env);

// The cores of this process, ThreadsOf its environment as it was at the first call.
Result<Cores*> ProcessCores();

}  // namespace logphead::ffi

#endif  // LOGPHEAD_FFI_CORES_H_
