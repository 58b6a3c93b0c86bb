// SPDX-License-Identifier: Apache-2.0
// FFI: functions of ours that programs of an engine on the host call.
#ifndef LOGPHEAD_PJRT_FFI_H_
#define LOGPHEAD_PJRT_FFI_H_

#include <string>

#include "logphead/base/result.h"
#include "logphead/pjrt/plugin.h"

namespace logphead {

// Whether the engine takes handlers, and if not, why: Unimplemented.
Status CheckTakesHandlers(const Plugin& plugin);

// Makes `handler`, an XLA_FFI_Handler that lives as long as the process, what custom calls of that
// name run on the host. The same handler may be registered again. Errors: Unimplemented for an
// engine that takes none, AlreadyExists for a name that has another handler, and the engine's.
Status RegisterHandler(const Plugin& plugin, const std::string& name, void* handler);

}  // namespace logphead

#endif  // LOGPHEAD_PJRT_FFI_H_
