// SPDX-License-Identifier: Apache-2.0
#include "qpu/kernels/sgemm_plan.h"

#include <algorithm>
#include <array>

#include "qpu/kernels/sgemm_cost.h"
#include "qpu/kernels/sgemm_outer_plan.h"
#include "qpu/kernels/sgemm_tmu_plan.h"
#include "qpu/kernels/sgemm_uniform_plan.h"
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

/// If alpha multiplies the sums and is 0, there is no product, and A and B are not read.
SgemmLaunch without_dead_product(SgemmLaunch launch) {
  if (launch.alpha == 0 && launch.scaled == SgemmScaled::sum) launch.k = 0;
  return launch;
}

/// The TMU multiplies 24 bits for the addresses in a column of A.
constexpr std::uint64_t kMaxTmuPitch = std::uint64_t{1} << 24;

bool uses_tmus(const SgemmPlan& plan, const SgemmChoice& choice) {
  if (!plan.split.automatic()) return false;
  if (choice.method != SgemmMethod::automatic) return choice.method == SgemmMethod::tmus;
  return std::uint64_t{plan.launch.lda} * sizeof(float) < kMaxTmuPitch;
}

bool uses_outer_product(const SgemmPlan& plan, const SgemmChoice& choice) {
  return plan.split.automatic() && choice.method == SgemmMethod::automatic && is_outer_product(plan.launch);
}

/// If the estimates are closer together than this, the articles' program runs, so that no product on 12 QPUs
/// takes longer than with it.
constexpr double kClearly = 0.88;

/// Whether the articles' program is expected to take clearly less time. If k is so small that writing C takes
/// longest, its tiles of 16 rows may be fewer than tiles of 12.
bool takes_less_by_uniforms(const SgemmPlan& plan, std::uint32_t blocks, const SgemmChoice& choice) {
  if (choice.method != SgemmMethod::automatic || choice.blocks != 0) return false;
  const auto& [rows, columns] = std::pair(plan.launch.rows, plan.launch.columns);
  const std::uint64_t tile_rows = tiles(rows.size(), kTmuTileRows);
  if (tile_rows * tiles(columns.size(), blocks * kBlockColumns) > kFewTiles) return false;
  const auto uniforms = time_by_uniforms(rows, columns, plan.k, plan.qpus);
  const auto tmus = time_by_tmus(rows, columns, plan.k, blocks, plan.qpus);
  return kClearly * static_cast<double>(uniforms) < static_cast<double>(tmus);
}

void choose_program(SgemmPlan& plan, const SgemmChoice& choice) {
  plan.program = SgemmProgram::uniforms;
  plan.tiling = {kUniformTileRows, kTileColumns, true};
  if (!uses_tmus(plan, choice)) return;
  const SgemmLaunch& launch = plan.launch;
  const std::uint32_t blocks =
      choice.blocks != 0 ? choice.blocks : choose_blocks(launch.rows, launch.columns, plan.k, plan.qpus);
  if (takes_less_by_uniforms(plan, blocks, choice)) return;
  plan.program = SgemmProgram::tmus;
  plan.tiling = {kTmuTileRows, kBlockColumns * blocks, false};
}

constexpr std::uint64_t kTmuCache = 4096, kTmuLine = 64;

/// Whether two of the rows would take turns in a cache with one line in each set.
bool share_a_line(std::uint32_t rows, std::uint64_t pitch_bytes) {
  for (std::uint64_t distance = 1; distance < rows; ++distance) {
    const std::uint64_t apart = distance * pitch_bytes % kTmuCache;
    if (apart < kTmuLine || apart > kTmuCache - kTmuLine) return true;
  }
  return false;
}

/// The number of rows of a column of A, of both QPUs of a TMU, that its cache has no room for. It keeps two
/// of them in a set: the other two of the four ways are for rows of B.
unsigned rows_without_room(std::uint32_t rows, std::uint64_t pitch_bytes) {
  constexpr std::uint64_t kSets = 16;
  constexpr unsigned kWays = 2;
  std::array<unsigned, kSets> lines{};
  unsigned too_many = 0;
  for (std::uint64_t row = 0; row < 2 * rows; ++row) {
    if (++lines[row * pitch_bytes / kTmuLine % kSets] > kWays) ++too_many;
  }
  return too_many;
}

/// Whether the rows of a column of A evict each other from the TMU's cache, in which the next 15 columns
/// would still find them. The number of lines in a set is not sure (docs/timing-model.md), so both are tried:
/// 1, and 4. Stalls rise with the rows that have no room; up to three cost less than packing
/// (build/bench/sgemm_shapes).
bool rows_evict_each_other(std::uint32_t rows, std::uint64_t pitch_bytes) {
  return share_a_line(rows, pitch_bytes) || rows_without_room(rows, pitch_bytes) > 3;
}

void choose_packing(SgemmPlan& plan) {
  const SgemmLaunch& launch = plan.launch;
  const bool pads = launch.k != plan.k;
  plan.packs_a =
      pads || launch.scaled == SgemmScaled::a ||
      (!launch.trans_a && rows_evict_each_other(plan.tiling.rows, std::uint64_t{launch.lda} * sizeof(float)));
  plan.packs_every_b = pads || launch.scaled == SgemmScaled::b || launch.trans_b;
}

/// The number of strips of an operand for one submission, at least one.
std::uint64_t strips_at_once(bool packs, std::uint64_t panel_bytes, std::uint64_t most) {
  if (!packs) return most;
  return std::clamp<std::uint64_t>(kMaxPackedBytes / panel_bytes, 1, most);
}

Result<void> choose_parts(SgemmPlan& plan, const JobContext& context) {
  QUADCL_TRY(const std::uint64_t most_tiles,
             tiles_in_time(context, kMaxTiles, kClocksPerStep * plan.k + kClocksPerTile, plan.qpus));
  const SgemmTiling& tiling = plan.tiling;
  const std::uint64_t columns =
      strips_at_once(plan.packs_every_b, panel_bytes(plan.k, tiling.columns),
                     std::min(most_tiles, tiles(plan.launch.columns.size(), tiling.columns)));
  const std::uint64_t rows =
      strips_at_once(plan.packs_a, panel_bytes(plan.k, tiling.rows), most_tiles / columns);
  plan.columns_at_once = columns * tiling.columns;
  plan.rows_at_once = rows * tiling.rows;
  return {};
}

}  // namespace

Result<SgemmPlan> plan_sgemm(const SgemmLaunch& launch, const JobContext& context,
                             const SgemmChoice& choice) {
  SgemmPlan plan{.launch = without_dead_product(launch), .split = choice.split};
  plan.k = padded_k(plan.launch.k);
  plan.qpus = plan.split.automatic() ? context.qpus : plan.split.row_parts * plan.split.column_parts;
  if (uses_outer_product(plan, choice)) {
    plan.program = SgemmProgram::outer;
    QUADCL_TRY(plan.rows_at_once, outer_rows_at_once(plan.launch, context));
    plan.columns_at_once = plan.launch.columns.size();
    return plan;
  }
  choose_program(plan, choice);
  choose_packing(plan);
  QUADCL_CHECK(choose_parts(plan, context));
  return plan;
}

SgemmDeal deal_of(const SgemmPlan& plan, const TileGrid& grid) {
  if (plan.program == SgemmProgram::tmus) return deal_to_slices(grid, plan.qpus);
  return deal_by_split(
      grid, plan.split.automatic() ? choose_split(grid.rows, grid.columns, plan.qpus) : plan.split);
}

}  // namespace quadcl::qpu
