// SPDX-License-Identifier: Apache-2.0
// The canonical text of a program: StableHLO in MLIR's assembly format, the same bytes for the same
// program.
#ifndef LOGPHEAD_HLO_PRINTER_H_
#define LOGPHEAD_HLO_PRINTER_H_

#include <string>

#include "logphead/hlo/program.h"

namespace logphead::hlo {

// Text that StableHLO 1.13.3 and later parse. Values are numbered per function in order of
// definition; function arguments keep their names.
std::string Print(const Program& program);

}  // namespace logphead::hlo

#endif  // LOGPHEAD_HLO_PRINTER_H_
