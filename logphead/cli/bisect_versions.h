// SPDX-License-Identifier: Apache-2.0
// Versions of a compiler that bisect may try, and installing one of them.
#ifndef LOGPHEAD_CLI_BISECT_VERSIONS_H_
#define LOGPHEAD_CLI_BISECT_VERSIONS_H_

#include <optional>
#include <string>
#include <vector>

#include "logphead/base/result.h"
#include "logphead/pjrt/find.h"

namespace logphead::cli {

struct CompilerVersion {
  std::string package;                   // "libtpu"
  std::string version;                   // "0.0.51"
  std::optional<FoundPlugin> installed;  // nothing: it could be installed
  std::string megabytes;                 // that it takes to download; empty when not known

  std::string name() const { return package + "==" + version; }
};

// What --package, --good and --bad say, as typed; empty: not given.
struct VersionFlags {
  std::string package;
  std::string good;
  std::string bad;
  bool download = false;
};

// The versions to choose from, oldest first, from `good` to `bad`: those that are installed, and of
// libtpu those of deps/wheels.txt in the tree that DepsFolder() belongs to. Errors:
// INVALID_ARGUMENT for flags that name nothing or are in the wrong order; NOT_FOUND where nothing
// can be tried, or --good or --bad is not installed and nothing may be downloaded.
Result<std::vector<CompilerVersion>> VersionsToTry(Engine engine, const VersionFlags& flags);

// The command that installs versions, for people: "./setup --no-build --compilers 0.0.45,0.0.50.1".
std::string SetupCommand(const std::vector<CompilerVersion>& versions);

// Installs a version by running ./setup of the tree that DepsFolder() belongs to; waits for its
// end. Errors: NOT_FOUND where there is none; FAILED_PRECONDITION with its last words when it
// fails; CANCELLED when Ctrl-C or SIGTERM came.
Result<FoundPlugin> Install(Engine engine, const CompilerVersion& version);

}  // namespace logphead::cli

#endif  // LOGPHEAD_CLI_BISECT_VERSIONS_H_
