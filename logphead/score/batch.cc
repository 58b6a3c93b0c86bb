// SPDX-License-Identifier: Apache-2.0
// Batch: reading and checking the tensors of a file.
#include "logphead/score/batch.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "logphead/head/targets.h"
#include "logphead/score/tensor_checks.h"

namespace logphead {
namespace {

// Reads one batch; every method fills its part.
class Reader {
 public:
  Reader(const SafetensorsFile& file, const BatchOptions& options)
      : file_(file), options_(options) {}

  Result<Batch> Read() {
    LOGPHEAD_RETURN_IF_ERROR(ReadHidden());
    LOGPHEAD_RETURN_IF_ERROR(ReadKernel());
    LOGPHEAD_RETURN_IF_ERROR(ReadTargets());
    LOGPHEAD_RETURN_IF_ERROR(CheckTargets(batch_.targets, batch_.sequence, batch_.vocab));
    LOGPHEAD_RETURN_IF_ERROR(ApplyMask());
    LOGPHEAD_RETURN_IF_ERROR(ReadCotangent("cotangent_logps", &batch_.cotangent_logps));
    LOGPHEAD_RETURN_IF_ERROR(ReadCotangent("cotangent_entropies", &batch_.cotangent_entropies));
    if (options_.loss) LOGPHEAD_RETURN_IF_ERROR(ReadLossInputs(*options_.loss));
    return std::move(batch_);
  }

 private:
  Status CheckFinite(const char* name, const TensorView& tensor) {
    const NonFinite count = CountNonFinite(tensor);
    if (count.nan == 0 && count.inf == 0) return {};
    std::string text = fmt::format("tensor '{}' holds {} NaN and {} infinite of {} values", name,
                                   count.nan, count.inf, tensor.count());
    if (options_.refuse_nonfinite) {
      return InvalidArgument(text + " (leave --refuse-nonfinite out to score it all the same)");
    }
    batch_.notes.push_back(std::move(text));
    return {};
  }

  Result<TensorView> Floats(const char* name, size_t rank, const char* wanted) {
    LOGPHEAD_ASSIGN_OR_RETURN(TensorView tensor, file_.Get(name));
    const bool right = tensor.dtype == DType::kBF16 || tensor.dtype == DType::kF32;
    if (!right || tensor.dims.size() != rank) return Misshapen(name, tensor, wanted);
    return tensor;
  }

  Status ReadHidden() {
    LOGPHEAD_ASSIGN_OR_RETURN(
        batch_.hidden_states,
        Floats("hidden", 3, "bf16 or f32 of dimensions [batch, sequence, hidden]"));
    const std::vector<int64_t>& dims = batch_.hidden_states.dims;
    batch_.batch = dims[0];
    batch_.sequence = dims[1];
    batch_.hidden = dims[2];
    if (batch_.hidden == 0)
      return Misshapen("hidden", batch_.hidden_states, "of a hidden size of 1 or more");
    return CheckFinite("hidden", batch_.hidden_states);
  }

  Status ReadKernel() {
    const bool tied = file_.Find("embedding") != nullptr;
    if (tied && file_.Find("kernel") != nullptr) {
      return InvalidArgument(
          "both 'kernel' and 'embedding' are there (keep the one that is the head)");
    }
    if (!tied && file_.Find("kernel") == nullptr) {
      return NotFound(fmt::format(
          "{}: there is no tensor 'kernel' [hidden, vocab] nor 'embedding' [vocab, hidden]",
          file_.label()));
    }
    const char* name = tied ? "embedding" : "kernel";
    const std::string wanted =
        tied ? fmt::format("bf16 or f32 of dimensions [vocab, {}]", batch_.hidden)
             : fmt::format("bf16 or f32 of dimensions [{}, vocab]", batch_.hidden);
    LOGPHEAD_ASSIGN_OR_RETURN(batch_.kernel, Floats(name, 2, wanted.c_str()));
    batch_.layout = tied ? KernelLayout::kVocabHidden : KernelLayout::kHiddenVocab;
    batch_.vocab = batch_.kernel.dims[tied ? 0 : 1];
    if (batch_.kernel.dims[tied ? 1 : 0] != batch_.hidden) {
      return Misshapen(name, batch_.kernel, wanted + " to fit 'hidden'");
    }
    if (batch_.vocab == 0) {
      return Misshapen(name, batch_.kernel, "of a vocabulary of 1 or more");
    }
    return CheckFinite(name, batch_.kernel);
  }

