// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "qpu/kernels/jobs.h"
#include "qpu/kernels/kernel_code.h"
#include "qpu/kernels/submission.h"
#include "qpu/kernels/vpm_dma.h"

namespace quadcl::qpu {
namespace {

constexpr std::uint32_t kTileRows = 16;     ///< of the input
constexpr std::uint32_t kTileWords = 16;    ///< of a row of the input; the width of a VPM row
constexpr std::uint32_t kSlots = 4;         ///< as in transpose.qasm
constexpr std::uint64_t kMaxTiles = 65536;  ///< of one submission, to bound its uniforms

/// What a tile takes the DMA engines at most, by the time model: 16 rows loaded and 16 stored.
constexpr double kClocksPerTile = 5000;

/// A tile of the input.
struct Tile {
  std::uint64_t row = 0, column = 0;  ///< in elements
  std::uint32_t rows = 0, columns = 0;
};

std::uint32_t words_per_element(const TransposeLaunch& launch) { return launch.element_bytes / 4; }

BusAddress element(const MemoryRange& matrix, std::uint64_t index, std::uint32_t element_bytes) {
  return *matrix.bus + static_cast<std::uint32_t>(index * element_bytes);
}

std::vector<DmaOperation> plan_load(const TransposeLaunch& launch, const Tile& tile, std::uint32_t vpm_row) {
  const MemoryBlock block{element(launch.in, tile.row * launch.width + tile.column, launch.element_bytes),
                          tile.rows, tile.columns * words_per_element(launch),
                          std::uint64_t{launch.width} * launch.element_bytes};
  return load_rows(block, vpm_row);
}

BusAddress output_row(const TransposeLaunch& launch, const Tile& tile, std::uint32_t column) {
  return element(launch.out, (tile.column + column) * launch.height + tile.row, launch.element_bytes);
}

/// 32-bit elements: each VPM column is a row of the output.
std::vector<DmaOperation> plan_store_columns(const TransposeLaunch& launch, const Tile& tile,
                                             std::uint32_t vpm_row) {
  const MemoryBlock block{output_row(launch, tile, 0), tile.columns, tile.rows,
                          std::uint64_t{launch.height} * launch.element_bytes};
  return store_block(block, VpmDirection::columns, vpm_row, 0);
}

/// Wider elements: their words lie side by side in a VPM row and must stay together. A row of the output is a
/// store of rows of one element each, which follow each other directly in memory.
std::vector<DmaOperation> plan_store_elements(const TransposeLaunch& launch, const Tile& tile,
                                              std::uint32_t vpm_row) {
  const std::uint32_t words = words_per_element(launch);
  std::vector<DmaOperation> operations;
  for (std::uint32_t column = 0; column < tile.columns; ++column) {
    const MemoryBlock block{output_row(launch, tile, column), tile.rows, words, launch.element_bytes};
    const auto stores = store_block(block, VpmDirection::rows, vpm_row, column * words);
    operations.insert(operations.end(), stores.begin(), stores.end());
  }
  return operations;
}

std::vector<DmaOperation> plan_store(const TransposeLaunch& launch, const Tile& tile, std::uint32_t vpm_row) {
  return words_per_element(launch) == 1 ? plan_store_columns(launch, tile, vpm_row)
                                        : plan_store_elements(launch, tile, vpm_row);
}

/// All tiles of the launch, in the order of the input's rows.
std::vector<Tile> tiles_of(const TransposeLaunch& launch) {
  const std::uint32_t tile_columns = kTileWords / words_per_element(launch);
  std::vector<Tile> tiles;
  for (std::uint64_t row = launch.rows.begin; row < launch.rows.end; row += kTileRows) {
    for (std::uint64_t column = launch.columns.begin; column < launch.columns.end; column += tile_columns) {
      tiles.push_back(
          {row, column, static_cast<std::uint32_t>(std::min<std::uint64_t>(kTileRows, launch.rows.end - row)),
           static_cast<std::uint32_t>(std::min<std::uint64_t>(tile_columns, launch.columns.end - column))});
    }
  }
  return tiles;
}

/// One QPU for each engine, or one QPU for both if there is no second.
std::vector<QpuWork> deal(const TransposeLaunch& launch, std::span<const Tile> tiles, unsigned qpus) {
  const bool alone = qpus == 1;
  std::vector<QpuWork> work;
  if (alone) {
    work = {{builtin_code_label_transpose_alone, {}}};
  } else {
    work = {{builtin_code_label_transpose_load, {}}, {builtin_code_label_transpose_store, {}}};
  }
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    const auto vpm_row = static_cast<std::uint32_t>(i % kSlots * kTileRows);
    append_operations(work.front().uniforms, plan_load(launch, tiles[i], vpm_row));
    append_operations(work.back().uniforms, plan_store(launch, tiles[i], vpm_row));
  }
  for (QpuWork& share : work) share.uniforms.word(0);
  return work;
}

}  // namespace

Result<LaunchTotals> run_transpose(const TransposeLaunch& launch, const JobContext& context) {
  LaunchTotals totals;
  const std::vector<Tile> tiles = tiles_of(launch);
  QUADCL_TRY(const std::uint64_t most, tiles_in_time(context, kMaxTiles, kClocksPerTile, 1));
  for (std::size_t first = 0; first < tiles.size(); first += most) {
    const auto some = std::span(tiles).subspan(first, std::min<std::size_t>(most, tiles.size() - first));
    QUADCL_TRY(const auto report, submit(deal(launch, some, context.qpus), context));
    totals.add(report);
  }
  return totals;
}

}  // namespace quadcl::qpu
