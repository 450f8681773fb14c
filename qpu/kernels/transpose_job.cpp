// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "qpu/kernels/transpose_cost.h"
#include "qpu/kernels/transpose_dma_plan.h"
#include "qpu/kernels/transpose_plan.h"

namespace quadcl::qpu {
namespace {

constexpr std::size_t kMaxBlocks = 65536;  ///< of one submission, to bound its uniforms

/// The most clocks that the DMA engine takes for a block, by the time model.
constexpr double kClocksPerBlock = 8000;

/// The estimates are off by 1 to 6 % (docs/adr/0004). If they are closer together than this, the shorter
/// program runs, on fewer QPUs, so that no launch takes longer than with it.
constexpr double kClearly = 0.92;

/// Takes a single row for a column, which lies in memory in the same way: rows of the output are then long.
TransposeLaunch with_rows_as_columns(TransposeLaunch launch) {
  if (launch.height != 1) return launch;
  std::swap(launch.width, launch.height);
  std::swap(launch.columns, launch.rows);
  return launch;
}

TransposePlan by_tmus(const TransposeLaunch& requested, unsigned qpus) {
  const TransposeLaunch launch = with_rows_as_columns(requested);
  std::vector<TransposeBlock> blocks = transpose_blocks(launch);
  const double clocks = transpose_clocks(launch, blocks, qpus);
  return {launch, std::move(blocks), transpose_work, clocks, 0};
}

TransposePlan by_dma(const TransposeLaunch& launch, unsigned qpus) {
  std::vector<TransposeBlock> blocks = transpose_dma_blocks(launch);
  const double clocks = transpose_dma_clocks(launch, blocks, qpus);
  return {launch, std::move(blocks), transpose_dma_work, clocks, 0};
}

TransposePlan choose(const TransposeLaunch& launch, unsigned qpus, TransposeMethod method) {
  if (method == TransposeMethod::tmus) return by_tmus(launch, qpus);
  if (method == TransposeMethod::dma) return by_dma(launch, qpus);
  TransposePlan tmus = by_tmus(launch, qpus), dma = by_dma(launch, qpus);
  return tmus.clocks < kClearly * dma.clocks ? tmus : dma;
}

}  // namespace

Result<TransposePlan> plan_transpose(const TransposeLaunch& launch, const JobContext& context,
                                     TransposeMethod method) {
  TransposePlan plan = choose(launch, context.qpus, method);
  QUADCL_TRY(plan.most_blocks, tiles_in_time(context, kMaxBlocks, kClocksPerBlock, 1));
  return plan;
}

Result<LaunchTotals> run_transpose(const TransposePlan& plan, const JobContext& context) {
  LaunchTotals totals;
  for (std::size_t first = 0; first < plan.blocks.size(); first += plan.most_blocks) {
    const std::size_t count = std::min(plan.most_blocks, plan.blocks.size() - first);
    const auto some = std::span(plan.blocks).subspan(first, count);
    QUADCL_TRY(const auto report, submit(plan.work(plan.launch, some, context.qpus), context));
    totals.add(report);
  }
  return totals;
}

Result<LaunchTotals> run_transpose(const TransposeLaunch& launch, const JobContext& context) {
  QUADCL_TRY(const TransposePlan plan, plan_transpose(launch, context));
  return run_transpose(plan, context);
}

}  // namespace quadcl::qpu
