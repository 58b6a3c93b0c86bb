// SPDX-License-Identifier: Apache-2.0
// What the handles of one client share; for the .cc files of this layer only.
#ifndef LOGPHEAD_PJRT_CLIENT_STATE_H_
#define LOGPHEAD_PJRT_CLIENT_STATE_H_

#include <string>
#include <vector>

#include "logphead/pjrt/call.h"
#include "logphead/pjrt/plugin.h"

namespace logphead::internal {

struct ClientState {
  Plugin plugin;
  Handle<PJRT_Client> handle;
  std::vector<PJRT_Device*> devices;  // those this process can use
  std::string platform_name;
  std::string platform_version;

  const PJRT_Api* api() const { return plugin.api(); }
  // Index in `devices`, or -1.
  int IndexOf(const PJRT_Device* device) const;
};

}  // namespace logphead::internal

#endif  // LOGPHEAD_PJRT_CLIENT_STATE_H_
