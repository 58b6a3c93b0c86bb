// SPDX-License-Identifier: Apache-2.0
// The pass that turns logits into gradients, step by step of the vocabulary.
#include <algorithm>
#include <atomic>
#include <cstring>

#include "logphead/kernels/buffer.h"
#include "logphead/kernels/pass.h"
#include "logphead/kernels/store.h"
#include "logphead/kernels/team.h"

namespace logphead::kernels {
namespace {

constexpr int64_t kRowBytes = int64_t{14} << 20;    // packed hidden states at a time
constexpr int64_t kBlockBytes = int64_t{1} << 20;   // logits of a step and a block of tokens
constexpr int64_t kKernelBytes = int64_t{4} << 20;  // packed kernel of a step

// What a thread takes at once, in multiples of mr tokens and of mr columns of H.
constexpr int64_t kTokenBlocks = 4;
constexpr int64_t kHiddenBlocks = 2;

// For each step of columns and block of tokens: threads take tokens, make their d_logits and
// add to their d_hidden; then, all having met, they take parts of H and add to d_kernel. Every
// result is one thread's, summed in an order that does not depend on how many there are.
class BackwardPass {
 public:
  BackwardPass(const Work& work, const std::vector<int64_t>& tokens, const Kept& kept,
               const Gradients& out, double filter)
      : work_(work),
        engine_(*work.engine),
        tokens_(tokens),
        kept_(kept),
        out_(out),
        filter_(static_cast<float>(filter)),
        count_(static_cast<int64_t>(tokens.size())),
        mr_(engine_.mr),
        nr_(engine_.nr),
        hidden_panels_(CeilDiv(work.inputs->hidden, nr_)),
        hidden_blocks_(CeilDiv(work.inputs->hidden, mr_)) {
    const int64_t panel_bytes = work_.units_of_hidden * nr_ * 4;
    step_panels_ = std::clamp<int64_t>(kKernelBytes / panel_bytes, 1, kStepColumns / nr_);
    step_panels_ = std::min(step_panels_, work_.panels);
    rows_ = RoundUp(count_, mr_);
    if (!kept_.there()) rows_ = std::min(rows_, RowsOf(work_, kRowBytes));
    const int64_t row_bytes = step_panels_ * nr_ * 4;
    block_rows_ = std::min(rows_, std::max<int64_t>(kBlockBytes / row_bytes / mr_, 1) * mr_);
  }

  Status Run(const SoftmaxState& state, const Cotangents& cotangents) {
    const bool sums_kernel =
        out_.d_kernel.data && out_.d_kernel.dtype != DType::kF32 && count_ > rows_;
    if (!Allocate(sums_kernel)) return OutOfMemory();
    has_entropies_ = cotangents.d_entropies.data != nullptr;
    RunTeam(work_.threads, [&](const Member& member) {
      int64_t turn = 0;
      for (int64_t first = 0; first < count_; first += rows_) {
        const int64_t count = std::min(rows_, count_ - first);
        LoadState(member, first, count, state, cotangents);
        PackTokens(member, first, count);
        for (int64_t panel = 0; panel < work_.panels; panel += step_panels_) {
          Step(member, panel, std::min(step_panels_, work_.panels - panel), first, count, &turn);
        }
        member.Meet();
        StoreHidden(member, first, count);
        member.Meet();
      }
    });
    return {};
  }

