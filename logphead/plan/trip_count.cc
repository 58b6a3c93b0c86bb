// SPDX-License-Identifier: Apache-2.0
// Trip counts: the compiler's note, else the counter followed through fusions, calls and tuples.
#include "logphead/plan/trip_count.h"

#include <charconv>
#include <deque>
#include <nlohmann/json.hpp>
#include <string>

#include "logphead/plan/hlo.pb.h"

namespace logphead {
namespace {

// {"known_trip_count": {"n": "64"}} in the configuration that a compiler leaves at the loop.
std::optional<int64_t> NotedTripCount(const hlo_proto::Instruction& loop) {
  const auto config =
      nlohmann::json::parse(loop.backend_config(), nullptr, /*allow_exceptions=*/false);
  if (!config.is_object()) return std::nullopt;
  const auto note = config.find("known_trip_count");
  if (note == config.end() || !note->is_object()) return std::nullopt;
  const auto n = note->find("n");
  if (n == note->end()) return std::nullopt;
  int64_t count = -1;
  if (n->is_number_integer()) {
    count = n->get<int64_t>();
  } else if (n->is_string()) {
    const auto& text = n->get_ref<const std::string&>();
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  }
  return count < 0 ? std::nullopt : std::optional<int64_t>(count);
}

// The only number of an integer constant.
std::optional<int64_t> ConstantOf(const hlo_proto::Instruction& instruction) {
  if (instruction.opcode() != "constant") return std::nullopt;
  const hlo_proto::Literal& literal = instruction.literal();
  if (literal.s32s_size() == 1) return literal.s32s(0);
  if (literal.s64s_size() == 1) return literal.s64s(0);
  if (literal.u32s_size() == 1) return literal.u32s(0);
  return std::nullopt;
}

// Follows values of one loop back to where they are made.
class Tracer {
 public:
  explicit Tracer(const HloModule& module) : module_(module) {}

  // An instruction as seen through the fusions and calls that lead to it, the innermost last.
  struct Site {
    uint32_t computation = 0;
    uint32_t instruction = 0;
    const Site* caller = nullptr;
  };

  const HloInstruction& At(const Site& site) const {
    return module_.computations()[site.computation].instructions[site.instruction];
  }
  const std::string& OpcodeAt(const Site& site) const { return At(site).proto->opcode(); }

  Site Root(uint32_t computation) const {
    return Site{computation, module_.computations()[computation].root, nullptr};
  }

  // Operand `i` traced to its origin.
  std::optional<Site> Operand(const Site& site, size_t i) {
    const auto& operands = At(site).operands;
    if (i >= operands.size()) return std::nullopt;
    return Origin(Site{site.computation, operands[i], site.caller});
  }

  // The instruction that makes the value: behind copies, fusions, calls, and tuples taken apart.
  // Nothing when it is too far away, as in a file whose operands run in a circle.
  std::optional<Site> Origin(Site site) {
    while (steps_-- > 0) {
      const HloInstruction& here = At(site);
      const std::string& opcode = here.proto->opcode();
      if (opcode == "copy" || opcode == "copy-start" || opcode == "copy-done" ||
          opcode == "bitcast") {
        if (here.operands.empty()) return std::nullopt;
        site.instruction = here.operands[0];
      } else if ((opcode == "fusion" || opcode == "call") && here.callees.size() == 1) {
        callers_.push_back(site);
        site = Root(here.callees[0]);
        site.caller = &callers_.back();
      } else if (opcode == "parameter" && site.caller != nullptr) {
        const Site& caller = *site.caller;
        const auto& arguments = At(caller).operands;
        const auto number = static_cast<uint64_t>(here.proto->parameter_number());
        if (number >= arguments.size()) return std::nullopt;
        site = Site{caller.computation, arguments[number], caller.caller};
      } else if (opcode == "get-tuple-element") {
        const std::optional<Site> tuple = Operand(site, 0);
        if (!tuple) return std::nullopt;
        if (OpcodeAt(*tuple) != "tuple") return site;
        const auto& parts = At(*tuple).operands;
        const auto index = static_cast<uint64_t>(here.proto->index());
        if (index >= parts.size()) return std::nullopt;
        site = Site{tuple->computation, parts[index], tuple->caller};
      } else {
        return site;
      }
    }
    return std::nullopt;
  }

