// SPDX-License-Identifier: Apache-2.0
#include "qpu/kernels/vpm_dma.h"

#include <bit>
#include <optional>

namespace quadcl::qpu {
namespace {

/// The distance of rows for the load engine: MPITCH in the basic set-up, and the word of the extended set-up
/// (docs/videocore4.md, DMA loads).
struct LoadPitch {
  std::uint32_t mpitch = 0;
  std::uint32_t extended_setup = 0x90000000;
};

constexpr std::uint32_t kMaxByteLoadPitch = 16383;  // 14 bits (docs/videocore4.md, Open questions 19)
constexpr std::uint32_t kMaxStoreStride = 65535;    // 16 bits (docs/videocore4.md, Open questions 18)

/// MPITCHB takes any number of bytes of up to 14 bits, MPITCH powers of two from 16 to 8 * 2^15 bytes.
std::optional<LoadPitch> load_pitch(std::uint64_t bytes) {
  if (bytes <= kMaxByteLoadPitch) return LoadPitch{0, 0x90000000 | static_cast<std::uint32_t>(bytes)};
  if (std::has_single_bit(bytes) && bytes <= (8u << 15)) {
    return LoadPitch{static_cast<std::uint32_t>(std::countr_zero(bytes)) - 3, 0x90000000};
  }
  return {};
}

DmaOperation load_operation(const MemoryBlock& block, LoadPitch pitch, std::uint32_t vpm_row,
                            std::uint32_t vpm_pitch) {
  const std::uint32_t setup = 0x80000000 | pitch.mpitch << 24 | (block.words & 15) << 20 |
                              (block.rows & 15) << 16 | vpm_pitch << 12 | vpm_row << 4;
  return {pitch.extended_setup, setup, block.address};
}

/// STRIDE counts from the end of a row to the start of the next (docs/videocore4.md, DMA stores).
DmaOperation store_operation(const MemoryBlock& block, std::uint32_t stride, VpmDirection direction,
                             std::uint32_t vpm_row, std::uint32_t vpm_column) {
  const std::uint32_t horizontal = direction == VpmDirection::rows ? 1u << 14 : 0;
  const std::uint32_t setup = 0x80000000 | (block.rows & 127) << 23 | (block.words & 127) << 16 | horizontal |
                              (vpm_row << 4 | vpm_column) << 3;
  return {setup, 0xc0000000 | stride, block.address};
}

/// The same rows, one operation each: `make(row as a block, its number)`.
template <typename Make>
std::vector<DmaOperation> row_by_row(const MemoryBlock& block, Make make) {
  std::vector<DmaOperation> operations;
  for (std::uint32_t row = 0; row < block.rows; ++row) {
    const auto offset = static_cast<std::uint32_t>(row * block.pitch_bytes);
    operations.push_back(make(MemoryBlock{block.address + offset, 1, block.words, 0}, row));
  }
  return operations;
}

std::uint64_t store_stride(const MemoryBlock& block) {
  return block.rows == 1 ? 0 : block.pitch_bytes - std::uint64_t{block.words} * 4;
}

}  // namespace

std::uint32_t load_operations(const MemoryBlock& block) {
  return block.rows == 1 || load_pitch(block.pitch_bytes) ? 1 : block.rows;
}

std::uint32_t store_operations(const MemoryBlock& block) {
  return store_stride(block) <= kMaxStoreStride ? 1 : block.rows;
}

std::vector<DmaOperation> load_rows(const MemoryBlock& block, std::uint32_t vpm_row,
                                    std::uint32_t vpm_pitch) {
  if (load_operations(block) == 1) {
    const LoadPitch pitch = block.rows == 1 ? LoadPitch{} : *load_pitch(block.pitch_bytes);
    return {load_operation(block, pitch, vpm_row, vpm_pitch)};
  }
  return row_by_row(block, [&](const MemoryBlock& row, std::uint32_t number) {
    return load_operation(row, {}, vpm_row + number * vpm_pitch, vpm_pitch);
  });
}

std::vector<DmaOperation> store_block(const MemoryBlock& block, VpmDirection direction, std::uint32_t vpm_row,
                                      std::uint32_t vpm_column) {
  if (store_operations(block) == 1) {
    const auto stride = static_cast<std::uint32_t>(store_stride(block));
    return {store_operation(block, stride, direction, vpm_row, vpm_column)};
  }
  return row_by_row(block, [&](const MemoryBlock& row, std::uint32_t number) {
    return direction == VpmDirection::rows ? store_operation(row, 0, direction, vpm_row + number, vpm_column)
                                           : store_operation(row, 0, direction, vpm_row, vpm_column + number);
  });
}

std::vector<DmaOperation> store_long_rows(const MemoryBlock& block, std::uint32_t vpm_row) {
  // BLOCKMODE: the next row of memory lies behind this one in the VPM (docs/videocore4.md, DMA stores).
  constexpr std::uint32_t kBlockMode = 1u << 16;
  if (store_operations(block) == 1) {
    const auto stride = static_cast<std::uint32_t>(store_stride(block));
    return {store_operation(block, kBlockMode | stride, VpmDirection::rows, vpm_row, 0)};
  }
  return row_by_row(block, [&](const MemoryBlock& row, std::uint32_t number) {
    return store_operation(row, kBlockMode, VpmDirection::rows, vpm_row + number * (block.words / 16), 0);
  });
}

void append(std::vector<DmaOperation>& operations, const std::vector<DmaOperation>& more) {
  operations.insert(operations.end(), more.begin(), more.end());
}

void append_operation(UniformStream& stream, const DmaOperation& operation) {
  stream.word(operation.first_setup);
  stream.word(operation.second_setup);
  stream.address(operation.address);
}

void append_operations(UniformStream& stream, std::span<const DmaOperation> operations) {
  stream.word(static_cast<std::uint32_t>(operations.size()));
  for (const DmaOperation& operation : operations) append_operation(stream, operation);
}

}  // namespace quadcl::qpu
