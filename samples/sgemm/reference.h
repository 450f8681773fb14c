// SPDX-License-Identifier: Apache-2.0
//
// What the sample computes, and whether a result of it is right.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

struct Problem {
  std::uint32_t m = 96, n = 3072, k = 363;
  bool trans_a = false, trans_b = false;
  float alpha = 1, beta = 0;

  // Row-major matrices without gaps between the rows.
  std::uint32_t lda() const { return std::max(1u, trans_a ? m : k); }
  std::uint32_t ldb() const { return std::max(1u, trans_b ? k : n); }
  std::uint32_t ldc() const { return std::max(1u, n); }
};

// The matrices in memory. `old_c` is empty if the product does not use it.
struct Elements {
  std::span<const float> a, b, old_c, c;
};

struct Check {
  std::size_t rows = 0;
  double largest_error = 0;
  double bound_there = 0;  // the bound of the element with the largest error
  bool within_bound = true;
};

// With random numbers from -1 to 1.
void fill_with_random(std::span<float> elements, unsigned seed);

// All rows of C, or as many evenly spread rows as a few seconds allow.
Check compare_with_reference(const Problem& p, const Elements& of);
