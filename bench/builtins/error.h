// SPDX-License-Identifier: Apache-2.0

// The error of a computed number.
#pragma once

#include <mpfr.h>

#include "bench/builtins/functions.h"

namespace quadcl::builtins {

/// In units of `unit`; if it is null, of the last place of `exact` in T, by the definition of the
/// specification. Subnormal numbers have the unit of the smallest normal number. Infinite if only one of the
/// two is NaN or exactly infinite. An overflowed result counts as the power of two past the largest finite
/// number. The sign of zero is ignored. Without denormals, zero is correct for them, and without
/// infinities any result for one. T is float or double.
template <class T>
double error_of(T computed, mpfr_srcptr exact, Numbers numbers, mpfr_srcptr unit);

}  // namespace quadcl::builtins
