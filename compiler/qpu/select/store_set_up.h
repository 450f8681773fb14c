// SPDX-License-Identifier: Apache-2.0
// The words that set up writes of the VPM and DMA stores (docs/videocore4.md, VPM and DMA stores).
#pragma once

#include <cstddef>
#include <cstdint>

namespace quadcl::compiler::qpu {

inline constexpr std::uint32_t kVpmColumns = 0x1200;    ///< set-up of writes: columns of a block of 16 rows
inline constexpr std::uint32_t kPackedBytes = 0x1800;   ///< the same of rows of bytes: four vectors are one
inline constexpr std::uint32_t kPackedHalves = 0x1900;  ///< two are
inline constexpr std::uint32_t kOneBelowTheOther =
    1U << 10;  ///< of these: a lane fills the words of its own column
inline constexpr std::uint32_t kDmaStore = 0x80000000;  ///< set-up of a store: from columns, of 32-bit words
inline constexpr std::uint32_t kDmaRow = 1U << 14;      ///< from rows
inline constexpr unsigned kUnits = 23, kDepth = 16, kVpmRow = 7, kVpmColumn = 3;  ///< places of its fields
inline constexpr std::uint32_t kDmaStride = 0xc0000000;
inline constexpr std::int32_t kMostGap = 0xffff;
inline constexpr std::uint32_t kBlocks =
    1U << 16;  ///< in the stride: rows of a transfer follow each other in the VPM
inline constexpr std::size_t kRowsOfBlock = 16;
/// Rows of the VPM that every QPU has for full rows.
inline constexpr unsigned kFewRows = 4;
inline constexpr std::uint32_t kMostDepth = 128;  ///< rows of one transfer

/// A shift that may be more than 15, as a small immediate: shifts take it modulo 32.
inline std::uint32_t by(unsigned bits) { return bits < 16 ? bits : bits - 32; }

}  // namespace quadcl::compiler::qpu
