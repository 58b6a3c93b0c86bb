// SPDX-License-Identifier: Apache-2.0
// What native kernels run on here, for doctor.
#ifndef LOGPHEAD_CLI_KERNELS_REPORT_H_
#define LOGPHEAD_CLI_KERNELS_REPORT_H_

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "logphead/base/result.h"

namespace logphead::cli {

// Every instruction set, and which is taken for which inputs.
struct KernelFindings {
  struct Isa {
    std::string name;
    double peak_gflops = 0;  // of one thread
    std::string absent;      // why it is not available; empty when it is
  };
  std::vector<Isa> isas;
  Result<std::string> bf16 = std::string();  // the name of the one taken
  Result<std::string> f32 = std::string();
  Result<int> threads = 0;
};
KernelFindings LookAtKernels();

// Lines for people, and a JSON object; what is an error stands in the place of what is missing.
std::string KernelsText(const KernelFindings& findings);
nlohmann::ordered_json KernelsJson(const KernelFindings& findings);

}  // namespace logphead::cli

#endif  // LOGPHEAD_CLI_KERNELS_REPORT_H_
