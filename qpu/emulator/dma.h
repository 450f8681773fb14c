// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/bus_address.h"
#include "qpu/emulator/bus_map.h"
#include "qpu/emulator/vpm_access.h"

namespace quadcl::qpu::emulator {

/// A transfer between memory and VPM, in terms common to both engines (docs/videocore4.md, DMA).
struct DmaTransfer {
  BusAddress memory;
  std::uint32_t memory_pitch = 0;  ///< bytes from the start of a row to the start of the next
  unsigned rows = 0;
  unsigned row_length = 0;  ///< elements
  unsigned parts_log2 = 0;  ///< elements per VPM word: 1, 2 or 4 for 32, 16 or 8 bits
  unsigned part = 0;        ///< the half or byte of the first word that a row begins with
  bool vertical = false;    ///< elements of a row follow each other down a column
  unsigned y = 0, x = 0;    ///< position in the VPM of the first element; rows from 64 on wrap
  unsigned vpm_pitch = 0;   ///< from the first element of a row to that of the next; unit: see `step`
  enum class PitchUnit : std::uint8_t {
    part_rows,  ///< down, in rows of parts: {Y, part} is one number
    rows,       ///< down, in whole rows of words
    columns,    ///< to the right, in words
  } pitch_unit = PitchUnit::rows;

  unsigned element_bytes() const { return 4u >> parts_log2; }
  /// Words of the VPM that a row has a part of.
  unsigned row_words() const { return (part + row_length + (1u << parts_log2) - 1) >> parts_log2; }
};

/// Bytes of bus addresses, from `begin` to before `end`.
struct BusRange {
  std::uint64_t begin = 0, end = 0;
};

/// The memory of each row.
std::vector<BusRange> memory_of(const DmaTransfer& transfer);

/// Meaning of the VDR registers; `address` starts the load.
DmaTransfer decode_dma_load(std::uint32_t setup, std::uint32_t stride, BusAddress address);
/// Meaning of the VDW registers; `address` starts the store.
DmaTransfer decode_dma_store(std::uint32_t setup, std::uint32_t stride, BusAddress address);

/// One row of the transfer, as a transfer.
DmaTransfer row_of(const DmaTransfer& transfer, unsigned row);

/// Both return the first bus address that is not mapped, if any. Rows before it have been moved.
std::optional<BusAddress> run_dma_load(const DmaTransfer& transfer, const BusMap& memory, VpmMemory& vpm);
std::optional<BusAddress> run_dma_store(const DmaTransfer& transfer, const BusMap& memory,
                                        const VpmMemory& vpm);

}  // namespace quadcl::qpu::emulator
