// SPDX-License-Identifier: Apache-2.0
#include "bench/builtins/error.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace quadcl::builtins {
namespace {

template <class T>
void set(mpfr_ptr to, T value) {
  if (std::isinf(value)) {
    mpfr_set_si_2exp(to, value > 0 ? 1 : -1, std::numeric_limits<T>::max_exponent, MPFR_RNDN);
  } else {
    mpfr_set_d(to, value, MPFR_RNDN);
  }
}

/// log2 of the unit in the last place.
template <class T>
long unit_exponent(mpfr_srcptr exact) {
  using Limits = std::numeric_limits<T>;
  const long lowest = Limits::min_exponent;  // MPFR's and C++'s mantissa is in [0.5, 1)
  const long highest = Limits::max_exponent;
  const long exponent = mpfr_zero_p(exact) ? lowest : std::clamp<long>(mpfr_get_exp(exact), lowest, highest);
  return exponent - Limits::digits;
}

/// At most the power of two past the largest finite number: the distance beyond it does not matter.
template <class T>
void limit_magnitude(mpfr_ptr value) {
  if (mpfr_regular_p(value) && mpfr_get_exp(value) > std::numeric_limits<T>::max_exponent) {
    mpfr_set_si_2exp(value, mpfr_sgn(value), std::numeric_limits<T>::max_exponent, MPFR_RNDN);
  }
}

/// Whether a result may be zero where there are no denormals: it, or a number within 16 ulp of it, is one.
template <class T>
bool may_be_zero(mpfr_srcptr exact) {
  using Limits = std::numeric_limits<T>;
  Real limit;
  mpfr_set_d(limit, Limits::min() * (1 + 16 * Limits::epsilon()), MPFR_RNDN);
  return !mpfr_zero_p(exact) && mpfr_cmpabs(exact, limit) < 0;
}

}  // namespace

template <class T>
double error_of(T computed, mpfr_srcptr exact, Numbers numbers, mpfr_srcptr unit) {
  constexpr double kWrong = std::numeric_limits<double>::infinity();
  if (!numbers.infinities && !mpfr_number_p(exact)) return 0;
  if (mpfr_nan_p(exact) || std::isnan(computed))
    return mpfr_nan_p(exact) && std::isnan(computed) ? 0 : kWrong;
  if (mpfr_inf_p(exact)) {
    return std::isinf(computed) && std::signbit(computed) == (mpfr_signbit(exact) != 0) ? 0 : kWrong;
  }
  if (!numbers.denormals && computed == 0 && may_be_zero<T>(exact)) return 0;
  Real limited, difference;
  mpfr_set(limited, exact, MPFR_RNDN);
  limit_magnitude<T>(limited);
  set(difference, computed);
  mpfr_sub(difference, difference, limited, MPFR_RNDN);
  if (unit) {
    mpfr_div(difference, difference, unit, MPFR_RNDN);
  } else {
    mpfr_mul_2si(difference, difference, -unit_exponent<T>(exact), MPFR_RNDN);
  }
  return std::fabs(mpfr_get_d(difference, MPFR_RNDN));
}

template double error_of<float>(float, mpfr_srcptr, Numbers, mpfr_srcptr);
template double error_of<double>(double, mpfr_srcptr, Numbers, mpfr_srcptr);

}  // namespace quadcl::builtins
