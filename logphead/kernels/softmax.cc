// SPDX-License-Identifier: Apache-2.0
// The pass over the kernel that makes softmax pieces, tile by tile of the logits.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "logphead/kernels/buffer.h"
#include "logphead/kernels/pass.h"
#include "logphead/kernels/team.h"

namespace logphead::kernels {
namespace {

constexpr int64_t kRowBytes = int64_t{16} << 20;  // packed hidden states at a time
constexpr int64_t kParts = 64;  // of the vocabulary, each one thread's from end to end

// Threads take parts of the vocabulary. Each part carries its own pieces over its tiles; the parts
// are then joined in their order, so that results do not depend on who computed what.
class SoftmaxPass {
 public:
  SoftmaxPass(const Work& work, const std::vector<int64_t>& tokens, const SoftmaxParts& out,
              const Kept& kept)
      : work_(work),
        engine_(*work.engine),
        tokens_(tokens),
        out_(out),
        kept_(kept),
        count_(static_cast<int64_t>(tokens.size())),
        tiles_(CeilDiv(work.panels, work.tile_panels)),
        parts_(std::min(kParts, tiles_)) {
    rows_ = RoundUp(count_, engine_.mr);
    if (!kept_.there()) rows_ = std::min(rows_, RowsOf(work_, kRowBytes));
    block_ = work_.units_of_hidden * engine_.mr;
    hidden_ = Buffer(rows_ * work_.units_of_hidden);
    pieces_ = Buffer(parts_ * kPieces * rows_);
    targets_ = Buffer(rows_);
    panel_ = work_.units_of_hidden * engine_.nr;
    per_thread_ = work_.tile_panels * (panel_ + int64_t{engine_.mr} * engine_.nr);
    scratch_ = Buffer(work_.threads * per_thread_);
  }

  Status Run() {
    if (!hidden_.ok() || !pieces_.ok() || !targets_.ok() || !scratch_.ok()) return OutOfMemory();
    RunTeam(work_.threads, [this](const Member& member) {
      for (int64_t first = 0; first < count_; first += rows_) {
        const int64_t count = std::min(rows_, count_ - first);
        Pack(member, first, count);
        member.Meet();
        for (int64_t part = next_++; part < parts_; part = next_++)
          Part(member, part, first, count);
        member.Meet();
        Join(member, first, count);
        if (member.index() == 0) next_ = 0;
        member.Meet();
      }
    });
    return {};
  }

 private:
  static constexpr int64_t kPieces = 3;

  void Pack(const Member& member, int64_t first, int64_t count) {
    const Member::Range range = member.Part(CeilDiv(count, engine_.mr));
    for (int64_t b = range.begin; b < range.end; ++b) {
      const int64_t row = b * engine_.mr;
      engine_.pack_rows(work_.hidden(), tokens_.data() + first + row,
                        std::min<int64_t>(engine_.mr, count - row), work_.inputs->hidden,
                        work_.units_of_hidden, hidden_.data() + b * block_);
    }
  }

  float* Piece(int64_t part, int64_t piece) const {
    return pieces_.data() + (part * kPieces + piece) * rows_;
  }

  void Part(const Member& member, int64_t part, int64_t first, int64_t count) {
    std::fill_n(Piece(part, 0), rows_, -std::numeric_limits<float>::infinity());
    std::fill_n(Piece(part, 1), 2 * rows_, 0.0F);
    float* packed = scratch_.data() + member.index() * per_thread_;
    for (int64_t tile = tiles_ * part / parts_; tile < tiles_ * (part + 1) / parts_; ++tile) {
      const int64_t panel = tile * work_.tile_panels;
      const int64_t panels = std::min(work_.tile_panels, work_.panels - panel);
      PackKernel(work_, panel, panels, packed);
      for (int64_t row = 0; row < count; row += engine_.mr) {
        Logits(part, panel, panels, packed, row, first, count);
      }
    }
  }

  void Logits(int64_t part, int64_t panel, int64_t panels, float* packed, int64_t row,
              int64_t first, int64_t count) {
    const int64_t step = int64_t{engine_.mr} * engine_.nr;
    float* logits = packed + work_.tile_panels * panel_;
    const int64_t here = std::min<int64_t>(engine_.mr, count - row);
    TileLogits(work_, hidden_.data() + row * work_.units_of_hidden, packed, panel, panels, here,
               logits, step);
    for (int64_t i = 0; i < here; ++i) {
      const int64_t column =
          TargetColumn(work_, tokens_[static_cast<size_t>(first + row + i)]) - panel * engine_.nr;
      if (column < 0 || column >= panels * engine_.nr) continue;
      targets_.data()[row + i] =
          logits[column / engine_.nr * step + i * engine_.nr + column % engine_.nr];
    }
    engine_.softmax(logits, step, panels, here,
                    {Piece(part, 0) + row, Piece(part, 1) + row, Piece(part, 2) + row});
    if (kept_.there()) kept_.Put(logits, step, panel, panels, row, here, Piece(part, 0) + row);
  }

  void Join(const Member& member, int64_t first, int64_t count) const {
    const Member::Range range = member.Part(count);
    for (int64_t row = range.begin; row < range.end; ++row) {
      float max = -std::numeric_limits<float>::infinity();
      for (int64_t part = 0; part < parts_; ++part) max = std::max(max, Piece(part, 0)[row]);
      if (!std::isfinite(max)) max = 0;
      double sum = 0;
      double weighted = 0;
      for (int64_t part = 0; part < parts_; ++part) {
        const float own = Piece(part, 0)[row];
        const double part_sum = Piece(part, 1)[row];
        if (part_sum == 0) continue;
        const double gap = (std::isfinite(own) ? static_cast<double>(own) : 0.0) - max;
        const double scale = std::exp(gap);
        sum += scale * part_sum;
        weighted += scale * (Piece(part, 2)[row] + part_sum * gap);
      }
      const int64_t token = tokens_[static_cast<size_t>(first + row)];
      Put(out_.max, token, max);
      Put(out_.sum, token, static_cast<float>(sum));
      Put(out_.weighted, token, static_cast<float>(weighted));
      const bool has_target = TargetColumn(work_, token) >= 0;
      Put(out_.target, token, has_target ? targets_.data()[row] - max : 0.0F);
      Put(out_.found, token, has_target ? 1.0F : 0.0F);
    }
  }

  const Work& work_;
  const Engine& engine_;
  const std::vector<int64_t>& tokens_;
  const SoftmaxParts& out_;
  const Kept& kept_;
  int64_t count_, tiles_, parts_;
  int64_t rows_ = 0, block_ = 0, panel_ = 0, per_thread_ = 0;
  Buffer hidden_, pieces_, targets_, scratch_;
  std::atomic<int64_t> next_{0};
};

}  // namespace

Status RunSoftmax(const Work& work, const std::vector<int64_t>& tokens, const SoftmaxParts& out,
                  const Kept& kept) {
  for (int64_t i = 0; i < work.inputs->tokens; ++i) {
    if (work.inputs->targets[i * work.inputs->targets_stride] >= 0) continue;
    Put(out.max, i, 0);
    Put(out.sum, i, 1);
    Put(out.weighted, i, 0);
    Put(out.target, i, 0);
    Put(out.found, i, 0);
  }
  if (tokens.empty()) return {};
  return SoftmaxPass(work, tokens, out, kept).Run();
}

}  // namespace logphead::kernels
