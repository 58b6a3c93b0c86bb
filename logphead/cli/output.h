// SPDX-License-Identifier: Apache-2.0
// Output of verbs: standard streams that may be closed or full, and files that must be writable
// before work begins.
#ifndef LOGPHEAD_CLI_OUTPUT_H_
#define LOGPHEAD_CLI_OUTPUT_H_

#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "logphead/base/result.h"

namespace logphead::cli {

// To be called first. Puts something on descriptors 0 to 2 that are closed, so that no file opened
// later takes their place; what is written to them then fails as it should. A file that outgrows
// its limit is an error from then on, not the end of the process.
void PrepareStreams();

// Writes a text and flushes it, so that an end of this process loses none of it. `name` is for the
// error, e.g. "standard output".
Status WriteAndFlush(std::FILE* file, std::string_view text, std::string_view name);

// Writes a text to stdout: `status`, or the exit status of a failure to write, which is told.
int PrintOut(const std::string& verb, std::string_view text, int status);

// Writes to stderr; where that is not possible nobody can be told.
void PrintError(std::string_view text);

// Prints "note: ..." lines on stderr.
void PrintNotes(const std::vector<std::string>& notes);

// While it lives, what anything prints on stdout goes to stderr: engines and compilers are not
// trusted to keep stdout clean.
class StdoutToStderr {
 public:
  StdoutToStderr();
  StdoutToStderr(const StdoutToStderr&) = delete;
  StdoutToStderr& operator=(const StdoutToStderr&) = delete;
  ~StdoutToStderr();

 private:
  int saved_;
};

// The file to write for a path that a user gives, links followed. That it can be made is tried,
// before an hour of work says otherwise. Errors: a path that is a folder, a device or not writable,
// a folder that is not there or not writable.
Result<std::filesystem::path> OutputFile(const std::filesystem::path& path);

// Whether two paths lead, or would lead, to one file.
bool SameFile(const std::filesystem::path& a, const std::filesystem::path& b);

// Makes a folder where there is none, and checks that files can be made in it.
Status MakeOutputFolder(const std::filesystem::path& path);

// Whether a path names a regular file: opening a pipe would wait for ever.
Status CheckInputFile(const std::filesystem::path& path);

}  // namespace logphead::cli

#endif  // LOGPHEAD_CLI_OUTPUT_H_
