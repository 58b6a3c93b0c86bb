// SPDX-License-Identifier: Apache-2.0
// Interrupts: handlers that are put back by the first signal or at the end.
#include "logphead/cli/interrupt.h"

#include <signal.h>

#include <array>
#include <cstddef>

namespace logphead::cli {
namespace {

constexpr std::array<int, 2> kSignals = {SIGINT, SIGTERM};
// What a handler can reach.
volatile std::sig_atomic_t interrupted = 0;
std::array<struct sigaction, kSignals.size()> before;

void PutBack() {
  for (size_t i = 0; i < kSignals.size(); ++i) ::sigaction(kSignals[i], &before[i], nullptr);
}

void Note(int) {
  interrupted = 1;
  PutBack();
}

}  // namespace

Interrupts::Interrupts() {
  interrupted = 0;
  for (size_t i = 0; i < kSignals.size(); ++i) ::sigaction(kSignals[i], nullptr, &before[i]);
  struct sigaction action = {};
  action.sa_handler = Note;
  action.sa_flags = SA_RESTART;
  for (size_t i = 0; i < kSignals.size(); ++i) {
    if (before[i].sa_handler != SIG_IGN) ::sigaction(kSignals[i], &action, nullptr);
  }
}

Interrupts::~Interrupts() { PutBack(); }

const volatile std::sig_atomic_t* Interrupts::flag() const { return &interrupted; }

}  // namespace logphead::cli