 private:
  bool Allocate(bool sums_kernel) {
    const int64_t hidden_size = work_.inputs->hidden;
    hidden_ = Buffer(rows_ * work_.units_of_hidden);
    state_ = Buffer(5 * rows_);
    columns_.resize(static_cast<size_t>(rows_));
    if (out_.d_hidden.data) {
      d_hidden_ = Buffer(hidden_panels_ * rows_ * nr_);
      turned_kernel_ = Buffer(hidden_panels_ * step_panels_ * nr_ * nr_ / unit());
    }
    logits_ = Buffer(2 * step_panels_ * block_rows_ * nr_);
    if (!kept_.there()) kernel_ = Buffer(step_panels_ * work_.units_of_hidden * nr_);
    if (out_.d_kernel.data) d_kernel_ = Buffer(step_panels_ * hidden_blocks_ * mr_ * nr_);
    if (sums_kernel) sum_ = Buffer(hidden_size * work_.panels * nr_);
    if (engine_.pairs) {
      turned_hidden_ = Buffer(hidden_blocks_ * mr_ * rows_ / 2);
      a_gradient_ = Buffer(step_panels_ * nr_ / 2 * block_rows_);
      b_gradient_ = Buffer(2 * step_panels_ * block_rows_ / 2 * nr_);
    }
    active_.resize(static_cast<size_t>(2 * step_panels_ * (block_rows_ / mr_)));
    for (const Buffer* buffer : {&hidden_, &state_, &d_hidden_, &turned_kernel_, &kernel_, &logits_,
                                 &d_kernel_, &sum_, &turned_hidden_, &a_gradient_, &b_gradient_}) {
      if (!buffer->ok()) return false;
    }
    return true;
  }

  int64_t unit() const { return engine_.pairs ? 2 : 1; }
  float* StateRow(int which) const { return state_.data() + which * rows_; }

  void LoadState(const Member& member, int64_t first, int64_t count, const SoftmaxState& state,
                 const Cotangents& cotangents) {
    const Member::Range range = member.Part(count);
    for (int64_t row = range.begin; row < range.end; ++row) {
      const int64_t token = tokens_[static_cast<size_t>(first + row)];
      StateRow(0)[row] = At(state.max, token);
      StateRow(1)[row] = At(state.log_sum, token);
      StateRow(3)[row] = At(cotangents.d_logps, token) * work_.scale;
      columns_[static_cast<size_t>(row)] = TargetColumn(work_, token);
      if (!has_entropies_) continue;
      StateRow(2)[row] = At(state.mean_shifted, token);
      StateRow(4)[row] = At(cotangents.d_entropies, token) * work_.scale;
    }
  }

  void PackTokens(const Member& member, int64_t first, int64_t count) {
    const int64_t blocks = CeilDiv(count, mr_);
    const Member::Range range = member.Part(blocks);
    for (int64_t b = range.begin; b < range.end; ++b) {
      const int64_t row = b * mr_;
      engine_.pack_rows(work_.hidden(), tokens_.data() + first + row, std::min(mr_, count - row),
                        work_.inputs->hidden, work_.units_of_hidden,
                        hidden_.data() + row * work_.units_of_hidden);
      for (int64_t panel = 0; out_.d_hidden.data && panel < hidden_panels_; ++panel) {
        std::memset(d_hidden_.data() + (panel * rows_ + row) * nr_, 0,
                    static_cast<size_t>(mr_ * nr_) * sizeof(float));
      }
    }
    if (engine_.pairs && out_.d_kernel.data) TurnTokens(member, first, count);
  }

  // With pairs, hidden states once more, as pairs of tokens.
  void TurnTokens(const Member& member, int64_t first, int64_t count) {
    const Member::Range range = member.Part(hidden_blocks_);
    for (int64_t b = range.begin; b < range.end; ++b) {
      PackTurned(work_.hidden(), tokens_.data() + first, count, b * mr_, work_.inputs->hidden,
                 rows_ / 2, mr_, turned_hidden_.data() + b * mr_ * (rows_ / 2));
    }
  }

  // One block of tokens against one step of columns.
  struct Block {
    int64_t panel, panels;  // of the step
    int64_t row, rows;      // tokens
    float* logits;          // of the step's first panel and the block's first token
    int64_t step;           // floats between panels
    float* b_gradient;      // with pairs
    char* active;           // [tokens / mr][panels]
    int64_t first;          // token of the pass that row 0 is
    bool last_rows, last;   // of the pass; of all passes
  };

  // The next few of `count`: whoever is free takes them, so that nobody waits for one who was held
  // up.
  static Member::Range Take(std::atomic<int64_t>* taken, int64_t count, int64_t few) {
    const int64_t begin = std::min(taken->fetch_add(few), count);
    return {begin, std::min(begin + few, count)};
  }

