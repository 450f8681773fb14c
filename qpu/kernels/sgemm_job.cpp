// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <vector>

#include "qpu/kernels/jobs.h"
#include "qpu/kernels/kernel_code.h"
#include "qpu/kernels/sgemm_cost.h"
#include "qpu/kernels/sgemm_operands.h"
#include "qpu/kernels/sgemm_outer_job.h"
#include "qpu/kernels/sgemm_plan.h"
#include "qpu/kernels/sgemm_tmu_plan.h"
#include "qpu/kernels/submission.h"

namespace quadcl::qpu {
namespace {

// Bounds of one submission. They keep the workspace of a launch small compared with the user's buffers. A
// submission of this size takes far longer than its start.
constexpr std::uint64_t kMaxPackedBytes = std::uint64_t{64} << 20;
constexpr std::uint64_t kMaxTiles = 65536;

// The most clocks of a step over k and of a tile, by the time model: the articles' program waits for the
// uniforms of each step, and all QPUs share one engine that writes tiles.
constexpr double kClocksPerStep = 600;
constexpr double kClocksPerTile = 30000;

std::uint64_t tiles(std::uint64_t size, std::uint64_t tile) { return (size + tile - 1) / tile; }

/// The number of strips of an operand for one submission, at least one.
std::uint64_t strips_at_once(std::uint64_t packed_strip_bytes, std::uint64_t most) {
  if (packed_strip_bytes == 0) return most;
  return std::clamp<std::uint64_t>(kMaxPackedBytes / packed_strip_bytes, 1, most);
}

SgemmDeal deal_to_parts(const TileGrid& grid, const JobContext& context) {
  return deal_by_split(grid, context.sgemm_split.automatic()
                                 ? choose_split(grid.rows, grid.columns, context.qpus)
                                 : context.sgemm_split);
}

SgemmDeal deal_by_columns(const TileGrid& grid, const JobContext& context) {
  return deal_to_slices(grid, context.qpus);
}

/// One of the programs for sgemm.
struct Program {
  std::uint32_t entry;
  SgemmTiling tiling;
  SgemmDeal (*deal)(const TileGrid&, const JobContext&);
  void (*append_work)(UniformStream&, std::span<const SgemmTile>, const SgemmScalars&, const QpuRole&);
};

constexpr Program kUniformProgram{
    builtin_code_label_sgemm, {kUniformTileRows, kTileColumns, true}, deal_to_parts, append_uniform_work};
constexpr Program kTmuProgram{
    builtin_code_label_sgemm_tmu, {kTmuTileRows, kTileColumns, false}, deal_by_columns, append_tmu_work};

/// The TMU multiplies 24 bits for the addresses in a column of A.
constexpr std::uint64_t kMaxTmuPitch = std::uint64_t{1} << 24;

bool uses_tmus(const SgemmLaunch& launch, const JobContext& context) {
  if (!context.sgemm_split.automatic()) return false;
  if (context.sgemm_method != SgemmMethod::automatic) return context.sgemm_method == SgemmMethod::tmus;
  return std::uint64_t{launch.lda} * sizeof(float) < kMaxTmuPitch;
}

bool uses_outer_product(const SgemmLaunch& launch, const JobContext& context) {
  return context.sgemm_split.automatic() && context.sgemm_method == SgemmMethod::automatic &&
         is_outer_product(launch);
}

/// If the estimates are closer together than this, the articles' program runs, so that no product on 12 QPUs
/// takes longer than with it.
constexpr double kClearly = 0.88;

/// Whether the articles' program is expected to take clearly less time. If k is so small that writing C takes
/// longest, its tiles of 16 rows may be fewer than tiles of 12.
bool takes_less_by_uniforms(const SgemmLaunch& launch, std::uint32_t blocks, const JobContext& context) {
  if (context.sgemm_method != SgemmMethod::automatic || context.sgemm_blocks != 0) return false;
  const std::uint64_t tile_rows = tiles(launch.rows.size(), kTmuTileRows);
  if (tile_rows * tiles(launch.columns.size(), blocks * kBlockColumns) > kFewTiles) return false;
  const std::uint32_t k = padded_k(launch.k);
  const auto uniforms = time_by_uniforms(launch.rows, launch.columns, k, context.qpus);
  const auto tmus = time_by_tmus(launch.rows, launch.columns, k, blocks, context.qpus);
  return kClearly * static_cast<double>(uniforms) < static_cast<double>(tmus);
}

Program choose_program(const SgemmLaunch& launch, const JobContext& context) {
  if (!uses_tmus(launch, context)) return kUniformProgram;
  const std::uint32_t blocks = context.sgemm_blocks != 0 ? context.sgemm_blocks
                                                         : choose_blocks(launch.rows, launch.columns,
                                                                         padded_k(launch.k), context.qpus);
  if (takes_less_by_uniforms(launch, blocks, context)) return kUniformProgram;
  Program program = kTmuProgram;
  program.tiling.columns = kBlockColumns * blocks;
  return program;
}

SgemmTile tile_at(const SgemmLaunch& launch, const SgemmOperands& operands, const Program& program,
                  std::uint64_t row, std::uint64_t column) {
  return {operands.a(row), operands.b(column),
          *launch.c.bus + static_cast<std::uint32_t>((row * launch.ldc + column) * sizeof(float)),
          static_cast<std::uint32_t>(std::min<std::uint64_t>(program.tiling.rows, launch.rows.end - row)),
          static_cast<std::uint32_t>(
              std::min<std::uint64_t>(program.tiling.columns, launch.columns.end - column))};
}

/// The block `rows` x `columns` of C as work of the QPUs.
std::vector<QpuWork> work_for(const SgemmLaunch& launch, const SgemmOperands& operands,
                              const Program& program, IndexRange rows, IndexRange columns,
                              const JobContext& context) {
  const TileGrid grid = TileGrid::of(rows, columns, program.tiling.rows, program.tiling.columns);
  const float of_sums = launch.scaled == SgemmScaled::sum ? launch.alpha : 1;
  const SgemmScalars scalars{padded_k(launch.k),
                             of_sums,
                             launch.beta,
                             launch.starts_from_c,
                             std::uint64_t{launch.ldc} * sizeof(float),
                             context.code};
  const SgemmDeal shares = program.deal(grid, context);
  std::vector<QpuWork> work;
  for (unsigned qpu = 0; qpu < shares.size(); ++qpu) {
    std::vector<SgemmTile> tiles_of_share;
    for (const TileIndex& tile : shares[qpu]) {
      tiles_of_share.push_back(tile_at(launch, operands, program, rows.begin + tile.row * program.tiling.rows,
                                       columns.begin + tile.column * program.tiling.columns));
    }
    const QpuGroup group = group_of(shares, qpu, qpus_together(padded_k(launch.k)));
    const QpuRole role{qpu, static_cast<unsigned>(group.size), group.tiles,
                       static_cast<std::uint32_t>(qpu == 0 ? shares.size() : 0)};
    QpuWork& share = work.emplace_back(QpuWork{program.entry, {}});
    program.append_work(share.uniforms, tiles_of_share, scalars, role);
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
  if (uses_outer_product(launch, context)) return run_outer_product(launch, context);
  const Program program = choose_program(launch, context);
  const SgemmSplit& split = context.sgemm_split;
  const unsigned qpus = split.automatic() ? context.qpus : split.row_parts * split.column_parts;
  QUADCL_TRY(const std::uint64_t most_tiles,
             tiles_in_time(context, kMaxTiles, kClocksPerStep * padded_k(launch.k) + kClocksPerTile, qpus));
  const std::uint64_t tile_columns =
      strips_at_once(SgemmOperands::packed_b_strip_bytes(launch, program.tiling),
                     std::min(most_tiles, tiles(launch.columns.size(), program.tiling.columns)));
  const std::uint64_t tile_rows =
      strips_at_once(SgemmOperands::packed_a_strip_bytes(launch, program.tiling), most_tiles / tile_columns);
  const std::uint64_t column_step = tile_columns * program.tiling.columns;
  const std::uint64_t row_step = tile_rows * program.tiling.rows;
  LaunchTotals totals;
  for (std::uint64_t column = launch.columns.begin; column < launch.columns.end; column += column_step) {
    const IndexRange columns{column, std::min(column + column_step, launch.columns.end)};
    for (std::uint64_t row = launch.rows.begin; row < launch.rows.end; row += row_step) {
      const IndexRange rows{row, std::min(row + row_step, launch.rows.end)};
      const auto start = std::chrono::steady_clock::now();
      QUADCL_TRY(const auto operands,
                 SgemmOperands::prepare(launch, program.tiling, rows, columns, context.executor.memory()));
      totals.packing += std::chrono::steady_clock::now() - start;
      QUADCL_TRY(const auto report,
                 submit(work_for(launch, operands, program, rows, columns, context), context));
      totals.add(report);
    }
  }
  return totals;
}

}  // namespace quadcl::qpu
