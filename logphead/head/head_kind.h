// SPDX-License-Identifier: Apache-2.0
// HeadKind: which of the head's programs, and over which mesh axes it shares the vocabulary.
#ifndef LOGPHEAD_HEAD_HEAD_KIND_H_
#define LOGPHEAD_HEAD_HEAD_KIND_H_

#include <string>
#include <string_view>
#include <vector>

#include "logphead/base/result.h"

namespace logphead {

enum class HeadKind {
  kChunked,  // chunks of the sequence meet the whole kernel, partitioned by the compiler
  kLocal,    // each device keeps its tokens; the kernel is gathered once
  kVocab,    // groups of devices share the vocabulary; their tokens meet each other's columns
};

struct HeadChoice {
  HeadKind kind = HeadKind::kChunked;
  // kVocab: the mesh axes that share the vocabulary, the first major.
  std::vector<std::string> vocab_axes;
  bool operator==(const HeadChoice&) const = default;

  // "chunked", "local", "vocab:context,expert".
  std::string ToString() const;
};

// Reads what ToString writes; "vocab" alone stands for vocab:context. Errors list what is known.
Result<HeadChoice> ParseHead(std::string_view text);

// Between the passes of kLocal and kVocab the gathered kernel is kept, or gathered again.
enum class KernelReuse { kKeep, kRegather };

// "keep", "regather".
std::string_view KernelReuseName(KernelReuse reuse);
Result<KernelReuse> ParseKernelReuse(std::string_view text);

}  // namespace logphead

#endif  // LOGPHEAD_HEAD_HEAD_KIND_H_
