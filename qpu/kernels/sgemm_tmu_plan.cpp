// SPDX-License-Identifier: Apache-2.0
#include "qpu/kernels/sgemm_tmu_plan.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <vector>

#include "qpu/isa/chip.h"
#include "qpu/kernels/kernel_code.h"
#include "qpu/kernels/sgemm_cost.h"
#include "qpu/kernels/vpm_dma.h"

namespace quadcl::qpu {
namespace {

constexpr unsigned kQpusOfSlice = kQpusPerSlice;
constexpr std::uint32_t kBlocks = kTileColumns / kBlockColumns;
constexpr std::uint32_t kHalf = kTmuTileRows / 2;  ///< rows that are stored at a time

/// Instructions of a step over k: a row has one for each block and one more.
constexpr std::uint64_t cost_of_step(std::uint32_t blocks) { return kTmuTileRows * (blocks + 1) + 1; }

/// The place of a tile in the VPM while C is read and written. The program moves four vectors for each row:
/// the blocks of the tile and, after them, vectors for columns that it does not have.
struct VpmLayout {
  std::uint32_t row_step;    ///< VPM rows from one row of the tile to the next
  std::uint32_t block_step;  ///< VPM rows from one block of the tile to the next
  bool long_rows;            ///< the tile's rows are stored as one

