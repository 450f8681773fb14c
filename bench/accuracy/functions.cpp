// SPDX-License-Identifier: Apache-2.0
#include "bench/accuracy/functions.h"

#include <cmath>
#include <limits>

namespace quadcl::accuracy {
namespace {

constexpr auto kNearest = MPFR_RNDN;

// MPFR's macros want plain pointers.
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

/// The function has period 2, and MPFR does not take that into account for large x.
template <Unary function>
void of_turns(mpfr_ptr result, const Arguments& in) {
  mpfr_fmod_ui(result, in.x, 2, kNearest);
  function(result, result, kNearest);
}

// ---- functions that MPFR has under no name of one word, or whose special cases differ

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

/// IEEE 754's, which has the sign of the root of -0, where MPFR has none.
void reciprocal_root(mpfr_ptr result, const Arguments& in) {
  mpfr_rec_sqrt(result, in.x, kNearest);
  if (mpfr_zero_p(x_of(in))) mpfr_set_inf(result, mpfr_signbit(x_of(in)) ? -1 : 1);
}

/// As MPFR's, but NaN of NaN even where the other argument would say it all.
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
  // Of zero it is 0; of infinity and NaN anything, and the expression says 0.
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

/// The one of larger (direction 1) or smaller (-1) magnitude; of equal ones, fmax or fmin.
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

/// IEEE 754 takes a NaN exponent of pown for impossible; everything else is pow of an integer.
void pown_of(mpfr_ptr result, const Arguments& in) {
  mpfr_pow_si(result, in.x, mpfr_get_si(in.y, kNearest), kNearest);
}

void rootn_of(mpfr_ptr result, const Arguments& in) {
  mpfr_rootn_si(result, in.x, mpfr_get_si(in.y, kNearest), kNearest);
}

/// MPFR's would take hours for what is zero or infinite in every format of ours.
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
    {"half_cos",    "half_cos(x)",       "x",   Domain::small_angles, kHalf, kMissing, cosine},
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
    {"half_sin",    "half_sin(x)",       "x",   Domain::small_angles, kHalf, kMissing, sine},
    {"half_sqrt",   "half_sqrt(x)",      "x",   Domain::ordinary,  kHalf, kMissing, of_x<mpfr_sqrt>},
    {"half_tan",    "half_tan(x)",       "x",   Domain::small_angles, kHalf, kMissing, of_x<mpfr_tan>},
    // clang-format on
};

}  // namespace

std::span<const Function> functions() { return kFunctions; }

void limit_exponents() {
  mpfr_set_emin(-1'000'000);
  mpfr_set_emax(1'000'000);
}

}  // namespace quadcl::accuracy