  // Which element of its loop's state the value is.
  std::optional<int64_t> StateElement(const Site& site) {
    if (OpcodeAt(site) != "get-tuple-element") return std::nullopt;
    const std::optional<Site> state = Operand(site, 0);
    if (!state || OpcodeAt(*state) != "parameter") return std::nullopt;
    return At(site).proto->index();
  }

 private:
  const HloModule& module_;
  std::deque<Site> callers_;
  int steps_ = 1000;
};

using Site = Tracer::Site;

// The counter and the constant that it is compared or added with, whichever stands first.
struct CounterAnd {
  int64_t element = 0;
  int64_t constant = 0;
  bool counter_first = true;
};

std::optional<CounterAnd> ReadOperands(Tracer& trace, const Site& site) {
  const std::optional<Site> first = trace.Operand(site, 0);
  const std::optional<Site> second = trace.Operand(site, 1);
  if (!first || !second) return std::nullopt;
  for (const bool counter_first : {true, false}) {
    const auto element = trace.StateElement(counter_first ? *first : *second);
    const auto constant = ConstantOf(*trace.At(counter_first ? *second : *first).proto);
    if (element && constant) return CounterAnd{*element, *constant, counter_first};
  }
  return std::nullopt;
}

// The counter and its bound, from a condition "counter < bound".
std::optional<CounterAnd> ReadBound(Tracer& trace, uint32_t condition) {
  const std::optional<Site> compare = trace.Origin(trace.Root(condition));
  if (!compare || trace.OpcodeAt(*compare) != "compare") return std::nullopt;
  const std::optional<CounterAnd> bound = ReadOperands(trace, *compare);
  if (!bound) return std::nullopt;
  const char* less = bound->counter_first ? "LT" : "GT";
  return trace.At(*compare).proto->direction() == less ? bound : std::nullopt;
}

std::optional<int64_t> ReadStep(Tracer& trace, uint32_t body, int64_t element) {
  const std::optional<Site> state = trace.Origin(trace.Root(body));
  if (!state || trace.OpcodeAt(*state) != "tuple") return std::nullopt;
  const std::optional<Site> next = trace.Operand(*state, static_cast<size_t>(element));
  if (!next || trace.OpcodeAt(*next) != "add") return std::nullopt;
  const std::optional<CounterAnd> step = ReadOperands(trace, *next);
  if (!step || step->element != element || step->constant <= 0) return std::nullopt;
  return step->constant;
}

std::optional<int64_t> ReadBegin(Tracer& trace, const Site& loop, int64_t element) {
  const std::optional<Site> state = trace.Operand(loop, 0);
  if (!state || trace.OpcodeAt(*state) != "tuple") return std::nullopt;
  const std::optional<Site> begin = trace.Operand(*state, static_cast<size_t>(element));
  if (!begin) return std::nullopt;
  return ConstantOf(*trace.At(*begin).proto);
}

}  // namespace

std::optional<int64_t> TripCount(const HloModule& module, uint32_t computation,
                                 uint32_t instruction) {
  Tracer trace(module);
  const Site loop{computation, instruction, nullptr};
  const HloInstruction& while_loop = trace.At(loop);
  if (const auto noted = NotedTripCount(*while_loop.proto)) return noted;
  if (while_loop.callees.size() != 2) return std::nullopt;
  const auto bound = ReadBound(trace, while_loop.callees[kWhileCondition]);
  if (!bound) return std::nullopt;
  const auto step = ReadStep(trace, while_loop.callees[kWhileBody], bound->element);
  const auto begin = ReadBegin(trace, loop, bound->element);
  if (!step || !begin) return std::nullopt;
  // Where a 32-bit counter could wrap round, nothing is said.
  constexpr int64_t kMost = INT32_MAX;
  if (*begin < -kMost || bound->constant > kMost || *step > kMost - bound->constant) {
    return std::nullopt;
  }
  if (*begin >= bound->constant) return 0;
  return (bound->constant - *begin + *step - 1) / *step;
}

}  // namespace logphead
