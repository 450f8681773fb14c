// SPDX-License-Identifier: Apache-2.0
//
// Kernels of the samples as cases.
#pragma once

#include "bench/kernels/benchmark.h"

namespace qpu_compile_bench {

const char* fft_rows_source();
const char* reed_solomon_source();

/// Fourier transforms of rows of 1024 points (samples/transpose_fft).
kernel_bench::Case make_fft_rows(std::uint32_t transforms);
/// Four rows of parity from ten rows of `words` words, four bytes each (samples/reed_solomon).
kernel_bench::Case make_gf256_packed(std::uint32_t words);

}  // namespace qpu_compile_bench
