// SPDX-License-Identifier: Apache-2.0
// DiffPrograms: alignment of line bodies, then a check of what the lines refer to.
#include "logphead/plan/program_diff.h"

#include <string_view>
#include <unordered_map>

namespace logphead {
namespace {

using Ids = std::unordered_map<std::string_view, uint32_t>;

// Equal ids for equal bodies, in either program.
std::vector<uint32_t> Intern(const ProgramText& text, Ids* ids) {
  std::vector<uint32_t> interned;
  interned.reserve(text.lines().size());
  for (const ProgramLine& line : text.lines()) {
    interned.push_back(ids->emplace(line.body, static_cast<uint32_t>(ids->size())).first->second);
  }
  return interned;
}

bool SameRefs(const ProgramLine& a, const ProgramLine& b, const Alignment& alignment) {
  for (size_t r = 0; r < a.refs.size(); ++r) {
    const uint32_t partner = alignment.a_to_b[a.refs[r]];
    const bool aligned = partner == b.refs[r];
    const bool both_differ = partner == kUnmatched && alignment.b_to_a[b.refs[r]] == kUnmatched;
    if (!aligned && !both_differ) return false;
  }
  return true;
}

bool IsComputation(const ProgramLine& line) {
  return line.opcode == "computation" || line.opcode == "entry";
}

// Writes the differing lines in the order of both programs.
class Lister {
 public:
  Lister(const ProgramText& a, const ProgramText& b, size_t limit, std::vector<std::string>* out)
      : a_(a), b_(b), limit_(limit), out_(out) {}

  void RemovedAt(size_t i) { Add(a_, i, '-', &a_heading_); }
  void AddedAt(size_t j) { Add(b_, j, '+', &b_heading_); }

  // Remembers under which computation the lines that follow stand.
  void PassA(size_t i) { Pass(a_, i, &a_heading_); }
  void PassB(size_t j) { Pass(b_, j, &b_heading_); }

 private:
  void Pass(const ProgramText& text, size_t i, std::string* heading) {
    if (out_->size() < limit_ && IsComputation(text.lines()[i])) {
      *heading = "@@ %" + text.lines()[i].name;
    }
  }

  void Add(const ProgramText& text, size_t i, char sign, const std::string* heading) {
    if (out_->size() < limit_ && !heading->empty() && *heading != last_heading_) {
      out_->push_back(*heading);
      last_heading_ = *heading;
    }
    if (out_->size() < limit_) out_->push_back(sign + text.Line(i));
  }

  const ProgramText& a_;
  const ProgramText& b_;
  size_t limit_;
  std::vector<std::string>* out_;
  std::string a_heading_;
  std::string b_heading_;
  std::string last_heading_;
};

}  // namespace

ProgramDiff DiffPrograms(const ProgramText& a, const ProgramText& b, const DiffOptions& options) {
  Ids ids;
  const std::vector<uint32_t> a_ids = Intern(a, &ids);
  const std::vector<uint32_t> b_ids = Intern(b, &ids);
  const Alignment alignment = Align(a_ids, b_ids, options.align);

  std::vector<bool> a_differs(a_ids.size());
  std::vector<bool> b_differs(b_ids.size(), true);
  for (size_t i = 0; i < a_ids.size(); ++i) {
    const uint32_t j = alignment.a_to_b[i];
    a_differs[i] =
        j == kUnmatched || alignment.a_moved[i] || !SameRefs(a.lines()[i], b.lines()[j], alignment);
    if (j != kUnmatched) b_differs[j] = a_differs[i];
  }

  ProgramDiff diff;
  Lister lister(a, b, options.max_listed, &diff.listing);
  size_t j = 0;
  const auto flush_b = [&](size_t end) {
    for (; j < end; ++j) {
      lister.PassB(j);
      if (!b_differs[j]) continue;
      ++diff.added;
      lister.AddedAt(j);
    }
  };
  for (size_t i = 0; i < a_ids.size(); ++i) {
    lister.PassA(i);
    const uint32_t partner = alignment.a_to_b[i];
    if (!a_differs[i]) {
      flush_b(partner);
      continue;
    }
    if (partner != kUnmatched && !alignment.a_moved[i]) flush_b(partner);
    ++diff.removed;
    lister.RemovedAt(i);
  }
  flush_b(b_ids.size());
  return diff;
}

}  // namespace logphead
