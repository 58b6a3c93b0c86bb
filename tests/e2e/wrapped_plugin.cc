// SPDX-License-Identifier: Apache-2.0
// A plugin around another one whose compiler can be made to crash, hang, wait, eat or chatter.
//
// WRAPPED_PLUGIN names the plugin, WRAPPED_DOES what a compile does first: "abort", "segfault",
// "exit" (with status 0), "hang", "wait" (1 s), "eat" (memory, up to 2 GiB, then hang), "print" (on
// stdout); else nothing. With WRAPPED_WHEN it is done only for programs that hold this text.
#include <dlfcn.h>
#include <pjrt_c_api.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

const PJRT_Api* real_api = nullptr;

std::string Variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

void EatMemory() {
  constexpr size_t kPiece = size_t{32} << 20;
  static std::vector<std::vector<char>> eaten;
  for (int piece = 0; piece < 64; ++piece) {
    eaten.emplace_back(kPiece, 'x');
    ::usleep(10'000);
  }
}

void Misbehave(const PJRT_Program& program) {
  const std::string_view text(program.code, program.code_size);
  if (text.find(Variable("WRAPPED_WHEN")) == std::string_view::npos) return;
  const std::string what = Variable("WRAPPED_DOES");
  if (what == "abort") {
    std::fprintf(stderr, "wrapped: check failed: this compiler gives up\n");
    std::abort();
  }
  if (what == "segfault") std::raise(SIGSEGV);
  if (what == "exit") std::_Exit(0);
  if (what == "wait") ::sleep(1);
  if (what == "print") {
    std::printf("wrapped: compiling\n");
    std::fflush(stdout);
  }
  if (what == "eat") EatMemory();
  while (what == "hang" || what == "eat") ::pause();
}

PJRT_Error* Compile(PJRT_Client_Compile_Args* args) {
  Misbehave(*args->program);
  return real_api->PJRT_Client_Compile(args);
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const PJRT_Api* GetPjrtApi() {
  // A table may be longer than this header knows.
  static std::string table;
  void* library = ::dlopen(Variable("WRAPPED_PLUGIN").c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return nullptr;
  using GetApi = const PJRT_Api*();
  auto* get = reinterpret_cast<GetApi*>(::dlsym(library, "GetPjrtApi"));
  if (get == nullptr) return nullptr;
  real_api = get();
  table.assign(reinterpret_cast<const char*>(real_api), real_api->struct_size);
  auto* api = reinterpret_cast<PJRT_Api*>(table.data());
  api->PJRT_Client_Compile = Compile;
  return api;
}
