// SPDX-License-Identifier: Apache-2.0
#include "qpu/kernels/transpose_dma_plan.h"

#include <algorithm>

#include "qpu/kernels/kernel_code.h"
#include "qpu/kernels/vpm_dma.h"

namespace quadcl::qpu {
namespace {

constexpr std::uint32_t kBlockRows = 16;   ///< of the input
constexpr std::uint32_t kBlockWords = 16;  ///< of a row of the input; the width of a VPM row
constexpr std::uint32_t kSlots = 4;        ///< as in transpose_dma.qasm

BusAddress element(const MemoryRange& matrix, std::uint64_t index, std::uint32_t element_bytes) {
  return *matrix.bus + static_cast<std::uint32_t>(index * element_bytes);
}

std::vector<DmaOperation> loads_of(const TransposeLaunch& launch, const TransposeBlock& block,
                                   std::uint32_t vpm_row) {
  return load_rows(
      {element(launch.in, block.row * launch.width + block.column, launch.element_bytes), block.rows,
       block.columns * words_per_element(launch), std::uint64_t{launch.width} * launch.element_bytes},
      vpm_row);
}

BusAddress output_row(const TransposeLaunch& launch, const TransposeBlock& block, std::uint32_t column) {
  return element(launch.out, (block.column + column) * launch.height + block.row, launch.element_bytes);
}

/// Elements of 32 bits: each VPM column is a row of the output.
std::vector<DmaOperation> stores_of_columns(const TransposeLaunch& launch, const TransposeBlock& block,
                                            std::uint32_t vpm_row) {
  const MemoryBlock rows{output_row(launch, block, 0), block.columns, block.rows,
                         std::uint64_t{launch.height} * launch.element_bytes};
  return store_block(rows, VpmDirection::columns, vpm_row, 0);
}

/// Wider elements: their words lie side by side in a VPM row and must stay together. A row of the output is a
/// store of rows of one element each, which follow each other directly in memory.
std::vector<DmaOperation> stores_of_elements(const TransposeLaunch& launch, const TransposeBlock& block,
                                             std::uint32_t vpm_row) {
  const std::uint32_t words = words_per_element(launch);
  std::vector<DmaOperation> operations;
  for (std::uint32_t column = 0; column < block.columns; ++column) {
    const MemoryBlock row{output_row(launch, block, column), block.rows, words, launch.element_bytes};
    append(operations, store_block(row, VpmDirection::rows, vpm_row, column * words));
  }
  return operations;
}

std::vector<DmaOperation> stores_of(const TransposeLaunch& launch, const TransposeBlock& block,
                                    std::uint32_t vpm_row) {
  return words_per_element(launch) == 1 ? stores_of_columns(launch, block, vpm_row)
                                        : stores_of_elements(launch, block, vpm_row);
}

std::vector<QpuWork> without_uniforms(bool alone) {
  if (alone) return {{builtin_code_label_transpose_alone, {}}};
  return {{builtin_code_label_transpose_load, {}}, {builtin_code_label_transpose_store, {}}};
}

}  // namespace

std::vector<TransposeBlock> transpose_dma_blocks(const TransposeLaunch& launch) {
  const std::uint32_t most_columns = kBlockWords / words_per_element(launch);
  std::vector<TransposeBlock> blocks;
  for (std::uint64_t row = launch.rows.begin; row < launch.rows.end; row += kBlockRows) {
    const auto rows = static_cast<std::uint32_t>(std::min<std::uint64_t>(kBlockRows, launch.rows.end - row));
    for (std::uint64_t column = launch.columns.begin; column < launch.columns.end; column += most_columns) {
      blocks.push_back(
          {row, column, rows,
           static_cast<std::uint32_t>(std::min<std::uint64_t>(most_columns, launch.columns.end - column))});
    }
  }
  return blocks;
}

std::vector<QpuWork> transpose_dma_work(const TransposeLaunch& launch, std::span<const TransposeBlock> blocks,
                                        unsigned qpus) {
  std::vector<QpuWork> work = without_uniforms(qpus == 1);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const auto vpm_row = static_cast<std::uint32_t>(i % kSlots * kBlockRows);
    append_operations(work.front().uniforms, loads_of(launch, blocks[i], vpm_row));
    append_operations(work.back().uniforms, stores_of(launch, blocks[i], vpm_row));
  }
  for (QpuWork& share : work) share.uniforms.word(0);
  return work;
}

}  // namespace quadcl::qpu
