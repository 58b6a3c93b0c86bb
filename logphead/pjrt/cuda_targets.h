// SPDX-License-Identifier: Apache-2.0
// GPUs to compile for without having one: what Topology::Create needs from a CUDA plugin.
#ifndef LOGPHEAD_PJRT_CUDA_TARGETS_H_
#define LOGPHEAD_PJRT_CUDA_TARGETS_H_

#include <string>
#include <string_view>
#include <vector>

#include "logphead/base/result.h"
#include "logphead/pjrt/options.h"

namespace logphead {

// Names that CudaTopologyOptions knows, e.g. "h100".
std::vector<std::string> CudaTargets();

// Options for a topology of hosts * devices_per_host GPUs of one kind. The hardware limits are from
// the vendor's public data sheets.
// Errors: InvalidArgument for an unknown name or a count below 1.
Result<Options> CudaTopologyOptions(std::string_view target, int hosts, int devices_per_host);

}  // namespace logphead

#endif  // LOGPHEAD_PJRT_CUDA_TARGETS_H_
