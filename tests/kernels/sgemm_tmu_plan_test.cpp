// SPDX-License-Identifier: Apache-2.0
#include "qpu/kernels/sgemm_tmu_plan.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <map>
#include <utility>

#include "qpu/kernels/kernel_code.h"

using namespace quadcl;
using namespace quadcl::qpu;

namespace {

constexpr BusAddress kCode{0x1000}, kA{0x20000}, kB{0x30000}, kC{0x40000};

std::vector<std::uint32_t> work_of(const SgemmTile& tile, const SgemmScalars& scalars) {
  UniformStream stream;
  append_tmu_work(stream, {&tile, 1}, scalars, {.wait_for = 12});
  std::vector<std::uint32_t> words(stream.size_bytes() / 4);
  stream.place(reinterpret_cast<std::byte*>(words.data()), BusAddress(0));
  return words;
}

SgemmTile tile_of(std::uint32_t rows, std::uint32_t columns) {
  return {{kA, 4, 400}, {kB, 4000, 0}, kC, rows, columns};
}

// A tile's lists of DMA operations: the last list, which begins with alpha, begins behind 8 words of the
// first list, 5 of the second, and the word that ends the tiles.
constexpr std::size_t kLastList = 14;

std::uint32_t columns_stored(const std::vector<std::uint32_t>& words, std::size_t list) {
  std::uint32_t columns = 0;
  for (std::uint32_t i = 0; i < words[list]; ++i) columns += words[list + 1 + 3 * i] >> 16 & 127;
  return columns;
}

}  // namespace

TEST_CASE("TMU deal: every tile once") {
  for (const unsigned qpus : {1u, 2u, 4u, 5u, 7u, 12u}) {
    for (std::uint64_t rows = 1; rows <= 15; ++rows) {
      for (std::uint64_t columns = 1; columns <= 9; ++columns) {
        for (std::uint32_t blocks = 1; blocks <= 4; ++blocks) {
          const SgemmDeal deal = deal_to_slices({rows, columns, 4, blocks}, qpus);
          CHECK(deal.size() <= qpus);
          std::map<std::pair<std::uint64_t, std::uint64_t>, int> times;
          for (const auto& share : deal) {
            CHECK(!share.empty());
            for (const TileIndex& tile : share) ++times[{tile.row, tile.column}];
          }
          REQUIRE(times.size() == rows * columns);
          CHECK(std::all_of(times.begin(), times.end(), [&](const auto& entry) {
            return entry.second == 1 && entry.first.first < rows && entry.first.second < columns;
          }));
        }
      }
    }
  }
}

