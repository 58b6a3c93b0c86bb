// SPDX-License-Identifier: Apache-2.0
// A shared library without GetPjrtApi, for the test that refuses it.
extern "C" __attribute__((visibility("default"))) int LogpheadNotAPlugin() { return 1; }
