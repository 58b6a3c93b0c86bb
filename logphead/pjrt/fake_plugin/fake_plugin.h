// SPDX-License-Identifier: Apache-2.0
// Switches and counters of the fake PJRT plugin, found with dlsym in its shared library.
#ifndef LOGPHEAD_PJRT_FAKE_PLUGIN_FAKE_PLUGIN_H_
#define LOGPHEAD_PJRT_FAKE_PLUGIN_FAKE_PLUGIN_H_

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

struct PJRT_Api;

namespace logphead::fake {

// What the plugin does next, and what it has seen. Plain data, shared by test and plugin.
//
// Programs are "identity N on D": D devices, N results, result i a copy of argument i. The client
// option "cpu_device_count" sets the number of devices; platform_version repeats all options.
// Each function checks the size and the emptiness of its arguments and fails if they are wrong.
struct Controls {
  // This function fails with this error until the name is cleared.
  std::string failing_function;
  int failing_code = 0;
  std::string failing_message;
  // Events made from now on report this code; 0 means success.
  int event_code = 0;

  // Objects made and not destroyed.
  int live_errors = 0;
  int live_events = 0;
  int live_buffers = 0;
  int live_clients = 0;
  int live_executables = 0;
  int live_loaded_executables = 0;
  int live_topologies = 0;

  int initialized = 0;         // calls of PJRT_Plugin_Initialize
  int awaits_before_free = 0;  // a zero-copy buffer's event awaited before the buffer was destroyed
  int unawaited_host_data = 0;  // such an event destroyed without having been awaited
  size_t non_donatable = 0;     // arguments of the last run that were not to be donated
  std::string compile_options;  // of the last compilation
  // Handlers registered, "name on platform", in order.
  std::vector<std::pair<std::string, void*>> handlers;
};

// Exported functions of the library.
using FakeControls = Controls*();
// A further API table. `struct_size` 0 means the whole table; `missing` names a function to leave
// out, or is null. Lives as long as the process.
using FakeMakeApi = const PJRT_Api*(size_t struct_size, int major, int minor, const char* missing);
// Bytes of a table that ends just before the function `name`.
using FakeSizeBefore = size_t(const char* name);

// A further API table whose extensions end in FFI, in a struct of that many bytes (0: all of it)
// and, unless `takes` is set, without the function. Lives as long as the process.
using FakeMakeFfiApi = const PJRT_Api*(size_t struct_size, bool takes);

// When the library is opened, GetPjrtApi obeys the environment variable FAKE_PJRT:
// "null" gives no table, "old" API 0.3, "major" API 1.0, anything else the header's version.

}  // namespace logphead::fake

#endif  // LOGPHEAD_PJRT_FAKE_PLUGIN_FAKE_PLUGIN_H_
