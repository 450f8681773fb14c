// SPDX-License-Identifier: Apache-2.0
//
// The code on the host: arithmetic in GF(2^8), and the small matrices that the device multiplies wide data
// by.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

struct SmallMatrix {
  std::size_t rows = 0, columns = 0;
  std::vector<std::uint8_t> elements;

  SmallMatrix(std::size_t r, std::size_t c) : rows(r), columns(c), elements(r * c) {}
  std::uint8_t& at(std::size_t i, std::size_t j) { return elements[i * columns + j]; }
  std::uint8_t at(std::size_t i, std::size_t j) const { return elements[i * columns + j]; }
};

// (data + parity) x data: the identity, and below it Cauchy's matrix, 1 / (i + j). Any `data` of its rows are
// independent, so any `data` stored rows are enough to compute all. At most 256 rows.
SmallMatrix code_matrix(std::size_t data, std::size_t parity);

// The matrix that computes the erased rows from the first `data` rows that are left. Fills `survivors` with
// these.
SmallMatrix recovery_matrix(const SmallMatrix& code, const std::vector<std::size_t>& erased,
                            std::vector<std::size_t>& survivors);
