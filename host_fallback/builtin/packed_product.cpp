// SPDX-License-Identifier: Apache-2.0
#include "host_fallback/builtin/packed_product.h"

#include <oneapi/tbb/blocked_range2d.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <vector>

namespace quadcl {
namespace {

/// The sums of one micro-kernel: 16, with 8 operands, stay in the 32 registers of VFP.
constexpr std::uint64_t kTile = 4;
/// A packed block of A has 64 rows, one of B 128 columns. Both fit into 64 KB of cache.
constexpr std::uint64_t kRows = 64, kColumns = 128, kSteps = 128;

using Sums = std::array<std::array<float, kTile>, kTile>;

/// Strips of kTile rows or columns, each with its elements of a step side by side; zeros fill the last strip.
/// `at(line, step)` is an element.
template <typename Element>
void pack(std::vector<float>& packed, std::uint64_t lines, std::uint64_t steps, Element at) {
  packed.clear();
  for (std::uint64_t strip = 0; strip < lines; strip += kTile)
    for (std::uint64_t step = 0; step < steps; ++step)
      for (std::uint64_t line = strip; line < strip + kTile; ++line)
        packed.push_back(line < lines ? at(line, step) : 0.0f);
}

Sums micro_kernel(const float* a, const float* b, std::uint64_t steps) {
  Sums sums{};
  for (std::uint64_t step = 0; step < steps; ++step, a += kTile, b += kTile)
    for (std::uint64_t i = 0; i < kTile; ++i)
      for (std::uint64_t j = 0; j < kTile; ++j) sums[i][j] += a[i] * b[j];
  return sums;
}

/// A block of C.
class Block {
 public:
  Block(const Product& product, const tbb::blocked_range2d<std::uint64_t>& range)
      : product_(product), rows_(range.rows()), columns_(range.cols()) {}

  void compute() {
    for (std::uint64_t step = 0; step < product_.k; step += kSteps) {
      const std::uint64_t steps = std::min(kSteps, product_.k - step);
      pack(a_, rows_.size(), steps,
           [&](std::uint64_t row, std::uint64_t k) { return product_.a.at(rows_.begin() + row, step + k); });
      pack(b_, columns_.size(), steps, [&](std::uint64_t column, std::uint64_t k) {
        return product_.b.at(step + k, columns_.begin() + column);
      });
      add(steps, step == 0 ? product_.beta : 1);
    }
    if (product_.k == 0) scale();
  }

 private:
  float* c(std::uint64_t row, std::uint64_t column) const {
    return product_.c + (rows_.begin() + row) * product_.leading + columns_.begin() + column;
  }

  /// C = beta * C + alpha * the product of what is packed.
  void add(std::uint64_t steps, float beta) {
    for (std::uint64_t row = 0; row < rows_.size(); row += kTile)
      for (std::uint64_t column = 0; column < columns_.size(); column += kTile)
        store(row, column, beta, micro_kernel(&a_[row * steps], &b_[column * steps], steps));
  }

  void store(std::uint64_t row, std::uint64_t column, float beta, const Sums& sums) {
    const std::uint64_t rows = std::min(kTile, rows_.size() - row);
    const std::uint64_t columns = std::min(kTile, columns_.size() - column);
    for (std::uint64_t i = 0; i < rows; ++i) {
      float* const out = c(row + i, column);
      for (std::uint64_t j = 0; j < columns; ++j)
        out[j] = product_.alpha * sums[i][j] + (beta == 0 ? 0 : beta * out[j]);
    }
  }

  void scale() {
    for (std::uint64_t row = 0; row < rows_.size(); row += kTile)
      for (std::uint64_t column = 0; column < columns_.size(); column += kTile)
        store(row, column, product_.beta, Sums{});
  }

  const Product& product_;
  const tbb::blocked_range<std::uint64_t> rows_, columns_;
  std::vector<float> a_, b_;
};

}  // namespace

void run_packed_product(const Product& product) {
  const tbb::blocked_range2d<std::uint64_t> blocks(0, product.rows, kRows, 0, product.columns, kColumns);
  tbb::parallel_for(
      blocks, [&](const tbb::blocked_range2d<std::uint64_t>& block) { Block(product, block).compute(); },
      tbb::simple_partitioner());
}

}  // namespace quadcl
