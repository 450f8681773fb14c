// SPDX-License-Identifier: Apache-2.0
#include "host_fallback/cpu_clock.h"

#include <catch2/catch.hpp>
#include <sstream>

namespace quadcl {
namespace {

std::uint32_t clock_of(const char* max_freq, const char* cpuinfo) {
  std::istringstream first(max_freq), second(cpuinfo);
  return clock_mhz_from(first, second);
}

}  // namespace

TEST_CASE("The CPU's clock is cpufreq's highest, or else the highest that a processor has now") {
  CHECK(clock_of("1400000\n", "cpu MHz\t\t: 600.000\n") == 1400);
  CHECK(clock_of("", "processor\t: 0\ncpu MHz\t\t: 1998.25\nprocessor\t: 1\ncpu MHz\t\t: 2594.998\n") ==
        2594);
}

TEST_CASE("An unknown clock is 0") {
  CHECK(clock_of("", "") == 0);
  CHECK(clock_of("unknown", "cpu MHz") == 0);
  CHECK(clock_of("", "cpu MHz : fast\nBogoMIPS : 38.40\n") == 0);
  CHECK(clock_of("", "cpu MHz : -5\n") == 0);
}

}  // namespace quadcl
