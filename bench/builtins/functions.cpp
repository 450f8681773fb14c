// SPDX-License-Identifier: Apache-2.0
#include "bench/builtins/functions.h"

#include <cmath>
#include <limits>
#include <string_view>

namespace quadcl::builtins {
namespace {

constexpr auto kNearest = MPFR_RNDN;

// MPFR's macros need plain pointers.
mpfr_srcptr x_of(const Arguments& in) { return in.x; }
mpfr_srcptr y_of(const Arguments& in) { return in.y; }

using Unary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
using Binary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

template <Unary function>
void of_x(mpfr_ptr result, const Arguments& in) {
  function(result, in.x, kNearest);
}

template <Binary function>
void of_xy(mpfr_ptr result, const Arguments& in) {
  function(result, in.x, in.y, kNearest);
}

/// The function has period 2, which MPFR does not use for large x.
template <Unary function>
void of_turns(mpfr_ptr result, const Arguments& in) {
  mpfr_fmod_ui(result, in.x, 2, kNearest);
  function(result, result, kNearest);
}

// ---- functions that MPFR lacks, or whose special cases differ

void reciprocal(mpfr_ptr result, const Arguments& in) { mpfr_ui_div(result, 1, in.x, kNearest); }

void ceil_of(mpfr_ptr result, const Arguments& in) { mpfr_ceil(result, in.x); }
void floor_of(mpfr_ptr result, const Arguments& in) { mpfr_floor(result, in.x); }
void trunc_of(mpfr_ptr result, const Arguments& in) { mpfr_trunc(result, in.x); }
void round_of(mpfr_ptr result, const Arguments& in) { mpfr_round(result, in.x); }
void rint_of(mpfr_ptr result, const Arguments& in) { mpfr_roundeven(result, in.x); }

/// Samples' NaNs are positive, and MPFR's have no sign.
void copysign_of(mpfr_ptr result, const Arguments& in) {
  const bool negative = !mpfr_nan_p(y_of(in)) && mpfr_signbit(y_of(in));
  mpfr_setsign(result, in.x, negative, kNearest);
}

/// As in IEEE 754: for -0 the sign of the root, which MPFR does not keep.
void reciprocal_root(mpfr_ptr result, const Arguments& in) {
  mpfr_rec_sqrt(result, in.x, kNearest);
  if (mpfr_zero_p(x_of(in))) mpfr_set_inf(result, mpfr_signbit(x_of(in)) ? -1 : 1);
}

/// As in MPFR, but NaN for a NaN argument even if the other one alone would decide.
void powr_of(mpfr_ptr result, const Arguments& in) {
  mpfr_powr(result, in.x, in.y, kNearest);
  if (mpfr_nan_p(x_of(in)) || mpfr_nan_p(y_of(in))) mpfr_set_nan(result);
}

void fma_of(mpfr_ptr result, const Arguments& in) { mpfr_fma(result, in.x, in.y, in.z, kNearest); }

void sine(mpfr_ptr result, const Arguments& in) { mpfr_sin(result, in.x, kNearest); }
void cosine(mpfr_ptr result, const Arguments& in) { mpfr_cos(result, in.x, kNearest); }

/// x - floor(x), and never 1.
void fract_of(mpfr_ptr result, const Arguments& in) {
  if (mpfr_inf_p(x_of(in))) {
    mpfr_set_zero(result, mpfr_sgn(x_of(in)));
    return;
  }
  Real limit;
  mpfr_set_d(limit, in.format == Format::single ? 0x1.fffffep-1 : 0x1.fffffffffffffp-1, kNearest);
  mpfr_floor(result, in.x);
  mpfr_sub(result, in.x, result, kNearest);
  if (mpfr_cmp(result, limit) > 0) mpfr_set(result, limit, kNearest);
}

void whole_part(mpfr_ptr result, const Arguments& in) { mpfr_trunc(result, in.x); }
void fraction(mpfr_ptr result, const Arguments& in) {
  Real whole;
  mpfr_modf(whole, result, in.x, kNearest);
}

bool has_exponent(const Arguments& in) { return mpfr_regular_p(x_of(in)) != 0; }

void mantissa(mpfr_ptr result, const Arguments& in) {
  mpfr_set(result, in.x, kNearest);
  if (has_exponent(in)) mpfr_set_exp(result, 0);
}

void frexp_exponent(mpfr_ptr result, const Arguments& in) {
  // 0 for zero. Undefined for infinity and NaN; the expression gives 0.
  mpfr_set_si(result, has_exponent(in) ? mpfr_get_exp(x_of(in)) : 0, kNearest);
}

void logb_of(mpfr_ptr result, const Arguments& in) {
  if (has_exponent(in)) {
    mpfr_set_si(result, mpfr_get_exp(x_of(in)) - 1, kNearest);
  } else if (mpfr_zero_p(x_of(in))) {
    mpfr_set_inf(result, -1);
  } else {
    mpfr_abs(result, in.x, kNearest);
  }
}

void ldexp_of(mpfr_ptr result, const Arguments& in) {
  mpfr_mul_2si(result, in.x, mpfr_get_si(in.y, kNearest), kNearest);
}

/// The argument of larger (direction 1) or smaller (-1) magnitude; for equal magnitudes, fmax or fmin.
template <int direction>
void by_magnitude(mpfr_ptr result, const Arguments& in) {
  const bool nan = mpfr_nan_p(x_of(in)) || mpfr_nan_p(y_of(in));
  const int order = nan ? 0 : mpfr_cmpabs(in.x, in.y) * direction;
  if (order > 0) {
    mpfr_set(result, in.x, kNearest);
  } else if (order < 0) {
    mpfr_set(result, in.y, kNearest);
  } else {
    (direction > 0 ? mpfr_max : mpfr_min)(result, in.x, in.y, kNearest);
  }
}

void nextafter_of(mpfr_ptr result, const Arguments& in) {
  const double x = mpfr_get_d(in.x, kNearest), y = mpfr_get_d(in.y, kNearest);
  mpfr_set_d(result,
             in.format == Format::single ? std::nextafter(static_cast<float>(x), static_cast<float>(y))
                                         : std::nextafter(x, y),
             kNearest);
}

/// Like pow of an integer, but without a NaN exponent, which IEEE 754 excludes for pown.
void pown_of(mpfr_ptr result, const Arguments& in) {
  mpfr_pow_si(result, in.x, mpfr_get_si(in.y, kNearest), kNearest);
}

void rootn_of(mpfr_ptr result, const Arguments& in) {
  mpfr_rootn_si(result, in.x, mpfr_get_si(in.y, kNearest), kNearest);
}

/// MPFR would take hours for results that are zero or infinite in all our formats.
void gamma_of(mpfr_ptr result, const Arguments& in) {
  if (mpfr_cmp_si(in.x, 3000) > 0) {
    mpfr_set_inf(result, 1);
  } else if (mpfr_number_p(x_of(in)) && mpfr_cmp_si(in.x, -3000) < 0 && !mpfr_integer_p(in.x)) {
    mpfr_set_zero(result, 1);
  } else {
    mpfr_gamma(result, in.x, kNearest);
  }
}

void log_gamma(mpfr_ptr result, const Arguments& in) {
  int sign;
  mpfr_lgamma(result, &sign, in.x, kNearest);
}

/// The low seven bits of the quotient, with its sign; defined only for finite x and y other than 0.
void remquo_bits(mpfr_ptr result, const Arguments& in) {
  mpfr_set_zero(result, 1);
  if (!mpfr_number_p(x_of(in)) || mpfr_nan_p(y_of(in)) || mpfr_zero_p(y_of(in))) {
    return;
  }
  Real rest;
  long quotient;
  mpfr_remquo(rest, &quotient, in.x, in.y, kNearest);
  mpfr_set_si(result, quotient % 128, kNearest);
}

// ---- common functions

void degrees_of(mpfr_ptr result, const Arguments& in) {
  Real pi;
  mpfr_const_pi(pi, kNearest);
  mpfr_mul_ui(result, in.x, 180, kNearest);
  mpfr_div(result, result, pi, kNearest);
}

void radians_of(mpfr_ptr result, const Arguments& in) {
  Real pi;
  mpfr_const_pi(pi, kNearest);
  mpfr_div_ui(result, in.x, 180, kNearest);
  mpfr_mul(result, result, pi, kNearest);
}

void sign_of(mpfr_ptr result, const Arguments& in) {
  mpfr_set_si(result, mpfr_nan_p(x_of(in)) ? 0 : mpfr_sgn(x_of(in)), kNearest);
}

void step_of(mpfr_ptr result, const Arguments& in) {
  mpfr_set_ui(result, mpfr_less_p(in.y, in.x) ? 0 : 1, kNearest);
}

void clamp_of(mpfr_ptr result, const Arguments& in) {
  Real low, high;
  mpfr_min(low, in.y, in.z, kNearest);
  mpfr_max(high, in.y, in.z, kNearest);
  mpfr_max(result, in.x, low, kNearest);
  mpfr_min(result, result, high, kNearest);
}

void mix_of(mpfr_ptr result, const Arguments& in) {
  mpfr_sub(result, in.y, in.x, kNearest);
  mpfr_fma(result, result, in.z, in.x, kNearest);
}

/// A smooth step between the edges x and y; 0 if they are not in order, as in the expression.
void smoothstep_of(mpfr_ptr result, const Arguments& in) {
  mpfr_set_zero(result, 1);
  if (!mpfr_less_p(in.x, in.y)) return;
  Real t, width, zero;
  mpfr_set_zero(zero, 1);
  mpfr_sub(t, in.z, in.x, kNearest);
  mpfr_sub(width, in.y, in.x, kNearest);
  mpfr_div(t, t, width, kNearest);
  mpfr_max(t, t, zero, kNearest);
  mpfr_set_ui(width, 1, kNearest);
  mpfr_min(t, t, width, kNearest);
  mpfr_mul_si(result, t, -2, kNearest);
  mpfr_add_ui(result, result, 3, kNearest);
  mpfr_mul(result, result, t, kNearest);
  mpfr_mul(result, result, t, kNearest);
}

template <int exponent>
void power_of_ten(mpfr_ptr unit, const Arguments&) {
  mpfr_set_si(unit, exponent, kNearest);
  mpfr_exp10(unit, unit, kNearest);
}

// ---- geometric functions of the vectors in the expressions

void add_square(mpfr_ptr sum, mpfr_srcptr value) { mpfr_fma(sum, value, value, sum, kNearest); }

/// The length of the vector of the first `size` of x, y, z, x.
template <int size>
void length_of(mpfr_ptr result, const Arguments& in) {
  const mpfr_srcptr elements[] = {in.x, in.y, in.z, in.x};
  Real sum;
  mpfr_set_zero(sum, 1);
  for (int i = 0; i < size; ++i) add_square(sum, elements[i]);
  mpfr_sqrt(result, sum, kNearest);
}

/// The first element of the vector of that length.
template <int size>
void normalize_of(mpfr_ptr result, const Arguments& in) {
  Real length;
  length_of<size>(length, in);
  if (mpfr_zero_p(static_cast<mpfr_srcptr>(length))) {
    mpfr_set_zero(result, 1);
  } else {
    mpfr_div(result, in.x, length, kNearest);
  }
}

/// The first element of (x, y, 1) of length 1: if squares underflow, fast_normalize may return the vector
/// unchanged.
void normalize_beside_one(mpfr_ptr result, const Arguments& in) {
  Real sum;
  mpfr_set_ui(sum, 1, kNearest);
  add_square(sum, in.x);
  add_square(sum, in.y);
  mpfr_sqrt(sum, sum, kNearest);
  mpfr_div(result, in.x, sum, kNearest);
}

/// The distance between the vectors of the first `size` of x, y, z, x and of y, z, x, z.
template <int size>
void distance_of(mpfr_ptr result, const Arguments& in) {
  const mpfr_srcptr from[] = {in.x, in.y, in.z, in.x}, to[] = {in.y, in.z, in.x, in.z};
  Real sum, difference;
  mpfr_set_zero(sum, 1);
  for (int i = 0; i < size; ++i) {
    mpfr_sub(difference, from[i], to[i], kNearest);
    add_square(sum, difference);
  }
  mpfr_sqrt(result, sum, kNearest);
}

/// The dot product of the vectors of the first `size` of x, y, z, x and of y, z, x, z.
template <int size>
void dot_of(mpfr_ptr result, const Arguments& in) {
  const mpfr_srcptr a[] = {in.x, in.y, in.z, in.x}, b[] = {in.y, in.z, in.x, in.z};
  mpfr_set_zero(result, 1);
  for (int i = 0; i < size; ++i) mpfr_fma(result, a[i], b[i], result, kNearest);
}

/// The first element of (x, y, z) x (y, z, x): y * x - z * z.
void cross_of(mpfr_ptr result, const Arguments& in) {
  Real square;
  mpfr_sqr(square, in.z, kNearest);
  mpfr_fms(result, in.y, in.x, square, kNearest);
}

/// The square of the largest magnitude, times the format's epsilon; at least the smallest number.
void epsilon_of_square(mpfr_ptr unit, const Arguments& in) {
  const bool single = in.format == Format::single;
  Real least;
  mpfr_set_zero(unit, 1);
  for (mpfr_srcptr element : {x_of(in), y_of(in), static_cast<mpfr_srcptr>(in.z)}) {
    if (mpfr_cmpabs(element, unit) > 0) mpfr_abs(unit, element, kNearest);
  }
  mpfr_sqr(unit, unit, kNearest);
  mpfr_mul_2si(unit, unit, single ? -23 : -52, kNearest);
  mpfr_set_si_2exp(least, 1, single ? -149 : -1074, kNearest);
  mpfr_max(unit, unit, least, kNearest);
}

constexpr double kHalf = 8192;

constexpr Function kFunctions[] = {
    // clang-format off
    {"x + y",       "x + y",             "xy",  Domain::ordinary,  kRounded, kRounded, of_xy<mpfr_add>},
    {"x - y",       "x - y",             "xy",  Domain::ordinary,  kRounded, kRounded, of_xy<mpfr_sub>},
    {"x * y",       "x * y",             "xy",  Domain::ordinary,  kRounded, kRounded, of_xy<mpfr_mul>},
    {"x / y",       "x / y",             "xy",  Domain::ordinary,  2.5, kRounded, of_xy<mpfr_div>},
    {"1 / x",       "1 / x",             "x",   Domain::ordinary,  2.5, kRounded, reciprocal},
    {"acos",        "acos(x)",           "x",   Domain::unit,      4, 4, of_x<mpfr_acos>},
    {"acosh",       "acosh(x)",          "x",   Domain::near_one,  4, 4, of_x<mpfr_acosh>},
    {"acospi",      "acospi(x)",         "x",   Domain::unit,      5, 5, of_x<mpfr_acospi>},
    {"asin",        "asin(x)",           "x",   Domain::unit,      4, 4, of_x<mpfr_asin>},
    {"asinh",       "asinh(x)",          "x",   Domain::ordinary,  4, 4, of_x<mpfr_asinh>},
    {"asinpi",      "asinpi(x)",         "x",   Domain::unit,      5, 5, of_x<mpfr_asinpi>},
    {"atan",        "atan(x)",           "x",   Domain::ordinary,  5, 5, of_x<mpfr_atan>},
    {"atan2",       "atan2(x, y)",       "xy",  Domain::ordinary,  6, 6, of_xy<mpfr_atan2>},
    {"atan2pi",     "atan2pi(x, y)",     "xy",  Domain::ordinary,  6, 6, of_xy<mpfr_atan2pi>},
    {"atanh",       "atanh(x)",          "x",   Domain::unit,      5, 5, of_x<mpfr_atanh>},
    {"atanpi",      "atanpi(x)",         "x",   Domain::ordinary,  5, 5, of_x<mpfr_atanpi>},
    {"cbrt",        "cbrt(x)",           "x",   Domain::ordinary,  2, 2, of_x<mpfr_cbrt>},
    {"ceil",        "ceil(x)",           "x",   Domain::ordinary,  kExact, kExact, ceil_of},
    {"copysign",    "copysign(x, y)",    "xy",  Domain::ordinary,  kExact, kExact, copysign_of},
    {"cos",         "cos(x)",            "x",   Domain::angles,    4, 4, cosine},
    {"cosh",        "cosh(x)",           "x",   Domain::exponents, 4, 4, of_x<mpfr_cosh>},
    {"cospi",       "cospi(x)",          "x",   Domain::ordinary,  4, 4, of_turns<mpfr_cospi>},
    {"erf",         "erf(x)",            "x",   Domain::ordinary,  16, 16, of_x<mpfr_erf>},
    {"erfc",        "erfc(x)",           "x",   Domain::ordinary,  16, 16, of_x<mpfr_erfc>},
    {"exp",         "exp(x)",            "x",   Domain::exponents, 3, 3, of_x<mpfr_exp>},
    {"exp10",       "exp10(x)",          "x",   Domain::exponents, 3, 3, of_x<mpfr_exp10>},
    {"exp2",        "exp2(x)",           "x",   Domain::exponents, 3, 3, of_x<mpfr_exp2>},
    {"expm1",       "expm1(x)",          "x",   Domain::exponents, 3, 3, of_x<mpfr_expm1>},
    {"fabs",        "fabs(x)",           "x",   Domain::ordinary,  kExact, kExact, of_x<mpfr_abs>},
    {"fdim",        "fdim(x, y)",        "xy",  Domain::ordinary,  kRounded, kRounded, of_xy<mpfr_dim>},
    {"floor",       "floor(x)",          "x",   Domain::ordinary,  kExact, kExact, floor_of},
    {"fma",         "fma(x, y, z)",      "xyz", Domain::ordinary,  kRounded, kRounded, fma_of},
    {"fmax",        "fmax(x, y)",        "xy",  Domain::ordinary,  kExact, kExact, of_xy<mpfr_max>},
    {"fmin",        "fmin(x, y)",        "xy",  Domain::ordinary,  kExact, kExact, of_xy<mpfr_min>},
    {"fmod",        "fmod(x, y)",        "xy",  Domain::ordinary,  kExact, kExact, of_xy<mpfr_fmod>},
    {"fract",       "fract(x, &t)",      "x",   Domain::ordinary,  kRounded, kRounded, fract_of},
    {"fract, floor", "(fract(x, &t), t)", "x",  Domain::ordinary,  kExact, kExact, floor_of},
    {"frexp",       "frexp(x, &i)",      "x",   Domain::ordinary,  kExact, kExact, mantissa},
    {"frexp, exponent", "(frexp(x, &i), isfinite(x) ? (T)i : 0)", "x", Domain::ordinary, kExact, kExact, frexp_exponent},
    {"hypot",       "hypot(x, y)",       "xy",  Domain::ordinary,  4, 4, of_xy<mpfr_hypot>},
    {"ilogb",       "isfinite(x) && x != 0 ? (T)ilogb(x) : logb(x)", "x", Domain::ordinary, kExact, kExact, logb_of},
    {"ldexp",       "ldexp(x, n)",       "xn",  Domain::ordinary,  kRounded, kRounded, ldexp_of},
    {"lgamma",      "lgamma(x)",         "x",   Domain::ordinary,  kUnbounded, kUnbounded, log_gamma},
    {"lgamma_r",    "lgamma_r(x, &i)",   "x",   Domain::ordinary,  kUnbounded, kUnbounded, log_gamma},
    {"log",         "log(x)",            "x",   Domain::near_one,  3, 3, of_x<mpfr_log>},
    {"log10",       "log10(x)",          "x",   Domain::near_one,  3, 3, of_x<mpfr_log10>},
    {"log1p",       "log1p(x)",          "x",   Domain::unit,      2, 2, of_x<mpfr_log1p>},
    {"log2",        "log2(x)",           "x",   Domain::near_one,  3, 3, of_x<mpfr_log2>},
    {"logb",        "logb(x)",           "x",   Domain::ordinary,  kExact, kExact, logb_of},
    {"mad",         "mad(x, y, z)",      "xyz", Domain::ordinary,  kUnbounded, kUnbounded, fma_of},
    {"maxmag",      "maxmag(x, y)",      "xy",  Domain::ordinary,  kExact, kExact, by_magnitude<1>},
    {"minmag",      "minmag(x, y)",      "xy",  Domain::ordinary,  kExact, kExact, by_magnitude<-1>},
    {"modf",        "modf(x, &t)",       "x",   Domain::ordinary,  kExact, kExact, fraction},
    {"modf, whole", "(modf(x, &t), t)",  "x",   Domain::ordinary,  kExact, kExact, whole_part},
    {"nextafter",   "nextafter(x, y)",   "xy",  Domain::ordinary,  kExact, kExact, nextafter_of},
    {"pow",         "pow(x, y)",         "xy",  Domain::near_one,  16, 16, of_xy<mpfr_pow>},
    {"pown",        "pown(x, n)",        "xn",  Domain::near_one,  16, 16, pown_of},
    {"powr",        "powr(x, y)",        "xy",  Domain::near_one,  16, 16, powr_of},
    {"remainder",   "remainder(x, y)",   "xy",  Domain::ordinary,  kExact, kExact, of_xy<mpfr_remainder>},
    {"remquo",      "remquo(x, y, &i)",  "xy",  Domain::ordinary,  kExact, kExact, of_xy<mpfr_remainder>},
    {"remquo, quotient", "(remquo(x, y, &i), isfinite(x) && !isnan(y) && y != 0 ? (T)(i % 128) : 0)", "xy",
                                                Domain::ordinary,  kExact, kExact, remquo_bits},
    {"rint",        "rint(x)",           "x",   Domain::ordinary,  kExact, kExact, rint_of},
    {"rootn",       "rootn(x, n)",       "xn",  Domain::ordinary,  16, 16, rootn_of},
    {"round",       "round(x)",          "x",   Domain::ordinary,  kExact, kExact, round_of},
    {"rsqrt",       "rsqrt(x)",          "x",   Domain::ordinary,  2, 2, reciprocal_root},
    {"sin",         "sin(x)",            "x",   Domain::angles,    4, 4, sine},
    {"sincos, sin", "sincos(x, &t)",     "x",   Domain::angles,    4, 4, sine},
    {"sincos, cos", "(sincos(x, &t), t)", "x",  Domain::angles,    4, 4, cosine},
    {"sinh",        "sinh(x)",           "x",   Domain::exponents, 4, 4, of_x<mpfr_sinh>},
    {"sinpi",       "sinpi(x)",          "x",   Domain::ordinary,  4, 4, of_turns<mpfr_sinpi>},
    {"sqrt",        "sqrt(x)",           "x",   Domain::ordinary,  3, kRounded, of_x<mpfr_sqrt>},
    {"tan",         "tan(x)",            "x",   Domain::angles,    5, 5, of_x<mpfr_tan>},
    {"tanh",        "tanh(x)",           "x",   Domain::ordinary,  5, 5, of_x<mpfr_tanh>},
    {"tanpi",       "tanpi(x)",          "x",   Domain::ordinary,  6, 6, of_turns<mpfr_tanpi>},
    {"tgamma",      "tgamma(x)",         "x",   Domain::ordinary,  16, 16, gamma_of},
    {"trunc",       "trunc(x)",          "x",   Domain::ordinary,  kExact, kExact, trunc_of},
    {"half_cos",    "half_cos(x)",       "x",   Domain::moderate, kHalf, kMissing, cosine},
    {"half_divide", "half_divide(x, y)", "xy",  Domain::ordinary,  kHalf, kMissing, of_xy<mpfr_div>},
    {"half_exp",    "half_exp(x)",       "x",   Domain::exponents, kHalf, kMissing, of_x<mpfr_exp>},
    {"half_exp10",  "half_exp10(x)",     "x",   Domain::exponents, kHalf, kMissing, of_x<mpfr_exp10>},
    {"half_exp2",   "half_exp2(x)",      "x",   Domain::exponents, kHalf, kMissing, of_x<mpfr_exp2>},
    {"half_log",    "half_log(x)",       "x",   Domain::near_one,  kHalf, kMissing, of_x<mpfr_log>},
    {"half_log10",  "half_log10(x)",     "x",   Domain::near_one,  kHalf, kMissing, of_x<mpfr_log10>},
    {"half_log2",   "half_log2(x)",      "x",   Domain::near_one,  kHalf, kMissing, of_x<mpfr_log2>},
    {"half_powr",   "half_powr(x, y)",   "xy",  Domain::near_one,  kHalf, kMissing, powr_of},
    {"half_recip",  "half_recip(x)",     "x",   Domain::ordinary,  kHalf, kMissing, reciprocal},
    {"half_rsqrt",  "half_rsqrt(x)",     "x",   Domain::ordinary,  kHalf, kMissing, reciprocal_root},
    {"half_sin",    "half_sin(x)",       "x",   Domain::moderate, kHalf, kMissing, sine},
    {"half_sqrt",   "half_sqrt(x)",      "x",   Domain::ordinary,  kHalf, kMissing, of_x<mpfr_sqrt>},
    {"half_tan",    "half_tan(x)",       "x",   Domain::moderate, kHalf, kMissing, of_x<mpfr_tan>},

    {"native_cos, in 1e-6", "native_cos(x)", "x", Domain::moderate, kUnbounded, kMissing, cosine, power_of_ten<-6>},
    {"native_divide", "native_divide(x, y)", "xy", Domain::moderate, kUnbounded, kMissing, of_xy<mpfr_div>},
    {"native_exp",    "native_exp(x)",   "x",   Domain::unit_only, kUnbounded, kMissing, of_x<mpfr_exp>},
    {"native_exp10",  "native_exp10(x)", "x",   Domain::unit_only, kUnbounded, kMissing, of_x<mpfr_exp10>},
    {"native_exp2",   "native_exp2(x)",  "x",   Domain::unit_only, kUnbounded, kMissing, of_x<mpfr_exp2>},
    {"native_log",    "native_log(x)",   "x",   Domain::near_one,  kUnbounded, kMissing, of_x<mpfr_log>},
    {"native_log10",  "native_log10(x)", "x",   Domain::near_one,  kUnbounded, kMissing, of_x<mpfr_log10>},
    {"native_log2",   "native_log2(x)",  "x",   Domain::near_one,  kUnbounded, kMissing, of_x<mpfr_log2>},
    {"native_powr",   "native_powr(x, y)", "xy", Domain::unit_only, kUnbounded, kMissing, powr_of},
    {"native_recip",  "native_recip(x)", "x",   Domain::moderate,  kUnbounded, kMissing, reciprocal},
    {"native_rsqrt",  "native_rsqrt(x)", "x",   Domain::ordinary,  kUnbounded, kMissing, reciprocal_root},
    {"native_sin, in 1e-6", "native_sin(x)", "x", Domain::moderate, kUnbounded, kMissing, sine, power_of_ten<-6>},
    {"native_sqrt",   "native_sqrt(x)",  "x",   Domain::ordinary,  kUnbounded, kMissing, of_x<mpfr_sqrt>},
    {"native_tan",    "native_tan(x)",   "x",   Domain::unit_only, kUnbounded, kMissing, of_x<mpfr_tan>},

    {"clamp",       "clamp(x, min(y, z), max(y, z))", "xyz", Domain::moderate, kExact, kExact, clamp_of},
    {"degrees",     "degrees(x)",        "x",   Domain::ordinary,  2, 2, degrees_of},
    {"max",         "max(x, y)",         "xy",  Domain::moderate,  kExact, kExact, of_xy<mpfr_max>},
    {"min",         "min(x, y)",         "xy",  Domain::moderate,  kExact, kExact, of_xy<mpfr_min>},
    {"mix, in 1e-3", "mix(x, y, z)",     "xyz", Domain::unit_only, 1, kUnbounded, mix_of, power_of_ten<-3>},
    {"radians",     "radians(x)",        "x",   Domain::ordinary,  2, 2, radians_of},
    {"sign",        "sign(x)",           "x",   Domain::ordinary,  kExact, kExact, sign_of},
    {"smoothstep, in 1e-5", "x < y ? smoothstep(x, y, z) : 0", "xyz", Domain::unit_only, 1, kUnbounded, smoothstep_of, power_of_ten<-5>},
    {"step",        "step(x, y)",        "xy",  Domain::ordinary,  kExact, kExact, step_of},

    {"cross, in m * m * eps", "cross((T3)(x, y, z), (T3)(y, z, x)).x", "xyz", Domain::moderate, 3, 3, cross_of, epsilon_of_square},
    {"distance of T2", "distance((T2)(x, y), (T2)(y, z))", "xyz", Domain::moderate, 6.5, 9.5, distance_of<2>},
    {"distance of T3", "distance((T3)(x, y, z), (T3)(y, z, x))", "xyz", Domain::moderate, 8.5, 11.5, distance_of<3>},
    {"distance of T4", "distance((T4)(x, y, z, x), (T4)(y, z, x, z))", "xyz", Domain::moderate, 10.5, 13.5, distance_of<4>},
    {"dot of T2, in m * m * eps", "dot((T2)(x, y), (T2)(y, z))", "xyz", Domain::moderate, 3, 3, dot_of<2>, epsilon_of_square},
    {"dot of T3, in m * m * eps", "dot((T3)(x, y, z), (T3)(y, z, x))", "xyz", Domain::moderate, 5, 5, dot_of<3>, epsilon_of_square},
    {"dot of T4, in m * m * eps", "dot((T4)(x, y, z, x), (T4)(y, z, x, z))", "xyz", Domain::moderate, 7, 7, dot_of<4>, epsilon_of_square},
    {"length of T2", "length((T2)(x, y))", "xy", Domain::moderate, 3.75, 7.5, length_of<2>},
    {"length of T3", "length((T3)(x, y, z))", "xyz", Domain::moderate, 4.25, 8.5, length_of<3>},
    {"length of T4", "length((T4)(x, y, z, x))", "xyz", Domain::moderate, 4.75, 9.5, length_of<4>},
    {"normalize of T2", "normalize((T2)(x, y)).x", "xy", Domain::moderate, 4, 6.5, normalize_of<2>},
    {"normalize of T3", "normalize((T3)(x, y, z)).x", "xyz", Domain::moderate, 5, 7.5, normalize_of<3>},
    {"normalize of T4", "normalize((T4)(x, y, z, x)).x", "xyz", Domain::moderate, 6, 8.5, normalize_of<4>},
    {"fast_distance of T3", "fast_distance((T3)(x, y, z), (T3)(y, z, x))", "xyz", Domain::moderate, 8197.5, kMissing, distance_of<3>},
    {"fast_length of T3", "fast_length((T3)(x, y, z))", "xyz", Domain::moderate, 8194.5, kMissing, length_of<3>},
    {"fast_normalize of T3", "fast_normalize((T3)(x, y, 1)).x", "xy", Domain::moderate, 8195, kMissing, normalize_beside_one},
    // clang-format on
};

/// OpenCL C specification, "ULP values for the embedded profile": the functions that differ from the full
/// profile.
struct EmbeddedBound {
  std::string_view name;
  double bound;
};

constexpr EmbeddedBound kEmbeddedBounds[] = {
    {"x / y", 3}, {"1 / x", 3}, {"cbrt", 4},  {"exp", 4},   {"exp2", 4},  {"exp10", 4}, {"expm1", 4},
    {"log", 4},   {"log2", 4},  {"log10", 4}, {"log1p", 4}, {"rsqrt", 4}, {"sqrt", 4}};

/// Those that it does not bound, by the start of their names.
constexpr std::string_view kFreeInEmbeddedProfile[] = {"cross",     "distance", "dot",        "length",
                                                       "normalize", "mix",      "smoothstep", "fast_"};

}  // namespace

std::span<const Function> functions() { return kFunctions; }

double embedded_bound(const Function& function) {
  const std::string_view name = function.name;
  if (function.single_bound == kRounded) return 1;
  for (const std::string_view start : kFreeInEmbeddedProfile)
    if (name.starts_with(start)) return kUnbounded;
  for (const EmbeddedBound& row : kEmbeddedBounds)
    if (name == row.name) return row.bound;
  return function.single_bound;
}

void limit_exponents() {
  mpfr_set_emin(-1'000'000);
  mpfr_set_emax(1'000'000);
}

}  // namespace quadcl::builtins
