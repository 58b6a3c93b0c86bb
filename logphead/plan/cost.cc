// SPDX-License-Identifier: Apache-2.0
// ProgramCost: one walk over what runs, with the work of each instruction.
#include "logphead/plan/cost.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "logphead/plan/census.h"
#include "logphead/plan/field_text.h"
#include "logphead/plan/flops.h"
#include "logphead/plan/hlo.pb.h"
#include "logphead/plan/replica_groups.h"
#include "logphead/plan/traffic.h"
#include "logphead/plan/trip_count.h"

namespace logphead {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 12> kExponentials = {
    "exponential",  "log",      "tanh",  "exponential-minus-one",
    "log-plus-one", "logistic", "power", "erf",
    "sine",         "cosine",   "tan",   "cbrt"};

// Reasons that are listed; further ones are counted.
constexpr size_t kMostReasons = 8;

// Whether a custom call that names no computation is known to multiply nothing.
bool IsSeen(const HloInstruction& at) {
  static constexpr std::array<std::string_view, 8> kSeen = {
      "AllocateBuffer", "AssumeGatherIndicesInBound",
      "MoveToDevice",   "MoveToHost",
      "PinToDevice",    "Sharding",
      "SliceToDynamic", "TopK"};
  const std::string& target = at.proto->custom_call_target();
  return target.starts_with("__cub$") ||
         std::find(kSeen.begin(), kSeen.end(), target) != kSeen.end();
}

// Cycles of one run that the compiler notes beside the instruction, as a number or a text.
Count CyclesOf(const hlo_proto::Instruction& instruction) {
  if (instruction.backend_config().find("estimated_cycles") == std::string::npos) return {};
  const Json config = Json::parse(instruction.backend_config(), nullptr, false);
  for (const char* path : {"/window_config/estimated_cycles", "/estimated_cycles"}) {
    const Json::json_pointer pointer(path);
    if (!config.is_structured() || !config.contains(pointer)) continue;
    const Json& value = config[pointer];
    const std::string text = value.is_string()           ? value.get<std::string>()
                             : value.is_number_integer() ? value.dump()
                                                         : "";
    const bool digits = !text.empty() && text.size() < 19 &&
                        text.find_first_not_of("0123456789") == std::string::npos;
    if (digits) return std::stoll(text);
  }
  return {};
}

class Walk {
 public:
  Walk(const HloModule& module, const std::optional<Mesh>& mesh)
      : module_(module), mesh_(mesh), runs_(CountExecutions(module)) {
    cost_.memory_bytes = cost_.exponentials = cost_.wire_bytes = 0;
  }

  Result<ProgramCost> Run() {
    cost_.matmul_flops = CountMatmulFlops(module_);
    std::vector<bool> is_run(module_.computations().size(), false);
    is_run[module_.entry()] = true;
    for (const uint32_t computation : module_.call_order()) {
      const auto& instructions = module_.computations()[computation].instructions;
      for (uint32_t at = 0; at < instructions.size(); ++at) {
        if (is_run[computation]) Instruction(computation, at, &is_run);
        // Fusions hold collectives too.
        LOGPHEAD_RETURN_IF_ERROR(Collective(*instructions[at].proto, runs_[computation]));
      }
    }
    CollectWork();
    if (saw_cycles_) cost_.estimated_cycles = cycles_;
    if (reasons_ > kMostReasons) {
      cost_.unknown.push_back(fmt::format("{} more", reasons_ - kMostReasons));
    }
    return std::move(cost_);
  }

 private:
  void Unknown(std::string reason) {
    if (++reasons_ <= kMostReasons) cost_.unknown.push_back(std::move(reason));
  }

  // Computations that an instruction runs as they are, instruction after instruction.
  void MarkRun(const HloComputation& in, const HloInstruction& at, std::vector<bool>* is_run) {
    const std::string& opcode = at.proto->opcode();
    const bool runs = opcode == "while" || opcode == "call" || opcode == "conditional" ||
                      opcode == "async-start" ||
                      (opcode == "custom-call" && JustCalls(module_, in, at));
    if (!runs) return;
    for (const uint32_t callee : at.callees) (*is_run)[callee] = true;
  }

  void Instruction(uint32_t computation, uint32_t index, std::vector<bool>* is_run) {
    const HloComputation& in = module_.computations()[computation];
    const HloInstruction& at = in.instructions[index];
    const std::string& opcode = at.proto->opcode();
    MarkRun(in, at, is_run);
    const Count runs = runs_[computation];
    if (opcode == "while" && !TripCount(module_, computation, index)) {
      Unknown("loop " + NameOf(*at.proto) + " has no trip count");
    }
    if (opcode == "conditional") Unknown(NameOf(*at.proto) + " runs one of its branches");
    const Count flops = FlopsInside(in, at, 0);
    const Count bytes = MemoryBytes(module_, computation, index);
    if (!flops) Unknown("products of " + NameOf(*at.proto) + " cannot be counted");
    if (!bytes) Unknown("bytes of " + NameOf(*at.proto) + " cannot be counted");
    const bool hidden =
        opcode == "custom-call" && flops == 0 && !IsSeen(at) && !JustCalls(module_, in, at);
    if (hidden) Unknown("what " + NameOf(*at.proto) + " computes is not seen");
    if (!flops || hidden) cost_.matmul_flops.reset();
    cost_.memory_bytes = Plus(cost_.memory_bytes, Times(runs, bytes));
    cost_.exponentials = Plus(cost_.exponentials, Times(runs, ExponentialsInside(at, 0)));
    if (runs && flops && bytes) {
      work_[{*flops, *flops == 0 ? 0 : *bytes}] += Parts{*runs, Times(runs, bytes).value_or(0)};
    }
    if (const Count cycles = CyclesOf(*at.proto)) {
      saw_cycles_ = true;
      cycles_ = Plus(cycles_, Times(runs, cycles));
    }
  }

