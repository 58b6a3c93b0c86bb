// SPDX-License-Identifier: Apache-2.0
// HeadKind: names.
#include "logphead/head/head_kind.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace logphead {

std::string HeadChoice::ToString() const {
  switch (kind) {
    case HeadKind::kChunked:
      return "chunked";
    case HeadKind::kLocal:
      return "local";
    case HeadKind::kVocab:
      break;
  }
  return fmt::format("vocab:{}", fmt::join(vocab_axes, ","));
}

Result<HeadChoice> ParseHead(std::string_view text) {
  if (text == "chunked") return HeadChoice{HeadKind::kChunked, {}};
  if (text == "local") return HeadChoice{HeadKind::kLocal, {}};
  if (text == "vocab") return HeadChoice{HeadKind::kVocab, {"context"}};
  constexpr std::string_view kPrefix = "vocab:";
  HeadChoice choice{HeadKind::kVocab, {}};
  bool readable = text.substr(0, kPrefix.size()) == kPrefix;
  std::string_view rest = readable ? text.substr(kPrefix.size()) : "";
  while (readable) {
    const size_t comma = rest.find(',');
    choice.vocab_axes.emplace_back(rest.substr(0, comma));
    readable = !choice.vocab_axes.back().empty();
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  if (readable) return choice;
  return InvalidArgument(fmt::format(
      "head '{}' is unknown (use chunked, local or vocab:AXES, e.g. vocab:context,expert)", text));
}

std::string_view KernelReuseName(KernelReuse reuse) {
  return reuse == KernelReuse::kKeep ? "keep" : "regather";
}

Result<KernelReuse> ParseKernelReuse(std::string_view text) {
  if (text == "keep") return KernelReuse::kKeep;
  if (text == "regather") return KernelReuse::kRegather;
  return InvalidArgument(fmt::format("kernel '{}' is unknown (use keep or regather)", text));
}

}  // namespace logphead
