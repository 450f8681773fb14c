// SPDX-License-Identifier: Apache-2.0
//
// Benchmarks that fill tables step by step (dynamic programming).
#include <algorithm>

#include "bench/kernels/benchmark.h"

namespace kernel_bench {
namespace {

// ---- Smith-Waterman. Plain C++ goes by antidiagonals, too, but finishes one pair before the next.

constexpr std::uint32_t kPairs = 32;

struct Diagonal {
  std::uint32_t number, first, rows;
};

std::vector<Diagonal> diagonals_of(std::uint32_t length) {
  std::vector<Diagonal> diagonals;
  for (std::uint32_t i = 0; i < 2 * length - 1; ++i) {
    const std::uint32_t first = i < length ? 0 : i + 1 - length;
    diagonals.push_back({i, first, std::min(i, length - 1) + 1 - first});
  }
  return diagonals;
}

/// Arrays: both sequences, three antidiagonals with a border of one 0 for each pair, the best cell of each
/// row.
void align(Arrays& arrays, std::uint32_t length, std::uint32_t pair, const Diagonal& diagonal) {
  const auto cells = [&](std::uint32_t back) {
    return std::get<Words>(arrays[2 + (diagonal.number + 2 - back) % 3]).data() + pair * (length + 1);
  };
  const std::uint8_t *left = &std::get<Bytes>(arrays[0])[pair * length],
                     *right = &std::get<Bytes>(arrays[1])[pair * length] + diagonal.number;
  const std::uint32_t *corner = cells(2), *side = cells(1);
  std::uint32_t *out = cells(0) + 1, *best = &std::get<Words>(arrays[5])[pair * length];
  const auto first = static_cast<std::ptrdiff_t>(diagonal.first);
#pragma omp simd
  for (std::ptrdiff_t row = first; row < first + diagonal.rows; ++row) {
    const int matched = static_cast<int>(corner[row]) + (left[row] == right[-row] ? 2 : -1);
    const int skipped = static_cast<int>(std::max(side[row], side[row + 1])) - 1;
    const auto cell = static_cast<std::uint32_t>(std::max(0, std::max(matched, skipped)));
    out[row] = cell;
    best[row] = std::max(best[row], cell);
  }
}

void align_all(Arrays& arrays, std::uint32_t length) {
  const std::vector<Diagonal> diagonals = diagonals_of(length);
#pragma omp parallel for
  for (std::uint32_t pair = 0; pair < kPairs; ++pair)
    for (const Diagonal& diagonal : diagonals) align(arrays, length, pair, diagonal);
}

/// Row by row, cell by cell.
Array align_by_rows(const Arrays& arrays, std::uint32_t length) {
  const Bytes &left = std::get<Bytes>(arrays[0]), &right = std::get<Bytes>(arrays[1]);
  Words best;
  for (std::size_t pair = 0; pair < kPairs; ++pair) {
    std::vector<int> above(length + 1, 0);
    for (std::size_t row = 0; row < length; ++row) {
      std::vector<int> cells{0};
      for (std::size_t column = 0; column < length; ++column) {
        const bool same = left[pair * length + row] == right[pair * length + column];
        cells.push_back(
            std::max({0, above[column] + (same ? 2 : -1), above[column + 1] - 1, cells[column] - 1}));
      }
      best.push_back(static_cast<std::uint32_t>(*std::max_element(cells.begin(), cells.end())));
      above = std::move(cells);
    }
  }
  return best;
}

Launch align_launch(std::uint32_t length, const Diagonal& diagonal) {
  const std::size_t number = diagonal.number;
  return {"align",
          {length, diagonal.number, diagonal.first, BufferArgument{0}, BufferArgument{1},
           BufferArgument{2 + number % 3}, BufferArgument{2 + (number + 1) % 3},
           BufferArgument{2 + (number + 2) % 3}, BufferArgument{5}},
          {diagonal.rows, kPairs, 1}};
}

Bytes random_sequences(std::size_t count) {
  Bytes bytes = random_bytes(count);
  for (std::uint8_t& byte : bytes) byte %= 4;
  return bytes;
}

// ---- Shortest ways

void find_ways(Floats& ways, std::size_t size) {
  for (std::size_t stop = 0; stop < size; ++stop) {
#pragma omp parallel for
    for (std::size_t row = 0; row < size; ++row) {
      if (row == stop) continue;
      const float to_stop = ways[row * size + stop];
      for (std::size_t column = 0; column < size; ++column)
        ways[row * size + column] = std::min(ways[row * size + column], to_stop + ways[stop * size + column]);
    }
  }
}

}  // namespace

Case make_smith_waterman(std::uint32_t length) {
  const std::size_t count = std::size_t{length} * kPairs;
  const Words diagonal(count + kPairs, 0);
  Bytes right = random_sequences(count);
  std::reverse(right.begin(), right.end());
  std::vector<Launch> launches;
  for (const Diagonal& i : diagonals_of(length)) launches.push_back(align_launch(length, i));
  return {
      .arrays = {random_sequences(count), std::move(right), diagonal, diagonal, diagonal, Words(count, 0)},
      .written = {2, 3, 4, 5},
      .result = 5,
      .launches = std::move(launches),
      .plain = [length](Arrays& arrays) { align_all(arrays, length); },
      .expected = [length](const Arrays& arrays) { return align_by_rows(arrays, length); }};
}

Case make_floyd_warshall(std::uint32_t size) {
  Floats ways = random_floats(std::size_t{size} * size, 1, 100);
  for (std::size_t i = 0; i < size; ++i) ways[i * size + i] = 0;
  std::vector<Launch> launches;
  for (std::uint32_t stop = 0; stop < size; ++stop)
    launches.push_back({"allow_stop", {size, stop, BufferArgument{0}}, {size, size, 1}});
  return {.arrays = {std::move(ways)},
          .written = {0},
          .result = 0,
          .launches = std::move(launches),
          .plain = [size](Arrays& arrays) { find_ways(std::get<Floats>(arrays[0]), size); }};
}

}  // namespace kernel_bench
