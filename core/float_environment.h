// SPDX-License-Identifier: Apache-2.0
#pragma once

#if defined(__x86_64__)
#include <xmmintrin.h>
#else
#include <cfenv>
#endif

namespace quadcl {

/// While it lives, floats of this thread round to nearest, and subnormal numbers count. A program may have
/// set something else, also for our threads, which inherit it: GCC's `-ffast-math` does so at the start.
class DefaultFloats {
 public:
  DefaultFloats(const DefaultFloats&) = delete;
  DefaultFloats& operator=(const DefaultFloats&) = delete;

#if defined(__x86_64__)
  DefaultFloats() : before_(_mm_getcsr()) { _mm_setcsr(kInitial); }
  ~DefaultFloats() { _mm_setcsr(before_); }

 private:
  static constexpr unsigned kInitial = 0x1f80;  ///< the register's value at the start of a process
  unsigned before_;
#else
  DefaultFloats() {
    std::fegetenv(&before_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~DefaultFloats() { std::fesetenv(&before_); }

 private:
  std::fenv_t before_;
#endif
};

}  // namespace quadcl
