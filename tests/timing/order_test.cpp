// SPDX-License-Identifier: Apache-2.0

// Modelled time must not depend on things that do not matter on the chip: which QPU got which program, or a
// slightly different clock.

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <random>
#include <vector>

#include "bench/calibration/sgemm.h"

namespace {

namespace timing = quadcl::qpu::timing;
using calibration::BenchChip;

/// Seconds of the product of 96 x 363 by 363 x `columns` on 12 QPUs.
double seconds(timing::Board board, double mhz, std::uint32_t columns,
               const std::vector<unsigned>& order = {}) {
  BenchChip chip(timing::Parameters(board, mhz), calibration::kSgemmBytes);
  calibration::add_sgemm(chip, 2, 6, columns, order);
  return chip.seconds(chip.run().total);
}

}  // namespace

TEST_CASE("The order of programs over QPUs moves time by less than 5 %") {
  for (const auto& [board, mhz] :
       {std::pair(timing::Board::zero, 250.0), std::pair(timing::Board::pi3, 400.0)}) {
    std::vector<unsigned> order(12);
    std::iota(order.begin(), order.end(), 0u);
    std::mt19937 random(1);
    std::vector<double> times{seconds(board, mhz, 384, order)};
    for (int i = 0; i < 50; ++i) {
      std::shuffle(order.begin(), order.end(), random);
      times.push_back(seconds(board, mhz, 384, order));
    }
    const auto [least, most] = std::minmax_element(times.begin(), times.end());
    CHECK(*most < 1.05 * *least);
  }
}

TEST_CASE("A clock 1 % faster moves time by less than 5 %, and makes nothing slower by more than 1 %") {
  struct Range {
    timing::Board board;
    double from, to;  ///< the clocks that its firmware sets (docs/videocore4.md, Clocks)
  };
  for (const Range& range : {Range{timing::Board::zero, 250, 300}, Range{timing::Board::pi3, 300, 400}}) {
    double before = seconds(range.board, range.from, 768);
    for (double mhz = range.from * 1.01; mhz < range.to; mhz *= 1.01) {
      INFO(mhz << " MHz");
      const double now = seconds(range.board, mhz, 768);
      CHECK(now < 1.01 * before);
      CHECK(now > 0.95 * before);
      before = now;
    }
  }
}
