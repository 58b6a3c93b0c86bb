// SPDX-License-Identifier: Apache-2.0
// What the tests of the head share: configs at sizes that cost nothing, and walks over programs.
#ifndef LOGPHEAD_HEAD_TEST_PROGRAMS_H_
#define LOGPHEAD_HEAD_TEST_PROGRAMS_H_

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "logphead/head/program.h"
#include "logphead/hlo/printer.h"

namespace logphead {

inline constexpr ProgramKind kAllKinds[] = {ProgramKind::kForward, ProgramKind::kBackward,
                                            ProgramKind::kLossAndGrad};

// Nothing is set in the environment.
inline std::optional<std::string> EmptyEnv(const char*) { return std::nullopt; }

// 4 rows of 8192 tokens on 8 devices: batch over fsdp and expert, sequence over context.
inline HeadConfig MeshConfig(int64_t chunk) {
  HeadConfig config;
  config.batch = 4;
  config.sequence = 8192;
  config.hidden = 16;
  config.vocab = 32;
  config.chunk = chunk;
  config.mesh = *Mesh::Parse("fsdp=2,context=2,expert=2");
  config.shardings = HeadShardings::Default(*config.mesh);
  return config;
}

inline HeadConfig WithoutMesh(HeadConfig config) {
  config.mesh.reset();
  config.shardings = {};
  return config;
}

inline HeadConfig WithMode(HeadConfig config, ReplicateMode mode) {
  config.replicate = mode;
  return config;
}

// The program; a test failure and an empty one on error.
inline hlo::Program MustBuild(const HeadConfig& config, ProgramKind kind) {
  auto program = BuildProgram(config, kind, EmptyEnv);
  if (program.ok()) return *std::move(program);
  ADD_FAILURE() << ProgramKindName(kind) << ": " << program.error().ToString();
  return hlo::Program{"none", {}, {hlo::Function{}}, {}};
}

inline std::string Text(const HeadConfig& config, ProgramKind kind) {
  return hlo::Print(MustBuild(config, kind));
}

// Calls `visit` with each op of a region, in order, and how many loops it is in.
inline void VisitOps(const hlo::Region& region,
                     const std::function<void(const hlo::Op&, int depth)>& visit, int depth = 0) {
  for (const hlo::Op& op : region.ops) {
    visit(op, depth);
    for (const hlo::Region& inner : op.regions) VisitOps(inner, visit, depth + 1);
  }
}

inline std::vector<const hlo::Op*> OpsOfKind(const hlo::Program& program, hlo::OpKind kind) {
  std::vector<const hlo::Op*> found;
  VisitOps(program.main().body, [&](const hlo::Op& op, int) {
    if (op.kind == kind) found.push_back(&op);
  });
  return found;
}

// The op that defines a value, outside of loops; null for an argument.
inline const hlo::Op* Definition(const hlo::Program& program, hlo::ValueId value) {
  for (const hlo::Op& op : program.main().body.ops) {
    for (const hlo::ValueId result : op.results) {
      if (result == value) return &op;
    }
  }
  return nullptr;
}

// "tensor<4x8192xi32> <@mesh, [{?}, {}]>" of each sharding constraint, in order; "in a loop" is
// added to those inside one.
inline std::vector<std::string> Constraints(const hlo::Program& program) {
  std::vector<std::string> found;
  VisitOps(program.main().body, [&](const hlo::Op& op, int depth) {
    if (op.kind != hlo::OpKind::kShardingConstraint) return;
    found.push_back(program.type(op.results[0]).ToString() + " " +
                    std::get<hlo::ShardingAttr>(op.attributes).sharding.ToShardy() +
                    (depth > 0 ? " in a loop" : ""));
  });
  return found;
}

}  // namespace logphead

#endif  // LOGPHEAD_HEAD_TEST_PROGRAMS_H_
