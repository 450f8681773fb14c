// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace qpu_compile_test {

/// OpenCL C of a kernel `k(global const int* x, global TYPE* y, global int* z, int n, int w)` with branches,
/// loops, early returns and integers of 8 to 64 bits, none of whose behaviour is undefined. Work-item i
/// stores y[i] to y[2 * i + 1] and z[i]; `x` has 300 elements.
std::string random_kernel(unsigned seed, const std::string& type);

}  // namespace qpu_compile_test
