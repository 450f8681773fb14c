// SPDX-License-Identifier: Apache-2.0
#include "host_fallback/builtin/blas_product.h"

#include <cblas.h>
#include <dlfcn.h>

#include <algorithm>
#include <climits>

#include "core/signals_blocked.h"

namespace quadcl {
namespace {

/// With one row or column, both distances can be 1. BLAS demands a leading dimension of at least the stored
/// row.
CBLAS_TRANSPOSE order(const StridedMatrix& matrix, std::uint64_t columns) {
  const bool is_row = matrix.row_stride == 1 && columns > 1;
  return matrix.column_stride != 1 || is_row ? CblasTrans : CblasNoTrans;
}

std::uint64_t leading(const StridedMatrix& matrix) {
  return std::max(matrix.row_stride, matrix.column_stride);
}

bool fits(const Product& product) {
  return std::max({product.rows, product.columns, product.k, leading(product.a), leading(product.b),
                   product.leading}) <= INT_MAX;
}

/// Loaded by the first product: the library's threads spin for a while after it was loaded. Null if it is not
/// there.
decltype(&cblas_sgemm) find_sgemm() {
  const SignalsBlocked blocked;  // for its threads
  void* library = dlopen(QUADCL_BLAS, RTLD_NOW | RTLD_LOCAL);
  return library != nullptr ? reinterpret_cast<decltype(&cblas_sgemm)>(dlsym(library, "cblas_sgemm"))
                            : nullptr;
}

}  // namespace

bool run_blas_product(const Product& product) {
  static const auto sgemm = find_sgemm();
  if (sgemm == nullptr || !fits(product)) return false;
  const auto size = [](std::uint64_t value) { return static_cast<int>(value); };
  sgemm(CblasRowMajor, order(product.a, product.k), order(product.b, product.columns), size(product.rows),
        size(product.columns), size(product.k), product.alpha, product.a.start, size(leading(product.a)),
        product.b.start, size(leading(product.b)), product.beta, product.c, size(product.leading));
  return true;
}

}  // namespace quadcl
