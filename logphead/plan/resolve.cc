// SPDX-License-Identifier: Apache-2.0
// Resolving a module: every id looked up once, every lie in the file an error.
#include <algorithm>
#include <limits>
#include <string>
#include <unordered_map>
#include <utility>

#include "logphead/plan/field_text.h"
#include "logphead/plan/hlo.pb.h"
#include "logphead/plan/optimized_hlo.h"

namespace logphead {
namespace {

using IdMap = std::unordered_map<int64_t, uint32_t>;

std::string Quoted(std::string_view name) {
  std::string out = "\"";
  AppendEscaped(name.substr(0, 200), &out);
  return out + '"';
}

Error Bad(const hlo_proto::Computation& computation, const std::string& what) {
  return DataLoss("the optimised program is damaged: computation " + Quoted(computation.name()) +
                  ' ' + what);
}

template <typename Ids>
Status Lookup(const Ids& ids, const IdMap& map, std::vector<uint32_t>* out, int64_t* missing) {
  out->reserve(static_cast<size_t>(ids.size()));
  for (const int64_t id : ids) {
    const auto found = map.find(id);
    if (found == map.end()) {
      *missing = id;
      return DataLoss("");
    }
    out->push_back(found->second);
  }
  return {};
}

// The order of a computation's instructions, as positions in the file: those scheduled first, then
// the others, if any, as they stand. A schedule that names a foreign instruction, or one twice, is
// an error.
Status FindOrder(const hlo_proto::Computation& proto, const hlo_proto::Schedule& schedule,
                 const IdMap& by_id, std::vector<uint32_t>* order, bool* scheduled) {
  const auto count = static_cast<uint32_t>(proto.instructions_size());
  std::vector<bool> seen(count, false);
  const auto sequence = schedule.sequences().find(proto.id());
  if (sequence != schedule.sequences().end()) {
    int64_t missing = 0;
    if (!Lookup(sequence->second.instruction_ids(), by_id, order, &missing).ok()) {
      return Bad(proto, "schedules the unknown instruction " + std::to_string(missing));
    }
    for (const uint32_t at : *order) {
      if (seen[at]) return Bad(proto, "schedules an instruction twice");
      seen[at] = true;
    }
    *scheduled = order->size() == count;
  }
  for (uint32_t i = 0; i < count; ++i) {
    if (!seen[i]) order->push_back(i);
  }
  return {};
}

Status ResolveInstruction(const hlo_proto::Computation& owner, const hlo_proto::Instruction& proto,
                          const IdMap& instructions, const IdMap& computations,
                          HloInstruction* out) {
  out->proto = &proto;
  const std::string self = "has an instruction " + Quoted(proto.name());
  if (proto.opcode().empty()) return Bad(owner, self + " without an opcode");
  int64_t missing = 0;
  if (!Lookup(proto.operand_ids(), instructions, &out->operands, &missing).ok()) {
    return Bad(owner, self + " with the unknown operand " + std::to_string(missing));
  }
  if (!Lookup(proto.control_predecessor_ids(), instructions, &out->control_predecessors, &missing)
           .ok()) {
    return Bad(owner, self + " after the unknown instruction " + std::to_string(missing));
  }
  if (!Lookup(proto.called_computation_ids(), computations, &out->callees, &missing).ok()) {
    return Bad(owner, self + " that calls the unknown computation " + std::to_string(missing));
  }
  return {};
}

Status ResolveComputation(const hlo_proto::Computation& proto, const hlo_proto::Schedule& schedule,
                          const IdMap& computations, HloComputation* out) {
  out->proto = &proto;
  if (proto.instructions().empty()) return Bad(proto, "is empty");
  IdMap in_file;
  for (const hlo_proto::Instruction& instruction : proto.instructions()) {
    if (!in_file.emplace(instruction.id(), static_cast<uint32_t>(in_file.size())).second) {
      return Bad(proto, "has two instructions of id " + std::to_string(instruction.id()));
    }
  }
  std::vector<uint32_t> order;
  LOGPHEAD_RETURN_IF_ERROR(FindOrder(proto, schedule, in_file, &order, &out->scheduled));
  IdMap ordered;
  for (uint32_t i = 0; i < order.size(); ++i) {
    ordered[proto.instructions(static_cast<int>(order[i])).id()] = i;
  }
  const auto root = ordered.find(proto.root_id());
  if (root == ordered.end()) {
    return Bad(proto, "has the unknown root " + std::to_string(proto.root_id()));
  }
  out->root = root->second;
  out->instructions.resize(order.size());
  for (size_t i = 0; i < order.size(); ++i) {
    LOGPHEAD_RETURN_IF_ERROR(ResolveInstruction(proto,
                                                proto.instructions(static_cast<int>(order[i])),
                                                ordered, computations, &out->instructions[i]));
  }
  return {};
}

// Distinct callees of each computation, in the order of their first call.
std::vector<std::vector<uint32_t>> CallGraph(const std::vector<HloComputation>& computations) {
  std::vector<std::vector<uint32_t>> graph(computations.size());
  std::vector<uint32_t> last_caller(computations.size(), std::numeric_limits<uint32_t>::max());
  for (uint32_t i = 0; i < computations.size(); ++i) {
    for (const HloInstruction& instruction : computations[i].instructions) {
      for (const uint32_t callee : instruction.callees) {
        if (last_caller[callee] == i) continue;
        last_caller[callee] = i;
        graph[i].push_back(callee);
      }
    }
  }
  return graph;
}

// Depth first from `start` with a stack of our own, since the file chooses the depth. Appends each
// computation after its callees; false on a cycle.
bool PostOrder(const std::vector<std::vector<uint32_t>>& graph, uint32_t start,
               std::vector<char>* state, std::vector<uint32_t>* out) {
  constexpr char kOpen = 1;
  constexpr char kDone = 2;
  if ((*state)[start] == kDone) return true;
  std::vector<std::pair<uint32_t, size_t>> stack = {{start, 0}};
  (*state)[start] = kOpen;
  while (!stack.empty()) {
    auto& [node, next] = stack.back();
    if (next == graph[node].size()) {
      (*state)[node] = kDone;
      out->push_back(node);
      stack.pop_back();
      continue;
    }
    const uint32_t callee = graph[node][next++];
    if ((*state)[callee] == kOpen) return false;
    if ((*state)[callee] == kDone) continue;
    (*state)[callee] = kOpen;
    stack.emplace_back(callee, 0);
  }
  return true;
}

}  // namespace

Result<HloModule> ResolveModule(std::unique_ptr<hlo_proto::Module> proto) {
  HloModule module(std::move(proto));
  const hlo_proto::Module& file = module.proto();
  IdMap ids;
  for (const hlo_proto::Computation& computation : file.computations()) {
    if (!ids.emplace(computation.id(), static_cast<uint32_t>(ids.size())).second) {
      return Bad(computation, "shares its id " + std::to_string(computation.id()));
    }
  }
  const auto entry = ids.find(file.entry_computation_id());
  if (entry == ids.end()) {
    return DataLoss("the optimised program is damaged: the entry computation " +
                    std::to_string(file.entry_computation_id()) + " is not in it");
  }
  module.computations_.resize(ids.size());
  for (size_t i = 0; i < module.computations_.size(); ++i) {
    LOGPHEAD_RETURN_IF_ERROR(ResolveComputation(file.computations(static_cast<int>(i)),
                                                file.schedule(), ids, &module.computations_[i]));
  }
  const auto graph = CallGraph(module.computations_);
  std::vector<char> state(graph.size(), 0);
  bool acyclic = PostOrder(graph, entry->second, &state, &module.call_order_);
  std::vector<uint32_t> unreached;
  for (uint32_t i = 0; acyclic && i < graph.size(); ++i) {
    acyclic = PostOrder(graph, i, &state, &unreached);
  }
  if (!acyclic) return DataLoss("the optimised program is damaged: computations call in a cycle");
  std::reverse(module.call_order_.begin(), module.call_order_.end());
  return module;
}

}  // namespace logphead
