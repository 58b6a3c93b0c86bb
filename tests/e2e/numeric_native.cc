// SPDX-License-Identifier: Apache-2.0
// Linked into a numeric test, makes it run native kernels whatever its environment says.
#include <cstdlib>

namespace logphead::numeric {
namespace {

[[maybe_unused]] const int native = ::setenv("LOGPHEAD_TEST_KERNELS", "native", 1);

}  // namespace
}  // namespace logphead::numeric
