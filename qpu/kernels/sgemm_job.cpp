// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <vector>

#include "qpu/kernels/kernel_code.h"
#include "qpu/kernels/sgemm_operands.h"
#include "qpu/kernels/sgemm_outer_job.h"
#include "qpu/kernels/sgemm_plan.h"
#include "qpu/kernels/sgemm_tmu_plan.h"
#include "qpu/kernels/sgemm_uniform_plan.h"
#include "qpu/kernels/submission.h"

namespace quadcl::qpu {
namespace {

/// How a program is started.
struct Start {
  std::uint32_t entry;
  void (*append_work)(UniformStream&, std::span<const SgemmTile>, const SgemmScalars&, const QpuRole&);
};

Start start_of(SgemmProgram program) {
  if (program == SgemmProgram::tmus) return {builtin_code_label_sgemm_tmu, append_tmu_work};
  return {builtin_code_label_sgemm, append_uniform_work};
}

SgemmScalars scalars_of(const SgemmPlan& plan, const JobContext& context) {
  const SgemmLaunch& launch = plan.launch;
  return {.k = plan.k,
          .alpha = launch.scaled == SgemmScaled::sum ? launch.alpha : 1,
          .beta = launch.beta,
          .starts_from_c = launch.starts_from_c,
          .c_pitch_bytes = std::uint64_t{launch.ldc} * sizeof(float),
          .code = context.code};
}

SgemmTile tile_at(const SgemmPlan& plan, const SgemmOperands& operands, std::uint64_t row,
                  std::uint64_t column) {
  const SgemmLaunch& launch = plan.launch;
  return {
      operands.a(row), operands.b(column),
      *launch.c.bus + static_cast<std::uint32_t>((row * launch.ldc + column) * sizeof(float)),
      static_cast<std::uint32_t>(std::min<std::uint64_t>(plan.tiling.rows, launch.rows.end - row)),
      static_cast<std::uint32_t>(std::min<std::uint64_t>(plan.tiling.columns, launch.columns.end - column))};
}

/// The block `rows` x `columns` of C as work of the QPUs.
std::vector<QpuWork> work_for(const SgemmPlan& plan, const SgemmOperands& operands, IndexRange rows,
                              IndexRange columns, const JobContext& context) {
  const SgemmTiling& tiling = plan.tiling;
  const Start start = start_of(plan.program);
  const SgemmScalars scalars = scalars_of(plan, context);
  const SgemmDeal shares = deal_of(plan, TileGrid::of(rows, columns, tiling.rows, tiling.columns));
  std::vector<QpuWork> work;
  for (unsigned qpu = 0; qpu < shares.size(); ++qpu) {
    std::vector<SgemmTile> tiles;
    for (const TileIndex& tile : shares[qpu]) {
      tiles.push_back(tile_at(plan, operands, rows.begin + tile.row * tiling.rows,
                              columns.begin + tile.column * tiling.columns));
    }
    const QpuGroup group = group_of(shares, qpu, qpus_together(plan.k));
    const QpuRole role{qpu, static_cast<unsigned>(group.size), group.tiles,
                       static_cast<std::uint32_t>(qpu == 0 ? shares.size() : 0)};
    QpuWork& share = work.emplace_back(QpuWork{start.entry, {}});
    start.append_work(share.uniforms, tiles, scalars, role);
  }
  return work;
}

Result<void> run_part(const SgemmPlan& plan, IndexRange rows, IndexRange columns, const JobContext& context,
                      LaunchTotals& totals) {
  const auto start = std::chrono::steady_clock::now();
  QUADCL_TRY(const auto operands, SgemmOperands::prepare(plan, rows, columns, context.executor.memory()));
  totals.packing += std::chrono::steady_clock::now() - start;
  QUADCL_TRY(const auto report, submit(work_for(plan, operands, rows, columns, context), context));
  totals.add(report);
  return {};
}

}  // namespace

Result<LaunchTotals> run_sgemm(const SgemmPlan& plan, const JobContext& context) {
  if (plan.program == SgemmProgram::outer) return run_outer_product(plan, context);
  const SgemmLaunch& launch = plan.launch;
  LaunchTotals totals;
  for (std::uint64_t column = launch.columns.begin; column < launch.columns.end;
       column += plan.columns_at_once) {
    const IndexRange columns{column, std::min(column + plan.columns_at_once, launch.columns.end)};
    for (std::uint64_t row = launch.rows.begin; row < launch.rows.end; row += plan.rows_at_once) {
      const IndexRange rows{row, std::min(row + plan.rows_at_once, launch.rows.end)};
      QUADCL_CHECK(run_part(plan, rows, columns, context, totals));
    }
  }
  return totals;
}

Result<LaunchTotals> run_sgemm(const SgemmLaunch& launch, const JobContext& context,
                               const SgemmChoice& choice) {
  QUADCL_TRY(const SgemmPlan plan, plan_sgemm(launch, context, choice));
  return run_sgemm(plan, context);
}

}  // namespace quadcl::qpu
