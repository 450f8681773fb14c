// SPDX-License-Identifier: Apache-2.0
#include "core/machine_memory.h"

#include <sys/sysinfo.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>

using namespace quadcl;

TEST_CASE("the machine's memory is what it has, as far as pointers reach") {
  struct sysinfo info{};
  REQUIRE(sysinfo(&info) == 0);
  const auto physical = static_cast<double>(info.totalram) * info.mem_unit;
  const double reachable = static_cast<double>(std::numeric_limits<std::size_t>::max()) / 2;
  CHECK(static_cast<double>(machine_memory_bytes()) == Approx(std::min(physical, reachable)));
}
