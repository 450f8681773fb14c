// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <type_traits>

// Kernels for 32-bit ARM may take subnormal floats for zeros, and do so in vectors (docs/compiler.md,
// Limits).
namespace quadcl::test {

/// Whether a kernel on this machine may take the argument, or give the result, as zero.
template <typename T>
bool may_be_flushed([[maybe_unused]] T number) {
#if defined(__arm__)
  return std::is_same_v<T, float> && std::fpclassify(number) == FP_SUBNORMAL;
#else
  return false;
#endif
}

/// The number, or the zero with its sign if it may be flushed.
template <typename T>
T flushed(T number) {
  return may_be_flushed(number) ? std::copysign(T{0}, number) : number;
}

}  // namespace quadcl::test