  // An instruction's own products and those of the computation that it is a fusion of.
  Count FlopsInside(const HloComputation& in, const HloInstruction& at, int depth) {
    if (at.proto->opcode() != "fusion") return MatmulFlops(in, at);
    return Inside(at, depth, [&](const HloComputation& callee, const HloInstruction& inside) {
      return FlopsInside(callee, inside, depth + 1);
    });
  }

  Count ExponentialsInside(const HloInstruction& at, int depth) {
    const std::string& opcode = at.proto->opcode();
    if (opcode != "fusion") {
      const bool counts =
          std::find(kExponentials.begin(), kExponentials.end(), opcode) != kExponentials.end();
      return counts ? ElementsOf(at.proto->shape()) : 0;
    }
    return Inside(at, depth, [&](const HloComputation&, const HloInstruction& inside) {
      return ExponentialsInside(inside, depth + 1);
    });
  }

  template <typename F>
  Count Inside(const HloInstruction& at, int depth, const F& of) {
    constexpr int kDeepest = 16;
    constexpr int kMostLooks = 1 << 20;
    if (depth > kDeepest) return std::nullopt;
    Count sum = 0;
    for (const uint32_t callee : at.callees) {
      const HloComputation& computation = module_.computations()[callee];
      for (const HloInstruction& inside : computation.instructions) {
        if (++looks_ > kMostLooks) return std::nullopt;
        sum = Plus(sum, of(computation, inside));
      }
    }
    return sum;
  }

  Status Collective(const hlo_proto::Instruction& instruction, Count runs) {
    const std::string kind(CollectiveKind(instruction.opcode()));
    if (kind.empty()) return {};
    const auto bytes = CollectiveBytes(instruction);
    if (!bytes.ok()) return bytes.error().WithContext(kind + " " + NameOf(instruction));
    const auto read = GroupsOf(instruction);
    const bool known = read.ok() || read.error().code() != Code::kUnimplemented;
    if (known && !read.ok()) return read.error().WithContext(kind + " " + NameOf(instruction));
    const ReplicaGroups groups = known ? *read : ReplicaGroups();
    const int64_t all = mesh_ && known ? mesh_->size() : 0;
    // Those that permutes connect differ in size.
    size_t largest = 0;
    for (const std::vector<int64_t>& group : groups) largest = std::max(largest, group.size());
    const int64_t size = groups.empty() ? all : static_cast<int64_t>(largest);
    const std::string axes = mesh_ && known ? AxesOf(groups, *mesh_) : "";
    auto found = std::find_if(cost_.wire.begin(), cost_.wire.end(), [&](const WireUse& use) {
      return use.kind == kind && use.axes == axes && use.group_size == size;
    });
    if (found == cost_.wire.end()) {
      found = cost_.wire.insert(found, WireUse{kind, axes, size, 0, 0, 0});
    }
    const Count sent = size == 0 ? std::nullopt : WireBytes(kind, *bytes, size);
    if (size == 0) Unknown("the devices of " + NameOf(instruction) + " are not told");
    ++found->count;
    found->executions = Plus(found->executions, runs);
    found->wire_bytes = Plus(found->wire_bytes, Times(runs, sent));
    cost_.wire_bytes = Plus(cost_.wire_bytes, Times(runs, sent));
    return {};
  }

  static Count WireBytes(std::string_view kind, int64_t result, int64_t group) {
    if (kind == "reduce-scatter") return Times(result, group - 1);
    if (kind == "collective-permute" || kind == "collective-broadcast") return result;
    const Count share = result - result / group;
    return kind == "all-reduce" ? Times(2, share) : share;
  }

  // How often instructions of the same work run, and the bytes of all those runs.
  struct Parts {
    int64_t runs = 0;
    int64_t bytes = 0;
    Parts& operator+=(const Parts& other) {
      runs = Plus(runs, other.runs).value_or(0);
      bytes = Plus(bytes, other.bytes).value_or(0);
      return *this;
    }
  };

  void CollectWork() {
    for (const auto& [each, all] : work_) {
      const auto& [flops, bytes] = each;
      // Instructions without products differ in their bytes: one entry has the bytes of all.
      if (flops == 0 && all.bytes > 0) cost_.work.push_back({0, all.bytes, 1});
      if (flops != 0) cost_.work.push_back({flops, bytes, all.runs});
    }
  }

  const HloModule& module_;
  const std::optional<Mesh>& mesh_;
  const std::vector<Count> runs_;
  ProgramCost cost_;
  std::map<std::pair<int64_t, int64_t>, Parts> work_;
  bool saw_cycles_ = false;
  Count cycles_ = 0;
  int looks_ = 0;
  size_t reasons_ = 0;
};

}  // namespace

Result<ProgramCost> CountCost(const HloModule& module, const std::optional<Mesh>& mesh) {
  return Walk(module, mesh).Run();
}

}  // namespace logphead
