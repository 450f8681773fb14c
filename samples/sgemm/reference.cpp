// SPDX-License-Identifier: Apache-2.0
#include "reference.h"

#include <cmath>
#include <random>
#include <vector>

namespace {

// QPUs truncate, so each of the k + 3 operations behind an element may be off by one unit in the last place
// of 24 bits: |error| <= ((1 + 2^-23)^(k+3) - 1) * (|alpha| sum |a b| + |beta c|).
double relative_bound(std::uint32_t k) { return std::expm1((k + 3.0) * std::log1p(std::ldexp(1.0, -23))); }

// B^T in rows.
std::vector<float> turned(const Problem& p, std::span<const float> b) {
  std::vector<float> rows(std::size_t{p.k} * p.n);
  for (std::size_t j = 0; j < p.n; ++j) {
    for (std::size_t l = 0; l < p.k; ++l) rows[l * p.n + j] = b[j * p.ldb() + l];
  }
  return rows;
}

// For the elements of a row of C: the sums of their products, and of the products' magnitudes.
struct RowSums {
  explicit RowSums(const Problem& p) : sum(p.n), magnitude(p.n) {}

  std::vector<double> sum, magnitude;
};

// Along the rows of op(B), as its elements lie in memory.
void add_up(const Problem& p, std::span<const float> a_elements, const float* b_rows, std::size_t i,
            RowSums& sums) {
  std::ranges::fill(sums.sum, 0);
  std::ranges::fill(sums.magnitude, 0);
  for (std::size_t l = 0; l < p.k; ++l) {
    const double a = a_elements[p.trans_a ? l * p.lda() + i : i * p.lda() + l];
    const float* const row = b_rows + l * p.n;
    for (std::size_t j = 0; j < p.n; ++j) {
      const double product = a * row[j];
      sums.sum[j] += product;
      sums.magnitude[j] += std::fabs(product);
    }
  }
}

void check_element(const Problem& p, const Elements& of, const RowSums& sums, std::size_t i, std::size_t j,
                   Check& check) {
  const std::size_t at = i * p.ldc() + j;
  const double old = p.beta == 0 ? 0 : double{p.beta} * of.old_c[at];
  const double error = std::fabs(of.c[at] - (p.alpha * sums.sum[j] + old));
  const double bound =
      relative_bound(p.k) * (std::fabs(p.alpha) * sums.magnitude[j] + std::fabs(old)) + 1e-37;
  check.within_bound = check.within_bound && error <= bound;  // false for NaN, too
  if (!(error <= check.largest_error)) {
    check.largest_error = error;
    check.bound_there = bound;
  }
}

}  // namespace

void fill_with_random(std::span<float> elements, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<float> distribution(-1, 1);
  for (float& element : elements) element = distribution(generator);
}

Check compare_with_reference(const Problem& p, const Elements& of) {
  const std::vector<float> turned_b = p.trans_b ? turned(p, of.b) : std::vector<float>();
  const float* const b_rows = p.trans_b ? turned_b.data() : of.b.data();
  const double work_per_row = std::max(1.0, double(p.n) * std::max(p.k, 1u));
  Check check;
  check.rows = std::clamp<std::size_t>(static_cast<std::size_t>(4e9 / work_per_row), 1, std::max(p.m, 1u));
  check.rows = std::min<std::size_t>(check.rows, p.m);
  RowSums sums(p);
  for (std::size_t r = 0; r < check.rows; ++r) {
    const std::size_t i = r * p.m / check.rows;
    add_up(p, of.a, b_rows, i, sums);
    for (std::size_t j = 0; j < p.n; ++j) check_element(p, of, sums, i, j, check);
  }
  return check;
}
