// SPDX-License-Identifier: Apache-2.0

// The builtin functions of OpenCL C on floating-point numbers: what they are to compute, and how exactly.
#pragma once

#include <mpfr.h>

#include <span>

namespace quadcl::builtins {

enum class Format { single, dual };

/// Real numbers of more bits than any error needs, and of more exponents; see limit_exponents.
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

/// Bounds in ulp that are no numbers of ulp.
constexpr double kExact = 0, kRounded = 0.5, kUnbounded = -1;
/// There is no such function of this format.
constexpr double kMissing = -2;

/// Which numbers are worth trying beside all bit patterns.
enum class Domain {
  ordinary,   ///< magnitudes from 1e-3 to 1e3
  unit,       ///< -1 to 1
  angles,     ///< multiples of pi/2 and their neighbours
  exponents,  ///< where exponentials overflow and underflow
  near_one,
  moderate,   ///< -2^16 to 2^16 and nothing else: what half_cos and others are defined for
  unit_only,  ///< -1 to 1 and nothing else
};

struct Function {
  const char* name;
  const char* expression;  ///< OpenCL C over x, y, z of type T and the integer n; it may use variables t (T)
                           ///< and i (int), and the vector types T2, T3 and T4
  const char* arguments;   ///< a letter each: x, y, z or n (which the reference finds in y)
  Domain domain;
  double single_bound, dual_bound;  ///< ulp; OpenCL C specification, "Relative error as ULPs", full profile
  void (*reference)(mpfr_ptr result, const Arguments& in);
  /// Where the specification bounds the absolute error: the number that both bounds are multiples of, instead
  /// of ulp.
  void (*unit)(mpfr_ptr unit, const Arguments& in) = nullptr;
};

std::span<const Function> functions();

/// For the calling thread: exponents far beyond those of double, at which MPFR still ends soon.
void limit_exponents();

}  // namespace quadcl::builtins
