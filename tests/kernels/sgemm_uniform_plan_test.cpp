// SPDX-License-Identifier: Apache-2.0
#include "qpu/kernels/sgemm_uniform_plan.h"

#include <catch2/catch.hpp>
#include <cstring>

using namespace quadcl;
using namespace quadcl::qpu;

namespace {

std::uint64_t largest_part(std::uint64_t rows, std::uint64_t columns, SgemmSplit split) {
  const auto part = [](std::uint64_t size, std::uint64_t parts) { return (size + parts - 1) / parts; };
  return part(rows, split.row_parts) * part(columns, split.column_parts);
}

std::vector<std::uint32_t> words(const UniformStream& stream, std::uint32_t base) {
  std::vector<std::uint32_t> placed(stream.size_bytes() / 4);
  stream.place(reinterpret_cast<std::byte*>(placed.data()), BusAddress(base));
  return placed;
}

}  // namespace

TEST_CASE("split: no other split of up to 12 QPUs has a smaller largest part") {
  for (std::uint64_t rows = 1; rows <= 20; ++rows) {
    for (std::uint64_t columns = 1; columns <= 20; ++columns) {
      const SgemmSplit chosen = choose_split(rows, columns, 12);
      REQUIRE(chosen.row_parts * chosen.column_parts <= 12);
      for (unsigned p = 1; p <= 12; ++p) {
        for (unsigned r = 1; p * r <= 12; ++r) {
          CHECK(largest_part(rows, columns, chosen) <= largest_part(rows, columns, {p, r}));
        }
      }
    }
  }
}

TEST_CASE("split: equal parts are shared so that the fewest different words are needed for a step over k") {
  // 6 x 48 tiles: 1x12, 2x6, 3x4 and 6x2 all have parts of 24 tiles; 16 * 6 + 64 * 2 words are the fewest.
  const SgemmSplit split = choose_split(6, 48, 12);
  CHECK(split.row_parts == 6);
  CHECK(split.column_parts == 2);
}

TEST_CASE("split: one QPU takes all") {
  const SgemmSplit split = choose_split(6, 48, 1);
  CHECK(split.row_parts == 1);
  CHECK(split.column_parts == 1);
}

TEST_CASE("split: parts cover the whole without overlap and differ by one at most") {
  for (std::uint64_t size = 0; size < 40; ++size) {
    for (std::uint64_t parts = 1; parts <= 12; ++parts) {
      std::uint64_t next = 0;
      for (std::uint64_t i = 0; i < parts; ++i) {
        const IndexRange part = part_of(size, parts, i);
        CHECK(part.begin == next);
        CHECK(part.size() >= size / parts);
        CHECK(part.size() <= size / parts + 1);
        next = part.end;
      }
      CHECK(next == size);
    }
  }
}

TEST_CASE("tile: the control address points behind the operand words") {
  UniformStream stream;
  const SgemmTile tile{
      {BusAddress(0x100), 4, 1452}, {BusAddress(0x200), 12288, 0}, BusAddress(0x300), 16, 64};
  append_uniform_work(stream, {&tile, 1}, {363, 1.0f, 0.0f, false, 12288}, {.wait_for = 12});
  const auto placed = words(stream, 0x4000);
  // In the order of sgemm.qasm's list of uniforms.
  const std::vector<std::uint32_t> expected{1, 15, 0x100, 4, 1452, 0x4000 + 9 * 4, 0x200, 362, 12288};
  CHECK(std::vector<std::uint32_t>(placed.begin(), placed.begin() + 9) == expected);
  CHECK(placed[9] == 0);  // C is not read
}

TEST_CASE("tile: C comes before the operands where sums start from it") {
  UniformStream stream;
  const SgemmTile tile{{BusAddress(0x100), 4, 1452}, {BusAddress(0x200), 256, 0}, BusAddress(0x300), 16, 64};
  append_uniform_work(stream, {&tile, 1}, {363, 1.0f, 2.0f, true, 256}, {.wait_for = 12});
  const auto placed = words(stream, 0x4000);
  CHECK(placed[0] == 0xffffffff);
  CHECK(placed[4] == 0x40000000);  // beta
  CHECK(placed[7] == 0x300);       // the load of the first block
  // Between beta and the rows of A there are four loads of three words, each with 0 further ones.
  const std::vector<std::uint32_t> expected{1452, 0x4000 + 26 * 4, 0x200, 362, 256, 0};
  CHECK(std::vector<std::uint32_t>(placed.begin() + 21, placed.begin() + 27) == expected);
}

TEST_CASE("tile: only blocks with columns are stored") {
  UniformStream stream;
  const SgemmTile tile{{BusAddress(0x100), 4, 64}, {BusAddress(0x200), 256, 0}, BusAddress(0x300), 2, 17};
  append_uniform_work(stream, {&tile, 1}, {2, 1.0f, 0.0f, false, 68}, {.wait_for = 12});
  const auto placed = words(stream, 0);
  // 9 operand words, the flag, 3 unused load words, alpha, beta, the flag; then the stores of each block.
  std::vector<std::uint32_t> counts;
  for (std::size_t at = 16; at < placed.size() - 2; at += 1 + placed[at] * 3) counts.push_back(placed[at]);
  CHECK(counts == std::vector<std::uint32_t>{1, 1, 0, 0});
}

TEST_CASE("uniforms: relocated words follow the base, others do not") {
  UniformStream stream;
  stream.word(7);
  stream.address_past(1);
  stream.word(9);
  stream.real(1.0f);
  CHECK(words(stream, 0x1000) == std::vector<std::uint32_t>{7, 0x1000 + 12, 9, 0x3f800000});
}
