// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "qpu/kernels/jobs.h"
#include "qpu/kernels/kernel_code.h"
#include "qpu/kernels/sgemm_operands.h"
#include "qpu/kernels/sgemm_plan.h"
#include "qpu/kernels/submission.h"

namespace quadcl::qpu {
namespace {

// Bounds of one submission. They keep the workspace of a launch small compared with the user's buffers. A
// submission of this size takes far longer than its start.
constexpr std::uint64_t kMaxPackedBytes = std::uint64_t{64} << 20;
constexpr std::uint64_t kMaxTiles = 65536;

std::uint64_t tiles(std::uint64_t size, std::uint64_t tile) { return (size + tile - 1) / tile; }

/// The number of strips of an operand for one submission, at least one.
std::uint64_t strips_at_once(std::uint64_t packed_strip_bytes, std::uint64_t most) {
  if (packed_strip_bytes == 0) return most;
  return std::clamp<std::uint64_t>(kMaxPackedBytes / packed_strip_bytes, 1, most);
}

SgemmTile tile_at(const SgemmLaunch& launch, const SgemmOperands& operands, std::uint64_t row,
                  std::uint64_t column) {
  return {operands.a(row), operands.b(column),
          *launch.c.bus + static_cast<std::uint32_t>((row * launch.ldc + column) * sizeof(float)),
          static_cast<std::uint32_t>(std::min<std::uint64_t>(kTileRows, launch.rows.end - row)),
          static_cast<std::uint32_t>(std::min<std::uint64_t>(kTileColumns, launch.columns.end - column))};
}

/// Divides the tiles of the block `rows` x `columns` of C among the QPUs.
std::vector<QpuWork> deal(const SgemmLaunch& launch, const SgemmOperands& operands, IndexRange rows,
                          IndexRange columns, const JobContext& context) {
  const std::uint64_t tile_rows = tiles(rows.size(), kTileRows);
  const std::uint64_t tile_columns = tiles(columns.size(), kTileColumns);
  const SgemmSplit split = context.sgemm_split.automatic()
                               ? choose_split(tile_rows, tile_columns, context.qpus)
                               : context.sgemm_split;
  const float of_sums = launch.scaled == SgemmScaled::sum ? launch.alpha : 1;
  const SgemmScalars scalars{padded_k(launch.k), of_sums, launch.beta, launch.starts_from_c,
                             std::uint64_t{launch.ldc} * sizeof(float)};

  std::vector<QpuWork> work;
  for (unsigned r = 0; r < split.column_parts; ++r) {
    for (unsigned p = 0; p < split.row_parts; ++p) {
      const IndexRange row_part = part_of(tile_rows, split.row_parts, p);
      const IndexRange column_part = part_of(tile_columns, split.column_parts, r);
      if (row_part.empty() || column_part.empty()) continue;
      QpuWork& share = work.emplace_back(QpuWork{builtin_code_label_sgemm, {}});
      for (std::uint64_t j = column_part.begin; j < column_part.end; ++j) {
        for (std::uint64_t i = row_part.begin; i < row_part.end; ++i) {
          const std::uint64_t row = rows.begin + i * kTileRows;
          const std::uint64_t column = columns.begin + j * kTileColumns;
          append_tile(share.uniforms, tile_at(launch, operands, row, column), scalars);
        }
      }
    }
  }
  for (std::size_t i = 0; i < work.size(); ++i) {
    append_end(work[i].uniforms, i == 0 ? static_cast<std::uint32_t>(work.size()) : 0);
  }
  return work;
}

/// If alpha multiplies the sums and is 0, there is no product, and A and B are not read.
SgemmLaunch without_dead_product(SgemmLaunch launch) {
  if (launch.alpha == 0 && launch.scaled == SgemmScaled::sum) launch.k = 0;
  return launch;
}

}  // namespace

Result<LaunchTotals> run_sgemm(const SgemmLaunch& requested, const JobContext& context) {
  const SgemmLaunch launch = without_dead_product(requested);
  const std::uint64_t tile_columns =
      strips_at_once(SgemmOperands::packed_b_strip_bytes(launch),
                     std::min(kMaxTiles, tiles(launch.columns.size(), kTileColumns)));
  const std::uint64_t tile_rows =
      strips_at_once(SgemmOperands::packed_a_strip_bytes(launch), kMaxTiles / tile_columns);
  const std::uint64_t column_step = tile_columns * kTileColumns;
  const std::uint64_t row_step = tile_rows * kTileRows;
  LaunchTotals totals;
  for (std::uint64_t column = launch.columns.begin; column < launch.columns.end; column += column_step) {
    const IndexRange columns{column, std::min(column + column_step, launch.columns.end)};
    for (std::uint64_t row = launch.rows.begin; row < launch.rows.end; row += row_step) {
      const IndexRange rows{row, std::min(row + row_step, launch.rows.end)};
      QUADCL_TRY(const auto operands,
                 SgemmOperands::prepare(launch, rows, columns, context.executor.memory()));
      QUADCL_TRY(const auto report, submit(deal(launch, operands, rows, columns, context), context));
      totals.add(report);
    }
  }
  return totals;
}

}  // namespace quadcl::qpu
