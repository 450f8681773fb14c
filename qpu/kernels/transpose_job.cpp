// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "qpu/kernels/jobs.h"
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

/// A program for the launch, with the blocks that it transposes.
struct Form {
  TransposeLaunch launch;
  std::vector<TransposeBlock> blocks;
  std::vector<QpuWork> (*work)(const TransposeLaunch&, std::span<const TransposeBlock>, unsigned qpus);
  double clocks;  ///< that it is expected to take
};

Form by_tmus(const TransposeLaunch& requested, unsigned qpus) {
  const TransposeLaunch launch = with_rows_as_columns(requested);
  std::vector<TransposeBlock> blocks = transpose_blocks(launch);
  const double clocks = transpose_clocks(launch, blocks, qpus);
  return {launch, std::move(blocks), transpose_work, clocks};
}

Form by_dma(const TransposeLaunch& launch, unsigned qpus) {
  std::vector<TransposeBlock> blocks = transpose_dma_blocks(launch);
  const double clocks = transpose_dma_clocks(launch, blocks, qpus);
  return {launch, std::move(blocks), transpose_dma_work, clocks};
}

Form choose(const TransposeLaunch& launch, const JobContext& context) {
  if (context.transpose_method == TransposeMethod::tmus) return by_tmus(launch, context.qpus);
  if (context.transpose_method == TransposeMethod::dma) return by_dma(launch, context.qpus);
  Form tmus = by_tmus(launch, context.qpus), dma = by_dma(launch, context.qpus);
  return tmus.clocks < kClearly * dma.clocks ? tmus : dma;
}

}  // namespace

Result<LaunchTotals> run_transpose(const TransposeLaunch& launch, const JobContext& context) {
  const Form form = choose(launch, context);
  LaunchTotals totals;
  QUADCL_TRY(const std::uint64_t most, tiles_in_time(context, kMaxBlocks, kClocksPerBlock, 1));
  for (std::size_t first = 0; first < form.blocks.size(); first += most) {
    const auto some =
        std::span(form.blocks).subspan(first, std::min<std::size_t>(most, form.blocks.size() - first));
    QUADCL_TRY(const auto report, submit(form.work(form.launch, some, context.qpus), context));
    totals.add(report);
  }
  return totals;
}

}  // namespace quadcl::qpu
