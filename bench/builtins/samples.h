// SPDX-License-Identifier: Apache-2.0

// Arguments for the functions: dense, and near places where implementations go wrong.
#pragma once

#include <cstdint>
#include <vector>

#include "bench/builtins/functions.h"

namespace quadcl::builtins {

/// Columns of equal length; unused arguments are zero.
template <class T>
struct Samples {
  std::vector<T> x, y, z;
  std::vector<std::int32_t> n;
};

/// At least `count` samples: all combinations of special values of the first two arguments, and then in turn
/// any bit pattern, numbers of the function's domain, neighbours of special values, and arguments that are
/// close to each other, as far as the device has such numbers. T is float or double.
template <class T>
Samples<T> make_samples(const Function& function, std::size_t count, std::uint64_t seed, Numbers numbers);

}  // namespace quadcl::builtins
