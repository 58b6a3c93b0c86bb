// SPDX-License-Identifier: Apache-2.0
// The verbs of the command line. Each takes the words after its name and gives the exit status.
#ifndef LOGPHEAD_CLI_VERBS_H_
#define LOGPHEAD_CLI_VERBS_H_

#include "logphead/cli/arguments.h"

namespace logphead::cli {

int RunVerb(const Words& words);
int PlanVerb(const Words& words);
int CalibrateVerb(const Words& words);
int PlansVerb(const Words& words);
int BisectVerb(const Words& words);
int DiffVerb(const Words& words);
int EmitVerb(const Words& words);
int DoctorVerb(const Words& words);

// Hidden: what plan, diff and doctor start as children, because a plugin may abort its process.
int CompileChildVerb(const Words& words);
int ProbePluginVerb(const Words& words);
int CountDevicesVerb(const Words& words);

}  // namespace logphead::cli

#endif  // LOGPHEAD_CLI_VERBS_H_
