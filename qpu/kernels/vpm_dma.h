// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/bus_address.h"
#include "qpu/kernels/uniform_stream.h"

namespace quadcl::qpu {

/// One operation of a VPM DMA engine as a QPU issues it: two words to the set-up register, then the address.
struct DmaOperation {
  std::uint32_t first_setup = 0;
  std::uint32_t second_setup = 0;
  BusAddress address;
};

/// Rows of 32-bit words in memory.
struct MemoryBlock {
  BusAddress address;
  std::uint32_t rows = 0;
  std::uint32_t words = 0;        ///< per row
  std::uint64_t pitch_bytes = 0;  ///< from the start of a row to the start of the next
};

/// How many operations load or store `block`: 1, or one for each row where the engine cannot express the
/// pitch.
std::uint32_t load_operations(const MemoryBlock& block);
std::uint32_t store_operations(const MemoryBlock& block);

/// Loads `block`, at most 16 rows of at most 16 words, into VPM rows from (`vpm_row`, 0) on, `vpm_pitch` rows
/// apart (1 to 15): one operation, or one for each row where the load engine cannot express the pitch.
std::vector<DmaOperation> load_rows(const MemoryBlock& block, std::uint32_t vpm_row,
                                    std::uint32_t vpm_pitch = 1);

enum class VpmDirection { rows, columns };

/// Set-up word for vectors that a QPU writes: one after the other, `stride` rows or columns apart, from
/// `vpm_row` on, which for columns is a multiple of 16 (docs/videocore4.md, VPM).
constexpr std::uint32_t vpm_write_setup(VpmDirection direction, std::uint32_t vpm_row,
                                        std::uint32_t stride = 1) {
  constexpr std::uint32_t kWords = 2u << 8;
  return stride << 12 | (direction == VpmDirection::rows ? 1u << 11 : 0) | kWords | vpm_row;
}

/// Stores `block` from the VPM. Its first row comes from the VPM row or column that starts at (`vpm_row`,
/// `vpm_column`), the others from the rows below or the columns to the right. One operation, or one for each
/// row if the store engine cannot express the pitch.
std::vector<DmaOperation> store_block(const MemoryBlock& block, VpmDirection direction, std::uint32_t vpm_row,
                                      std::uint32_t vpm_column);

/// Stores rows of 16, 32, 48 .. 112 words from the VPM rows that follow each other from `vpm_row` on. One
/// operation, or one for each row, as above.
std::vector<DmaOperation> store_long_rows(const MemoryBlock& block, std::uint32_t vpm_row);

void append(std::vector<DmaOperation>& operations, const std::vector<DmaOperation>& more);

/// The three words as a program reads them from its uniforms.
void append_operation(UniformStream& stream, const DmaOperation& operation);

/// Their number, then each of them.
void append_operations(UniformStream& stream, std::span<const DmaOperation> operations);

}  // namespace quadcl::qpu
