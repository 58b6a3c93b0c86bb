// SPDX-License-Identifier: Apache-2.0
// Reading optimised programs: the two wire formats and files of them.
#include "logphead/plan/optimized_hlo.h"

#include <string>
#include <utility>

#include <google/protobuf/message.h>

#include "logphead/base/files.h"
#include "logphead/plan/hlo.pb.h"

namespace logphead {
namespace {

constexpr size_t kMaxBytes = size_t{1} << 30;

Error NotAProgram(std::string_view bytes, std::string_view expected, std::string_view why) {
  return DataLoss("the " + std::to_string(bytes.size()) +
                  " bytes are not an optimised program: expected " + std::string(expected) + ", " +
                  std::string(why));
}

// Protobuf refuses nesting deeper than 100 messages, so the walks over shapes may recurse.
bool Parse(std::string_view bytes, google::protobuf::Message* message) {
  return bytes.size() <= kMaxBytes &&
         message->ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
}

// The module inside the bytes, or nothing when they do not hold one with any computation.
std::unique_ptr<hlo_proto::Module> TryWithConfig(std::string_view bytes) {
  hlo_proto::ModuleWithConfig with_config;
  if (!Parse(bytes, &with_config)) return nullptr;
  if (with_config.hlo_module().computations().empty()) return nullptr;
  return std::unique_ptr<hlo_proto::Module>(with_config.release_hlo_module());
}

std::unique_ptr<hlo_proto::Module> TryModule(std::string_view bytes) {
  auto module = std::make_unique<hlo_proto::Module>();
  if (!Parse(bytes, module.get()) || module->computations().empty()) return nullptr;
  return module;
}

}  // namespace

HloModule::HloModule(std::unique_ptr<hlo_proto::Module> proto) : proto_(std::move(proto)) {}
HloModule::HloModule(HloModule&&) noexcept = default;
HloModule& HloModule::operator=(HloModule&&) noexcept = default;
HloModule::~HloModule() = default;

Result<HloModule> ParseOptimizedProgram(std::string_view format, std::string_view bytes) {
  if (bytes.size() > kMaxBytes) {
    return InvalidArgument("the optimised program has " + std::to_string(bytes.size()) +
                           " bytes (at most " + std::to_string(kMaxBytes) + ")");
  }
  if (format == "hlo_with_config") {
    auto module = TryWithConfig(bytes);
    if (module == nullptr) {
      return NotAProgram(bytes, "a serialized HloModuleProtoWithConfig",
                         "they are damaged or of another kind");
    }
    return ResolveModule(std::move(module));
  }
  if (format == "hlo") {
    auto module = TryModule(bytes);
    if (module == nullptr) {
      return NotAProgram(bytes, "a serialized HloModuleProto",
                         "they are damaged or of another kind");
    }
    return ResolveModule(std::move(module));
  }
  return Unimplemented("optimised programs of format \"" + std::string(format) +
                       "\" cannot be read (hlo_with_config and hlo can)");
}

Status SaveProgram(const std::filesystem::path& path, std::string_view bytes) {
  return WriteFileAtomically(path, [bytes](FileSink& sink) { return sink.Write(bytes); });
}

Result<HloModule> LoadProgram(const std::filesystem::path& path) {
  LOGPHEAD_ASSIGN_OR_RETURN(const std::string bytes, ReadFile(path));
  // The first field of one format is a message and of the other a name, so at most one fits.
  auto proto = TryWithConfig(bytes);
  if (proto == nullptr) proto = TryModule(bytes);
  if (proto == nullptr) {
    return NotAProgram(bytes, "a serialized HLO module with or without its configuration",
                       "they are damaged or of another kind")
        .WithContext(path.string());
  }
  auto module = ResolveModule(std::move(proto));
  if (!module.ok()) return module.error().WithContext(path.string());
  return module;
}

}  // namespace logphead
