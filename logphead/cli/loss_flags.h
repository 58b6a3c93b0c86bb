// SPDX-License-Identifier: Apache-2.0
// Flags of the policy loss that run, plan, diff and emit share.
#ifndef LOGPHEAD_CLI_LOSS_FLAGS_H_
#define LOGPHEAD_CLI_LOSS_FLAGS_H_

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "logphead/base/result.h"
#include "logphead/head/loss.h"

namespace logphead::cli {

// As typed; empty: not given.
struct LossFlags {
  std::string loss;
  std::string clip_low, clip_high;
  std::string kl, entropy_bonus;
  std::string aggregation, fixed_length;
};

inline constexpr const char* kLossGroup = "Loss";

void AddLossFlags(CLI::App& app, LossFlags* flags);

// The loss that the flags describe; nothing without --loss. What is not given is as in
// LossConfig::Default; the fixed length of sequence-mean-token-sum is then `sequence`, L as asked
// for. A loss with an entropy bonus (has_entropy) needs entropies switched on in the head. Errors
// name the flag: values out of range, flags without --loss, flags that the loss would not look at.
Result<std::optional<LossConfig>> ResolveLoss(const LossFlags& flags, int64_t sequence);

}  // namespace logphead::cli

#endif  // LOGPHEAD_CLI_LOSS_FLAGS_H_
