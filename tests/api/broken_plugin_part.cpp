// SPDX-License-Identifier: Apache-2.0
// The library that broken_plugin.cpp needs.
extern "C" __attribute__((visibility("default"))) int quadcl_test_part() { return 1; }
