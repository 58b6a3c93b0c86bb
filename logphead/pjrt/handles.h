// SPDX-License-Identifier: Apache-2.0
// Owning handles of PJRT objects, and counters of those alive.
#ifndef LOGPHEAD_PJRT_HANDLES_H_
#define LOGPHEAD_PJRT_HANDLES_H_

#include <cstdint>
#include <memory>

struct PJRT_Api;
struct PJRT_Buffer;
struct PJRT_Client;
struct PJRT_Event;
struct PJRT_Executable;
struct PJRT_LoadedExecutable;
struct PJRT_TopologyDescription;

namespace logphead {

// How many objects of each kind this process owns now, over all plugins. Tests compare two
// readings; a difference is a leak. (Errors never outlive the call that got them.)
struct LiveObjectCounts {
  int64_t events = 0;
  int64_t buffers = 0;
  int64_t clients = 0;
  int64_t executables = 0;
  int64_t loaded_executables = 0;
  int64_t topologies = 0;

  bool operator==(const LiveObjectCounts&) const = default;
};
LiveObjectCounts LiveObjects();

namespace internal {

// Gives an object back to the plugin that made it. An error of that call has nobody to go to: it is
// freed and dropped.
template <typename T>
struct Destroyer {
  const PJRT_Api* api = nullptr;
  void operator()(T* object) const noexcept;
};

template <typename T>
using Handle = std::unique_ptr<T, Destroyer<T>>;

// Takes over `object`, which may be null, and counts it.
template <typename T>
Handle<T> Adopt(const PJRT_Api* api, T* object);

}  // namespace internal
}  // namespace logphead

#endif  // LOGPHEAD_PJRT_HANDLES_H_
