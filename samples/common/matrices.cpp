// SPDX-License-Identifier: Apache-2.0
#include "matrices.h"

#include <cmath>
#include <random>

namespace sample {

Matrix random_matrix(std::size_t rows, std::size_t columns, unsigned seed) {
  std::minstd_rand generator(seed);
  std::uniform_int_distribution<int> distribution(-4, 4);
  Matrix matrix{rows, columns, std::vector<float>(rows * columns)};
  for (float& element : matrix.elements) element = static_cast<float>(distribution(generator));
  return matrix;
}

std::vector<std::int64_t> random_vector(std::size_t size, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_int_distribution<std::int64_t> distribution(0, (1 << 20) - 1);
  std::vector<std::int64_t> vector(size);
  for (auto& element : vector) element = distribution(generator);
  return vector;
}

std::vector<std::int64_t> multiply(const Matrix& matrix, const std::vector<std::int64_t>& vector) {
  std::vector<std::int64_t> product(matrix.rows);
  for (std::size_t i = 0; i < matrix.rows; ++i) {
    for (std::size_t j = 0; j < matrix.columns; ++j)
      product[i] += static_cast<std::int64_t>(matrix.row(i)[j]) * vector[j];
  }
  return product;
}

bool is_product(const Matrix& a, const Matrix& b, const Matrix& c) {
  // Anything but a whole number of a possible size is wrong, and could not be converted. False for NaN, too.
  const float largest = 16 * static_cast<float>(a.columns);
  for (const float element : c.elements) {
    if (!(std::fabs(element) <= largest) || element != std::trunc(element)) return false;
  }
  const auto x = random_vector(b.columns, std::random_device{}());
  return multiply(c, x) == multiply(a, multiply(b, x));
}

}  // namespace sample
