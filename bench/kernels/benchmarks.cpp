// SPDX-License-Identifier: Apache-2.0
#include "bench/kernels/benchmark.h"

#include <limits>
#include <random>

namespace kernel_bench {
namespace {

constexpr Benchmark kBenchmarks[] = {
    {"vector_add",
     "vector_add.cl",
     "sum of two vectors",
     "elements",
     {1 << 23, 1 << 20, 1009},
     make_vector_add},
    {"matmul_naive",
     "matmul_naive.cl",
     "matrix product, one element per work-item",
     "rows",
     {768, 256, 48},
     make_matmul_naive},
    {"matmul_tiled",
     "matmul_tiled.cl",
     "matrix product, tiles in local memory",
     "rows",
     {768, 256, 48},
     make_matmul_tiled},
    {"matmul_float4",
     "matmul_float4.cl",
     "matrix product, 4x4 elements per work-item",
     "rows",
     {768, 256, 48},
     make_matmul_float4},
    {"transpose",
     "transpose.cl",
     "transpose by tiles in local memory",
     "rows",
     {2048, 1024, 48},
     make_transpose},
    {"stencil_5", "stencil_5.cl", "five points of a plane", "rows", {2048, 512, 45}, make_stencil_5},
    {"stencil_7", "stencil_7.cl", "seven points of a cube", "rows", {192, 64, 17}, make_stencil_7},
    {"stencil_local",
     "stencil_local.cl",
     "four steps of five points in local memory",
     "rows",
     {1024, 512, 48},
     make_stencil_local},
    {"field_step",
     "field_step.cl",
     "conditions around the body, and a row of its own",
     "rows",
     {2045, 509, 45},
     make_field_step},
    {"convolution", "convolution.cl", "7x7 filter over an image", "rows", {1024, 256, 37}, make_convolution},
    {"reduction",
     "reduction.cl",
     "sum by a tree in local memory",
     "elements",
     {1 << 24, 1 << 20, 5003},
     make_reduction},
    {"scan",
     "scan.cl",
     "prefix sums by trees in local memory",
     "elements",
     {1 << 22, 1 << 18, 70001},
     make_scan},
    {"histogram",
     "histogram.cl",
     "counts of bytes by local atomics",
     "bytes",
     {1 << 24, 1 << 20, 10007},
     make_histogram},
    {"transcendental",
     "transcendental.cl",
     "sin, cos, exp, log, pow, atan, tanh, erf",
     "elements",
     {1 << 20, 1 << 17, 1009},
     make_transcendental},
    {"divergent",
     "divergent.cl",
     "loops of different lengths (Collatz)",
     "elements",
     {1 << 19, 1 << 16, 1009},
     make_divergent},
    {"sparse_matvec",
     "sparse_matvec.cl",
     "sparse matrix by vector, 0 to 63 entries per row",
     "rows",
     {1 << 18, 1 << 15, 503},
     make_sparse_matvec},
    {"bitonic_sort",
     "bitonic_sort.cl",
     "bitonic sorting network",
     "keys",
     {1 << 19, 1 << 15, 1 << 12},
     make_bitonic_sort},
    {"fft_radix4",
     "fft_radix4.cl",
     "Fourier transforms of 1024 points",
     "transforms",
     {1024, 128, 3},
     make_fft_radix4},
    {"sha256",
     "sha256.cl",
     "SHA-256 of messages of 247 bytes",
     "messages",
     {1 << 16, 1 << 12, 65},
     make_sha256},
    {"gf256",
     "gf256.cl",
     "Reed-Solomon parity by tables, 10 rows to 4",
     "bytes",
     {1 << 20, 1 << 17, 1009},
     make_gf256},
    {"mandelbrot",
     "mandelbrot.cl",
     "Mandelbrot set, at most 256 steps",
     "rows",
     {1024, 256, 45},
     make_mandelbrot},
    {"black_scholes",
     "black_scholes.cl",
     "prices of European options",
     "options",
     {1 << 20, 1 << 17, 1009},
     make_black_scholes},
    {"ray_spheres",
     "ray_spheres.cl",
     "nearest of 64 spheres, with early exits",
     "rows",
     {1024, 256, 45},
     make_ray_spheres},
    {"kmeans",
     "kmeans.cl",
     "nearest of 16 centres, 8 features",
     "points",
     {1 << 19, 1 << 16, 1009},
     make_kmeans},
    {"monte_carlo",
     "monte_carlo.cl",
     "random walks between two walls",
     "walks",
     {1 << 17, 1 << 14, 1009},
     make_monte_carlo},
    {"nbody", "nbody.cl", "forces between all pairs of bodies", "bodies", {8192, 2048, 45}, make_nbody},
    {"particles",
     "particles.cl",
     "step of structs of float3",
     "particles",
     {1 << 20, 1 << 17, 1009},
     make_particles},
    {"smith_waterman",
     "smith_waterman.cl",
     "alignments by antidiagonals",
     "letters",
     {1024, 512, 45},
     make_smith_waterman},
    {"floyd_warshall",
     "floyd_warshall.cl",
     "shortest ways between all points",
     "points",
     {768, 256, 45},
     make_floyd_warshall},
    {"threshold",
     "threshold.cl",
     "black and white from grey, 8 bits",
     "rows",
     {4096, 1024, 45},
     make_threshold},
    {"median_3x3",
     "median_3x3.cl",
     "median of nine pixels, 8 bits",
     "rows",
     {2048, 1024, 45},
     make_median_3x3},
    {"string_search",
     "string_search.cl",
     "a pattern at every place of a text",
     "letters",
     {1 << 23, 1 << 20, 1009},
     make_string_search},
};

/// Each call has its own sequence, independent of earlier calls.
std::mt19937 generator(std::size_t count) { return std::mt19937(static_cast<std::uint32_t>(count)); }

}  // namespace

std::span<const Benchmark> all_benchmarks() { return kBenchmarks; }

Floats random_floats(std::size_t count, float low, float high) {
  auto random = generator(count);
  Floats values(count);
  for (float& value : values) value = low + (high - low) * static_cast<float>(random()) / 4294967296.0f;
  return values;
}

Words random_words(std::size_t count, std::uint32_t limit) {
  auto random = generator(count);
  Words values(count);
  for (std::uint32_t& value : values)
    value = limit == 0 ? static_cast<std::uint32_t>(random()) : static_cast<std::uint32_t>(random()) % limit;
  return values;
}

Bytes random_bytes(std::size_t count) {
  auto random = generator(count);
  Bytes values(count);
  for (std::uint8_t& value : values) value = static_cast<std::uint8_t>(random() >> 24);
  return values;
}

Floats unwritten_floats(std::size_t count) { return Floats(count, std::numeric_limits<float>::quiet_NaN()); }

}  // namespace kernel_bench
