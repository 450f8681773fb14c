// SPDX-License-Identifier: Apache-2.0

// Arguments at which functions are tried: dense, and where implementations go wrong.
#pragma once

#include <cstdint>
#include <vector>

#include "bench/builtins/functions.h"

namespace quadcl::builtins {

/// Columns of equal length; those a function does not take hold zeros.
template <class T>
struct Samples {
  std::vector<T> x, y, z;
  std::vector<std::int32_t> n;
};

/// `count` samples at least: all combinations of special values of the first two arguments, and then by turns
/// any bit pattern, numbers of the function's domain, neighbours of special values, and arguments that are
/// close to each other. `denormals` false leaves subnormal numbers out. T is float or double.
template <class T>
Samples<T> make_samples(const Function& function, std::size_t count, std::uint64_t seed, bool denormals);

}  // namespace quadcl::builtins
