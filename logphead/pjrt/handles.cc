// SPDX-License-Identifier: Apache-2.0
// Owning handles: how each kind of object is destroyed and counted.
#include "logphead/pjrt/handles.h"

#include <atomic>

#include "logphead/pjrt/call.h"

namespace logphead {
namespace internal {
namespace {

template <typename T>
std::atomic<int64_t>& Live() {
  static std::atomic<int64_t> count{0};
  return count;
}

template <typename Args>
void DestroyCall(const PJRT_Api* api, PJRT_Error* (*function)(Args*), Args& args) noexcept {
  if (function != nullptr) DropError(api, function(&args));
}

}  // namespace

template <typename T>
Handle<T> Adopt(const PJRT_Api* api, T* object) {
  if (object != nullptr) Live<T>().fetch_add(1, std::memory_order_relaxed);
  return Handle<T>(object, Destroyer<T>{api});
}

#define LOGPHEAD_DEFINE_DESTROYER(Type, field)                           \
  template <>                                                            \
  void Destroyer<Type>::operator()(Type* object) const noexcept {        \
    LOGPHEAD_PJRT_ARGS(args, Type##_Destroy);                            \
    args.field = object;                                                 \
    DestroyCall(api, LOGPHEAD_PJRT_FUNCTION(api, Type##_Destroy), args); \
    Live<Type>().fetch_sub(1, std::memory_order_relaxed);                \
  }                                                                      \
  template Handle<Type> Adopt<Type>(const PJRT_Api* api, Type* object)

LOGPHEAD_DEFINE_DESTROYER(PJRT_Buffer, buffer);
LOGPHEAD_DEFINE_DESTROYER(PJRT_Client, client);
LOGPHEAD_DEFINE_DESTROYER(PJRT_Event, event);
LOGPHEAD_DEFINE_DESTROYER(PJRT_Executable, executable);
LOGPHEAD_DEFINE_DESTROYER(PJRT_LoadedExecutable, executable);
LOGPHEAD_DEFINE_DESTROYER(PJRT_TopologyDescription, topology);

}  // namespace internal

LiveObjectCounts LiveObjects() {
  using internal::Live;
  LiveObjectCounts counts;
  counts.events = Live<PJRT_Event>();
  counts.buffers = Live<PJRT_Buffer>();
  counts.clients = Live<PJRT_Client>();
  counts.executables = Live<PJRT_Executable>();
  counts.loaded_executables = Live<PJRT_LoadedExecutable>();
  counts.topologies = Live<PJRT_TopologyDescription>();
  return counts;
}

}  // namespace logphead