  std::string PerToken(const char* dtypes) const {
    return fmt::format("{} of dimensions [{}, {}], as 'hidden' has", dtypes, batch_.batch,
                       batch_.sequence);
  }
  bool IsPerToken(const TensorView& tensor) const {
    return tensor.dims == std::vector<int64_t>{batch_.batch, batch_.sequence};
  }

  // Integers [B, L] as i32.
  Result<std::vector<int32_t>> Integers(const char* name) {
    LOGPHEAD_ASSIGN_OR_RETURN(const TensorView tensor, file_.Get(name));
    if (!IsPerToken(tensor)) return Misshapen(name, tensor, PerToken("i32"));
    if (tensor.dtype == DType::kS32) return CopyElements<int32_t>(tensor);
    if (tensor.dtype != DType::kS64) return Misshapen(name, tensor, PerToken("i32"));
    std::vector<int32_t> narrow;
    for (const int64_t value : CopyElements<int64_t>(tensor)) {
      if (value < std::numeric_limits<int32_t>::min() ||
          value > std::numeric_limits<int32_t>::max()) {
        return InvalidArgument(
            fmt::format("tensor '{}' holds {} at row {}, position {}, which is no i32", name, value,
                        narrow.size() / static_cast<size_t>(batch_.sequence),
                        narrow.size() % static_cast<size_t>(batch_.sequence)));
      }
      narrow.push_back(static_cast<int32_t>(value));
    }
    return narrow;
  }

  Status ReadTargets() {
    const bool shifted = file_.Find("tokens") != nullptr;
    if (shifted && file_.Find("targets") != nullptr) {
      return InvalidArgument("both 'targets' and 'tokens' are there (keep one)");
    }
    if (!shifted) {
      if (file_.Find("targets") == nullptr) {
        return NotFound(
            fmt::format("{}: there is no tensor 'targets' nor 'tokens'", file_.label()));
      }
      if (file_.Find("segment_ids") != nullptr) {
        batch_.notes.push_back(
            "'segment_ids' is not used: it shifts 'tokens', and 'targets' is given");
      }
      LOGPHEAD_ASSIGN_OR_RETURN(batch_.targets, Integers("targets"));
      return {};
    }
    LOGPHEAD_ASSIGN_OR_RETURN(const std::vector<int32_t> tokens, Integers("tokens"));
    LOGPHEAD_RETURN_IF_ERROR(CheckTokens(tokens));
    std::vector<int32_t> segments;
    ShiftOptions shift;
    shift.pad_id = options_.pad_id;
    if (file_.Find("segment_ids") != nullptr) {
      LOGPHEAD_ASSIGN_OR_RETURN(segments, Integers("segment_ids"));
      shift.padding_segment = options_.padding_segment_set
                                  ? options_.padding_segment
                                  : PaddingSegment(segments, batch_.batch, batch_.sequence);
      if (std::find(segments.begin(), segments.end(), 0) != segments.end()) {
        batch_.notes.push_back(
            fmt::format("segment id 0 is taken as {} (--padding-segment says otherwise)",
                        shift.padding_segment == 0 ? "padding" : "a segment"));
      }
      shift.segment_ids = segments;
    }
    batch_.targets = ShiftTargets(tokens, batch_.batch, batch_.sequence, shift);
    return {};
  }

  // Tokens that become targets must be ids; pad tokens may be anything.
  Status CheckTokens(const std::vector<int32_t>& tokens) {
    std::vector<int32_t> ids = tokens;
    if (options_.pad_id) std::replace(ids.begin(), ids.end(), *options_.pad_id, kIgnoredTarget);
    const Status status = CheckTargets(ids, batch_.sequence, batch_.vocab);
    return status.ok() ? status : Status(status.error().WithContext("tensor 'tokens'"));
  }

  template <typename T>
  void DropWhereZero(const TensorView& mask) {
    const std::vector<T> values = CopyElements<T>(mask);
    for (size_t i = 0; i < values.size(); ++i) {
      if (values[i] == T{0}) batch_.targets[i] = kIgnoredTarget;
    }
  }

