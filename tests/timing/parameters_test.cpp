// SPDX-License-Identifier: Apache-2.0
#include "qpu/timing/parameters.h"

#include <catch2/catch.hpp>
#include <set>

using namespace quadcl::qpu::timing;

TEST_CASE("A cost in nanoseconds grows in clocks with the clock, one in clocks does not") {
  const Parameters slow(Board::pi2, 250), fast(Board::pi2, 500);
  // docs/videocore4.md, TMU latency: 128 ns are 32 clocks at 250 MHz.
  CHECK(slow.ticks(Parameter::sdram_latency) == 32 * kClock);
  CHECK(fast.ticks(Parameter::sdram_latency) == 64 * kClock);
  CHECK(slow.ticks(Parameter::l2c_latency) == 63 * kClock / 4);
  CHECK(fast.ticks(Parameter::l2c_latency) == 63 * kClock / 4);
}

TEST_CASE("Modelled time in seconds follows the clock") {
  CHECK(Parameters(Board::pi2, 250).seconds(250 * kClock) == Approx(1e-6));
  CHECK(Parameters(Board::pi3, 400).seconds(400 * kClock) == Approx(1e-6));
}

TEST_CASE("Boards have the clocks of their firmware") {
  CHECK(Parameters(Board::pi1).v3d_mhz() == 250);
  CHECK(Parameters(Board::pi2).v3d_mhz() == 250);
  CHECK(Parameters(Board::pi3).v3d_mhz() == 300);
  CHECK(find_board("pi3") == Board::pi3);
  CHECK_FALSE(find_board("pi9"));
}

TEST_CASE("Only BCM2835 has the VPU's L2 in the path of the QPUs") {
  CHECK(Parameters(Board::zero).get(Parameter::system_l2_bytes) == 128 * 1024);
  CHECK(Parameters(Board::pi3).get(Parameter::system_l2_bytes) == 0);
}

TEST_CASE("A constant of a cache changes what the cache holds, too") {
  Parameters parameters(Board::zero);
  CHECK(parameters.cache_geometries().tmu.bytes == quadcl::qpu::emulator::CacheGeometries().tmu.bytes);
  REQUIRE(parameters.set("tmu_cache_bytes", 2048));
  REQUIRE(parameters.set("tmu_cache_ways", 2));
  REQUIRE(parameters.set("l2c_ways", 1));
  CHECK(parameters.cache_geometries().tmu.bytes == 2048);
  CHECK(parameters.cache_geometries().tmu.ways == 2);
  CHECK(parameters.cache_geometries().l2c.ways == 1);
}

TEST_CASE("Parameters are found by unique names and each says where it comes from") {
  std::set<std::string_view> names;
  for (const ParameterInfo& row : parameter_table()) {
    CHECK(names.insert(row.name).second);
    CHECK_FALSE(row.source.empty());
    CHECK_FALSE(row.meaning.empty());
  }
  Parameters parameters(Board::zero);
  CHECK(parameters.set("tmu_hit", 40));
  CHECK(parameters.ticks(Parameter::tmu_hit) == 40 * kClock);
  CHECK_FALSE(parameters.set("no_such_parameter", 1));
}
