// SPDX-License-Identifier: Apache-2.0
//
// The kernels of bench/kernels, at sizes that VC4CL divides into work-groups of 12 work-items, and two of the
// samples.
#include <algorithm>

#include "bench/qpu_compile/samples.h"
#include "bench/qpu_compile/workload.h"

namespace qpu_compile_bench {
namespace {

using namespace kernel_bench;

constexpr double kLanes = 16;
/// Truncation: the largest errors are those of sums, some 2^-24 for each term.
constexpr double kTruncated = 1e-5;

/// Turns of a loop when each row of 16 takes the most of its work-items.
double turns(const Array& counts, double width) {
  const Words& words = std::get<Words>(counts);
  const auto line = static_cast<std::size_t>(width);
  double sum = 0;
  for (std::size_t begin = 0; begin < words.size(); begin += line) {
    for (std::size_t x = 0; x < line; x += 16) {
      const auto first = words.begin() + static_cast<std::ptrdiff_t>(begin + x);
      sum += kLanes * *std::max_element(
                          first, first + static_cast<std::ptrdiff_t>(std::min<std::size_t>(16, line - x)));
    }
  }
  return sum;
}

/// Without work-groups, where these only round the number of work-items up.
Case field_step(std::uint32_t size) {
  Case a_case = make_field_step(size);
  a_case.launches[0].local = {};
  return a_case;
}

Operations each(double items, const Operations& one) {
  return {items * one.adds, items * one.multiplies, items * one.either, items * one.special,
          items * one.lookups};
}

Operations vector_add(double n, const Array&) { return each(n, {.adds = 1, .lookups = 2}); }
/// However it is written: the 64 registers of a QPU hold 16 by 64 sums, to which a column of 16 and a row of
/// 64 elements add at each step.
Operations matmul(double n, const Array&) {
  return each(n * n * n, {.adds = 1, .multiplies = 1, .lookups = (16 + 64) / (16.0 * 64)});
}
Operations transpose(double n, const Array&) { return each(n * n, {.lookups = 1}); }
Operations stencil_5(double n, const Array&) {
  return each(n * n, {.adds = 5, .multiplies = 2, .lookups = 5});
}
Operations stencil_7(double n, const Array&) {
  return each((n - 2) * (n - 2) * (n - 2), {.adds = 7, .multiplies = 2, .lookups = 7});
}
Operations stencil_local(double n, const Array&) {
  return each(n * n, {.adds = 4 * 5, .multiplies = 4 * 2, .lookups = 1});
}
Operations field(double n, const Array&) { return each(n * n, {.adds = 2, .multiplies = 1, .lookups = 3}); }
Operations convolution(double n, const Array&) {
  return each(n * n, {.adds = 49, .multiplies = 49, .lookups = 49});
}
Operations reduction(double n, const Array&) { return each(n, {.adds = 1, .lookups = 1}); }
Operations scan(double n, const Array&) { return each(n, {.adds = 2, .lookups = 1}); }
/// QPUs cannot address a register by a number that they computed. So 16 bytes are compared with each of the
/// 32 registers that 256 counters of 4 bits take in every lane, each of which then adds. After 15 times, they
/// may be full: two masks, a shift and two additions take eight counters to wider ones. A branch to the code
/// of each byte's register takes four instructions a byte instead, which is more.
Operations histogram(double n, const Array&) {
  constexpr double kRegisters = 32, kFull = 15;
  return each(
      n, {.adds = kRegisters * (1 + 3 / kFull), .multiplies = kRegisters * (1 + 2 / kFull), .lookups = 0.25});
}
/// A part of the sums of four complex numbers, three of them turned.
Operations fft_rows(double transforms, const Array&) {
  return each(transforms * 512 * 5, {.adds = 15, .multiplies = 18, .lookups = 11});
}
/// A step is four additions, four products, a comparison with 4, the count and its comparison.
Operations mandelbrot(double n, const Array& steps) {
  return each(turns(steps, n), {.adds = 7, .multiplies = 4});
}
/// The SFU's inverse root has 11 bits. OpenCL's takes a step of Newton's, at least: three products and a
/// difference.
Operations nbody(double n, const Array&) {
  return each(n * n, {.adds = 9 + 1, .multiplies = 9 + 3, .special = 1});
}
/// 24 for each of 64 rounds, 13 for each of 48 words of the schedule.
Operations sha256(double messages, const Array&) {
  return each(4 * messages, {.adds = 64 * 24 + 48 * 13 + 8, .lookups = 16});
}
Operations gf256(double length, const Array&) { return each(4 * 10 * length, {.adds = 5, .lookups = 3}); }
/// Two for each of 8 bits of a coefficient. The four rows share what a word is doubled to between two bits,
/// and the word.
Operations gf256_packed(double words, const Array&) {
  return each(4 * 10 * words, {.adds = 8 * 2 + 7 * 5 / 4.0, .multiplies = 7 / 4.0, .lookups = 1 / 4.0});
}
Operations divergent(double n, const Array& steps) { return each(turns(steps, n), {.adds = 10}); }
Operations kmeans(double points, const Array&) {
  return each(16 * points, {.adds = 17, .multiplies = 8, .lookups = 8});
}
Operations monte_carlo(double n, const Array& steps) { return each(turns(steps, n), {.adds = 11}); }
Operations particles(double n, const Array&) { return each(n, {.adds = 17, .multiplies = 9, .lookups = 6}); }
Operations floyd_warshall(double n, const Array&) {
  return each(n * n * n, {.adds = 1, .either = 1, .lookups = 2});
}
Operations threshold(double n, const Array&) { return each(n * n, {.adds = 2, .lookups = 1}); }
Operations median(double n, const Array&) { return each(n * n, {.either = 38, .lookups = 9}); }

const Workload kWorkloads[] = {
    {"vector_add", "vector_add.cl", "", 1048512, 12288, make_vector_add, vector_add, {.tolerance = 1e-6}},
    {"matmul_naive", "matmul_naive.cl", "", 192, 48, make_matmul_naive, matmul, {.tolerance = kTruncated}},
    {"matmul_float4", "matmul_float4.cl", "", 192, 48, make_matmul_float4, matmul, {.tolerance = kTruncated}},
    {"matmul_tiled", "matmul_tiled.cl", "", 192, 48, make_matmul_tiled, matmul, {.tolerance = kTruncated}},
    {"transpose", "transpose.cl", "", 480, 48, make_transpose, transpose},
    {"stencil_5", "stencil_5.cl", "", 480, 96, make_stencil_5, stencil_5, {.tolerance = kTruncated}},
    {"stencil_7", "stencil_7.cl", "", 50, 14, make_stencil_7, stencil_7, {.tolerance = kTruncated}},
    {"stencil_local",
     "stencil_local.cl",
     "",
     480,
     96,
     make_stencil_local,
     stencil_local,
     {.tolerance = kTruncated}},
    {"field_step",
     "field_step.cl",
     "",
     480,
     96,
     field_step,
     field,
     {.updates = true, .tolerance = kTruncated}},
    {"convolution", "convolution.cl", "", 192, 48, make_convolution, convolution, {.tolerance = kTruncated}},
    {"reduction", "reduction.cl", "", 1 << 20, 12288, make_reduction, reduction},
    {"scan", "scan.cl", "", 1 << 18, 12288, make_scan, scan},
    {"histogram", "histogram.cl", "", 1 << 18, 12288, make_histogram, histogram},
    {"bitonic_sort", "bitonic_sort.cl", "", 1 << 14, 1 << 11, make_bitonic_sort, nullptr, {.updates = true}},
    {"fft_radix4", "fft_radix4.cl", "", 48, 3, make_fft_radix4, nullptr, {.tolerance = kTruncated}},
    {"fft_rows",
     fft_rows_source(),
     "-Dsize=1024 -DTILE=16 -DPADDING=1",
     48,
     3,
     make_fft_rows,
     fft_rows,
     {.updates = true, .tolerance = kTruncated, .peer_items = 12}},
    {"mandelbrot", "mandelbrot.cl", "", 192, 48, make_mandelbrot, mandelbrot, {.differing = 0.02}},
    {"nbody", "nbody.cl", "", 768, 96, make_nbody, nbody, {.tolerance = 1e-3}},
    {"sha256", "sha256.cl", "", 1536, 96, make_sha256, sha256},
    {"gf256", "gf256.cl", "", 12288, 768, make_gf256, gf256},
    {"gf256_packed", reed_solomon_source(), "-DWORD_BYTES=4", 12288, 768, make_gf256_packed, gf256_packed},
    {"divergent", "divergent.cl", "", 6144, 384, make_divergent, divergent},
    {"sparse_matvec",
     "sparse_matvec.cl",
     "",
     6144,
     384,
     make_sparse_matvec,
     nullptr,
     {.tolerance = kTruncated}},
    {"black_scholes", "black_scholes.cl", "", 12288, 768, make_black_scholes, nullptr, {.tolerance = 1e-4}},
    {"transcendental", "transcendental.cl", "", 6144, 384, make_transcendental, nullptr, {.tolerance = 1e-4}},
    {"ray_spheres",
     "ray_spheres.cl",
     "",
     96,
     48,
     make_ray_spheres,
     nullptr,
     {.differing = 0.02, .tolerance = 1e-4}},
    {"kmeans", "kmeans.cl", "", 6144, 384, make_kmeans, kmeans, {.differing = 0.02}},
    {"monte_carlo", "monte_carlo.cl", "", 6144, 384, make_monte_carlo, monte_carlo},
    {"particles",
     "particles.cl",
     "",
     12288,
     768,
     make_particles,
     particles,
     {.updates = true, .tolerance = kTruncated}},
    {"smith_waterman", "smith_waterman.cl", "", 48, 24, make_smith_waterman, nullptr, {.updates = true}},
    {"floyd_warshall",
     "floyd_warshall.cl",
     "",
     96,
     48,
     make_floyd_warshall,
     floyd_warshall,
     {.updates = true, .tolerance = kTruncated}},
    {"threshold", "threshold.cl", "", 480, 96, make_threshold, threshold},
    {"median_3x3", "median_3x3.cl", "", 240, 48, make_median_3x3, median},
    {"string_search", "string_search.cl", "", 98304, 3072, make_string_search, nullptr},
};

}  // namespace

std::span<const Workload> all_workloads() { return kWorkloads; }

}  // namespace qpu_compile_bench
