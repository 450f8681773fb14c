// SPDX-License-Identifier: Apache-2.0
#include "core/processors.h"

#include <sched.h>

#include <catch2/catch.hpp>
#include <thread>

using namespace quadcl;

TEST_CASE("a thread that may run on one processor has one") {
  unsigned usable = 0;
  std::thread([&] {
    cpu_set_t allowed, one;
    REQUIRE(sched_getaffinity(0, sizeof(allowed), &allowed) == 0);
    int first = 0;
    while (!CPU_ISSET(first, &allowed)) ++first;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    REQUIRE(sched_setaffinity(0, sizeof(one), &one) == 0);
    usable = usable_processors();
  }).join();
  CHECK(usable == 1);
}
