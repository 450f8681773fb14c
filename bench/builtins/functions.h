// SPDX-License-Identifier: Apache-2.0

// The builtin functions of OpenCL C on floating-point numbers: their exact values, and the bounds of their
// errors.
#pragma once

#include <mpfr.h>

#include <span>

namespace quadcl::builtins {

enum class Format { single, dual };

/// The numbers of a device besides the usual ones.
struct Numbers {
  bool denormals = true, infinities = true;  ///< and NaN
};

/// Real numbers with more bits and exponents than any error needs; see limit_exponents.
class Real {
 public:
  Real() { mpfr_init2(value_, 256); }
  ~Real() { mpfr_clear(value_); }
  Real(const Real&) = delete;
  Real& operator=(const Real&) = delete;

  operator mpfr_ptr() { return value_; }
  operator mpfr_srcptr() const { return value_; }

 private:
  mpfr_t value_;
};

struct Arguments {
  Real x, y, z;
  Format format;
};

/// Special values for a bound in ulp.
constexpr double kExact = 0, kRounded = 0.5, kUnbounded = -1;
/// The function does not exist in this format.
constexpr double kMissing = -2;

/// The numbers to try besides all bit patterns.
enum class Domain {
  ordinary,   ///< magnitudes from 1e-3 to 1e3
  unit,       ///< -1 to 1
  angles,     ///< multiples of pi/2 and their neighbours
  exponents,  ///< where exponentials overflow and underflow
  near_one,
  moderate,   ///< only -2^16 to 2^16: half_cos and others are defined for these
  unit_only,  ///< only -1 to 1
};

struct Function {
  const char* name;
  const char* expression;  ///< OpenCL C over x, y, z of type T and the integer n; it may use variables t (T)
                           ///< and i (int), and the vector types T2, T3 and T4
  const char* arguments;   ///< a letter each: x, y, z or n (which the reference finds in y)
  Domain domain;
  double single_bound, dual_bound;  ///< ulp; OpenCL C specification, "Relative error as ULPs", full profile
  void (*reference)(mpfr_ptr result, const Arguments& in);
  /// If the specification bounds the absolute error: the unit of both bounds, instead of ulp.
  void (*unit)(mpfr_ptr unit, const Arguments& in) = nullptr;
};

std::span<const Function> functions();

/// For float, in the embedded profile on a device that truncates: a rounded result is less than 1 ulp away.
double embedded_bound(const Function& function);

/// For the calling thread: allows exponents far beyond those of double, but small enough for MPFR to be fast.
void limit_exponents();

}  // namespace quadcl::builtins
