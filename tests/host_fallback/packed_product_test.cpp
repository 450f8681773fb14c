// SPDX-License-Identifier: Apache-2.0
#include "host_fallback/builtin/packed_product.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "host_fallback/builtin/blas_product.h"

using namespace quadcl;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr std::uint64_t kGap = 3;  ///< elements behind each stored row

struct Case {
  std::uint64_t rows, columns, k;
  bool trans_a, trans_b;
  float alpha, beta;
};

/// Integers, whose sums are exact in floats.
class Matrix {
 public:
  Matrix(std::uint64_t rows, std::uint64_t columns, bool transposed, unsigned seed)
      : leading_((transposed ? rows : columns) + kGap), transposed_(transposed) {
    std::mt19937 random(seed);
    values_.resize((transposed ? columns : rows) * leading_ + 1, kNan);
    for (std::uint64_t row = 0; row < rows; ++row)
      for (std::uint64_t column = 0; column < columns; ++column)
        values_[place(row, column)] = static_cast<float>(random() % 17) - 8;
  }

  StridedMatrix strided() const {
    return {values_.data(), transposed_ ? 1 : leading_, transposed_ ? leading_ : 1};
  }
  double at(std::uint64_t row, std::uint64_t column) const { return values_[place(row, column)]; }
  float* data() { return values_.data(); }
  std::uint64_t leading() const { return leading_; }

 private:
  std::uint64_t place(std::uint64_t row, std::uint64_t column) const {
    return transposed_ ? column * leading_ + row : row * leading_ + column;
  }
  std::vector<float> values_;
  std::uint64_t leading_;
  bool transposed_;
};

/// The number of elements of C that are wrong; those outside of it must stay NaN.
template <typename Run>
std::uint64_t count_wrong(const Case& t, Run run) {
  const Matrix a(t.rows, t.k, t.trans_a, 1), b(t.k, t.columns, t.trans_b, 2),
      before(t.rows, t.columns, false, 3);
  Matrix c = before;
  if (t.beta == 0) c = Matrix(t.rows, t.columns, false, 3), std::fill_n(c.data(), t.rows * c.leading(), kNan);
  run(Product{t.rows, t.columns, t.k, t.alpha, t.beta, a.strided(), b.strided(), c.data(), c.leading()});
  std::uint64_t wrong = 0;
  for (std::uint64_t row = 0; row < t.rows; ++row) {
    for (std::uint64_t column = 0; column < t.columns; ++column) {
      double sum = 0;
      for (std::uint64_t k = 0; k < t.k; ++k) sum += a.at(row, k) * b.at(k, column);
      wrong +=
          c.at(row, column) == t.alpha * sum + (t.beta == 0 ? 0 : t.beta * before.at(row, column)) ? 0 : 1;
    }
    for (std::uint64_t gap = 0; gap < kGap; ++gap) wrong += std::isnan(c.at(row, t.columns + gap)) ? 0 : 1;
  }
  return wrong;
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const auto& [rows, columns, k] :
       std::vector<std::array<std::uint64_t, 3>>{{1, 1, 1}, {4, 4, 4}, {3, 5, 7}, {1, 9, 300}, {9, 1, 300}})
    for (const bool trans_a : {false, true})
      for (const bool trans_b : {false, true})
        for (const float beta : {0.0f, 1.0f, -2.0f})
          all.push_back({rows, columns, k, trans_a, trans_b, 0.5f, beta});
  // One more than a block has in each direction.
  all.push_back({65, 129, 129, false, false, 0.5f, 3});
  all.push_back({65, 129, 129, true, true, 0.5f, 0});
  return all;
}

}  // namespace

TEST_CASE("packed products have the sums of their definition, and leave what is beside C") {
  for (const Case& t : cases()) {
    INFO(t.rows << 'x' << t.columns << 'x' << t.k << ' ' << t.trans_a << t.trans_b << " beta " << t.beta);
    CHECK(count_wrong(t, run_packed_product) == 0);
  }
}

TEST_CASE("packed products of no steps scale C") {
  CHECK(count_wrong({7, 9, 0, false, false, 1, 0}, run_packed_product) == 0);
  CHECK(count_wrong({70, 130, 0, false, false, 1, -3}, run_packed_product) == 0);
}

TEST_CASE("a BLAS library computes the same products, if there is one") {
  for (const Case& t : cases()) {
    bool is_computed = true;
    const std::uint64_t wrong =
        count_wrong(t, [&](const Product& product) { is_computed = run_blas_product(product); });
    INFO(t.rows << 'x' << t.columns << 'x' << t.k << ' ' << t.trans_a << t.trans_b << " beta " << t.beta);
    if (is_computed) CHECK(wrong == 0);
  }
}

TEST_CASE("BLAS takes stored rows of one element, in either order") {
  const std::vector<float> ones(300, 1);
  const bool of_a = GENERATE(true, false);
  const std::uint64_t rows = of_a ? 1 : 300, columns = 1, k = of_a ? 300 : 1;
  std::vector<float> c(rows, kNan);
  // A is 1 by k, stored as k rows of one; or A is rows by 1.
  const Product product{rows, columns, k, 1, 0, {ones.data(), 1, 1}, {ones.data(), 1, 1}, c.data(), 1};
  if (!run_blas_product(product)) run_packed_product(product);
  CHECK(c == std::vector<float>(rows, static_cast<float>(k)));
}

TEST_CASE("sizes beyond BLAS are left to others") {
  const float one = 1;
  float c = 0;
  const StridedMatrix far{&one, std::uint64_t{1} << 32, 1};
  CHECK_FALSE(run_blas_product({1, 1, 1, 1, 0, far, {&one, 1, 1}, &c, 1}));
  run_packed_product({1, 1, 1, 1, 0, far, {&one, 1, 1}, &c, 1});
  CHECK(c == 1);
}
