// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace qpu_compile_test {

/// OpenCL C of a kernel `k(global const int* x, global int* y, int n, int w)` that counts in local memory at
/// places that depend on data, and accesses it side by side otherwise, so that it may be in registers. Groups
/// have any size of up to two dimensions; if `is_required`, the kernel names it. Work-item i stores y[i].
std::string random_counting_kernel(unsigned seed, unsigned width, unsigned height, bool is_required);

}  // namespace qpu_compile_test
