// SPDX-License-Identifier: Apache-2.0
// Output: checked writes, and files tried before they are needed.
#include "logphead/cli/output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "logphead/cli/arguments.h"

namespace logphead::cli {
namespace {

namespace fs = std::filesystem;

Error CannotWrite(const fs::path& path, std::string_view why) {
  return InvalidArgument(fmt::format("cannot write {}: {}", path.string(), why));
}

// Makes a file from a pattern for mkstemp and removes it again; 0 or errno.
int TryFile(std::string pattern) {
  const int fd = ::mkostemp(pattern.data(), O_CLOEXEC);
  if (fd < 0) return errno;
  ::unlink(pattern.c_str());
  ::close(fd);
  return 0;
}

}  // namespace

void PrepareStreams() {
  ::signal(SIGXFSZ, SIG_IGN);
  for (int fd = 0; fd <= 2; ++fd) {
    if (::fcntl(fd, F_GETFD) != -1 || errno != EBADF) continue;
    // Opened the other way round: reading from stdin and writing to the others are then errors.
    const int opened = ::open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
    if (opened >= 0 && opened != fd) ::close(opened);
  }
}

Status WriteAndFlush(std::FILE* file, std::string_view text, std::string_view name) {
  if (std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0) {
    return {};
  }
  return InvalidArgument(fmt::format("cannot write to {}: {}", name, std::strerror(errno)));
}

int PrintOut(const std::string& verb, std::string_view text, int status) {
  const Status written = WriteAndFlush(stdout, text, "standard output");
  return written.ok() ? status : Fail(verb, written.error());
}

void PrintError(std::string_view text) {
  const size_t ignored = std::fwrite(text.data(), 1, text.size(), stderr);
  static_cast<void>(ignored);
  std::fflush(stderr);
}

void PrintNotes(const std::vector<std::string>& notes) {
  for (std::string note : notes) {
    // Messages of engines and of SQLite may have several lines.
    std::replace(note.begin(), note.end(), '\n', ' ');
    PrintError(fmt::format("note: {}\n", note));
  }
}

StdoutToStderr::StdoutToStderr() : saved_(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)) {
  std::fflush(stdout);
  if (saved_ >= 0) ::dup2(STDERR_FILENO, STDOUT_FILENO);
}

StdoutToStderr::~StdoutToStderr() {
  if (saved_ < 0) return;
  std::fflush(stdout);
  ::dup2(saved_, STDOUT_FILENO);
  ::close(saved_);
}

Result<fs::path> OutputFile(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status)) return CannotWrite(path, "it is a folder");
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    return CannotWrite(path, "it is not a regular file");
  }
  if (fs::exists(status) && ::access(path.c_str(), W_OK) != 0) {
    return CannotWrite(path, std::strerror(errno));
  }
  const fs::path folder = path.has_parent_path() ? path.parent_path() : ".";
  if (!fs::is_directory(folder, error)) {
    return CannotWrite(path, fmt::format("there is no folder {}", folder.string()));
  }
  // The file is made beside its name and renamed, which would put it in the place of a link.
  const fs::path real = fs::exists(status) ? fs::canonical(path, error) : path;
  if (const int number = TryFile(real.string() + ".XXXXXX"); number != 0) {
    return CannotWrite(path, std::strerror(number));
  }
  return real;
}

bool SameFile(const fs::path& a, const fs::path& b) {
  std::error_code error;
  if (fs::equivalent(a, b, error)) return true;
  return fs::weakly_canonical(fs::absolute(a), error) ==
         fs::weakly_canonical(fs::absolute(b), error);
}

Status MakeOutputFolder(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) {
    return InvalidArgument(
        fmt::format("cannot make the folder {}: {}", path.string(), error.message()));
  }
  if (const int number = TryFile((path / ".XXXXXX").string()); number != 0) {
    return CannotWrite(path, std::strerror(number));
  }
  return {};
}

Status CheckInputFile(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_regular_file(status)) return {};
  if (error) {
    return InvalidArgument(fmt::format("cannot open {}: {}", path.string(), error.message()));
  }
  const char* why = fs::is_directory(status) ? "it is a folder" : "it is not a regular file";
  return InvalidArgument(fmt::format("cannot open {}: {}", path.string(), why));
}

}  // namespace logphead::cli
