// SPDX-License-Identifier: Apache-2.0
// HloModule: an optimised program as its compiler handed it out, read, checked and resolved.
#ifndef LOGPHEAD_PLAN_OPTIMIZED_HLO_H_
#define LOGPHEAD_PLAN_OPTIMIZED_HLO_H_

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

#include "logphead/base/result.h"

namespace logphead {

namespace hlo_proto {
class Computation;
class Instruction;
class Module;
}  // namespace hlo_proto

// One instruction. Indices of operands are into the instructions of the same computation, those of
// callees into the computations of the module.
struct HloInstruction {
  const hlo_proto::Instruction* proto = nullptr;
  std::vector<uint32_t> operands;
  std::vector<uint32_t> control_predecessors;
  std::vector<uint32_t> callees;
};

// One computation. Its instructions stand in the order of the module's schedule (`scheduled` when
// that orders all of them); those it does not name follow, in the order of the file.
struct HloComputation {
  const hlo_proto::Computation* proto = nullptr;
  std::vector<HloInstruction> instructions;
  uint32_t root = 0;
  bool scheduled = false;
};

// A checked program: every id in it refers to something, ids are unique, and the call graph has no
// cycle. Move-only; pointers and indices stay valid when it is moved.
class HloModule {
 public:
  HloModule(HloModule&&) noexcept;
  HloModule& operator=(HloModule&&) noexcept;
  ~HloModule();

  const hlo_proto::Module& proto() const { return *proto_; }
  const std::vector<HloComputation>& computations() const { return computations_; }
  uint32_t entry() const { return call_order_.front(); }

  // The computations that the entry reaches, each once, every caller before its callees; the entry
  // is first.
  const std::vector<uint32_t>& call_order() const { return call_order_; }

 private:
  friend Result<HloModule> ResolveModule(std::unique_ptr<hlo_proto::Module> proto);
  explicit HloModule(std::unique_ptr<hlo_proto::Module> proto);

  std::unique_ptr<hlo_proto::Module> proto_;
  std::vector<HloComputation> computations_;
  std::vector<uint32_t> call_order_;
};

// Checks a module and resolves its ids. Errors name the computation and the id.
Result<HloModule> ResolveModule(std::unique_ptr<hlo_proto::Module> proto);

// Reads what a plugin returns as the optimised program. Formats: "hlo_with_config" (a serialized
// HloModuleProtoWithConfig) and "hlo" (a serialized HloModuleProto); others, e.g. "mlir", are
// unimplemented. Damaged or foreign bytes are one DATA_LOSS error. At most 1 GiB.
Result<HloModule> ParseOptimizedProgram(std::string_view format, std::string_view bytes);

// Saves the bytes of an optimised program as they are; by convention as NAME.hlo.pb, which the
// tools of XLA read too. An existing file is replaced only when the new one is complete.
Status SaveProgram(const std::filesystem::path& path, std::string_view bytes);

// Reads a saved program of either format, or one that XLA dumped with --xla_dump_hlo_as_proto.
Result<HloModule> LoadProgram(const std::filesystem::path& path);

}  // namespace logphead

#endif  // LOGPHEAD_PLAN_OPTIMIZED_HLO_H_
