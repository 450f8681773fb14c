// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "qpu/kernels/jobs.h"
#include "qpu/kernels/transpose_plan.h"

namespace quadcl::qpu {
namespace {

constexpr std::size_t kMaxBlocks = 65536;  ///< of one submission, to bound its uniforms

/// What a block takes the DMA engine at most, by the time model.
constexpr double kClocksPerBlock = 8000;

/// A row becomes a column that lies in memory as it does, so it may be taken for one: rows of the output are
/// then long.
TransposeLaunch with_rows_as_columns(TransposeLaunch launch) {
  if (launch.height != 1) return launch;
  std::swap(launch.width, launch.height);
  std::swap(launch.columns, launch.rows);
  return launch;
}

}  // namespace

Result<LaunchTotals> run_transpose(const TransposeLaunch& requested, const JobContext& context) {
  const TransposeLaunch launch = with_rows_as_columns(requested);
  const std::vector<TransposeBlock> blocks = transpose_blocks(launch);
  LaunchTotals totals;
  QUADCL_TRY(const std::uint64_t most, tiles_in_time(context, kMaxBlocks, kClocksPerBlock, 1));
  for (std::size_t first = 0; first < blocks.size(); first += most) {
    const auto some = std::span(blocks).subspan(first, std::min<std::size_t>(most, blocks.size() - first));
    QUADCL_TRY(const auto report, submit(transpose_work(launch, some, context.qpus), context));
    totals.add(report);
  }
  return totals;
}

}  // namespace quadcl::qpu