  /// Rows of whole blocks follow each other. A row that is longer than the tile overlaps the next one, which
  /// overwrites its end. So C cannot be read into the same place before, unless rows have the exact length.
  static VpmLayout of(const SgemmTile& tile, bool reads_c) {
    const std::uint32_t blocks = blocks_of(tile.columns);
    const bool whole = tile.columns % kBlockColumns == 0 && blocks > 1 && (!reads_c || blocks == kBlocks);
    return whole ? VpmLayout{blocks, 1, true} : VpmLayout{1, kTmuTileRows, false};
  }
  /// The set-up for the four vectors of row 0, for reading and writing; each further row adds row_step.
  std::uint32_t setup() const { return kBlocks << 20 | vpm_write_setup(VpmDirection::rows, 0, block_step); }
};

/// Places in sgemm_tmu.qasm for tiles of some number of blocks, from 1 on.
struct Entries {
  std::uint32_t start, even, odd, end;
};
constexpr std::array<Entries, kBlocks> kEntries{{
    {builtin_code_label_sgemm_tmu_start_1, builtin_code_label_sgemm_tmu_even_1,
     builtin_code_label_sgemm_tmu_odd_1, builtin_code_label_sgemm_tmu_end_1},
    {builtin_code_label_sgemm_tmu_start_2, builtin_code_label_sgemm_tmu_even_2,
     builtin_code_label_sgemm_tmu_odd_2, builtin_code_label_sgemm_tmu_end_2},
    {builtin_code_label_sgemm_tmu_start_3, builtin_code_label_sgemm_tmu_even_3,
     builtin_code_label_sgemm_tmu_odd_3, builtin_code_label_sgemm_tmu_end_3},
    {builtin_code_label_sgemm_tmu_start_4, builtin_code_label_sgemm_tmu_even_4,
     builtin_code_label_sgemm_tmu_odd_4, builtin_code_label_sgemm_tmu_end_4},
}};

/// Which of the four vectors of a row is block `index` of the tile: a single block is the second.
std::uint32_t place_of_block(const SgemmTile& tile, std::uint32_t index) {
  return blocks_of(tile.columns) == 1 ? 1 : index;
}

/// Rows `first` to `last` - 1 of the block behind tile column 16 * `index`; no columns if the tile ends
/// before.
MemoryBlock part_of_block(const SgemmTile& tile, std::uint32_t index, std::uint32_t first, std::uint32_t last,
                          std::uint64_t pitch_bytes) {
  const std::uint32_t column = index * kBlockColumns;
  const std::uint32_t columns = tile.columns > column ? std::min(tile.columns - column, kBlockColumns) : 0;
  const auto offset = static_cast<std::uint32_t>(first * pitch_bytes + column * 4);
  return {tile.c + offset, last - first, columns, pitch_bytes};
}

void append_layout(UniformStream& stream, VpmLayout layout) {
  stream.word(layout.setup());
  stream.word(layout.row_step);
}

void append_loads(UniformStream& stream, const SgemmTile& tile, VpmLayout layout,
                  const SgemmScalars& scalars) {
  std::vector<DmaOperation> loads;
  for (std::uint32_t index = 0; index < kBlocks; ++index) {
    const MemoryBlock block = part_of_block(tile, index, 0, tile.rows, scalars.c_pitch_bytes);
    if (block.words != 0)
      append(loads, load_rows(block, place_of_block(tile, index) * layout.block_step, layout.row_step));
  }
  constexpr std::uint32_t kVectorsAtOnce = 3;  // that the program clears
  const bool full =
      tile.rows == kTmuTileRows && blocks_of(tile.columns) == kBlocks && tile.columns % kBlockColumns == 0;
  stream.word(full ? 0 : kBlocks * kTmuTileRows / kVectorsAtOnce);
  append_operations(stream, loads);
}

/// Stores rows `first` to `last` - 1.
void append_stores(UniformStream& stream, const SgemmTile& tile, VpmLayout layout, std::uint32_t first,
                   std::uint32_t last, std::uint64_t pitch_bytes) {
  std::vector<DmaOperation> stores;
  last = std::min(last, tile.rows);
  if (first < last && layout.long_rows) {
    MemoryBlock rows = part_of_block(tile, 0, first, last, pitch_bytes);
    rows.words = tile.columns;
    stores = store_long_rows(rows, first * layout.row_step);
  } else if (first < last) {
    for (std::uint32_t index = 0; index < kBlocks; ++index) {
      const MemoryBlock block = part_of_block(tile, index, first, last, pitch_bytes);
      const std::uint32_t vpm_row = place_of_block(tile, index) * layout.block_step + first * layout.row_step;
      if (block.words != 0) append(stores, store_block(block, VpmDirection::rows, vpm_row, 0));
    }
  }
  append_operations(stream, stores);
}

/// What the first requests need.
void append_first(UniformStream& stream, const SgemmTile& tile) {
  stream.word(1);
  stream.word(tile.columns - 1);
  stream.address(tile.b.start);
  stream.word(tile.b.k_step);
  stream.word(tile.rows - 1);
  stream.address(tile.a.start);
  stream.word(tile.a.lane_step);
  stream.word(tile.a.k_step);
}

void append_second(UniformStream& stream, const SgemmTile& tile, const SgemmScalars& scalars,
                   std::uint32_t wait_code) {
  const bool starts_from_c = scalars.beta != 0 && scalars.starts_from_c;
  const VpmLayout layout = VpmLayout::of(tile, starts_from_c);
  const Entries& entries = kEntries[blocks_of(tile.columns) - 1];
  stream.address(scalars.code + wait_code);
  stream.address(scalars.code + entries.start);
  stream.address(scalars.code + (scalars.k == 2       ? entries.end
                                 : scalars.k % 2 == 0 ? entries.even
                                                      : entries.odd));
  stream.word((scalars.k - 1) / 2);
  stream.word(starts_from_c);
  if (!starts_from_c) return;
  append_layout(stream, layout);
  append_loads(stream, tile, layout, scalars);
  stream.real(scalars.beta);
}

void append_last(UniformStream& stream, const SgemmTile& tile, const SgemmScalars& scalars) {
  const bool reads_c = scalars.beta != 0 && !scalars.starts_from_c;
  const VpmLayout layout = VpmLayout::of(tile, reads_c);
  stream.real(scalars.alpha);
  stream.word(reads_c);
  if (reads_c) {
    append_loads(stream, tile, layout, scalars);
    stream.real(scalars.beta);
  }
  append_layout(stream, layout);
  // Long rows are stored by one operation for each half; block by block, two halves would start the engine
  // twice as often.
  const std::uint32_t at_first = layout.long_rows ? kHalf : 0;
  append_stores(stream, tile, layout, 0, at_first, scalars.c_pitch_bytes);
  append_stores(stream, tile, layout, at_first, kTmuTileRows, scalars.c_pitch_bytes);
}

/// The start of the code that makes a QPU wait for its group. Each QPU has its own.
std::uint32_t wait_code(const QpuRole& role) {
  constexpr std::uint32_t kPair = builtin_code_label_sgemm_tmu_wait_pair;
  constexpr std::uint32_t kSlice = builtin_code_label_sgemm_tmu_wait_slice;
  constexpr std::uint32_t kEnd = builtin_code_label_sgemm_tmu_go;
  switch (role.together) {
    case 2:
      return kPair + role.qpu * ((kSlice - kPair) / kQpus);
    case 4:
      return kSlice + role.qpu * ((kEnd - kSlice) / kQpus);
    default:
      return kEnd;
  }
}

std::uint64_t wide_tiles(const TileGrid& grid) { return (grid.columns - 1) * grid.rows; }

/// Where the share of a QPU begins in a part of the tiles, which are counted column by column.
using ShareStart = std::uint64_t (*)(const TileGrid&, std::uint64_t qpu, unsigned qpus);

/// Shares of all tiles, with equal costs.
std::uint64_t share_of_all(const TileGrid& grid, std::uint64_t qpu, unsigned qpus) {
  const std::uint64_t wide = cost_of_step(grid.blocks), last = cost_of_step(grid.blocks_of_last_column);
  const std::uint64_t all_wide = wide_tiles(grid) * wide;
  const std::uint64_t before = (all_wide + grid.rows * last) * qpu / qpus;
  return before <= all_wide ? before / wide : wide_tiles(grid) + (before - all_wide) / last;
}

std::uint64_t share_of_wide(const TileGrid& grid, std::uint64_t qpu, unsigned qpus) {
  return wide_tiles(grid) * qpu / qpus;
}

std::uint64_t share_of_last_column(const TileGrid& grid, std::uint64_t qpu, unsigned qpus) {
  return wide_tiles(grid) + grid.rows * qpu / qpus;
}

/// A slice takes the shares of its QPUs in each part of the tiles.
SgemmDeal deal_parts(const TileGrid& grid, unsigned qpus, std::initializer_list<ShareStart> parts) {
  SgemmDeal deal;
  for (unsigned first = 0; first < qpus; first += kQpusOfSlice) {
    const unsigned in_slice = std::min(kQpusOfSlice, qpus - first);
    std::vector<TileIndex> tiles;
    for (const ShareStart start : parts) {
      const std::uint64_t end = start(grid, first + in_slice, qpus);
      for (std::uint64_t i = start(grid, first, qpus); i < end; ++i)
        tiles.push_back({i % grid.rows, i / grid.rows});
    }
    for (std::size_t q = 0; q < in_slice && q < tiles.size(); ++q) {
      auto& share = deal.emplace_back();
      for (std::size_t i = q; i < tiles.size(); i += in_slice) share.push_back(tiles[i]);
    }
  }
  return deal;
}

/// Instructions of a step over k, for all tiles of the QPU with the most to do.
std::uint64_t largest_share(const SgemmDeal& deal, const TileGrid& grid) {
  std::uint64_t largest = 0;
  for (const auto& share : deal) {
    std::uint64_t cost = 0;
    for (const TileIndex& tile : share) cost += cost_of_step(grid.blocks_of(tile.column));
    largest = std::max(largest, cost);
  }
  return largest;
}

/// The cost of a tile of `rows` rows and `columns` columns, by the time model.
TileCost cost_of_tile(std::uint32_t rows, std::uint32_t columns, std::uint32_t k) {
  constexpr std::uint64_t kStart = 100;  // reading its uniforms, its first requests
  const std::uint32_t blocks = blocks_of(columns);
  const bool long_rows = columns % kBlockColumns == 0 && blocks > 1;
  const std::uint64_t of_blocks =
      long_rows ? 3 * rows : 21 + 3 * rows;  // a store for each block, or one for all
  return {kStart + k * cost_of_step(blocks), 76 + blocks * of_blocks};
}

}  // namespace

unsigned qpus_together(std::uint32_t k) {
  constexpr std::uint32_t kManySteps = 192;  // by the time model
  return k < kManySteps ? 2 : kQpusOfSlice;
}

std::uint64_t time_by_tmus(IndexRange rows, IndexRange columns, std::uint32_t k, std::uint32_t blocks,
                           unsigned qpus) {
  constexpr std::uint64_t kJob = 440;  // the job's start and end, by the time model
  const std::uint32_t tile_columns = blocks * kBlockColumns;
  const TileGrid grid = TileGrid::of(rows, columns, kTmuTileRows, tile_columns);
  return kJob + time_of_deal(
                    deal_to_slices(grid, qpus),
                    [&](const TileIndex& tile) {
                      return cost_of_tile(size_of_tile(rows, tile.row, kTmuTileRows),
                                          size_of_tile(columns, tile.column, tile_columns), k);
                    },
                    qpus_together(k));
}

std::uint32_t choose_blocks(IndexRange rows, IndexRange columns, std::uint32_t k, unsigned qpus) {
  std::uint32_t best = kBlocks;
  std::uint64_t least = UINT64_MAX;
  for (std::uint32_t blocks = kBlocks; blocks >= 1; --blocks) {
    const TileGrid grid = TileGrid::of(rows, columns, kTmuTileRows, blocks * kBlockColumns);
    if (grid.rows * grid.columns > kFewTiles) break;
    const std::uint64_t time = time_by_tmus(rows, columns, k, blocks, qpus);
    if (time < least) {
      least = time;
      best = blocks;
    }
  }
  return best;
}

SgemmDeal deal_to_slices(const TileGrid& grid, unsigned qpus) {
  SgemmDeal together = deal_parts(grid, qpus, {share_of_all});
  if (grid.blocks_of_last_column == grid.blocks) return together;
  SgemmDeal apart = deal_parts(grid, qpus, {share_of_wide, share_of_last_column});
  return largest_share(apart, grid) < largest_share(together, grid) ? apart : together;
}

void append_tmu_work(UniformStream& stream, std::span<const SgemmTile> tiles, const SgemmScalars& scalars,
                     const QpuRole& role) {
  append_first(stream, tiles.front());
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    const bool waits = i > 0 && i < role.together_tiles;
    append_second(stream, tiles[i], scalars, waits ? wait_code(role) : builtin_code_label_sgemm_tmu_go);
    if (i + 1 < tiles.size()) {
      append_first(stream, tiles[i + 1]);
    } else {
      stream.word(0);
    }
    append_last(stream, tiles[i], scalars);
  }
  stream.word(role.wait_for);
}

}  // namespace quadcl::qpu
