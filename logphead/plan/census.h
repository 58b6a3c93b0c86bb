// SPDX-License-Identifier: Apache-2.0
// Census: which collectives an optimised program holds, and how many bytes each kind yields.
#ifndef LOGPHEAD_PLAN_CENSUS_H_
#define LOGPHEAD_PLAN_CENSUS_H_

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "logphead/base/result.h"
#include "logphead/plan/optimized_hlo.h"

namespace logphead {

// How many instructions of one kind there are, and the bytes of their results.
struct CollectiveCount {
  int64_t count = 0;
  int64_t bytes = 0;

  bool operator==(const CollectiveCount&) const = default;
};

// By kind, e.g. "all-gather"; only the kinds that occur.
using CollectiveCensus = std::map<std::string, CollectiveCount, std::less<>>;

// The kind of collective that an opcode begins: "all-gather" for itself and for "all-gather-start".
// Kinds: all-gather, all-reduce, all-to-all, collective-broadcast, collective-permute,
// ragged-all-to-all, reduce-scatter. Empty for every other opcode, the "-done" halves included, so
// that an asynchronous pair counts once.
std::string_view CollectiveKind(std::string_view opcode);

// Counts each collective instruction that the entry reaches once, however often it runs: those in
// loop bodies, fusions and wrapped asynchronous computations too. Bytes are those of the result on
// one device (ShapeBytes: logical elements, no layout padding), i.e. the gathered array of an
// all-gather and the scattered part of a reduce-scatter; operands, and the contexts that an
// asynchronous start carries beside its result, are not included. Errors: a shape that is damaged
// or has an unknown element type.
Result<CollectiveCensus> CountCollectives(const HloModule& module);

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_CENSUS_H_
