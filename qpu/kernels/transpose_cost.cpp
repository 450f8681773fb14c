// SPDX-License-Identifier: Apache-2.0
#include "qpu/kernels/transpose_cost.h"

#include <algorithm>
#include <vector>

#include "qpu/kernels/vpm_dma.h"

namespace quadcl::qpu {
namespace {

/// The times of a DMA engine (docs/timing-model.md, Constants).
struct Engine {
  double start, row, short_row;  ///< of an operation, of a row of 64 bytes, of one word
};
constexpr Engine kLoad{44, 19.5, 8}, kStore{28, 14, 8};
constexpr double kPage = 21.5;  ///< for a row in another 4 KB than the row before
constexpr double kPageBytes = 4096;

// The other constants are fitted to modelled times of random shapes.

/// Times of transpose.qasm: until the first block can be stored, which is mostly fetching the program; for
/// each cache line of that block; until a QPU that has stored a block can store the next; from one store to
/// the next by any QPU.
constexpr double kStart = 1570, kFirstLine = 5.7, kCompute = 400, kBetweenStores = 65;
constexpr double kLineBytes = 64;

/// Times of transpose_dma.qasm with one QPU and with two: until the first load begins, and for the loads or
/// the stores of a block besides their own time, with semaphores or without.
struct DmaProgram {
  double start, block;
};
constexpr DmaProgram kAlone{341, 15}, kTwo{298, 36};
constexpr double kOperation = 39;  ///< for the uniforms of an operation, and until the QPU goes on

double row_clocks(const Engine& engine, double bytes) {
  if (bytes >= 64) return engine.row * bytes / 64;
  return engine.short_row + (engine.row - engine.short_row) * (bytes - 4) / 60;
}

/// The share of rows that are in another 4 KB than the row before.
double page_clocks(double pitch_bytes) { return kPage * std::min(1.0, pitch_bytes / kPageBytes); }

double rows_clocks(const Engine& engine, const MemoryBlock& rows) {
  return rows.rows *
         (row_clocks(engine, rows.words * 4.0) + page_clocks(static_cast<double>(rows.pitch_bytes)));
}

/// The block's columns, which are rows of the output.
MemoryBlock output_rows(const TransposeLaunch& launch, const TransposeBlock& block) {
  return {{},
          block.columns,
          block.rows * words_per_element(launch),
          std::uint64_t{launch.height} * launch.element_bytes};
}

double store_clocks(const TransposeLaunch& launch, const TransposeBlock& block) {
  const MemoryBlock rows = output_rows(launch, block);
  return store_operations(rows) * kStore.start + rows_clocks(kStore, rows);
}

/// Cache lines that the block's rows are in: at most all lines from its first element to its last.
double lines_of(const TransposeLaunch& launch, const TransposeBlock& block) {
  const double pitch = double{1} * launch.width * launch.element_bytes;
  const double row = 1 + (double{1} * block.columns * launch.element_bytes - 4) / kLineBytes;
  return block.rows * std::min(row, pitch / kLineBytes);
}

double dma_load_clocks(const TransposeLaunch& launch, const TransposeBlock& block) {
  const MemoryBlock rows{{},
                         block.rows,
                         block.columns * words_per_element(launch),
                         std::uint64_t{launch.width} * launch.element_bytes};
  return load_operations(rows) * (kOperation + kLoad.start) + rows_clocks(kLoad, rows);
}

/// Elements of 64 bits are rows of their own, and each row of the output an operation.
double dma_store_clocks(const TransposeLaunch& launch, const TransposeBlock& block) {
  const MemoryBlock rows = output_rows(launch, block);
  if (words_per_element(launch) == 1)
    return store_operations(rows) * (kOperation + kStore.start) + rows_clocks(kStore, rows);
  const double row = block.rows * row_clocks(kStore, launch.element_bytes);
  return rows.rows * (kOperation + kStore.start + row + page_clocks(static_cast<double>(rows.pitch_bytes)));
}

}  // namespace

double transpose_clocks(const TransposeLaunch& launch, std::span<const TransposeBlock> blocks,
                        unsigned qpus) {
  const auto shares = transpose_shares(blocks, qpus);
  std::vector<double> stored;  // when each QPU has stored its block before
  for (const std::vector<TransposeBlock>& share : shares) {
    stored.push_back(kStart + kFirstLine * lines_of(launch, share.front()) - kCompute);
  }
  double engine = 0;  // when the engine is free
  for (std::size_t turn = 0; turn < shares.front().size(); ++turn) {
    for (std::size_t qpu = 0; qpu < shares.size() && turn < shares[qpu].size(); ++qpu) {
      engine =
          std::max(engine, stored[qpu] + kCompute) + store_clocks(launch, shares[qpu][turn]) + kBetweenStores;
      stored[qpu] = engine;
    }
  }
  return engine;
}

double transpose_dma_clocks(const TransposeLaunch& launch, std::span<const TransposeBlock> blocks,
                            unsigned qpus) {
  const DmaProgram& program = qpus == 1 ? kAlone : kTwo;
  double loaded = program.start, stored = loaded;
  for (const TransposeBlock& block : blocks) {
    if (qpus == 1) loaded = stored;
    loaded += program.block + dma_load_clocks(launch, block);
    stored = std::max(stored, loaded) + program.block + dma_store_clocks(launch, block);
  }
  return stored;
}

}  // namespace quadcl::qpu
