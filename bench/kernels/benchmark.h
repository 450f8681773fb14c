// SPDX-License-Identifier: Apache-2.0
//
// A benchmark: inputs, launches of an OpenCL C file, and the same computation in plain C++.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace kernel_bench {

using Floats = std::vector<float>;
using Words = std::vector<std::uint32_t>;
using Bytes = std::vector<std::uint8_t>;
using Array = std::variant<Floats, Words, Bytes>;
using Arrays = std::vector<Array>;

struct BufferArgument {
  std::size_t index;  ///< into Case::arrays
};
struct LocalBytes {
  std::size_t size;
};
using Argument = std::variant<BufferArgument, LocalBytes, std::uint32_t>;

using Size3 = std::array<std::size_t, 3>;

struct Launch {
  std::string kernel;
  std::vector<Argument> arguments;
  Size3 global{1, 1, 1};
  Size3 local{};   ///< all 0: the implementation chooses
  Size3 offset{};  ///< of the global ids
};

/// One benchmark at one size.
struct Case {
  Arrays arrays;                       ///< contents of inputs and results before a run
  std::vector<std::size_t> written;    ///< the arrays that a run changes; restored before each run
  std::size_t result;                  ///< the array that is checked
  std::vector<Launch> launches;        ///< one run, in order
  std::function<void(Arrays&)> plain;  ///< one run in C++ with OpenMP, on a copy of `arrays`
  /// Largest allowed difference, relative to the largest magnitude in the result. 0 for whole numbers.
  double tolerance = 0;
  /// The result by another, simple algorithm, to check plain C++ and devices. Without one, devices are
  /// checked against plain C++.
  std::function<Array(const Arrays&)> expected;
};

enum class Size : std::size_t { large, full, quick, tiny };

struct Benchmark {
  const char* name;
  const char* file;  ///< in the folder of kernels
  const char* summary;
  const char* unit;                    ///< the unit of the sizes
  std::array<std::uint32_t, 4> sizes;  ///< in the order of Size
  Case (*make)(std::uint32_t size);
};

std::span<const Benchmark> all_benchmarks();

// ---- To make cases

/// The same numbers in every run and on every machine.
Floats random_floats(std::size_t count, float low, float high);
Words random_words(std::size_t count, std::uint32_t limit = 0);  ///< below limit, or any
Bytes random_bytes(std::size_t count);
/// Initial value of results: no computation here yields it, so missing results show.
Floats unwritten_floats(std::size_t count);

Case make_vector_add(std::uint32_t count);
Case make_transcendental(std::uint32_t count);
Case make_divergent(std::uint32_t count);
Case make_sparse_matvec(std::uint32_t rows);
Case make_matmul_naive(std::uint32_t size);
Case make_matmul_tiled(std::uint32_t size);
Case make_matmul_float4(std::uint32_t size);
Case make_transpose(std::uint32_t size);
Case make_stencil_5(std::uint32_t size);
Case make_stencil_7(std::uint32_t size);
Case make_stencil_local(std::uint32_t size);
Case make_field_step(std::uint32_t size);
Case make_convolution(std::uint32_t size);
Case make_reduction(std::uint32_t count);
Case make_scan(std::uint32_t count);
Case make_histogram(std::uint32_t count);
Case make_bitonic_sort(std::uint32_t count);
Case make_fft_radix4(std::uint32_t transforms);
Case make_sha256(std::uint32_t messages);
Case make_gf256(std::uint32_t length);
Case make_mandelbrot(std::uint32_t size);
Case make_black_scholes(std::uint32_t count);
Case make_ray_spheres(std::uint32_t size);
Case make_kmeans(std::uint32_t points);
Case make_monte_carlo(std::uint32_t count);
Case make_nbody(std::uint32_t bodies);
Case make_particles(std::uint32_t count);
Case make_smith_waterman(std::uint32_t length);
Case make_floyd_warshall(std::uint32_t size);
Case make_threshold(std::uint32_t size);
Case make_median_3x3(std::uint32_t size);
Case make_string_search(std::uint32_t count);

}  // namespace kernel_bench
