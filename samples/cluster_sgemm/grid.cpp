// SPDX-License-Identifier: Apache-2.0
#include "grid.h"

#include "../common/matrices.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace {

// Whole numbers from -4 to 4, so sums are exact. Each rank can compute any element.
float element(std::uint64_t matrix, std::uint64_t row, std::uint64_t column) {
  std::uint64_t mixed = (matrix << 60 ^ row << 30 ^ column) * 0x9e3779b97f4a7c15u;
  mixed = (mixed ^ mixed >> 32) * 0xd6e8feb86659fd93u;
  return static_cast<float>(static_cast<int>((mixed >> 33) % 9) - 4);
}

std::vector<float> make_block(std::uint64_t matrix, std::size_t row, std::size_t rows, std::size_t column,
                              std::size_t columns) {
  std::vector<float> block;
  block.reserve(rows * columns);
  for (std::size_t i = row; i < row + rows; ++i) {
    for (std::size_t j = column; j < column + columns; ++j) block.push_back(element(matrix, i, j));
  }
  return block;
}

std::size_t first_of(std::size_t total, int parts, int part) {
  return total * static_cast<std::size_t>(part) / static_cast<std::size_t>(parts);
}

using Vector = std::vector<std::int64_t>;

// target += block * factor, where the block is row-major.
void add_product(const std::vector<float>& block, const std::int64_t* factor, std::size_t columns,
                 std::int64_t* target) {
  for (std::size_t at = 0; at < block.size(); ++at)
    target[at / columns] += static_cast<std::int64_t>(block[at]) * factor[at % columns];
}

void sum_over(MPI_Comm ranks, Vector& vector) {
  MPI_Allreduce(MPI_IN_PLACE, vector.data(), static_cast<int>(vector.size()), MPI_INT64_T, MPI_SUM, ranks);
}

std::vector<int> grid_shape(int ranks) {
  std::vector<int> shape(2);
  MPI_Dims_create(ranks, 2, shape.data());
  return shape;
}

}  // namespace

int rank_in(MPI_Comm communicator) {
  int rank = 0;
  MPI_Comm_rank(communicator, &rank);
  return rank;
}

int size_of(MPI_Comm communicator) {
  int size = 0;
  MPI_Comm_size(communicator, &size);
  return size;
}

Grid::Grid(MPI_Comm ranks)
    : all(ranks),
      rows(grid_shape(size_of(ranks))[0]),
      columns(grid_shape(size_of(ranks))[1]),
      row(rank_in(ranks) / columns),
      column(rank_in(ranks) % columns),
      same_row(ranks, row),
      same_column(ranks, column) {}

LocalPart::LocalPart(const Grid& grid, const Problem& problem)
    : grid_(grid),
      problem_(problem),
      first_row_(first_of(problem.m, grid.rows, grid.row)),
      rows_(first_of(problem.m, grid.rows, grid.row + 1) - first_row_),
      first_column_(first_of(problem.n, grid.columns, grid.column)),
      columns_(first_of(problem.n, grid.columns, grid.column + 1) - first_column_),
      a_(problem.panels()),
      b_(problem.panels()) {
  for (std::size_t p = 0; p < problem.panels(); ++p) {
    const std::size_t first = p * problem.panel, depth = problem.depth(p);
    if (owner_of_a(p) == grid.column) a_[p] = make_block(1, first_row_, rows_, first, depth);
    if (owner_of_b(p) == grid.row) b_[p] = make_block(2, first, depth, first_column_, columns_);
  }
}

bool LocalPart::is_product(const std::vector<float>& c) const {
  const Vector x = sample::random_vector(problem_.n, 7);  // the same on every rank
  Vector bx(problem_.k), abx(rows_), cx(rows_);
  for (std::size_t p = 0; p < problem_.panels(); ++p)
    add_product(b_[p], x.data() + first_column_, columns_, bx.data() + p * problem_.panel);
  sum_over(grid_.all, bx);
  for (std::size_t p = 0; p < problem_.panels(); ++p)
    add_product(a_[p], bx.data() + p * problem_.panel, problem_.depth(p), abx.data());
  sum_over(grid_.same_row, abx);

  const float largest = 16 * static_cast<float>(problem_.k);
  int passed = std::all_of(c.begin(), c.end(), [&](float value) {
    return std::fabs(value) <= largest && value == std::trunc(value);  // false for NaN, too
  });
  if (passed) add_product(c, x.data() + first_column_, columns_, cx.data());
  sum_over(grid_.same_row, cx);
  passed = passed && cx == abx;
  MPI_Allreduce(MPI_IN_PLACE, &passed, 1, MPI_INT, MPI_LAND, grid_.all);
  return passed != 0;
}