TEST_CASE("TMU deal: full tiles are shared to within two of each other") {
  for (std::uint64_t rows = 1; rows <= 100; rows += 7) {
    for (std::uint64_t columns = 1; columns <= 20; ++columns) {
      const SgemmDeal deal = deal_to_slices({rows, columns}, 12);
      if (rows * columns < 12) continue;
      REQUIRE(deal.size() == 12);
      const auto [least, most] = std::minmax_element(
          deal.begin(), deal.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
      CHECK(most->size() - least->size() <= 2);
    }
  }
}

TEST_CASE("TMU deal: the QPUs of a slice work below each other") {
  const SgemmDeal deal = deal_to_slices({8, 48}, 12);
  for (std::size_t slice = 0; slice < 12; slice += 4) {
    for (std::size_t q = 1; q < 4; ++q) {
      CHECK(deal[slice + q][0].column == deal[slice][0].column);
      CHECK(deal[slice + q][0].row == deal[slice][0].row + q);
    }
  }
}

TEST_CASE("TMU deal: a narrow last column counts for what it costs") {
  // 4 columns of which the last has one block: its tiles take 25 instructions a step where the others
  // take 61.
  const SgemmDeal deal = deal_to_slices({60, 4, 4, 1}, 12);
  std::vector<double> costs;
  for (const auto& share : deal) {
    double cost = 0;
    for (const TileIndex& tile : share) cost += tile.column == 3 ? 25 : 61;
    costs.push_back(cost);
  }
  const auto [least, most] = std::minmax_element(costs.begin(), costs.end());
  CHECK(*most - *least <= 2 * 61);
}

TEST_CASE("TMU deal: slices share a narrow last column if that leaves the least to the busiest QPU") {
  // 21 x 3 tiles of 61 instructions a step and 21 of 37. Each QPU can have 6 and 1, or 5 and 2; a slice with
  // the narrow tiles alone leaves 7 wide ones to a QPU of another.
  const SgemmDeal deal = deal_to_slices({21, 4, 4, 2}, 12);
  REQUIRE(deal.size() == 12);
  for (const auto& share : deal) {
    std::uint64_t cost = 0;
    for (const TileIndex& tile : share) cost += tile.column == 3 ? 37 : 61;
    CHECK(cost <= 6 * 61 + 37);
  }
}

TEST_CASE("TMU width: tiles are wide where there are many, narrow where QPUs would have none") {
  CHECK(choose_blocks({0, 1024}, {0, 1024}, 1024, 12) == 4);
  CHECK(choose_blocks({0, 96}, {0, 3072}, 363, 12) == 4);
  CHECK(choose_blocks({0, 64}, {0, 64}, 64, 12) == 2);  // 6 x 2 tiles
  CHECK(choose_blocks({0, 12}, {0, 192}, 500, 12) == 1);
  CHECK(choose_blocks({0, 12}, {0, 192}, 500, 1) == 4);
}

TEST_CASE("TMU width: no width whose largest share is smaller by a tenth is left aside") {
  for (std::uint64_t rows = 5; rows <= 200; rows += 13) {
    for (std::uint64_t columns = 5; columns <= 300; columns += 19) {
      const auto largest = [&](std::uint32_t blocks) {
        const TileGrid grid = TileGrid::of({0, rows}, {0, columns}, kTmuTileRows, 16 * blocks);
        std::uint64_t most = 0;
        for (const auto& share : deal_to_slices(grid, 12)) {
          std::uint64_t cost = 0;
          for (const TileIndex& tile : share) cost += 12 * (grid.blocks_of(tile.column) + 1);
          most = std::max(most, cost);
        }
        return static_cast<double>(most);
      };
      const double chosen = largest(choose_blocks({0, rows}, {0, columns}, 2000, 12));
      for (std::uint32_t blocks = 1; blocks <= 4; ++blocks) CHECK(chosen <= 1.1 * largest(blocks));
    }
  }
}

TEST_CASE("TMU tile: the first list is what the first requests need") {
  const auto words = work_of(tile_of(12, 64), {363, 1.5f, 0.0f, false, 4000, kCode});
  // In the order of sgemm_tmu.qasm's list of uniforms.
  const std::vector<std::uint32_t> expected{1, 63, kB.value(), 4000, 11, kA.value(), 400, 4};
  CHECK(std::vector<std::uint32_t>(words.begin(), words.begin() + 8) == expected);
}

TEST_CASE("TMU tile: the code follows the number of blocks and k") {
  const auto entries = [](std::uint32_t columns, std::uint32_t k) {
    const auto words = work_of(tile_of(12, columns), {k, 1.0f, 0.0f, false, 4000, kCode});
    return std::vector<std::uint32_t>(words.begin() + 9, words.begin() + 12);
  };
  const auto at = [](std::uint32_t label) { return kCode.value() + label; };
  using Words = std::vector<std::uint32_t>;
  CHECK(entries(64, 2) ==
        Words{at(builtin_code_label_sgemm_tmu_start_4), at(builtin_code_label_sgemm_tmu_end_4), 0});
  CHECK(entries(49, 3) ==
        Words{at(builtin_code_label_sgemm_tmu_start_4), at(builtin_code_label_sgemm_tmu_odd_4), 1});
  CHECK(entries(48, 4) ==
        Words{at(builtin_code_label_sgemm_tmu_start_3), at(builtin_code_label_sgemm_tmu_even_3), 1});
  CHECK(entries(17, 5) ==
        Words{at(builtin_code_label_sgemm_tmu_start_2), at(builtin_code_label_sgemm_tmu_odd_2), 2});
  CHECK(entries(1, 6) ==
        Words{at(builtin_code_label_sgemm_tmu_start_1), at(builtin_code_label_sgemm_tmu_even_1), 2});
}

TEST_CASE("TMU tile: a full tile is stored by rows of 64 words, six at a time") {
  const auto words = work_of(tile_of(8, 64), {9, 1.0f, 0.0f, false, 4000, kCode});
  REQUIRE(words[kLastList + 1] == 0);  // C is not read
  const std::size_t first = kLastList + 4;
  REQUIRE(words[first] == 1);
  CHECK((words[first + 1] >> 23 & 127) == 6);   // rows
  CHECK((words[first + 1] >> 16 & 127) == 64);  // words of a row
  CHECK(words[first + 2] == (0xc0000000 | 1u << 16 | (4000 - 256)));
  CHECK(words[first + 3] == kC.value());
  const std::size_t second = first + 4;
  REQUIRE(words[second] == 1);
  CHECK((words[second + 1] >> 23 & 127) == 2);
  CHECK((words[second + 1] >> 7 & 127) == 24);  // VPM row
  CHECK(words[second + 3] == kC.value() + 6 * 4000);
}

TEST_CASE("TMU tile: whole blocks are stored by long rows") {
  for (const std::uint32_t columns : {32u, 48u}) {
    const auto words = work_of(tile_of(6, columns), {9, 1.0f, 0.0f, false, 4000, kCode});
    const std::size_t list = kLastList + 4;
    REQUIRE(words[list] == 1);
    CHECK(columns_stored(words, list) == columns);
    CHECK(words[list + 4] == 0);  // rows 6 to 11 are not there
  }
}

TEST_CASE("TMU tile: other tiles are stored block by block, all rows at once") {
  for (std::uint32_t columns = 1; columns < 64; ++columns) {
    if (columns == 32 || columns == 48) continue;
    const auto words = work_of(tile_of(11, columns), {9, 1.0f, 0.0f, false, 4000, kCode});
    REQUIRE(words[kLastList + 4] == 0);  // nothing after the first half
    const std::size_t list = kLastList + 5;
    const std::uint32_t blocks = (columns + 15) / 16;
    REQUIRE(words[list] == blocks);
    CHECK(columns_stored(words, list) == columns);
    CHECK((words[list + 1] >> 23 & 127) == 11);  // rows
    if (blocks == 1) continue;
    const std::size_t last = list + 1 + 3 * (blocks - 1);
    CHECK((words[last] >> 7 & 127) == 12 * (blocks - 1));  // VPM row of the last block
    CHECK(words[last + 2] == kC.value() + (blocks - 1) * 64);
  }
}

TEST_CASE("TMU tile: the only block is the second vector of a row") {
  const auto words = work_of(tile_of(6, 16), {9, 1.0f, 0.0f, false, 4000, kCode});
  REQUIRE(words[kLastList + 5] == 1);
  CHECK((words[kLastList + 6] >> 7 & 127) == 12);
}

TEST_CASE("TMU tile: C is loaded before the sums or behind them") {
  const auto before = work_of(tile_of(12, 64), {9, 1.0f, 2.0f, true, 4000, kCode});
  CHECK(before[12] == 1);
  CHECK(before[15] == 0);  // a full tile: nothing to clear
  CHECK(before[16] == 4);  // loads of four blocks
  const auto behind = work_of(tile_of(12, 64), {9, 1.0f, 2.0f, false, 4000, kCode});
  CHECK(behind[12] == 0);
  CHECK(behind[kLastList + 1] == 1);
  CHECK(behind[kLastList + 3] == 4);
}