  void Step(const Member& member, int64_t panel, int64_t panels, int64_t first, int64_t count,
            int64_t* turn) {
    PackStep(member, panel, panels);
    member.Meet();
    for (int64_t row = 0; row < count; row += block_rows_) {
      Block block{};
      block.panel = panel;
      block.panels = panels;
      block.row = row;
      block.rows = std::min(block_rows_, count - row);
      // Two of each, so that those who are ahead do not overwrite what others still read.
      const int64_t side = (*turn)++ % 2;
      block.step = block_rows_ * nr_;
      block.logits = logits_.data() + side * step_panels_ * block.step;
      if (engine_.pairs) {
        block.b_gradient = b_gradient_.data() + side * step_panels_ * block_rows_ / 2 * nr_;
      }
      block.active = active_.data() + side * step_panels_ * (block_rows_ / mr_);
      block.first = first;
      block.last_rows = row + block.rows == count;
      block.last = block.last_rows && first + count == count_;
      TokenPart(&tokens_taken_[side], block);
      member.Meet();
      if (member.index() == 0) {
        // Nobody takes from these before two more meetings.
        tokens_taken_[side] = 0;
        hidden_taken_[1 - side] = 0;
      }
      if (out_.d_kernel.data) KernelPart(&hidden_taken_[side], block);
    }
  }

  void PackStep(const Member& member, int64_t panel, int64_t panels) {
    if (!kept_.there()) {
      const Member::Range range = member.Part(panels);
      PackKernel(work_, panel + range.begin, range.end - range.begin,
                 kernel_.data() + range.begin * work_.units_of_hidden * nr_);
    }
    if (!out_.d_hidden.data) return;
    const int64_t first = panel * nr_;
    const int64_t columns = std::min(panels * nr_, work_.inputs->columns - first);
    Source turned = work_.turned_kernel();
    turned.data =
        static_cast<const char*>(turned.data) + first * turned.row_stride * (turned.bf16 ? 2 : 4);
    const int64_t units = panels * nr_ / unit();
    const Member::Range range = member.Part(hidden_panels_);
    engine_.pack_panels(turned, range.begin * nr_, std::min(range.end * nr_, work_.inputs->hidden),
                        columns, units, turned_kernel_.data() + range.begin * units * nr_);
  }

  void TokenPart(std::atomic<int64_t>* taken, const Block& block) {
    const int64_t count = CeilDiv(block.rows, mr_);
    for (Member::Range range = Take(taken, count, kTokenBlocks); range.begin < range.end;
         range = Take(taken, count, kTokenBlocks)) {
      // A few panels of the kernel at a time, which stay in the cache for all tokens.
      for (int64_t p = 0; !kept_.there() && p < block.panels; p += work_.tile_panels) {
        const int64_t panels = std::min(work_.tile_panels, block.panels - p);
        for (int64_t b = range.begin; b < range.end; ++b) {
          const int64_t row = block.row + b * mr_;
          TileLogits(work_, hidden_.data() + row * work_.units_of_hidden,
                     kernel_.data() + p * work_.units_of_hidden * nr_, block.panel + p, panels,
                     CountAt(block, b), block.logits + p * block.step + b * mr_ * nr_, block.step);
        }
      }
      for (int64_t b = range.begin; b < range.end; ++b) Gradient(block, b);
      if (out_.d_hidden.data) AddHidden(block, range);
    }
  }

  // Tokens of the block's `b`th mr.
  int64_t CountAt(const Block& block, int64_t b) const {
    return std::min(mr_, block.rows - b * mr_);
  }

