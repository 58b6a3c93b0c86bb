// SPDX-License-Identifier: Apache-2.0
// Runner: one run of a compiled program, its inputs and results by name.
#ifndef LOGPHEAD_SCORE_RUNNER_H_
#define LOGPHEAD_SCORE_RUNNER_H_

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "logphead/hlo/program.h"
#include "logphead/pjrt/client.h"
#include "logphead/score/host_bytes.h"
#include "logphead/score/sharded.h"

namespace logphead {

class Runner {
 public:
  // The program must outlive the runner.
  Runner(const Client& client, const hlo::Program& program) : client_(client), program_(program) {}

  // Sends the argument of @main of that name, padded with the bytes of one element. The array must
  // outlive the runner. Errors: Internal when there is no such argument, and PutSharded's.
  Status Put(const std::string& name, const HostArray& array, std::span<const std::byte> padding);

  // Waits until all that was sent is there.
  Status Await() const;

  // Runs once, on all arguments of @main.
  Status Run(const LoadedExecutable& executable);

  // After Run: the result of that name, cut to `dims`, in the memory of `bytes` as far as it goes.
  Status Get(const std::string& name, const std::vector<int64_t>& dims, HostBytes* bytes) const;

 private:
  Result<Layout> LayoutOf(const hlo::Port& port) const;

  const Client& client_;
  const hlo::Program& program_;
  std::map<std::string, SentArray> inputs_;
  std::vector<std::vector<Buffer>> outputs_;
};

}  // namespace logphead

#endif  // LOGPHEAD_SCORE_RUNNER_H_