  Status ApplyMask() {
    const TensorView* mask = file_.Find("mask");
    if (mask == nullptr) return {};
    if (!IsPerToken(*mask)) return Misshapen("mask", *mask, PerToken("bool, f32 or i32"));
    switch (mask->dtype) {
      case DType::kPred:
      case DType::kU8:
      case DType::kS8:
        DropWhereZero<uint8_t>(*mask);
        return {};
      case DType::kS32:
        DropWhereZero<int32_t>(*mask);
        return {};
      case DType::kS64:
        DropWhereZero<int64_t>(*mask);
        return {};
      case DType::kF32: {
        const NonFinite count = CountNonFinite(*mask);
        if (count.nan > 0) {
          return InvalidArgument(
              fmt::format("tensor 'mask' holds {} NaN (use 0 and 1)", count.nan));
        }
        DropWhereZero<float>(*mask);
        return {};
      }
      default:
        return Misshapen("mask", *mask, PerToken("bool, f32 or i32"));
    }
  }

  // Numbers [B, L], or nothing when the file has none.
  Status ReadCotangent(const char* name, std::vector<float>* values) {
    const TensorView* tensor = file_.Find(name);
    if (tensor == nullptr) return {};
    if (options_.loss) {
      batch_.notes.push_back(
          fmt::format("'{}' is not used: the gradients are those of the loss", name));
    }
    return ReadPerToken(name, *tensor, values);
  }

  Status ReadPerToken(const char* name, const TensorView& tensor, std::vector<float>* values) {
    if (!IsPerToken(tensor) || tensor.dtype != DType::kF32) {
      return Misshapen(name, tensor, PerToken("f32"));
    }
    LOGPHEAD_RETURN_IF_ERROR(CheckFinite(name, tensor));
    *values = CopyElements<float>(tensor);
    return {};
  }

  // What `reader` reads, or an error that it is missing.
  Result<TensorView> LossInput(const char* name, const std::string& reader,
                               const std::string& wanted) const {
    if (const TensorView* tensor = file_.Find(name)) return *tensor;
    return NotFound(fmt::format("{}: there is no tensor '{}', which {} needs ({})", file_.label(),
                                name, reader, wanted));
  }

  Status ReadLossInputs(const LossConfig& loss) {
    const std::string reader = fmt::format("loss {}", LossKindName(loss.kind));
    LOGPHEAD_RETURN_IF_ERROR(ReadAdvantages(reader));
    if (loss.has_old()) {
      LOGPHEAD_ASSIGN_OR_RETURN(const TensorView tensor,
                                LossInput("old_logps", reader, PerToken("f32")));
      LOGPHEAD_RETURN_IF_ERROR(ReadPerToken("old_logps", tensor, &batch_.old_logps));
    }
    if (!loss.has_reference()) return {};
    LOGPHEAD_ASSIGN_OR_RETURN(
        const TensorView tensor,
        LossInput("ref_logps", fmt::format("{} with a kl of {}", reader, loss.kl),
                  PerToken("f32") + "; a kl of 0 needs none"));
    return ReadPerToken("ref_logps", tensor, &batch_.ref_logps);
  }

  // [B, L], or [B] and the same for all tokens of a row.
  Status ReadAdvantages(const std::string& reader) {
    const char* name = "advantages";
    const std::string wanted = fmt::format("f32 of dimensions [{}] or [{}, {}], as 'hidden' has",
                                           batch_.batch, batch_.batch, batch_.sequence);
    LOGPHEAD_ASSIGN_OR_RETURN(const TensorView tensor, LossInput(name, reader, wanted));
    const bool per_row = tensor.dims == std::vector<int64_t>{batch_.batch};
    if (tensor.dtype != DType::kF32 || (!per_row && !IsPerToken(tensor))) {
      return Misshapen(name, tensor, wanted);
    }
    LOGPHEAD_RETURN_IF_ERROR(CheckFinite(name, tensor));
    const std::vector<float> values = CopyElements<float>(tensor);
    if (!per_row || batch_.positions() == 0) {
      batch_.advantages = per_row ? std::vector<float>{} : values;
      return {};
    }
    for (const float value : values) {
      batch_.advantages.insert(batch_.advantages.end(), static_cast<size_t>(batch_.sequence),
                               value);
    }
    return {};
  }

  const SafetensorsFile& file_;
  const BatchOptions& options_;
  Batch batch_;
};

}  // namespace

int64_t Batch::scored() const {
  return std::count_if(targets.begin(), targets.end(),
                       [](int32_t target) { return target != kIgnoredTarget; });
}

Result<Batch> ReadBatch(const SafetensorsFile& file, const BatchOptions& options) {
  return Reader(file, options).Read();
}

}  // namespace logphead
