// SPDX-License-Identifier: Apache-2.0
// Census: which collectives an optimised program holds, how many bytes each kind yields, and how
// often they run.
#ifndef LOGPHEAD_PLAN_CENSUS_H_
#define LOGPHEAD_PLAN_CENSUS_H_

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "logphead/base/result.h"
#include "logphead/plan/executions.h"
#include "logphead/plan/optimized_hlo.h"

namespace logphead {

// How many instructions of one kind there are, and the bytes of their results; then the same with
// each instruction counted as often as it runs.
struct CollectiveCount {
  int64_t count = 0;
  int64_t bytes = 0;
  Count executions;  // unknown when one of the instructions runs an unknown number of times
  Count executed_bytes;

  bool operator==(const CollectiveCount&) const = default;
};

// By kind, e.g. "all-gather"; only the kinds that occur.
using CollectiveCensus = std::map<std::string, CollectiveCount, std::less<>>;

// The kind of collective that an opcode begins: "all-gather" for itself and for "all-gather-start".
// Kinds: all-gather, all-reduce, all-to-all, collective-broadcast, collective-permute,
// ragged-all-to-all, reduce-scatter. Empty for every other opcode, the "-done" halves included, so
// that an asynchronous pair counts once.
std::string_view CollectiveKind(std::string_view opcode);

// Bytes of the result of a collective instruction on one device. Errors: a shape that is damaged or
// has an unknown element type.
Result<int64_t> CollectiveBytes(const hlo_proto::Instruction& instruction);

// Counts each collective instruction that the entry reaches once, and as often as its computation
// runs (CountExecutions): those in loop bodies, fusions and wrapped asynchronous computations
// too. Bytes are those of the result on
// one device (ShapeBytes: logical elements, no layout padding), i.e. the gathered array of an
// all-gather and the scattered part of a reduce-scatter; operands, and the contexts that an
// asynchronous start carries beside its result, are not included. Errors: a shape that is damaged
// or has an unknown element type.
Result<CollectiveCensus> CountCollectives(const HloModule& module);

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_CENSUS_H_
