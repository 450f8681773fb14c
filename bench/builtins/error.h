// SPDX-License-Identifier: Apache-2.0

// How far a computed number is from the true one.
#pragma once

#include <mpfr.h>

#include "bench/builtins/functions.h"

namespace quadcl::builtins {

/// In units of `unit` or, if that is null, of the last place of `exact` in T, as the specification defines
/// them; subnormal numbers have the unit of the smallest normal one. Infinite where one of the two is NaN or
/// exactly infinite and the other is not. A result that overflowed counts as the power of two past the
/// largest finite number. The sign of zero is not looked at. With `flushes`, zero is right for a subnormal
/// number. T is float or double.
template <class T>
double error_of(T computed, mpfr_srcptr exact, bool flushes, mpfr_srcptr unit);

}  // namespace quadcl::builtins
