// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace qpu_compile_test {

/// OpenCL C of a kernel `k(global const int* x, global int* y, local int* t, int n, int w)` with barriers in
/// uniform loops and branches, and local memory that work-items exchange values through. Work-item i of up to
/// two dimensions stores y[i]; a group has at most 128 work-items, for each of which `t` has an element.
std::string random_group_kernel(unsigned seed);

/// The same without `t`, for work-groups of one size. Work-items exchange values at places that lie equally
/// far from their own. Behind `w` come `global int* z, int p, int q`: `z` has lines of `p` elements for work-items
/// of dimension 0 in its first 3072 elements, and four elements for each of up to 1024 work-items behind them,
/// of which the first `q` may be stored.
std::string random_fixed_group_kernel(unsigned seed, unsigned width, unsigned height);

}  // namespace qpu_compile_test
