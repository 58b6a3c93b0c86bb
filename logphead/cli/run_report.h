// SPDX-License-Identifier: Apache-2.0
// Report of logphead run: what is printed of a batch that was scored.
#ifndef LOGPHEAD_CLI_RUN_REPORT_H_
#define LOGPHEAD_CLI_RUN_REPORT_H_

#include <cmath>
#include <cstdint>
#include <string>

#include "logphead/score/score.h"

namespace logphead::cli {

// Numbers of a run that are made of its scores.
struct RunSummary {
  int64_t scored = 0;
  double mean_logp = 0;  // NaN when a log-prob is
  double mean_entropy = 0;
  double tokens_per_second = 0;
  int64_t peak_process_bytes = 0;

  double perplexity() const { return std::isnan(mean_logp) ? mean_logp : std::exp(-mean_logp); }
};

RunSummary Summarize(const Batch& batch, const Scores& scores);

// What a report says beside the scores.
struct RunReport {
  std::string device;  // "cpu"
  std::string output;  // as the user named it; may be empty
  double start_seconds = 0;
};

// Lines for people, and one JSON object; numbers that are NaN or infinite are null there.
std::string RunText(const RunReport& report, const ScoreOptions& options, const Batch& batch,
                    const Scores& scores, const RunSummary& summary);
std::string RunJson(const RunReport& report, const ScoreOptions& options, const Batch& batch,
                    const Scores& scores, const RunSummary& summary);

}  // namespace logphead::cli

#endif  // LOGPHEAD_CLI_RUN_REPORT_H_
