// SPDX-License-Identifier: Apache-2.0
#include "host_fallback/builtin/cpu_builtins.h"

#include <oneapi/tbb/blocked_range2d.h>
#include <oneapi/tbb/parallel_for.h>

#include <cstring>

#include "core/builtin/builtin_kernel.h"
#include "core/worker_arena.h"
#include "host_fallback/builtin/blas_product.h"

namespace quadcl {
namespace {

/// The block of a row-major matrix from (row, column) on; `transposed` if it is stored so.
StridedMatrix block(const MemoryRange& matrix, std::uint64_t leading, bool transposed, std::uint64_t row,
                    std::uint64_t column) {
  const auto* start = reinterpret_cast<const float*>(matrix.host);
  if (transposed) return {start + column * leading + row, 1, leading};
  return {start + row * leading + column, leading, 1};
}

template <typename T>
void transpose_tiles(const TransposeLaunch& launch) {
  const auto* in = reinterpret_cast<const T*>(launch.in.host);
  auto* out = reinterpret_cast<T*>(launch.out.host);
  const std::size_t width = launch.width;
  const std::size_t height = launch.height;
  constexpr std::size_t kTile = 32;
  const tbb::blocked_range2d<std::size_t> tiles(launch.rows.begin, launch.rows.end, kTile,
                                                launch.columns.begin, launch.columns.end, kTile);
  tbb::parallel_for(
      tiles,
      [=](const tbb::blocked_range2d<std::size_t>& tile) {
        for (std::size_t x = tile.cols().begin(); x < tile.cols().end(); ++x) {
          for (std::size_t y = tile.rows().begin(); y < tile.rows().end(); ++y)
            out[x * height + y] = in[y * width + x];
        }
      },
      tbb::simple_partitioner());
}

/// The first element of the block of C of the launch.
float* block_of_c(const SgemmLaunch& launch) {
  return reinterpret_cast<float*>(launch.c.host) + launch.rows.begin * launch.ldc + launch.columns.begin;
}

void scale_c(const SgemmLaunch& launch) {
  tbb::parallel_for(std::size_t{0}, static_cast<std::size_t>(launch.rows.size()), [&](std::size_t i) {
    float* row = block_of_c(launch) + i * launch.ldc;
    for (std::size_t j = 0; j < launch.columns.size(); ++j) row[j] *= launch.alpha;
  });
}

/// Computes the block of C of the launch.
void run_sgemm(const SgemmLaunch& launch) {
  const Product product{
      .rows = launch.rows.size(),
      .columns = launch.columns.size(),
      .k = launch.alpha == 0 ? 0 : launch.k,  // A and B are not read if alpha is 0
      .alpha = launch.scales_c() ? 1 : launch.alpha,
      .beta = launch.beta,
      .a = block(launch.a, launch.lda, launch.trans_a, launch.rows.begin, 0),
      .b = block(launch.b, launch.ldb, launch.trans_b, 0, launch.columns.begin),
      .c = block_of_c(launch),
      .leading = launch.ldc,
  };
  if (product.k == 0 || !run_blas_product(product)) run_packed_product(product);
  if (launch.scales_c() && launch.alpha != 1) scale_c(launch);
}

/// Tile by tile, on all cores.
void run_transpose(const TransposeLaunch& launch) {
  if (launch.element_bytes == 8) {
    transpose_tiles<std::uint64_t>(launch);
  } else {
    transpose_tiles<std::uint32_t>(launch);
  }
}

template <typename Launch, void (*run)(const Launch&)>
void run_as(const CheckedLaunch& checked) {
  const auto& launch = std::get<Launch>(checked.builtin);
  if (!launch.empty()) run(launch);
}

struct Row {
  BuiltinKernel builtin;
  void (*run)(const CheckedLaunch&);
};

constexpr std::array kRows{
    Row{BuiltinKernel::sgemm, run_as<SgemmLaunch, run_sgemm>},
    Row{BuiltinKernel::transpose_32, run_as<TransposeLaunch, run_transpose>},
    Row{BuiltinKernel::transpose_64, run_as<TransposeLaunch, run_transpose>},
    // Launched here only if the sums may be added up in any order: then it is `sgemm`.
    Row{BuiltinKernel::sgemm_stepwise, run_as<SgemmLaunch, run_sgemm>},
};
static_assert(has_every_builtin(kRows));

}  // namespace

Result<void> run_on_cpu(const CheckedLaunch& launch) {
  const Row* row = find_builtin(kRows, launch.request.kernel->builtin);
  if (row == nullptr)
    return Error{ErrorCode::unsupported, launch.request.kernel->name + ": the CPU has no form of it"};
  static auto& arena = *new WorkerArena;
  arena.execute([&] { row->run(launch); });
  return {};
}

}  // namespace quadcl
