// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host_fallback/builtin/packed_product.h"

namespace quadcl {

/// Computes the product with a BLAS library. A and B are row-major or column-major, and k is not 0. False,
/// and nothing is computed: there is no such library (no_blas_product.cpp), or a size is beyond its `int`.
bool run_blas_product(const Product& product);

}  // namespace quadcl
