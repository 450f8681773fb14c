// SPDX-License-Identifier: Apache-2.0
#include "code.h"

#include <algorithm>
#include <stdexcept>

namespace {

std::uint8_t multiply(unsigned a, unsigned b) {
  unsigned product = 0;
  for (; b != 0; b >>= 1) {
    if (b & 1) product ^= a;
    a = a << 1 ^ (a & 0x80 ? 0x11d : 0);
  }
  return static_cast<std::uint8_t>(product);
}

// a^255 = 1 for any a except 0, so a^254 is the inverse.
std::uint8_t inverse(std::uint8_t a) {
  std::uint8_t power = 1;
  for (int i = 0; i < 254; ++i) power = multiply(power, a);
  return power;
}

SmallMatrix multiply(const SmallMatrix& a, const SmallMatrix& b) {
  SmallMatrix product(a.rows, b.columns);
  for (std::size_t i = 0; i < a.rows; ++i) {
    for (std::size_t j = 0; j < b.columns; ++j) {
      for (std::size_t l = 0; l < a.columns; ++l) product.at(i, j) ^= multiply(a.at(i, l), b.at(l, j));
    }
  }
  return product;
}

SmallMatrix select_rows(const SmallMatrix& matrix, const std::vector<std::size_t>& rows) {
  SmallMatrix selected(rows.size(), matrix.columns);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < matrix.columns; ++j) selected.at(i, j) = matrix.at(rows[i], j);
  }
  return selected;
}

void swap_rows(SmallMatrix& matrix, std::size_t i, std::size_t j) {
  for (std::size_t l = 0; l < matrix.columns; ++l) std::swap(matrix.at(i, l), matrix.at(j, l));
}

void scale_row(SmallMatrix& matrix, std::size_t i, std::uint8_t factor) {
  for (std::size_t l = 0; l < matrix.columns; ++l) matrix.at(i, l) = multiply(matrix.at(i, l), factor);
}

void add_row(SmallMatrix& matrix, std::size_t to, std::size_t from, std::uint8_t factor) {
  for (std::size_t l = 0; l < matrix.columns; ++l) matrix.at(to, l) ^= multiply(matrix.at(from, l), factor);
}

// Gauss-Jordan: the steps that turn `matrix` into the identity turn the identity into its inverse.
SmallMatrix inverse(SmallMatrix matrix) {
  const std::size_t n = matrix.rows;
  SmallMatrix result(n, n);
  for (std::size_t i = 0; i < n; ++i) result.at(i, i) = 1;
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t pivot = i;
    while (pivot < n && matrix.at(pivot, i) == 0) ++pivot;
    if (pivot == n) throw std::logic_error("the rows that are left depend on each other");
    const std::uint8_t factor = inverse(matrix.at(pivot, i));
    for (SmallMatrix* both : {&matrix, &result}) {
      swap_rows(*both, i, pivot);
      scale_row(*both, i, factor);
    }
    for (std::size_t j = 0; j < n; ++j) {
      const std::uint8_t remove = matrix.at(j, i);
      if (j == i || remove == 0) continue;
      for (SmallMatrix* both : {&matrix, &result}) add_row(*both, j, i, remove);
    }
  }
  return result;
}

}  // namespace

SmallMatrix code_matrix(std::size_t data, std::size_t parity) {
  SmallMatrix matrix(data + parity, data);
  for (std::size_t i = 0; i < data; ++i) matrix.at(i, i) = 1;
  for (std::size_t i = data; i < data + parity; ++i) {
    for (std::size_t j = 0; j < data; ++j) matrix.at(i, j) = inverse(static_cast<std::uint8_t>(i ^ j));
  }
  return matrix;
}

SmallMatrix recovery_matrix(const SmallMatrix& code, const std::vector<std::size_t>& erased,
                            std::vector<std::size_t>& survivors) {
  survivors.clear();
  for (std::size_t i = 0; i < code.rows && survivors.size() < code.columns; ++i) {
    if (std::find(erased.begin(), erased.end(), i) == erased.end()) survivors.push_back(i);
  }
  if (survivors.size() < code.columns)
    throw std::invalid_argument("more rows are erased than there is parity for");
  return multiply(select_rows(code, erased), inverse(select_rows(code, survivors)));
}