  void Gradient(const Block& block, int64_t b) {
    const int64_t row = block.row + b * mr_;
    const int64_t count = CountAt(block, b);
    float* logits = block.logits + b * mr_ * nr_;
    if (kept_.there()) kept_.Get(block.panel, block.panels, row, count, logits, block.step);
    float most[kStepColumns];
    engine_.gradient(logits, block.step, block.panels, count,
                     {StateRow(0) + row, StateRow(1) + row, StateRow(2) + row, StateRow(3) + row,
                      has_entropies_ ? StateRow(4) + row : nullptr},
                     most);
    char* active = block.active + b * block.panels;
    for (int64_t p = 0; p < block.panels; ++p) {
      active[p] = filter_ == 0 || !(most[p] < filter_) ? 1 : 0;
    }
    for (int64_t i = 0; i < count; ++i) {
      const int64_t target = columns_[static_cast<size_t>(row + i)];
      const int64_t column = target - block.panel * nr_;
      if (target < 0 || column < 0 || column >= block.panels * nr_) continue;
      logits[column / nr_ * block.step + i * nr_ + column % nr_] += StateRow(3)[row + i];
      active[column / nr_] = 1;
    }
    if (!engine_.pairs) return;
    engine_.pack_gradient(logits, block.step, block.panels,
                          a_gradient_.data() + b * block.panels * nr_ / 2 * mr_,
                          block.b_gradient + b * mr_ / 2 * nr_, block_rows_ / 2 * nr_);
  }

  // Indices of the active ones among `count`, `step` apart; null where all are.
  static const int32_t* Active(const char* flags, int64_t step, int64_t count,
                               std::vector<int32_t>* list) {
    list->clear();
    for (int64_t i = 0; i < count; ++i) {
      if (flags[i * step]) list->push_back(static_cast<int32_t>(i));
    }
    return static_cast<int64_t>(list->size()) == count ? nullptr : list->data();
  }

  void AddHidden(const Block& block, const Member::Range& range) {
    const int64_t panel_floats = block.panels * nr_ / unit() * nr_;
    std::vector<int32_t> list;
    for (int64_t p = 0; p < hidden_panels_; ++p) {
      const float* kernel = turned_kernel_.data() + p * panel_floats;
      for (int64_t b = range.begin; b < range.end; ++b) {
        KBlocks k{block.panels, nullptr, nr_ / unit(), block.step};
        if (filter_ > 0) {
          k.list = Active(block.active + b * block.panels, 1, block.panels, &list);
          k.count = static_cast<int64_t>(list.size());
        }
        float* out = d_hidden_.data() + (p * rows_ + block.row + b * mr_) * nr_;
        if (engine_.pairs) {
          k.a_step = nr_ / 2 * mr_;
          engine_.matmul_tokens(a_gradient_.data() + b * block.panels * k.a_step, kernel, out, true,
                                k);
        } else {
          engine_.matmul_logits(block.logits + b * mr_ * nr_, kernel, out, true, k);
        }
      }
    }
  }

  void KernelPart(std::atomic<int64_t>* taken, const Block& block) {
    const int64_t blocks = CeilDiv(block.rows, mr_);
    std::vector<std::vector<int32_t>> lists(static_cast<size_t>(block.panels));
    std::vector<KBlocks> ks(static_cast<size_t>(block.panels));
    for (int64_t p = 0; p < block.panels; ++p) {
      KBlocks& k = ks[static_cast<size_t>(p)];
      k = {blocks, nullptr, mr_ / unit(),
           engine_.pairs ? mr_ / 2 * mr_ : mr_ * work_.units_of_hidden};
      if (filter_ == 0) continue;
      std::vector<int32_t>& list = lists[static_cast<size_t>(p)];
      k.list = Active(block.active + p, block.panels, blocks, &list);
      k.count = static_cast<int64_t>(list.size());
    }
    for (Member::Range range = Take(taken, hidden_blocks_, kHiddenBlocks); range.begin < range.end;
         range = Take(taken, hidden_blocks_, kHiddenBlocks)) {
      for (int64_t h = range.begin; h < range.end; ++h) {
        for (int64_t p = 0; p < block.panels; ++p) {
          AddKernel(block, h, p, ks[static_cast<size_t>(p)]);
        }
        if (block.last_rows) StoreKernel(block, h);
      }
    }
  }

