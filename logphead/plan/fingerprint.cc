// SPDX-License-Identifier: Apache-2.0
// Fingerprint: XXH3 with 128 bits, in its canonical form.
#include "logphead/plan/fingerprint.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "logphead/base/descriptor.h"

namespace logphead {
namespace {

constexpr size_t kPiece = size_t{1} << 20;

struct FreeState {
  void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
};
using HashState = std::unique_ptr<XXH3_state_t, FreeState>;

HashState MakeState() {
  HashState state(XXH3_createState());
  XXH3_128bits_reset(state.get());
  return state;
}

std::string Hex(XXH128_hash_t hash) {
  XXH128_canonical_t canonical;  // big-endian, whatever the machine
  XXH128_canonicalFromHash(&canonical, hash);
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const unsigned char byte : canonical.digest) {
    text += kDigits[byte >> 4U];
    text += kDigits[byte & 15U];
  }
  return text;
}

Error CannotRead(const std::filesystem::path& path) {
  const Code code = errno == ENOENT   ? Code::kNotFound
                    : errno == EACCES ? Code::kPermissionDenied
                                      : Code::kUnknown;
  return Error(code, "cannot read " + path.string() + ": " + std::strerror(errno));
}

}  // namespace

std::string Fingerprint(std::string_view text) {
  return Hex(XXH3_128bits(text.data(), text.size()));
}

std::string Fingerprint(std::initializer_list<std::string_view> texts) {
  std::string joined;
  for (const std::string_view text : texts) {
    joined += std::to_string(text.size()) + ":";
    joined += text;
  }
  return Fingerprint(joined);
}

Result<std::string> FingerprintFile(const std::filesystem::path& path) {
  // O_NONBLOCK: opening a pipe would wait for ever.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat info {};
  if (!file.is_open() || ::fstat(file.get(), &info) != 0) return CannotRead(path);
  if (!S_ISREG(info.st_mode)) {
    return InvalidArgument("cannot read " + path.string() + ": it is not a regular file");
  }
  const HashState state = MakeState();
  const auto piece = std::make_unique<char[]>(kPiece);
  while (true) {
    const ssize_t got = ::read(file.get(), piece.get(), kPiece);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return CannotRead(path);
    if (got == 0) return Hex(XXH3_128bits_digest(state.get()));
    XXH3_128bits_update(state.get(), piece.get(), static_cast<size_t>(got));
  }
}

}  // namespace logphead
