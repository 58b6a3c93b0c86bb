// SPDX-License-Identifier: Apache-2.0
// Interrupts: Ctrl-C and SIGTERM as a flag, for work that ends in good order.
#ifndef LOGPHEAD_CLI_INTERRUPT_H_
#define LOGPHEAD_CLI_INTERRUPT_H_

#include <csignal>

namespace logphead::cli {

// While it lives, the first SIGINT or SIGTERM sets a flag and a second one does what it did before.
// Signals that are ignored stay so. One at a time.
class Interrupts {
 public:
  Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;
  ~Interrupts();

  // Not 0 once one has come.
  const volatile std::sig_atomic_t* flag() const;
};

}  // namespace logphead::cli

#endif  // LOGPHEAD_CLI_INTERRUPT_H_
