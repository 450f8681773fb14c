// SPDX-License-Identifier: Apache-2.0
#include "qpu/kernels/transpose_tmu_plan.h"

#include <algorithm>
#include <bit>

#include "qpu/kernels/kernel_code.h"
#include "qpu/kernels/vpm_dma.h"

namespace quadcl::qpu {
namespace {

constexpr std::uint32_t kLanes = 16;
constexpr std::uint32_t kVectors = 16;  ///< of a tile
constexpr std::uint32_t kVpmRows = 64;
constexpr std::uint32_t kFullWords = 2 * kLanes;  ///< of a row of the output in a full tile
constexpr unsigned kTilesInTurn = 2;              ///< of a QPU: they read the same lines of the input

std::uint32_t pitch_bytes(const TransposeLaunch& launch) { return launch.width * launch.element_bytes; }

bool is_full(const TransposeLaunch& launch, const TransposeBlock& block) {
  return block.rows * words_per_element(launch) == kFullWords;
}

/// What the program asks of one TMU: a vector `offset` bytes behind the block, and others every `step` bytes
/// up to `most` bytes behind that.
struct Requests {
  std::uint32_t offset, step, most;
};

/// The requests to TMU 0 or 1: every second word of the rows of the output, which have `words` words, not 0.
Requests requests_of(const TransposeLaunch& launch, std::uint32_t tmu, std::uint32_t words) {
  const std::uint32_t pitch = pitch_bytes(launch);
  if (launch.element_bytes == 8) return {tmu * 4, pitch, (words / 2 - 1) * pitch};
  if (words == 1) return {0, 0, 0};
  return {tmu * pitch, 2 * pitch, (words - 1 - tmu) / 2 * 2 * pitch};
}

void append_first_request(UniformStream& stream, const TransposeLaunch& launch, const TransposeBlock& block) {
  const bool full = is_full(launch, block);
  const std::uint32_t words = full ? kLanes : block.rows * words_per_element(launch);
  const Requests first = requests_of(launch, 0, words), second = requests_of(launch, 1, words);
  const std::uint64_t element = block.row * launch.width + block.column;
  stream.word(full);
  stream.word(block.columns - 1);
  stream.word(full ? block.rows / 2 * pitch_bytes(launch) : 0);
  stream.address(*launch.in.bus + static_cast<std::uint32_t>(element * launch.element_bytes));
  stream.word(second.offset);
  stream.word(first.step);
  stream.word(first.most);
  stream.word(second.most);
}

void append_stores(UniformStream& stream, const TransposeLaunch& launch, const TransposeBlock& block,
                   std::uint32_t vpm_row) {
  const std::uint64_t first = block.column * launch.height + block.row;
  const MemoryBlock rows{*launch.out.bus + static_cast<std::uint32_t>(first * launch.element_bytes),
                         block.columns, block.rows * words_per_element(launch),
                         std::uint64_t{launch.height} * launch.element_bytes};
  append_operations(stream, is_full(launch, block) ? store_long_rows(rows, vpm_row)
                                                   : store_block(rows, VpmDirection::rows, vpm_row, 0));
}

void append_start(UniformStream& stream, const TransposeLaunch& launch, std::uint32_t vpm_row) {
  stream.word(static_cast<std::uint32_t>(std::countr_zero(launch.element_bytes)));
  stream.word(vpm_write_setup(VpmDirection::columns, vpm_row));
}

}  // namespace

std::vector<TransposeBlock> transpose_blocks(const TransposeLaunch& launch) {
  const std::uint32_t full_rows = kFullWords / words_per_element(launch);
  std::vector<TransposeBlock> blocks;
  for (std::uint64_t row = launch.rows.begin; row < launch.rows.end;) {
    const bool full = launch.rows.end - row >= full_rows;
    const std::uint64_t rows =
        full ? full_rows : std::min<std::uint64_t>(full_rows / 2, launch.rows.end - row);
    const std::uint32_t columns = full ? kVectors / 2 : kVectors;
    for (std::uint64_t column = launch.columns.begin; column < launch.columns.end; column += columns) {
      blocks.push_back(
          {row, column, static_cast<std::uint32_t>(rows),
           static_cast<std::uint32_t>(std::min<std::uint64_t>(columns, launch.columns.end - column))});
    }
    row += rows;
  }
  return blocks;
}

std::vector<std::vector<TransposeBlock>> transpose_shares(std::span<const TransposeBlock> blocks,
                                                          unsigned qpus) {
  const std::size_t turns = (blocks.size() + kTilesInTurn - 1) / kTilesInTurn;
  std::vector<std::vector<TransposeBlock>> shares(
      std::min({std::size_t{qpus}, std::size_t{kVpmRows / kVectors}, turns}));
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    shares[i / kTilesInTurn % shares.size()].push_back(blocks[i]);
  }
  return shares;
}

std::vector<QpuWork> transpose_work(const TransposeLaunch& launch, std::span<const TransposeBlock> blocks,
                                    unsigned qpus) {
  const auto shares = transpose_shares(blocks, qpus);
  std::vector<QpuWork> work;
  for (const std::vector<TransposeBlock>& share : shares) {
    const auto vpm_row = static_cast<std::uint32_t>(work.size() * kVectors);
    UniformStream& stream = work.emplace_back(QpuWork{builtin_code_label_transpose, {}}).uniforms;
    append_start(stream, launch, vpm_row);
    append_first_request(stream, launch, share.front());
    for (std::size_t i = 0; i < share.size(); ++i) {
      const bool more = i + 1 < share.size();
      append_first_request(stream, launch, share[more ? i + 1 : i]);
      append_stores(stream, launch, share[i], vpm_row);
      stream.word(more);
    }
    stream.word(work.size() == 1 ? static_cast<std::uint32_t>(shares.size()) : 0);
  }
  return work;
}

}  // namespace quadcl::qpu
