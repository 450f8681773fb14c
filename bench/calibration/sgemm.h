// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "bench/calibration/bench_chip.h"

namespace calibration {

constexpr std::size_t kSgemmBytes = std::size_t{16} << 20;  ///< of bench memory

/// The product that QuadCL ships, C = alpha A B + beta C with A 96 x 363 and B 363 x `columns`, on row_parts
/// x column_parts QPUs. A QPU goes along a row of tiles of C before it takes the next. `order` says which
/// part a QPU computes; if it is empty, they come by rows.
void add_sgemm(BenchChip& chip, unsigned row_parts, unsigned column_parts, std::uint32_t columns = 3072,
               std::span<const unsigned> order = {});

}  // namespace calibration
