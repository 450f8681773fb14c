// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace quadcl {

/// A matrix of floats whose elements may lie any distance apart, in elements.
struct StridedMatrix {
  const float* start;
  std::uint64_t row_stride, column_stride;

  const float& at(std::uint64_t row, std::uint64_t column) const {
    return start[row * row_stride + column * column_stride];
  }
};

/// C = alpha * A * B + beta * C, of rows by k and k by columns. C is read only if beta is not 0.
struct Product {
  std::uint64_t rows, columns, k;
  float alpha, beta;
  StridedMatrix a, b;
  float* c;
  std::uint64_t leading;  ///< of C, in elements
};

/// Computes it on all cores, without a BLAS library. Its error is within the bound of `sgemm`
/// (docs/builtin-kernels.md).
void run_packed_product(const Product& product);

}  // namespace quadcl