  // mr columns of H against one panel.
  void AddKernel(const Block& block, int64_t h, int64_t p, const KBlocks& k) {
    float* out = d_kernel_.data() + (p * hidden_blocks_ + h) * mr_ * nr_;
    if (engine_.pairs) {
      engine_.matmul_tokens(turned_hidden_.data() + h * mr_ * (rows_ / 2) + block.row / 2 * mr_,
                            block.b_gradient + p * (block_rows_ / 2) * nr_, out, block.row > 0, k);
    } else {
      engine_.matmul_turned(hidden_.data() + block.row * work_.units_of_hidden + h * mr_ * mr_,
                            block.logits + p * block.step, out, block.row > 0, k);
    }
  }

  void StoreKernel(const Block& block, int64_t h) {
    const bool add = out_.add_to_d_kernel || (block.first > 0 && !sum_.data());
    const int64_t row = h * mr_;
    const int64_t rows = std::min(mr_, work_.inputs->hidden - row);
    for (int64_t i = 0; i < std::min(mr_, work_.inputs->hidden - row - mr_); ++i) {
      PrefetchRow(out_.d_kernel, row + mr_ + i, block.panel * nr_, block.panels * nr_);
    }
    for (int64_t p = 0; p < block.panels; ++p) {
      float* tile = d_kernel_.data() + (p * hidden_blocks_ + h) * mr_ * nr_;
      const int64_t column = (block.panel + p) * nr_;
      if (sum_.data()) AddToSum(tile, row, rows, column, block.first > 0);
      if (sum_.data() && !block.last) continue;
      StoreTile(out_.d_kernel, row, rows, column, std::min(nr_, work_.inputs->columns - column),
                tile, nr_, add);
    }
  }

  // Adds a tile to the f32 sum over passes, and the sum so far to the tile.
  void AddToSum(float* tile, int64_t row, int64_t rows, int64_t column, bool add) {
    for (int64_t i = 0; i < rows; ++i) {
      float* sum = sum_.data() + (row + i) * work_.panels * nr_ + column;
      for (int64_t j = 0; j < nr_; ++j) {
        sum[j] = tile[i * nr_ + j] + (add ? sum[j] : 0);
        tile[i * nr_ + j] = sum[j];
      }
    }
  }

  void StoreHidden(const Member& member, int64_t first, int64_t count) {
    if (!out_.d_hidden.data) return;
    const Member::Range range = member.Part(count);
    for (int64_t row = range.begin; row < range.end; ++row) {
      for (int64_t p = 0; p < hidden_panels_; ++p) {
        StoreRow(out_.d_hidden, tokens_[static_cast<size_t>(first + row)], p * nr_,
                 std::min(nr_, work_.inputs->hidden - p * nr_),
                 d_hidden_.data() + (p * rows_ + row) * nr_, false);
      }
    }
  }

  const Work& work_;
  const Engine& engine_;
  const std::vector<int64_t>& tokens_;
  const Kept& kept_;
  const Gradients& out_;
  float filter_;
  int64_t count_, mr_, nr_;
  int64_t hidden_panels_;  // of nr columns of H
  int64_t hidden_blocks_;  // of mr columns of H
  int64_t step_panels_ = 0, rows_ = 0, block_rows_ = 0;
  bool has_entropies_ = false;
  std::vector<int64_t> columns_;  // target column of each token
  std::vector<char> active_;
  std::atomic<int64_t> tokens_taken_[2] = {};
  std::atomic<int64_t> hidden_taken_[2] = {};
  Buffer hidden_, state_, d_hidden_, turned_kernel_, kernel_, logits_, d_kernel_, sum_;
  Buffer turned_hidden_, a_gradient_, b_gradient_;
};

}  // namespace

Status RunBackward(const Work& work, const std::vector<int64_t>& tokens, const Kept& kept,
                   const SoftmaxState& state, const Cotangents& cotangents,
                   const Gradients& gradients, double filter) {
  ClearOthers(work, tokens, gradients);
  if (tokens.empty()) return {};
  return BackwardPass(work, tokens, kept, gradients, filter).Run(state, cotangents);
}

}  // namespace logphead::kernels
