// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "bench/calibration/bench_chip.h"

namespace calibration {

constexpr std::size_t kSgemmBytes = std::size_t{16} << 20;  ///< of bench memory

enum class SgemmKernel {
  serial,   ///< outer_products.qasm: C is updated as the articles' kernel does it
  shipped,  ///< qpu/kernels: the update overlaps
};

/// The articles' product C = alpha A B + beta C, A 96 x 363, B 363 x 3072 on row_parts x column_parts QPUs. A
/// QPU goes along a row of tiles of C before it takes the next row.
void add_sgemm(BenchChip& chip, SgemmKernel kernel, unsigned row_parts, unsigned column_parts);

}  // namespace calibration
