// SPDX-License-Identifier: Apache-2.0
#include "qpu/kernels/sgemm_uniform_plan.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "qpu/kernels/sgemm_cost.h"
#include "qpu/kernels/vpm_dma.h"

namespace quadcl::qpu {
namespace {

constexpr std::uint32_t kBlocks = kTileColumns / kBlockColumns;

std::uint64_t divide_up(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

using Blocks = std::array<std::vector<DmaOperation>, kBlocks>;

/// The part of C behind the 16x16 block `index` of a tile; no columns if the tile ends before.
MemoryBlock block_of(const SgemmTile& tile, std::uint32_t index, std::uint64_t pitch_bytes) {
  const std::uint32_t first = index * kBlockColumns;
  const std::uint32_t columns = tile.columns > first ? std::min(tile.columns - first, kBlockColumns) : 0;
  return {tile.c + first * 4, tile.rows, columns, pitch_bytes};
}

/// Block `index` lies in VPM rows 16 * index and up.
Blocks plan_loads(const SgemmTile& tile, std::uint64_t pitch_bytes) {
  Blocks loads;
  for (std::uint32_t index = 0; index < kBlocks; ++index) {
    MemoryBlock block = block_of(tile, index, pitch_bytes);
    // The micro-kernel starts a load for every block. For a missing block it loads one word of C, which does
    // no harm.
    if (block.words == 0) block = {tile.c, 1, 1, 0};
    loads[index] = load_rows(block, index * kBlockColumns);
  }
  return loads;
}

Blocks plan_stores(const SgemmTile& tile, std::uint64_t pitch_bytes) {
  Blocks stores;
  for (std::uint32_t index = 0; index < kBlocks; ++index) {
    const MemoryBlock block = block_of(tile, index, pitch_bytes);
    if (block.words != 0) stores[index] = store_block(block, VpmDirection::rows, index * kBlockColumns, 0);
  }
  return stores;
}

/// The loads of a block but the first, which has been started before.
void append_further(UniformStream& stream, const std::vector<DmaOperation>& loads) {
  append_operations(stream, std::span(loads).subspan(1));
}

/// The sums of a tile start from beta * C.
void append_start(UniformStream& stream, const Blocks& loads, float beta) {
  stream.real(beta);
  append_operation(stream, loads[0].front());
  for (std::uint32_t index = 0; index < kBlocks; ++index) {
    append_further(stream, loads[index]);
    if (index + 1 < kBlocks) append_operation(stream, loads[index + 1].front());
  }
}

void append_walk_of_b(UniformStream& stream, const SgemmTile& tile, const SgemmScalars& scalars) {
  stream.address_past(3);
  stream.address(tile.b.start);
  stream.word(scalars.k - 1);
  stream.word(tile.b.k_step);
}

void append_update(UniformStream& stream, const Blocks& loads, const Blocks& stores) {
  for (std::uint32_t index = 0; index < kBlocks; ++index) {
    append_further(stream, loads[index]);
    if (index + 1 < kBlocks) append_operation(stream, loads[index + 1].front());
    append_operations(stream, stores[index]);
  }
}

void append_tile(UniformStream& stream, const SgemmTile& tile, const SgemmScalars& scalars) {
  const bool starts_from_c = scalars.beta != 0 && scalars.starts_from_c;
  const bool reads_c = scalars.beta != 0 && !starts_from_c;
  const Blocks stores = plan_stores(tile, scalars.c_pitch_bytes);
  Blocks loads;
  if (scalars.beta != 0) loads = plan_loads(tile, scalars.c_pitch_bytes);

  stream.word(starts_from_c ? UINT32_MAX : 1);
  stream.word(tile.rows - 1);
  stream.address(tile.a.start);
  stream.word(tile.a.k_step);
  if (starts_from_c) append_start(stream, loads, scalars.beta);
  stream.word(tile.a.lane_step);
  append_walk_of_b(stream, tile, scalars);
  stream.word(reads_c ? 1 : 0);
  append_operation(stream, reads_c ? loads[0].front() : DmaOperation{});
  stream.real(scalars.alpha);
  stream.real(scalars.beta);
  stream.word(reads_c ? 1 : 0);
  if (reads_c) {
    append_update(stream, loads, stores);
  } else {
    for (const auto& operations : stores) append_operations(stream, operations);
  }
}

}  // namespace

IndexRange part_of(std::uint64_t size, std::uint64_t parts, std::uint64_t index) {
  return {size * index / parts, size * (index + 1) / parts};
}

SgemmSplit choose_split(std::uint64_t tile_rows, std::uint64_t tile_columns, unsigned qpus) {
  using Cost = std::tuple<std::uint64_t, std::uint64_t, unsigned>;
  Cost best_cost{UINT64_MAX, UINT64_MAX, UINT32_MAX};
  SgemmSplit best{1, 1};
  for (unsigned row_parts = 1; row_parts <= qpus; ++row_parts) {
    const unsigned column_parts = qpus / row_parts;
    const std::uint64_t rows = divide_up(tile_rows, row_parts);
    const std::uint64_t columns = divide_up(tile_columns, column_parts);
    const Cost cost{rows * columns, row_parts * kUniformTileRows + column_parts * kTileColumns, row_parts};
    if (cost < best_cost) {
      best_cost = cost;
      best = {row_parts, column_parts};
    }
  }
  return best;
}

SgemmDeal deal_by_split(TileGrid grid, SgemmSplit split) {
  SgemmDeal deal;
  for (unsigned r = 0; r < split.column_parts; ++r) {
    for (unsigned p = 0; p < split.row_parts; ++p) {
      const IndexRange rows = part_of(grid.rows, split.row_parts, p);
      const IndexRange columns = part_of(grid.columns, split.column_parts, r);
      if (rows.empty() || columns.empty()) continue;
      auto& share = deal.emplace_back();
      for (std::uint64_t j = columns.begin; j < columns.end; ++j) {
        for (std::uint64_t i = rows.begin; i < rows.end; ++i) share.push_back({i, j});
      }
    }
  }
  return deal;
}

std::uint64_t time_by_uniforms(IndexRange rows, IndexRange columns, std::uint32_t k, unsigned qpus) {
  // By the time model, with one QPU, two, three and more: those of a slice share a cache of uniforms.
  struct Times {
    std::uint64_t job, step, write;
  };
  constexpr std::array<Times, 4> kTimes{{{628, 96, 74}, {498, 104, 154}, {418, 121, 172}, {373, 130, 180}}};
  const Times& times = kTimes[std::min<std::size_t>(qpus, kTimes.size()) - 1];
  const TileGrid grid = TileGrid::of(rows, columns, kUniformTileRows, kTileColumns);
  const SgemmDeal deal = deal_by_split(grid, choose_split(grid.rows, grid.columns, qpus));
  return times.job + time_of_deal(
                         deal,
                         [&](const TileIndex& tile) {
                           const std::uint32_t tile_rows = size_of_tile(rows, tile.row, kUniformTileRows);
                           return TileCost{k * times.step, times.write + grid.blocks_of(tile.column) *
                                                                             (22 + 5 * tile_rows / 2)};
                         },
                         1);
}

void append_uniform_work(UniformStream& stream, std::span<const SgemmTile> tiles, const SgemmScalars& scalars,
                         const QpuRole& role) {
  for (const SgemmTile& tile : tiles) append_tile(stream, tile, scalars);
  stream.word(0);
  stream.word(role.wait_for);
}

}  // namespace quadcl::qpu
