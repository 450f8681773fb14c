// SPDX-License-Identifier: Apache-2.0
#include "qpu/kernels/sgemm_cost.h"

#include <catch2/catch.hpp>

#include "qpu/kernels/sgemm_tmu_plan.h"
#include "qpu/kernels/sgemm_uniform_plan.h"

using namespace quadcl::qpu;

namespace {

std::uint64_t time_of_equal_tiles(const SgemmDeal& deal, TileCost cost, std::size_t together) {
  return time_of_deal(deal, [&](const TileIndex&) { return cost; }, together);
}

}  // namespace

TEST_CASE("sgemm cost: one QPU computes and writes in turn") {
  CHECK(time_of_equal_tiles({{{0, 0}, {1, 0}, {2, 0}}}, {10, 5}, 1) == 3 * 15);
}

TEST_CASE("sgemm cost: QPUs wait for the VPM") {
  // Written from 10 to 15 and from 15 to 20; the first QPU has computed its second tile at 25.
  CHECK(time_of_equal_tiles({{{0, 0}, {1, 0}}, {{2, 0}}}, {10, 5}, 1) == 30);
  // Nothing but writing counts.
  CHECK(time_of_equal_tiles({{{0, 0}}, {{1, 0}}, {{2, 0}}}, {1, 100}, 1) == 301);
}

TEST_CASE("sgemm cost: a pair begins a tile together") {
  const SgemmDeal deal{{{0, 0}, {2, 0}}, {{1, 0}, {3, 0}}};
  CHECK(time_of_equal_tiles(deal, {10, 5}, 1) == 35);  // second tiles from 15 and from 20
  CHECK(time_of_equal_tiles(deal, {10, 5}, 2) == 40);  // both from 20
}

TEST_CASE("sgemm cost: a QPU waits for its partner only as long as that has tiles") {
  CHECK(time_of_equal_tiles({{{0, 0}, {2, 0}, {3, 0}}, {{1, 0}}}, {10, 5}, 2) == 45);
}

TEST_CASE("sgemm cost: four QPUs begin a tile together, and those of an incomplete group in pairs") {
  const SgemmDeal four{{{0, 0}, {4, 0}}, {{1, 0}, {5, 0}}, {{2, 0}, {6, 0}}, {{3, 0}, {7, 0}}};
  // The first tiles are computed at 10 and written one by one until 30; the second at 40, and written
  // until 60.
  CHECK(time_of_equal_tiles(four, {10, 5}, 4) == 60);
  // The first pair goes on at 20 and writes from 30 to 40, the second one goes on at 30.
  CHECK(time_of_equal_tiles(four, {10, 5}, 2) == 50);
  const SgemmDeal three(four.begin(), four.begin() + 3);
  CHECK(time_of_equal_tiles(three, {10, 5}, 4) == time_of_equal_tiles(three, {10, 5}, 2));
}

TEST_CASE("sgemm cost: tiles of the launch cost what their own rows and columns do") {
  // One QPU: the second tile has 4 rows and 6 columns of 12 and 64.
  const auto time = [](std::uint64_t rows, std::uint64_t columns) {
    return time_by_tmus({0, rows}, {0, columns}, 100, 4, 1);
  };
  CHECK(time(16, 64) < time(24, 64));
  CHECK(time(12, 70) < time(12, 128));
  CHECK(time_by_uniforms({0, 20}, {0, 64}, 100, 1) < time_by_uniforms({0, 32}, {0, 64}, 100, 1));
  CHECK(time_by_uniforms({16, 36}, {64, 128}, 100, 1) == time_by_uniforms({0, 20}, {0, 64}, 100, 1));
}
