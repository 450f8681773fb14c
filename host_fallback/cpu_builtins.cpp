// SPDX-License-Identifier: Apache-2.0
#include "host_fallback/cpu_builtins.h"

#include <cblas.h>
#include <oneapi/tbb/blocked_range2d.h>
#include <oneapi/tbb/parallel_for.h>

#include <climits>
#include <cstring>

#include "core/builtin_kernels.h"
#include "core/sgemm_launch.h"
#include "core/transpose_launch.h"

namespace quadcl {
namespace {

/// A row-major operand: the start of its block, and the distance of its rows.
struct Operand {
  const float* start;
  std::uint64_t leading;
  bool transposed;

  float at(std::uint64_t row, std::uint64_t column) const {
    return transposed ? start[column * leading + row] : start[row * leading + column];
  }
};

Operand a_block(const SgemmLaunch& launch) {
  const auto* a = reinterpret_cast<const float*>(launch.a.host);
  return {a + launch.rows.begin * (launch.trans_a ? 1 : launch.lda), launch.lda, launch.trans_a};
}

Operand b_block(const SgemmLaunch& launch) {
  const auto* b = reinterpret_cast<const float*>(launch.b.host);
  return {b + launch.columns.begin * (launch.trans_b ? launch.ldb : 1), launch.ldb, launch.trans_b};
}

/// BLAS takes sizes as `int`.
bool fits_blas(const SgemmLaunch& launch) {
  for (const std::uint64_t size :
       {launch.rows.size(), launch.columns.size(), std::uint64_t{launch.k}, std::uint64_t{launch.lda},
        std::uint64_t{launch.ldb}, std::uint64_t{launch.ldc}}) {
    if (size > INT_MAX) return false;
  }
  return true;
}

/// For shapes that BLAS cannot express: a leading dimension beyond `int`.
void sgemm_by_definition(const SgemmLaunch& launch, const Operand& a, const Operand& b, float* c) {
  for (std::uint64_t i = 0; i < launch.rows.size(); ++i) {
    for (std::uint64_t j = 0; j < launch.columns.size(); ++j) {
      float sum = 0;
      for (std::uint64_t k = 0; k < launch.k; ++k) sum += a.at(i, k) * b.at(k, j);
      float& out = c[i * launch.ldc + j];
      out = launch.beta == 0 ? launch.alpha * sum : launch.alpha * sum + launch.beta * out;
    }
  }
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

/// Computes the block of C of the launch with BLAS.
void run_sgemm(const SgemmLaunch& requested) {
  SgemmLaunch launch = requested;
  if (launch.alpha == 0) launch.k = 0;  // A and B are not read if alpha is 0
  auto* c = reinterpret_cast<float*>(launch.c.host) + launch.rows.begin * launch.ldc + launch.columns.begin;
  const Operand a = a_block(launch);
  const Operand b = b_block(launch);
  if (launch.k == 0 || !fits_blas(launch)) return sgemm_by_definition(launch, a, b, c);
  const auto size = [](std::uint64_t value) { return static_cast<int>(value); };
  cblas_sgemm(CblasRowMajor, a.transposed ? CblasTrans : CblasNoTrans,
              b.transposed ? CblasTrans : CblasNoTrans, size(launch.rows.size()), size(launch.columns.size()),
              size(launch.k), launch.alpha, a.start, size(a.leading), b.start, size(b.leading), launch.beta,
              c, size(launch.ldc));
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
Result<void> run_as(const LaunchRequest& request) {
  QUADCL_TRY(const auto launch, Launch::from(request));
  if (!launch.empty()) run(launch);
  return {};
}

struct Row {
  BuiltinKernel builtin;
  Result<void> (*run)(const LaunchRequest&);
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

Result<void> run_builtin_on_cpu(const LaunchRequest& request) {
  const Row* row = find_builtin(kRows, request.kernel->builtin);
  if (row != nullptr) return row->run(request);
  return Error{ErrorCode::unsupported, request.kernel->name + ": the CPU has no form of it"};
}

}  // namespace quadcl
