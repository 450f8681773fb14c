// SPDX-License-Identifier: Apache-2.0
//
// Matrices whose products can be checked exactly and quickly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sample {

// Row-major, without gaps between the rows.
struct Matrix {
  std::size_t rows = 0, columns = 0;
  std::vector<float> elements;

  const float* row(std::size_t i) const { return elements.data() + i * columns; }
};

// Whole numbers from -4 to 4: sums of up to 2^20 products are exact in float, in any order of summation.
Matrix random_matrix(std::size_t rows, std::size_t columns, unsigned seed);

// A vector of `size` random whole numbers below 2^20.
std::vector<std::int64_t> random_vector(std::size_t size, unsigned seed);

// matrix * vector, in whole numbers.
std::vector<std::int64_t> multiply(const Matrix& matrix, const std::vector<std::int64_t>& vector);

// Freivalds' check: with a random vector x, C x = A (B x) holds if C = A B. For any other C it holds with a
// chance of about one in a million. It takes only as long as reading the matrices.
bool is_product(const Matrix& a, const Matrix& b, const Matrix& c);

}  // namespace sample
