// SPDX-License-Identifier: Apache-2.0
// The names of the plugins in this process, for messages that only have the API table at hand.
#ifndef LOGPHEAD_PJRT_REGISTRY_H_
#define LOGPHEAD_PJRT_REGISTRY_H_

#include <string>

struct PJRT_Api;

namespace logphead::internal {

// The path that `api` was loaded from, or "the plugin".
std::string PluginName(const PJRT_Api* api);

}  // namespace logphead::internal

#endif  // LOGPHEAD_PJRT_REGISTRY_H_
